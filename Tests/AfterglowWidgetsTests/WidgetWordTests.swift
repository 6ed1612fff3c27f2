import Foundation
import Testing

@testable import Afterglow
@testable import AfterglowWidgets

/// What the built-in widgets say in each language.
@Suite struct WidgetWordTests {
  private func locale(_ language: WidgetLanguage) -> Locale { Locale(identifier: language.rawValue) }

  @Test func everyWordIsInEveryLanguage() {
    #expect(WidgetWord.table.count == WidgetWord.allCases.count)
    for word in WidgetWord.allCases {
      let row = WidgetWord.table[word] ?? []
      #expect(row.count == WidgetLanguage.allCases.count, "\(word)")
      #expect(row.allSatisfy { !$0.isEmpty && $0 == $0.trimmingCharacters(in: .whitespaces) }, "\(word)")
      // What is told is told in all of them.
      #expect(Set(row.map { $0.components(separatedBy: "%@").count }).count <= 1, "\(word)")
    }
  }

  @Test func wordsForNumbersHaveTheFormsOfTheirLanguage() {
    for word in WidgetWord.allCases {
      for language in WidgetLanguage.allCases {
        let forms = word.forms(in: language)
        #expect(forms.count == (word.dependsOnNumber ? language.plurals.count : 1), "\(word), \(language)")
      }
    }
    func days(_ count: Int, _ language: WidgetLanguage) -> String {
      WidgetWord.daysLeft.text(for: count, in: locale(language))
    }
    #expect(days(1, .en) == "day left" && days(2, .en) == "days left" && days(0, .fr) == "jour restant")
    #expect(days(1, .ja) == days(7, .ja))
    let arabic = [1, 2, 3, 10, 11, 99, 100, 102, 103].map { PluralForms.arabic.index(of: $0) }
    #expect(arabic == [0, 1, 2, 2, 3, 3, 4, 4, 2])
  }

  @Test func aLocaleFindsItsLanguage() {
    let names = [("de_AT", "Heute"), ("pt_BR", "Hoje"), ("zh_Hant_TW", "今天"), ("he_IL", "היום"), ("sv_SE", "Today")]
    for (name, today) in names { #expect(WidgetWord.today.text(in: Locale(identifier: name)) == today, "\(name)") }
    #expect(WidgetWord.rainUntil.text("12:15", in: Locale(identifier: "de_DE")) == "Regen bis 12:15")
  }

  /// At the smallest size that can be read (rule 12) each is narrower than the smallest small leaves room for: 141 pt
  /// without StandBy's margins of 12 (facts T5).
  @Test func everyWordHasRoomInASmall() throws {
    try Workshop.shared.withTypesetter { typesetter in
      for word in WidgetWord.allCases where word != .folderIsEmpty && word != .isToday {
        for language in WidgetLanguage.allCases {
          for form in word.forms(in: language) {
            let text = form.replacing("%@", with: word.standIn)
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

extension WidgetWord {
  fileprivate var dependsOnNumber: Bool { self == .daysLeft || self == .daysAgo }

  /// The longest that is usually told.
  fileprivate var standIn: String {
    switch self {
    case .rainUntil, .rainFrom, .snowUntil, .snowFrom: "12:45"
    case .upFor: "48 h"
    default: "24"
    }
  }
}
