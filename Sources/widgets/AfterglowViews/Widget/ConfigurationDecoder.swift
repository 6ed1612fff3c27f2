import Foundation

/// Decodes a type from a configuration. Errors keep the path of the value and name no Swift type, and `readKeys` has
/// every key that the type reads.
///
/// Values convert as from JSON: a whole number may be written with a fraction of zero, addresses and data are text.
struct ConfigurationDecoder: Decoder {
  /// The paths of the keys that were read.
  final class ReadKeys {
    var paths: Set<[String]> = []
  }

  let value: ConfigurationValue
  var codingPath: [any CodingKey] = []
  var readKeys = ReadKeys()
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: ConfigurationValue].self) }
    return KeyedDecodingContainer(Members<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw mismatch([ConfigurationValue].self) }
    return Items(decoder: self, items: items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func inside(_ key: any CodingKey, _ value: ConfigurationValue) -> ConfigurationDecoder {
    ConfigurationDecoder(value: value, codingPath: codingPath + [key], readKeys: readKeys)
  }

  /// The number of an item of a list, as a part of a path.
  struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }
}

extension ConfigurationDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let scalar = try scalar(of: type) as? T { return scalar }
    do {
      return try T(from: self)
    } catch DecodingError.dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize ") {
      // The standard library's words about an enumeration name its Swift type.
      guard context.codingPath.count == codingPath.count, let names = Self.names(of: type) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: context.codingPath, debugDescription: "expected another value"))
      }
      throw refusal("expected one of \(names.joined(separator: ", "))")
    }
  }

  /// A value of a type that the standard library or Foundation would decode otherwise; nil for other types.
  private func scalar(of type: any Decodable.Type) throws -> Any? {
    switch type {
    case is Bool.Type:
      guard case .bool(let flag) = value else { throw mismatch(type) }
      return flag
    case is String.Type:
      guard case .string(let text) = value else { throw mismatch(type) }
      return text
    case let type as any (FixedWidthInteger & Decodable).Type: return try integer(type)
    case let type as any (BinaryFloatingPoint & Decodable).Type: return try type.init(number(type))
    case is Decimal.Type: return Decimal(try number(type))
    case is URL.Type:
      guard case .string(let text) = value, let address = URL(string: text) else {
        throw refusal("expected an address")
      }
      return address
    case is Data.Type:
      guard case .string(let text) = value, let data = Data(base64Encoded: text) else {
        throw refusal("expected data as Base64 text")
      }
      return data
    default: return nil
    }
  }

  private func number(_ type: Any.Type) throws -> Double {
    switch value {
    case .integer(let whole): return Double(whole)
    case .number(let number): return number
    default: throw mismatch(type)
    }
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let exact: T? =
      switch value {
      case .integer(let whole): T(exactly: whole)
      case .number(let number): T(exactly: number)
      default: nil
      }
    guard let exact else { throw mismatch(type) }
    return exact
  }

  private func refusal(_ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
  }

  /// The raw values of an enumeration that lists its cases; nil for other types.
  private static func names(of type: Any.Type) -> [String]? {
    guard let type = type as? any (RawRepresentable & CaseIterable).Type else { return nil }
    func names<T: RawRepresentable & CaseIterable>(_ type: T.Type) -> [String] {
      type.allCases.map { "\($0.rawValue)" }
    }
    return names(type)
  }
}

extension ConfigurationDecoder {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ConfigurationDecoder
    let members: [String: ConfigurationValue]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

    /// Marks the key as read.
    private func member(_ key: Key) -> ConfigurationValue? {
      decoder.readKeys.paths.insert(codingPath.map(\.configurationName) + [key.stringValue])
      return members[key.stringValue]
    }

    private func inner(_ key: Key) throws -> ConfigurationDecoder {
      guard let value = member(key) else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
      }
      return decoder.inside(key, value)
    }

    func contains(_ key: Key) -> Bool { member(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).decodeNil() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).decode(type) }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try inner(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try inner(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }
  }

  private struct Items: UnkeyedDecodingContainer {
    let decoder: ConfigurationDecoder
    let items: [ConfigurationValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    init(decoder: ConfigurationDecoder, items: [ConfigurationValue]) { (self.decoder, self.items) = (decoder, items) }

    /// Goes on to the next item only if this one is decoded.
    private mutating func next<T>(_ decode: (ConfigurationDecoder) throws -> T) throws -> T {
      let key = Index(currentIndex)
      guard !isAtEnd else {
        let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "")
        throw DecodingError.valueNotFound(T.self, context)
      }
      let result = try decode(decoder.inside(key, items[currentIndex]))
      currentIndex += 1
      return result
    }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, items[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }
}

extension CodingKey {
  /// The key, or the number of an item from 0.
  var configurationName: String { intValue.map(String.init) ?? stringValue }
}
