import Foundation

/// A type that a parameter of an intent can have: `Bool`, `Int`, `Double`, `String`, `Date`, `DateComponents`, `URL`,
/// `Duration`, `Measurement`, an ``AppEnum`` or ``AppEntity``, and optionals and arrays of them.
public protocol IntentValue: Sendable {
  /// The type without its optional.
  associatedtype UnwrappedType = Self

  /// What a configuration has in its place.
  static var parameterKind: IntentParameterKind { get }
  /// All values, where there are only some; otherwise empty.
  static var parameterOptions: [IntentParameterOption] { get }
  /// Whether a parameter may be without a value.
  static var isOptional: Bool { get }
  /// The value as in a scene file.
  var configurationValue: ConfigurationValue { get }
  /// Reads a value of a scene file. It may ask a query.
  ///
  /// - Throws: ``ConfigurationError`` with what was expected, without a path.
  static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Self
  /// What a parameter has that has no default and is not configured; `nil` if a value is required.
  static func initialValue() async -> Self?
}

extension IntentValue {
  public static var parameterOptions: [IntentParameterOption] { [] }
  public static var isOptional: Bool { false }
  public static func initialValue() async -> Self? { nil }
}

/// The kind of value that a configuration has for a parameter.
public enum IntentParameterKind: String, Codable, Hashable, Sendable {
  case boolean, integer, number, text, date, time, url, choice, entity, list, mapping
}

/// One of the values that a parameter can have.
public struct IntentParameterOption: Codable, Hashable, Sendable {
  /// As in a scene file.
  public var value: String
  /// For people.
  public var title: String

  public init(value: String, title: String) {
    self.value = value
    self.title = title
  }
}

extension ConfigurationError {
  static func expected(_ words: String, _ found: ConfigurationValue) -> ConfigurationError {
    ConfigurationError(path: [], message: "expected \(words), found \(found.inWords)")
  }

  func inside(_ key: String) -> ConfigurationError {
    ConfigurationError(path: [key] + path, message: message, knownKeys: knownKeys)
  }
}

extension ConfigurationValue {
  /// Text, or a number that stands for a name.
  var plainText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let value): String(value)
    default: nil
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .null: "nothing"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let value): "\"\(value.prefix(40))\""
    case .array: "a list"
    case .object: "a mapping"
    }
  }
}

extension Bool: IntentValue {
  public static var parameterKind: IntentParameterKind { .boolean }
  public var configurationValue: ConfigurationValue { .bool(self) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Bool {
    guard case .bool(let value) = configuration else { throw .expected("true or false", configuration) }
    return value
  }
}

extension Int: IntentValue {
  public static var parameterKind: IntentParameterKind { .integer }
  public var configurationValue: ConfigurationValue { .integer(self) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Int {
    guard case .integer(let value) = configuration else { throw .expected("a whole number", configuration) }
    return value
  }
}

extension Double: IntentValue {
  public static var parameterKind: IntentParameterKind { .number }
  public var configurationValue: ConfigurationValue { .number(self) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Double {
    switch configuration {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: throw .expected("a number", configuration)
    }
  }
}

extension String: IntentValue {
  public static var parameterKind: IntentParameterKind { .text }
  public var configurationValue: ConfigurationValue { .string(self) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> String {
    guard case .string(let value) = configuration else { throw .expected("text", configuration) }
    return value
  }
}

extension URL: IntentValue {
  public static var parameterKind: IntentParameterKind { .url }
  public var configurationValue: ConfigurationValue { .string(absoluteString) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> URL {
    guard case .string(let text) = configuration, let url = URL(string: text) else {
      throw .expected("an address", configuration)
    }
    return url
  }
}

extension Date: IntentValue {
  public static var parameterKind: IntentParameterKind { .date }
  public var configurationValue: ConfigurationValue { .string(formatted(.iso8601)) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Date {
    if case .string(let text) = configuration {
      if let date = try? Date(text, strategy: .iso8601) { return date }
      if let components = try? await DateComponents.value(of: configuration), components.year != nil,
        let date = Calendar.current.date(from: components)
      {
        return date
      }
    }
    throw .expected("a date such as 2026-05-01 or 2026-05-01T12:00:00Z", configuration)
  }
}

extension DateComponents: IntentValue {
  public static var parameterKind: IntentParameterKind { .time }

