import AfterglowDocuments
import AfterglowLight

/// `light.schedule` of a board: periods on the wall clock of the scene's zone.
enum SchedulePart {
  static let rules: [(String, ScheduleRule)] = [
    ("unknownLight", .unknownLight), ("darker", .darker), ("always", .always),
  ]
  static let days: [(String, UInt8)] = [
    ("sun", 1), ("mon", 2), ("tue", 4), ("wed", 8), ("thu", 16), ("fri", 32), ("sat", 64),
  ]

  static func read(_ light: inout StrictDecoder, into schedule: inout LightSchedule) {
    guard let items = light.mappings("schedule", of: "periods", maximumCount: LightSchedule.capacity) else { return }
    var taken = Week()
    for item in items {
      var item = item
      guard let period = period(&item) else { continue }
      let words = "\"\(item.path)\" on line \(item.position.line), \(text(period))"
      if let other = taken.insert(period.startMinute, period.endMinute, days: period.days, words) {
        item.fail(
          "from", "expected a period that overlaps no earlier one, found \(text(period)), which overlaps \(other)")
      }
      schedule.periods[Int(schedule.count)] = period
      schedule.count += 1
    }
  }

  /// A period's times, such as `22:30 to 06:30`.
  private static func text(_ period: SchedulePeriod) -> String {
    "\(time(period.startMinute)) to \(time(period.endMinute))"
  }

  static func time(_ minute: UInt16) -> String {
    let (hours, minutes) = (minute / 60, minute % 60)
    return (hours < 10 ? "0\(hours)" : "\(hours)") + (minutes < 10 ? ":0\(minutes)" : ":\(minutes)")
  }

  private static func period(_ item: inout StrictDecoder) -> SchedulePeriod? {
    let mode = item.choice(key: "mode", LightMode.named)
    let times = times(&item)
    let rule = item.choice(key: "decides", rules)
    item.finish()
    guard let mode, let times else { return nil }
    return SchedulePeriod(
      startMinute: times.start, endMinute: times.end, days: times.days, mode: mode, rule: rule ?? .unknownLight)
  }

  /// A period's `from`, `to` and `days`: minutes after midnight, and bits from Sunday on.
  ///
  /// - Returns: nil after a problem was reported.
  static func times(_ item: inout StrictDecoder) -> (start: UInt16, end: UInt16, days: UInt8)? {
    let from = minute("from", &item, upTo: 1439)
    let to = minute("to", &item, upTo: 1440)
    let days = weekdays(&item)
    guard let from, let to, let days else { return nil }
    if from == to {
      item.fail("to", "expected another time than \"from\"; a whole day is from \"00:00\" to \"24:00\"")
      return nil
    }
    return (from, to == 0 ? 1440 : to, days)
  }

  /// `"22:30"`.
  private static func minute(_ key: String, _ item: inout StrictDecoder, upTo last: Int) -> UInt16? {
    (number(key, &item) ?? item.text(key, maximumCount: 16, required: wantedTime)).flatMap {
      minute($0, key, &item, upTo: last)
    }
  }

  /// A time of day in minutes after midnight; what is none is reported.
  static func minute(_ text: String, _ key: String, _ item: inout StrictDecoder, upTo last: Int) -> UInt16? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0].count == 2, parts[1].count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= last
    {
      return UInt16(hour * 60 + minute)
    }
    let remedy = meant(by: text).map { "; write \"\($0)\"" } ?? ""
    item.fail(key, "expected \(wantedTime) for \"\(item.path).\(key)\", found \"\(text)\"\(remedy)")
    return nil
  }

  /// A number without quotes in place of a time, such as 2230; nil for other values.
  static func number(_ key: String, _ item: inout StrictDecoder) -> String? {
    guard case .scalar(let text, false)? = item.node(key)?.value, ScalarText.isNumber(text) else { return nil }
    return text
  }

  /// The time that is meant by another form, such as `7:00`, `22.30`, `2230`, `22h30` or `10:30 pm`; nil if there is none.
  private static func meant(by text: String) -> String? {
    let form = #/([0-9]{1,2})(?:[:.h ]?([0-9]{2}))?(?::[0-9]{2})?h?(?: ?([ap])\.?m\.?)?/#
    guard let match = text.lowercased().wholeMatch(of: form), let hour = Int(match.1),
      let minute = Int(match.2 ?? "0"), minute < 60
    else { return nil }
    guard let half = match.3 else { return hour < 24 ? time(UInt16(hour * 60 + minute)) : nil }
    guard (1...12).contains(hour) else { return nil }
    return time(UInt16((hour % 12 + (half == "p" ? 12 : 0)) * 60 + minute))
  }

  /// The remedy for a day with another name, and for a word for several days; empty for other words.
  private static func dayRemedy(_ node: DocumentNode) -> String {
    guard let word = node.text?.lowercased(), word.count >= 2 else { return "" }
    switch word {
    case "weekend", "weekends": return "; write [sat, sun]"
    case "weekday", "weekdays", "workdays": return "; write [mon, tue, wed, thu, fri]"
    case "daily", "all", "every day": return "; leave out \"days\" for every day"
    default:
      let day = days.first { word.hasPrefix($0.0) || $0.0.hasPrefix(word) }
      return day.map { "; did you mean \"\($0.0)\"?" } ?? ""
    }
  }

  static let wantedTime = "a time of day such as \"22:30\""

  /// Every day, unless the period lists days.
  private static func weekdays(_ item: inout StrictDecoder) -> UInt8? {
    guard item.node("days") != nil else { return 0x7F }
    let names = days.map(\.0).joined(separator: ", ")
    let read = item.values("days", of: "one of \(names)", maximumCount: 7, remedy: dayRemedy) { node -> UInt8? in
      guard case .scalar(let name, _) = node.value else { return nil }
      return days.first { $0.0 == name }?.1
    }
    guard let read else { return nil }
    let mask = read.reduce(UInt8(0)) { $0 | ($1 ?? 0) }
    if mask == 0 { item.fail("days", "expected at least one of \(names) in \"\(item.path).days\"") }
    return mask == 0 ? nil : mask
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
