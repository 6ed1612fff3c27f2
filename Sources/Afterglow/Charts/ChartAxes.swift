/// The labels along the edges of a plot: of values at a side, of positions below, with hairlines behind the marks.
struct ChartAxes {
  private struct Tick {
    var position: Double
    var label: any Element
    var size: Size
  }

  private static let gap = 4.0
  private let x: ChartScale
  private let y: ChartScale
  private let showsX: Bool
  private let showsY: Bool
  private let xMarks: AxisMarks
  private let yMarks: AxisMarks
  private let context: ResolveContext

  init(x: ChartScale, y: ChartScale, options: ChartOptions, context: ResolveContext) {
    self.x = x
    self.y = y
    showsX = options.xAxis != .hidden
    showsY = options.yAxis != .hidden
    xMarks = options.xMarks ?? AxisMarks()
    yMarks = options.yMarks ?? AxisMarks()
    var context = context
    context.environment.font = .caption2
    context.environment.lineLimit = 1
    context.environment.foregroundStyle = AnyShapeStyle(HierarchicalShapeStyle.secondary)
    self.context = context
  }

  private func ticks(
    _ scale: ChartScale, _ marks: AxisMarks, length: Double, spacing: Double, index: Int
  ) -> [Tick] {
    let labels = AxisLabels(scale: scale, marks: marks, environment: context.environment)
      .labels(count: max(1, min(6, Int(length / spacing))))
    return labels.enumerated().map { place, label in
      let element = TextElement(label.1, in: context.attachment(10 + index).child(place))
      return Tick(position: label.0, label: element, size: element.size(in: .ideal))
    }
  }

  private var isLeading: Bool { yMarks.position == .leading }

  private func yTicks(_ height: Double) -> [Tick] { ticks(y, yMarks, length: height, spacing: 26, index: 0) }

  /// The rectangle that is left for marks after the labels.
  func plot(in rect: Rect) -> Rect {
    let bottom =
      showsX ? (ticks(x, xMarks, length: rect.width, spacing: 50, index: 1).map(\.size.height).max() ?? 0) + 2 : 0
    let height = max(1, rect.height - bottom)
    let side = showsY ? (yTicks(height).map(\.size.width).max() ?? 0) + Self.gap : 0
    return Rect(
      x: rect.minX + (isLeading ? side : 0), y: rect.minY, width: max(1, rect.width - side), height: height)
  }

  func draw(around plot: Rect, in rect: Rect, into canvas: inout DrawCanvas) {
    if showsY { drawY(plot, into: &canvas) }
    if showsX { drawX(plot, in: rect, into: &canvas) }
  }

  private func drawY(_ plot: Rect, into canvas: inout DrawCanvas) {
    let hairline = max(0.5, 1 / context.scale)
    let ticks = yTicks(plot.height)
    for tick in ticks {
      guard case .numbers = y.domain else { break }
      let middle = plot.maxY - plot.height * tick.position
      let line = Rect(x: plot.minX, y: middle - hairline / 2, width: plot.width, height: hairline)
      canvas.append(
        .shape(.rectangle(line), stroke: nil), frame: line, style: context.style(.quaternary), identity: context)
    }
    let frames = ticks.map { tick in
      let middle = plot.maxY - plot.height * tick.position
      let top = min(max(middle - tick.size.height / 2, plot.minY - 3), plot.maxY - tick.size.height + 3)
      let left = isLeading ? plot.minX - Self.gap - tick.size.width : plot.maxX + Self.gap
      return Rect(x: left, y: top, width: tick.size.width, height: tick.size.height)
    }
    // Line heights include space above and below the letters.
    for index in Self.even(frames.map { (-$0.maxY, -$0.minY) }, gap: -3) {
      ticks[index].label.draw(in: frames[index], into: &canvas)
    }
  }

  private func drawX(_ plot: Rect, in rect: Rect, into canvas: inout DrawCanvas) {
    let ticks = ticks(x, xMarks, length: plot.width, spacing: 50, index: 1)
    let frames = ticks.map { tick in
      let middle = plot.minX + plot.width * tick.position
      let left = min(max(middle - tick.size.width / 2, rect.minX), rect.maxX - tick.size.width)
      return Rect(x: left, y: plot.maxY + 2, width: tick.size.width, height: tick.size.height)
    }
    for index in Self.even(frames.map { ($0.minX, $0.maxX) }, gap: Self.gap) {
      ticks[index].label.draw(in: frames[index], into: &canvas)
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
