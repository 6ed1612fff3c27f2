/// A collection of choices: an array, or an ``IntentItemCollection``.
public protocol ResultsCollection {
  associatedtype Result
  var items: [Result] { get }
}

extension Array: ResultsCollection {
  public var items: [Element] { self }
}

/// Choices in sections.
public struct IntentItemCollection<Result: Sendable>: ResultsCollection, Sendable {
  public let sections: [IntentItemSection<Result>]

  /// - Parameters:
  ///   - promptLabel: accepted without effect.
  ///   - usesIndexedCollation: accepted without effect.
  ///   - sections: the choices by section.
  public init(
    promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
    sections: [IntentItemSection<Result>]
  ) {
    self.sections = sections
  }

  public init(
    promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
    @IntentItemBuilder<IntentItemSection<Result>> sectionsBuilder: () -> [IntentItemSection<Result>]
  ) {
    sections = sectionsBuilder()
  }

  public init(promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Result]) {
    sections = [IntentItemSection(items: items)]
  }

  public var items: [Result] { sections.flatMap(\.items) }

  public static var empty: IntentItemCollection { IntentItemCollection(items: []) }
}

/// Choices under a title.
public struct IntentItemSection<Result: Sendable>: Sendable {
  public let title: LocalizedStringResource?
  public let items: [Result]

  public init(_ title: LocalizedStringResource? = nil, items: [Result]) {
    self.title = title
    self.items = items
  }

  public init(_ title: LocalizedStringResource? = nil, items: [IntentItem<Result>]) {
    self.init(title, items: items.map(\.value))
  }

  public init(
    _ title: LocalizedStringResource? = nil,
    @IntentItemBuilder<IntentItem<Result>> itemsBuilder: () -> [IntentItem<Result>]
  ) {
    self.init(title, items: itemsBuilder())
  }
}

/// A choice with a title.
public struct IntentItem<Result: Sendable>: Sendable {
  public let value: Result
  public let title: LocalizedStringResource?

  /// - Parameters:
  ///   - value: what is chosen.
  ///   - title: its name in the list.
  ///   - subtitle: accepted without effect.
  ///   - image: accepted without effect.
  public init(
    _ value: Result, title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
    image: DisplayRepresentation.Image? = nil
  ) {
    self.value = value
    self.title = title
  }
}

/// Collects choices.
@resultBuilder
public enum IntentItemBuilder<Item> {
  public static func buildExpression(_ item: Item) -> [Item] { [item] }
  public static func buildExpression(_ items: [Item]) -> [Item] { items }
  public static func buildBlock(_ items: [Item]...) -> [Item] { items.flatMap { $0 } }
  public static func buildArray(_ items: [[Item]]) -> [Item] { items.flatMap { $0 } }
  public static func buildOptional(_ items: [Item]?) -> [Item] { items ?? [] }
  public static func buildEither(first items: [Item]) -> [Item] { items }
  public static func buildEither(second items: [Item]) -> [Item] { items }
}

/// The choices of a parameter, found when the widget is configured. A scene file may name others, as a person may type them.
///
///     struct Currencies: DynamicOptionsProvider {
///       func results() async throws -> [String] { ["EUR", "USD", "GBP"] }
///     }
public protocol DynamicOptionsProvider: Sendable {
  associatedtype Result: ResultsCollection & Sendable where Result.Result: Sendable
  associatedtype DefaultValue: Sendable = Result.Result

  func results() async throws -> Result
  /// What a parameter without a default begins with; `nil` by default.
  func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
  public typealias ItemCollection = IntentItemCollection
  public typealias ItemSection = IntentItemSection
  public typealias Item = IntentItem

  public func defaultResult() async -> Result.Result? { nil }
}

/// In an options provider or query, the intent that is being configured: its parameters that come before.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
  /// - Parameter parameters: those that it reads; all can be read.
  public init<each Value>(_ parameters: repeat KeyPath<Intent, IntentParameter<each Value>>) {}

  /// `nil` outside of a configuration.
  public var wrappedValue: IntentProjection<Intent>? {
    (IntentSchema.current as? Intent).map { IntentProjection(intent: $0) }
  }
}

/// The parameters of an intent that is being configured.
@dynamicMemberLookup
public struct IntentProjection<Intent: AppIntent> {
  let intent: Intent

  public subscript<Value>(dynamicMember path: KeyPath<Intent, Value>) -> Value { intent[keyPath: path] }
}
