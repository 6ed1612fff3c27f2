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

  /// For special days; nil for all others.
  var glyph: Symbol? { isBirthday ? .cake : isHoliday ? .flag : nil }
}
