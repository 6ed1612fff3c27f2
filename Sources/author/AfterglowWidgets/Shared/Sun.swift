import Afterglow
import Foundation

/// The sun's position over a place, and when it rises and sets.
///
/// Meeus, *Astronomical Algorithms*, 2nd edition, chapter 25 (low accuracy: 0.01°) and the equation of time of chapter
/// 28, combined as in NOAA's solar calculator. Rising and setting are found by halving between the sun's highest and
/// lowest point, so that polar days and nights need no case of their own. Within 36 s of the Naval Observatory's
/// tables, which are rounded to minutes, from 60° S to 80° N.
struct Sun: Sendable {
  /// Elevation of its centre when the upper limb touches a level horizon: 34′ of refraction and 16′ of radius.
  static let horizon = -50.0 / 60

  /// Degrees, north and east are positive.
  let latitude: Double
  let longitude: Double

  init(over place: Place) {
    latitude = place.latitude
    longitude = place.longitude
  }

  /// Whether any part of it is above the horizon.
  func isUp(at date: Date) -> Bool { elevation(at: date) > Self.horizon }

  /// Of its centre above the horizon in degrees, without refraction.
  func elevation(at date: Date) -> Double {
    let sun = SunPosition(at: date)
    return altitude(latitude: latitude, declination: sun.declination, hour: hourAngle(at: date, sun))
  }

  /// When it culminates, within half a day of `date`.
  func noon(near date: Date) -> Date {
    var noon = date
    // The equation of time moves by half a minute a day: the second step is within milliseconds.
    for _ in 0..<3 { noon -= hourAngle(at: noon, SunPosition(at: noon)) * 240 }
    return noon
  }

  /// Each time within `span` that it passes an elevation, in order; none in polar day and night.
  func turns(in span: Range<Date>, through elevation: Double = horizon) -> [SkyTurn] {
    // Between its highest and its lowest point it only ever sinks or climbs.
    var edges = [span.lowerBound]
    var edge = noon(near: span.lowerBound) - 43_200
    while edge < span.upperBound {
      if edge > span.lowerBound { edges.append(edge) }
      edge += 43_200
    }
    edges.append(span.upperBound)
    return zip(edges, edges.dropFirst()).compactMap { from, to in turn(from, to, elevation) }
  }

  private func turn(_ from: Date, _ to: Date, _ level: Double) -> SkyTurn? {
    let isRise = elevation(at: to) > level
    guard isRise != (elevation(at: from) > level) else { return nil }
    return SkyTurn(after: from, until: to, isRise: isRise, precision: 0.5) { elevation(at: $0) > level }
  }

  /// Degrees since culmination, −180 to 180.
  private func hourAngle(at date: Date, _ sun: SunPosition) -> Double {
    let minutes = (date.timeIntervalSince1970 / 60).truncatingRemainder(dividingBy: 1440)
    let angle = (minutes + sun.equationOfTime) / 4 + longitude - 180
    return angle - 360 * (angle / 360).rounded()
  }
}

/// The sun seen from the middle of the earth.
struct SunPosition {
  /// Degrees along the ecliptic from the equinox, as it is seen.
  let longitude: Double
  /// Degrees between ecliptic and equator.
  let obliquity: Double
  /// Degrees north of the equator.
  let declination: Double
  /// Minutes that a sundial is ahead of even time.
  let equationOfTime: Double

  init(at date: Date) {
    // Centuries since J2000.0; that clocks lag a minute behind even time moves the sun by less than a second of arc.
    let t = (date.timeIntervalSince1970 - 946_728_000) / 86_400 / 36_525
    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let center =
      sine(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) + sine(2 * anomaly) * (0.019993 - t * 0.000101)
      + sine(3 * anomaly) * 0.000289
    let node = 125.04 - 1934.136 * t
    longitude = meanLongitude + center - 0.00569 - 0.00478 * sine(node)
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * cosine(node)
    declination = asin(sine(obliquity) * sine(longitude)) * 180 / .pi
    let tangent = tan(obliquity / 2 * .pi / 180)
    let y = tangent * tangent
    let radians =
      y * sine(2 * meanLongitude) - 2 * eccentricity * sine(anomaly)
      + 4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude) - y * y / 2 * sine(4 * meanLongitude)
      - 1.25 * eccentricity * eccentricity * sine(2 * anomaly)
    equationOfTime = radians * 180 / .pi * 4
  }
}
