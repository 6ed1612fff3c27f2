import AfterglowDocuments
import Foundation

/// An iCalendar file as content lines (RFC 5545, section 3.1), split into parts that are read one by one, so that a broken
/// part affects no other. Lines stay bytes until a reader asks for their value.
struct CalendarText: Sendable {
  typealias Name = CalendarName
  typealias Line = CalendarLine

  /// An event, a task or a zone, from its BEGIN to its END.
  struct Part: Sendable {
    /// An event, a task or a zone.
    var kind: CalendarComponent
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
    /// The line that names it.
    var zoneLine = 1
  }

  private(set) var bytes: [UInt8]
  /// Whether there are zero bytes, which are no part of any value.
  private(set) var hasZeros: Bool
  private(set) var lines: [Line] = []
  private(set) var calendars: [Calendar] = []
  private(set) var parts: [Part] = []
  /// First lines of parts that have no end.
  private(set) var unfinished: [Int] = []
  /// The first event beyond the limit.
  private(set) var firstLeftOut: Int?
  /// The first property that a part has twice, although it may have it once.
  private(set) var firstRepeated: Line?
  /// Events without a time beyond those that are reported.
  private(set) var unreportedCount = 0
  private(set) var completeness = ReadingCompleteness.whole

  var isCalendar: Bool { !calendars.isEmpty }
  /// The first calendar's own name.
  var name: String? { calendars.first?.name }

  /// Lines in which calendars say something of themselves.
  static let maximumNoteCount = 10_000

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hasZeros = bytes.withUnsafeBufferPointer { all in
      all.baseAddress.map { memchr($0, 0, all.count) != nil } ?? false
    }
    let start = self
    self = bytes.withUnsafeBufferPointer { all in
      var scan = CalendarScan(text: start, all)
      var lines = CalendarLines(all)
      while let found = lines.next() {
        if found.isTooLong { scan.leaveOut() } else { scan.take(found.line) }
      }
      return scan.finished()
    }
  }

  /// The line without its folds and zero bytes: `NAME;PARAMETER=…:value`.
  func unfolded(_ line: Line) -> ArraySlice<UInt8> {
    let part = bytes[Int(line.bytes.lowerBound)..<Int(line.bytes.upperBound)]
    if line.isFolded || hasZeros { return CalendarLines.unfolded(part)[...] }
    return part.last == 0x0D ? part.dropLast() : part
  }

  /// The property of a line.
  func property(_ line: Line) -> CalendarProperty {
    CalendarProperty(unfolded(line), name: line.name, line: Int(line.number))
  }

  /// The first property of a name in a part.
  func first(_ name: Name, in part: Part) -> CalendarProperty? {
    lines[part.lines].first { $0.name == name }.map(property)
  }
}

// MARK: - Scanning

/// Splits the lines of a file into parts. An event without a time costs the look at its lines.
private struct CalendarScan {
  /// The part that is being read.
  private struct Open {
    var kind: CalendarComponent
    var number: Int
    var firstLine: Int
    /// Alarms and observances that have begun in it.
    var depth = 0
    /// A bit for each property that was found and may be there once.
    var singles: UInt8 = 0
    /// Whether it says when it begins.
    var hasStart = false
  }

  private var text: CalendarText
  private let all: UnsafeBufferPointer<UInt8>
  private var open: Open?
  private var isInCalendar = false
  /// Whether a program of Microsoft wrote the file: Outlook leaves out some END lines.
  private var isOutlook = false
  /// The first line before which a BEGIN or an END is missing.
  private var omitted: (line: Int, word: String)?
  private var endCount = 0
  private var eventCount = 0
  private var undatedCount = 0
  private var noteCount = 0
  private var lastName: CalendarText.Name?

