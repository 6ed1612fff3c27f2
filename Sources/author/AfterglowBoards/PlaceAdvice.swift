import Afterglow
import AfterglowDocuments
import AfterglowWidgets
import Foundation

/// Warnings about a scene's `place` that disagrees with other settings, and about names of zones and languages. Advice
/// only, because it may be intended.
enum PlaceAdvice {
  /// The difference in hours between a place's mean noon and its zone's from which it is reported, our choice: the
  /// widest countries of one zone reach three and a half.
  static let farHours = 4.0

  /// Distance in degrees of arc from a zone's city beyond which a place is compared with its exchanged coordinates, and
  /// within which those are suggested, our choice: 2,200 and 1,100 km.
  static let swappedDegrees = (far: 20.0, near: 10.0)

  /// For the scene only, without its files.
  static func of(_ scene: SceneSettings, file: String) -> [Problem] {
    let place = swapped(scene, file: file) ?? zone(scene, file: file) ?? mirrored(scene, file: file)
    let zoneName = ZoneAdvice.of(scene.zoneName ?? scene.timeZone.identifier)
      .map { problem(on: scene.position(of: "zone"), $0, file: file) }
    let localeName = language(scene.locale).map { problem(on: scene.position(of: "locale"), $0, file: file) }
    let names = [zoneName, localeName].compactMap(\.self)
    var found = [place].compactMap(\.self) + names
    for item in scene.allWidgets {
      var use = WidgetUse(kind: item.kind, configuration: item.configuration, place: scene.place)
      use.family = item.family
      guard let remark = WidgetGallery.builtIn.advice(on: use, zone: scene.timeZone) else { continue }
      found.append(problem(on: item.position(of: remark.path) ?? item.position, remark.message, file: file))
    }
    return found
  }

  private static func problem(on place: DocumentPosition, _ message: String, file: String) -> Problem {
    Problem(file: file, line: place.line, column: place.column, message: message)
  }

  /// A region of a language tag that ISO 3166 calls otherwise.
  private static func language(_ locale: Locale) -> String? {
    let parts = locale.identifier.split { $0 == "_" || $0 == "-" }
    guard let first = parts.first, parts.dropFirst().contains(where: { $0.uppercased() == "UK" }) else { return nil }
    return "the \"locale\" \(locale.identifier) names no region; did you mean \"\(first)-GB\"?"
  }

  /// Latitude and longitude in exchanged keys: far from the zone's city, which is near with them exchanged.
  static func swapped(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place, let city = ZonePlaces.city(of: scene.timeZone), abs(place.longitude) <= 90 else {
      return nil
    }
    let exchanged = Place(name: place.name, latitude: place.longitude, longitude: place.latitude)
    guard degrees(place, city) > swappedDegrees.far, degrees(exchanged, city) < swappedDegrees.near else { return nil }
    return problem(
      on: scene.position(of: "place", "latitude"),
      "expected \(place.name) near the zone \(scene.timeZone.identifier), found latitude \(place.latitude) and longitude "
        + "\(place.longitude); did you swap latitude and longitude?", file: file)
  }

  /// A known city of the zone with a missing sign: far from its own coordinates, and at them with the sign.
  static func mirrored(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place, let center = ZonePlaces.city(of: scene.timeZone) else { return nil }
    let (latitude, longitude) = (place.latitude, place.longitude)
    let mirrors = [(latitude, -longitude), (-latitude, longitude), (-latitude, -longitude)].map {
      Place(name: place.name, latitude: $0.0, longitude: $0.1)
    }
    // Right places are looked up in no table.
    guard mirrors.contains(where: { degrees($0, center) + 1 < degrees(place, center) }) else { return nil }
    let cities = KnownCity.named(place.name).filter { $0.zone == scene.timeZone }.map(\.place)
    if cities.contains(where: { degrees($0, place) < 1 }) { return nil }
    guard let city = cities.first(where: { own in mirrors.contains { degrees($0, own) < 0.5 } }) else { return nil }
    let isNorthSouth = city.latitude.sign != latitude.sign
    return problem(
      on: scene.position(of: "place", isNorthSouth ? "latitude" : "longitude"),
      "expected \(place.name) near latitude \(city.latitude) and longitude \(city.longitude), found latitude "
        + "\(latitude) and longitude \(longitude); south and west are negative", file: file)
  }

  /// The angle between two places.
  private static func degrees(_ one: Place, _ other: Place) -> Double {
    let (a, b) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (one.longitude - other.longitude) * .pi / 180
    return acos(min(1, max(-1, sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)))) * 180 / .pi
  }

  /// A missing sign, or a place for which the scene does not have the zone.
  static func zone(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place else { return nil }
    let apart = hours(place.longitude, apartFrom: scene.timeZone)
    guard apart > farHours else { return nil }
    let zones = Set(KnownCity.named(place.name).filter { degrees($0.place, place) < 1 }.compactMap(\.zone?.identifier))
    let lacksSign = hours(-place.longitude, apartFrom: scene.timeZone) <= farHours
    let remedy =
      lacksSign
      ? "west is negative"
      : "write \(zones.count == 1 ? "\"zone: \(zones.first ?? "")\"" : "its \"zone\"") into the scene"
    let isLongitude = lacksSign || scene.zoneName == nil
    return problem(
      on: isLongitude ? scene.position(of: "place", "longitude") : scene.position(of: "zone"),
      "expected \(place.name) (longitude \(place.longitude)) in the zone \(scene.timeZone.identifier), found it "
        + "\(Int(apart.rounded())) hours away; \(remedy)", file: file)
  }

  /// Between the mean noon of a longitude and that of a zone.
  private static func hours(_ longitude: Double, apartFrom zone: TimeZone) -> Double {
    let standard = Double(zone.secondsFromGMT() - Int(zone.daylightSavingTimeOffset())) / 3600
    let apart = abs(longitude / 15 - standard).truncatingRemainder(dividingBy: 24)
    return min(apart, 24 - apart)
  }
}
