import AfterglowTimeline
import Foundation

/// A date, or a date and time, as a property writes it.
struct CalendarStamp: Equatable, Sendable {
  /// Seconds since 1970-01-01T00:00 on the wall clock that it shows.
  var local: Int64
  var isDate: Bool
  var isUTC = false
}

/// One property: its parameters and its value (RFC 5545, section 3.1). Both stay bytes until they are asked for.
struct CalendarProperty {
  let name: CalendarText.Name
  /// Number of its line.
  let line: Int
  let value: ArraySlice<UInt8>
  /// `;NAME=value;NAME=value`, or nothing.
  private let parameters: ArraySlice<UInt8>

  /// - Parameter bytes: an unfolded line.
  init(_ bytes: ArraySlice<UInt8>, name: CalendarText.Name, line: Int) {
    self.name = name
    self.line = line
    let start = bytes.firstIndex { $0 == 0x3A || $0 == 0x3B } ?? bytes.endIndex
    var end = start
    while end < bytes.endIndex, bytes[end] == 0x3B { end = Self.end(ofParameterAt: end + 1, in: bytes) }
    parameters = bytes[start..<end]
    value = bytes[min(end + 1, bytes.endIndex)...]
  }

  private static func end(ofParameterAt start: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var index = start
    var isQuoted = false
    while index < bytes.endIndex, isQuoted || bytes[index] != 0x3A && bytes[index] != 0x3B {
      if bytes[index] == 0x22 { isQuoted.toggle() }
      index += 1
    }
    // A quotation mark without its other one quotes nothing.
    return isQuoted ? bytes[start...].firstIndex(of: 0x3A) ?? bytes.endIndex : index
  }

  /// The first parameter of a name, which is in capitals, without quotation marks.
  func parameter(_ name: String) -> String? {
    var index = parameters.startIndex
    while index < parameters.endIndex {
      let end = Self.end(ofParameterAt: index + 1, in: parameters)
      let own = parameters[(index + 1)..<end]
      if let mark = own.firstIndex(of: 0x3D), Self.isWord(own[..<mark], name) {
        let text = own[(mark + 1)...]
        return String(decoding: text.contains(0x22) ? text.filter { $0 != 0x22 }[...] : text, as: UTF8.self)
      }
      index = end
    }
    return nil
  }

  /// The value as it stands, without blanks around it.
  var word: String { String(decoding: Self.trimmed(value), as: UTF8.self) }

  /// Whether the value is a word, which is in capitals, without regard to case and to blanks around it.
  func isWord(_ word: String) -> Bool { Self.isWord(Self.trimmed(value), word) }

  private static func isWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    text.elementsEqual(word.utf8) { $0 == $1 || $0 >= 0x61 && $0 <= 0x7A && $0 - 32 == $1 }
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (start, end) = (text.startIndex, text.endIndex)
    while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return text[start..<end]
  }

  var isUTF8: Bool { String(validating: value, as: UTF8.self) != nil }

  // MARK: Text

  /// The value as one line of text: without escapes, quoted-printable and the entities of HTML; nil when nothing is left.
  var text: String? {
    // More is never shown, whatever it is written as.
    var bytes = value.prefix(Self.maximumTextByteCount)
    let isCut = bytes.count < value.count
    var encoding = String.Encoding.utf8
    if parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE" {
      bytes = Self.unquoted(bytes)[...]
      switch parameter("CHARSET")?.uppercased() {
      case "ISO-8859-1", "LATIN1", "WINDOWS-1252": encoding = .windowsCP1252
      default: break
      }
    }
    bytes = Self.unescaped(bytes)
    let text =
      (encoding == .utf8 ? nil : String(bytes: bytes, encoding: encoding)) ?? String(decoding: bytes, as: UTF8.self)
    return OneLine.of(text.utf8.contains(0x26) ? HTMLText.decoded(text) : text, isCut: isCut)
  }

  /// Bytes of a text that are read.
  private static let maximumTextByteCount = 8192
  /// Words of one list that are read.
  private static let maximumWordCount = 50

  /// The first words of a list, in lower case.
  var words: [String] {
    word.split(separator: ",", maxSplits: Self.maximumWordCount).prefix(Self.maximumWordCount)
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(0x5C) else { return bytes }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x5C, index + 1 < bytes.endIndex {
        let next = bytes[index + 1]
        result.append(next == 0x6E || next == 0x4E ? 0x20 : next)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result[...]
  }

  /// Quoted-printable text (RFC 2045, section 6.7).
  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    func digit(_ index: Int) -> UInt8? {
      index < bytes.endIndex ? UInt8(String(UnicodeScalar(bytes[index])), radix: 16) : nil
    }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x3D, let high = digit(index + 1), let low = digit(index + 2) {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  // MARK: Times

  /// The values of a list of times: nil for one that is none. A period's start counts, and its rest is `length`.
  var stamps: [(stamp: CalendarStamp?, length: String?)] {
    value.split(separator: 0x2C, omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: 0x2F, maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.stamp(parts[0]), parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil)
    }
  }

  /// The value as a time; nil for none.
  var stamp: CalendarStamp? { Self.stamp(value) }

  /// `20261121`, `20261121T073000` or `20261121T073000Z`, and no other.
  static func stamp(_ text: ArraySlice<UInt8>) -> CalendarStamp? {
    let text = trimmed(text)
    let hasTime = text.count == 15 || text.count == 16
    guard text.count == 8 || hasTime else { return nil }
    let start = text.startIndex
    func number(_ from: Int, _ count: Int) -> Int32? {
      var value: Int32 = 0
      for byte in text[(start + from)..<(start + from + count)] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int32(byte - 0x30)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2), year >= 1,
      (1...12).contains(month),
      day >= 1, Int64(day) <= daysOfMonth(Int64(year), month)
    else { return nil }
    let date = dayNumber(year: Int64(year), month: month, day: day) * 86_400
    guard hasTime else { return CalendarStamp(local: date, isDate: true) }
    guard text[start + 8] == 0x54 || text[start + 8] == 0x74, let hour = number(9, 2), let minute = number(11, 2),
      let second = number(13, 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    if text.count == 16, text[start + 15] != 0x5A, text[start + 15] != 0x7A { return nil }
    let time = Int64(hour * 3600 + minute * 60 + min(second, 59))
    return CalendarStamp(local: date + time, isDate: false, isUTC: text.count == 16)
  }

  /// How many days a month has.
  static func daysOfMonth(_ year: Int64, _ month: Int32) -> Int64 {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarLength {
  /// A duration such as `P1DT2H` (RFC 5545, section 3.3.6); nil for none.
  init?(duration text: String) {
    var rest = text.uppercased().drop(while: \.isWhitespace)
    guard !rest.hasPrefix("-") else { return nil }
    if rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard rest.popFirst() == "P" else { return nil }
    var days: Int64 = 0
    var seconds: Int64 = 0
    var digits = ""
    for character in rest where !character.isWhitespace {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if character == "T" { continue }
      guard digits.count <= 9, let number = Int64(digits) else { return nil }
      digits = ""
      switch character {
      case "W": days += number * 7
      case "D": days += number
      case "H": seconds += number * 3600
      case "M": seconds += number * 60
      case "S": seconds += number
      default: return nil
      }
    }
    guard digits.isEmpty else { return nil }
    self = .nominal(days: min(days, 36_600), seconds: min(seconds, 36_600 * 86_400))
  }
}
