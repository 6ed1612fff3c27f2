import Foundation

/// A language as folders and catalogues of strings name it: language, script and region.
struct LanguageTag: Hashable, Sendable {
  let language: String
  /// The script that is written, or the usual one of the language.
  let script: String
  /// nil if the name has none.
  let region: String?

  /// Longest name, in bytes: what RFC 5646, section 4.4.1, asks of every implementation. ICU ends the program for names that are
  /// much longer.
  private static let maximumByteCount = 35

  /// - Parameter name: such as `pl`, `pt-BR`, `zh-Hans` or `de_AT`; nil for other words, such as `Base`.
  init?(_ name: String) {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard name.utf8.count <= Self.maximumByteCount, let first = parts.first, (2...3).contains(first.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    self.init(Locale.Language(identifier: parts.joined(separator: "-")))
  }

  init?(_ known: Locale.Language) {
    guard let code = known.languageCode?.identifier.lowercased(), !code.isEmpty else { return nil }
    language = Self.names[code] ?? code
    script = known.script?.identifier ?? ""
    region = known.region.flatMap { $0.identifier.isEmpty ? nil : $0.identifier.uppercased() }
  }

  /// Newer codes of languages that have two.
  private static let names = ["iw": "he", "in": "id", "ji": "yi", "no": "nb", "tl": "fil"]

  /// How well strings of another language suit this one: 4 in its region, 3 in that of all Latin America for a country there, 2
  /// in no region, 1 in another region, nil in another language or script.
  func rank(of other: LanguageTag) -> Int? {
    guard other.language == language, other.script == script else { return nil }
    guard let region = other.region else { return 2 }
    if region == self.region { return 4 }
    return region == "419" && self.region != nil && self.region != "ES" ? 3 : 1
  }
}
