import Afterglow
import Foundation

/// The moon seen from the middle of the earth.
///
/// Meeus, *Astronomical Algorithms*, 2nd edition, chapter 47: the largest terms of its series (ELP-2000/82), down to about a
/// hundredth of a degree, which it moves in a minute. What is left out sums up to less than half a minute of arc.
struct MoonPosition: Sendable {
  /// Degrees along and from the ecliptic, of the date.
  let longitude: Double
  let latitude: Double
  let distanceKm: Double
  /// Degrees along and from the equator.
  let rightAscension: Double
  let declination: Double
  let sun: SunPosition

  /// Seconds from UTC to the Terrestrial Time of the series: 69 in 2026, and some seconds more each decade. The moon moves by
  /// half a second of arc in one.
  static let clockLag = 69.0

  init(at date: Date) {
    let t = (date.timeIntervalSince1970 + Self.clockLag - 946_728_000) / 86_400 / 36_525
    let arguments = Arguments(t)
    var (along, from, away) = (0.0, 0.0, 0.0)
    for term in Self.longitudeTerms {
      let (angle, weight) = arguments.angle(term.d, term.m, term.n, term.f)
      along += weight * term.sine * sin(angle)
      away += weight * term.cosine * cos(angle)
    }
    for term in Self.latitudeTerms {
      let (angle, weight) = arguments.angle(term.d, term.m, term.n, term.f)
      from += weight * term.sine * sin(angle)
    }
    // Venus, Jupiter, and the earth's flattening.
    let (mean, node) = (arguments.mean, arguments.f)
    along += 3958 * sine(119.75 + 131.849 * t) + 1962 * sine(mean - node) + 318 * sine(53.09 + 479_264.29 * t)
    from += -2235 * sine(mean) + 382 * sine(313.45 + 481_266.484 * t)
    from += 127 * sine(mean - arguments.n) - 115 * sine(mean + arguments.n)
    sun = SunPosition(at: date)
    // Apparent longitude: with the largest term of nutation, up to 17″ (chapter 22).
    longitude = turned(mean + along / 1e6 - 0.00478 * sine(125.04 - 1934.136 * t))
    latitude = from / 1e6
    distanceKm = 385_000.56 + away / 1000
    let (sinE, cosE) = (sine(sun.obliquity), cosine(sun.obliquity))
    let (sinB, cosB) = (sine(latitude), cosine(latitude))
    rightAscension = turned(
      atan2(sine(longitude) * cosE * cosB - sinB * sinE, cosine(longitude) * cosB) * 180 / .pi)
    declination = asin(sinB * cosE + cosB * sinE * sine(longitude)) * 180 / .pi
  }

  /// What the series is made of, in degrees.
  private struct Arguments {
    /// The moon's mean longitude.
    let mean: Double
    /// Elongation, the sun's anomaly, the moon's anomaly, and its distance from the node.
    let d: Double
    let m: Double
    let n: Double
    let f: Double
    /// The earth's orbit grows rounder, and what depends on it smaller.
    let eccentricity: Double

    init(_ t: Double) {
      mean = 218.3164477 + t * (481_267.88123421 - t * 0.0015786)
      d = 297.8501921 + t * (445_267.1114034 - t * 0.0018819)
      m = 357.5291092 + t * (35_999.0502909 - t * 0.0001536)
      n = 134.9633964 + t * (477_198.8675055 + t * 0.0087414)
      f = 93.2720950 + t * (483_202.0175233 - t * 0.0036539)
      eccentricity = 1 - t * (0.002516 + t * 0.0000074)
    }

    func angle(_ d: Double, _ m: Double, _ n: Double, _ f: Double) -> (radians: Double, weight: Double) {
      let degrees = d * self.d + m * self.m + n * self.n + f * self.f
      return (degrees * .pi / 180, m == 0 ? 1 : abs(m) == 1 ? eccentricity : eccentricity * eccentricity)
    }
  }

  /// A periodic term: multiples of the four arguments and its amplitudes.
  private struct Term: Sendable {
    let d: Double
    let m: Double
    let n: Double
    let f: Double
    /// Millionths of a degree.
    let sine: Double
    /// Metres of the distance.
    let cosine: Double

    init(_ d: Double, _ m: Double, _ n: Double, _ f: Double, _ sine: Double, _ cosine: Double = 0) {
      (self.d, self.m, self.n, self.f) = (d, m, n, f)
      (self.sine, self.cosine) = (sine, cosine)
    }
  }

