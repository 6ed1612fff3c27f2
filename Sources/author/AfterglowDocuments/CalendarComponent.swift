/// A component of a calendar, named by its BEGIN and END lines.
public enum CalendarComponent: String, Sendable {
  /// The whole calendar; a file may have several.
  case calendar = "VCALENDAR"
  case event = "VEVENT"
  case task = "VTODO"
  case zone = "VTIMEZONE"
  /// An alarm, a part of a zone, or anything else.
  case other = ""

  /// Reads a whole line, such as `BEGIN:VEVENT`; its value may have small letters and blanks.
  ///
  /// Words are compared as numbers: a file has millions of them.
  public init(of line: UnsafeBufferPointer<UInt8>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var count = 0
    var isValue = false
    for byte in line where isValue || byte == 0x3A {
      if !isValue {
        isValue = true
        continue
      }
      count += 1
      if count > 40 { break }
      if byte <= 0x20 { continue }
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte >= 0x61 && byte <= 0x7A ? byte - 32 : byte)
    }
    self.init(high, low)
  }

  /// - Parameters: the last 16 bytes of a word, those before its first one zero.
  private init(_ high: UInt64, _ low: UInt64) {
    switch (high, low) {
    case (0x56, 0x43_41_4C_45_4E_44_41_52): self = .calendar
    case (0, 0x56_45_56_45_4E_54): self = .event
    case (0, 0x56_54_4F_44_4F): self = .task
    case (0x56, 0x54_49_4D_45_5A_4F_4E_45): self = .zone
    default: self = .other
    }
  }

  /// An event, a task or a zone; nil for a calendar and for anything else.
  public var part: CalendarComponent? { self == .calendar || self == .other ? nil : self }

  /// The line that begins it.
  public var begin: String { "BEGIN:" + rawValue }

  /// The line that ends it.
  public var end: String { "END:" + rawValue }
}

extension CalendarComponent {
  /// Whether bytes begin as a calendar does, after a byte order mark and white space.
  public static func isCalendar(_ bytes: some Collection<UInt8>) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let word = Self.calendar.begin
    return String(decoding: start.drop(while: isSpace).prefix(word.utf8.count), as: UTF8.self).uppercased() == word
  }

  /// Whether bytes end with the end of a calendar, and white space.
  public static func endsCalendar(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let word = Self.calendar.end
    let end = bytes.suffix(256).filter { !isSpace($0) }.suffix(word.utf8.count)
    return String(decoding: end, as: UTF8.self).uppercased() == word
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
