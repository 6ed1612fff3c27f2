import AfterglowCore
import AfterglowLinux

/// The time of one step of the author.
package struct AuthorMoment: Equatable, Sendable {
  /// Since the boot, including suspend, in ms: pauses, budgets and ages.
  package var bootMs: Int64
  /// Of the wall clock, which may be set: dates of content.
  package var wall: Instant

  package init(bootMs: Int64, wall: Instant) {
    self.bootMs = bootMs
    self.wall = wall
  }

  package static var now: AuthorMoment { AuthorMoment(bootMs: SystemTime.boottimeMs, wall: .now) }

  /// When the wall clock shows an instant, unless it is set before that; since the boot, in ms.
  package func bootMs(at instant: Instant) -> Int64 {
    let (ahead, isFar) = instant.milliseconds.subtractingReportingOverflow(wall.milliseconds)
    let far: Int64 = 1 << 53
    return bootMs + (isFar ? (instant < wall ? -far : far) : max(-far, min(far, ahead)))
  }

  /// What the wall clock would have shown at a time since the boot.
  package func wall(atBootMs ms: Int64) -> Instant { Instant(milliseconds: wall.milliseconds + ms - bootMs) }
}

extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

/// Notices that the wall clock was set.
package struct ClockSteps {
  /// Smaller differences change no content: they are leap seconds, and what a clock is slewed in an hour.
  private static let leastMs: Int64 = 10_000
  private var last: AuthorMoment

  package init(_ moment: AuthorMoment) { last = moment }

  /// Whether it was set since the last call.
  package mutating func take(_ moment: AuthorMoment) -> Bool {
    defer { last = moment }
    let elapsed = moment.bootMs - last.bootMs
    let difference = moment.wall.milliseconds - last.wall.milliseconds - elapsed
    // A clock is slewed by 0.05 % at most (adjtimex(2)).
    return difference.magnitude >= Self.leastMs + max(0, elapsed) / 1_000
  }
}
