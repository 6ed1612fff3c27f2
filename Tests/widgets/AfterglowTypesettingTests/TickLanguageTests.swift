import AfterglowCore
import Foundation
import Testing
import _FoundationICU

@testable import AfterglowTypesetting

/// Ticking texts compared with ICU's and Foundation's own formatting, in each language of the built-in widgets, with a region that has
/// figures or an order of its own, and in languages with every kind of plural.
@Suite struct TickLanguageTests {
  private static let locales = [
    "en", "de", "fr", "es", "it", "nl", "pt", "ja", "zh", "ar", "he", "en_US", "pt_PT", "zh_TW", "ar_EG", "fa", "pl",
    "ru",
    "cs", "lt", "lv", "sl", "ga", "cy", "ro", "hi", "sw", "ja@hours=h11", "en@hours=h24",
  ]

  private static func tick(_ style: DistanceStyle, _ locale: String) -> SpokenTick {
    // Far enough for three figures of days.
    let from = noon.addingTimeInterval(-200 * 86_400)
    return SpokenTick(.distance(noon, style, from: from, in: Locale(identifier: locale)), locale: locale)
  }

  /// Amounts as ICU's formatter of measures writes them.
  private final class Measures {
    private let formatter: OpaquePointer?

    init(_ locale: String, _ width: UAMeasureFormatWidth) {
      var status = U_ZERO_ERROR
      formatter = uameasfmt_open(locale, width, nil, &status)
    }

    deinit { uameasfmt_close(formatter) }

    func text(_ amounts: [(Int, UAMeasureUnit)]) -> String {
      var status = U_ZERO_ERROR
      let measures = amounts.map { UAMeasure(value: Double($0), unit: $1) }
      var buffer = [UInt16](repeating: 0, count: 256)
      let count = uameasfmt_formatMultiple(formatter, measures, Int32(measures.count), &buffer, 256, &status)
      return String(decoding: buffer[..<Int(count)], as: UTF16.self)
    }
  }

  private static let (second, minute, hour, day) = (
    UAMEASUNIT_DURATION_SECOND, UAMEASUNIT_DURATION_MINUTE, UAMEASUNIT_DURATION_HOUR, UAMEASUNIT_DURATION_DAY
  )

  /// Every second of an hour and some, every minute of a day, every hour of four months.
  private static let distances: [Int] =
    Array(0...3_700) + stride(from: 3_700, through: 86_460, by: 60)
    + stride(from: 86_400, through: 2 * 86_400, by: 1_800)
    + stride(from: 2 * 86_400, through: 120 * 86_400, by: 3_600)

  private static func relative(_ seconds: Int) -> [(Int, UAMeasureUnit)] {
    switch seconds {
    case ..<60: [(seconds, second)]
    case ..<3_600: [(seconds / 60, minute), (seconds % 60, second)]
    case ..<86_400: [(seconds / 3_600, hour), (seconds / 60 % 60, minute)]
    default: [(seconds / 86_400, day), (seconds / 3_600 % 24, hour)]
    }
  }

  /// What a tick says otherwise than it should, at distances after the reference, or before it: the first five.
  private static func differences(
    _ tick: SpokenTick, _ distances: some Sequence<Int>, _ expected: (Int) -> String
  ) -> [String] {
    var differences: [String] = []
    for seconds in distances {
      let (text, wanted) = (tick.text(after: Int64(seconds)), expected(seconds))
      if text != wanted { differences.append("\(seconds) s: \(text), not \(wanted)") }
      if differences.count == 5 { break }
    }
    return differences
  }

