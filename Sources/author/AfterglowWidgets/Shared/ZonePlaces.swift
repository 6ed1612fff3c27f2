import Afterglow
import Foundation
import Synchronization

/// Where the cities lie that time zones are named after, by the time zone database's own table (`zone.tab`, Debian's
/// package tzdata).
public enum ZonePlaces {
  private static let places = Mutex<[String: Place]?>(nil)

  private static var table: [String: Place] {
    places.withLock { known in
      let table = known ?? read(ZoneCountry.tablePath)
      known = table
      return table
    }
  }

  /// - Returns: nil for zones of no place such as UTC, and where there is no table.
  static func place(of zone: TimeZone) -> Place? { table[zone.identifier] }

  /// A zone's city, with its name in English and its country.
  ///
  /// - Returns: nil for zones of no place such as UTC, and where there is no table.
  public static func city(of zone: TimeZone) -> Place? {
    guard let found = place(of: zone) else { return nil }
    return Place(
      name: city(zone.identifier), latitude: found.latitude, longitude: found.longitude,
      country: ZoneCountry.country(of: zone))
  }

  /// The zone that is named after a city: `Lisbon`, `São Paulo`, `Europe/Lisbon`; capitals and accents do not matter.
  ///
  /// - Returns: nil where no zone is.
  public static func zone(named name: String) -> TimeZone? {
    let wanted = folded(name)
    let found = table.keys.sorted().first { folded($0) == wanted || folded(city($0)) == wanted }
    return found.flatMap(TimeZone.init(identifier:))
  }

  private static func city(_ zone: String) -> String {
    (zone.split(separator: "/").last.map(String.init) ?? zone).replacing("_", with: " ")
  }

  private static func folded(_ name: String) -> String {
    name.trimmingCharacters(in: .whitespaces).replacing("_", with: " ")
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Whether the sun is down in a zone's city; where its place is not known, before six and from eighteen o'clock.
  static func isNight(in zone: TimeZone, at date: Date) -> Bool {
    if let place = place(of: zone) { return !Sun(over: place).isUp(at: date) }
    let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    let hour = (local / 3600).rounded(.down) - (local / 86_400).rounded(.down) * 24
    return hour < 6 || hour >= 18
  }

  static func read(_ table: String) -> [String: Place] {
    guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { return [:] }
    var places: [String: Place] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t")
      guard cells.count >= 3, let place = Place(coordinates: cells[1]) else { continue }
      places[String(cells[2])] = place
    }
    return places
  }
}

extension Place {
  /// ISO 6709 as tables of zones have it: ±DDMM±DDDMM or ±DDMMSS±DDDMMSS.
  init?(coordinates text: Substring) {
    guard let second = text.dropFirst().firstIndex(where: { "+-".contains($0) }),
      let latitude = Self.degrees(text[..<second], wholeDigits: 2),
      let longitude = Self.degrees(text[second...], wholeDigits: 3)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
    let digits = text.dropFirst().compactMap(\.wholeNumberValue)
    guard let sign = text.first, "+-".contains(sign), digits.count == text.count - 1,
      digits.count == wholeDigits + 2 || digits.count == wholeDigits + 4
    else { return nil }
    func number(_ part: ArraySlice<Int>) -> Double { Double(part.reduce(0) { $0 * 10 + $1 }) }
    let minutes = digits.dropFirst(wholeDigits)
    let seconds = number(minutes.prefix(2)) * 60 + number(minutes.dropFirst(2))
    let value = number(digits.prefix(wholeDigits)) + seconds / 3600
    return sign == "-" ? -value : value
  }
}
