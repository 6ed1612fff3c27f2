/// ISO 8601 as documents use it: full dates, `T`, minutes or seconds, and a zone where an instant is meant. Written out
/// because Foundation's parsers differ in what they let through.
public enum ISO8601 {
  /// Milliseconds since 1970 of a date with zone, such as `2026-11-21T07:30Z` or `2026-11-21T07:30:00.250+01:00`.
  public static func instantMilliseconds(_ text: String) -> Int64? {
    var scanner = Scanner(text)
    guard let local = scanner.localMilliseconds(), let offset = scanner.offsetSeconds(), scanner.isAtEnd else {
      return nil
    }
    return local - offset * 1000
  }

  /// Milliseconds from 1970-01-01T00:00 to a local date and time without zone, both read on the same wall clock.
  public static func localMilliseconds(_ text: String) -> Int64? {
    var scanner = Scanner(text)
    guard let local = scanner.localMilliseconds(), scanner.isAtEnd else { return nil }
    return local
  }

  /// Days since 1970-01-01 of a date such as `2026-11-21`.
  public static func days(_ text: String) -> Int64? {
    var scanner = Scanner(text)
    guard let days = scanner.days(), scanner.isAtEnd else { return nil }
    return days
  }
}

private struct Scanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character.asciiValue else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func digits(_ count: Int) -> Int64? {
    guard rest.count >= count else { return nil }
    var value: Int64 = 0
    for byte in rest.prefix(count) {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    rest = rest.dropFirst(count)
    return value
  }

  mutating func days() -> Int64? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
    guard (1...12).contains(month), day >= 1, day <= Self.dayCount(year, month) else { return nil }
    // Howard Hinnant's days_from_civil: years start in March, so that the leap day comes last.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  mutating func localMilliseconds() -> Int64? {
    guard let days = days(), take("T") || take(" "), let hour = digits(2), take(":"), let minute = digits(2) else {
      return nil
    }
    var second: Int64 = 0
    var millisecond: Int64 = 0
    if take(":") {
      guard let value = digits(2) else { return nil }
      second = value
      if take(".") {
        guard let fraction = fraction() else { return nil }
        millisecond = fraction
      }
    }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + millisecond
  }

  /// Milliseconds of one to nine decimals.
  private mutating func fraction() -> Int64? {
    let run = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...9).contains(run.count) else { return nil }
    rest = rest.dropFirst(run.count)
    var value: Int64 = 0
    for place in 0..<3 {
      value = value * 10 + (place < run.count ? Int64(run[run.startIndex + place] - 0x30) : 0)
    }
    return value
  }

  mutating func offsetSeconds() -> Int64? {
    if take("Z") { return 0 }
    let isNegative = rest.first == 0x2D
    guard take("+") || take("-"), let hour = digits(2) else { return nil }
    _ = take(":")
    guard let minute = rest.isEmpty ? 0 : digits(2), hour <= 18, minute < 60 else { return nil }
    return (hour * 60 + minute) * (isNegative ? -60 : 60)
  }
}
