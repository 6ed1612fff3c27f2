import AfterglowDocuments
import Foundation

/// Names of time zones as scenes and views write them: those of IANA.
public enum ZoneName {
  /// A city's zone for each abbreviation in common use. Several countries use some of them for times of their own.
  private static let cities: [String: String] = [
    "EST": "America/New_York", "EDT": "America/New_York", "CST": "America/Chicago", "CDT": "America/Chicago",
    "MST": "America/Denver", "MDT": "America/Denver", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
    "AKST": "America/Anchorage", "AKDT": "America/Anchorage", "AST": "America/Halifax", "ADT": "America/Halifax",
    "NST": "America/St_Johns", "NDT": "America/St_Johns", "BRT": "America/Sao_Paulo", "BST": "Europe/London",
    "IST": "Asia/Kolkata", "CEST": "Europe/Berlin", "MEZ": "Europe/Berlin", "MESZ": "Europe/Berlin",
    "EEST": "Europe/Athens", "WEST": "Europe/Lisbon", "MSK": "Europe/Moscow", "TRT": "Europe/Istanbul",
    "SAST": "Africa/Johannesburg", "EAT": "Africa/Nairobi", "WAT": "Africa/Lagos", "CAT": "Africa/Maputo",
    "GST": "Asia/Dubai", "PKT": "Asia/Karachi", "ICT": "Asia/Bangkok", "WIB": "Asia/Jakarta",
    "SGT": "Asia/Singapore", "HKT": "Asia/Hong_Kong", "KST": "Asia/Seoul", "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth", "ACST": "Australia/Adelaide", "ACDT": "Australia/Adelaide",
    "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney", "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland",
  ]
  /// The names of three capitals that IANA has.
  private static let ofThreeCapitals: Set<String> = [
    "CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET",
  ]

  /// The zone of a name; nil where IANA does not have it.
  ///
  /// Foundation also accepts abbreviations of three letters for zones elsewhere: BST is that of Bangladesh.
  public static func zone(_ name: String) -> TimeZone? {
    let isAbbreviation = name.utf8.count == 3 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isAbbreviation && !ofThreeCapitals.contains(name) ? nil : TimeZone(identifier: name)
  }

  /// The end of a message about a name that no zone has: the zone that may be meant; empty if none is near.
  public static func suggestion(for name: String) -> String {
    let near =
      meant(by: name) ?? withSameEnd(as: name) ?? NearestName.find(name, among: TimeZone.knownTimeZoneIdentifiers)
    return near.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The zone of an abbreviation or of a name of Windows, in any case; nil for other names.
  static func meant(by name: String) -> String? { city(of: name) ?? WindowsZones.identifier(like: name) }

  /// The zone of a city where an abbreviation is in use; nil for other names.
  static func city(of abbreviation: String) -> String? { cities[abbreviation.uppercased()] }
}

extension ZoneName {
  /// The zone whose last part is that of a name, such as Europe/Lisbon for America/Lisbon; nil if there is none.
  private static func withSameEnd(as name: String) -> String? {
    guard let last = name.split(separator: "/").last, last.count < name.count else { return nil }
    let ending = "/" + last.lowercased().replacing(" ", with: "_")
    return TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased().hasSuffix(ending) }
  }
}
