import Foundation

/// A time of day in hours and minutes, as the locale writes it.
enum ShortTime {
  static func text(_ date: Date, _ locale: Locale, _ zone: TimeZone) -> String {
    date.formatted(Date.FormatStyle(locale: locale, timeZone: zone).hour().minute())
  }

  /// The time of a rise or set to the nearest minute, as in almanacs and forecasts.
  static func text(_ turn: SkyTurn, _ locale: Locale, _ zone: TimeZone) -> String {
    text(Date(timeIntervalSince1970: (turn.date.timeIntervalSince1970 / 60).rounded() * 60), locale, zone)
  }
}
