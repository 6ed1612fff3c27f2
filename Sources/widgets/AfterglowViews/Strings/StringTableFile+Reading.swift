import Foundation

/// The strings of a table in one language.
struct StringTableLayer: Sendable {
  /// nil for strings without a language.
  var language: String?
  /// Whether it is the language that the strings were written in.
  var isSource = false
  var words: [String: TableWords] = [:]
  /// Keys of the source language that are not to be translated.
  var fixedKeys: Set<String> = []
}

extension StringTableFile {
  /// Reads the strings of the languages that are wanted; of a catalogue also those of its source language.
  ///
  /// - Throws: ``StringTableError`` if the file is too large or malformed.
  func layers(_ isWanted: @escaping @Sendable (String) -> Bool) throws(StringTableError) -> [StringTableLayer] {
    guard let data = ResourceFolders.data(path, limit: Self.maximumByteCount) else {
      throw StringTableError(cause: "it is no file of at most \(Self.maximumByteCount >> 20) MiB that can be opened")
    }
    return try layers(of: data, isWanted)
  }

  /// The strings in a file's content.
  func layers(
    of data: Data, _ isWanted: @escaping @Sendable (String) -> Bool
  ) throws(StringTableError) -> [StringTableLayer] {
    do {
      switch format {
      case .words: return [StringTableLayer(language: language, words: try Self.plainWords(data))]
      case .plurals: return [StringTableLayer(language: language, words: try Self.pluralWords(data))]
      case .catalog:
        let decoder = JSONDecoder()
        decoder.userInfo[.wantedLanguages] = WantedLanguages(isWanted: isWanted)
        return try decoder.decode(StringCatalog.self, from: data).layers
      }
    } catch {
      throw StringTableError(cause: Self.cause(of: error))
    }
  }

  /// A `.strings` file is a property list: pairs of strings in its old style, XML or binary.
  private static func plainWords(_ data: Data) throws -> [String: TableWords] {
    if data.isEmpty { return [:] }
    return try PropertyListDecoder().decode([String: PlainValue].self, from: data)
      .compactMapValues { $0.words.map { .plain($0) } }
  }

  private static func pluralWords(_ data: Data) throws -> [String: TableWords] {
    try PropertyListDecoder().decode([String: PluralEntry].self, from: data).compactMapValues(\.words)
  }

  private static func cause(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context):
      let inner = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
      return inner ?? context.debugDescription
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: " > ")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}

/// A value of a `.strings` file; nil for one that is no string.
private struct PlainValue: Decodable {
  let words: String?

  init(from decoder: any Decoder) throws {
    words = try? decoder.singleValueContainer().decode(String.self)
  }
}

/// Words of a `.stringsdict` file: a format with variables, or words for widths or devices.
private struct PluralEntry: Decodable {
  let words: TableWords?

  private static let widthKey = "NSStringVariableWidthRuleType"
  private static let deviceKey = "NSStringDeviceSpecificRuleType"

  init(from decoder: any Decoder) throws {
    guard let values = try? decoder.container(keyedBy: AnyCodingKey.self) else {
      words = (try? decoder.singleValueContainer().decode(String.self)).map { .plain($0) }
      return
    }
    var format: String?
    var variables: [String: PluralVariable] = [:]
    for key in values.allKeys {
      if key.stringValue == "NSStringLocalizedFormatKey" { format = try? values.decode(String.self, forKey: key) }
      guard let forms = (try? values.decode([String: PlainValue].self, forKey: key))?.compactMapValues(\.words) else {
        continue
      }
      switch key.stringValue {
      case Self.widthKey: format = format ?? Variation.widest(forms)
      case Self.deviceKey: format = format ?? Variation.ofPanel(forms)
      default: variables[key.stringValue] = PluralWords(forms).map { PluralVariable(position: nil, words: $0) }
      }
    }
    words = format.map { variables.isEmpty ? .plain($0) : .composed($0, variables: variables) }
  }
}
