import AfterglowTimeline

/// Explains why a text that looks like an instant is none.
enum InstantFault {
  private typealias Parts = (
    whole: Substring, year: Substring, month: Substring, day: Substring, hour: Substring, minute: Substring,
    second: Substring?, zone: Substring
  )

  /// - Returns: nil for a text of another form.
  static func words(_ text: String) -> String? {
    let form = #/([0-9]{4})-([0-9]+)-([0-9]+)[T ]([0-9]+):([0-9]+)(?::([0-9]+))?(?:\.[0-9]{1,9})?(.*)/#
    guard let match = text.wholeMatch(of: form) else {
      return ISO8601.days(text) == nil
        ? nil : "the time is missing; write \(text)T00:00:00Z for the beginning of the day in UTC"
    }
    let parts: Parts = match.output
    let figures = [("month", parts.month), ("day", parts.day), ("hour", parts.hour), ("minute", parts.minute)]
    for (name, digits) in figures + (parts.second.map { [("second", $0)] } ?? []) where digits.count != 2 {
      return "the \(name) needs two digits, found \"\(digits)\""
    }
    return date(parts) ?? time(parts) ?? zone(String(parts.zone), after: String(text.dropLast(parts.zone.count)))
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func date(_ parts: Parts) -> String? {
    guard let month = Int(parts.month), months.indices.contains(month - 1) else {
      return "expected a month from 01 to 12, found \(parts.month)"
    }
    let count = (28...31).last { ISO8601.days("\(parts.year)-\(parts.month)-\($0)") != nil } ?? 31
    guard let day = Int(parts.day), (1...count).contains(day) else {
      let name = months[month - 1] + (month == 2 ? " \(parts.year)" : "")
      return "\(name) has \(count) days, found day \(parts.day)"
    }
    return nil
  }

  private static func time(_ parts: Parts) -> String? {
    if parts.hour == "24" { return "expected an hour from 00 to 23, found 24; midnight is 00:00 of the next day" }
    for (name, text, count) in [
      ("hour", parts.hour, 24), ("minute", parts.minute, 60), ("second", parts.second ?? "00", 60),
    ] {
      guard let number = Int(text), number < count else {
        return "expected \(name == "hour" ? "an" : "a") \(name) from 00 to \(count - 1), found \(text)"
      }
    }
    return nil
  }

  private static func zone(_ zone: String, after local: String) -> String? {
    if zone.isEmpty { return "the zone is missing; write \(local)Z for UTC, or \(local)+01:00 for an hour east of it" }
    if let match = zone.wholeMatch(of: #/([+-])([0-9])(:?[0-9]{2})?/#) {
      let minutes = match.3.map { $0.hasPrefix(":") ? String($0) : ":" + $0 } ?? ":00"
      return "the zone needs two digits for its hours: \(match.1)0\(match.2)\(minutes)"
    }
    return "expected Z or an offset such as +01:00 for the zone, found \"\(zone)\""
  }
}
