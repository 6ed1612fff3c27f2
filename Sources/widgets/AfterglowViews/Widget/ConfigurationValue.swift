/// A value of a widget's configuration, as in YAML and JSON. It can be written as a Swift literal:
///
///     let configuration: [String: ConfigurationValue] = ["harbour": "Lisbon", "hours": 12, "showsMoon": true]
public enum ConfigurationValue: Hashable, Sendable {
  /// Treated as missing: the default is used.
  case null
  case bool(Bool)
  /// A number without a fraction that fits into `Int`.
  case integer(Int)
  /// Any other number.
  case number(Double)
  case string(String)
  case array([ConfigurationValue])
  /// A mapping; the order of its keys is not preserved.
  case object([String: ConfigurationValue])
}

extension ConfigurationValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(arrayLiteral elements: ConfigurationValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  /// Creates an object; of duplicate keys the last value is used.
  public init(dictionaryLiteral elements: (String, ConfigurationValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension ConfigurationValue: Codable {
  /// Decodes the first case that fits, in the order in which they are declared: `1` is an integer, `1.5` a number.
  ///
  /// - Throws: `DecodingError` if the value is of none of these types.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ConfigurationValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ConfigurationValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// A problem in a widget's configuration, with its path.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The keys from the root of the configuration to the value; empty for the configuration as a whole.
  public var path: [String]
  /// One sentence: what was expected, and what was found.
  public var message: String
  /// All keys that are valid at this path, sorted, if the problem is an unknown key; otherwise empty.
  public var knownKeys: [String]

  public init(path: [String], message: String, knownKeys: [String] = []) {
    self.path = path
    self.message = message
    self.knownKeys = knownKeys
  }

  /// The path with dots, a colon, and the message: `colour.hue: expected a number`.
  public var description: String { path.isEmpty ? message : path.joined(separator: ".") + ": " + message }
}
