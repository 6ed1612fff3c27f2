import AfterglowTimeline
import AfterglowTypesetting

/// The words of one key in one language.
enum TableWords: Hashable, Sendable {
  case plain(String)
  /// Whole words by the plural category of the first number.
  case plural(PluralWords)
  /// Words with variables, each with the plural of its own number.
  case composed(String, variables: [String: PluralVariable])
}

/// Words by the plural categories of a number.
struct PluralWords: Hashable, Sendable {
  private var forms: [PluralCategory: String] = [:]
  /// The words for numbers of a category without words of its own.
  let other: String

  /// - Parameter named: words by the names of categories; names of no category are ignored.
  /// - Returns: nil without words for any category.
  init?(_ named: [String: String]) {
    for (name, words) in named {
      if let category = PluralCategory(name: name) { forms[category] = words }
    }
    guard let other = forms[.other] ?? forms.max(by: { $0.key.rawValue < $1.key.rawValue })?.value else { return nil }
    self.other = other
  }

  /// The words for a number. Those for zero apply to 0 in every language, as on iOS.
  func words(for number: Double?, in language: String) -> String {
    guard let number else { return other }
    if number == 0, let none = forms[.zero] { return none }
    return forms[PluralCategory(of: number, in: language)] ?? other
  }
}

/// A variable of words: the forms of one of their numbers.
struct PluralVariable: Hashable, Sendable {
  /// Position of its argument, from 1; nil: the argument that follows the one before it.
  var position: Int?
  var words: PluralWords
}
