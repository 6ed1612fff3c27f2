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

  /// The offered size, unless the plot takes another one.
  func size(in proposal: Proposal) -> Size {
    let offered = Size(proposal, ideal: 100)
    guard options.plotStyle != nil, !marks.isEmpty, !context.environment.hidesContent else { return offered }
    // Labels take the same room at a plot of any usual size.
    let whole = Rect(
      x: 0, y: 0, width: min(max(offered.width, 200), 10_000), height: min(max(offered.height, 200), 10_000))
    let parts = parts(in: whole)
    let (across, along) = (whole.width - parts.plot.width, whole.height - parts.plot.height)
    let plot = plotElement { _, _ in }
      .size(in: Proposal(width: max(0, offered.width - across), height: max(0, offered.height - along)))
    return Size(width: plot.width + across, height: plot.height + along)
  }

  private var xValues: [PlottedValue] { marks.flatMap { [$0.x, $0.xEnd].compactMap { $0 } } }
  private var yValues: [PlottedValue] { marks.flatMap { [$0.y, $0.yStart, $0.yEnd].compactMap { $0 } } }
  private var hasBars: Bool { marks.contains { $0.kind == .bar } }
  /// Bars are horizontal if there are names on the y axis.
  private var isHorizontal: Bool {
    marks.contains { mark in if mark.kind == .bar, case .category? = mark.y { true } else { false } }
  }

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      let shape = Path.Geometry.roundedRectangle(rect, radius: min(6, min(rect.width, rect.height) / 2))
      return canvas.append(
        .shape(shape, stroke: nil), frame: rect, style: context.style(.quaternary), identity: context)
    }
    if marks.isEmpty || rect.width <= 0 || rect.height <= 0 { return }
    let parts = parts(in: rect)
    parts.legend.draw(in: rect, isAbove: options.legendPosition == .top, into: &canvas)
    var annotations: [(ChartAnnotation, mark: Rect)] = []
    let element = plotElement { [self] plot, canvas in
      let painter = painter(of: parts, in: plot)
      annotations = painter.annotations(marks)
      draw(by: painter, into: &canvas)
    }
    let plot = place(element, in: parts.plot, .center)
    parts.axes.draw(around: plot, in: parts.inner, into: &canvas)
    element.draw(in: plot, into: &canvas)
    ChartAnnotationPainter(frame: rect, context: context).draw(annotations, into: &canvas)
  }

  private func draw(by painter: ChartPainter, into canvas: inout DrawCanvas) {
    if options.xDomain != nil || options.yDomain != nil {
      canvas.clip(to: painter.plot, radius: 0, at: context) { painter.draw(marks, into: &$0) }
    } else {
      painter.draw(marks, into: &canvas)
    }
  }

  /// The plot in the chart's style.
  private func plotElement(_ draw: @escaping (Rect, inout DrawCanvas) -> Void) -> any Element {
    let plot = ChartPlotElement(marks: draw)
    guard let style = options.plotStyle else { return plot }
    return resolveOne(style(ChartPlotContent(element: plot)), in: context.attachment(60))
  }

  /// What a chart consists of, in a rectangle.
  private struct Parts {
    var x: ChartScale
    var y: ChartScale
    var stack: ChartStack
    var axes: ChartAxes
    var legend: ChartLegend
    /// Without the legend.
    var inner: Rect
    /// Without the labels, too.
    var plot: Rect
  }

  private var barValues: [PlottedValue] { marks.filter { $0.kind == .bar }.compactMap { isHorizontal ? $0.y : $0.x } }

  private func parts(in rect: Rect) -> Parts {
    let stack = ChartStack(marks, isHorizontal: isHorizontal)
    let room = (ChartScale.smallestGap(barValues) ?? 1) / 2
    let x = ChartScale(
      xValues + (isHorizontal ? stack.values : []), given: options.xDomain, type: options.xType,
      includesZero: isHorizontal, isNice: isHorizontal, room: hasBars && !isHorizontal ? room : 0)
    let y = ChartScale(
      yValues + (isHorizontal ? [] : stack.values), given: options.yDomain, type: options.yType,
      includesZero: !isHorizontal, isNice: !isHorizontal, room: hasBars && isHorizontal ? room : 0)
    let axes = ChartAxes(x: x, y: y, options: options, context: context)
    let legend = ChartLegend(options.legend == .hidden ? [] : legendEntries, size: rect.size, in: context)
    let inner = legend.rest(of: rect, isAbove: options.legendPosition == .top)
    return Parts(x: x, y: y, stack: stack, axes: axes, legend: legend, inner: inner, plot: axes.plot(in: inner))
  }

  private func painter(of parts: Parts, in plot: Rect) -> ChartPainter {
    ChartPainter(
      plot: plot, x: parts.x, y: parts.y, stack: parts.stack, band: (isHorizontal ? parts.y : parts.x).band(barValues),
      isHorizontal: isHorizontal, style: style, context: context)
  }

  private var legendEntries: [ChartLegend.Entry] {
    var entries: [ChartLegend.Entry] = []
    var known: Set<String> = []
    for mark in marks where mark.isStyledBySeries {
      if let name = mark.series, known.insert(name).inserted {
        entries.append(ChartLegend.Entry(name: name, style: seriesStyle(of: mark)))
      }
    }
    return entries
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
