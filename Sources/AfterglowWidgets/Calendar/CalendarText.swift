import AfterglowDocuments
import Foundation

/// An iCalendar file as content lines (RFC 5545, section 3.1), split into parts that are read one by one, so that a broken
/// part affects no other. Lines stay bytes until a reader asks for their value.
struct CalendarText: Sendable {
  /// The properties that are read; pictures, notes and alarms may be of any length.
  enum Name: String, CaseIterable, Sendable {
    case begin = "BEGIN"
    case end = "END"
    case start = "DTSTART"
    case dateEnd = "DTEND"
    case duration = "DURATION"
    case rule = "RRULE"
    case additions = "RDATE"
    case exceptions = "EXDATE"
    case exceptionRule = "EXRULE"
    case replaced = "RECURRENCE-ID"
    case uid = "UID"
    case sequence = "SEQUENCE"
    case summary = "SUMMARY"
    case location = "LOCATION"
    case status = "STATUS"
    case categories = "CATEGORIES"
    case zone = "TZID"
    case offsetFrom = "TZOFFSETFROM"
    case offsetTo = "TZOFFSETTO"
    case due = "DUE"
    case completed = "COMPLETED"
    case priority = "PRIORITY"
    case created = "CREATED"
    case product = "PRODID"
    case calendarName = "X-WR-CALNAME"
    case name = "NAME"
    case color = "COLOR"
    case appleColor = "X-APPLE-CALENDAR-COLOR"
    case calendarZone = "X-WR-TIMEZONE"
    case calendarZoneDraft = "TIMEZONE-ID"
    /// Written by AfterglowFetch into a calendar of which an account gave a part.
    case incomplete = "X-AFTERGLOW-INCOMPLETE"
    case allDay = "X-MICROSOFT-CDO-ALLDAYEVENT"
    case allDayOnline = "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"
  }

  /// A content line with its folds.
  struct Line: Sendable {
    /// Counted from 1; that of its first part where it is folded.
    var number: Int32
    var name: Name
    var bytes: Range<Int32>
  }

  /// An event, a task or a zone, from its BEGIN to its END.
  struct Part: Sendable {
    /// VEVENT, VTODO or VTIMEZONE.
    enum Kind: String, Sendable {
      case event = "VEVENT"
      case task = "VTODO"
      case zone = "VTIMEZONE"
    }
    var kind: Kind
    /// Which calendar of the file it belongs to.
    var calendar: Int
    /// Number of its first line.
    var number: Int
    /// Its place in `CalendarText.lines`.
    var lines: Range<Int>
  }

  /// What a calendar says of itself: a file may hold several, one after the other (section 3.4).
  struct Calendar: Equatable, Sendable {
    /// X-WR-CALNAME, NAME.
    var name: String?
    /// COLOR (RFC 7986), X-APPLE-CALENDAR-COLOR.
    var color: SourceColor?
    /// Zone of times that name none: X-WR-TIMEZONE, TIMEZONE-ID.
    var zone: String?
  }

  private(set) var bytes: [UInt8]
  private(set) var lines: [Line] = []
  private(set) var calendars: [Calendar] = []
  private(set) var parts: [Part] = []
  /// First lines of parts that have no end.
  private(set) var unfinished: [Int] = []
  /// The first event beyond the limit.
  private(set) var firstLeftOut: Int?
  private(set) var completeness = ReadingCompleteness.whole

  var isCalendar: Bool { !calendars.isEmpty }
  /// The first calendar's own name.
  var name: String? { calendars.first?.name }

  /// Longer titles are cut; other longer lines are left out, and the calendar is incomplete.
  static let maximumLineByteCount = 16_384

