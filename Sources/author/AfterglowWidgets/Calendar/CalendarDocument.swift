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
  /// Faults of events and limits that were reached; all other events are read.
  var problems: [Problem]
  /// Whether occurrences may be missing.
  var completeness: ReadingCompleteness
  /// Whether it has tasks and no event.
  var hasTasksAlone = false

  /// Events and tasks of one file that are looked at.
  static let maximumEventCount = 20_000
  /// Occurrences in the window, of one file.
  static let maximumOccurrenceCount = 2_000
  /// Steps of all rules of one file together: each day and each time that a rule looks at.
  static let maximumStepCount = 5_000_000
  /// Steps of one rule: an hourly one takes some 3 an hour in the window, one that counts its times begins at its start.
  static let maximumRuleStepCount = 250_000
  /// Steps of the rules of all zones that a file describes and its times name.
  static let maximumZoneStepCount = 5_000_000
  /// Steps for a rule of a zone, besides those for its times.
  static let ruleStepCount = 50
  /// Rules of all events of one file.
  static let maximumRuleCount = 20_000
  /// Lists of added and excepted times in one file, and the times in or near the window that they name.
  static let maximumListedCount = 200_000
}

extension CalendarDocument {
  /// Reads a calendar file.
  ///
  /// - Parameters:
  ///   - window: occurrences that touch it are returned, with their full length.
  ///   - now: of more occurrences than are kept, those that come next are returned, and those that have ended by then are left out
  ///     first; nil = the beginning of the window.
  ///   - zone: the reader's zone: days without a zone begin and end in it, and so do times without one.
  ///   - name: replaces the calendar's own.
  /// - Throws: `DocumentError` when the file cannot be read or is no calendar.
  init(
    path: String, window: Range<Date>, from now: Date? = nil, zone: TimeZone, name: String? = nil,
    kind: CalendarKind = .events
  ) throws(DocumentError) {
    try self.init(
      bytes: DocumentFile.bytes(path, kind: .calendar), file: path, window: window, from: now, zone: zone, name: name,
      kind: kind)
  }

  init(
    bytes: [UInt8], file: String, window: Range<Date>, from now: Date? = nil, zone: TimeZone, name: String? = nil,
    kind: CalendarKind = .events
  ) throws(DocumentError) {
    var reader = CalendarReader(
      file: file, text: try Self.text(bytes, file: file), window: window, from: now ?? window.lowerBound, zone: zone,
      name: name, kind: kind)
    reader.read()
    let occurrences = reader.occurrences()
    self.init(
      name: reader.name, occurrences: occurrences, problems: reader.problems.sorted,
      completeness: reader.completeness,
      hasTasksAlone: occurrences.isEmpty && reader.text.parts.contains { $0.kind == .task }
        && !reader.text.parts.contains { $0.kind == .event })
  }

  /// Checks content before it replaces the last good one.
  ///
  /// - Throws: `DocumentError` for what is no calendar, and for a part of one.
  static func check(_ bytes: [UInt8]) throws(DocumentError) {
    try text(bytes, file: "content").requireWhole(file: "content")
  }

  fileprivate static func text(_ bytes: [UInt8], file: String) throws(DocumentError) -> CalendarText {
    do throws(Problem) {
      try DocumentText.requireText(bytes, file: file)
      let text = CalendarText(bytes)
      guard text.isCalendar else {
        let form = ContentForm(bytes)
        let remedy =
          switch form {
          case .webPage where ContentForm.isOfGoogleCalendar(bytes):
            "; if it is that of a Google calendar, \(ContentForm.googleRemedy)"
          case .feed: "; show it with \"kind: news\""
          default: ""
          }
        throw Problem(
          file: file, line: 1, column: 1,
          message: "expected BEGIN:VCALENDAR, found \(form?.words ?? "no calendar")\(remedy)")
      }
      return text
    } catch {
      throw DocumentError(problems: [error])
    }
  }
}

extension CalendarText {
  /// - Throws: `DocumentError` for half a download.
  fileprivate func requireWhole(file: String) throws(DocumentError) {
    guard case .broken(let reason) = completeness else { return }
    throw DocumentError(problems: [
      Problem(file: file, line: 1, column: 1, message: "\(reason); the calendar is incomplete")
    ])
  }
}

extension ReminderDocument {
  /// Whether a document is a calendar, of which the tasks are read.
  static func isCalendar(_ bytes: [UInt8]) -> Bool { CalendarComponent.isCalendar(bytes) }

  /// The tasks of calendars (VTODO, RFC 5545, section 3.6.2); each calendar is a list.
  ///
  /// - Parameter zone: of times without one.
  /// - Throws: `DocumentError` for what is no calendar.
  init(calendar bytes: [UInt8], file: String, zone: TimeZone) throws(DocumentError) {
    let text = try CalendarDocument.text(bytes, file: file)
    // Tasks need no window; zones are described around their due times.
    let span = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 4_102_444_800)
    var reader = CalendarReader(
      file: file, text: text, window: span, from: span.lowerBound, zone: zone, name: nil, kind: .events)
    var tasks = reader.tasks()
    let identities = TaskIdentity.unique(tasks.map(\.identity))
    for index in tasks.indices { tasks[index].identity = identities[index] }
    self.init(
      title: text.calendars.count == 1 ? text.name : nil, reminders: tasks, completeness: reader.completeness,
      problems: reader.problems.sorted)
  }
}
