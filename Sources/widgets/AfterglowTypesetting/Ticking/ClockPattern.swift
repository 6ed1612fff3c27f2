import AfterglowTimeline
import Foundation
import Synchronization

/// Clock formats as parts, in the order a locale wants.
package enum ClockPattern {
  private struct Key: Hashable {
    var format: ClockFormat
    var locale: String
  }

  /// Date formatters take milliseconds to make, and each variant of each entry asks again.
  private static let cache = Mutex<[Key: [TickPart]]>([:])

  package static func items(_ format: ClockFormat, in locale: Locale) -> [TickPart] {
    let key = Key(format: format, locale: locale.identifier)
    if let known = cache.withLock({ $0[key] }) { return known }
    let items = makeItems(format, in: locale)
    cache.withLock { $0[key] = items }
    return items
  }

  private static func makeItems(_ format: ClockFormat, in locale: Locale) -> [TickPart] {
    switch format {
    case .hourMinute: parts(withoutPeriod(template("jmm", locale)), locale)
    case .hourMinuteSecond: parts(withoutPeriod(template("jmmss", locale)), locale)
    case .hourMinute24: parts("HH:mm", locale)
    // The number alone: German writes "HH 'Uhr'", whose word has an h of its own.
    case .hour: parts(template("j", locale), locale).filter { if case .number = $0 { true } else { false } }
    case .hour24: parts("HH", locale)
    case .minute: parts("mm", locale)
    case .second: parts("ss", locale)
    case .dayPeriod: template("jmm", locale).contains { "abB".contains($0) } ? parts("a", locale) : []
    case .weekday: parts("EEEE", locale)
    case .weekdayAbbreviated: uppercased(parts("EEE", locale), locale)
    case .day: parts("d", locale)
    case .month: parts("LLLL", locale)
    case .dayMonth: parts(template("dMMMM", locale), locale)
    case .weekdayDayMonth: parts(template("EEEEdMMMM", locale), locale)
    }
  }

  private static func template(_ fields: String, _ locale: Locale) -> String {
    DateFormatter.dateFormat(fromTemplate: fields, options: 0, locale: locale) ?? fields
  }

  /// A clock face says 9:41; AM and PM have a format of their own.
  private static func withoutPeriod(_ pattern: String) -> String {
    pattern.filter { !"aAbB".contains($0) }.trimmingCharacters(in: .whitespaces)
  }

  private static func uppercased(_ parts: [TickPart], _ locale: Locale) -> [TickPart] {
    parts.map { part in
      guard case .words(let field, let words) = part else { return part }
      return .words(field, words.map { $0.uppercased(with: locale) })
    }
  }

  /// Reads a Unicode date pattern (UTS 35): letters are fields, quotes enclose text.
  static func parts(_ pattern: String, _ locale: Locale) -> [TickPart] {
    var parts: [TickPart] = []
    var literal = ""
    var isQuoted = false
    var rest = Substring(pattern)
    while let character = rest.first {
      if character == "'" {
        rest.removeFirst()
        if rest.first == "'" { literal.append(rest.removeFirst()) } else { isQuoted.toggle() }
      } else if isQuoted || !(character.isASCII && character.isLetter) {
        literal.append(rest.removeFirst())
      } else {
        let run = rest.prefix { $0 == character }
        rest.removeFirst(run.count)
        if let part = field(character, run.count, locale) {
          if !literal.isEmpty { parts.append(.literal(literal)) }
          literal = ""
          parts.append(part)
        }
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }

  private static func field(_ letter: Character, _ count: Int, _ locale: Locale) -> TickPart? {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    let digits = min(count, 2)
    switch letter {
    case "H": return .number(.hour24, minimumDigits: digits, maximumDigits: 2)
    case "k": return .number(.hour24FromOne, minimumDigits: digits, maximumDigits: 2)
    case "h": return .number(.hour12, minimumDigits: digits, maximumDigits: 2)
    case "K": return .number(.hour12FromZero, minimumDigits: digits, maximumDigits: 2)
    case "m": return .number(.minute, minimumDigits: digits, maximumDigits: 2)
    case "s": return .number(.second, minimumDigits: digits, maximumDigits: 2)
    // A date stands for a day: its figures are as wide as they are, and nothing is held for a second one.
    case "d": return .words(.day, (1...31).map { LocaleFigures.text($0, minimumDigits: digits, in: locale.identifier) })
    case "y": return .number(.year, minimumDigits: 4, maximumDigits: 4)
    case "a": return .words(.dayPeriod, [formatter.amSymbol, formatter.pmSymbol])
    // One or two letters are a number: Japanese writes "M月", and its names of months hold the 月 as well.
    case "M" where count <= 2, "L" where count <= 2:
      return .number(.month, minimumDigits: digits, maximumDigits: 2)
    case "M": return .words(.month, count >= 4 ? formatter.monthSymbols : formatter.shortMonthSymbols)
    case "L":
      return .words(
        .month, count >= 4 ? formatter.standaloneMonthSymbols : formatter.shortStandaloneMonthSymbols)
    case "E", "c": return .words(.weekday, count >= 4 ? formatter.weekdaySymbols : formatter.shortWeekdaySymbols)
    default: return nil
    }
  }
}
