/// A chart in its frame: axes outside, marks in the plot, in source order.
final class ChartElement: Element {
  private let marks: [ChartMark]
  private let options: ChartOptions
  private let context: ResolveContext

  /// The colours of series that do not set one.
  private static let palette: [Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]

  init(marks: [ChartMark], options: ChartOptions, context: ResolveContext) {
    self.marks = marks
    self.options = options
    self.context = context
  }

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 100) }

  private var xValues: [PlottedValue] { marks.flatMap { [$0.x, $0.xEnd].compactMap { $0 } } }
  private var yValues: [PlottedValue] { marks.flatMap { [$0.y, $0.yStart, $0.yEnd].compactMap { $0 } } }
  private var hasBars: Bool { marks.contains { $0.kind == .bar } }
  /// Bars are horizontal if there are names on the y axis.
  private var isHorizontal: Bool {
    marks.contains { mark in if mark.kind == .bar, case .category? = mark.y { true } else { false } }
  }

  func draw(in rect: Rect, into canvas: inout Canvas) {
    if context.environment.hidesContent {
      let shape = Path.Geometry.roundedRectangle(rect, radius: min(6, min(rect.width, rect.height) / 2))
      return canvas.append(
        .shape(shape, stroke: nil), frame: rect, style: context.style(.quaternary), identity: context)
    }
    if marks.isEmpty || rect.width <= 0 || rect.height <= 0 { return }
    let stack = ChartStack(marks, isHorizontal: isHorizontal)
    let barValues = marks.filter { $0.kind == .bar }.compactMap { isHorizontal ? $0.y : $0.x }
    let room = (ChartScale.smallestGap(barValues) ?? 1) / 2
    let x = ChartScale(
      xValues + (isHorizontal ? stack.values : []), given: options.xDomain, includesZero: isHorizontal,
      isNice: isHorizontal, room: hasBars && !isHorizontal ? room : 0)
    let y = ChartScale(
      yValues + (isHorizontal ? [] : stack.values), given: options.yDomain, includesZero: !isHorizontal,
      isNice: !isHorizontal, room: hasBars && isHorizontal ? room : 0)
    let axes = ChartAxes(x: x, y: y, options: options, context: context)
    let inner = options.legend == .hidden ? rect : drawLegend(in: rect, into: &canvas)
    let plot = axes.plot(in: inner)
    axes.draw(around: plot, in: inner, into: &canvas)
    let band = (isHorizontal ? y : x).band(barValues)
    let painter = ChartPainter(
      plot: plot, x: x, y: y, stack: stack, band: band, isHorizontal: isHorizontal, style: style, context: context)
    if options.xDomain != nil || options.yDomain != nil {
      canvas.clip(to: plot, radius: 0, at: context) { painter.draw(marks, into: &$0) }
    } else {
      painter.draw(marks, into: &canvas)
    }
  }

  /// - Returns: the rectangle that is left for the chart.
  private func drawLegend(in rect: Rect, into canvas: inout Canvas) -> Rect {
    var entries: [ChartLegend.Entry] = []
    var known: Set<String> = []
    for mark in marks where mark.isStyledBySeries {
      if let name = mark.series, known.insert(name).inserted {
        entries.append(ChartLegend.Entry(name: name, style: seriesStyle(of: mark)))
      }
    }
    return ChartLegend(entries, size: rect.size, in: context)
      .draw(in: rect, isAbove: options.legendPosition == .top, into: &canvas)
  }

  private lazy var seriesOrder: [String: Int] = {
    var order: [String: Int] = [:]
    for case let name? in marks.map(\.series) where order[name] == nil { order[name] = order.count }
    return order
  }()

  private func style(of mark: ChartMark) -> AnyShapeStyle {
    mark.opacity < 1 ? seriesStyle(of: mark).opacity(mark.opacity) : seriesStyle(of: mark)
  }

  /// Without the mark's opacity, as the legend shows it.
  private func seriesStyle(of mark: ChartMark) -> AnyShapeStyle {
    guard let series = mark.series else { return mark.style ?? AnyShapeStyle(TintShapeStyle()) }
    if let given = options.styles[series] { return given }
    if let own = mark.style, own.source == .own { return own }
    return AnyShapeStyle(Self.palette[seriesOrder[series, default: 0] % Self.palette.count])
  }
}

/// Start and end of stacked bars and areas: those at the same position are stacked, negative ones downwards.
struct ChartStack {
  /// By mark: start and end along the value axis; nil for marks that are not stacked.
  private(set) var ranges: [Int: ClosedRange<Double>] = [:]
  private(set) var values: [PlottedValue] = []

  init(_ marks: [ChartMark], isHorizontal: Bool) {
    struct Place: Hashable {
      var kind: ChartMark.Kind
      var value: PlottedValue
      var isNegative: Bool
    }
    var tops: [Place: Double] = [:]
    for (index, mark) in marks.enumerated() where mark.kind == .bar || mark.kind == .area {
      guard mark.yStart == nil, let value = (isHorizontal ? mark.x : mark.y)?.position,
        let place = isHorizontal ? mark.y : mark.x
      else { continue }
      let key = Place(kind: mark.kind, value: place, isNegative: value < 0)
      let base = tops[key, default: 0]
      tops[key] = base + value
      ranges[index] = min(base, base + value)...max(base, base + value)
      values.append(.number(base + value))
    }
  }
}
