import Afterglow
import Foundation

/// A sunrise or sunset at a place, or the sunlight at the start of a span.
package struct DaylightTurn: Sendable {
  package let date: Date
  /// Whether the sun is up from this date on.
  package let isLight: Bool
}

extension Place {
  /// The sunlight at the start of a span, then each sunrise and sunset within it. Polar day and night have none.
  package func daylight(in span: Range<Date>) -> [DaylightTurn] {
    let sun = Sun(over: self)
    return [DaylightTurn(date: span.lowerBound, isLight: sun.isUp(at: span.lowerBound))]
      + sun.turns(in: span).map { DaylightTurn(date: $0.date, isLight: $0.isRise) }
  }
}
