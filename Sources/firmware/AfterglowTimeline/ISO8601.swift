/// ISO 8601 dates in documents and arguments: full dates, `T`, minutes or seconds, and a zone if an instant is meant.
/// Foundation's parsers accept more and are not available in the firmware.
public enum ISO8601 {
  /// Milliseconds since 1970 of a date with zone, such as `2026-11-21T07:30Z` or `2026-11-21T07:30:00.250+01:00`.
  public static func instantMilliseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var scanner = DateScanner(text)
    guard let local = scanner.localMilliseconds(), let offset = scanner.offsetSeconds(), scanner.isAtEnd else {
      return nil
    }
    return local - offset * 1000
  }

  /// Milliseconds from 1970-01-01T00:00 to a local date and time without zone, both read on the same wall clock.
  public static func localMilliseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var scanner = DateScanner(text)
    guard let local = scanner.localMilliseconds(), scanner.isAtEnd else { return nil }
    return local
  }

  /// Days since 1970-01-01 of a date such as `2026-11-21`.
  public static func days(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var scanner = DateScanner(text)
    guard let days = scanner.days(), scanner.isAtEnd else { return nil }
    return days
  }

  #if !hasFeature(Embedded)
    public static func instantMilliseconds(_ text: String) -> Int64? {
      var text = text
      return text.withUTF8 { instantMilliseconds($0) }
    }

    public static func localMilliseconds(_ text: String) -> Int64? {
      var text = text
      return text.withUTF8 { localMilliseconds($0) }
    }

    public static func days(_ text: String) -> Int64? {
      var text = text
      return text.withUTF8 { days($0) }
    }
  #endif
}

/// Reads the parts of a date in sequence.
private struct DateScanner {
  private let text: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var isAtEnd: Bool { place == text.count }

  private func digit(_ index: Int) -> Int64? {
    guard index < text.count, text[index] >= 0x30, text[index] <= 0x39 else { return nil }
    return Int64(text[index] - 0x30)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, UInt32(text[place]) == character.value else { return false }
    place += 1
    return true
  }

  private mutating func digits(_ count: Int) -> Int64? {
    var value: Int64 = 0
    for index in place..<place + count {
      guard let digit = digit(index) else { return nil }
      value = value * 10 + digit
    }
    place += count
    return value
  }

  mutating func days() -> Int64? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
    guard month >= 1, month <= 12, day >= 1 else { return nil }
    let days = dayNumber(year: year, month: Int32(month), day: Int32(day))
    // A day that does not exist in its month would be carried over into the next one.
    return civilDate(ofDay: days).day == Int32(day) ? days : nil
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

  /// Milliseconds from one to nine decimals; finer ones are truncated.
  private mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = digit(place) {
      if count < 3 { value = value * 10 + digit }
      count += 1
      place += 1
    }
    guard count >= 1, count <= 9 else { return nil }
    return count == 1 ? value * 100 : count == 2 ? value * 10 : value
  }

  mutating func offsetSeconds() -> Int64? {
    if take("Z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hour = digits(2) else { return nil }
    _ = take(":")
    guard let minute = isAtEnd ? 0 : digits(2), hour <= 18, minute < 60 else { return nil }
    return (hour * 60 + minute) * (isWest ? -60 : 60)
  }
}
