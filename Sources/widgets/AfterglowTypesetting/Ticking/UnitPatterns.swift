import AfterglowTimeline
import Foundation
import Synchronization
internal import _FoundationICU

/// Units of time in the words of a language, with its plurals: CLDR's patterns, from the ICU that is a part of Foundation.
/// Linux has no `DateComponentsFormatter` and no `MeasurementFormatter`.
package enum UnitPatterns {
  /// A unit of time.
  package enum Unit: String, CaseIterable, Codable {
    case year, month, week, day, hour, minute, second
  }

  /// The words around a number; without a number it is in the words, as in Arabic's "two minutes".
  struct Words: Hashable {
    var before: String
    var hasNumber: Bool
    var after: String
  }

  private struct Key: Hashable {
    var unit: Unit
    var width: NumberSkeleton.UnitWidth
    var sample: Int
    var locale: String
  }

  /// Opening a formatter takes a tenth of a millisecond, and each look of each entry asks again.
  private static let words = Mutex<[Key: Words]>([:])
  private static let tables = Mutex<[String: [PluralCategory]]>([:])
  private static let separators = Mutex<[String: [String]]>([:])

  /// The words for every number of a plural category, of which `sample` is one.
  static func words(_ unit: Unit, _ width: NumberSkeleton.UnitWidth, sample: Int, in locale: String) -> Words {
    let key = Key(unit: unit, width: width, sample: sample, locale: locale)
    if let known = words.withLock({ $0[key] }) { return known }
    let made = split(formatted(sample, unit, width, in: locale) ?? "\(sample) \(unit.rawValue)", at: String(sample))
    words.withLock { $0[key] = made }
    return made
  }

  /// The words around a number in a text.
  static func split(_ text: String, at number: String) -> Words {
    guard let range = text.range(of: number) else { return Words(before: text, hasNumber: false, after: "") }
    return Words(before: String(text[..<range.lowerBound]), hasNumber: true, after: String(text[range.upperBound...]))
  }

  private static func formatted(_ number: Int, _ unit: Unit, _ width: NumberSkeleton.UnitWidth, in locale: String)
    -> String?
  {
    let words = "measure-unit/duration-\(unit.rawValue) unit-width-\(width.rawValue) numbering-system/latn group-off"
    return NumberSkeleton.string(Double(number), words, in: locale)
  }

  /// The words before, between and after two amounts that stand together: "", ", ", "".
  ///
  /// - Parameter precedesNumber: whether the second begins with its number; Hebrew writes the "and" before it otherwise.
  static func separators(_ width: NumberSkeleton.UnitWidth, precedesNumber: Bool, in locale: String) -> [String] {
    let key = "\(width.rawValue) \(precedesNumber) \(locale)"
    if let known = separators.withLock({ $0[key] }) { return known }
    // Letters that no pattern holds, of the direction of the language: others would be isolated from it.
    let isRightToLeft = LayoutDirection(Locale(identifier: locale)) == .rightToLeft
    let one = isRightToLeft ? "\u{05D0}" : "\u{E000}"
    let two = (precedesNumber ? "2" : "") + (isRightToLeft ? "\u{05D1}" : "\u{E001}")
    var made = ["", ", ", ""]
    if let list = list(one, two, width, in: locale), let first = list.range(of: one), let second = list.range(of: two),
      first.upperBound <= second.lowerBound
    {
      made = [
        String(list[..<first.lowerBound]), String(list[first.upperBound..<second.lowerBound]),
        String(list[second.upperBound...]),
      ]
    }
    separators.withLock { $0[key] = made }
    return made
  }

  private static func list(_ one: String, _ two: String, _ width: NumberSkeleton.UnitWidth, in locale: String)
    -> String?
  {
    var status = U_ZERO_ERROR
    let formatter = swift_ulistfmt_openForType(
      locale, ULISTFMT_TYPE_UNITS, width.ofList, &status)
    defer { swift_ulistfmt_close(formatter) }
    let (first, second) = (Array(one.utf16), Array(two.utf16))
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        let items = [first.baseAddress, second.baseAddress]
        return ICUText.string(&status) {
          swift_ulistfmt_format(formatter, items, [Int32(first.count), Int32(second.count)], 2, $0, $1, &$2)
        }
      }
    }
  }

  /// The category of 0 to 199, of which the second hundred stands for all larger ones (`PluralTableRecord`).
  static func categories(in locale: String) -> [PluralCategory] {
    if let known = tables.withLock({ $0[locale] }) { return known }
    var status = U_ZERO_ERROR
    let rules = swift_uplrules_open(locale, &status)
    defer { swift_uplrules_close(rules) }
    let made = (0..<200).map { number in
      category(ICUText.string(&status) { swift_uplrules_select(rules, Double(number), $0, $1, &$2) })
    }
    tables.withLock { $0[locale] = made }
    return made
  }

  private static func category(_ keyword: String?) -> PluralCategory {
    keyword.flatMap { PluralCategory(name: $0) } ?? .other
  }
}

extension NumberSkeleton.UnitWidth {
  fileprivate var ofList: UListFormatterWidth {
    switch self {
    case .narrow: ULISTFMT_WIDTH_NARROW
    case .short: ULISTFMT_WIDTH_SHORT
    case .wide: ULISTFMT_WIDTH_WIDE
    }
  }
}

/// How a language counts whole numbers (CLDR, cardinal rules).
package struct PluralRule: Hashable, Codable {
  /// Identifier of a locale.
  var locale: String

  package var table: PluralTableRecord {
    let categories = UnitPatterns.categories(in: locale)
    return PluralTableRecord { categories[$0] }
  }
}
