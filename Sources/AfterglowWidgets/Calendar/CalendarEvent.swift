import Afterglow
import Foundation

/// One showing of an event.
struct CalendarEvent: Hashable, Sendable {
  var start: Date
  /// The first instant that is not part of it any more; `start` itself for an event without length.
  var end: Date
  /// Whole days of the reader's zone: midnight to midnight.
  var isAllDay = false
  var title: String
  var location: String?
  var isBirthday = false
  var isHoliday = false
  /// The event's own name, the same for all of its occurrences.
  var identifier = ""

  /// Of days that are special; nil for all others.
  var glyph: Symbol? { isBirthday ? .cake : isHoliday ? .flag : nil }
}
