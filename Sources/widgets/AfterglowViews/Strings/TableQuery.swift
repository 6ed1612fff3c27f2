import Foundation

/// Words that a table may translate: their key, and what is shown where no table has it.
struct TableQuery: Hashable, Sendable {
  var key: String
  /// The key itself, or the default value that stands next to it.
  var fallback: String
  /// Name of the table; nil is ``StringTables/defaultTable``.
  var table: String?
  /// The value of each argument; nil for one without a numeric value.
  var numbers: [Double?] = []

  /// The words in the language of a locale, with their plurals.
  ///
  /// - Parameter isNoted: whether a missing value is a problem of the package.
  func pieces(from tables: StringTables?, in locale: Locale, isNoted: Bool = true) -> [PhrasePiece] {
    let found = tables?.find(key, table: table, in: locale)
    if isNoted, let remark = remark(found, tables, locale) { ResourceProblems.note(remark) }
    guard let found else {
      return PhraseExpansion.pieces(of: .plain(fallback), numbers, in: locale.identifier)
    }
    return PhraseExpansion.pieces(of: found.words, numbers, in: found.language)
  }

  /// A sentence about a value that is missing; nil if none is. Signs and figures alone are no words to be translated.
  func remark(_ found: StringTables.Found?, _ tables: StringTables?, _ locale: Locale) -> String? {
    if let found, !found.isSubstitute { return nil }
    let name = table.flatMap { $0.isEmpty ? nil : $0 } ?? StringTables.defaultTable
    let shown =
      found != nil ? "the words in its source language are" : key == fallback ? "the key is" : "the default value is"
    let start = "“\(key.prefix(60))” has no value"
    guard let languages = tables?.languages(of: table, in: locale) else {
      return Self.looksLikeKey(key) && key == fallback
        ? "\(start), because the widget's package has no table \(name): add \(name).xcstrings or \(name).strings to its "
          + "resources, or use Text(verbatim:) for words that are no key"
        : nil
    }
    guard hasWords else { return nil }
    let language = found != nil ? " for \(locale.identifier)" : ""
    let known = languages.isEmpty ? "" : " (\(languages.prefix(20).joined(separator: ", ")))"
    return "\(start) in the table \(name)\(known)\(language); \(shown) shown"
  }

  /// Whether letters stand outside of the places for arguments.
  private var hasWords: Bool {
    FormatTemplate(key).pieces.contains { piece in
      if case .words(let words) = piece { words.contains(where: \.isLetter) } else { false }
    }
  }

  /// Whether words look like a name that programs use, such as `widget.title` or `TITLE_SMALL`.
  static func looksLikeKey(_ words: String) -> Bool {
    guard words.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }) else {
      return false
    }
    let parts = words.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "_" }
    return parts.count > 1 && parts.allSatisfy { $0.count > 1 && $0.first?.isLetter == true }
  }
}
