import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// What the built-in widgets say in each language.
@Suite struct WidgetWordTests {
  private func locale(_ language: WidgetLanguage) -> Locale { Locale(identifier: language.rawValue) }

  /// Of all widgets, and what they share.
  private static let words: [any WidgetWords] =
    all(of: SharedWord.self) + all(of: ContentTrouble.self)
    + BuiltInWidgets.all.compactMap { type(of: $0).words }.flatMap { all(of: $0) }

  private static func all<Words: WidgetWords>(of words: Words.Type) -> [any WidgetWords] { Array(words.allCases) }

  @Test func `every word is in every language`() {
    #expect(Self.words.count > 50)
    for word in Self.words {
      let row = word.row
      #expect(row.count == WidgetLanguage.allCases.count, "\(word)")
      #expect(row.allSatisfy { !$0.isEmpty && $0 == $0.trimmingCharacters(in: .whitespaces) }, "\(word)")
      // What is shown is shown in all of them.
      #expect(Set(row.map { $0.components(separatedBy: "%@").count }).count <= 1, "\(word)")
    }
  }

  @Test func `words for numbers have the forms of their language`() {
    for word in Self.words {
      for language in WidgetLanguage.allCases {
        let forms = word.forms(in: language)
        #expect(forms.count == (word.dependsOnNumber ? language.plurals.count : 1), "\(word), \(language)")
      }
    }
    func days(_ count: Int, _ language: WidgetLanguage) -> String {
      CountdownWord.daysLeft.text(for: count, in: locale(language))
    }
    #expect(days(1, .en) == "day left" && days(2, .en) == "days left" && days(0, .fr) == "jour restant")
    #expect(days(1, .ja) == days(7, .ja))
    let arabic = [1, 2, 3, 10, 11, 99, 100, 102, 103].map { PluralForms.arabic.index(of: $0) }
    #expect(arabic == [0, 1, 2, 2, 3, 3, 4, 4, 2])
  }

  @Test func `a locale finds its language`() {
    // ISO 639 reserves the last one: no language will have it.
    let names = [("de_AT", "Heute"), ("pt_BR", "Hoje"), ("zh_Hant_TW", "今天"), ("he_IL", "היום"), ("qaa", "Today")]
    for (name, today) in names { #expect(SharedWord.today.text(in: Locale(identifier: name)) == today, "\(name)") }
    #expect(WeatherWord.rainUntil.text("12:15", in: Locale(identifier: "de_DE")) == "Regen bis 12:15")
  }

  /// The longest that usually stands for `%@`; nil for a name, which may be of any length.
  private func longestValue(of word: any WidgetWords) -> String? {
    switch word {
    case PhotoWord.folderIsEmpty, CountdownWord.isToday: nil
    case is MoonWord: "24 Nov"
    case SystemWord.upFor: "48 h"
    case WeatherWord.rainUntil, WeatherWord.rainFrom, WeatherWord.snowUntil, WeatherWord.snowFrom: "12:45"
    default: "24"
    }
  }

  /// At the smallest size that can be read (rule 12) each is narrower than the smallest small leaves room for: 141 pt
  /// without StandBy's margins of 12 (T5).
  @Test func `every word has room in a small`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for word in Self.words {
        guard let value = longestValue(of: word) else { continue }
        for language in WidgetLanguage.allCases {
          for form in word.forms(in: language) {
            let text = form.replacing("%@", with: value)
            let size = 11.0
            let font = ShapingFont(
              sizePx: size, weight: .medium, hasTabularFigures: true,
              trackingPx: Font.opticalTracking(sizePt: size) * size)
            let shaped = typesetter.shape(
              .init(
                text: text, font: font, width: nil, lineLimit: nil, alignment: .leading, language: language.rawValue))
            #expect(shaped.width <= 117, "\(language): “\(text)” is \(shaped.width.rounded()) pt wide")
          }
        }
      }
      #expect(typesetter.takeMissing().isEmpty)
    }
  }
}

extension WidgetWords {
  fileprivate var row: [String] { Self.table[self] ?? [] }
  fileprivate var dependsOnNumber: Bool { row.contains { $0.contains(";") } }
}
