import Foundation

/// A string catalogue, `.xcstrings`: all languages of a table in one JSON file.
struct StringCatalog: Decodable {
  private(set) var layers: [StringTableLayer] = []

  private enum CodingKeys: String, CodingKey { case sourceLanguage, strings }
  private enum EntryKeys: String, CodingKey { case localizations, shouldTranslate }

  init(from decoder: any Decoder) throws {
    let top = try decoder.container(keyedBy: CodingKeys.self)
    let source = try top.decodeIfPresent(String.self, forKey: .sourceLanguage) ?? "en"
    let wanted = decoder.userInfo[.wantedLanguages] as? WantedLanguages
    var found: [String: StringTableLayer] = [source: StringTableLayer(language: source, isSource: true)]
    let strings = try top.nestedContainer(keyedBy: AnyCodingKey.self, forKey: .strings)
    for key in strings.allKeys {
      let name = key.stringValue
      guard let entry = try? strings.nestedContainer(keyedBy: EntryKeys.self, forKey: key) else { continue }
      if (try? entry.decode(Bool.self, forKey: .shouldTranslate)) == false { found[source]?.fixedKeys.insert(name) }
      // In its own language a key without a value stands for itself.
      found[source]?.words[name] = .plain(name)
      guard let languages = try? entry.nestedContainer(keyedBy: AnyCodingKey.self, forKey: .localizations) else {
        continue
      }
      for language in languages.allKeys {
        let code = language.stringValue
        guard code == source || wanted?.isWanted(code) != false,
          let words = (try? languages.decode(Variation.self, forKey: language))?.words
        else { continue }
        found[code, default: StringTableLayer(language: code)].words[name] = words
      }
    }
    layers = found.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The languages whose strings a decoder keeps.
struct WantedLanguages: Sendable {
  var isWanted: @Sendable (String) -> Bool
}

extension CodingUserInfoKey {
  static let wantedLanguages = CodingUserInfoKey(rawValue: "languages")!
}

/// A key of a container whose keys are content.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

/// Words of a string catalogue, in variations by number, device or width.
struct Variation: Decodable {
  private struct Unit: Decodable {
    var state: String?
    var value: String?
  }

  private struct Kinds: Decodable {
    var plural: [String: Variation]?
    var device: [String: Variation]?
    var width: [String: Variation]?

    /// Words by plural category.
    var forms: PluralWords? { plural.flatMap { PluralWords($0.compactMapValues(\.plainText)) } }
  }

  private struct Substitution: Decodable {
    var argNum: Int?
    var variations: Kinds?

    /// Position of the argument, from 1; nil without one.
    var position: Int? { argNum.flatMap { (1...FormatTemplate.maximumPosition).contains($0) ? $0 : nil } }
  }

  private enum CodingKeys: String, CodingKey { case stringUnit, variations, substitutions }

  private let unit: Unit?
  private let kinds: Kinds?
  private let substitutions: [String: Substitution]

  /// Nesting of a catalogue's own values; Xcode writes at most two variations inside of each other.
  private static let maximumDepth = 40

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "variations are nested too deeply"))
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    unit = try values.decodeIfPresent(Unit.self, forKey: .stringUnit)
    kinds = try values.decodeIfPresent(Kinds.self, forKey: .variations)
    substitutions = try values.decodeIfPresent([String: Substitution].self, forKey: .substitutions) ?? [:]
  }

  /// nil without a value.
  var words: TableWords? {
    let variables = substitutions.compactMapValues { substitution in
      substitution.variations?.forms.map { PluralVariable(position: substitution.position, words: $0) }
    }
    if let text = plainText { return variables.isEmpty ? .plain(text) : .composed(text, variables: variables) }
    guard let kinds else { return nil }
    if let forms = kinds.forms { return .plural(forms) }
    return Self.ofPanel(kinds.device ?? [:])?.words ?? Self.widest(kinds.width ?? [:])?.words
  }

  /// The text that does not depend on a number; nil without one.
  private var plainText: String? {
    if let value = unit?.value, !(value.isEmpty && unit?.state == "new") { return value }
    return kinds.flatMap { Self.ofPanel($0.device ?? [:]) ?? Self.widest($0.width ?? [:]) }?.plainText
  }

  /// The value for a device as a panel is: a telephone's, if there is one.
  static func ofPanel<Value>(_ values: [String: Value]) -> Value? {
    for name in ["iphone", "other", "ipad"] {
      if let value = values[name] { return value }
    }
    return values.min { $0.key < $1.key }?.value
  }

  /// The value for the greatest width.
  static func widest<Value>(_ values: [String: Value]) -> Value? {
    values.max { (Int($0.key) ?? 0, $1.key) < (Int($1.key) ?? 0, $0.key) }?.value
  }
}
