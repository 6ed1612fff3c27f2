import AfterglowCore

/// Reads `2026-11-21T07:00:00.250+01:00`, `…Z` (seconds and fraction may be missing, a zone may not), or whole seconds
/// since 1970. Nothing may follow. Years 1970 to 9999; nil for anything else.
func parseInstant(_ text: UnsafePointer<CChar>) -> Instant? {
  var reader = InstantReader(text)
  if let seconds = reader.allDigits() { return Instant(seconds: seconds) }
  return reader.dateTime()
}

private struct InstantReader {
  private let text: UnsafePointer<CChar>
  private var at = 0

  init(_ text: UnsafePointer<CChar>) { self.text = text }

  /// One to eleven digits and nothing else.
  func allDigits() -> Int64? {
    var value: Int64 = 0
    var index = 0
    while let next = digit(index), index < 11 {
      value = value * 10 + next
      index += 1
    }
    return index > 0 && text[index] == 0 ? value : nil
  }

  mutating func dateTime() -> Instant? {
    guard let year = number(4), year >= 1970, take(45), let month = number(2), (1...12).contains(month), take(45),
      let day = number(2), day >= 1, day <= daysInMonth(year, month), take(84) || take(116) || take(32),
      let hour = number(2), hour < 24, take(58), let minute = number(2), minute < 60
    else { return nil }
    var second: Int64 = 0
    var fractionMs: Int64 = 0
    if take(58) {
      guard let value = number(2), value < 60 else { return nil }
      second = value
      if take(46) {
        guard let value = milliseconds() else { return nil }
        fractionMs = value
      }
    }
    guard let offset = zoneOffsetSeconds(), text[at] == 0 else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Instant(milliseconds: seconds * 1000 + fractionMs)
  }

  private mutating func zoneOffsetSeconds() -> Int64? {
    if take(90) || take(122) { return 0 }
    let isWest = text[at] == 45
    guard take(43) || take(45), let hour = number(2), hour < 24, take(58), let minute = number(2), minute < 60 else {
      return nil
    }
    return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
  }

  /// One to nine decimals; what is finer than a millisecond is dropped.
  private mutating func milliseconds() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let next = digit(at) {
      if count < 3 { value = value * 10 + next }
      count += 1
      at += 1
    }
    if count == 0 || count > 9 { return nil }
    return count == 1 ? value * 100 : count == 2 ? value * 10 : value
  }

  private mutating func number(_ digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let next = digit(at) else { return nil }
      value = value * 10 + next
      at += 1
    }
    return value
  }

  private mutating func take(_ character: CChar) -> Bool {
    if text[at] != character { return false }
    at += 1
    return true
  }

  private func digit(_ index: Int) -> Int64? {
    let value = Int64(text[index]) - 48
    return value >= 0 && value <= 9 ? value : nil
  }
}

private func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
  if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/// Days from 1970-01-01 in the Gregorian calendar; the year begins in March, so that the leap day is its last.
private func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
  let y = month <= 2 ? year - 1 : year
  let era = y / 400
  let yearOfEra = y - era * 400
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
