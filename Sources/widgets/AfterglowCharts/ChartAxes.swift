import AfterglowCore
import AfterglowViews
import Foundation

/// How many steps between labels the axes of a plot have room for, 1 to 6.
struct ChartLabelCounts {
  var x = ChartRounding.mostSteps
  var y = ChartRounding.mostSteps

  init() {}

  /// The counts for a plot of this size in points.
  init(in plot: Size) { (x, y) = (Self.count(plot.width / 50), Self.count(plot.height / 18)) }

  private static func count(_ room: Double) -> Int { max(1, min(ChartRounding.mostSteps, Int(clamping: room))) }
}

/// The labels along the edges of a plot: of values at a side, of positions below, and hairlines of numbers and dates behind the
/// marks.
struct ChartAxes {
  /// What an axis shows at one value, or at the centre of the distance to the next.
  private struct Tick {
    /// A fraction of the axis.
    var position: Double
    var part: AxisPart
    /// Of a label.
    var label: (any Element)?
    var size = Size.zero
  }

  private static let gap = 4.0
  private let x: ChartScale
  private let y: ChartScale
  private let xMarks: [AxisMarks]
  private let yMarks: [AxisMarks]
  private let counts: ChartLabelCounts
  private let context: ResolveContext

  init(x: ChartScale, y: ChartScale, counts: ChartLabelCounts, options: ChartOptions, context: ResolveContext) {
    self.x = x
    self.y = y
    self.counts = counts
    xMarks = options.x.visibility == .hidden ? [] : options.x.marks ?? [AxisMarks()]
    yMarks = options.y.visibility == .hidden ? [] : options.y.marks ?? [AxisMarks()]
    var context = context
    context.environment.font = .caption2
    context.environment.lineLimit = 1
    context.environment.foregroundStyle = AnyShapeStyle(HierarchicalShapeStyle.secondary)
    self.context = context
  }

  // MARK: values

  private func ticks(_ scale: ChartScale, _ all: [AxisMarks], count: Int, index: Int) -> [Tick] {
    all.enumerated().flatMap { order, marks in
      let places = AxisLabels(scale: scale, marks: marks, environment: context.environment)
        .labels(count: count)
      let identity = context.attachment(10 + index).child(order)
      return places.enumerated().flatMap { place, value in
        parts(marks, value, at: place, of: places.count, hasLines: scale.isOfNumbers)
          .enumerated()
          .map { number, part in
            tick(part, value, centre: centre(place, places), in: identity.child(place).child(number))
          }
      }
    }
  }

  private func parts(_ marks: AxisMarks, _ place: AxisPlace, at index: Int, of count: Int, hasLines: Bool) -> [AxisPart]
  {
    if let content = marks.content {
      return content(AxisValue(plotted: place.value, index: index, count: count))
    }
    let label = AxisPart(kind: .label(.automatic))
    return hasLines || marks.stroke != nil ? [AxisPart(kind: .gridLine, stroke: marks.stroke), label] : [label]
  }

  private func tick(_ part: AxisPart, _ place: AxisPlace, centre: Double, in identity: ResolveContext) -> Tick {
    var tick = Tick(position: part.isCentered ? centre : place.share, part: part)
    guard case .label(let content) = part.kind else { return tick }
    var identity = identity
    if let font = part.font { identity.environment.font = font }
    if let style = part.style { identity.environment.foregroundStyle = style }
    identity.environment.font.size = max(identity.environment.font.size, Font.smallestTextPt)
    let label: any Element =
      switch content {
      case .automatic: TextElement(place.words, in: identity)
      case .format(let words): TextElement(words(place.value, identity.environment) ?? place.words, in: identity)
      case .view(let view): resolveOne(view, in: identity)
      }
    tick.label = label
    tick.size = label.size(in: .ideal)
    return tick
  }

  /// Half-way to the next value; after the last one as far as before it.
  private func centre(_ index: Int, _ places: [AxisPlace]) -> Double {
    if index + 1 < places.count { return (places[index].share + places[index + 1].share) / 2 }
    guard index > 0 else { return places[index].share }
    return places[index].share + (places[index].share - places[index - 1].share) / 2
  }

