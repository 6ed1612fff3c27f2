import AfterglowTimeline

/// On which day of a year a holiday falls. Days are counted from 1970-01-01.
enum HolidayRule: Equatable, Sendable {
  case fixed(month: Int32, day: Int32)
  /// Days from Easter Sunday.
  case easter(Int64)
  /// Days from Orthodox Easter.
  case orthodoxEaster(Int64)
  /// The weekday's `ordinal`th day in a month, −1: its last. Weekdays count from Monday = 0. `unless`: the first of the
  /// month instead where it is this weekday.
  case weekday(Int64, ordinal: Int64, month: Int32, unless: Int64?)
  /// The weekday's first day from a date on.
  case weekdayFrom(Int64, month: Int32, day: Int32)

  func day(in year: Int64) -> Int64 {
    switch self {
    case .fixed(let month, let day): return dayNumber(year: year, month: month, day: day)
    case .easter(let offset): return Easter.western(year) + offset
    case .orthodoxEaster(let offset): return Easter.orthodox(year) + offset
    case .weekday(let weekday, let ordinal, let month, let unless):
      let first = dayNumber(year: year, month: month, day: 1)
      if Self.weekday(of: first) == unless { return first }
      if ordinal > 0 { return Self.first(weekday, from: first) + 7 * (ordinal - 1) }
      let next = dayNumber(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
      return Self.first(weekday, from: next - 7)
    case .weekdayFrom(let weekday, let month, let day):
      return Self.first(weekday, from: dayNumber(year: year, month: month, day: day))
    }
  }

  /// Monday = 0.
  static func weekday(of day: Int64) -> Int64 { flooredRemainder(day + 3, 7) }

  private static func first(_ weekday: Int64, from day: Int64) -> Int64 {
    day + flooredRemainder(weekday - Self.weekday(of: day), 7)
  }
}

extension HolidayRule {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Parses a rule of `HolidayTable`.
  init?(_ text: Substring) {
    func number(_ part: Substring) -> Int64? { Int64(part) }
    func monthAndDay(_ part: Substring) -> (Int32, Int32)? {
      let parts = part.split(separator: "-").compactMap { Int32($0) }
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    if let name = text.first, name == "E" || name == "O", let offset = number(text.dropFirst()) {
      self = name == "E" ? .easter(offset) : .orthodoxEaster(offset)
    } else if let (month, day) = monthAndDay(text), text.first?.isNumber == true {
      self = .fixed(month: month, day: day)
    } else if let weekday = Self.weekdays.firstIndex(of: String(text.prefix(3))), text.dropFirst(3).first == ">",
      let (month, day) = monthAndDay(text.dropFirst(4))
    {
      self = .weekdayFrom(Int64(weekday), month: month, day: day)
    } else {
      let parts = text.split(separator: "/")
      let ordinal = parts[0].prefix { $0.isNumber || $0 == "-" }
      let rest = parts[0].dropFirst(ordinal.count)
      guard let count = number(ordinal), let weekday = Self.weekdays.firstIndex(of: String(rest.prefix(3))),
        let month = Int32(rest.dropFirst(3))
      else { return nil }
      let unless = parts.count > 1 ? Self.weekdays.firstIndex(of: String(parts[1])).map(Int64.init) : nil
      self = .weekday(Int64(weekday), ordinal: count, month: month, unless: unless)
    }
  }
}

/// Easter Sunday, in days since 1970-01-01.
enum Easter {
  /// By the Gregorian calendar: the anonymous algorithm of 1876 (Meeus, *Astronomical Algorithms*, chapter 8).
  static func western(_ year: Int64) -> Int64 {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let (d, e) = (b / 4, b % 4)
    let g = (8 * b + 13) / 25
    let h = (19 * a + b - d - g + 15) % 30
    let m = (a + 11 * h) / 319
    let r = (2 * e + 2 * (c / 4) - c % 4 - h + m + 32) % 7
    let month = (h - m + r + 90) / 25
    let day = (h - m + r + month + 19) % 32
    return dayNumber(year: year, month: Int32(month), day: Int32(day))
  }

  /// By the Julian calendar (Meeus, the same chapter), converted to the Gregorian one.
  static func orthodox(_ year: Int64) -> Int64 {
    let (a, b, c) = (year % 4, year % 7, year % 19)
    let d = (19 * c + 15) % 30
    let e = (2 * a + 4 * b - d + 34) % 7
    let sum = d + e + 114
    let lag = year / 100 - year / 400 - 2
    return dayNumber(year: year, month: Int32(sum / 31), day: Int32(sum % 31 + 1)) + lag
  }
}
