import Foundation

extension WidgetConfigurationIntent {
  /// Reads the values of a scene file over the defaults of `init()`, then calls `validate()`.
  ///
  /// Mappings are merged key by key; arrays are replaced as a whole; `null` keeps the default.
  ///
  /// - Throws: ``ConfigurationError`` for an unknown key, a value of a wrong type, or one that `validate()` refuses.
  public init(configuration values: [String: ConfigurationValue]) throws(ConfigurationError) {
    let defaults = try ConfigurationCoding.value(of: Self())
    let merged = ConfigurationCoding.merge(.object(values), over: defaults)
    let decoder = ConfigurationDecoder(value: merged)
    self = try ConfigurationCoding.decode(Self.self, by: decoder, like: defaults)
    try IntentSchema.settle(self)
    try (Self.self as? any GivenSettingsChecking.Type)?.check(given: values)
    try validate()
    let seen = try ConfigurationCoding.value(of: self)
    let keys = KnownKeys(read: decoder.readKeys.paths)
    try keys.refuseOthers(in: .object(values), known: seen, and: defaults, path: [])
  }
}

/// Settings of which some exclude others. A value alone does not show whether it was given or is the default.
package protocol GivenSettingsChecking: WidgetConfigurationIntent {
  /// Refuses settings that exclude each other.
  ///
  /// - Parameter settings: a configuration as in a scene, without defaults.
  static func check(given settings: [String: ConfigurationValue]) throws(ConfigurationError)
}

enum ConfigurationCoding {
  static func value(of value: some Encodable) throws(ConfigurationError) -> ConfigurationValue {
    do {
      return try JSONDecoder().decode(ConfigurationValue.self, from: JSONEncoder().encode(value))
    } catch {
      throw ConfigurationError(path: [], message: "the widget's own defaults cannot be encoded: \(error)")
    }
  }

  /// Null is ignored: the default is used.
  static func merge(_ top: ConfigurationValue, over base: ConfigurationValue) -> ConfigurationValue {
    if top == .null { return base }
    guard case .object(let topKeys) = top, case .object(let baseKeys) = base else { return top }
    return .object(baseKeys.merging(topKeys) { merge($1, over: $0) })
  }

  /// - Parameter defaults: examples for messages.
  static func decode<T: Decodable>(
    _ type: T.Type, by decoder: ConfigurationDecoder, like defaults: ConfigurationValue
  ) throws(ConfigurationError) -> T {
    do {
      return try decoder.decode(type)
    } catch let error as DecodingError {
      throw ConfigurationError(error).illustrated(by: defaults)
    } catch {
      throw ConfigurationError(path: [], message: "\(error)")
    }
  }
}

/// Finds keys of a configuration that its widget does not know.
struct KnownKeys {
  /// The paths of the keys that were read.
  let read: Set<[String]>

  /// Refuses a key that was not decoded. One with a value is missing when the decoded value is encoded again. One
  /// without a value, which would not be encoded either way, was not read.
  func refuseOthers(
    in given: ConfigurationValue, known: ConfigurationValue, and defaults: ConfigurationValue, path: [String]
  ) throws(ConfigurationError) {
    if case .array(let items) = given, case .array(let knownItems) = known {
      for (index, (item, knownItem)) in zip(items, knownItems).enumerated() {
        try refuseOthers(in: item, known: knownItem, and: .null, path: path + [String(index)])
      }
    }
    guard case .object(let keys) = given, case .object(let knownKeys) = known else { return }
    var defaultKeys: [String: ConfigurationValue] = [:]
    if case .object(let object) = defaults { defaultKeys = object }
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      let inner = knownKeys[key]
      if value == .null, inner != nil || defaultKeys[key] != nil || read.contains(path + [key]) { continue }
      guard let inner else {
        // Settings without a default and without a value are in neither of the two; their keys were read.
        let others = read.filter { $0.count == path.count + 1 && $0.starts(with: path) }.compactMap(\.last)
        let names = Set(knownKeys.keys).union(defaultKeys.keys).union(others).sorted()
        let list = names.joined(separator: ", ")
        let remedy = names.isEmpty ? "there is nothing to configure" : "expected one of \(list)"
        throw ConfigurationError(path: path + [key], message: "unknown key; \(remedy)", knownKeys: names)
      }
      try refuseOthers(in: value, known: inner, and: defaultKeys[key] ?? .null, path: path + [key])
    }
  }
}

extension ConfigurationError {
  package init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context):
      self.init(path: Self.path(context), message: "expected \(Self.name(of: type))")
    case .valueNotFound(let type, let context):
      self.init(path: Self.path(context), message: "expected \(Self.name(of: type)), found nothing")
    case .keyNotFound(let key, let context):
      self.init(path: Self.path(context) + [key.stringValue], message: "a value is required")
    case .dataCorrupted(let context):
      self.init(path: Self.path(context), message: context.debugDescription)
    @unknown default:
      self.init(path: [], message: "expected another value")
    }
  }

  /// With an example from the defaults where a list or a mapping was expected.
  fileprivate func illustrated(by defaults: ConfigurationValue) -> ConfigurationError {
    guard ["expected a list", "expected a mapping of keys to values"].contains(message) else { return self }
    let example = path.reduce(Optional(defaults)) { value, part in
      switch value {
      case .object(let members): members[part]
      case .array(let items): items.first
      default: nil
      }
    }
    guard let words = example?.flowText else { return self }
    let kind = message.replacing(" of keys to values", with: "")
    return ConfigurationError(path: path, message: "\(kind) such as \(words)")
  }

  private static func path(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.configurationName) }

  /// The type in the words of a configuration's author, who does not see Swift types.
  private static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is any ListType.Type: "a list"
    case is any MappingType.Type: "a mapping of keys to values"
    default: "another value"
    }
  }
}

extension ConfigurationValue {
  /// A list or mapping on one line as in YAML, with the first item of each list; nil if it would be empty.
  fileprivate var flowText: String? {
    switch self {
    case .array(let items):
      return items.first?.flowPart.map { "[\($0)]" }
    case .object(let members):
      let parts = members.sorted { $0.key < $1.key }.compactMap { key, value in value.flowPart.map { "\(key): \($0)" } }
      return parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
    default: return nil
    }
  }

  private var flowPart: String? {
    switch self {
    case .null, .string(""): nil
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text):
      text.allSatisfy { $0.isLetter || $0.isNumber || "/_-".contains($0) } ? text : "\"\(text)\""
    case .array, .object: flowText
    }
  }
}

private protocol ListType {}
extension Array: ListType {}
extension Set: ListType {}

private protocol MappingType {}
extension Dictionary: MappingType {}
