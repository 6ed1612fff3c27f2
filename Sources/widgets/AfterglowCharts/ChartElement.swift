import AfterglowViews

/// A chart in its frame: axes outside, marks in the plot, in source order.
final class ChartElement: Element {
  private let marks: [ChartMark]
  private let options: ChartOptions
  private let context: ResolveContext

  /// The colours of series that do not set one; where the host chooses the colours, greys that stay apart at night too.
  private static let palette = zip(
    [Color.blue, .green, .orange, .purple, .red, .cyan, .yellow], [235, 190, 152, 120, 212, 170, 135] as [UInt8]
  ).map { AnyShapeStyle(Color.marked($0, otherwise: .gray($1))) }

  init(marks: [ChartMark], options: ChartOptions, context: ResolveContext) {
    self.marks = marks
    var options = options
    if marks.contains(where: { $0.kind == .sector }) {
      options.x.visibility = .hidden
      options.y.visibility = .hidden
    }
    // There is nothing to say about an axis without values.
    if marks.allSatisfy({ $0.x == nil && $0.xStart == nil && $0.xEnd == nil }) { options.x.visibility = .hidden }
    if marks.allSatisfy({ $0.y == nil && $0.yStart == nil && $0.yEnd == nil }) { options.y.visibility = .hidden }
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

  private var xValues: [PlottedValue] { marks.flatMap { [$0.x, $0.xStart, $0.xEnd].compactMap { $0 } } }
  private var yValues: [PlottedValue] { marks.flatMap { [$0.y, $0.yStart, $0.yEnd].compactMap { $0 } } }
  private var hasBars: Bool { marks.contains { $0.kind == .bar } }
  /// Bars are horizontal if there are names on the y axis.
  private var isHorizontal: Bool {
    marks.contains { mark in
      if mark.kind != .bar { return false }
      if case .category? = mark.y { return true }
      return mark.y == nil && mark.yStart == nil || mark.xStart != nil
    }
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      return canvas.append(hidden: rect, radius: min(6, min(rect.width, rect.height) / 2), identity: context)
    }
    if marks.isEmpty || rect.width <= 0 || rect.height <= 0 { return }
    let parts = parts(in: rect)
    parts.legend.draw(in: rect, into: &canvas)
    var annotations: [(ChartAnnotation, mark: Rect)] = []
    let element = plotElement { [self] plot, canvas in
      let painter = painter(of: parts, in: plot)
      annotations = painter.annotations(marks)
      draw(by: painter, into: &canvas)
    }
    let plot = place(element, in: parts.plot, .center)
    let proxy = ChartProxy(x: parts.x, y: parts.y, plot: plot)
    drawLayers(behind: true, proxy, in: rect, into: &canvas)
    parts.axes.draw(around: plot, in: parts.inner, into: &canvas)
    element.draw(in: plot, proposed: Proposal(parts.plot.size), into: &canvas)
    ChartAnnotationPainter(frame: rect, context: context).draw(annotations, into: &canvas)
    drawLayers(behind: false, proxy, in: rect, into: &canvas)
  }

  /// Views of the chart's own size.
  private func drawLayers(behind: Bool, _ proxy: ChartProxy, in rect: Rect, into canvas: inout DrawCanvas) {
    for (index, layer) in options.layers.enumerated() where layer.isBehind == behind {
      var inner = context.attachment(70 + index)
      inner.environment.chartOptions = ChartOptions()
      let view = inner.evaluating { layer.make(proxy) }
      let element = resolveLayer(view, layer.alignment, in: inner)
      element.draw(
        in: place(element, in: rect, layer.alignment), proposed: Proposal(rect.size), into: &canvas)
    }
  }