  /// Whether the text is in units of two or four bytes, with or without a mark, where RFC 5545 allows UTF-8 only. The
  /// text begins in ASCII (`BEGIN:VCALENDAR`), so one of its first bytes would be zero.
  static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4).contains(0)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scan = CalendarScan(text: self)
    CalendarLines.each(of: bytes) { $1 ? scan.leaveOut() : scan.take($0) }
    self = scan.finished()
  }

  /// The line without its folds and zero bytes: `NAME;PARAMETER=…:value`.
  func unfolded(_ line: Line) -> [UInt8] {
    CalendarLines.unfolded(bytes[Int(line.bytes.lowerBound)..<Int(line.bytes.upperBound)])
  }

  /// The property of a line.
  func property(_ line: Line) -> CalendarProperty {
    CalendarProperty(unfolded(line), name: line.name, line: Int(line.number))
  }

  /// The first property of a name in a part.
  func first(_ name: Name, in part: Part) -> CalendarProperty? {
    lines[part.lines].first { $0.name == name }.map(property)
  }

  /// The properties of a name in a part.
  func all(_ name: Name, in part: Part) -> [CalendarProperty] {
    lines[part.lines].filter { $0.name == name }.map(property)
  }
}

// MARK: - Scanning

/// Splits the lines of a file into parts.
private struct CalendarScan {
  /// The part that is being read.
  private struct Open {
    var kind: CalendarText.Part.Kind
    var number: Int
    var firstLine: Int
    /// Alarms and observances that have begun in it.
    var depth = 0
  }

  private var text: CalendarText
  private var open: Open?
  private var isInCalendar = false
  /// Whether a program of Microsoft wrote the file: Outlook leaves out some END lines.
  private var isOutlook = false
  /// The first line that should have been an END.
  private var omitted: (line: Int, word: String)?
  private var endCount = 0
  private var eventCount = 0
  private var undatedCount = 0
  private var lastName: CalendarText.Name?

  init(text: CalendarText) { self.text = text }

  mutating func take(_ line: CalendarText.Line) {
    lastName = line.name
    switch line.name {
    case .begin: begin(line)
    case .end: end(line)
    default:
      guard let open else {
        if isInCalendar { note(line) }
        return
      }
      if open.depth == 0 || open.kind == .zone { text.append(line) }
    }
  }

  /// A line that is too long to be read.
  mutating func leaveOut() { text.found(.cut(limit: "\(CalendarText.maximumLineByteCount) bytes in a line")) }

