import AfterglowDocuments
import AfterglowSources
import Foundation

/// What all events of a calendar are, where the configuration declares it.
enum CalendarKind: String, CaseIterable, Hashable, Sendable {
  case events, birthdays, holidays
}

/// A calendar in iCalendar form (RFC 5545), read for a window of time: each event's occurrences in it, sorted. Made by
/// `CalendarProvider`.
struct CalendarDocument: Equatable, Sendable {
  var name: String?
  var occurrences: [CalendarEvent]
  /// What could not be read or was left out; everything else is read.
  var problems: [Problem]

  /// Events of one file that are looked at.
  static let maximumEventCount = 20_000
  /// Occurrences in the window, of one file.
  static let maximumOccurrenceCount = 2_000
  /// Steps of all rules of one file together: an hourly rule takes some 9,000 a year.
  static let maximumStepCount = 1_000_000
  /// Time limit for the whole file; only rules that never match come near it.
  static let timeLimit = Duration.seconds(3)
}

extension CalendarDocument {
  private static let libical = NSLock()

  /// Reads a calendar file.
  ///
  /// - Parameters:
  ///   - window: occurrences that touch it are returned, with their full length.
  ///   - zone: the reader's zone: days without a zone begin and end in it, and so do times without one.
  ///   - name: replaces the calendar's own.
  /// - Throws: `DocumentError` when the file cannot be read or is no calendar.
  init(
    path: String, window: Range<Date>, zone: TimeZone, name: String? = nil, kind: CalendarKind = .events
  ) throws(DocumentError) {
    try self.init(
      bytes: DocumentFile.bytes(path, kind: .calendar), file: path, window: window, zone: zone, name: name, kind: kind)
  }

  init(
    bytes: [UInt8], file: String, window: Range<Date>, zone: TimeZone, name: String? = nil,
    kind: CalendarKind = .events
  ) throws(DocumentError) {
    guard !CalendarText.isWide(bytes) else {
      throw DocumentError(
        problems: [
          Problem(
            file: file, line: 1, column: 1,
            message: "expected UTF-8 text, found UTF-16 or UTF-32; save the calendar as UTF-8")
        ])
    }
    let text = CalendarText(bytes)
    guard text.isCalendar else {
      throw DocumentError(
        problems: [Problem(file: file, line: 1, column: 1, message: "expected BEGIN:VCALENDAR, found no calendar")])
    }
    var reader = CalendarReader(
      file: file, text: text, window: window, zone: zone, name: name, kind: kind)
    // libical's lists of zones are shared; content is also checked while it arrives.
    Self.libical.withLock { reader.read() }
    self.init(name: reader.name, occurrences: reader.sorted, problems: reader.problems.sorted)
  }
}
