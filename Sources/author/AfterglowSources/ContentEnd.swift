import AfterglowDocuments

/// Where content ends, by its form alone. JSON, XML and calendars say it themselves, and their readers refuse what is
/// cut. Lines do not: of a table, a log or a YAML document, half of a file looks like a shorter one.
public enum ContentEnd {
  /// Why content that came without its length may have been cut; nil if it is whole, as far as it shows.
  ///
  /// A single line is taken as it is: the beginning of a word looks like a word.
  public static func doubt(_ bytes: [UInt8]) -> String? {
    let form = form(of: bytes)
    // Outlook leaves out END:VCALENDAR, and so does a cut behind an event.
    if form == .calendar { return calendarFault(bytes) }
    guard form == .lines, bytes.last != 0x0A, bytes.last != 0x0D, bytes.contains(0x0A) else { return nil }
    return "expected a line break at the end of the last line, found none: the content may have been cut; "
      + "end it with a line break"
  }

  /// Whether content has nothing but white space, as of a program that failed before a pipe.
  public static func isNothing(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isSpace) }

  /// Why content that no reader looks at is only a part of what it begins as; nil if it is whole, as far as it shows.
  public static func fault(_ bytes: [UInt8]) -> String? {
    switch form(of: bytes) {
    case .json: bracketFault(bytes)
    case .xml(let root): xmlFault(bytes, root)
    case .calendar: calendarFault(bytes)
    case .wide, .picture: nil
    case .lines: doubt(bytes)
    }
  }

  private enum Form: Equatable {
    case json
    /// The name of its root element.
    case xml(String)
    case calendar
    /// Two bytes a character, as only feeds have.
    case wide
    /// A PNG or JPEG file, whose reader finds its end.
    case picture
    case lines
  }

  private static func form(of bytes: [UInt8]) -> Form {
    let start = bytes.prefix(4096)
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) || start.starts(with: [0xFF, 0xD8, 0xFF]) { return .picture }
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) || start.prefix(2).contains(0) {
      return .wide
    }
    let text = (start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start).drop(while: isSpace)
    switch text.first {
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: return .json
    case UInt8(ascii: "<")?: return root(of: text).map { .xml($0) } ?? .lines
    default:
      return CalendarComponent.isCalendar(text) ? .calendar : .lines
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// The name after the first `<` that begins an element.
  private static func root(of text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if let first = rest.first, isLetter(first) {
        let name = rest.prefix { isLetter($0) || (0x30...0x3A).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
        return String(decoding: name, as: UTF8.self)
      }
    }
    return nil
  }

  private static func xmlFault(_ bytes: [UInt8], _ root: String) -> String? {
    let end = String(decoding: bytes.suffix(1024), as: UTF8.self)
    return end.contains("</\(root)>") || end.contains("</\(root) ") || end.contains("/>")
      ? nil : "expected </\(root)> at the end, found none; the document may have been cut"
  }

  /// Brackets that are open at the end, outside of texts.
  private static func bracketFault(_ bytes: [UInt8]) -> String? {
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == 0x22 {
          isText = false
        }
        continue
      }
      switch byte {
      case 0x22: isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth <= 0 && !isText ? nil : "expected the end of the document, found none; it may have been cut"
  }

  private static func calendarFault(_ bytes: [UInt8]) -> String? {
    let end = CalendarComponent.calendar.end
    return CalendarComponent.endsCalendar(bytes)
      ? nil : "expected \(end) at the end, found none; the calendar may have been cut"
  }
}
