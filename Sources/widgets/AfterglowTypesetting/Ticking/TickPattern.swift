import AfterglowTimeline
import Foundation

/// One part of a ticking text, before it is shaped.
package enum TickPart: Hashable, Codable {
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
package struct TickWording: Hashable, Codable {
  package var parts: [TickPart]
  package var lowerSeconds: UInt32 = 0
  package var upperSeconds: UInt32 = TickPhraseRecord.unbounded
  package var directions: UInt8 = 3
  /// Bits of `PluralCategory` that the field's number may have; 0 = any.
  package var categories: UInt8 = 0
  package var pluralField: TickField = .totalSeconds
  /// Bits of `PluralCategory` that a second number may have; 0 = any.
  package var secondCategories: UInt8 = 0
  package var secondPluralField: TickField = .totalSeconds

  package init(
    parts: [TickPart], lowerSeconds: UInt32 = 0, upperSeconds: UInt32 = TickPhraseRecord.unbounded,
    directions: UInt8 = 3, categories: UInt8 = 0, pluralField: TickField = .totalSeconds
  ) {
    self.parts = parts
    self.lowerSeconds = lowerSeconds
    self.upperSeconds = upperSeconds
    self.directions = directions
    self.categories = categories
    self.pluralField = pluralField
  }
}

/// A ticking text as wordings, not yet in any font.
package struct TickPattern: Hashable, Codable {
  package var kind: TickKind
  package var wordings: [TickWording]
  package var plurals: PluralRule?
  /// What ticks, for layout dumps.
  package var name: String
  /// The instant that timers and distances refer to.
  package var reference: Date?
  /// What stands around a distance, for layout dumps: "Due in …".
  package var words: String?

  package init(
    kind: TickKind, wordings: [TickWording], plurals: PluralRule? = nil, name: String, reference: Date? = nil,
    words: String? = nil
  ) {
    self.kind = kind
    self.wordings = wordings
    self.plurals = plurals
    self.name = name
    self.reference = reference
    self.words = words
  }

  package static func clock(_ format: ClockFormat, in locale: Locale) -> TickPattern {
    TickPattern(
      kind: .civil, wordings: [TickWording(parts: ClockPattern.items(format, in: locale))], name: "\(format)")
  }

  /// Down to the reference and then up: 4:05, 1:04:05.
  package static func timer(_ reference: Date, from now: Date) -> TickPattern {
    let hours = Int(clamping: min(abs(reference.timeIntervalSince(now)) / 3600, 1e9)) + 1
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
  package static func timer(_ interval: ClosedRange<Date>, countsDown: Bool, showsHours: Bool) -> TickPattern {
    let length = UInt32(
      clamping: min(max(interval.upperBound.timeIntervalSince(interval.lowerBound).rounded(), 0), 1e9))
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
}

extension TickPattern {
  /// The pattern with only the wordings that it can use within an hour of an instant. A timer that has half a minute to go
  /// shows no hours for as long.
  package func within(hourAfter date: Date) -> TickPattern {
    guard let reference else { return self }
    let ahead = reference.timeIntervalSince(date)
    let hour = 3600.0
    var near = self
    near.wordings = wordings.filter { wording in
      let (lower, upper) = (Double(wording.lowerSeconds), Double(wording.upperSeconds))
      let isBefore =
        wording.directions & TickPhraseRecord.future != 0 && ahead > 0 && lower <= ahead.rounded(.up)
        && ahead - hour < upper
      let isAfter = wording.directions & TickPhraseRecord.past != 0 && lower < hour - ahead && -ahead < upper
      return isBefore || isAfter
    }
    return near
  }
}
