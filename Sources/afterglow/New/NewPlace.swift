import Afterglow
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

  /// Decimal degrees, north and east positive: `41.15,-8.61`.
  ///
  /// - Returns: nil for a text of another form.
  init?(coordinates text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The city of a zone; nil for zones of no place.
  init?(cityOf zone: TimeZone) {
    guard let city = ZonePlaces.city(of: zone) else { return nil }
    self.init(city, zone: zone, words: "\(city.name), \(zone.identifier)")
  }

  /// A city after which a zone is named, which needs no network.
  init?(zoneNamed name: String) {
    guard let zone = ZonePlaces.zone(named: name) else { return nil }
    self.init(cityOf: zone)
  }

  /// Degrees with four decimals: 11 m, more than any forecast needs.
  static func text(_ degrees: Double) -> String {
    let text = String(format: "%.4f", degrees)
    return text.hasPrefix("-0.0000") ? "0.0000" : text
  }
}
