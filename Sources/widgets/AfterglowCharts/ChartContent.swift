import AfterglowViews
import Foundation

/// How a line or area is interpolated between values. More than 400 values are joined by straight lines, not curves.
public struct InterpolationMethod: Hashable, Sendable {
  enum Kind: Hashable {
    case linear, monotone, stepStart, stepCenter, stepEnd
    case catmullRom(alpha: Double)
    case cardinal(tension: Double)
  }

  let kind: Kind

  public static let linear = InterpolationMethod(kind: .linear)
  /// Curved, without overshooting the values it joins (Fritsch and Carlson).
  public static let monotone = InterpolationMethod(kind: .monotone)
  /// Steps: each value extends before its position, to both sides of it, or after it.
  public static let stepStart = InterpolationMethod(kind: .stepStart)
  public static let stepCenter = InterpolationMethod(kind: .stepCenter)
  public static let stepEnd = InterpolationMethod(kind: .stepEnd)
  /// Curved through all values (Catmull and Rom), with the parameter 0.5: without loops.
  public static let catmullRom = InterpolationMethod.catmullRom(alpha: 0.5)
  /// - Parameter alpha: 0 for equal distances, 0.5 for those between the square roots of the distances, 1 for the distances.
  public static func catmullRom(alpha: CGFloat) -> InterpolationMethod {
    InterpolationMethod(kind: .catmullRom(alpha: alpha.isFinite ? min(max(alpha, 0), 1) : 0.5))
  }
  /// Curved through all values, with the tension 0.
  public static let cardinal = InterpolationMethod.cardinal(tension: 0)
  /// - Parameter tension: 0 for the roundest curve, 1 for straight lines.
  public static func cardinal(tension: CGFloat) -> InterpolationMethod {
    InterpolationMethod(kind: .cardinal(tension: tension.isFinite ? min(max(tension, 0), 1) : 0))
  }
}

/// One mark of a chart, ready to be placed.
public struct ChartMark {
  enum Kind: Hashable { case line, bar, area, point, rule, rectangle, sector }

  var kind: Kind
  var x: PlottedValue?
  var y: PlottedValue?
  /// The end of a bar, area, rule or rectangle that does not start at zero.
  var xStart: PlottedValue?
  var xEnd: PlottedValue?
  var yStart: PlottedValue?
  var yEnd: PlottedValue?
  var series: String?
  /// The line or area, of several without names, in which each mark has its own style; nil = the first mark's style for all.
  var strand: Int?
  /// Whether the series has its own style, and therefore an entry in the legend.
  var isStyledBySeries = false
  var style: AnyShapeStyle?
  var opacity = 1.0
  var interpolation = InterpolationMethod.linear
  var stroke = StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
  /// Area of a point, in square points.
  var symbolSize = 20.0
  var cornerRadius = 0.0
  /// Thickness of a bar; width of a rectangle around a value.
  var width = MarkDimension.automatic
  /// Height of a rectangle around a value.
  var height = MarkDimension.automatic
  /// The axes along which a rectangle is around a value, not between two.
  var centred: Axis.Set = []
  /// A number that the chart's gradient gives a colour.
  var shade: Double?
  var stacking = MarkStackingMethod.standard
  /// The group of a bar that stands next to others at its position.
  var group: PlottedValue?
  var sector: Sector?
  var symbol: ChartSymbol?
  /// The series whose symbol it has.
  var symbolName: String?
  /// The outline of a bar or rectangle in its frame; nil = a rectangle with `cornerRadius`.
  var outline: ((Rect) -> Path)?
  /// Distance from its place, in points.
  var offset = Size.zero
  var zIndex = 0.0
  var annotation: ChartAnnotation?
}

/// The content of a chart: marks, and types of your own whose body has marks.
///
///     struct TideMarks: ChartContent {
///       let tide: Tide
///
///       var body: some ChartContent {
///         LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
///         RuleMark(x: .value("Now", Date.now))
///       }
///     }
public protocol ChartContent {
  associatedtype Body: ChartContent
  @ChartContentBuilder var body: Body { get }
  var marks: [ChartMark] { get }
}

extension ChartContent {
  public var marks: [ChartMark] { body.marks }
}

extension Never: ChartContent {
  public var marks: [ChartMark] { [] }
}

extension ChartContent where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body") }
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
  public init(_ data: Data, @ChartContentBuilder content: (Data.Element) -> ChartMarks) {
    self.init(items: data.map(content))
  }

  /// Accepts `id` so that code for Swift Charts compiles; it is not used.
  public init<ID>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: (Data.Element) -> ChartMarks
  ) {
    self.init(items: data.map(content))
  }
}