  private func value(_ line: CalendarText.Line) -> String {
    let bytes = text.unfolded(line)
    let colon = bytes.firstIndex(of: 0x3A) ?? bytes.count
    let word = bytes[min(colon + 1, bytes.count)...].prefix(40).filter { $0 > 0x20 }
    return String(decoding: word.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
  }

  private mutating func begin(_ line: CalendarText.Line) {
    let word = value(line)
    let number = Int(line.number)
    if word == "VCALENDAR" {
      if let open { omit(open.kind.rawValue, before: number) }
      if isInCalendar, omitted == nil { omitted = (number, "END:VCALENDAR") }
      text.addCalendar()
      isInCalendar = true
      return
    }
    let kind = CalendarText.Part.Kind(rawValue: word)
    guard let open else {
      guard let kind, isInCalendar else { return }
      start(kind, line)
      return
    }
    // A part that begins inside of an event was never ended by its writer.
    if let kind, open.kind != .zone || kind != .zone {
      omit(open.kind.rawValue, before: number)
      start(kind, line)
      return
    }
    self.open!.depth += 1
    if open.kind == .zone { text.append(line) }
  }

  private mutating func start(_ kind: CalendarText.Part.Kind, _ line: CalendarText.Line) {
    open = Open(kind: kind, number: Int(line.number), firstLine: text.lines.count)
    text.append(line)
  }

  private mutating func end(_ line: CalendarText.Line) {
    let word = value(line)
    endCount += 1
    if word == "VCALENDAR" {
      if let open { omit(open.kind.rawValue, before: Int(line.number)) }
      isInCalendar = false
      return
    }
    guard let open else { return }
    if word == open.kind.rawValue {
      if open.depth > 0, omitted == nil { omitted = (Int(line.number), "END of the part before it") }
      close()
    } else if open.depth > 0 {
      self.open!.depth -= 1
      if open.kind == .zone { text.append(line) }
    }
  }

  private mutating func close() {
    guard let open else { return }
    self.open = nil
    if open.kind == .event, !text.lines[open.firstLine...].contains(where: { $0.name == .start }) {
      // An event without a time is left out; the first ones are reported.
      undatedCount += 1
      if undatedCount > ProblemCollector.maximumCount { return text.drop(linesFrom: open.firstLine) }
    } else if open.kind != .zone {
      eventCount += 1
      if eventCount > CalendarDocument.maximumEventCount {
        text.leaveOut(open.number, linesFrom: open.firstLine)
        return
      }
    }
    text.close(open.kind, open.number, linesFrom: open.firstLine)
  }

  /// Ends a part whose END its writer left out: a program of Microsoft means the end, others lost something.
  private mutating func omit(_ word: String, before line: Int) {
    if isOutlook { return close() }
    if omitted == nil { omitted = (line, "END:\(word)") }
    if let open { text.abandon(open.number, linesFrom: open.firstLine) }
    open = nil
  }

  private mutating func note(_ line: CalendarText.Line) {
    if line.name == .product {
      let words = String(decoding: text.unfolded(line), as: UTF8.self).uppercased()
      isOutlook = isOutlook || words.contains("MICROSOFT") || words.contains("OUTLOOK")
    } else {
      text.note(line)
    }
  }

  /// The whole text, and whether it is one.
  mutating func finished() -> CalendarText {
    let endsWithLine = text.bytes.last == 0x0A
    if let open {
      // A writer that ends nothing at all ends its last event with the file.
      if isOutlook, endCount == 0, endsWithLine {
        close()
      } else {
        text.abandon(open.number, linesFrom: open.firstLine)
        text.found(.broken(reason: "the calendar ends inside of the part that begins at line \(open.number)"))
      }
    } else if isInCalendar, !(isOutlook && endsWithLine && (lastName == .end || endCount == 0)) {
      text.found(.broken(reason: "the calendar has no END:VCALENDAR"))
    }
    if isInCalendar, endCount == 0, !text.parts.contains(where: { $0.kind != .zone }) {
      text.found(.broken(reason: "the calendar ends before its first event"))
    }
    if let omitted, !isOutlook {
      text.found(.broken(reason: "expected \(omitted.word) before line \(omitted.line), found none"))
    }
    if text.firstLeftOut != nil {
      text.found(.cut(limit: "\(CalendarDocument.maximumEventCount) events"))
    }
    return text
  }
}

extension CalendarText {
  fileprivate mutating func append(_ line: Line) { lines.append(line) }
  fileprivate mutating func addCalendar() { calendars.append(Calendar()) }
  fileprivate mutating func found(_ finding: ReadingCompleteness) { completeness.join(finding) }

  fileprivate mutating func close(_ kind: Part.Kind, _ number: Int, linesFrom first: Int) {
    parts.append(
      Part(kind: kind, calendar: max(0, calendars.count - 1), number: number, lines: first..<lines.count))
  }

  fileprivate mutating func abandon(_ number: Int, linesFrom first: Int) {
    lines.removeSubrange(first...)
    if unfinished.count < 200 { unfinished.append(number) }
  }

  fileprivate mutating func drop(linesFrom first: Int) { lines.removeSubrange(first...) }

  fileprivate mutating func leaveOut(_ number: Int, linesFrom first: Int) {
    lines.removeSubrange(first...)
    firstLeftOut = firstLeftOut ?? number
  }