  private func draw(by painter: ChartPainter, into canvas: inout DrawCanvas) {
    if options.x.domain.range != nil || options.y.domain.range != nil {
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

  /// The values that rectangles are around.
  private func fieldValues(_ axis: Axis.Set) -> [PlottedValue] {
    marks.filter { $0.centred.contains(axis) }.compactMap { axis == .horizontal ? $0.x : $0.y }
  }

  /// Half of a bar or field beyond the outermost values.
  private func room(_ axis: Axis.Set) -> Double {
    let fields = fieldValues(axis)
    let bars = hasBars && isHorizontal == (axis == .vertical) ? barValues : []
    let values = bars.isEmpty ? fields : bars
    return values.isEmpty ? 0 : (ChartScale.smallestGap(values) ?? 1) / 2
  }

  private func parts(in rect: Rect) -> Parts {
    let stack = ChartStack(marks, isHorizontal: isHorizontal)
    let legend = ChartLegend(
      options.legend == .hidden ? [] : legendEntries, at: options.legendPlace, size: rect.size, in: context)
    let inner = legend.rest(of: rect)
    // The ends of an axis depend on how many labels fit, and this on the room that the labels leave.
    var (x, y) = scales(stack, ChartLabelCounts())
    let room = axes(x, y, counts: ChartLabelCounts()).plot(in: inner)
    let counts = ChartLabelCounts(in: room.size)
    (x, y) = scales(stack, counts)
    let plot = axes(x, y, counts: counts).plot(in: inner)
    x.padding = padding(.horizontal, x, length: plot.width)
    y.padding = padding(.vertical, y, length: plot.height)
    return Parts(x: x, y: y, stack: stack, axes: axes(x, y, counts: counts), legend: legend, inner: inner, plot: plot)
  }

  /// Shares of an axis without values: those that are set, or otherwise those that symbols at its ends take.
  private func padding(_ axis: Axis.Set, _ scale: ChartScale, length: Double) -> (start: Double, end: Double) {
    let own = axis == .horizontal ? options.x : options.y
    if let range = own.range { return range.shares(of: length) }
    // The ends of a domain that is set are those of the plot.
    if own.domain.range != nil { return (0, 0) }
    var (start, end) = (0.0, 0.0)
    for mark in marks where mark.hasSymbol {
      let value = axis == .horizontal ? mark.x : mark.y
      guard let share = value.flatMap(scale.position), share >= -1e-9, share <= 1 + 1e-9 else { continue }
      let radius = radius(of: mark, along: axis)
      start = max(start, radius - share * length)
      end = max(end, radius - (1 - share) * length)
    }
    return PlotDimensionScaleRange(start: start, end: end).shares(of: length)
  }

  /// Half of a symbol's extent along an axis, in points.
  private func radius(of mark: ChartMark, along axis: Axis.Set) -> Double {
    guard case .view(let view)? = mark.symbol else { return mark.symbolRadius }
    let size = resolveOne(view, in: context.attachment(70)).size(in: .ideal)
    return (axis == .horizontal ? size.width : size.height) / 2
  }

  private func axes(_ x: ChartScale, _ y: ChartScale, counts: ChartLabelCounts) -> ChartAxes {
    ChartAxes(x: x, y: y, counts: counts, options: options, context: context)
  }

  /// Both axes, with ends for the labels that there is room for.
  private func scales(_ stack: ChartStack, _ counts: ChartLabelCounts) -> (x: ChartScale, y: ChartScale) {
    let isTable = !fieldValues(.vertical).isEmpty && !hasBars
    let x = ChartScale(
      (isHorizontal && stack.isNormalized ? [] : xValues) + (isHorizontal ? stack.values : []), given: options.x.domain,
      type: options.x.type,
      includesZero: isHorizontal,
      rounding: isHorizontal && !yValues.isEmpty ? options.x.rounding(fitting: counts.x) : nil,
      room: room(.horizontal))
    let y = ChartScale(
      (!isHorizontal && stack.isNormalized ? [] : yValues) + (isHorizontal ? [] : stack.values),
      given: options.y.domain,
      type: options.y.type,
      includesZero: !isHorizontal && !isTable,
      rounding: !isHorizontal && !isTable && !xValues.isEmpty ? options.y.rounding(fitting: counts.y) : nil,
      room: room(.vertical))
    return (x, y)
  }

  private func painter(of parts: Parts, in plot: Rect) -> ChartPainter {
    ChartPainter(
      plot: plot, x: parts.x, y: parts.y, stack: parts.stack, band: (isHorizontal ? parts.y : parts.x).band(barValues),
      fields: Size(width: parts.x.band(fieldValues(.horizontal)), height: parts.y.band(fieldValues(.vertical))),
      isHorizontal: isHorizontal, groups: groups, symbols: symbols, style: style, context: context)
  }

  private var legendEntries: [ChartLegend.Entry] {
    var entries: [ChartLegend.Entry] = []
    var known: Set<String> = []
    for mark in marks where mark.isStyledBySeries && (options.gradient == nil || mark.shade == nil) {
      if let name = mark.series, known.insert(name).inserted {
        entries.append(ChartLegend.Entry(name: name, style: seriesStyle(of: mark)))
      }
    }
    return entries
  }

  /// The least and the greatest number that gives a colour.
  private lazy var shades: (least: Double, most: Double)? = {
    let all = marks.compactMap(\.shade)
    guard let least = all.min(), let most = all.max() else { return nil }
    return (least, most)
  }()
  private lazy var seriesOrder = order(\.series)
  private lazy var symbols = order(\.symbolName)
  private lazy var groups = order(\.group)

  /// The place of each name by its first mark.
  private func order<Name: Hashable>(_ name: KeyPath<ChartMark, Name?>) -> [Name: Int] {
    var order: [Name: Int] = [:]
    for case let name? in marks.map({ $0[keyPath: name] }) where order[name] == nil { order[name] = order.count }
    return order
  }

  private func style(of mark: ChartMark) -> AnyShapeStyle {
    mark.opacity < 1 ? seriesStyle(of: mark).opacity(mark.opacity) : seriesStyle(of: mark)
  }

  /// Without the mark's opacity, as the legend shows it.
  private func seriesStyle(of mark: ChartMark) -> AnyShapeStyle {
    guard let series = mark.series else { return mark.style ?? AnyShapeStyle(TintShapeStyle()) }
    if let gradient = options.gradient, let shade = mark.shade, let (least, most) = shades {
      return AnyShapeStyle(Color(argb: gradient.color(at: most > least ? (shade - least) / (most - least) : 1)))
    }
    if let given = options.styles[series] { return given }
    if let own = mark.style, own.isOwn { return own }
    let palette = options.palette.isEmpty ? Self.palette : options.palette
    return palette[seriesOrder[series, default: 0] % palette.count]
  }
}
