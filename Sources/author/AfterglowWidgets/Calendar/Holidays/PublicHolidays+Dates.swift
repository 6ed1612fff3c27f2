import AfterglowTimeline
import Foundation

extension PublicHolidays {
  /// A holiday in a zone: from midnight to midnight, or from the day's first instant where clocks skip midnight.
  struct Showing: Hashable, Sendable {
    var start: Date
    var end: Date
    var name: String
  }

  /// Those that touch `window`, sorted. `language`: see `holidays(in:language:)`.
  func showings(in window: Range<Date>, zone: TimeZone, language: String) -> [Showing] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    func day(of date: Date) -> Int64 {
      flooredQuotient(Int64(date.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: date)), 86_400)
    }
    func start(of day: Int64) -> Date? {
      let civil = civilDate(ofDay: day)
      let noon = DateComponents(year: Int(civil.year), month: Int(civil.month), day: Int(civil.day), hour: 12)
      return calendar.date(from: noon).map(calendar.startOfDay)
    }
    let days = day(of: window.lowerBound)..<day(of: window.upperBound) + 1
    return holidays(in: days, language: language).compactMap { holiday in
      guard let from = start(of: holiday.day), let to = start(of: holiday.day + 1), from < window.upperBound else {
        return nil
      }
      return Showing(start: from, end: to, name: holiday.name)
    }
  }
}
