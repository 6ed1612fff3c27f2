import Foundation

/// A content line with its folds.
public struct CalendarLine: Sendable {
  /// Counted from 1; that of its first part where it is folded.
  public var number: Int32
  /// The property's name, without parameters.
  public var name: CalendarName
  /// Whether it has folds, which are no part of its value.
  public var isFolded: Bool
  /// Where the line stands in the calendar, without its last line break.
  public var bytes: Range<Int32>
}

/// Finds the content lines of known names in bytes: one that begins with a blank continues the one before, even within a
/// character. Nothing is copied, and a line of another name costs the search for its end.
public struct CalendarLines {
  /// A line, and whether it is too long to be read.
  public struct Found {
    /// The line, with where it stands.
    public var line: CalendarLine
    /// Whether the line is longer than ``CalendarLines/maximumByteCount``.
    public var isTooLong: Bool
  }

  /// Longer titles are cut; other longer lines are left out, and the calendar is incomplete.
  public static let maximumByteCount = 16_384

  private static let newline: UInt8 = 0x0A

  private let all: UnsafeBufferPointer<UInt8>
  private let names = CalendarNames.all
  /// The first byte of the next line.
  private var start: Int
  private var number: Int32 = 0

  /// - Parameter all: the calendar, which must outlive the scan.
  public init(_ all: UnsafeBufferPointer<UInt8>) {
    self.all = all
    start = all.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next line of a known name; nil after the last one.
  public mutating func next() -> Found? {
    while start < all.count {
      number += 1
      if all[start] == Self.newline {
        start += 1
        continue
      }
      let (first, begin) = (number, start)
      var end = lineEnd(begin)
      let name = names.name(all, begin, end)
      let isText = name == .summary || name == .location
      var isQuoted: Bool?
      while end + 1 < all.count,
        all[end + 1] == 0x20 || all[end + 1] == 0x09 || isText && isSoft(begin, end, &isQuoted)
      {
        number += 1
        end = lineEnd(end + 1)
      }
      start = end + 1
      if let name { return found(name, first, from: begin, to: end) }
    }
    return nil
  }

  private func found(_ name: CalendarName, _ first: Int32, from begin: Int, to end: Int) -> Found {
    // The beginning of a title is shown; a part of a list of times would be wrong.
    let isText = name == .summary || name == .location || name == .categories
    var limit = min(end, begin + Self.maximumByteCount)
    while limit < end, all[limit] & 0xC0 == 0x80 { limit -= 1 }
    return Found(
      line: CalendarLine(
        number: first, name: name, isFolded: number != first, bytes: Int32(begin)..<Int32(limit)),
      isTooLong: limit < end && !isText)
  }

  /// Whether a line of quoted-printable text ends with `=` and goes on in the next one (vCalendar 1.0).
  ///
  /// - Parameter isQuoted: whether it is quoted-printable, once that is known: a text may go on for millions of lines.
  private func isSoft(_ begin: Int, _ end: Int, _ isQuoted: inout Bool?) -> Bool {
    let last = end > begin && all[end - 1] == 0x0D ? end - 1 : end
    guard last > begin, all[last - 1] == 0x3D else { return false }
    let word = "QUOTED-PRINTABLE"
    let head = all[begin..<min(last, begin + 120)].prefix { $0 != 0x3A }
    let known =
      isQuoted ?? (head.count > word.utf8.count && String(decoding: head, as: UTF8.self).uppercased().contains(word))
    isQuoted = known
    return known
  }

  private func lineEnd(_ from: Int) -> Int {
    guard let base = all.baseAddress, let found = memchr(base + from, Int32(Self.newline), all.count - from) else {
      return all.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// A line without its folds and zero bytes.
  public static func unfolded(_ line: ArraySlice<UInt8>) -> [UInt8] {
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
  static let all = CalendarNames()

  /// A name as a place in `letters`.
  private struct Entry {
    var name: CalendarName
    var start: Int
  }

  private var letters: [UInt8] = []
  private var entries: [Entry] = []
  /// By length, where the names of this length begin in `entries`; those of the next one end them.
  private var places: [Int] = []
  private let longest: Int

  init() {
    let names = CalendarName.allCases.sorted { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
    longest = names.last?.rawValue.utf8.count ?? 0
    for length in 0...longest {
      places.append(entries.count)
      for name in names where name.rawValue.utf8.count == length {
        entries.append(Entry(name: name, start: letters.count))
        letters += name.rawValue.utf8
      }
    }
    places.append(entries.count)
  }

  /// The name before the first `:` or `;` of a line.
  func name(_ all: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> CalendarName? {
    var length = 0
    while start + length < end, length <= longest, all[start + length] != 0x3A, all[start + length] != 0x3B {
      length += 1
    }
    guard length <= longest, start + length < end else { return nil }
    var place = places[length]
    while place < places[length + 1] {
      let entry = entries[place]
      var index = 0
      while index < length, Self.capital(all[start + index]) == letters[entry.start + index] { index += 1 }
      if index == length { return entry.name }
      place += 1
    }
    return nil
  }

  private static func capital(_ byte: UInt8) -> UInt8 { byte >= 0x61 && byte <= 0x7A ? byte - 32 : byte }
}