  /// Keeps what a calendar says of itself.
  fileprivate mutating func note(_ line: Line) {
    let index = calendars.count - 1
    switch line.name {
    case .calendarName: calendars[index].name = property(line).text
    case .name: calendars[index].name = calendars[index].name ?? property(line).text
    case .color, .appleColor:
      calendars[index].color = calendars[index].color ?? property(line).text.flatMap(SourceColor.init(web:))
    case .incomplete: completeness.join(.cut(limit: "the objects that the account gave"))
    case .calendarZone: calendars[index].zone = property(line).text
    case .calendarZoneDraft: calendars[index].zone = calendars[index].zone ?? property(line).text
    default: break
    }
  }
}

// MARK: - Lines

/// Finds content lines in bytes, and unfolds them: one that begins with a blank continues the one before, even within a
/// character.
private enum CalendarLines {
  private static let newline: UInt8 = 0x0A

  /// Calls `body` with each line of a known name, and whether it is too long to be read.
  static func each(of bytes: [UInt8], _ body: (CalendarText.Line, _ isTooLong: Bool) -> Void) {
    let names = CalendarNames()
    bytes.withUnsafeBufferPointer { all in
      var start = all.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var number: Int32 = 0
      while start < all.count {
        number += 1
        if all[start] == newline {
          start += 1
          continue
        }
        let first = number
        var end = lineEnd(all, start)
        let name = names.name(all, start, end)
        while end + 1 < all.count,
          all[end + 1] == 0x20 || all[end + 1] == 0x09
            || (name == .summary || name == .location) && isSoft(all, start, end)
        {
          number += 1
          end = lineEnd(all, end + 1)
        }
        if let name {
          // The beginning of a title is shown; a part of a list of times would be wrong.
          let isText = name == .summary || name == .location || name == .categories
          var limit = min(end, start + CalendarText.maximumLineByteCount)
          while limit < end, all[limit] & 0xC0 == 0x80 { limit -= 1 }
          body(
            CalendarText.Line(number: first, name: name, bytes: Int32(start)..<Int32(limit)), limit < end && !isText)
        }
        start = end + 1
      }
    }
  }

  /// Whether a line of quoted-printable text ends with `=` and goes on in the next one (vCalendar 1.0).
  private static func isSoft(_ all: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let last = end > start && all[end - 1] == 0x0D ? end - 1 : end
    guard last > start, all[last - 1] == 0x3D else { return false }
    let head = all[start..<min(last, start + 120)].prefix { $0 != 0x3A }
    return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  private static func lineEnd(_ all: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard let base = all.baseAddress, let found = memchr(base + start, Int32(newline), all.count - start) else {
      return all.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  static func unfolded(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(line.count)
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      index += 1
      if byte == newline {
        if result.last == 0x0D { result.removeLast() }
        if index < line.endIndex, line[index] == 0x20 || line[index] == 0x09 {
          index += 1
        } else if result.last == 0x3D {
          result.removeLast()
        }
      } else if byte != 0 {
        result.append(byte)
      }
    }
    if result.last == 0x0D { result.removeLast() }
    return result
  }
}

/// The known names by their lengths, compared without regard to case.
private struct CalendarNames {
  private var byLength: [[(bytes: [UInt8], name: CalendarText.Name)]]

  init() {
    let longest = CalendarText.Name.allCases.map(\.rawValue.utf8.count).max() ?? 0
    byLength = Array(repeating: [], count: longest + 1)
    for name in CalendarText.Name.allCases {
      byLength[name.rawValue.utf8.count].append((Array(name.rawValue.utf8), name))
    }
  }

  /// The name before the first `:` or `;` of a line.
  func name(_ all: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> CalendarText.Name? {
    var length = 0
    while start + length < end, length < byLength.count, all[start + length] != 0x3A, all[start + length] != 0x3B {
      length += 1
    }
    guard length < byLength.count, start + length < end else { return nil }
    for candidate in byLength[length] {
      var index = 0
      while index < length {
        let byte = all[start + index]
        if (byte >= 0x61 && byte <= 0x7A ? byte - 32 : byte) != candidate.bytes[index] { break }
        index += 1
      }
      if index == length { return candidate.name }
    }
    return nil
  }
}
