/// A recurrence rule that is read day by day, as RFC 5545 defines it, with a calendar of its own: slow, and without any code of
/// the reader that it is compared with.
struct PlainRecurrence {
  /// A day of the Gregorian calendar.
  private struct Day {
    /// Days since 1970-01-01.
    var number: Int
    var year: Int
    var month: Int
    var day: Int
    /// 0 = Sunday.
    var weekday: Int
    var monthLength: Int
    var yearDay: Int
    var yearLength: Int

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func length(of month: Int, _ year: Int) -> Int {
      month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
  }

  /// From 1969-01-01, a Wednesday, to the end of 2050.
  private static let days: [Day] = {
    var days: [Day] = []
    for year in 1969...2050 {
      var yearDay = 0
      for month in 1...12 {
        let length = Day.length(of: month, year)
        for day in 1...length {
          yearDay += 1
          let number = days.count - 365
          days.append(
            Day(
              number: number, year: year, month: month, day: day, weekday: (days.count + 3) % 7, monthLength: length,
              yearDay: yearDay, yearLength: Day.isLeap(year) ? 366 : 365))
        }
      }
    }
    return days
  }()

  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  private let frequency: String
  private let interval: Int
  private let count: Int
  private let weekStart: Int
  private let months: [Int]
  private let monthDays: [Int]
  private let positions: [Int]
  private let places: [(place: Int, weekday: Int)]
  private let start: Int
  private let startDay: Day
  /// Times of a day, or of an hour, in seconds.
  private let times: [Int]

  /// - Parameters:
  ///   - text: the parts FREQ, INTERVAL, COUNT, WKST, BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE and BYSETPOS. An hourly rule
  ///     has none of the last six.
  ///   - start: seconds on the wall clock, in whole minutes.
  init(_ text: String, from start: Int64) {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=").map(String.init)
      parts[pair[0]] = pair[1]
    }
    func numbers(_ name: String) -> [Int] { (parts[name] ?? "").split(separator: ",").map { Int($0)! } }
    self.start = Int(start)
    startDay = Self.days[Int(start) / 86_400 + 365]
    frequency = parts["FREQ"]!
    interval = numbers("INTERVAL").first ?? 1
    count = numbers("COUNT").first ?? Int.max
    weekStart = Self.weekdays.firstIndex(of: parts["WKST"] ?? "MO")!
    months = numbers("BYMONTH")
    monthDays = numbers("BYMONTHDAY")
    positions = numbers("BYSETPOS")
    places = (parts["BYDAY"] ?? "").split(separator: ",").map { word in
      (Int(word.dropLast(2)) ?? 0, Self.weekdays.firstIndex(of: String(word.suffix(2)))!)
    }
    let minutes = parts["BYMINUTE"] == nil ? [Int(start) / 60 % 60] : numbers("BYMINUTE")
    let hours = parts["BYHOUR"] == nil ? [Int(start) / 3600 % 24] : numbers("BYHOUR")
    times =
      frequency == "HOURLY"
      ? minutes.map { $0 * 60 } : hours.flatMap { hour in minutes.map { hour * 3600 + $0 * 60 } }.sorted()
  }

  /// The times from the start on that are before an end.
  func times(before end: Int64) -> [Int64] {
    var found: [Int64] = []
    var period: [Int] = []
    var last: Int?
    /// - Returns: whether there may be more.
    func close() -> Bool {
      for time in chosen(period) where time >= start {
        if time >= end || found.count == count { return false }
        found.append(Int64(time))
      }
      period = []
      return found.count < count
    }
    for day in Self.days {
      let number = self.number(of: day)
      if number < self.number(of: startDay) { continue }
      if number != last, !close() { return found }
      last = number
      if frequency == "HOURLY" {
        for hour in 0..<24 where (day.number * 24 + hour - start / 3600) % interval == 0 {
          period += times.map { day.number * 86_400 + hour * 3600 + $0 }
        }
      } else if (number - self.number(of: startDay)) % interval == 0, isMeant(day) {
        period += times.map { day.number * 86_400 + $0 }
      }
    }
    _ = close()
    return found
  }

  /// The number of a day's year, month or week; otherwise of the day.
  private func number(of day: Day) -> Int {
    switch frequency {
    case "YEARLY": day.year
    case "MONTHLY": day.year * 12 + day.month
    // The days before 1970 are at most a week away.
    case "WEEKLY": (day.number + 4 - weekStart + 7_000) / 7
    default: day.number
    }
  }

  private func isMeant(_ day: Day) -> Bool {
    if !months.isEmpty && !months.contains(day.month) { return false }
    if !monthDays.isEmpty,
      !monthDays.contains(where: { $0 > 0 ? $0 == day.day : day.monthLength + $0 + 1 == day.day })
    {
      return false
    }
    if !places.isEmpty { return places.contains { isMeant(day, $0.place, $0.weekday) } }
    if !monthDays.isEmpty { return true }
    switch frequency {
    case "YEARLY": return day.day == startDay.day && (!months.isEmpty || day.month == startDay.month)
    case "MONTHLY": return day.day == startDay.day
    case "WEEKLY": return day.weekday == startDay.weekday
    default: return true
    }
  }

  private func isMeant(_ day: Day, _ place: Int, _ weekday: Int) -> Bool {
    if day.weekday != weekday { return false }
    if place == 0 { return true }
    let isOfYear = frequency == "YEARLY" && months.isEmpty
    let (number, length) = isOfYear ? (day.yearDay, day.yearLength) : (day.day, day.monthLength)
    return place > 0 ? (number + 6) / 7 == place : (length - number + 7) / 7 == -place
  }

  /// The times of a period that have one of the positions; all without positions.
  private func chosen(_ period: [Int]) -> [Int] {
    if positions.isEmpty { return period }
    return period.indices.filter { index in
      positions.contains(index + 1) || positions.contains(index - period.count)
    }.map { period[$0] }
  }
}
