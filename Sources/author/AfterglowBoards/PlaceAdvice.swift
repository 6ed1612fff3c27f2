import Afterglow
import AfterglowDocuments
import AfterglowWidgets
import Foundation

/// Warnings about a scene's `place` that disagrees with other settings. Advice only, because it may be intended.
enum PlaceAdvice {
  /// The difference in hours between a place's mean noon and its zone's from which it is reported, our choice: the
  /// widest countries of one zone reach three and a half.
  static let farHours = 4.0

  /// Distance in degrees of arc from a zone's city beyond which a place is compared with its exchanged coordinates, and
  /// within which those are suggested, our choice: 2,200 and 1,100 km.
  static let swappedDegrees = (far: 20.0, near: 10.0)

  /// For the scene only, without its files.
  static func of(_ scene: SceneSettings, file: String) -> [Problem] {
    var found = [swapped(scene, file: file) ?? zone(scene, file: file)].compactMap(\.self)
    for item in scene.widgets {
      let use = WidgetUse(kind: item.kind, configuration: item.configuration, place: scene.place)
      guard let message = WidgetGallery.builtIn.advice(on: use, zone: scene.timeZone) else { continue }
      let problem = Problem(file: file, line: 1, column: 1, message: message)
      if !found.contains(problem) { found.append(problem) }
    }
    return found
  }

  /// Latitude and longitude in exchanged keys: far from the zone's city, which is near with them exchanged.
  static func swapped(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place, let city = ZonePlaces.city(of: scene.timeZone), abs(place.longitude) <= 90 else {
      return nil
    }
    let exchanged = Place(name: place.name, latitude: place.longitude, longitude: place.latitude)
    guard degrees(place, city) > swappedDegrees.far, degrees(exchanged, city) < swappedDegrees.near else { return nil }
    return Problem(
      file: file, line: 1, column: 1,
      message: "expected \(place.name) near the zone \(scene.timeZone.identifier), found latitude "
        + "\(place.latitude) and longitude \(place.longitude); did you swap latitude and longitude?")
  }

  /// The angle between two places.
  private static func degrees(_ one: Place, _ other: Place) -> Double {
    let (a, b) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (one.longitude - other.longitude) * .pi / 180
    return acos(min(1, max(-1, sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)))) * 180 / .pi
  }

  /// A missing sign puts a place on the other side of the world.
  static func zone(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place else { return nil }
    let standard =
      Double(scene.timeZone.secondsFromGMT() - Int(scene.timeZone.daylightSavingTimeOffset())) / 3600
    var apart = abs(place.longitude / 15 - standard).truncatingRemainder(dividingBy: 24)
    apart = min(apart, 24 - apart)
    guard apart > farHours else { return nil }
    return Problem(
      file: file, line: 1, column: 1,
      message: "expected \(place.name) (longitude \(place.longitude)) in the zone \(scene.timeZone.identifier), found "
        + "it \(Int(apart.rounded())) hours away; west is negative")
  }
}
