import AfterglowCore
import AfterglowViews
import Foundation

/// Positions of values in a chart, for `chartOverlay` and `chartBackground`. Positions are in points from the top left corner of
/// the plot.
public struct ChartProxy {
  private let x: ChartScale
  private let y: ChartScale
  private let plot: Rect

  init(x: ChartScale, y: ChartScale, plot: Rect) {
    self.x = x
    self.y = y
    self.plot = plot
  }

  public var plotSize: CGSize { CGSize(plot.size) }
  public var plotAreaSize: CGSize { plotSize }
  /// To be read with a ``GeometryProxy``.
  public var plotFrame: Anchor<CGRect>? { plotAreaFrame }
  public var plotAreaFrame: Anchor<CGRect> { Anchor<CGRect>.Source.bounds.make(plot) }

  /// nil for a name that the axis does not have.
  public func position(forX value: some Plottable) -> CGFloat? { x.position(value.plotted).map { $0 * plot.width } }
  /// nil for a name that the axis does not have.
  public func position(forY value: some Plottable) -> CGFloat? {
    y.position(value.plotted).map { (1 - $0) * plot.height }
  }

  public func position(for position: (x: some Plottable, y: some Plottable)) -> CGPoint? {
    guard let left = self.position(forX: position.x), let top = self.position(forY: position.y) else { return nil }
    return CGPoint(x: left, y: top)
  }

  public func positionRange(forX value: some Plottable) -> ClosedRange<CGFloat>? {
    position(forX: value).map { $0...$0 }
  }

  public func positionRange(forY value: some Plottable) -> ClosedRange<CGFloat>? {
    position(forY: value).map { $0...$0 }
  }

  /// The value at a position; nil where it is of another type.
  public func value<Value: Plottable>(atX position: CGFloat, as type: Value.Type = Value.self) -> Value? {
    plot.width > 0 ? x.value(at: position / plot.width).flatMap { $0.value() } : nil
  }

  /// The value at a position; nil where it is of another type.
  public func value<Value: Plottable>(atY position: CGFloat, as type: Value.Type = Value.self) -> Value? {
    plot.height > 0 ? y.value(at: 1 - position / plot.height).flatMap { $0.value() } : nil
  }

  public func value<X: Plottable, Y: Plottable>(
    at position: CGPoint, as type: (X, Y).Type = (X, Y).self
  ) -> (X, Y)? {
    guard let left = value(atX: position.x, as: X.self), let top = value(atY: position.y, as: Y.self) else {
      return nil
    }
    return (left, top)
  }
}

/// Views in front of or behind the marks of a chart.
struct ChartLayer: @unchecked Sendable {
  let isBehind: Bool
  let alignment: Alignment
  let make: (ChartProxy) -> AnyView
}

extension View {
  /// Adds views in front of a chart, of the whole chart's size.
  ///
  ///     Chart(entry.tides) { tide in
  ///       LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
  ///     }
  ///     .chartOverlay { chart in
  ///       GeometryReader { geometry in
  ///         if let plot = chart.plotFrame, let x = chart.position(forX: entry.high) {
  ///           Text("High").position(x: geometry[plot].minX + x, y: 6)
  ///         }
  ///       }
  ///     }
  public func chartOverlay(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
  ) -> some View { chartLayer(isBehind: false, alignment, content) }

  /// Adds views behind the marks of a chart, of the whole chart's size.
  public func chartBackground(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
  ) -> some View { chartLayer(isBehind: true, alignment, content) }

  private func chartLayer(
    isBehind: Bool, _ alignment: Alignment, _ content: @escaping (ChartProxy) -> some View
  ) -> some View {
    let layer = ChartLayer(isBehind: isBehind, alignment: alignment) { AnyView(content($0)) }
    return chart { $0.layers.append(layer) }
  }

  /// Names the horizontal axis, below the chart or above it.
  public func chartXAxisLabel(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let label = AnyView(content())
    return VStack(alignment: alignment?.horizontal ?? .center, spacing: spacing ?? 2) {
      if position == .top { label.axisLabel() }
      self
      if position != .top { label.axisLabel() }
    }
  }

