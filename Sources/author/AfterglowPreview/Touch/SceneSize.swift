import AfterglowArchive
import AfterglowEngine
import AfterglowInput

/// A point of the scene, in pixels from its upper left corner.
package struct ScenePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of a panel in the orientation of its scene.
package struct SceneSize: Sendable {
  package var widthPx: Int
  package var heightPx: Int
  package var widthMicrometres: Double
  package var heightMicrometres: Double

  package init(widthPx: Int, heightPx: Int, widthMicrometres: Double, heightMicrometres: Double) {
    self.widthPx = widthPx
    self.heightPx = heightPx
    self.widthMicrometres = widthMicrometres
    self.heightMicrometres = heightMicrometres
  }

  package init(_ board: BoardRecord) {
    let surface = Engine.surface(of: board)
    self.init(
      widthPx: Int(surface.sizePx.width), heightPx: Int(surface.sizePx.height),
      widthMicrometres: Double(surface.widthMicrometres), heightMicrometres: Double(surface.heightMicrometres))
  }

  /// The middle of a pixel, in µm.
  package func position(of point: ScenePoint) -> PanelPoint {
    func micrometres(_ pixel: Double, _ length: Double, _ count: Int) -> Int32 {
      Int32(clamping: Int64(((pixel + 0.5) * length / Double(max(1, count))).rounded()))
    }
    return PanelPoint(
      x: micrometres(point.x, widthMicrometres, widthPx), y: micrometres(point.y, heightMicrometres, heightPx))
  }
}
