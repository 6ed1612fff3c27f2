import Foundation

/// A time of day, as short as its place writes it.
enum ShortTime {
  static func text(_ date: Date, _ locale: Locale, _ zone: TimeZone) -> String {
    var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale)
    style.timeZone = zone
    return date.formatted(style)
  }
}