  public func chartXAxisLabel(
    _ label: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View {
    chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) }
  }

  @_disfavoredOverload
  public func chartXAxisLabel(
    _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View {
    chartXAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) }
  }

  /// Names the vertical axis, above the chart: upright words at its side would not be legible.
  public func chartYAxisLabel(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let label = AnyView(content())
    return VStack(alignment: position == .leading ? .leading : .trailing, spacing: spacing ?? 2) {
      label.axisLabel()
      self
    }
  }

  public func chartYAxisLabel(
    _ label: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View {
    chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) }
  }

  @_disfavoredOverload
  public func chartYAxisLabel(
    _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View {
    chartYAxisLabel(position: position, alignment: alignment, spacing: spacing) { Text(label) }
  }

  private func axisLabel() -> some View { font(.caption2).foregroundStyle(.secondary) }

  /// Accepted without effect: a panel does not scroll.
  public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
  /// Accepted without effect: a panel does not scroll.
  public func chartXVisibleDomain(length: some Plottable) -> some View { self }
  /// Accepted without effect: a panel does not scroll.
  public func chartYVisibleDomain(length: some Plottable) -> some View { self }
  /// Accepted without effect: nothing is selected.
  public func chartXSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  /// Accepted without effect: nothing is selected.
  public func chartYSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  /// Accepted without effect: nothing is selected.
  public func chartAngleSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
  /// Accepted without effect: nothing is selected.
  public func chartXSelection<Value: Plottable & Comparable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
  /// Accepted without effect: nothing is selected.
  public func chartYSelection<Value: Plottable & Comparable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
  /// Accepted without effect: a panel does not scroll.
  public func chartScrollPosition<Value: Plottable>(x: Binding<Value>) -> some View { self }
  /// Accepted without effect: a panel does not scroll.
  public func chartScrollPosition(initialX: some Plottable) -> some View { self }
  /// Accepted without effect: symbols are those of the marks.
  public func chartSymbolScale<Value: Plottable, S: ChartSymbolShape>(
    _ mapping: KeyValuePairs<Value, S>
  ) -> some View { self }
  /// Accepted without effect: symbols are those of the marks.
  public func chartSymbolScale<S: ChartSymbolShape>(range: [S]) -> some View { self }
  /// Accepted without effect: symbols are those of the marks.
  public func chartSymbolScale<Value: Plottable, S: ChartSymbolShape>(domain: [Value], range: [S]) -> some View { self }
}

extension ChartScale {
  /// The value at a share of the axis.
  fileprivate func value(at share: Double) -> PlottedValue? {
    let inner = (share - padding.start) / max(1e-9, 1 - padding.start - padding.end)
    let place = isReversed ? 1 - inner : inner
    switch domain {
    case .categories(let names):
      let index = Int(clamping: (place * Double(names.count)).rounded(.down))
      return names.indices.contains(index) ? .category(names[index]) : nil
    case .numbers(let range):
      let number =
        isLogarithmic
        ? range.lowerBound * pow(range.upperBound / range.lowerBound, place)
        : range.lowerBound + (range.upperBound - range.lowerBound) * place
      return isDates ? .date(Date(timeIntervalSinceReferenceDate: number)) : .number(number)
    }
  }
}

/// Marks together, so that modifiers apply to all of them.
public struct Plot: ChartContent {
  public let marks: [ChartMark]

  public init(@ChartContentBuilder content: () -> ChartMarks) { marks = content().marks }
}

extension ChartContent {
  /// Accepted: charts are listed by their words.
  public func accessibilityLabel(_ label: Text) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted: charts are listed by their words.
  public func accessibilityLabel(_ label: some StringProtocol) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted: charts are listed by their words.
  public func accessibilityValue(_ value: Text) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted: charts are listed by their words.
  public func accessibilityValue(_ value: some StringProtocol) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted: charts are listed by their words.
  public func accessibilityHidden(_ hidden: Bool) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted: charts are listed by their words.
  public func accessibilityIdentifier(_ identifier: String) -> ChartMarks { ChartMarks(marks: marks) }
  /// Accepted without effect: gradients are those of each mark.
  public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> ChartMarks { ChartMarks(marks: marks) }

