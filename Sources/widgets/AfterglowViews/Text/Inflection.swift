import Foundation

/// Words that agree with a number, for `^[\(count) task](inflect: true)`: in English nouns become plural; other languages stay
/// as they are written.
enum Inflection {
  static func agreed(_ words: String, with number: Double?, in locale: Locale) -> String {
    guard let number, abs(number) != 1, locale.language.languageCode?.identifier ?? "en" == "en" else { return words }
    // The last word of the phrase is its noun: "3 bank holidays".
    guard let end = words.lastIndex(where: \.isLetter) else { return words }
    let start =
      words[...end].lastIndex { !$0.isLetter && $0 != "’" && $0 != "'" }.map(words.index(after:)) ?? words.startIndex
    let noun = String(words[start...end])
    return words[..<start] + plural(of: noun) + words[words.index(after: end)...]
  }

  private static let irregular = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
    "goose": "geese", "mouse": "mice", "ox": "oxen", "die": "dice", "leaf": "leaves", "life": "lives",
    "knife": "knives", "wife": "wives", "half": "halves", "shelf": "shelves", "loaf": "loaves", "wolf": "wolves",
    "thief": "thieves", "potato": "potatoes", "tomato": "tomatoes", "hero": "heroes", "echo": "echoes",
    "sheep": "sheep", "fish": "fish", "series": "series", "species": "species", "deer": "deer", "aircraft": "aircraft",
    "quiz": "quizzes", "analysis": "analyses", "crisis": "crises", "criterion": "criteria", "datum": "data",
  ]

  static func plural(of noun: String) -> String {
    let lower = noun.lowercased()
    if let found = irregular[lower] {
      return noun.first?.isUppercase == true ? found.prefix(1).uppercased() + found.dropFirst() : found
    }
    if irregular.values.contains(lower) || isPlural(lower) { return noun }
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    if lower.hasSuffix("y"), let before = lower.dropLast().last, !vowels.contains(before) {
      return noun.dropLast() + "ies"
    }
    if ["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) { return noun + "es" }
    return noun + "s"
  }

  /// Whether it is one already: "tasks", but not "bus" or "class".
  private static func isPlural(_ noun: String) -> Bool {
    guard noun.hasSuffix("s"), noun.count > 3 else { return false }
    return !["ss", "us", "is", "as", "os"].contains(where: noun.hasSuffix)
  }
}
