import Foundation

/// A value that can be plotted on an axis: a number, a date, or a name.
public protocol Plottable {
  /// The value in the form that the axis uses.
  var plotted: PlottedValue { get }
}

/// A value on an axis, without its type.
public enum PlottedValue: Hashable, Sendable {
  /// NaN and infinities are omitted from the chart.
  case number(Double)
  case date(Date)
  /// A name, in the order in which names first appear.
  case category(String)

  /// The position on a numeric axis; nil for names and NaN.
  var position: Double? {
    switch self {
    case .number(let value): value.isFinite ? value : nil
    case .date(let date): date.timeIntervalSinceReferenceDate.isFinite ? date.timeIntervalSinceReferenceDate : nil
    case .category: nil
    }
  }

  var isUsable: Bool {
    if case .category = self { true } else { position != nil }
  }
}

extension Double: Plottable { public var plotted: PlottedValue { .number(self) } }
extension Float: Plottable { public var plotted: PlottedValue { .number(Double(self)) } }
extension Int: Plottable { public var plotted: PlottedValue { .number(Double(self)) } }
extension Date: Plottable { public var plotted: PlottedValue { .date(self) } }
extension String: Plottable { public var plotted: PlottedValue { .category(self) } }

/// A value and the name of what it measures: `.value("Height", 2.4)`.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: Value

  /// - Parameter label: the name of the quantity, for descriptions of the chart; it is not drawn.
  /// - Parameter value: the position of the mark, or the series it belongs to.
  public static func value(_ label: String, _ value: Value) -> PlottableValue {
    PlottableValue(label: label, value: value)
  }
}

/// How a line or area is interpolated between values.
public enum InterpolationMethod: Hashable, Sendable {
  case linear
  /// Curved, without overshooting the values it joins (Fritsch and Carlson). More than 400 values are joined by
  /// straight lines.
  case monotone
  /// Steps: each value extends before its position, to both sides of it, or after it.
  case stepStart, stepCenter, stepEnd
}

/// One mark of a chart, ready to be placed.
public struct ChartMark {
  enum Kind: Hashable { case line, bar, area, point, rule, rectangle }

  var kind: Kind
  var x: PlottedValue?
  var y: PlottedValue?
  /// The end of a bar, area, rule or rectangle that does not start at zero.
  var xEnd: PlottedValue?
  var yStart: PlottedValue?
  var yEnd: PlottedValue?
  var series: String?
  /// Whether the series has its own style, and therefore an entry in the legend.
  var isStyledBySeries = false
  var style: AnyShapeStyle?
  var opacity = 1.0
  var interpolation = InterpolationMethod.linear
  var stroke = StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
  /// Area of a point, in square points.
  var symbolSize = 20.0
  var cornerRadius = 0.0
  /// Width of a bar, in points; nil = two thirds of the available width.
  var width: Double?
  var annotation: ChartAnnotation?
}

/// The content of a chart: marks, and views that create them, such as ``ForEach``.
public protocol ChartContent {
  var marks: [ChartMark] { get }
}

/// Marks that modifiers change together.
public struct ChartMarks: ChartContent {
  public let marks: [ChartMark]
}

/// Collects the marks of a block, including `if`, `switch` and `for`.
@resultBuilder
public enum ChartContentBuilder {
  public static func buildExpression(_ content: some ChartContent) -> ChartMarks { ChartMarks(marks: content.marks) }
  public static func buildBlock(_ parts: ChartMarks...) -> ChartMarks { ChartMarks(marks: parts.flatMap(\.marks)) }
  public static func buildEither(first: ChartMarks) -> ChartMarks { first }
  public static func buildEither(second: ChartMarks) -> ChartMarks { second }
  public static func buildOptional(_ part: ChartMarks?) -> ChartMarks { part ?? ChartMarks(marks: []) }
  public static func buildArray(_ parts: [ChartMarks]) -> ChartMarks { ChartMarks(marks: parts.flatMap(\.marks)) }
  public static func buildLimitedAvailability(_ part: ChartMarks) -> ChartMarks { part }
}

extension ForEach: ChartContent where Content: ChartContent {
  public var marks: [ChartMark] { items.flatMap(\.marks) }
}

extension ForEach where Content == ChartMarks {
  public init(_ data: Data, @ChartContentBuilder content: (Data.Element) -> ChartMarks) { items = data.map(content) }

  /// Accepts `id` so that code for Swift Charts compiles; it is not used.
  public init<ID>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: (Data.Element) -> ChartMarks
  ) {
    items = data.map(content)
  }
}
