import Afterglow

/// How large words can be in a place, by generous estimates of their widths.
enum FittedWords {
  /// How much wider semibold words are.
  private static let boldShare = 1.08
  /// From line to line of Latin letters, in shares of the type size.
  static let lineShare = 1.22

  /// From line to line of a text, in shares of the type size: other scripts have higher lines.
  static func lineShare(of text: String) -> Double { max(lineShare, ScriptHeight.lineEms(of: text)) }

  /// The largest type size at which a text, which may have several lines, fits with its words unbroken; at least 11 pt.
  /// - Parameter isBold: words of semibold weight, which are wider.
  static func points(_ text: String, in room: Size, upTo most: Double, isBold: Bool = false) -> Double {
    let room = Size(width: room.width / (isBold ? boldShare : 1), height: room.height)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.flatMap { $0.split(separator: " ") }.filter { $0.count <= 20 }.map(width).max() ?? 1
    let lineShare = lineShare(of: text)
    var points = min(most, room.width / longest)
    while points > 11 {
      let rows = lines.reduce(0) { $0 + count($1, room.width / points) }
      if Double(rows) * lineShare * points <= room.height { break }
      points -= 0.5
    }
    return points
  }

  /// The largest type size at which a title of semibold weight fits in one line; at least 11 pt.
  static func points(_ title: String, inLineOf width: Double, upTo most: Double) -> Double {
    let ems = title.split(separator: " ").map(Self.width).reduce(0) { $0 + $1 + 0.28 } - 0.28
    return max(11, min(most, width / max(1, ems * boldShare)))
  }

  /// How many lines a text takes in a width at a type size, by the same estimates.
  static func lineCount(_ text: String, points: Double, width: Double, isBold: Bool = false) -> Int {
    let width = width / (isBold ? boldShare : 1)
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { $0 + count($1, width / points) }
  }

  /// In shares of the type size.
  private static func width(_ word: Substring) -> Double {
    word.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 1.02 : 0.56) }
  }

  /// Rows that a line takes in a width, in shares of the type size.
  private static func count(_ line: Substring, _ room: Double) -> Int {
    var (rows, used) = (1, 0.0)
    for word in line.split(separator: " ") {
      let next = width(word) + (used > 0 ? 0.28 : 0)
      if used > 0 && used + next > room {
        rows += 1
        used = width(word)
      } else {
        used += next
      }
      // What has no spaces goes on in the next line.
      rows += Int(used / room)
      used = used.truncatingRemainder(dividingBy: room)
    }
    return rows
  }
}
