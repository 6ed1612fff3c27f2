import Afterglow
import Foundation

/// One occurrence of an event.
struct CalendarEvent: Hashable, Sendable {
  var start: Date
  /// The first instant after it; `start` itself for an event without length.
  var end: Date
  /// Whole days of the reader's zone: midnight to midnight.
  var isAllDay = false
  var title: String
  var location: String?
  var isBirthday = false
  var isHoliday = false
  /// Of its calendar, where several are shown as one.
  var color = SourceColor.red
  /// The event's own name, the same for all of its occurrences.
  var identifier = ""
  /// Whether the zone of its times is unknown: its day is right or almost, its hour is not.
  var hasUnknownZone = false
  /// The day that the event is listed under; nil where it is not listed under a day.
  var part: DayPart?

  /// For special days; nil for all others.
  var glyph: Symbol? { isBirthday ? .cake : isHoliday ? .flag : nil }

  /// Whether it fills the day that it is listed under.
  var coversDay: Bool { isAllDay || part?.isWhole ?? false }
  /// Whether its row is one line: a whole day without a place.
  var isLine: Bool { isAllDay && location == nil && !hasUnknownZone }
  /// Whether it began on a day before the one that it is listed under.
  var isContinued: Bool { (part?.number ?? 1) > 1 }
  /// Whether its hour is shown: it begins on the day that it is listed under, at a known time.
  var hasHour: Bool { !coversDay && !isContinued && !hasUnknownZone }
}

/// One of the days that an event touches.
struct DayPart: Hashable, Sendable {
  /// Its midnight.
  var day: Date
  /// Counted from 1, of all days that the event touches.
  var number = 1
  var count = 1
  /// Whether the event lasts from its midnight to the next one.
  var isWhole = false
}

/// The days of a window, for finding those that an event touches: midnights cost a walk through the calendar each.
struct DayIndex {
  private let calendar: Calendar
  /// The midnights of the window's days and the one after them.
  private let midnights: [Date]

  init(_ calendar: Calendar, from start: Date, to end: Date) {
    self.calendar = calendar
    var midnights = [calendar.startOfDay(for: start)]
    while midnights[midnights.count - 1] < end,
      let next = calendar.date(byAdding: .day, value: 1, to: midnights[midnights.count - 1])
    {
      midnights.append(calendar.startOfDay(for: next))
    }
    self.midnights = midnights
  }

  /// An event as it is listed under each of the window's days that it touches.
  func rows(of event: CalendarEvent) -> [CalendarEvent] {
    guard let first = midnights.first, let last = midnights.last, event.start < last else { return [] }
    // The end belongs to no day: an event until midnight is over with its day.
    let end = max(event.start, event.end.addingTimeInterval(-0.001))
    guard end >= first else { return [] }
    let from = event.start < first ? 0 : index(of: event.start)
    let to = min(index(of: end), max(from, midnights.count - 2))
    let before = event.start < first ? days(from: calendar.startOfDay(for: event.start), to: first) : 0
    let after = end >= last ? days(from: midnights[to], to: calendar.startOfDay(for: end)) : 0
    let count = before + to - from + 1 + after
    return (from...to).map { index in
      var row = event
      let next = index + 1 < midnights.count ? midnights[index + 1] : .distantFuture
      row.part = DayPart(
        day: midnights[index], number: before + index - from + 1, count: count,
        isWhole: event.isAllDay || event.start <= midnights[index] && event.end >= next)
      return row
    }
  }

  private func index(of date: Date) -> Int {
    var low = 0
    var high = midnights.count
    while low < high {
      let middle = (low + high) / 2
      if midnights[middle] <= date { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  private func days(from first: Date, to last: Date) -> Int {
    calendar.dateComponents([.day], from: first, to: last).day ?? 0
  }
}
