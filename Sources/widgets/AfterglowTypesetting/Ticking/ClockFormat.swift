/// The parts of a clock text. The panel updates it by itself, for years and without a reload (docs/rules.md, rule 69).
public enum ClockFormat: Hashable, Sendable {
  /// 9:41 or 21:41 by the locale, 24-hour clocks with two digits. AM and PM are a separate format.
  case hourMinute
  /// 21:41 in every locale.
  case hourMinute24
  /// Only the hour, 9 or 21 by the locale.
  case hour
  /// Only the hour, 21 in every locale, with two digits.
  case hour24
  /// Two digits.
  case minute
  /// Two digits.
  case second
  /// 9:41:07 or 21:41:07 by the locale; without seconds at reduced luminance.
  case hourMinuteSecond
  /// AM or PM; empty in locales with a 24-hour clock.
  case dayPeriod
  /// Saturday
  case weekday
  /// SAT
  case weekdayAbbreviated
  /// 21
  case day
  /// November
  case month
  /// 21 November or November 21 by the locale.
  case dayMonth
  /// Saturday, 21 November by the locale.
  case weekdayDayMonth
}
