import AfterglowTimeline
import Foundation

/// One part of a ticking text, before it is shaped.
enum TickPart: Hashable, Codable {
  case literal(String)
  case number(TickField, minimumDigits: Int, maximumDigits: Int)
  /// The words of a table: 12 months, 7 weekdays from Sunday, AM and PM, or the figures of 31 days.
  case words(TickField, [String])

  /// Whether it is written in figures.
  var isNumber: Bool {
    switch self {
    case .number, .words(.day, _): true
    case .literal, .words: false
    }
  }

  /// Whether its figures stand in cells.
  var isInCells: Bool {
    if case .number = self { true } else { false }
  }
}

/// One wording, and when it applies (`TickPhraseRecord`).
struct TickWording: Hashable, Codable {
  var parts: [TickPart]
  var lowerSeconds: UInt32 = 0
  var upperSeconds: UInt32 = TickPhraseRecord.unbounded
  var directions: UInt8 = 3
  /// Bits of `PluralCategory` that the field's number may have; 0 = any.
  var categories: UInt8 = 0
  var pluralField: TickField = .totalSeconds
}

/// A ticking text as wordings, not yet in any font.
struct TickPattern: Hashable, Codable {
  var kind: TickKind
  var wordings: [TickWording]
  var plurals: PluralRule?
  /// What ticks, for layout dumps.
  var name: String
  /// The instant that timers and distances refer to.
  var reference: Date?
  /// What stands around a distance, for layout dumps: "Due in …".
  var words: String?

  static func clock(_ format: ClockFormat, in locale: Locale) -> TickPattern {
    TickPattern(
      kind: .civil, wordings: [TickWording(parts: ClockPattern.items(format, in: locale))], name: "\(format)")
  }

  /// Down to the reference and then up: 4:05, 1:04:05.
  static func timer(_ reference: Date, from now: Date) -> TickPattern {
    let hours = Int(abs(reference.timeIntervalSince(now)) / 3600) + 1
    let short: [TickPart] = [
      .number(.totalMinutes, minimumDigits: 1, maximumDigits: 2), .literal(":"),
      .number(.secondsOfMinute, minimumDigits: 2, maximumDigits: 2),
    ]
    let long: [TickPart] = [
      .number(.totalHours, minimumDigits: 1, maximumDigits: max(2, String(hours).count)), .literal(":"),
      .number(.minutesOfHour, minimumDigits: 2, maximumDigits: 2), .literal(":"),
      .number(.secondsOfMinute, minimumDigits: 2, maximumDigits: 2),
    ]
    return TickPattern(
      kind: .timer,
      wordings: [TickWording(parts: short, upperSeconds: 3600), TickWording(parts: long, lowerSeconds: 3600)],
      name: "timer", reference: reference)
  }

  /// From one end of an interval to the other; before it and after it, it stands.
  static func timer(_ interval: ClosedRange<Date>, countsDown: Bool, showsHours: Bool) -> TickPattern {
    let length = UInt32(min(max(interval.upperBound.timeIntervalSince(interval.lowerBound).rounded(), 0), 1e9))
    let hour: UInt32 = showsHours ? 3600 : TickPhraseRecord.unbounded
    let minutes = String(length / 60).count
    let short: [TickPart] = [
      .number(.totalMinutes, minimumDigits: 1, maximumDigits: showsHours ? 2 : max(2, minutes)), .literal(":"),
      .number(.secondsOfMinute, minimumDigits: 2, maximumDigits: 2),
    ]
    let long: [TickPart] = [
      .number(.totalHours, minimumDigits: 1, maximumDigits: max(1, String(length / 3600).count)), .literal(":"),
      .number(.minutesOfHour, minimumDigits: 2, maximumDigits: 2), .literal(":"),
      .number(.secondsOfMinute, minimumDigits: 2, maximumDigits: 2),
    ]
    let running = countsDown ? TickPhraseRecord.future : TickPhraseRecord.past
    let resting = countsDown ? TickPhraseRecord.past : TickPhraseRecord.future
    var wordings = [TickWording(parts: short, upperSeconds: min(hour, length), directions: running)]
    if length > hour {
      wordings.append(TickWording(parts: long, lowerSeconds: hour, upperSeconds: length, directions: running))
    }
    let whole = [TickPart.literal(duration(length, showsHours: showsHours))]
    wordings.append(TickWording(parts: whole, lowerSeconds: length, directions: running))
    wordings.append(TickWording(parts: [.literal("0:00")], directions: resting))
    return TickPattern(
      kind: .timer, wordings: wordings, name: "timer", reference: countsDown ? interval.upperBound : interval.lowerBound
    )
  }