  private var isLeading: Bool {
    // A name is read before its bar.
    yMarks.contains { $0.position == .leading } || !y.isOfNumbers && !yMarks.contains { $0.position == .trailing }
  }
  private var isAbove: Bool { xMarks.contains { $0.position == .top } }

  private var yTicks: [Tick] { ticks(y, yMarks, count: counts.y, index: 0) }
  private var xTicks: [Tick] { ticks(x, xMarks, count: counts.x, index: 1) }

  /// The length of the ticks outside of the plot.
  private func reach(_ ticks: [Tick]) -> Double {
    ticks.map { tick in if case .tick(let length) = tick.part.kind { length } else { 0 } }.max() ?? 0
  }

  /// The rectangle that is left for marks after the labels.
  func plot(in rect: Rect) -> Rect {
    let (xTicks, yTicks) = (xTicks, yTicks)
    let words = xTicks.map(\.size.height).max() ?? 0
    let height = max(1, rect.height - words - reach(xTicks))
    let edge = words > 0 ? words + gap(xTicks, yTicks, height: height) + reach(xTicks) : reach(xTicks)
    let (over, under) = overhang(yTicks, height: height)
    let (top, bottom) = (max(isAbove ? edge : 0, over), max(isAbove ? 0 : edge, under))
    let wide = yTicks.map(\.size.width).max() ?? 0
    let side = wide > 0 ? wide + Self.gap + reach(yTicks) : reach(yTicks)
    return Rect(
      x: rect.minX + (isLeading ? side : 0), y: rect.minY + top, width: max(1, rect.width - side),
      height: max(1, rect.height - top - bottom))
  }

  /// Lengths of the labels of a vertical axis outside of a plot, in points: one at an end of the axis is half outside.
  private func overhang(_ ticks: [Tick], height: Double) -> (over: Double, under: Double) {
    let labels = ticks.filter { $0.label != nil }
    return (
      max(0, labels.map { $0.size.height / 2 - (1 - $0.position) * height }.max() ?? 0),
      max(0, labels.map { $0.size.height / 2 - $0.position * height }.max() ?? 0)
    )
  }

  /// Distance of the labels of a horizontal axis from its ticks, in points. The label at the end of the other axis is at
  /// their side: only the space above and below their letters may overlap.
  private func gap(_ xTicks: [Tick], _ yTicks: [Tick], height: Double) -> Double {
    let (over, under) = overhang(yTicks, height: height)
    return max(2, (isAbove ? over : under) - 1.5 - reach(xTicks))
  }

  // MARK: drawing

  func draw(around plot: Rect, in rect: Rect, into canvas: inout DrawCanvas) {
    let (xTicks, yTicks) = (xTicks, yTicks)
    for tick in yTicks { line(tick, isHorizontal: true, plot, in: rect, into: &canvas) }
    for tick in xTicks { line(tick, isHorizontal: false, plot, in: rect, into: &canvas) }
    drawY(yTicks.filter { $0.label != nil }, plot, reach(yTicks), in: rect, into: &canvas)
    let distance = gap(xTicks, yTicks, height: plot.height) + reach(xTicks)
    drawX(xTicks.filter { $0.label != nil }, plot, distance, in: rect, into: &canvas)
  }