  /// Table 47.A.
  private static let longitudeTerms = [
    Term(0, 0, 1, 0, 6_288_774, -20_905_355), Term(2, 0, -1, 0, 1_274_027, -3_699_111),
    Term(2, 0, 0, 0, 658_314, -2_955_968), Term(0, 0, 2, 0, 213_618, -569_925), Term(0, 1, 0, 0, -185_116, 48_888),
    Term(0, 0, 0, 2, -114_332, -3_149), Term(2, 0, -2, 0, 58_793, 246_158), Term(2, -1, -1, 0, 57_066, -152_138),
    Term(2, 0, 1, 0, 53_322, -170_733), Term(2, -1, 0, 0, 45_758, -204_586), Term(0, 1, -1, 0, -40_923, -129_620),
    Term(1, 0, 0, 0, -34_720, 108_743), Term(0, 1, 1, 0, -30_383, 104_755), Term(2, 0, 0, -2, 15_327, 10_321),
    Term(0, 0, 1, 2, -12_528), Term(0, 0, 1, -2, 10_980, 79_661), Term(4, 0, -1, 0, 10_675, -34_782),
    Term(0, 0, 3, 0, 10_034, -23_210), Term(4, 0, -2, 0, 8_548, -21_636), Term(2, 1, -1, 0, -7_888, 24_208),
    Term(2, 1, 0, 0, -6_766, 30_824), Term(1, 0, -1, 0, -5_163, -8_379), Term(1, 1, 0, 0, 4_987, -16_675),
    Term(2, -1, 1, 0, 4_036, -12_831), Term(2, 0, 2, 0, 3_994, -10_445), Term(4, 0, 0, 0, 3_861, -11_650),
    Term(2, 0, -3, 0, 3_665, 14_403), Term(0, 1, -2, 0, -2_689, -7_003), Term(2, 0, -1, 2, -2_602),
    Term(2, -1, -2, 0, 2_390, 10_056), Term(1, 0, 1, 0, -2_348, 6_322), Term(2, -2, 0, 0, 2_236, -9_884),
  ]

  /// Table 47.B.
  private static let latitudeTerms = [
    Term(0, 0, 0, 1, 5_128_122), Term(0, 0, 1, 1, 280_602), Term(0, 0, 1, -1, 277_693), Term(2, 0, 0, -1, 173_237),
    Term(2, 0, -1, 1, 55_413), Term(2, 0, -1, -1, 46_271), Term(2, 0, 0, 1, 32_573), Term(0, 0, 2, 1, 17_198),
    Term(2, 0, 1, -1, 9_266), Term(0, 0, 2, -1, 8_822), Term(2, -1, 0, -1, 8_216), Term(2, 0, -2, -1, 4_324),
    Term(2, 0, 1, 1, 4_200),
  ]
}

/// The same direction, from 0 to 360 degrees.
private func turned(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded(.down) }

extension MoonPosition {
  /// Degrees that the moon is ahead of the sun along the ecliptic: 0 at new moon, 180 at full moon.
  var elongation: Double { turned(longitude - sun.longitude) }

  /// The share of the disc that is lit (Meeus, chapter 48), with the sun at its mean distance.
  var illumination: Double {
    let apart = acos(cosine(latitude) * cosine(longitude - sun.longitude))
    let sunKm = 149_597_870.7
    let angle = atan2(sunKm * sin(apart), distanceKm - sunKm * cos(apart))
    return (1 + cos(angle)) / 2
  }

  /// Where the middle of the bright limb is, in degrees eastwards from the disc's north (Meeus, chapter 48).
  var brightLimb: Double {
    let sunAscension = atan2(cosine(sun.obliquity) * sine(sun.longitude), cosine(sun.longitude)) * 180 / .pi
    let apart = sunAscension - rightAscension
    return turned(
      atan2(
        cosine(sun.declination) * sine(apart),
        sine(sun.declination) * cosine(declination) - cosine(sun.declination) * sine(declination) * cosine(apart))
        * 180 / .pi)
  }

  /// Degrees from the horizon to its apparent upper limb: parallax lowers the moon, refraction lifts it by 34′, and its
  /// radius is 0.2725 of its parallax (Meeus, chapter 15).
  func height(over place: Place, at date: Date) -> Double {
    let days = (date.timeIntervalSince1970 - 946_728_000) / 86_400
    let sidereal = 280.46061837 + 360.98564736629 * days
    let hour = sidereal + place.longitude - rightAscension
    let parallax = asin(6378.14 / distanceKm) * 180 / .pi
    return altitude(latitude: place.latitude, declination: declination, hour: hour)
      - (0.7275 * parallax - 34.0 / 60)
  }
}