  @Test(arguments: locales) func `a relative distance is ICU's, in either direction`(_ locale: String) {
    let measures = Measures(locale, UAMEASFMT_WIDTH_SHORT)
    let distances = Self.distances + Self.distances.map(-)
    #expect(
      Self.differences(Self.tick(.relative, locale), distances) { measures.text(Self.relative(abs($0))) } == [])
  }

  @Test(arguments: locales) func `an offset is ICU's with a sign`(_ locale: String) {
    let measures = Measures(locale, UAMEASFMT_WIDTH_WIDE)
    let distances = Self.distances + Self.distances.map(-)
    let differences = Self.differences(Self.tick(.offset, locale), distances) {
      ($0 < 0 ? "\u{2212}" : "+") + measures.text([Self.relative(abs($0))[0]])
    }
    #expect(differences == [])
  }

  @Test(arguments: locales) func `a reference is ICU's, before and after it`(_ locale: String) {
    var status = U_ZERO_ERROR
    let formatter = swift_ureldatefmt_open(locale, nil, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status)
    defer { swift_ureldatefmt_close(formatter) }
    func words(_ count: Int, _ unit: URelativeDateTimeUnit) -> String {
      var buffer = [UInt16](repeating: 0, count: 256)
      let length =
        count == 0
        ? swift_ureldatefmt_format(formatter, 0, unit, &buffer, 256, &status)
        : swift_ureldatefmt_formatNumeric(formatter, Double(count), unit, &buffer, 256, &status)
      return String(decoding: buffer[..<Int(length)], as: UTF16.self)
    }
    let pattern = TickPattern.reference(noon, units: [.day, .hour, .minute], in: Locale(identifier: locale))
    let differences = Self.differences(
      SpokenTick(pattern, locale: locale), Self.distances + Self.distances.map(-)
    ) { after in
      let direction = after < 0 ? 1 : -1
      return switch abs(after) {
      case ..<60: words(0, UDAT_REL_UNIT_SECOND)
      case ..<3_600: words(direction * (abs(after) / 60), UDAT_REL_UNIT_MINUTE)
      case ..<86_400: words(direction * (abs(after) / 3_600), UDAT_REL_UNIT_HOUR)
      default: words(direction * (abs(after) / 86_400), UDAT_REL_UNIT_DAY)
      }
    }
    #expect(differences == [])
  }

  @Test(arguments: locales) func `minutes alone have no seconds, whatever their number`(_ locale: String) {
    let style = DistanceStyle(units: [.minute], maximumCount: 2, width: .short, sign: .never)
    let pattern = TickPattern.distance(
      noon, style, from: noon.addingTimeInterval(-100_000), in: Locale(identifier: locale))
    let tick = SpokenTick(pattern, locale: locale)
    let measures = Measures(locale, UAMEASFMT_WIDTH_SHORT)
    // Each second of ten minutes; of each minute both ends and one in between. Four figures are grouped by ICU, and not
    // in a text that ticks.
    let seconds = Array(-599...599) + (-999..<1000).flatMap { minute in [0, 31, 59].map { minute * 60 + $0 } }
    let differences = Self.differences(tick, seconds) { measures.text([(abs($0) / 60, Self.minute)]) }
    #expect(differences == [])
    #expect(!tick.text(after: -100_000).contains("999"))
  }

  @Test(arguments: locales) func `at reduced luminance a timer is in minutes`(_ locale: String) {
    let measures = Measures(locale, UAMEASFMT_WIDTH_SHORT)
    let narrow = Measures(locale, UAMEASFMT_WIDTH_NARROW)
    let interval = noon...noon.addingTimeInterval(2 * 3_600 + 90)
    for countsDown in [false, true] {
      let pattern = TickPattern.minutes(
        interval, countsDown: countsDown, showsHours: true, in: Locale(identifier: locale))
      let tick = SpokenTick(pattern, locale: locale)
      // By the end that it refers to.
      let distances = stride(from: -9_000, through: 9_000, by: 7)
      let differences = Self.differences(tick, distances) { after in
        let shown = min(max(countsDown ? -after : after, 0), 7_290)
        if shown < 3_600 { return measures.text([(shown / 60, Self.minute)]) }
        let amounts = [(shown / 3_600, Self.hour), (shown / 60 % 60, Self.minute)]
        let words = narrow.text(amounts)
        // Letters of the other direction are isolated (UAX 9, FSI); then the words are used that are the language's own.
        return words.contains("\u{2068}") ? measures.text(amounts) : words
      }
      #expect(differences == [], "\(countsDown)")
    }
  }

  /// The instants at which a text says something else, second by second.
  private static func changes(_ tick: SpokenTick, from: Int64, to: Int64) -> [Int64] {
    var changes: [Int64] = []
    var last = tick.text(at: Instant(seconds: from))
    for second in from + 1...to {
      let text = tick.text(at: Instant(seconds: second))
      if text != last { changes.append(second) }
      last = text
    }
    return changes
  }

  @Test(arguments: ["en", "ar", "ru", "ja"]) func `each wakes exactly when its text changes`(_ locale: String) {
    let start = Int64(noon.timeIntervalSince1970)
    let minutes = DistanceStyle(units: [.minute], maximumCount: 1, width: .short, sign: .never)
    let patterns: [TickPattern] = [.relative, .offset, minutes, .hoursAndMinutes].map {
      .distance(noon, $0, from: noon.addingTimeInterval(-100_000), in: Locale(identifier: locale))
    }
    let clocks = [ClockFormat.hourMinute, .second, .weekdayDayMonth].map {
      TickPattern.clock($0, in: Locale(identifier: locale))
    }
    let reference = TickPattern.reference(noon, units: [.hour, .minute], in: Locale(identifier: locale))
    for pattern in patterns + [reference] + clocks {
      let tick = SpokenTick(pattern, locale: locale)
      for from in [start - 8_000, start - 100_000] {
        var wakes: [Int64] = []
        var at = Instant(seconds: from)
        while true {
          at = tick.nextChange(after: at)
          guard at <= Instant(seconds: from + 9_000) else { break }
          wakes.append(at.seconds)
        }
        #expect(wakes == Self.changes(tick, from: from, to: from + 9_000), "\(pattern.name) from \(from - start)")
      }
    }
  }

  // MARK: clocks and dates

  private static func formatter(_ locale: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = TimeZone(identifier: "UTC")
    return formatter
  }

  @Test(arguments: locales) func `every minute of a day is Foundation's`(_ locale: String) {
    let formatter = Self.formatter(locale)
    let template = DateFormatter.dateFormat(fromTemplate: "jmm", options: 0, locale: formatter.locale) ?? ""
    let plain = template.filter { !"aAbB".contains($0) }.trimmingCharacters(in: .whitespaces)
    let formats: [(ClockFormat, String)] = [
      (.hourMinute, plain), (.hourMinute24, "HH:mm"), (.hour24, "HH"), (.minute, "mm"),
      (.dayPeriod, template == plain ? "" : "a"),
    ]
    for (format, pattern) in formats {
      formatter.dateFormat = pattern
      let tick = SpokenTick(.clock(format, in: formatter.locale), locale: locale)
      let wrong = (0..<1_440).filter { minute in
        let date = Date(timeIntervalSince1970: Double(minute) * 60)
        let expected = pattern.isEmpty ? "" : formatter.string(from: date)
        return tick.text(at: Instant(seconds: Int64(minute) * 60)) != expected
      }
      #expect(wrong == [], "\(format)")
    }
  }

  @Test(arguments: locales) func `every day of two years is Foundation's`(_ locale: String) {
    let formatter = Self.formatter(locale)
    let formats: [(ClockFormat, String, isTemplate: Bool)] = [
      (.weekday, "EEEE", false), (.day, "d", false), (.month, "LLLL", false), (.dayMonth, "dMMMM", true),
      (.weekdayDayMonth, "EEEEdMMMM", true),
    ]
    for (format, pattern, isTemplate) in formats {
      if isTemplate { formatter.setLocalizedDateFormatFromTemplate(pattern) } else { formatter.dateFormat = pattern }
      let tick = SpokenTick(.clock(format, in: formatter.locale), locale: locale)
      let wrong = (20_454..<20_454 + 731).filter { day in
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        return tick.text(at: Instant(seconds: Int64(day) * 86_400)) != formatter.string(from: date)
      }
      #expect(wrong == [], "\(format)")
    }
  }
}