  /// A line across the plot, or a tick outside of it. All of it is in the chart's frame, also at an end of the axis.
  private func line(_ tick: Tick, isHorizontal: Bool, _ plot: Rect, in rect: Rect, into canvas: inout DrawCanvas) {
    guard tick.position >= -1e-9, tick.position <= 1 + 1e-9 else { return }
    var ends: (Double, Double)
    switch tick.part.kind {
    case .gridLine: ends = isHorizontal ? (plot.minX, plot.maxX) : (plot.minY, plot.maxY)
    case .tick(let length):
      let isBefore = isHorizontal ? isLeading : isAbove
      let edge = isHorizontal ? (isBefore ? plot.minX : plot.maxX) : (isBefore ? plot.minY : plot.maxY)
      ends = isBefore ? (edge - length, edge) : (edge, edge + length)
    case .label: return
    }
    let offset = tick.part.offset
    let (along, across) = isHorizontal ? (offset.width, offset.height) : (offset.height, offset.width)
    ends = (ends.0 + along, ends.1 + along)
    let hairline = max(0.5, 1 / context.scale)
    let stroke = tick.part.stroke?.checked(in: context)
    let half = (stroke?.lineWidth ?? hairline) / 2
    let middle =
      isHorizontal
      ? max(rect.minY + half, min(plot.maxY - plot.height * tick.position + across, rect.maxY - half))
      : max(rect.minX + half, min(plot.minX + plot.width * tick.position + across, rect.maxX - half))
    let style = tick.part.style ?? context.style(.quaternary)
    guard let stroke else {
      let box =
        isHorizontal
        ? Rect(x: ends.0, y: middle - hairline / 2, width: ends.1 - ends.0, height: hairline)
        : Rect(x: middle - hairline / 2, y: ends.0, width: hairline, height: ends.1 - ends.0)
      return canvas.append(.shape(.rectangle(box), stroke: nil), frame: box, style: style, identity: context)
    }
    let points =
      isHorizontal
      ? [Point(x: ends.0, y: middle), Point(x: ends.1, y: middle)]
      : [Point(x: middle, y: ends.0), Point(x: middle, y: ends.1)]
    let path = Path(contours: [Path.Contour(points: points)])
    ShapeElement(path: { _ in path }, style: style, stroke: stroke, identity: context)
      .draw(in: plot, into: &canvas)
  }

  private func drawY(_ ticks: [Tick], _ plot: Rect, _ reach: Double, in rect: Rect, into canvas: inout DrawCanvas) {
    let frames = ticks.map { tick in
      let middle = plot.maxY - plot.height * tick.position
      let top = max(rect.minY, min(middle - tick.size.height / 2, rect.maxY - tick.size.height))
      let left = isLeading ? plot.minX - Self.gap - reach - tick.size.width : plot.maxX + Self.gap + reach
      return Rect(x: left, y: top, width: tick.size.width, height: tick.size.height)
    }
    // Line heights include space above and below the letters.
    for index in Self.even(frames.map { (-$0.maxY, -$0.minY) }, gap: -3) {
      draw(ticks[index], frames[index], into: &canvas)
    }
  }

  private func draw(_ tick: Tick, _ frame: Rect, into canvas: inout DrawCanvas) {
    let offset = tick.part.offset
    let moved = Rect(
      x: frame.minX + offset.width, y: frame.minY + offset.height, width: frame.width, height: frame.height)
    tick.label?.draw(in: moved, into: &canvas)
  }

  private func drawX(_ ticks: [Tick], _ plot: Rect, _ distance: Double, in rect: Rect, into canvas: inout DrawCanvas) {
    let frames = ticks.map { tick in
      let middle = plot.minX + plot.width * tick.position
      let left = min(max(middle - tick.size.width / 2, rect.minX), rect.maxX - tick.size.width)
      let top =
        isAbove
        ? max(rect.minY, plot.minY - distance - tick.size.height)
        : min(plot.maxY + distance, rect.maxY - tick.size.height)
      return Rect(x: left, y: top, width: tick.size.width, height: tick.size.height)
    }
    for index in Self.even(frames.map { ($0.minX, $0.maxX) }, gap: Self.gap) {
      draw(ticks[index], frames[index], into: &canvas)
    }
  }

  /// Which labels are shown if not all fit: every second, every third, and so on, so that the remaining ones stay
  /// evenly spaced.
  ///
  /// - Parameter spans: start and end of each label along its axis.
  static func even(_ spans: [(start: Double, end: Double)], gap: Double) -> [Int] {
    let order = spans.indices.sorted { spans[$0].start < spans[$1].start }
    for step in 1..<max(2, order.count) {
      let kept = stride(from: 0, to: order.count, by: step).map { order[$0] }
      if zip(kept, kept.dropFirst()).allSatisfy({ spans[$0].end + gap <= spans[$1].start }) { return kept }
    }
    return Array(order.prefix(1))
  }
}
