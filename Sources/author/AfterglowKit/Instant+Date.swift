import AfterglowCore
import Foundation

extension Date {
  package init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
  /// Rounded up, so that content due at a date is not requested before it.
  package init(roundingUp date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.up)))
  }

  package static var now: Instant { Instant(roundingUp: Date()) }
}
