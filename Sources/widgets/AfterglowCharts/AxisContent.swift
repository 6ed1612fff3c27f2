import AfterglowViews
import Foundation

/// One of the values that an axis marks.
public struct AxisValue {
  let plotted: PlottedValue
  /// From the first value of the axis.
  public let index: Int
  /// How many values the axis marks.
  public let count: Int

  /// The value as this type; `nil` if it is of another kind.
  public func `as`<Value: Plottable>(_ type: Value.Type) -> Value? {
    plotted.value()
  }
}

/// A part of an axis at one value: a line across the plot, a tick, a label.
public protocol AxisMark {
  var parts: [AxisPart] { get }
}

/// One thing that an axis shows at a value.
public struct AxisPart {
  enum Kind {
    case gridLine
    case tick(length: Double)
    case label(AxisLabelContent)
  }

  var kind: Kind
  /// The centre of the distance to the next value instead of the value.
  var isCentered = false
  var stroke: StrokeStyle?
  var style: AnyShapeStyle?
  var font: Font?
  /// In points, to the right and down.
  var offset = Size.zero
}

/// What a label says.
enum AxisLabelContent {
  /// The axis's own format.
  case automatic
  /// nil for values that the format does not accept, which have the axis's own.
  case format(@Sendable (PlottedValue, EnvironmentValues) -> String?)
  case view(AnyView)
}

/// A line across the plot at a value.
public struct AxisGridLine: AxisMark {
  public let parts: [AxisPart]

  /// - Parameter centered: half-way to the next value.
  /// - Parameter stroke: a hairline by default.
  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
    parts = [AxisPart(kind: .gridLine, isCentered: centered ?? false, stroke: stroke)]
  }
}

/// A short line from the edge of the plot towards the label.
public struct AxisTick: AxisMark {
  /// In points.
  public enum Length: Sendable {
    case automatic
    case label(extendPastBy: CGFloat)
    case longestLabel(extendPastBy: CGFloat)

    public static var label: Self { .label(extendPastBy: 0) }
    public static var longestLabel: Self { .longestLabel(extendPastBy: 0) }
  }

  public let parts: [AxisPart]

  /// - Parameter centered: half-way to the next value.
  /// - Parameter length: in points.
  /// - Parameter stroke: a hairline by default.
  public init(centered: Bool? = nil, length: CGFloat, stroke: StrokeStyle? = nil) {
    let length = length.isFinite ? min(max(0, length), 20) : 4
    parts = [AxisPart(kind: .tick(length: length), isCentered: centered ?? false, stroke: stroke)]
  }

  /// - Parameters:
  ///   - centered: half-way to the next value.
  ///   - length: 4 points, also where Swift Charts reaches past a label.
  ///   - stroke: of its line.
  public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {
    self.init(centered: centered, length: 4 as CGFloat, stroke: stroke)
  }
}

/// The words at a value: at least 11 pt, `caption2` by default. Labels that would overlap are left out evenly.
public struct AxisValueLabel: AxisMark {
  public let parts: [AxisPart]

  private init(_ content: AxisLabelContent, _ centered: Bool?) {
    parts = [AxisPart(kind: .label(content), isCentered: centered ?? false)]
  }

  /// A label in the axis's own format.
  ///
  /// - Parameters:
  ///   - centered: half-way to the next value: the name of a day under the day.
  ///   - anchor: accepted so that code for Swift Charts compiles, as the others are: labels are centred at their value and
  ///     next to the plot.
  ///   - multiLabelAlignment: accepted without effect.
  ///   - collisionResolution: accepted without effect.
  ///   - offsetsMarks: accepted without effect.
  ///   - orientation: accepted without effect.
  ///   - horizontalSpacing: accepted without effect.
  ///   - verticalSpacing: accepted without effect.
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) {
    self.init(.automatic, centered)
  }

  /// A label written by a format, in the environment's locale, time zone and calendar.
  public init<F: FormatStyle & Sendable>(
    format: F, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) where F.FormatOutput == String {
    self.init(.format(AxisMarks.words(format)), centered)
  }

  /// A label with these words.
  public init(_ words: some StringProtocol, centered: Bool? = nil) {
    self.init(.view(AnyView(Text(verbatim: String(words)))), centered)
  }

  /// A label with a view.
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> some View
  ) {
    self.init(.view(AnyView(content())), centered)
  }
}

