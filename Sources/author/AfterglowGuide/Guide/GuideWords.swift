import Afterglow
import Foundation

/// Finds wording that the guide advises against in visible texts (docs/rules.md, rules 71, 94 and 95).
struct GuideWords {
  /// Codes of the languages whose words are looked for: the scene's, and English.
  let languages: [String]

  init(_ locale: Locale) {
    let own = locale.language.languageCode?.identifier ?? "en"
    languages = own == "en" ? ["en"] : ["en", own]
  }

  func findings(in text: String, slot: String) -> [GuideFinding] {
    let lower = text.lowercased(with: Locale(identifier: "en_US_POSIX")).replacing("’", with: "'")
    let found = [
      age(lower).map {
        GuideFinding(
          rule: .lastUpdated, slot: slot,
          message: "“\(text)” says “\($0)”; show the time of the content instead, such as “as of 14:05”")
      },
      address(lower).map {
        GuideFinding(
          rule: .addressedReader, slot: slot,
          message: "“\(text)” speaks to its reader (“\($0)”); show what is, in plain words")
      },
      brand(lower).map {
        GuideFinding(rule: .brand, slot: slot, message: "“\(text)” names a product (“\($0)”); show only its content")
      },
    ]
    return found.compactMap(\.self)
  }

  // MARK: Ages

  /// Wording about when a program last checked. A word alone may be news ("Rules updated"): it counts where it begins or
  /// ends a short text, or stands before a time.
  private func age(_ lower: String) -> String? {
    for language in languages {
      let words = GuideVocabulary.ages[language] ?? .init()
      if let phrase = words.phrases.first(where: { Self.contains($0, in: lower) }) { return phrase }
      guard lower.count <= 40 else { continue }
      if let word = words.words.first(where: { Self.isAge($0, in: lower) }) { return word }
    }
    return nil
  }

  private static func isAge(_ word: String, in lower: String) -> Bool {
    guard let range = range(of: word, in: lower) else { return false }
    let rest = lower[range.upperBound...].trimmingCharacters(in: .whitespaces)
    let isFirst = lower[..<range.lowerBound].allSatisfy { !$0.isLetter }
    // What ticks stands as dots.
    let isTimed = rest.first.map { $0.isNumber || $0 == ":" || $0 == "…" } ?? true
    let isPast = rest.hasSuffix(" ago") || ["just now", "now", "recently", "today"].contains(rest)
    return isTimed || isFirst && (isPast || rest.contains(where: \.isNumber))
  }

  // MARK: Addresses

  private func address(_ lower: String) -> String? {
    for language in languages {
      let words = GuideVocabulary.addresses[language] ?? []
      if let word = words.first(where: { Self.contains($0, in: lower) }) { return word }
    }
    return nil
  }

  // MARK: Brands

  private func brand(_ lower: String) -> String? {
    if let name = ["afterglow", "powered by"].first(where: { Self.contains($0, in: lower) }) { return name }
    return ["™", "®"].first(where: lower.contains)
  }

  // MARK: Words

  private static func contains(_ phrase: String, in lower: String) -> Bool { range(of: phrase, in: lower) != nil }

  /// Where a phrase stands as whole words. Scripts without spaces, and those that write particles at words, have no ends
  /// of words to go by.
  private static func range(of phrase: String, in lower: String) -> Range<String.Index>? {
    var rest = lower[...]
    while let range = rest.range(of: phrase) {
      let isWhole =
        phrase.unicodeScalars.contains { $0.value >= 0x590 }
        || (range.lowerBound == lower.startIndex || !lower[lower.index(before: range.lowerBound)].isPartOfWord)
          && (range.upperBound == lower.endIndex || !lower[range.upperBound].isPartOfWord)
      if isWhole { return range }
      rest = rest[range.upperBound...]
    }
    return nil
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || self == "'" }
}
