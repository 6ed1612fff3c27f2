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
      let (angle, weight) = arguments.angle(of: term)
      along += weight * term.sine * sin(angle)
      away += weight * term.cosine * cos(angle)
    }
    for term in Self.latitudeTerms {
      let (angle, weight) = arguments.angle(of: term)
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

    func angle(of term: Term) -> (radians: Double, weight: Double) {
      let degrees = term.d * d + term.m * m + term.n * n + term.f * f
      let weight = term.m == 0 ? 1 : abs(term.m) == 1 ? eccentricity : eccentricity * eccentricity
      return (degrees * .pi / 180, weight)
    }
  }

  /// A periodic term: multiples of the four arguments and its amplitudes.
  private struct Term: Sendable {
    var d = 0.0
    var m = 0.0
    var n = 0.0
    var f = 0.0
    /// Millionths of a degree.
    var sine: Double
    /// Metres of the distance.
    var cosine = 0.0
  }

  /// Table 47.A.
  private static let longitudeTerms = [
    Term(n: 1, sine: 6_288_774, cosine: -20_905_355), Term(d: 2, n: -1, sine: 1_274_027, cosine: -3_699_111),
    Term(d: 2, sine: 658_314, cosine: -2_955_968), Term(n: 2, sine: 213_618, cosine: -569_925),
    Term(m: 1, sine: -185_116, cosine: 48_888), Term(f: 2, sine: -114_332, cosine: -3_149),
    Term(d: 2, n: -2, sine: 58_793, cosine: 246_158), Term(d: 2, m: -1, n: -1, sine: 57_066, cosine: -152_138),
    Term(d: 2, n: 1, sine: 53_322, cosine: -170_733), Term(d: 2, m: -1, sine: 45_758, cosine: -204_586),
    Term(m: 1, n: -1, sine: -40_923, cosine: -129_620), Term(d: 1, sine: -34_720, cosine: 108_743),
    Term(m: 1, n: 1, sine: -30_383, cosine: 104_755), Term(d: 2, f: -2, sine: 15_327, cosine: 10_321),
    Term(n: 1, f: 2, sine: -12_528), Term(n: 1, f: -2, sine: 10_980, cosine: 79_661),
    Term(d: 4, n: -1, sine: 10_675, cosine: -34_782), Term(n: 3, sine: 10_034, cosine: -23_210),
    Term(d: 4, n: -2, sine: 8_548, cosine: -21_636), Term(d: 2, m: 1, n: -1, sine: -7_888, cosine: 24_208),
    Term(d: 2, m: 1, sine: -6_766, cosine: 30_824), Term(d: 1, n: -1, sine: -5_163, cosine: -8_379),
    Term(d: 1, m: 1, sine: 4_987, cosine: -16_675), Term(d: 2, m: -1, n: 1, sine: 4_036, cosine: -12_831),
    Term(d: 2, n: 2, sine: 3_994, cosine: -10_445), Term(d: 4, sine: 3_861, cosine: -11_650),
    Term(d: 2, n: -3, sine: 3_665, cosine: 14_403), Term(m: 1, n: -2, sine: -2_689, cosine: -7_003),
    Term(d: 2, n: -1, f: 2, sine: -2_602), Term(d: 2, m: -1, n: -2, sine: 2_390, cosine: 10_056),
    Term(d: 1, n: 1, sine: -2_348, cosine: 6_322), Term(d: 2, m: -2, sine: 2_236, cosine: -9_884),
  ]

  /// Table 47.B.
  private static let latitudeTerms = [
    Term(f: 1, sine: 5_128_122), Term(n: 1, f: 1, sine: 280_602), Term(n: 1, f: -1, sine: 277_693),
    Term(d: 2, f: -1, sine: 173_237), Term(d: 2, n: -1, f: 1, sine: 55_413), Term(d: 2, n: -1, f: -1, sine: 46_271),
    Term(d: 2, f: 1, sine: 32_573), Term(n: 2, f: 1, sine: 17_198), Term(d: 2, n: 1, f: -1, sine: 9_266),
    Term(n: 2, f: -1, sine: 8_822), Term(d: 2, m: -1, f: -1, sine: 8_216), Term(d: 2, n: -2, f: -1, sine: 4_324),
    Term(d: 2, n: 1, f: 1, sine: 4_200),
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