  private static func duration(_ seconds: UInt32, showsHours: Bool) -> String {
    func two(_ value: UInt32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minutes = seconds / 60
    if showsHours && minutes >= 60 { return "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))" }
    return "\(minutes):\(two(seconds % 60))"
  }

  /// The distance in two units, either direction alike: 11 min, 14 sec.
  static func relative(_ reference: Date, in locale: Locale) -> TickPattern {
    let words = UnitWords(locale)
    func two(_ a: TickField, _ first: UnitWords.Unit, _ b: TickField, _ second: UnitWords.Unit) -> [TickPart] {
      [
        .number(a, minimumDigits: 1, maximumDigits: 2), .literal(" \(words.short(first)), "),
        .number(b, minimumDigits: 1, maximumDigits: 2), .literal(" \(words.short(second))"),
      ]
    }
    var wordings = [
      TickWording(
        parts: [.number(.totalSeconds, minimumDigits: 1, maximumDigits: 2), .literal(" \(words.short(.second))")],
        upperSeconds: 60),
      TickWording(
        parts: two(.totalMinutes, .minute, .secondsOfMinute, .second), lowerSeconds: 60, upperSeconds: 3600),
      TickWording(parts: two(.totalHours, .hour, .minutesOfHour, .minute), lowerSeconds: 3600, upperSeconds: 86_400),
    ]
    wordings += words.wordings(.day, .totalDays, from: 86_400, to: nil, sign: "", directions: 3)
    return TickPattern(
      kind: .relative, wordings: wordings, plurals: words.plurals, name: "relative", reference: reference)
  }

  /// The distance in its largest unit, minus before the reference and plus after it: -11 minutes.
  static func offset(_ reference: Date, in locale: Locale) -> TickPattern {
    let words = UnitWords(locale)
    let steps: [(UnitWords.Unit, TickField, UInt32, UInt32?)] = [
      (.second, .totalSeconds, 0, 60), (.minute, .totalMinutes, 60, 3600), (.hour, .totalHours, 3600, 86_400),
      (.day, .totalDays, 86_400, nil),
    ]
    let signs = [("\u{2212}", TickPhraseRecord.future), ("+", TickPhraseRecord.past)]
    let wordings = signs.flatMap { sign, directions in
      steps.flatMap { words.wordings($0.0, $0.1, from: $0.2, to: $0.3, sign: sign, directions: directions) }
    }
    return TickPattern(
      kind: .offset, wordings: wordings, plurals: words.plurals, name: "offset", reference: reference)
  }
}

/// How a language counts whole numbers (CLDR, cardinal rules for integers).
enum PluralRule: Hashable, Codable {
  /// One for 1.
  case english
  /// One for 0 and 1.
  case french

  var table: PluralTableRecord {
    switch self {
    case .english: .english
    case .french: PluralTableRecord { $0 < 2 ? .one : .other }
    }
  }
}

/// Names of units, in the languages that have been written down so far; others read English.
struct UnitWords {
  enum Unit: Int { case second, minute, hour, day }

  private static let shortWords = [
    "en": ["sec", "min", "hr", "day"], "de": ["Sek.", "Min.", "Std.", "Tag"], "fr": ["s", "min", "h", "j"],
    "es": ["s", "min", "h", "día"],
  ]
  private static let longWords = [
    "en": ["second|seconds", "minute|minutes", "hour|hours", "day|days"],
    "de": ["Sekunde|Sekunden", "Minute|Minuten", "Stunde|Stunden", "Tag|Tage"],
    "fr": ["seconde|secondes", "minute|minutes", "heure|heures", "jour|jours"],
    "es": ["segundo|segundos", "minuto|minutos", "hora|horas", "día|días"],
  ]

  private let language: String

  init(_ locale: Locale) {
    let code = locale.language.languageCode?.identifier ?? "en"
    language = Self.shortWords[code] == nil ? "en" : code
  }

  var plurals: PluralRule { language == "fr" ? .french : .english }

  func short(_ unit: Unit) -> String { Self.shortWords[language]![unit.rawValue] }

  /// One wording for the singular and one for all else.
  func wordings(
    _ unit: Unit, _ field: TickField, from lower: UInt32, to upper: UInt32?, sign: String, directions: UInt8
  ) -> [TickWording] {
    let forms = Self.longWords[language]![unit.rawValue].split(separator: "|")
    let categories = [PluralCategory.one.mask, ~PluralCategory.one.mask & 0x3F]
    return zip(forms, categories).map { form, mask in
      var parts: [TickPart] = sign.isEmpty ? [] : [.literal(sign)]
      parts.append(.number(field, minimumDigits: 1, maximumDigits: unit == .day ? 4 : 2))
      parts.append(.literal(" " + form))
      return TickWording(
        parts: parts, lowerSeconds: lower, upperSeconds: upper ?? TickPhraseRecord.unbounded, directions: directions,
        categories: mask, pluralField: field)
    }
  }
}
