import AfterglowTimeline
import Foundation

/// The words of an age in one language, for `Text(age:in:)`; `%@` stands for the number.
package struct ElapsedWords: Hashable, Sendable {
  /// In the first minute, and before the date.
  package var now: String
  package var minutes: String
  package var hours: String
  package var days: String

  package init(now: String, minutes: String, hours: String, days: String) {
    self.now = now
    self.minutes = minutes
    self.hours = hours
    self.days = days
  }
}

extension TickPattern {
  /// How long ago the reference was, in its largest unit alone: "now", "8 min", "3 h", "2 d".
  package static func age(_ reference: Date, in words: ElapsedWords) -> TickPattern {
    let (minute, hour, day): (UInt32, UInt32, UInt32) = (60, 3600, 86_400)
    let past = TickPhraseRecord.past
    return TickPattern(
      kind: .relative,
      wordings: [
        TickWording(parts: [.literal(words.now)], directions: TickPhraseRecord.future),
        TickWording(parts: [.literal(words.now)], upperSeconds: minute, directions: past),
        wording(words.minutes, .totalMinutes, digits: 2, from: minute, to: hour),
        wording(words.hours, .totalHours, digits: 2, from: hour, to: day),
        wording(words.days, .totalDays, digits: 4, from: day, to: TickPhraseRecord.unbounded),
      ], name: "age", reference: reference)
  }

  private static func wording(
    _ words: String, _ field: TickField, digits: Int, from lower: UInt32, to upper: UInt32
  ) -> TickWording {
    let around = words.components(separatedBy: "%@")
    let number = TickPart.number(field, minimumDigits: 1, maximumDigits: digits)
    let parts = [.literal(around[0]), number, .literal(around.dropFirst().joined())].filter { $0 != .literal("") }
    return TickWording(parts: parts, lowerSeconds: lower, upperSeconds: upper, directions: TickPhraseRecord.past)
  }
}
