import Afterglow
import AfterglowDocuments
import AfterglowProviders
import AfterglowWidgets
import Foundation

/// What a scene's `place` does not agree with. Advice: what is written may be meant.
enum PlaceAdvice {
  /// Beyond, a forecast is of another place [ours]: the grids of free models have points 10 to 30 km apart.
  static let farKilometres = 100.0
  /// Hours between a place's mean noon and its zone's [ours]: the widest countries of one zone reach three and a half.
  static let farHours = 4.0

  /// On the scene alone.
  static func of(_ scene: SceneSettings, file: String) -> [Problem] {
    [zone(scene, file: file), holidays(scene, file: file)].compactMap(\.self)
  }

  /// A sign that was forgotten puts a place on the other side of the world.
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

  /// A calendar that would show holidays which nobody here knows.
  static func holidays(_ scene: SceneSettings, file: String) -> Problem? {
    guard let place = scene.place,
      scene.widgets.contains(where: {
        $0.kind == CalendarWidget.kind
          && (try? CalendarIntent(configuration: $0.configuration))?.holidays == CalendarIntent.automaticHolidays
      }), let country = PlaceHolidays(place, zone: scene.timeZone).country, PublicHolidays(country: country) == nil
    else { return nil }
    return Problem(
      file: file, line: 1, column: 1,
      message:
        "expected a country whose holidays are known (\(PublicHolidays.countries.joined(separator: ", "))), found "
        + "\(country); name an iCalendar file, or none, as the calendar's \"holidays\"")
  }

  /// - Returns: nil where the forecast is for the place, or nobody said where that is.
  static func forecast(_ document: ForecastDocument, for place: Place?, file: String) -> Problem? {
    guard let place, document.isFar(from: place) else { return nil }
    let kilometres = Int(document.coordinates.kilometres(to: place).rounded())
    return Problem(
      file: file, line: 1, column: 1,
      message: "expected a forecast for \(place.name) (\(place.latitude), \(place.longitude)), found one for "
        + "\(document.latitude), \(document.longitude), \(kilometres) km away")
  }
}
