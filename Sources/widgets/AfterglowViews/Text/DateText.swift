import Foundation
import Synchronization

/// Dates as fixed strings.
enum DateText {
  private struct Key: Hashable {
    var date: Date
    var style: Text.DateStyle
    var locale: String
    var zone: String
  }

  private static let maximumCacheCount = 2000
  private static let cache = Mutex<[Key: String]>([:])

  static func string(_ date: Date, _ style: Text.DateStyle, in environment: EnvironmentValues) -> String {
    let key = Key(
      date: date, style: style, locale: environment.locale.identifier, zone: environment.timeZone.identifier)
    if let known = cache.withLock({ $0[key] }) { return known }
    let formatter = DateFormatter()
    formatter.locale = environment.locale
    formatter.timeZone = environment.timeZone
    formatter.calendar = environment.calendar
    switch style {
    case .date: formatter.setLocalizedDateFormatFromTemplate("dMMMMy")
    case .time, .timer, .relative, .offset: formatter.setLocalizedDateFormatFromTemplate("jmm")
    }
    let text = formatter.string(from: date)
    cache.withLock {
      if $0.count >= maximumCacheCount { $0.removeAll() }
      $0[key] = text
    }
    return text
  }

  /// Two times, with their dates where those differ.
  static func interval(_ dates: ClosedRange<Date>, in environment: EnvironmentValues) -> String {
    let (start, end) = (dates.lowerBound, dates.upperBound)
    let isOneDay = environment.calendar.isDate(start, inSameDayAs: end)
    let texts = [start, end].map { date in
      let time = string(date, .time, in: environment)
      return isOneDay ? time : "\(string(date, .date, in: environment)) \(time)"
    }
    return RangeText.text(texts[0], texts[1], in: environment.locale)
  }
}
