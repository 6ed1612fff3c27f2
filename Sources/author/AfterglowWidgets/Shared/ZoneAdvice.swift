import Foundation

/// Advice on names of time zones that do not mean what they seem to say.
public enum ZoneAdvice {
  /// Zones without summer time whose names are abbreviations of a city's winter time, with their hours behind UTC.
  private static let constant = ["EST": 5, "MST": 7]

  /// nil for all other names, such as those of cities.
  public static func of(_ name: String) -> String? {
    if let hours = constant[name], let city = ZoneName.city(of: name) {
      return "the zone \"\(name)\" is \(hours) h behind UTC in summer too; name a city's zone, such as \(city)"
    }
    for prefix in ["Etc/GMT", "GMT", "UTC"] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      guard let sign = rest.first, "+-".contains(sign), let first = rest.dropFirst().first, first.isNumber,
        rest.dropFirst().contains(where: { ("1"..."9").contains($0) })
      else { continue }
      guard prefix == "Etc/GMT" else { return fixed(name) }
      let hours = rest.dropFirst()
      let side = sign == "+" ? "behind" : "ahead of"
      let city = example(Int(hours).map { sign == "+" ? -$0 : $0 })
      return "the zone \"\(name)\" is \(hours) h \(side) UTC, as IANA reverses the sign of such names; name a city's "
        + "zone\(city), or write Etc/GMT\(sign == "+" ? "-" : "+")\(hours) for UTC\(sign)\(hours)"
    }
    return nil
  }
}

extension ZoneAdvice {
  /// A city for each number of hours ahead of UTC in its winter.
  private static let cities = [
    -9: "America/Anchorage", -8: "America/Los_Angeles", -7: "America/Denver", -6: "America/Chicago",
    -5: "America/New_York", -4: "America/Halifax", -3: "America/Sao_Paulo", 1: "Europe/Berlin", 2: "Europe/Athens",
    3: "Europe/Istanbul", 4: "Asia/Dubai", 5: "Asia/Karachi", 7: "Asia/Bangkok", 8: "Asia/Singapore",
    9: "Asia/Tokyo", 10: "Australia/Sydney", 12: "Pacific/Auckland",
  ]

  /// Advice on a difference from UTC in place of a name.
  private static func fixed(_ name: String) -> String? {
    guard let seconds = ZoneName.zone(name)?.secondsFromGMT(for: Date(timeIntervalSince1970: 0)), seconds != 0 else {
      return nil
    }
    let minutes = abs(seconds) / 60
    let length = minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    let city = example(minutes % 60 == 0 ? seconds / 3600 : nil)
    return "the zone \"\(name)\" is \(length) \(seconds > 0 ? "ahead of" : "behind") UTC in summer too; name a city's "
      + "zone\(city)"
  }

  /// `, such as Europe/Athens`; empty if no city is known.
  private static func example(_ hours: Int?) -> String { hours.flatMap { cities[$0] }.map { ", such as \($0)" } ?? "" }
}
