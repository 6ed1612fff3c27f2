import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of the weather in a scene.
struct WeatherIntent: SourcedIntent {
  /// A forecast document, relative to the board's folder; empty: the weather of the scene's place.
  var file = ""
  /// Where the document comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// Who is asked for the weather of the scene's place.
  var service = WeatherService.openMeteo
  /// Units of the weather of the scene's place.
  var units = WeatherUnits.metric
  /// Whether the document's first day is shown as today: sample data that never expires.
  var sample = false
  /// An earlier name of `sample`.
  var rebase = false
  /// What is shown of the present hour from medium on, in this order, if the forecast contains it.
  var details = WeatherDetail.allCases
}

extension WeatherIntent {
  var isSample: Bool { sample || rebase }

  /// The name of the document of samples, and of one that is simply there.
  static let standardFile = "forecast.json"

  /// With everything that the place decides: the file that is read, or the source.
  ///
  /// - Parameter zone: its city is the place where the scene has none.
  func located(at place: Place?, zone: TimeZone, in folder: URL?) -> LocatedWeather {
    var intent = self
    if source.isSet || !file.isEmpty { return LocatedWeather(intent: intent) }
    intent.file = Self.standardFile
    if isSample { return LocatedWeather(intent: intent) }
    // A document that is there is meant, as it was before sources.
    if FileMark.status(FilePath.of(Self.standardFile, in: folder), followsLinks: true) != nil {
      return LocatedWeather(intent: intent)
    }
    guard let place = place ?? ZonePlaces.place(of: zone) else { return LocatedWeather(intent: intent) }
    intent.source = service.forecast(of: place, units)
    intent.source.everySeconds = WeatherService.pauseSeconds
    var air = service.airQuality(of: place, units)
    air?.everySeconds = 2 * WeatherService.pauseSeconds
    return LocatedWeather(intent: intent, air: air)
  }
}

/// Settings whose file or source is known.
struct LocatedWeather: Sendable {
  var intent: WeatherIntent
  /// Where the quality of the air comes from, if not with the forecast.
  var air: ContentSource?

  /// The file of the air's quality, if it has been received.
  func airFile(in folder: URL?) -> String? {
    guard let air, let path = SourceFolder.standard.path(of: air, in: folder),
      FileMark.status(path, followsLinks: true) != nil
    else { return nil }
    return path
  }
}
