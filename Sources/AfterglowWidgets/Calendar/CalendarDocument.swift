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
  /// libical's lists of zones are shared; content is also checked while it arrives.
  fileprivate static let libical = NSLock()

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
    var reader = CalendarReader(
      file: file, text: try Self.text(bytes, file: file), window: window, zone: zone, name: name, kind: kind)
    Self.libical.withLock { reader.read() }
    self.init(name: reader.name, occurrences: reader.sorted, problems: reader.problems.sorted)
  }

  fileprivate static func text(_ bytes: [UInt8], file: String) throws(DocumentError) -> CalendarText {
    func failure(_ message: String) -> DocumentError {
      DocumentError(problems: [Problem(file: file, line: 1, column: 1, message: message)])
    }
    guard !CalendarText.isWide(bytes) else {
      throw failure("expected UTF-8 text, found UTF-16 or UTF-32; save the calendar as UTF-8")
    }
    let text = CalendarText(bytes)
    guard text.isCalendar else { throw failure("expected BEGIN:VCALENDAR, found no calendar") }
    return text
  }
}

extension ReminderDocument {
  /// Whether a document is a calendar, of which the tasks are read.
  static func isCalendar(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return String(decoding: start.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
  }

  /// The tasks of calendars (VTODO, RFC 5545, section 3.6.2); each calendar is a list.
  ///
  /// - Parameter zone: of times without one.
  /// - Throws: `DocumentError` for what is no calendar.
  init(calendar bytes: [UInt8], file: String, zone: TimeZone) throws(DocumentError) {
    let text = try CalendarDocument.text(bytes, file: file)
    let now = Date()
    var reader = CalendarReader(file: file, text: text, window: now..<now, zone: zone, name: nil, kind: .events)
    let tasks = CalendarDocument.libical.withLock { reader.tasks() }
    self.init(title: text.calendars.count == 1 ? text.name : nil, reminders: tasks)
  }
}
