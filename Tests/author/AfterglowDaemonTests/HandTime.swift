import AfterglowCore
import AfterglowKit

@testable import AfterglowDaemon

/// Both clocks, moved by a test.
final class HandTime: @unchecked Sendable {
  var moment = AuthorMoment(bootMs: 5_000_000, wall: Instant(seconds: 1_795_431_600))

  func pass(_ ms: Int64) {
    moment = AuthorMoment(bootMs: moment.bootMs + ms, wall: moment.wall(atBootMs: moment.bootMs + ms))
  }
}
