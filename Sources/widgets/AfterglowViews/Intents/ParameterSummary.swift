/// A sentence with the parameters of an intent.
public protocol ParameterSummary: Sendable {
  /// The sentence, with the titles of the parameters; empty if it has none.
  var words: String { get }
}

/// No sentence.
public struct EmptyParameterSummary: ParameterSummary {
  public init() {}
  public var words: String { "" }
}

/// A sentence with parameters: `Summary("Departures from \(\.$origin)")`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  public let words: String

  public init() { words = "" }

  /// - Parameters:
  ///   - text: the sentence.
  ///   - table: accepted without effect.
  public init(_ text: ParameterSummaryString<Intent>, table: String? = nil) { words = text.words }

  /// - Parameters:
  ///   - text: the sentence.
  ///   - table: accepted without effect.
  ///   - parameters: those that stand below the sentence; accepted without effect.
  public init(
    _ text: ParameterSummaryString<Intent>, table: String? = nil,
    @ParameterSummaryList<Intent> _ parameters: () -> [PartialKeyPath<Intent>]
  ) {
    words = text.words
  }

  /// - Parameter parameters: those that stand below the sentence; accepted without effect.
  public init(@ParameterSummaryList<Intent> _ parameters: () -> [PartialKeyPath<Intent>]) { words = "" }
}

/// The words of a summary.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  let words: String

  public init(stringLiteral value: String) { words = value }
  public init(stringInterpolation: StringInterpolation) { words = stringInterpolation.words }

  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { words += literal }
    /// A parameter, by its title.
    public mutating func appendInterpolation<Value>(_ path: KeyPath<Intent, IntentParameter<Value>>) {
      words += Intent()[keyPath: path].title.words(isNoted: false)
    }
  }
}

/// Collects parameters.
@resultBuilder
public enum ParameterSummaryList<Intent: AppIntent> {
  public static func buildExpression<Value>(
    _ path: KeyPath<Intent, IntentParameter<Value>>
  ) -> [PartialKeyPath<Intent>] { [path] }
  public static func buildBlock(_ paths: [PartialKeyPath<Intent>]...) -> [PartialKeyPath<Intent>] {
    paths.flatMap { $0 }
  }
}

/// Makes one sentence of those in braces.
@resultBuilder
public enum ParameterSummaryBuilder {
  public static func buildBlock<Summary: ParameterSummary>(_ summary: Summary) -> Summary { summary }
  public static func buildBlock<each Summary: ParameterSummary>(_ summaries: repeat each Summary)
    -> ParameterSummaryGroup
  {
    var all: [any ParameterSummary] = []
    for summary in repeat each summaries { all.append(summary) }
    return ParameterSummaryGroup(all: all)
  }
}

/// Sentences for several cases.
public struct ParameterSummaryGroup: ParameterSummary {
  let all: [any ParameterSummary]

  /// The first sentence.
  public var words: String { all.lazy.map(\.words).first { !$0.isEmpty } ?? "" }
}

/// How a parameter is compared.
public enum ParameterSummaryComparison: Hashable, Sendable {
  case equalTo, notEqualTo, lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, contains, hasAnyValue,
    hasNoValue, oneOf
}

/// One sentence or another, by the value of a parameter. The one for the defaults is taken.
public struct ParameterSummaryWhenCondition<Intent: AppIntent>: ParameterSummary {
  public let words: String

  /// Compares with a value.
  public init<Value: IntentValue & Equatable>(
    _ path: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison,
    _ value: Value.UnwrappedType,
    @ParameterSummaryBuilder _ summary: () -> some ParameterSummary,
    @ParameterSummaryBuilder otherwise: () -> some ParameterSummary
  ) where Value.UnwrappedType: IntentValue {
    let isEqual = Intent()[keyPath: path].configurationValue == value.configurationValue
    words = isEqual == (comparison != .notEqualTo) ? summary().words : otherwise().words
  }

  /// Compares with several values.
  public init<Value: IntentValue>(
    _ path: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison,
    _ values: [Value.UnwrappedType],
    @ParameterSummaryBuilder _ summary: () -> some ParameterSummary,
    @ParameterSummaryBuilder otherwise: () -> some ParameterSummary
  ) where Value.UnwrappedType: IntentValue {
    let own = Intent()[keyPath: path].configurationValue
    words = values.contains { $0.configurationValue == own } ? summary().words : otherwise().words
  }

  /// Asks whether there is a value.
  public init<Value: IntentValue>(
    _ path: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison,
    @ParameterSummaryBuilder _ summary: () -> some ParameterSummary,
    @ParameterSummaryBuilder otherwise: () -> some ParameterSummary
  ) {
    let hasValue = Intent()[keyPath: path].configurationValue != .null
    words = hasValue == (comparison == .hasAnyValue) ? summary().words : otherwise().words
  }

  /// Asks for the family of the widget.
  public init(
    widgetFamily comparison: ParameterSummaryComparison, _ families: WidgetFamily...,
    @ParameterSummaryBuilder summary: () -> some ParameterSummary,
    @ParameterSummaryBuilder otherwise: () -> some ParameterSummary
  ) {
    words = otherwise().words
  }
}

/// One of several sentences, by the value of a parameter. The first is taken.
public struct ParameterSummarySwitchCondition<Intent: AppIntent>: ParameterSummary {
  public let words: String

  public init<Value>(
    _ path: KeyPath<Intent, IntentParameter<Value>>, @ParameterSummaryBuilder _ cases: () -> some ParameterSummary
  ) {
    words = cases().words
  }
}

/// The sentence for one value.
public struct ParameterSummaryCaseCondition<Value: Sendable>: ParameterSummary {
  public let words: String

  public init(_ value: Value, @ParameterSummaryBuilder _ summary: () -> some ParameterSummary) {
    words = summary().words
  }

  public init(_ values: [Value], @ParameterSummaryBuilder _ summary: () -> some ParameterSummary) {
    words = summary().words
  }
}

/// The sentence for all other values.
public struct ParameterSummaryDefaultCaseCondition: ParameterSummary {
  public let words: String

  public init(@ParameterSummaryBuilder _ summary: () -> some ParameterSummary) { words = summary().words }
}
