/// Marks in a plot, with few labels along its edges. It takes all the room it is offered.
public struct Chart: View, PrimitiveView {
  private let marks: [ChartMark]

  public init(@ChartContentBuilder content: () -> ChartMarks) { marks = content().marks }

  public init<Data: RandomAccessCollection>(
    _ data: Data, @ChartContentBuilder content: (Data.Element) -> ChartMarks
  ) {
    marks = data.flatMap { content($0).marks }
  }

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
    // A course of time runs as it does everywhere.
    var plain = context
    plain.environment.layoutDirection = .leftToRight
    return [ChartElement(marks: usable, options: context.environment.chartOptions, context: plain)]
  }
}

/// Whether something is shown.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }

/// What `chart…` modifiers say.
struct ChartOptions: Sendable {
  var xAxis = Visibility.automatic
  var yAxis = Visibility.automatic
  var xMarks: AxisMarks?
  var yMarks: AxisMarks?
  var legend = Visibility.automatic
  var legendPosition = AnnotationPosition.automatic
  var xDomain: ClosedRange<Double>?
  var yDomain: ClosedRange<Double>?
  /// In the order they were given.
  var styles: [String: AnyShapeStyle] = [:]
}

extension View {
  func chart(_ change: @escaping (inout ChartOptions) -> Void) -> some View {
    EnvironmentModifier(content: self) { change(&$0.chartOptions) }
  }

  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.xAxis = visibility } }
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.yAxis = visibility } }

  /// Both ends of the axis; what lies outside is cut off.
  public func chartXScale<Bound: Plottable>(domain: ClosedRange<Bound>) -> some View {
    chart { $0.xDomain = domain.plotted }
  }

  public func chartYScale<Bound: Plottable>(domain: ClosedRange<Bound>) -> some View {
    chart { $0.yDomain = domain.plotted }
  }

  /// The style of each series.
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
