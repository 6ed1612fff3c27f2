import Foundation

/// A time of day in hours and minutes, as the locale writes it.
enum ShortTime {
  static func text(_ date: Date, _ locale: Locale, _ zone: TimeZone) -> String {
    date.formatted(Date.FormatStyle(locale: locale, timeZone: zone).hour().minute())
  }
}
