import Foundation

/// What a widget says itself, in the language of its scene; English where it is not in its table.
///
/// `%@` stands for what is told: a number, a time or a name. Words that depend on a number have their forms one after the
/// other, parted by semicolons, see `PluralForms`. Words are short: they stand in small widgets.
protocol WidgetWords: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// One row a word, one column a language of `WidgetLanguage`.
  static var table: [Self: [String]] { get }
}

extension WidgetWords {
  /// The word itself, without what it tells.
  func text(in locale: Locale) -> String { form(0, in: locale) }

  /// With a number, time or name in its place.
  func text(_ value: String, in locale: Locale) -> String { form(0, in: locale).replacing("%@", with: value) }

  /// In the form that stands with a number of things.
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
