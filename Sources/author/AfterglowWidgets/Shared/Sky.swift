import Foundation

// What sun and moon have in common. Angles in degrees.

func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Altitude of a body above the horizon in degrees, without refraction.
///
/// - Parameter hour: degrees since its highest position.
func altitude(latitude: Double, declination: Double, hour: Double) -> Double {
  let height = sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(hour)
  return asin(min(1, max(-1, height))) * 180 / .pi
}

/// The moment at which a body rises or sets: its upper limb passes the horizon.
struct SkyTurn: Hashable, Sendable {
  var date: Date
  var isRise: Bool
}

extension SkyTurn {
  /// Finds the turn by halving, between two dates of which the body is up at one and not at the other.
  ///
  /// - Parameter precision: in seconds.
  init(after early: Date, until late: Date, isRise: Bool, precision: Double, isUp: (Date) -> Bool) {
    var (early, late) = (early, late)
    while late.timeIntervalSince(early) > precision {
      let middle = early + late.timeIntervalSince(early) / 2
      if isUp(middle) == isRise { late = middle } else { early = middle }
    }
    self.init(date: late, isRise: isRise)
  }
}
