import Foundation

/// The location of a panel, from `place` of its scene, for weather, sun and holidays.
public struct Place: Codable, Hashable, Sendable {
  /// The name to show; empty if the scene sets none.
  public var name: String
  /// Degrees, −90 to 90; north is positive.
  public var latitude: Double
  /// Degrees, −180 to 180; east is positive.
  public var longitude: Double
  /// ISO 3166-1 code of the country whose holidays are shown, such as `PT`; `nil` is the country of the scene's time
  /// zone.
  public var country: String?

  /// Values are not validated; the reader of scene files checks their ranges.
  public init(name: String = "", latitude: Double, longitude: Double, country: String? = nil) {
    self.name = name
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The distance over the ground in km, by the haversine formula on a sphere of 6371 km; within 0.5 % of the
  /// ellipsoid.
  public func kilometres(to other: Place) -> Double {
    let radian = Double.pi / 180
    let northward = sin((other.latitude - latitude) * radian / 2)
    let eastward = sin((other.longitude - longitude) * radian / 2)
    let half =
      northward * northward + cos(latitude * radian) * cos(other.latitude * radian) * eastward * eastward
    return 2 * 6371 * asin(min(1, half.squareRoot()))
  }
}
