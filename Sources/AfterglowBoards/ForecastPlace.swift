import Afterglow
import AfterglowProviders

extension ForecastDocument {
  var coordinates: Place { Place(latitude: latitude, longitude: longitude) }

  func isFar(from place: Place) -> Bool { coordinates.kilometres(to: place) > PlaceAdvice.farKilometres }

  /// Where the panel's weather is: the scene's place, with its name. A forecast for another place keeps its own sun and has
  /// no name, rather than a wrong one. A sample is for wherever it is shown.
  func place(rebased: Bool, on place: Place?) -> Place? {
    if rebased { return place }
    guard let place, !isFar(from: place) else { return coordinates }
    return place
  }
}
