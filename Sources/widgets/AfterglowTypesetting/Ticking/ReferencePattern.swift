import AfterglowTimeline
import Foundation
import Synchronization
internal import _FoundationICU

extension TickPattern {
  /// The distance to an instant in words that say on which side of it the present is: "in 5 minutes", "5 minutes ago", "now".
  ///
  /// - Parameters:
  ///   - reference: the instant.
  ///   - units: those that may be shown, at least one.
  ///   - locale: the language of the words.
  package static func reference(_ reference: Date, units: Set<UnitPatterns.Unit>, in locale: Locale) -> TickPattern {
    let identifier = locale.identifier
    let ordered = UnitPatterns.Unit.allCases.filter(units.contains)
    var wordings: [TickWording] = []
    for (index, unit) in ordered.enumerated() {
      let upper = index == 0 ? TickPhraseRecord.unbounded : ordered[index - 1].seconds
      for isFuture in [true, false] {
        wordings += ReferenceWords.all(unit, isFuture: isFuture, in: identifier).map { form in
          var wording = TickWording(
            parts: form.parts(unit), lowerSeconds: unit.seconds, upperSeconds: upper,
            directions: isFuture ? TickPhraseRecord.future : TickPhraseRecord.past)
          (wording.categories, wording.pluralField) = (form.categories, unit.total)
          return wording
        }
      }
    }
    let now = TickPart.literal(ReferenceWords.now(in: identifier))
    wordings.append(TickWording(parts: [now], upperSeconds: ordered.last?.seconds ?? TickPhraseRecord.unbounded))
    return TickPattern(
      kind: .relative, wordings: wordings, plurals: PluralRule(locale: identifier), name: "reference",
      reference: reference)
  }
}

extension UnitPatterns.Unit {
  /// The length of the unit, in seconds.
  package var seconds: UInt32 { UInt32(clamping: TickUnit.seconds(of: total)) }
}

/// The words of a distance before and after an instant, by the ICU that is a part of Foundation.
private enum ReferenceWords {
  /// The words for some plural categories.
  struct Form {
    var words: UnitPatterns.Words
    /// Bits of `PluralCategory`; 0 = any.
    var categories: UInt8

    func parts(_ unit: UnitPatterns.Unit) -> [TickPart] {
      let number = TickPart.number(unit.total, minimumDigits: 1, maximumDigits: 4)
      let parts: [TickPart] =
        [.literal(words.before)] + (words.hasNumber ? [number] : []) + [.literal(words.after)]
      return parts.filter { $0 != .literal("") }
    }
  }

  private struct Key: Hashable {
    var unit: UnitPatterns.Unit
    var isFuture: Bool
    var locale: String
  }

  private static let known = Mutex<[Key: [Form]]>([:])

  /// The wordings of a unit, one for each plural that reads differently.
  static func all(_ unit: UnitPatterns.Unit, isFuture: Bool, in locale: String) -> [Form] {
    let key = Key(unit: unit, isFuture: isFuture, locale: locale)
    if let forms = known.withLock({ $0[key] }) { return forms }
    var forms: [Form] = []
    var seen: UInt8 = 0
    let categories = UnitPatterns.categories(in: locale)
    // Nothing is zero units away: that is now.
    for number in 1..<categories.count where seen & categories[number].mask == 0 {
      let mask = categories[number].mask
      seen |= mask
      let sample = text(isFuture ? number : -number, unit.code, isNumeric: true, in: locale)
      let words = UnitPatterns.split(sample ?? "\(number)", at: "\(number)")
      if let place = forms.firstIndex(where: { $0.words == words }) {
        forms[place].categories |= mask
      } else {
        forms.append(Form(words: words, categories: mask))
      }
    }
    if forms.count == 1 { forms[0].categories = 0 }
    known.withLock { $0[key] = forms }
    return forms
  }

  /// The word for the present moment.
  static func now(in locale: String) -> String {
    text(0, UDAT_REL_UNIT_SECOND, isNumeric: false, in: locale) ?? ""
  }

  /// A distance in figures of the Latin script, or in words of its own where there are some.
  private static func text(
    _ offset: Int, _ unit: URelativeDateTimeUnit, isNumeric: Bool, in locale: String
  ) -> String? {
    var status = U_ZERO_ERROR
    let latin = locale + (locale.contains("@") ? ";" : "@") + "numbers=latn"
    let formatter = swift_ureldatefmt_open(latin, nil, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status)
    defer { swift_ureldatefmt_close(formatter) }
    return ICUText.string(&status) { buffer, count, status in
      isNumeric
        ? swift_ureldatefmt_formatNumeric(formatter, Double(offset), unit, buffer, count, &status)
        : swift_ureldatefmt_format(formatter, Double(offset), unit, buffer, count, &status)
    }
  }
}

extension UnitPatterns.Unit {
  fileprivate var code: URelativeDateTimeUnit {
    switch self {
    case .year: UDAT_REL_UNIT_YEAR
    case .month: UDAT_REL_UNIT_MONTH
    case .week: UDAT_REL_UNIT_WEEK
    case .day: UDAT_REL_UNIT_DAY
    case .hour: UDAT_REL_UNIT_HOUR
    case .minute: UDAT_REL_UNIT_MINUTE
    case .second: UDAT_REL_UNIT_SECOND
    }
  }
}
