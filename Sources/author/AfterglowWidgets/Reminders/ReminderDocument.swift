import AfterglowDocuments
import AfterglowSources
import AfterglowTimeline
import Foundation

/// A task.
struct Reminder: Equatable, Sendable {
  /// When it is due: a day or an instant.
  enum Due: Hashable, Sendable {
    /// Any time of this day in the reader's zone: days since 1970-01-01.
    case day(Int64)
    case instant(Date)
  }

  var title: String
  var due: Due?
  var isDone = false
  /// The list that it belongs to.
  var list: String?
  var isFlagged = false
  /// Identifies it where it can be ticked off (`TaskIdentity`); nil = it cannot be distinguished from others.
  var identity: String?
}

/// Tasks from a YAML or JSON file that users or programs write (docs/data-files.md).
struct ReminderDocument: Equatable, Sendable {
  /// The title of all tasks.
  var title: String?
  /// In the order of the file.
  var reminders: [Reminder]
  /// Whether tasks may be missing.
  var completeness = ReadingCompleteness.whole
  /// Faults of tasks and limits that were reached; all other tasks are read.
  var problems: [Problem] = []

  static let maximumReminderCount = 1000
}

extension ReminderDocument {
  /// Reads a file: a calendar of at most 16 MiB, or a document of at most 1 MiB.
  ///
  /// - Parameter zone: of times without one.
  /// - Throws: `DocumentError` with every problem.
  init(path: String, zone: TimeZone = .current) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .calendar), file: path, zone: zone)
  }

  /// Checks content before it replaces the last good one.
  ///
  /// - Throws: `DocumentError` for what cannot be read, and for a part of a calendar.
  static func check(_ bytes: [UInt8]) throws(DocumentError) {
    if isCalendar(bytes) { return try CalendarDocument.check(bytes) }
    _ = try ReminderDocument(bytes: bytes, file: "content")
  }

  init(bytes: [UInt8], file: String, zone: TimeZone = .current) throws(DocumentError) {
    if Self.isCalendar(bytes) {
      try self.init(calendar: bytes, file: file, zone: zone)
      return
    }
    let limit = DocumentKind.content.maximumByteCount
    guard bytes.count <= limit else {
      throw DocumentError(
        problems: [Problem(file: file, message: "expected at most \(limit >> 20) MiB, found \(bytes.count) bytes")])
    }
    let problems = ProblemCollector()
    guard var root = StrictDecoder.open(bytes: bytes, file: file, problems: problems) else {
      throw DocumentError(problems: Self.explained(problems.sorted, bytes, file: file))
    }
    let title = root.text("title", maximumCount: 40)
    let identities = root.taskIdentities("reminders")
    let decoders = root.mappings(
      "reminders", of: "reminders", maximumCount: Self.maximumReminderCount, required: true)
    let reminders = (decoders ?? []).enumerated().compactMap { index, decoder in
      var decoder = decoder
      var reminder = decoder.reminder()
      reminder?.identity = index < identities.count ? identities[index] : nil
      return reminder
    }
    root.finish()
    guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    self.init(title: title, reminders: reminders)
  }

  /// The problems of a file that is no mapping, with the form that it needs.
  private static func explained(_ problems: [Problem], _ bytes: [UInt8], file: String) -> [Problem] {
    let form = "\"reminders:\" and below it tasks such as \"- title: Water the plants\""
    if ContentForm(bytes) == .markdownList {
      return [Problem(file: file, line: 1, column: 1, message: "expected \(form), found a Markdown list")]
    }
    return problems.map { problem in
      guard problem.message.hasPrefix("expected a mapping of keys to values, found ") else { return problem }
      return Problem(
        file: file, line: problem.line, column: problem.column, message: "\(problem.message); write \(form)")
    }
  }

  /// Advice on a list without tasks whose name resembles that of another one; nil for a list that may be empty.
  ///
  /// - Parameter name: what the document is called.
  func advice(onList list: String, of name: String) -> String? {
    let lists = Array(Set(reminders.compactMap(\.list))).sorted()
    guard !list.isEmpty, !lists.contains(list), let near = NearestName.find(list, among: lists) else { return nil }
    return "no list \"\(list.prefix(40))\" in \(name); did you mean \"\(near.prefix(40))\"?"
  }

  /// Open tasks of one list or of all: overdue or due ones first, then those without a date; flagged before others of
  /// the same day, otherwise in the file's order.
  func open(list: String? = nil, zone: TimeZone) -> [Reminder] {
    var wanted: [(reminder: Reminder, day: Int64, second: Int64, index: Int)] = []
    for (index, reminder) in reminders.enumerated() where !reminder.isDone && (list == nil || reminder.list == list) {
      let due = reminder.due?.order(in: zone)
      wanted.append((reminder, due?.day ?? Int64.max, due?.second ?? 0, index))
    }
    wanted.sort { a, b in
      if a.day != b.day { return a.day < b.day }
      if a.reminder.isFlagged != b.reminder.isFlagged { return a.reminder.isFlagged }
      return (a.second, a.index) < (b.second, b.index)
    }
    return wanted.map(\.reminder)
  }
}

extension Reminder.Due {
  /// The day it is due in a zone, and the second of that day; a whole day ends with it.
  fileprivate func order(in zone: TimeZone) -> (day: Int64, second: Int64) {
    switch self {
    case .day(let day): return (day, 86_400)
    case .instant(let date):
      let local = Int64(date.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: date))
      let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
      return (day, local - day * 86_400)
    }
  }

  /// A time of day was given.
  var hasTime: Bool { if case .instant = self { true } else { false } }

  /// The whole day that an instant lies in.
  static func day(of date: Date, in zone: TimeZone) -> Reminder.Due {
    .day(Reminder.Due.instant(date).order(in: zone).day)
  }

  /// From when it is overdue: its instant, or the midnight after its day.
  func overdue(in zone: TimeZone) -> Date {
    switch self {
    case .instant(let date): return date
    case .day(let day):
      let local = (day + 1) * 86_400
      return Date(timeIntervalSince1970: Double(CalendarZone(zone).second(ofLocal: local)))
    }
  }
}

extension StrictDecoder {
  fileprivate mutating func reminder() -> Reminder? {
    let title = text("title", maximumCount: 200, required: "what is to be done")
    let due = reminderDue()
    let isDone = boolean("done")
    let list = text("list", maximumCount: 40)
    let isFlagged = boolean("flagged")
    if contains("id") { checkIdentifier() }
    finish()
    guard let title else { return nil }
    return .init(title: title, due: due, isDone: isDone ?? false, list: list, isFlagged: isFlagged ?? false)
  }

  /// Requires text or a number, which names the task for the program that it is from.
  private mutating func checkIdentifier() {
    if TaskIdentity.of(given: node("id")?.text ?? "") != nil { return }
    let wanted = "expected 1 to \(TaskIdentity.maximumByteCount) bytes on one line"
    fail("id", "\(wanted) for \"\(path).id\", found another value")
  }

  private mutating func reminderDue() -> Reminder.Due? {
    guard let node = node("due") else { return nil }
    if case .scalar(let text, _) = node.value {
      if let day = ISO8601.days(text) { return .day(day) }
      if let milliseconds = ISO8601.instantMilliseconds(text) {
        return .instant(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      }
    }
    fail(
      "due",
      "expected a date such as 2026-11-21, or a date and time with zone such as 2026-11-21T07:30:00+01:00, for "
        + "\"\(path).due\", found \(node.foundDescription)")
    return nil
  }
}
