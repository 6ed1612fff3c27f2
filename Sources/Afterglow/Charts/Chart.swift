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
/// includes 0 and ends at round numbers unless a domain is set. Marks with values that are not finite are left out,
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

  func elements(in context: ResolveContext) -> [any Element] {
    let usable = marks.filter { mark in
      [mark.x, mark.y, mark.xEnd, mark.yStart, mark.yEnd].allSatisfy { $0?.isUsable ?? true }
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

/// Whether a part of a chart is shown. Axes and legends are, unless hidden; a legend needs marks with
/// `foregroundStyle(by:)`.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }

/// Options set by the `chart…` modifiers.
struct ChartOptions: Sendable {
  var xAxis = Visibility.automatic
  var yAxis = Visibility.automatic
  var xMarks: AxisMarks?
  var yMarks: AxisMarks?
  var legend = Visibility.automatic
  var legendPosition = AnnotationPosition.automatic
  var xDomain: ClosedRange<Double>?
  var yDomain: ClosedRange<Double>?
  var xType = ScaleType.linear
  var yType = ScaleType.linear
  /// In the order in which they were set.
  var styles: [String: AnyShapeStyle] = [:]
  var plotStyle: (@Sendable (ChartPlotContent) -> AnyView)?
}

extension View {
  func chart(_ change: @escaping (inout ChartOptions) -> Void) -> some View {
    EnvironmentModifier(content: self) { change(&$0.chartOptions) }
  }

  /// Shows or hides the labels below the plot.
  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.xAxis = visibility } }
  /// Shows or hides the labels and lines of the vertical axis.
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.yAxis = visibility } }

  /// Sets both ends of the horizontal axis. Content outside is clipped. A domain of names, or without length, is
  /// ignored.
  ///
  /// - Parameters:
  ///   - domain: the first and the last value; both above 0 on a logarithmic axis, otherwise it is ignored.
  ///   - type: how values become distances; `nil` leaves it as it is.
  public func chartXScale<Bound: Plottable>(domain: ClosedRange<Bound>, type: ScaleType? = nil) -> some View {
    chart {
      $0.xDomain = domain.plotted
      if let type { $0.xType = type }
    }
  }

  /// Sets both ends of the vertical axis. Content outside is clipped. A domain of names, or without length, is ignored.
  ///
  /// - Parameters:
  ///   - domain: the lowest and the highest value; both above 0 on a logarithmic axis, otherwise it is ignored.
  ///   - type: how values become distances; `nil` leaves it as it is.
  public func chartYScale<Bound: Plottable>(domain: ClosedRange<Bound>, type: ScaleType? = nil) -> some View {
    chart {
      $0.yDomain = domain.plotted
      if let type { $0.yType = type }
    }
  }

  /// Sets how values of the horizontal axis become distances; `nil` is ``ScaleType/linear``.
  public func chartXScale(type: ScaleType?) -> some View { chart { $0.xType = type ?? .linear } }

  /// Sets how values of the vertical axis become distances; `nil` is ``ScaleType/linear``.
  public func chartYScale(type: ScaleType?) -> some View { chart { $0.yType = type ?? .linear } }

  /// Sets the style of each series by its name. Others get seven system colours in turn, from blue on.
  public func chartForegroundStyleScale(_ styles: KeyValuePairs<String, some ShapeStyle>) -> some View {
    chart { options in for (name, style) in styles { options.styles[name] = AnyShapeStyle(style) } }
  }
}

extension ClosedRange where Bound: Plottable {
  fileprivate var plotted: ClosedRange<Double>? {
    guard let lower = lowerBound.plotted.position, let upper = upperBound.plotted.position, lower < upper else {
      return nil
    }
    return lower...upper
  }
}