  public var configurationValue: ConfigurationValue {
    let day = year.map { String(format: "%04d-%02d-%02d", $0, month ?? 1, self.day ?? 1) }
    let time = hour.map { String(format: "%02d:%02d", $0, minute ?? 0) }
    return .string([day, time].compactMap { $0 }.joined(separator: " "))
  }

  /// A day, a time, or both: "2026-05-01", "07:30", "2026-05-01 07:30".
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> DateComponents {
    let expected = "a day and a time such as 2026-05-01, 07:30 or 2026-05-01 07:30"
    guard case .string(let text) = configuration,
      let match = text.wholeMatch(of: /(?:(\d{4})-(\d\d)-(\d\d))?[ T]?(?:(\d\d?):(\d\d))?/), !text.isEmpty
    else { throw .expected(expected, configuration) }
    let (_, year, month, day, hour, minute) = match.output
    let parts = DateComponents(
      year: year.flatMap { Int($0) }, month: month.flatMap { Int($0) }, day: day.flatMap { Int($0) },
      hour: hour.flatMap { Int($0) }, minute: minute.flatMap { Int($0) })
    guard (1...12).contains(parts.month ?? 1), (1...31).contains(parts.day ?? 1), (0...23).contains(parts.hour ?? 0),
      (0...59).contains(parts.minute ?? 0)
    else { throw .expected(expected, configuration) }
    return parts
  }
}

extension Duration: IntentValue {
  public static var parameterKind: IntentParameterKind { .number }
  public var configurationValue: ConfigurationValue { .number(self / .seconds(1)) }
  /// Seconds.
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Duration {
    .clamping(seconds: try await Double.value(of: configuration))
  }
}

extension Measurement: IntentValue where UnitType: Dimension {
  public static var parameterKind: IntentParameterKind { .number }
  /// In the base unit of its dimension.
  public var configurationValue: ConfigurationValue { .number(unit.converter.baseUnitValue(fromValue: value)) }
  /// A number in the base unit of its dimension: metres, seconds, kelvin.
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Measurement {
    Measurement(value: try await Double.value(of: configuration), unit: UnitType.baseUnit())
  }
}

extension Optional: IntentValue where Wrapped: IntentValue {
  public typealias UnwrappedType = Wrapped
  public static var parameterKind: IntentParameterKind { Wrapped.parameterKind }
  public static var parameterOptions: [IntentParameterOption] { Wrapped.parameterOptions }
  public static var isOptional: Bool { true }
  public var configurationValue: ConfigurationValue { self?.configurationValue ?? .null }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Wrapped? {
    configuration == .null ? nil : try await Wrapped.value(of: configuration)
  }
  /// None, or what the query of an entity gives.
  public static func initialValue() async -> Wrapped?? {
    guard let type = Wrapped.self as? any AppEntity.Type else { return .some(nil) }
    return .some(await type.queryDefault() as? Wrapped)
  }
}

extension Array: IntentValue where Element: IntentValue {
  public typealias UnwrappedType = [Element]
  public static var parameterKind: IntentParameterKind { .list }
  public static var parameterOptions: [IntentParameterOption] { Element.parameterOptions }
  public var configurationValue: ConfigurationValue { .array(map(\.configurationValue)) }
  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> [Element] {
    guard case .array(let items) = configuration else { throw .expected("a list", configuration) }
    var values: [Element] = []
    for (index, item) in items.enumerated() {
      do throws(ConfigurationError) {
        values.append(try await Element.value(of: item))
      } catch {
        throw error.inside(String(index))
      }
    }
    return values
  }
  public static func initialValue() async -> [Element]? { [] }
}
