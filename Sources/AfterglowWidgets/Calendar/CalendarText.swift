import Foundation

/// An iCalendar file as content lines with their numbers (RFC 5545, section 3.1), split into parts that are read one by
/// one, so that a broken part affects no other.
struct CalendarText {
  /// A content line, unfolded.
  struct Line {
    /// Counted from 1; that of its first part where it is folded.
    var number: Int
    var text: String
    /// In capitals.
    var name: String
    var isGarbled = false
  }

  /// An event, a task or a zone, from its BEGIN to its END.
  struct Part {
    /// VEVENT, VTODO or VTIMEZONE.
    enum Kind {
      case event, task, zone

      init?(_ name: String) {
        switch name {
        case "VEVENT": self = .event
        case "VTODO": self = .task
        case "VTIMEZONE": self = .zone
        default: return nil
        }
      }
    }
    var kind: Kind
    /// Which calendar of the file it belongs to.
    var calendar: Int
    var lines: [Line]

    var number: Int { lines[0].number }

    /// The line of a property, or the part's first line.
    func number(of name: String) -> Int { lines.first { $0.name == name }?.number ?? number }

    var text: String { lines.map(\.text).joined(separator: "\r\n") + "\r\n" }
  }

  /// What a calendar says of itself: a file may hold several, one after the other (section 3.4).
  struct Calendar: Equatable {
    /// X-WR-CALNAME, NAME.
    var name: String?
    /// COLOR (RFC 7986), X-APPLE-CALENDAR-COLOR.
    var color: SourceColor?
  }

  private(set) var calendars: [Calendar] = []
  var isCalendar: Bool { !calendars.isEmpty }
  /// Numbers of lines that are not UTF-8; their other bytes are shown as a replacement character.
  private(set) var garbled: [Int] = []
  /// The first calendar's own name.
  var name: String? { calendars.first?.name }
  private(set) var parts: [Part] = []
  /// First lines of parts that have no end.
  private(set) var unfinished: [Int] = []

  /// The properties of an event that are read; pictures, notes and alarms may be of any length.
  private static let known: Set<String> = [
    "BEGIN", "END", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID", "UID",
    "SEQUENCE", "SUMMARY", "LOCATION", "STATUS", "CATEGORIES", "TZID", "TZOFFSETFROM", "TZOFFSETTO", "DUE",
    "COMPLETED", "PRIORITY", "CREATED",
  ]
  /// Longer lines are ignored; they are neither rules nor titles.
  private static let maximumLineByteCount = 16_384

  /// Whether the text is in units of two or four bytes, with or without a mark, where RFC 5545 allows UTF-8 only. The
  /// text begins in ASCII (`BEGIN:VCALENDAR`), so one of its first bytes would be zero.
  static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4).contains(0)
  }

  init(_ bytes: [UInt8]) {
    var open: Part?
    var depth = 0
    var skipped = 0
    Self.eachLine(bytes) { line in
      let isBracket = line.name == "BEGIN" || line.name == "END"
      let value = isBracket ? line.text.dropFirst(line.name.count + 1).uppercased().filter { !$0.isWhitespace } : ""
      if line.name == "BEGIN" {
        if value == "VCALENDAR", open == nil { calendars.append(Calendar()) }
        if open == nil, let kind = Part.Kind(value) {
          open = Part(kind: kind, calendar: max(0, calendars.count - 1), lines: [line])
          depth = 1
          return
        }
        // A part that begins inside of an event was never ended by its writer, unless it is an alarm.
        if let part = open, value == "VEVENT" {
          unfinished.append(part.number)
          open = Part(kind: .event, calendar: part.calendar, lines: [line])
          depth = 1
          skipped = 0
          return
        }
        if open != nil { depth += 1 }
        if open?.kind == .event || open?.kind == .task { skipped += 1 }
      }
      guard open != nil else {
        if !calendars.isEmpty { Self.note(line, of: &calendars[calendars.count - 1]) }
        return
      }
      if skipped == 0, Self.known.contains(line.name) {
        open!.lines.append(line)
        if line.isGarbled { garbled.append(line.number) }
      }
      guard line.name == "END" else { return }
      if value == "VCALENDAR" {
        unfinished.append(open!.number)
        open = nil
        return
      }
      depth -= 1
      if skipped > 0 { skipped -= 1 }
      if depth > 0 { return }
      parts.append(open!)
      open = nil
      skipped = 0
    }
    if let open { unfinished.append(open.number) }
  }

  private static func note(_ line: Line, of calendar: inout Calendar) {
    switch line.name {
    case "X-WR-CALNAME": calendar.name = plain(line.text)
    case "NAME": calendar.name = calendar.name ?? plain(line.text)
    case "COLOR", "X-APPLE-CALENDAR-COLOR":
      calendar.color = calendar.color ?? plain(line.text).flatMap(SourceColor.init(web:))
    default: break
    }
  }

  /// A text value without its escapes.
  private static func plain(_ line: String) -> String? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...]
      .replacingOccurrences(of: "\\n", with: " ").replacingOccurrences(of: "\\,", with: ",")
      .replacingOccurrences(of: "\\;", with: ";").replacingOccurrences(of: "\\\\", with: "\\")
    return OneLine.of(value)
  }

  /// Unfolds lines: one that begins with a blank continues the one before, even within a character.
  private static func eachLine(_ bytes: [UInt8], _ body: (Line) -> Void) {
    var pending: [UInt8] = []
    var pendingNumber = 0
    func flush() {
      if pending.isEmpty || pending.count > maximumLineByteCount { return }
      let text = String(decoding: pending, as: UTF8.self)
      let name = text.prefix { $0 != ":" && $0 != ";" }.uppercased()
      guard !name.isEmpty else { return }
      let isGarbled = String(validating: pending, as: UTF8.self) == nil
      body(Line(number: pendingNumber, text: text, name: name, isGarbled: isGarbled))
    }
    var number = 0
    for raw in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = raw.last == 0x0D ? raw.dropLast() : raw
      if let first = line.first, first == 0x20 || first == 0x09, pendingNumber > 0 {
        if pending.count <= maximumLineByteCount { pending += line.dropFirst().filter { $0 != 0 } }
        continue
      }
      flush()
      pending = line.filter { $0 != 0 }
      // A byte order mark stands before everything.
      if number == 1, pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
      pendingNumber = number
    }
    flush()
  }
}
