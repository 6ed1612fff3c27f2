import AfterglowTimeline

/// The days that a rule means: each is judged in the same few steps, however long the rule's lists are.
struct RecurrenceDays {
  private let isEmpty: Bool
  private let frequency: RecurrenceRule.Frequency
  private let months: CountedPlaces
  private let weeks: CountedPlaces
  private let yearDays: CountedPlaces
  private let monthDays: CountedPlaces
  private let hasWeekdays: Bool
  /// By the day of the week: whether it is meant wherever it stands.
  private var everyWeekday = [Bool](repeating: false, count: 7)
  /// By the day of the week: which one of its month or year is meant.
  private var placedWeekdays: [CountedPlaces] = []

  init(_ days: RecurrenceRule.Days, _ frequency: RecurrenceRule.Frequency) {
    isEmpty = days.isEmpty
    self.frequency = frequency
    months = CountedPlaces(days.months)
    weeks = CountedPlaces(days.weeks)
    yearDays = CountedPlaces(days.yearDays)
    monthDays = CountedPlaces(days.monthDays)
    hasWeekdays = !days.weekdays.isEmpty
    let isPlaced = frequency == .monthly || frequency == .yearly && days.weeks.isEmpty
    var places = [[Int64]](repeating: [], count: 7)
    for weekday in days.weekdays {
      if weekday.place == 0 || !isPlaced {
        everyWeekday[Int(weekday.day)] = true
      } else {
        places[Int(weekday.day)].append(weekday.place)
      }
    }
    placedWeekdays = places.map(CountedPlaces.init)
  }

  /// Whether a day of a period is meant; both are counted from 1970-01-01.
  func contains(_ day: Int64, of period: Range<Int64>) -> Bool {
    if isEmpty { return true }
    let weekday = Int(flooredRemainder(day + 4, 7))
    // The cheapest and most frequent condition first.
    let isEvery = !hasWeekdays || everyWeekday[weekday]
    if !isEvery, placedWeekdays[weekday].isEmpty { return false }
    if !weeks.isEmpty {
      let week = (day - period.lowerBound) / 7 + 1
      if !weeks.contains(week, fromEnd: Int64(period.count) / 7 + 1 - week) { return false }
    }
    if isEvery && months.isEmpty && monthDays.isEmpty && yearDays.isEmpty { return true }
    return containsDate(day, weekday, isEvery: isEvery)
  }

  private func containsDate(_ day: Int64, _ weekday: Int, isEvery: Bool) -> Bool {
    let date = civilDate(ofDay: day)
    if !months.isEmpty, !months.contains(Int64(date.month), fromEnd: 0) { return false }
    let length = CalendarProperty.daysOfMonth(date.year, date.month)
    if !monthDays.isEmpty, !monthDays.contains(Int64(date.day), fromEnd: length + 1 - Int64(date.day)) { return false }
    let yearLength: Int64 = isLeapYear(date.year) ? 366 : 365
    let yearDay = day - dayNumber(year: date.year, month: 1, day: 1) + 1
    if !yearDays.isEmpty, !yearDays.contains(yearDay, fromEnd: yearLength + 1 - yearDay) { return false }
    if isEvery { return true }
    let isOfYear = frequency == .yearly && months.isEmpty && weeks.isEmpty
    let (place, total) = isOfYear ? (yearDay, yearLength) : (Int64(date.day), length)
    return placedWeekdays[weekday].contains((place - 1) / 7 + 1, fromEnd: (total - place) / 7 + 1)
  }
}

/// Numbers that count from 1, and negative ones that count from the end, as a table.
struct CountedPlaces {
  private var fromStart: [Bool] = []
  private var fromEnd: [Bool] = []
  let isEmpty: Bool

  /// - Parameter numbers: between -1000 and 1000; 0 means nothing.
  init(_ numbers: [Int64]) {
    isEmpty = numbers.isEmpty
    for number in numbers where number != 0 && number.magnitude <= 1000 {
      if number > 0 { Self.add(number, to: &fromStart) } else { Self.add(-number, to: &fromEnd) }
    }
  }

  private static func add(_ number: Int64, to table: inout [Bool]) {
    let place = Int(number)
    if place >= table.count { table += [Bool](repeating: false, count: place + 1 - table.count) }
    table[place] = true
  }

  /// Whether a place is meant.
  ///
  /// - Parameters:
  ///   - place: counted from 1.
  ///   - end: the same place counted from the end; 0 = it is not counted.
  func contains(_ place: Int64, fromEnd end: Int64) -> Bool {
    Self.has(place, fromStart) || Self.has(end, fromEnd)
  }

  private static func has(_ place: Int64, _ table: [Bool]) -> Bool {
    place > 0 && place < Int64(table.count) && table[Int(place)]
  }
}
