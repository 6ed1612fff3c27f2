/// A moment in civil time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds (`CLOCK_REALTIME`;
/// docs/rules.md, Clocks).
public struct Instant: Equatable, Comparable, Sendable {
  public var milliseconds: Int64

  @inlinable
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// `seconds` since 1970, within ±2^53; larger ones wrap.
  @inlinable
  public init(seconds: Int64) { self.milliseconds = seconds &* 1000 }

  /// Whole seconds since 1970, rounded down.
  @inlinable public var seconds: Int64 {
    let quotient = milliseconds / 1000
    return milliseconds % 1000 < 0 ? quotient - 1 : quotient
  }

  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// Before every date that is compared; sums of two such instants do not overflow.
  @inlinable public static var distantPast: Instant { Instant(milliseconds: Int64.min / 4) }
  /// After every date that is compared: "never". Sums of two such instants do not overflow.
  @inlinable public static var distantFuture: Instant { Instant(milliseconds: Int64.max / 4) }
}

/// A moment on a clock that only runs forward (CLOCK_BOOTTIME or CLOCK_MONOTONIC), in milliseconds.
public struct MonotonicInstant: Equatable, Comparable, Sendable, BitwiseCopyable {
  public var milliseconds: Int64

  @inlinable
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  @inlinable
  public static func < (a: MonotonicInstant, b: MonotonicInstant) -> Bool { a.milliseconds < b.milliseconds }

  /// After every moment that a clock reaches: "never".
  @inlinable public static var distantFuture: MonotonicInstant { MonotonicInstant(milliseconds: Int64.max / 4) }
}

/// One reading of all clocks: `realtime` is what is shown, `monotonic` paces everything else (docs/rules.md, Clocks).
public struct Moment: Sendable {
  public var realtime: Instant
  public var monotonic: MonotonicInstant
  /// Whether the board's `clock.trust` holds for `realtime`; if not, shown times are marked (law 4).
  public var isTrusted: Bool

  @inlinable
  public init(realtime: Instant, monotonic: MonotonicInstant, isTrusted: Bool) {
    self.realtime = realtime
    self.monotonic = monotonic
    self.isTrusted = isTrusted
  }
}

/// The range of a board's holds, waits and time constants.
public enum HoldTime {
  /// A day, in ms.
  public static var longestMs: Int32 { 86_400_000 }

  /// Whether a time in ms is 0 to a day.
  public static func isValid(_ milliseconds: Int32) -> Bool { milliseconds >= 0 && milliseconds <= longestMs }
}
