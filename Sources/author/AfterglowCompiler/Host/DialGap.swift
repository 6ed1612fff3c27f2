import AfterglowViews
import Foundation

/// The gap in a round face's hands behind a widget's figures and its label, so that they do not cross text at any
/// minute of the day.
struct DialGap {
  private let placement: SlotPlacement
  private var identity: ResolveContext

  /// Margin around the text, in points.
  private static let rimPt = 1.5
  /// Words may extend slightly beyond their round place, for instance at its lower edge.
  private static let mostOfPlace = 1.2

  init(_ placement: SlotPlacement, identity: ResolveContext) {
    self.placement = placement
    self.identity = identity
    self.identity.isBackground = true
  }

  func draw(behind own: ArraySlice<DrawItem>, label: ArraySlice<DrawItem>, into canvas: inout DrawCanvas) {
    let size = placement.sizePt
    let center = Point(x: size.width / 2, y: size.height / 2)
    let largest = min(size.width, size.height) / 2
    let radius = radius(around: own.filter { $0.condition != .contentStale }, center) ?? largest
    append(disc(center, min(largest * Self.mostOfPlace, radius)), 0, into: &canvas)
    if let arc = placement.label, let band = band(behind: label, along: arc) { append(band, 1, into: &canvas) }
    // The age mark has its own gap, only while it is shown.
    canvas.condition = .contentStale
    for (index, item) in own.filter({ $0.condition == .contentStale }).enumerated() {
      let middle = Point(x: item.frame.midX, y: item.frame.midY)
      if let radius = self.radius(around: [item], middle) { append(disc(middle, radius), 2 + index, into: &canvas) }
    }
    canvas.condition = .always
  }

  private func disc(_ center: Point, _ radius: Double) -> Path.Geometry {
    Path(arcCenter: center, radius: radius, start: .zero, sweep: .turns(1)).geometry
  }

  private func append(_ geometry: Path.Geometry, _ index: Int, into canvas: inout DrawCanvas) {
    var path = Path()
    path.geometry = geometry
    canvas.append(
      .shape(geometry, stroke: nil), frame: path.bounds, style: identity.style(.background),
      identity: identity.child(index))
  }

  /// Radius of the circle that contains all text; nil without text, as for a dial, which is kept clear as a whole.
  private func radius(around items: [DrawItem], _ center: Point) -> Double? {
    let reaches = items.compactMap { item -> Double? in
      guard let points = item.fontSizePt else { return nil }
      // A symbol is as high as its square, text is as high as its capitals.
      let isSymbol = abs(item.frame.width - item.frame.height) < 0.01
      let height = isSymbol ? item.frame.height : min(item.frame.height, points * Font.capHeightShare)
      let (x, y) = (item.frame.midX - center.x, item.frame.midY - center.y)
      return hypot(abs(x) + item.frame.width / 2, abs(y) + height / 2)
    }
    return reaches.max().map { $0 + Self.rimPt }
  }

  /// As long as the text.
  private func band(behind items: ArraySlice<DrawItem>, along arc: LabelArc) -> Path.Geometry? {
    let angles = items.flatMap { item -> [Double] in
      guard case .glyphs(let text) = item.kind else { return [] }
      return text.glyphs.map { glyph in
        let point = Point(
          x: item.frame.minX + glyph.x / identity.scale, y: item.frame.minY + glyph.y / identity.scale)
        let angle = atan2(point.y - arc.center.y, point.x - arc.center.x) - arc.middle.radians
        return atan2(sin(angle), cos(angle))
      }
    }
    guard let first = angles.min(), let last = angles.max() else { return nil }
    // A pen position is where a letter begins, in either direction.
    let points = items.compactMap(\.fontSizePt).max() ?? Font.widgetLabelPt
    let rim = (points + Self.rimPt) / arc.radius
    let most = (arc.size.width / 2 + Self.rimPt) / arc.radius
    let (start, end) = (max(-most, first - rim), min(most, last + rim))
    let steps = 24
    func side(_ radius: Double) -> [Point] {
      (0...steps).map { step in
        arc.center.moved(by: radius, at: arc.middle.radians + start + (end - start) * Double(step) / Double(steps))
      }
    }
    let half = arc.size.height / 2 + Self.rimPt / 2
    return .contours([
      Path.Contour(points: side(arc.radius - half) + side(arc.radius + half).reversed(), isClosed: true)
    ])
  }
}
