import AfterglowArchive
import AfterglowCore

/// The materials on a wallpaper in one look, and how bright they may be behind text.
struct BackdropPlan {
  let scene: PanelScene
  let plan: PanelPlan
  let colors: HostColors
  let look: Look
  /// The maximum luminance behind the look's inks.
  private let brightest: Double

  /// Standard deviation of the blur behind a pane, in points.
  private static let sigmaPt = 15.0
  /// Width of a pane's lit edge.
  private static let edgePt = 0.85
  /// Width of the darkened margin around text on a wallpaper, as a fraction of the panel's height.
  private static let featherShare = 0.2

  init(scene: PanelScene, plan: PanelPlan, colors: HostColors, look: Look) {
    self.scene = scene
    self.plan = plan
    self.colors = colors
    self.look = look
    brightest = MaterialContrast.brightest(for: colors.palette(look).inks)
  }

  var backdrop: Backdrop {
    Backdrop(sigmaPx: max(2, Self.sigmaPt * plan.scale), panes: panes, limits: limits)
  }

  private var panes: [Backdrop.Pane] {
    zip(plan.placements, scene.slots).compactMap { placement, slot in
      let radius = placement.cornerRadius * placement.scale
      if placement.showsContainerBackground {
        guard let tone = glassTone(of: slot) else { return nil }
        let edge = look.renderingMode == .accented ? max(1, Self.edgePt * placement.scale) : 0
        return Backdrop.Pane(rect: placement.framePx, radiusPx: radius, tone: tone, edge: .lit(widthPx: edge))
      }
      guard look.renderingMode == .vibrant else { return nil }
      // Extends slightly beyond the widget, so that it is complete behind the text.
      let feather = 14 * placement.scale
      let reach = Int32(pixels: feather)
      return Backdrop.Pane(
        rect: placement.framePx.grown(by: reach), radiusPx: radius + feather,
        tone: MaterialTone(brightest: Float(brightest), knee: 1), edge: .soft(featherPx: feather))
    }
  }

  /// nil if a widget's background hides the wallpaper.
  private func glassTone(of slot: SceneSlot) -> MaterialTone? {
    if look.renderingMode == .accented {
      if let tint = colors.glassHue {
        return MaterialTone(brightest: Float(brightest), lift: 0.05, hue: tint)
      }
      return MaterialTone(brightest: Float(brightest), lift: 0.03, saturation: 0.8)
    }
    let isThrough = scene.context == .surface && scene.surface(of: slot).texture == .glass
    return isThrough ? MaterialTone(brightest: 1) : nil
  }

  /// Where text is drawn directly on the wallpaper; nil if there is none.
  var limits: RowLimits? {
    guard look.renderingMode == .vibrant else { return nil }
    // From the first to the last of them: separate bands of different brightness would be visible.
    let widgets = plan.placements.filter { !$0.showsContainerBackground }.map(\.framePx)
    let clocks = plan.chrome.filter { $0.kind == .clock }.map(\.frame)
    let tops = widgets.map { Double($0.y0) } + clocks.map { $0.minY * plan.scale }
    let ends = widgets.map { Double($0.y1) } + clocks.map { $0.maxY * plan.scale }
    guard let top = tops.min(), let end = ends.max() else { return nil }
    let rows = scene.geometry.heightPx
    return RowLimits(
      rows: top...end, brightest: brightest, rowCount: rows, featherRows: Double(rows) * Self.featherShare)
  }
}

extension PixelRect {
  /// Larger by this many pixels on each side.
  fileprivate func grown(by pixels: Int32) -> PixelRect {
    PixelRect(x0: x0 - pixels, y0: y0 - pixels, x1: x1 + pixels, y1: y1 + pixels)
  }
}
