import Foundation

/// Where a panel hangs, as its scene says (`place`): what weather, sun and holidays are shown for.
public struct Place: Codable, Hashable, Sendable {
  /// What people call it; empty where nobody said.
  public var name: String
  /// Degrees, −90 to 90, north is positive.
  public var latitude: Double
  /// Degrees, −180 to 180, east is positive.
  public var longitude: Double
  /// ISO 3166-1 code of the country whose holidays are shown, such as `PT`; nil = that of the zone.
  public var country: String?

  public init(name: String = "", latitude: Double, longitude: Double, country: String? = nil) {
    self.name = name
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Kilometres over the ground, on a ball of 6371 km: right to half a percent.
  public func kilometres(to other: Place) -> Double {
    let radian = Double.pi / 180
    let northward = sin((other.latitude - latitude) * radian / 2)
    let eastward = sin((other.longitude - longitude) * radian / 2)
    let half =
      northward * northward + cos(latitude * radian) * cos(other.latitude * radian) * eastward * eastward
    return 2 * 6371 * asin(min(1, half.squareRoot()))
  }
}
