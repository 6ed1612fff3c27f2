import Foundation

/// The date of the content, in neutral words (rule 71).
package struct AgeText: Hashable, Sendable {
  /// "as of Sat 08:00".
  let long: String
  /// "Sat 08:00": used where space is short, next to the symbol.
  let short: String

  /// How long a weekday says which day is meant, in seconds.
  package static let weekdaySpan: TimeInterval = 6 * 86_400

  /// Includes the weekday, because the text may be shown for days; content that is nearly a week old when it is
  /// compiled gets its date instead, because a weekday would be ambiguous.
  package init(_ date: Date, compiledAt now: Date, locale: Locale, timeZone: TimeZone) {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    let isRecent = now.timeIntervalSince(date) < Self.weekdaySpan
    formatter.setLocalizedDateFormatFromTemplate(isRecent ? "EEEjmm" : "dMMMy")
    short = formatter.string(from: date)
    long = locale.language.languageCode?.identifier == "en" ? "as of \(short)" : short
  }
}
