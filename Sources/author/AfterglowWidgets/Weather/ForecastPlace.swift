import Afterglow
import AfterglowDocuments

// A forecast, and where its panel hangs.

extension Forecast {
  /// Kilometres from which a forecast counts as one of another place, our choice: the grids of free models have points
  /// 10 to 30 km apart.
  static let farKilometres = 100.0

  /// The place of the panel's weather: the scene's, with its name. A forecast for another place keeps its own sun and
  /// has no name, rather than a wrong one. A sample is for any place.
  func place(rebased: Bool, on panel: Place?) -> Place? {
    if rebased { return panel }
    guard let panel, !isFar(from: panel) else { return place }
    return panel
  }

  private func isFar(from panel: Place) -> Bool { place.map { $0.kilometres(to: panel) > Self.farKilometres } ?? false }

  /// - Returns: nil where the forecast is for the panel's place, or one of the places is not known.
  func advice(for panel: Place?, file: String) -> Problem? {
    guard let panel, let place, isFar(from: panel) else { return nil }
    return Problem(
      file: file,
      message: "expected a forecast for \(panel.name) (\(panel.latitude), \(panel.longitude)), found one for "
        + "\(place.latitude), \(place.longitude), \(Int(place.kilometres(to: panel).rounded())) km away")
  }
}
