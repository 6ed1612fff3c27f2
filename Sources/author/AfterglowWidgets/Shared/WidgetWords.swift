import Foundation

/// A widget's own words in the language of its scene; English for languages that are not in its table.
///
/// `%@` is replaced by a number, a time or a name. Words that depend on a number have their forms in a row, separated
/// by semicolons (`PluralForms`). Words must be short, for small widgets.
protocol WidgetWords: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// One row for each word, one column for each `WidgetLanguage`.
  static var table: [Self: [String]] { get }
}

extension WidgetWords {
  /// The word without its argument.
  func text(in locale: Locale) -> String { form(0, in: locale) }

  /// The word with its argument.
  func text(_ value: String, in locale: Locale) -> String { form(0, in: locale).replacing("%@", with: value) }

  /// The word with its arguments, each in place of the next `%@`.
  func text(_ values: [String], in locale: Locale) -> String {
    let parts = form(0, in: locale).components(separatedBy: "%@")
    return zip(parts, values + Array(repeating: "", count: parts.count)).map { $0 + $1 }.joined()
  }

  /// The form for a number of things.
  func text(for count: Int, in locale: Locale) -> String {
    let language = WidgetLanguage.of(locale)
    return form(language.plurals.index(of: count), in: locale)
  }

  private func form(_ index: Int, in locale: Locale) -> String {
    let forms = forms(in: WidgetLanguage.of(locale))
    return forms[min(index, forms.count - 1)]
  }

  /// All forms of a language.
  func forms(in language: WidgetLanguage) -> [String] {
    let words = Self.table[self] ?? []
    let text = language.index < words.count ? words[language.index] : words.first ?? rawValue
    return text.split(separator: ";").map(String.init)
  }
}
