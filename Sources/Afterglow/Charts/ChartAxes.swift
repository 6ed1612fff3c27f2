import Foundation

/// Few labels along the edges of a plot: values at a side of it, places below it, hairlines behind the marks.
struct ChartAxes {
  private struct Tick {
    var position: Double
    var label: Element
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

  /// What is left for marks when the labels have their room.
  func plot(in rect: Rect) -> Rect {
    let bottom =
      showsX ? (ticks(x, xMarks, length: rect.width, spacing: 50, index: 1).map(\.size.height).max() ?? 0) + 2 : 0
    let height = max(1, rect.height - bottom)
    let side = showsY ? (yTicks(height).map(\.size.width).max() ?? 0) + Self.gap : 0
    return Rect(
      x: rect.minX + (isLeading ? side : 0), y: rect.minY, width: max(1, rect.width - side), height: height)
  }

  func draw(around plot: Rect, in rect: Rect, into canvas: inout Canvas) {
    if showsY { drawY(plot, into: &canvas) }
    if showsX { drawX(plot, in: rect, into: &canvas) }
  }

  private func drawY(_ plot: Rect, into canvas: inout Canvas) {
    let hairline = max(0.5, 1 / context.scale)
    for tick in yTicks(plot.height) {
      let middle = plot.maxY - plot.height * tick.position
      if case .numbers = y.domain {
        let line = Rect(x: plot.minX, y: middle - hairline / 2, width: plot.width, height: hairline)
        canvas.append(
          .shape(.rectangle(line), stroke: nil), frame: line, style: context.style(.quaternary), identity: context)
      }
      let top = min(max(middle - tick.size.height / 2, plot.minY - 3), plot.maxY - tick.size.height + 3)
      let left = isLeading ? plot.minX - Self.gap - tick.size.width : plot.maxX + Self.gap
      tick.label.draw(in: Rect(x: left, y: top, width: tick.size.width, height: tick.size.height), into: &canvas)
    }
  }

  /// Labels that would touch the one before them are left out.
  private func drawX(_ plot: Rect, in rect: Rect, into canvas: inout Canvas) {
    var free = -Double.infinity
    for tick in ticks(x, xMarks, length: plot.width, spacing: 50, index: 1) {
      let middle = plot.minX + plot.width * tick.position
      let left = min(max(middle - tick.size.width / 2, rect.minX), rect.maxX - tick.size.width)
      if left < free { continue }
      free = left + tick.size.width + Self.gap
      tick.label.draw(
        in: Rect(x: left, y: plot.maxY + 2, width: tick.size.width, height: tick.size.height), into: &canvas)
    }
  }
}
