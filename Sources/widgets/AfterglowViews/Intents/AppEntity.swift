import Foundation

/// A thing that a parameter of an intent can name, such as a city of a list. A scene file has its `id`; the query finds it.
///
///     struct City: AppEntity {
///       let id: String
///       static let typeDisplayRepresentation: TypeDisplayRepresentation = "City"
///       static let defaultQuery = CityQuery()
///       var displayRepresentation: DisplayRepresentation { "\(id)" }
///     }
///
///     struct CityQuery: EntityQuery {
///       func entities(for identifiers: [String]) async throws -> [City] { identifiers.map { City(id: $0) } }
///       func suggestedEntities() async throws -> [City] { [City(id: "Lisbon"), City(id: "Porto")] }
///     }
public protocol AppEntity: IntentValue, DisplayRepresentable, Identifiable where ID: EntityIdentifierConvertible {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  /// Finds entities by their identifiers, and suggests some.
  static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
  public typealias Property = EntityProperty

  public static var parameterKind: IntentParameterKind { .entity }

  public var configurationValue: ConfigurationValue { .string(id.entityIdentifierString) }

  /// The entity with an identifier.
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Self {
    let name = typeDisplayRepresentation.name.words(isNoted: false)
    guard let text = configuration.plainText, let id = ID.entityIdentifier(for: text) else {
      throw .expected("the identifier of “\(name)”", configuration)
    }
    do {
      if let found = try await defaultQuery.entities(for: [id]).first(where: { $0.id == id }) { return found }
    } catch {
      throw ConfigurationError(path: [], message: "the query of “\(name)” failed: \(error)")
    }
    let suggested = ((try? await defaultQuery.suggestedEntities().items) ?? []).prefix(20).map(\.configurationValue)
    let names = suggested.compactMap(\.plainText)
    throw .expected(
      names.isEmpty ? "the identifier of “\(name)”" : "one of \(names.joined(separator: ", "))", configuration)
  }

  /// Returns the query's default, otherwise the first entity that it suggests.
  public static func initialValue() async -> Self? {
    if let given = await queryDefault() { return given }
    return (try? await defaultQuery.suggestedEntities().items)?.first
  }

  static func queryDefault() async -> Self? { await defaultQuery.defaultResult() }
}

/// An entity without a query: the value of a result.
public protocol TransientAppEntity: DisplayRepresentable, Sendable {
  init()
}

/// The identifier of an entity as text.
public protocol EntityIdentifierConvertible: Sendable {
  var entityIdentifierString: String { get }
  static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
  public var entityIdentifierString: String { self }
  public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
  public var entityIdentifierString: String { String(self) }
  public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
  public var entityIdentifierString: String { uuidString }
  public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
    UUID(uuidString: entityIdentifierString)
  }
}

/// Finds entities.
public protocol EntityQuery: Sendable {
  associatedtype Entity: AppEntity
  associatedtype SuggestedEntities: ResultsCollection & Sendable = [Entity] where SuggestedEntities.Result == Entity

  init()

  /// The entities with these identifiers; those that are not found are left out.
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  /// Those that messages list; none by default.
  func suggestedEntities() async throws -> SuggestedEntities
  /// What a parameter without a default begins with; `nil` by default.
  func defaultResult() async -> Entity?
}

extension EntityQuery {
  public typealias ItemCollection = IntentItemCollection
  public typealias ItemSection = IntentItemSection
  public typealias Item = IntentItem

  public func suggestedEntities() async throws -> [Entity] { [] }
  public func defaultResult() async -> Entity? { nil }
}

/// A query that also finds entities by text. Nothing is typed on a panel: it is never asked.
public protocol EntityStringQuery: EntityQuery {
  associatedtype MatchingEntities: ResultsCollection & Sendable = [Entity] where MatchingEntities.Result == Entity
  func entities(matching string: String) async throws -> MatchingEntities
}

/// A query of a short list.
public protocol EnumerableEntityQuery: EntityQuery {
  associatedtype Entity
  func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
  public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }
  public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
}

/// A value of an entity, with a title for people.
@propertyWrapper
public struct EntityProperty<Value: Sendable>: Sendable {
  public let title: LocalizedStringResource?
  private var value: Value?

  public init(title: LocalizedStringResource? = nil) { self.title = title }

  public init(wrappedValue: Value, title: LocalizedStringResource? = nil) {
    self.title = title
    value = wrappedValue
  }

  public var wrappedValue: Value {
    get {
      guard let value else {
        preconditionFailure("“\(title?.key ?? "A property")” of an entity is read before it is set")
      }
      return value
    }
    set { value = newValue }
  }

  public var projectedValue: EntityProperty<Value> { self }
}
