import Foundation

/// Finds the country of a time zone in the time zone database's own table (`zone.tab`, Debian's package tzdata).
enum ZoneCountry {
  static let tablePath = "/usr/share/zoneinfo/zone.tab"

  /// - Returns: an ISO 3166-1 code; nil for zones of no country such as UTC, and where there is no table.
  static func country(of zone: TimeZone, table: String = tablePath) -> String? {
    guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t")
      if cells.count >= 3, cells[2] == zone.identifier { return String(cells[0]) }
    }
    return nil
  }
}
