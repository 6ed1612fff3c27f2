import AfterglowViews

/// Lines, bars, areas, points and rules in a plot, with a few labels along its edges.
///
///     Chart(entry.tides) { tide in
///       LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
///         .interpolationMethod(.monotone)
///     }
///     .chartYAxis(.hidden)
///     .tint(.cyan)
///
/// A chart fills the size it is offered. Numbers, dates or names determine the kind of an axis; the axis of values
/// includes 0 and ends at the next label beyond the values unless a domain is set. Marks with values that are not finite are left out,
/// with a warning; more than 50,000 marks are an error of the widget. Time runs from left to right in every layout
/// direction.
public struct Chart: View, PrimitiveView {
  private let marks: [ChartMark]

  /// Marks of any kind in one plot; later ones are drawn in front.
  public init(@ChartContentBuilder content: () -> ChartMarks) { marks = content().marks }

  /// Marks for each element of a collection.
  public init<Data: RandomAccessCollection>(
    _ data: Data, @ChartContentBuilder content: (Data.Element) -> ChartMarks
  ) {
    marks = data.flatMap { content($0).marks }
  }

  /// Accepts `id` so that code for Swift Charts compiles; it is not used.
  public init<Data: RandomAccessCollection, ID>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: (Data.Element) -> ChartMarks
  ) {
    self.init(data, content: content)
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    let usable = marks.filter { mark in
      [mark.x, mark.y, mark.xStart, mark.xEnd, mark.yStart, mark.yEnd].allSatisfy { $0?.isUsable ?? true }
    }
    if usable.count < marks.count {
      context.warn("\(marks.count - usable.count) marks of a chart have values that are not numbers; they are left out")
    }
    guard usable.count <= 50_000 else {
      context.fail("a chart has more than 50000 marks")
      return []
    }
    // Time runs from left to right in every layout direction.
    var plain = context
    plain.environment.layoutDirection = .leftToRight
    return [ChartElement(marks: usable, options: context.environment.chartOptions, context: plain)]
  }
}

/// What the `chart…` modifiers set for one axis.
struct ChartAxisOptions: Sendable {
  var visibility = Visibility.automatic
  var marks: [AxisMarks]?
  var domain = PlottedDomain()
  /// nil = all of the plot, less the parts that symbols at the ends of an automatic domain take.
  var range: PlotDimensionScaleRange?
  var type = ScaleType.linear

  /// How the first marks round the ends of the axis. One that is not shown has the ends of one with room for every label.
  ///
  /// - Parameter count: how many steps there is room for.
  func rounding(fitting count: Int) -> ChartRounding {
    (marks?.first?.values ?? AxisMarkValues.automatic)
      .rounding(fitting: visibility == .hidden ? ChartRounding.mostSteps : count)
  }
}

/// Options set by the `chart…` modifiers.
struct ChartOptions: Sendable {
  var x = ChartAxisOptions()
  var y = ChartAxisOptions()
  var legend = Visibility.automatic
  var legendPlace = ChartLegend.Place()
  /// In the order in which they were set.
  var styles: [String: AnyShapeStyle] = [:]
  /// For series without one; empty = the system's colours.
  var palette: [AnyShapeStyle] = []
  /// For marks that a number gives a colour: from the least to the greatest.
  var gradient: Gradient?
  var plotStyle: (@Sendable (ChartPlotContent) -> AnyView)?
  var layers: [ChartLayer] = []
}

private struct ChartOptionsKey: EnvironmentKey {
  static let defaultValue = ChartOptions()
}

extension EnvironmentValues {
  /// The options of the charts inside.
  var chartOptions: ChartOptions {
    get { self[ChartOptionsKey.self] }
    set { self[ChartOptionsKey.self] = newValue }
  }
}

extension View {
  func chart(_ change: @escaping (inout ChartOptions) -> Void) -> some View {
    EnvironmentModifier(content: self) { change(&$0.chartOptions) }
  }

  /// Shows or hides the labels and lines of the horizontal axis.
  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.x.visibility = visibility } }
  /// Shows or hides the labels and lines of the vertical axis.
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.y.visibility = visibility } }

  /// Sets both ends of the horizontal axis. Content outside is clipped. A domain without length is ignored.
  ///
  /// - Parameters:
  ///   - domain: the first and the last value, names in their order, or `.automatic(includesZero:reversed:)`; both above
  ///     0 on a logarithmic axis, otherwise it is ignored.
  ///   - range: the part of the plot that the domain takes up; `nil` leaves it as it is.
  ///   - type: how values become distances; `nil` leaves it as it is.
  public func chartXScale(
    domain: some ScaleDomain, range: PlotDimensionScaleRange? = nil, type: ScaleType? = nil
  ) -> some View {
    let domain = domain.plottedDomain
    return chart {
      $0.x.domain = domain
      if let range { $0.x.range = range }
      if let type { $0.x.type = type }
    }
  }

  /// Sets both ends of the vertical axis, as for the horizontal one.
  public func chartYScale(
    domain: some ScaleDomain, range: PlotDimensionScaleRange? = nil, type: ScaleType? = nil
  ) -> some View {
    let domain = domain.plottedDomain
    return chart {
      $0.y.domain = domain
      if let range { $0.y.range = range }
      if let type { $0.y.type = type }
    }
  }

  /// Sets the part of the plot's width that the values take up; `nil` leaves room for the symbols at both ends.
  public func chartXScale(range: PlotDimensionScaleRange?) -> some View { chart { $0.x.range = range } }
  /// Sets the part of the plot's height that the values take up; `nil` leaves room for the symbols at both ends.
  public func chartYScale(range: PlotDimensionScaleRange?) -> some View { chart { $0.y.range = range } }

  /// Sets how values of the horizontal axis become distances; `nil` is ``ScaleType/linear``.
  public func chartXScale(type: ScaleType?) -> some View { chart { $0.x.type = type ?? .linear } }

  /// Sets how values of the vertical axis become distances; `nil` is ``ScaleType/linear``.
  public func chartYScale(type: ScaleType?) -> some View { chart { $0.y.type = type ?? .linear } }

  /// Sets the style of each series by its name. Others get seven system colours in turn, from blue on.
  public func chartForegroundStyleScale(_ styles: KeyValuePairs<String, some ShapeStyle>) -> some View {
    chart { options in for (name, style) in styles { options.styles[name] = AnyShapeStyle(style) } }
  }

  /// Sets the styles of series by their values.
  public func chartForegroundStyleScale<Value: Plottable>(_ styles: KeyValuePairs<Value, some ShapeStyle>) -> some View
  {
    let named = styles.map { ($0.key.plotted.name, AnyShapeStyle($0.value)) }
    return chart { options in for (name, style) in named { options.styles[name] = style } }
  }

  /// Sets the styles of series: the first one's that of the first value, and so on, again from the start.
  public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(domain: [Value], range: [Style])
    -> some View
  {
    let styles = domain.enumerated().compactMap { index, value in
      range.isEmpty ? nil : (value.plotted.name, AnyShapeStyle(range[index % range.count]))
    }
    return chart { options in for (name, style) in styles { options.styles[name] = style } }
  }

  /// Sets the colours of numbers in `foregroundStyle(by:)`, from the least to the greatest.
  public func chartForegroundStyleScale(range: Gradient) -> some View { chart { $0.gradient = range } }

  /// Sets the styles that series have in turn.
  public func chartForegroundStyleScale<Style: ShapeStyle>(range: [Style]) -> some View {
    let styles = range.map { AnyShapeStyle($0) }
    return chart { $0.palette = styles }
  }
}
