import Foundation

/// A time of day in the locale's shortest form.
enum ShortTime {
  static func text(_ date: Date, _ locale: Locale, _ zone: TimeZone) -> String {
    date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: zone))
  }
}
