import Foundation

// What sun and moon have in common. Angles in degrees.

func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Of a body above the horizon, without refraction.
/// - Parameter hour: since it stood highest.
func altitude(latitude: Double, declination: Double, hour: Double) -> Double {
  let height = sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(hour)
  return asin(min(1, max(-1, height))) * 180 / .pi
}

/// When a body comes up or goes down: its upper limb passes the horizon.
struct SkyTurn: Hashable, Sendable {
  var date: Date
  var isRise: Bool
}

extension SkyTurn {
  /// The turn between two dates of which one sees the body up and the other does not, found by halving.
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
