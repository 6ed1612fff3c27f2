/// The minutes of a week that are covered by periods.
struct Week {
  private static let count = 7 * 1440
  /// The number of the period that covers a minute; nil = none does.
  private var owners = [Int?](repeating: nil, count: Week.count)
  private var names: [String] = []

  /// Adds a period.
  ///
  /// - Returns: the name of an earlier period that covers a minute of it; nil if none does.
  mutating func insert(_ startMinute: UInt16, _ endMinute: UInt16, days: UInt8, _ name: String) -> String? {
    let start = Int(startMinute)
    let end = Int(endMinute) + (endMinute <= startMinute ? 1440 : 0)
    let number = names.count
    names.append(name)
    var other: Int?
    for day in 0..<7 where days & (1 << UInt8(day)) != 0 {
      for minute in start..<end {
        let place = (day * 1440 + minute) % Week.count
        if let owner = owners[place], owner != number, other == nil { other = owner }
        owners[place] = number
      }
    }
    return other.map { names[$0] }
  }
}
