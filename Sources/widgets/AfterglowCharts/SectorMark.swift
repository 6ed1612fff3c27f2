import AfterglowViews
import Foundation

/// A sector of a pie or ring: all of a chart's sectors make up the whole, clockwise from the top.
///
///     Chart(entry.tides) { tide in
///       SectorMark(angle: .value("Height", tide.height), innerRadius: .ratio(0.6), angularInset: 1.5)
///         .foregroundStyle(by: .value("Height", tide.height))
///     }
///
/// A chart with sectors has no axes. Values below zero count as zero.
public struct SectorMark: ChartContent {
  public let marks: [ChartMark]

  /// - Parameters:
  ///   - angle: the size of the sector, of which the sum of all is the whole.
  ///   - innerRadius: of a ring; 0 by default. A ratio or inset is that of the greatest radius.
  ///   - outerRadius: the greatest that fits by default.
  ///   - angularInset: the distance in points that both sides keep from their neighbours' border.
  public init(
    angle: PlottableValue<some Plottable>, innerRadius: MarkDimension = .automatic,
    outerRadius: MarkDimension = .automatic, angularInset: CGFloat? = nil
  ) {
    var mark = ChartMark(kind: .sector, x: angle.plotted)
    let inset = Double(angularInset ?? 0)
    mark.sector = Sector(inner: innerRadius, outer: outerRadius, inset: inset.isFinite ? max(0, inset) : 0)
    marks = [mark]
  }
}

/// The form of a sector, before its angles are known.
struct Sector {
  var inner: MarkDimension
  var outer: MarkDimension
  var inset: Double
}

/// One sector as an outline.
struct SectorOutline {
  let center: Point
  let inner: Double
  let outer: Double
  /// Clockwise from three o'clock, in radians.
  let start: Double
  let end: Double
  /// The distance of both sides from the border, in points.
  let inset: Double
  /// Radius of the corners, in points.
  let corner: Double

  /// Half-way between its sides, and between its radii.
  var middle: Point { at((start + end) / 2, inner == 0 ? outer * 0.62 : (inner + outer) / 2) }

  /// nil if nothing is left of it.
  var path: Path? {
    guard outer > inner, end > start else { return nil }
    if end - start >= 2 * .pi - 1e-9 { return ring }
    guard let outside = span(at: outer) else { return nil }
    let middle = (start + end) / 2
    var points: [Point] = []
    let round = min(corner, (outer - inner) / 2, outer * (outside.1 - outside.0) / 2)
    let outerTurn = round / outer
    points += quarter(
      from: side(outside.0, outer - round, isStart: true), corner: at(outside.0, outer),
      to: at(outside.0 + outerTurn, outer), round)
    points += Curve.arc(
      center, radius: outer, start: .radians(outside.0 + outerTurn),
      sweep: .radians(outside.1 - outside.0 - 2 * outerTurn))
    points += quarter(
      from: at(outside.1 - outerTurn, outer), corner: at(outside.1, outer),
      to: side(outside.1, outer - round, isStart: false), round)
    if inner > 0, let inside = span(at: inner) {
      let innerRound = min(round, inner * (inside.1 - inside.0) / 2)
      let innerTurn = innerRound / inner
      points += quarter(
        from: side(inside.1, inner + innerRound, isStart: false), corner: at(inside.1, inner),
        to: at(inside.1 - innerTurn, inner), innerRound)
      points += Curve.arc(
        center, radius: inner, start: .radians(inside.1 - innerTurn),
        sweep: .radians(inside.0 - inside.1 + 2 * innerTurn))
      points += quarter(
        from: at(inside.0 + innerTurn, inner), corner: at(inside.0, inner),
        to: side(inside.0, inner + innerRound, isStart: true), innerRound)
    } else {
      // Both sides meet where they are as far from the border as the inset.
      points.append(at(middle, min(outer, inset / max(1e-6, sin(min(end - start, .pi) / 2)))))
    }
    return Path(contours: [Path.Contour(points: points, isClosed: true)])
  }

  /// The angles between the sides at a radius; nil where the insets leave nothing.
  private func span(at radius: Double) -> (Double, Double)? {
    guard inset < radius else { return nil }
    let turn = asin(inset / radius)
    return end - start > 2 * turn ? (start + turn, end - turn) : nil
  }

  /// A point of a side, which is parallel to the border at the distance of the inset.
  private func side(_ angle: Double, _ radius: Double, isStart: Bool) -> Point {
    let turn = inset < radius ? asin(inset / radius) : 0
    return at(isStart ? start + turn : end - turn, radius)
  }

  private func at(_ angle: Double, _ radius: Double) -> Point {
    Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
  }

  private func quarter(from first: Point, corner: Point, to last: Point, _ radius: Double) -> [Point] {
    if radius <= 0 { return [corner] }
    var path = Path()
    path.move(to: first)
    path.addQuadCurve(to: last, control: corner)
    return path.contours[0].points
  }

  private var ring: Path {
    var path = Path(arcCenter: center, radius: outer, start: .zero, sweep: .turns(1))
    // The hole runs the other way round.
    if inner > 0 {
      path = Path(
        contours: path.contours
          + [
            Path.Contour(
              points: Curve.arc(center, radius: inner, start: .zero, sweep: .turns(-1)).dropLast(), isClosed: true)
          ])
    }
    return path
  }
}

extension ChartPainter {
  /// A sector among the others of the chart; nil if it has no angle.
  func sector(_ index: Int, _ marks: [ChartMark]) -> SectorOutline? {
    func size(_ mark: ChartMark) -> Double { mark.kind == .sector ? max(0, mark.x?.position ?? 0) : 0 }
    let whole = marks.reduce(0) { $0 + size($1) }
    guard whole > 0, let form = marks[index].sector, size(marks[index]) > 0 else { return nil }
    let before = marks[..<index].reduce(0) { $0 + size($1) }
    let radius = min(plot.width, plot.height) / 2
    // From the top, clockwise.
    func angle(_ value: Double) -> Double { 2 * .pi * value / whole - .pi / 2 }
    return SectorOutline(
      center: plot.center, inner: min(radius, form.inner.length(in: radius, automatic: 0, sides: 1)),
      outer: min(radius, form.outer.length(in: radius, automatic: radius, sides: 1)), start: angle(before),
      end: angle(before + size(marks[index])), inset: form.inset, corner: marks[index].cornerRadius)
  }

  func sector(_ index: Int, _ marks: [ChartMark], into canvas: inout DrawCanvas) {
    guard let path = sector(index, marks)?.path else { return }
    append(path.geometry, stroke: nil, marks[index], into: &canvas)
  }
}