/// The treatment of labels that overlap. Accepted so that code for Swift Charts compiles: they are left out evenly.
public enum AxisValueLabelCollisionResolution: Sendable {
  case automatic, disabled, greedy, truncate
  public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> Self { .automatic }
}

/// The direction of labels. Accepted so that code for Swift Charts compiles: they are horizontal, to be legible.
public enum AxisValueLabelOrientation: Sendable { case automatic, horizontal, vertical, verticalReversed }

extension AxisMark {
  private func changed(_ change: (inout AxisPart) -> Void) -> AxisMarkGroup {
    AxisMarkGroup(
      parts: parts.map { part in
        var part = part
        change(&part)
        return part
      })
  }

  /// Sets the style of lines and words: hairlines are quaternary and words secondary by default.
  public func foregroundStyle(_ style: some ShapeStyle) -> some AxisMark {
    changed { $0.style = $0.style ?? AnyShapeStyle(style) }
  }
  /// Sets the font of labels; sizes below 11 pt are 11 pt.
  public func font(_ font: Font?) -> some AxisMark { changed { $0.font = $0.font ?? font } }
  /// Moves lines and words, in points; the space of the plot and of the labels stays as it is.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark {
    changed {
      guard x.isFinite, y.isFinite else { return }
      $0.offset = Size(width: $0.offset.width + x, height: $0.offset.height + y)
    }
  }
  /// Moves lines and words, in points; the space of the plot and of the labels stays as it is.
  public func offset(_ offset: CGSize) -> some AxisMark { self.offset(x: offset.width, y: offset.height) }
}

/// Several marks of an axis as one.
public struct AxisMarkGroup: AxisMark {
  public let parts: [AxisPart]
}

/// Collects what an axis shows at a value, including `if` and `switch`.
@resultBuilder
public enum AxisMarkBuilder {
  public static func buildExpression(_ mark: some AxisMark) -> AxisMarkGroup { AxisMarkGroup(parts: mark.parts) }
  public static func buildBlock(_ marks: AxisMarkGroup...) -> AxisMarkGroup {
    AxisMarkGroup(parts: marks.flatMap(\.parts))
  }
  public static func buildEither(first: AxisMarkGroup) -> AxisMarkGroup { first }
  public static func buildEither(second: AxisMarkGroup) -> AxisMarkGroup { second }
  public static func buildOptional(_ mark: AxisMarkGroup?) -> AxisMarkGroup { mark ?? AxisMarkGroup(parts: []) }
  public static func buildLimitedAvailability(_ mark: AxisMarkGroup) -> AxisMarkGroup { mark }
}

/// The content of an axis: one ``AxisMarks`` or several.
public protocol AxisContent {
  var axisMarks: [AxisMarks] { get }
}

/// Several ``AxisMarks`` of one axis.
public struct AxisMarksGroup: AxisContent {
  public let axisMarks: [AxisMarks]
}

/// Collects the marks of an axis, including `if`, `switch` and `for`.
@resultBuilder
public enum AxisContentBuilder {
  public static func buildExpression(_ content: some AxisContent) -> AxisMarksGroup {
    AxisMarksGroup(axisMarks: content.axisMarks)
  }
  public static func buildBlock(_ parts: AxisMarksGroup...) -> AxisMarksGroup {
    AxisMarksGroup(axisMarks: parts.flatMap(\.axisMarks))
  }
  public static func buildEither(first: AxisMarksGroup) -> AxisMarksGroup { first }
  public static func buildEither(second: AxisMarksGroup) -> AxisMarksGroup { second }
  public static func buildOptional(_ part: AxisMarksGroup?) -> AxisMarksGroup { part ?? AxisMarksGroup(axisMarks: []) }
  public static func buildArray(_ parts: [AxisMarksGroup]) -> AxisMarksGroup {
    AxisMarksGroup(axisMarks: parts.flatMap(\.axisMarks))
  }
  public static func buildLimitedAvailability(_ part: AxisMarksGroup) -> AxisMarksGroup { part }
}