  /// Adds a view to each mark, as the other `annotation` does.
  ///
  /// - Parameters:
  ///   - position: the side that it stands on.
  ///   - alignment: of the view at its place.
  ///   - spacing: points between the mark and the view.
  ///   - overflowResolution: accepted without effect: annotations stay within the chart.
  ///   - content: the view.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> some View
  ) -> ChartMarks { annotation(position: position, alignment: alignment, spacing: spacing, content: content) }
}

/// The treatment of an annotation that does not fit. Accepted without effect.
public struct AnnotationOverflowResolution: Sendable {
  public enum Boundary: Sendable { case automatic, chart, plot }

  public struct Strategy: Sendable {
    public static let automatic = Strategy()
    public static let disabled = Strategy()
    public static let padScale = Strategy()
    public static var fit: Strategy { Strategy() }
    public static func fit(to boundary: Boundary) -> Strategy { Strategy() }
  }

  public static let automatic = AnnotationOverflowResolution()

  public init(x: Strategy = .automatic, y: Strategy = .automatic) {}
}

extension AxisMarkValues {
  /// About this many round values.
  public static func automatic(
    minimumStride: some Plottable, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { automatic(desiredCount: desiredCount) }

  /// About this many round values.
  public static func automatic(
    desiredCount: Int? = nil, roundLowerBound: Bool?, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { automatic(desiredCount: desiredCount) }

  /// Multiples of a number.
  public static func stride(
    by step: Double, roundLowerBound: Bool?, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues { stride(by: step) }

  /// Multiples of a whole number.
  @_disfavoredOverload
  public static func stride(by step: some BinaryInteger) -> AxisMarkValues { stride(by: Double(step)) }
}

extension AxisMarks {
  /// Labels in the axis's own format.
  ///
  /// - Parameters:
  ///   - preset: accepted without effect.
  ///   - position: the side that it stands on.
  ///   - values: where marks stand.
  ///   - stroke: of its line.
  public init(
    preset: AxisMarkPreset, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) {
    self.init(position: position, values: values, stroke: stroke)
  }

  /// Labels at these values.
  public init(
    preset: AxisMarkPreset, position: AxisMarkPosition = .automatic, values: [some Plottable],
    stroke: StrokeStyle? = nil
  ) {
    self.init(position: position, values: values)
    self.stroke = stroke
  }

  /// Labels written by a format.
  public init<F: FormatStyle & Sendable>(
    format: F, preset: AxisMarkPreset, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) where F.FormatOutput == String {
    self.init(format: format, position: position, values: values)
    self.stroke = stroke
  }

  /// Lines, ticks and labels of your own at these values.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [some Plottable],
    @AxisMarkBuilder content: @escaping () -> AxisMarkGroup
  ) {
    self.init(preset: preset, position: position, values: values) { _ in content() }
  }
}

extension View {
  /// Shows the names of series above or below the plot.
  ///
  /// - Parameters:
  ///   - position: above the plot for `top`, below it for all others.
  ///   - alignment: of its lines in the chart's width; leading by default.
  ///   - spacing: between it and the plot, in points; 5 by default.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View {
    chart {
      $0.legend = .visible
      $0.legendPlace = ChartLegend.Place(
        position: position, alignment: alignment?.horizontal ?? .leading, gap: spacing.map { Double($0) } ?? 5)
    }
  }

  /// Shows views of your own above or below the chart, in place of the names of series.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let legend = AnyView(content())
    return VStack(alignment: alignment?.horizontal ?? .leading, spacing: spacing ?? 4) {
      if position == .top { legend }
      chartLegend(.hidden)
      if position != .top { legend }
    }
  }

  /// Sets the styles of series by a function of their values.
  public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(
    domain: [Value], mapping: (Value) -> Style
  ) -> some View { chartForegroundStyleScale(domain: domain, range: domain.map { AnyShapeStyle(mapping($0)) }) }
}
