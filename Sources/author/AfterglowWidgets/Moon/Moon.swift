import Afterglow
import Foundation

/// Phases, full moons, and when the moon rises and sets.
enum Moon {
  /// Degrees of elongation on either side within which a quarter, new or full moon has that name: half a day each.
  static let nameDegrees = 6.1
  /// Mean growth of its elongation from the sun in a day.
  static let degreesPerDay = 12.1907

  /// The eight phases, from new moon on.
  enum Phase: String, CaseIterable, Sendable {
    case new, waxingCrescent, firstQuarter, waxingGibbous, full, waningGibbous, lastQuarter, waningCrescent

    init(elongation: Double) {
      let quarter = Int((elongation / 90).rounded())
      if abs(elongation - Double(quarter) * 90) <= Moon.nameDegrees {
        self = [.new, .firstQuarter, .full, .lastQuarter][quarter % 4]
      } else {
        self = [.waxingCrescent, .waxingGibbous, .waningGibbous, .waningCrescent][min(3, Int(elongation / 90))]
      }
    }
  }

  /// The next full moon: its elongation is 180°.
  static func nextFull(after date: Date) -> Date {
    let ahead = (540 - MoonPosition(at: date).elongation).truncatingRemainder(dividingBy: 360)
    var full = date + ahead / degreesPerDay * 86_400
    // Its speed is within a seventh of the mean, so each step leaves less than a seventh of the error.
    for _ in 0..<8 {
      full += (180 - MoonPosition(at: full).elongation) / degreesPerDay * 86_400
    }
    return full
  }

  /// Each time within `span` that it rises or sets over a place, in order; none while it stays up or down.
  static func turns(over place: Place, in span: Range<Date>) -> [SkyTurn] {
    var turns: [SkyTurn] = []
    // Near a pole it may stay above or below the horizon for less than a step: such a pair is left out.
    let step = 600.0
    var (date, wasUp) = (span.lowerBound, isUp(over: place, at: span.lowerBound))
    while date < span.upperBound {
      let next = min(date + step, span.upperBound)
      let isRise = isUp(over: place, at: next)
      if isRise != wasUp {
        turns.append(SkyTurn(after: date, until: next, isRise: isRise, precision: 1) { isUp(over: place, at: $0) })
      }
      (date, wasUp) = (next, isRise)
    }
    return turns
  }

  static func isUp(over place: Place, at date: Date) -> Bool {
    MoonPosition(at: date).height(over: place, at: date) > 0
  }
}
