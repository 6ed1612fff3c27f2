import Afterglow
import AfterglowDocuments
import AfterglowWidgets
import Foundation

/// Warnings about a scene's `place` that disagrees with other settings. Advice only, because it may be intended.
enum PlaceAdvice {
  /// The difference in hours between a place's mean noon and its zone's from which it is reported, our choice: the
  /// widest countries of one zone reach three and a half.
  static let farHours = 4.0

  /// For the scene only, without its files.
  static func of(_ scene: SceneSettings, file: String) -> [Problem] {
    var found = [zone(scene, file: file)].compactMap(\.self)
    for item in scene.widgets {
      let use = WidgetUse(kind: item.kind, configuration: item.configuration, place: scene.place)
      guard let message = WidgetGallery.builtIn.advice(on: use, zone: scene.timeZone) else { continue }
      let problem = Problem(file: file, line: 1, column: 1, message: message)
      if !found.contains(problem) { found.append(problem) }
    }
    return found
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
