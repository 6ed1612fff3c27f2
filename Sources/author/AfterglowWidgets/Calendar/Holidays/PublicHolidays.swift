import AfterglowTimeline

/// The public holidays of a country for years to come, from a table (`HolidayTable`) and without a network.
public struct PublicHolidays: Sendable {
  /// A holiday of one year.
  struct Holiday: Hashable, Sendable {
    /// Days since 1970-01-01.
    var day: Int64
    var name: String
  }

  /// What happens to a fixed day that falls on a weekend.
  private enum WeekendRule: String { case next, nearest }

  /// A line of the table.
  private struct Entry {
    var rule: HolidayRule
    var name: String
    var english: String
  }

  private let language: String
  private let weekendRule: WeekendRule?
  private let entries: [Entry]

  /// ISO 3166-1 codes of all countries in the table, sorted.
  public static let countries = blocks.keys.sorted()

  /// - Returns: nil for a country that is not in the table.
  init?(country: String) {
    guard let lines = Self.blocks[country] else { return nil }
    let head = lines[0].split(separator: " ")
    language = String(head[1])
    weekendRule = head.count > 2 ? WeekendRule(rawValue: String(head[2])) : nil
    entries = lines.dropFirst().joined(separator: " ").split(separator: ";").compactMap { item in
      let parts = item.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let rule = HolidayRule(parts[0]) else { return nil }
      let names = parts[1].split(separator: "|").map { String($0).trimmed }
      return Entry(rule: rule, name: names[0], english: names[names.count - 1])
    }
  }

  /// Holidays on these days, sorted, in the country's own language where that is `language` (ISO 639), else in English. A
  /// day that two holidays share has both.
  func holidays(in days: Range<Int64>, language: String) -> [Holiday] {
    guard let first = days.first, let last = days.last else { return [] }
    // A new year's day at a weekend may free a day of the year before.
    let years = civilDate(ofDay: first).year...civilDate(ofDay: last).year + 1
    return years.flatMap { holidays(ofYear: Int64($0), isOwnLanguage: language == self.language) }
      .filter { days.contains($0.day) }.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
  }

  private func holidays(ofYear year: Int64, isOwnLanguage: Bool) -> [Holiday] {
    let all = entries.map { ($0.rule, Holiday(day: $0.rule.day(in: year), name: isOwnLanguage ? $0.name : $0.english)) }
    guard let weekendRule else { return all.map(\.1) }
    var taken = Set(all.map(\.1.day))
    var holidays = all.map(\.1)
    for case (.fixed, let holiday) in all.sorted(by: { $0.1.day < $1.1.day }) {
      let weekday = HolidayRule.weekday(of: holiday.day)
      guard weekday >= 5 else { continue }
      var free = holiday.day
      switch weekendRule {
      case .nearest: free += weekday == 5 ? -1 : 1
      case .next: while HolidayRule.weekday(of: free) >= 5 || taken.contains(free) { free += 1 }
      }
      taken.insert(free)
      holidays.append(Holiday(day: free, name: holiday.name + " (observed)"))
    }
    return holidays
  }

  /// Each country's lines, its head first.
  private static let blocks: [String: [String]] = {
    var blocks: [String: [String]] = [:]
    var country = ""
    for line in HolidayTable.text.split(separator: "\n") {
      if line.first != " " { country = String(line.prefix(2)) }
      blocks[country, default: []].append(String(line))
    }
    return blocks
  }()
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
