import Afterglow
import AfterglowBoards
import AfterglowKit
import AfterglowWidgets
import Foundation

/// The place of a new board.
struct NewPlace: Equatable {
  var place: Place
  /// The zone of the place; nil = this machine's.
  var zone: TimeZone?
  /// Where it lies, for messages: `Porto, Portugal`.
  var words: String

  /// Of coordinates; their place has no name of its own.
  private init(latitude: Double, longitude: Double) {
    place = Place(name: "Home", latitude: latitude, longitude: longitude)
    words = Self.text(latitude) + ", " + Self.text(longitude)
  }

  init(_ place: Place, zone: TimeZone?, words: String) {
    (self.place, self.zone, self.words) = (place, zone, words)
  }

  /// The place of decimal degrees, north and east positive: `41.15,-8.61`.
  ///
  /// - Returns: nil for a text that is not meant as coordinates.
  /// - Throws: `Failure` for a text that is, and has another form or leaves the globe.
  static func at(coordinates text: String) throws(Failure) -> NewPlace? {
    guard isMeantAsCoordinates(text) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
      throw refusal(
        text,
        "expected latitude and longitude in decimal degrees, with a decimal point and one comma between them, found "
          + "\"\(text)\"; south and west are negative")
    }
    guard (-90...90).contains(latitude) else {
      let isSwapped = (-90...90).contains(longitude) && (-180...180).contains(latitude)
      throw refusal(
        text,
        "expected a latitude from -90 to 90 degrees, found \(parts[0])"
          + (isSwapped ? "; the latitude comes first" : ""))
    }
    guard (-180...180).contains(longitude) else {
      throw refusal(text, "expected a longitude from -180 to 180 degrees, found \(parts[1])")
    }
    return NewPlace(latitude: latitude, longitude: longitude)
  }

  /// Whether a text consists of figures and the signs of coordinates. A postal code has no such sign.
  private static func isMeantAsCoordinates(_ text: String) -> Bool {
    let signs = ".,;°º"
    let others = " +-−–:/'’′\"”″NSEWOnsewo"
    let first = text.trimmingCharacters(in: .whitespaces).first
    return text.contains { $0.isASCII && $0.isNumber }
      && text.allSatisfy { $0.isASCII && $0.isNumber || signs.contains($0) || others.contains($0) }
      && (text.contains { signs.contains($0) } || first.map { "+-−".contains($0) } == true)
  }

  private static func refusal(_ text: String, _ words: String) -> Failure {
    Failure(.badInput, "--place \(text): \(words); an example is --place 41.15,-8.61")
  }

  /// The city of a zone; nil for zones of no place.
  init?(cityOf zone: TimeZone) {
    guard let city = ZonePlaces.city(of: zone) else { return nil }
    self.init(city, zone: zone, words: "\(city.name), \(zone.identifier)")
  }

  /// Cities of a name that are known without a network, the largest first.
  ///
  /// - Parameter language: an ISO 639 code, for the names of countries.
  static func known(_ name: String, language: String) -> [NewPlace] {
    KnownCity.named(name, language: language).map {
      NewPlace($0.place, zone: $0.zone, words: $0.words(in: language))
    }
  }

  /// Degrees with four decimals: 11 m, more than any forecast needs.
  static func text(_ degrees: Double) -> String {
    let text = String(format: "%.4f", degrees)
    return text.hasPrefix("-0.0000") ? "0.0000" : text
  }
}
