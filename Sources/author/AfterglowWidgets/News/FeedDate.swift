import AfterglowTimeline
import Foundation

/// Dates of feeds: RFC 822 in RSS, with all the zones that are found in the wild, RFC 3339 in Atom, with or without its
/// zone, and seconds or milliseconds since 1970. A date without a zone is in UTC.
enum FeedDate {
  static func of(_ text: String) -> Date? {
    let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    guard !words.isEmpty, words.count <= 8 else { return nil }
    return sinceEpoch(words) ?? international(words) ?? mail(words[...])
  }

  // MARK: numbers

  /// Seconds since 1970 have 9 or 10 figures, milliseconds 12 or 13.
  private static func sinceEpoch(_ words: [String]) -> Date? {
    guard words.count == 1, words[0].allSatisfy(\.isNumber), let number = Int64(words[0]) else { return nil }
    switch words[0].count {
    case 9, 10: return Date(milliseconds: number * 1000)
    case 12, 13: return Date(milliseconds: number)
    default: return nil
    }
  }

  // MARK: RFC 3339

  private static func international(_ words: [String]) -> Date? {
    let whole = words.joined(separator: "T").uppercased()
    if let milliseconds = ISO8601.instantMilliseconds(whole) ?? ISO8601.instantMilliseconds(withZone(whole)) {
      return Date(milliseconds: milliseconds)
    }
    if let milliseconds = ISO8601.localMilliseconds(whole) { return Date(milliseconds: milliseconds) }
    return ISO8601.days(words[0]).map { Date(timeIntervalSince1970: Double($0) * 86_400) }
  }

  /// With a colon in the zone, and without a second T before it: `2026-11-21T10:00:00T+0100`.
  private static func withZone(_ text: String) -> String {
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }), text.contains(":") else { return text }
    var start = text[..<sign]
    if start.last == "T" { start.removeLast() }
    let zone = text[sign...].filter { $0 != ":" }
    guard zone.count == 5 else { return text }
    return start + zone.prefix(3) + ":" + zone.suffix(2)
  }

  // MARK: RFC 822

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Minutes east of UTC. RFC 822 has the American ones; the others are found in feeds. Letters of the military mean
  /// nothing since RFC 2822 and are UTC, as every unknown name is.
  private static let zones = [
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "cet": 60,
    "cest": 120, "mez": 60, "mesz": 120, "bst": 60, "wet": 0, "west": 60, "eet": 120, "eest": 180, "msk": 180,
    "ist": 330, "jst": 540, "kst": 540, "sgt": 480, "hkt": 480, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    "akst": -540, "akdt": -480, "hst": -600,
  ]

  private static func mail(_ words: ArraySlice<String>) -> Date? {
    var words = words
    // The weekday says nothing that the date does not.
    if let first = words.first, first.first?.isNumber == false, words.count > 3, month(first) == nil {
      words = words.dropFirst()
    }
    guard words.count >= 3 else { return nil }
    var parts = Array(words)
    // "Nov 21 2026", which no standard has.
    if month(parts[0]) != nil { parts.swapAt(0, 1) }
    guard let day = Int(parts[0]), let month = month(parts[1]), let year = year(parts[2]), (1...31).contains(day) else {
      return nil
    }
    let time = parts.count > 3 ? seconds(parts[3]) : 0
    guard let time else { return nil }
    let zone = parts.count > 4 ? offsetMinutes(parts[4...].joined()) : 0
    let date = String(format: "%04d-%02d-%02d", year, month, day)
    guard let days = ISO8601.days(date) else { return nil }
    return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(time) - Double(zone) * 60)
  }

  private static func month(_ word: String) -> Int? {
    word.count >= 3 ? months.firstIndex(of: String(word.lowercased().prefix(3))).map { $0 + 1 } : nil
  }

  /// Two figures are those of RFC 822, of this century or the last.
  private static func year(_ word: String) -> Int? {
    guard let year = Int(word), word.count == 2 || word.count == 4 else { return nil }
    return word.count == 4 ? year : year < 70 ? 2000 + year : 1900 + year
  }

  private static func seconds(_ word: String) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0.prefix { $0 != "." }) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.dropFirst(2).first ?? 0,
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func offsetMinutes(_ zone: String) -> Int {
    let word = zone.lowercased().replacing("gmt+", with: "+").replacing("gmt-", with: "-").replacing("utc+", with: "+")
      .replacing("utc-", with: "-")
    guard let sign = word.first, sign == "+" || sign == "-" else {
      return zones[String(word.prefix { $0.isLetter })] ?? 0
    }
    let figures = word.dropFirst().prefix { $0.isNumber || $0 == ":" }.filter(\.isNumber)
    guard let number = Int(figures), figures.count <= 4 else { return 0 }
    let minutes = figures.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
    return minutes <= 18 * 60 ? (sign == "-" ? -minutes : minutes) : 0
  }
}
