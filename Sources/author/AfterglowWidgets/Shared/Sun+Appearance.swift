import Afterglow
import AfterglowCompiler
import Foundation

extension AppearanceTurns {
  /// Light between sunrise and sunset at a place. In polar day and night the appearance stays as it is.
  public static func sun(over place: Place) -> AppearanceTurns {
    let sun = Sun(over: place)
    return AppearanceTurns { span in
      let start = AppearanceTurn(date: span.lowerBound, appearance: sun.isUp(at: span.lowerBound) ? .light : .dark)
      return [start]
        + sun.turns(in: span).map { AppearanceTurn(date: $0.date, appearance: $0.isRise ? .light : .dark) }
    }
  }
}