  /// - Parameter all: the bytes of the text.
  init(text: CalendarText, _ all: UnsafeBufferPointer<UInt8>) { (self.text, self.all) = (text, all) }

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
      guard open.depth == 0 || open.kind == .zone else { return }
      if line.name == .start { self.open!.hasStart = true }
      if open.kind != .zone { checkSingle(line) }
      text.append(line)
    }
  }

  /// Finds a part that has lost its end with the beginning of the next one, which is then hidden in it.
  private mutating func checkSingle(_ line: CalendarText.Line) {
    let bit: UInt8 =
      switch line.name {
      case .uid: 1
      case .summary: 2
      case .start: 4
      case .due: 8
      default: 0
      }
    if open!.singles & bit != 0 { text.foundRepeated(line) }
    open!.singles |= bit
  }

  /// A line that is too long to be read.
  mutating func leaveOut() { text.found(.cut(limit: "\(CalendarLines.maximumByteCount) bytes in a line")) }

  /// What a BEGIN or an END names.
  private func component(_ line: CalendarText.Line) -> CalendarComponent {
    if line.isFolded || text.hasZeros {
      return text.unfolded(line).withUnsafeBufferPointer(CalendarComponent.init(of:))
    }
    return CalendarComponent(
      of: UnsafeBufferPointer(rebasing: all[Int(line.bytes.lowerBound)..<Int(line.bytes.upperBound)]))
  }

  private mutating func begin(_ line: CalendarText.Line) {
    let component = component(line)
    let number = Int(line.number)
    if component == .calendar {
      if let open { omit(open.kind.rawValue, before: number) }
      if isInCalendar, omitted == nil { omitted = (number, "END:VCALENDAR") }
      text.addCalendar()
      isInCalendar = true
      return
    }
    let kind = component.part
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

  private mutating func start(_ kind: CalendarComponent, _ line: CalendarText.Line) {
    open = Open(kind: kind, number: Int(line.number), firstLine: text.lines.count)
    text.append(line)
  }

  private mutating func end(_ line: CalendarText.Line) {
    let component = component(line)
    endCount += 1
    if component == .calendar {
      if let open { omit(open.kind.rawValue, before: Int(line.number)) }
      isInCalendar = false
      return
    }
    guard let open else {
      if let kind = component.part, omitted == nil { omitted = (Int(line.number), "BEGIN:\(kind.rawValue)") }
      return
    }
    if component == open.kind {
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
    if open.kind == .event, !open.hasStart {
      // An event without a time is left out; the first ones are reported.
      undatedCount += 1
      if undatedCount > ProblemCollector.maximumCount { return text.leaveUnreported(linesFrom: open.firstLine) }
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
    switch line.name {
    case .product, .calendarName, .name, .color, .appleColor, .incomplete, .calendarZone, .calendarZoneDraft: break
    // A line of a part that is not read.
    default: return
    }
    noteCount += 1
    if noteCount > CalendarText.maximumNoteCount { return }
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
    if noteCount > CalendarText.maximumNoteCount {
      text.found(.cut(limit: "\(CalendarText.maximumNoteCount) lines about calendars"))
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

  fileprivate mutating func foundRepeated(_ line: Line) {
    firstRepeated = firstRepeated ?? line
    found(.cut(limit: Self.limit(ofRepeated: line)))
  }

  /// The name of the limit that a repeated property exceeds.
  static func limit(ofRepeated line: Line) -> String { "one \(line.name.rawValue) in an event or a task" }

  fileprivate mutating func found(_ finding: ReadingCompleteness) { completeness.join(finding) }

  fileprivate mutating func close(_ kind: CalendarComponent, _ number: Int, linesFrom first: Int) {
    parts.append(
      Part(kind: kind, calendar: max(0, calendars.count - 1), number: number, lines: first..<lines.count))
  }

  fileprivate mutating func abandon(_ number: Int, linesFrom first: Int) {
    drop(linesFrom: first)
    if unfinished.count < 200 { unfinished.append(number) }
  }

  /// One by one: a part has few lines, and most files have few parts that are dropped.
  fileprivate mutating func drop(linesFrom first: Int) { while lines.count > first { lines.removeLast() } }

  fileprivate mutating func leaveUnreported(linesFrom first: Int) {
    drop(linesFrom: first)
    unreportedCount += 1
  }

  fileprivate mutating func leaveOut(_ number: Int, linesFrom first: Int) {
    drop(linesFrom: first)
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
    case .calendarZone, .calendarZoneDraft:
      guard line.name == .calendarZone || calendars[index].zone == nil else { return }
      calendars[index].zone = property(line).text
      calendars[index].zoneLine = Int(line.number)
    default: break
    }
  }
}
