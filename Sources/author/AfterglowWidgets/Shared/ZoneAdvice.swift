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
      guard prefix == "Etc/GMT" else {
        return "the zone \"\(name)\" is no name of IANA and knows no summer time; name a city's, such as Europe/Lisbon"
      }
      let hours = rest.dropFirst()
      let side = sign == "+" ? "behind" : "ahead of"
      return "the zone \"\(name)\" is \(hours) h \(side) UTC, as IANA reverses the sign of such names; name a city's "
        + "zone, such as Europe/Lisbon, or write Etc/GMT\(sign == "+" ? "-" : "+")\(hours) for UTC\(sign)\(hours)"
    }
    return nil
  }
}
