import AfterglowCore

/// A low-pass on log(lux + 0.1) whose input is held between readings (docs/rules.md, Filter and holds).
///
/// Between two readings its value is an exact function of time, so asking more often changes nothing.
struct LuxFilter {
  /// Value at `start`, log2(millilux + 100) in 1/2³².
  private(set) var startLevel: Int64
  private(set) var start: MonotonicInstant
  /// The value that it approaches.
  private(set) var target: Int64
  private let timeConstantMs: Int64

  init(timeConstantMs: Int32) {
    startLevel = 0
    start = MonotonicInstant(milliseconds: 0)
    target = 0
    self.timeConstantMs = Int64(timeConstantMs < 0 ? 0 : timeConstantMs)
  }

  /// The logarithmic level of an illuminance; below 0 counts as 0, far beyond sunlight as 10⁹ lux.
  static func level(millilux: Int64) -> Int64 {
    let clamped = Swift.max(0, Swift.min(millilux, 1_000_000_000_000))
    return log2Q32(UInt64(clamped) + 100)
  }

  /// The illuminance of a level, the inverse of the above.
  static func millilux(level: Int64) -> Int64 {
    let whole = level >> 32
    let fraction = level & 0xFFFF_FFFF
    // 2^(whole + fraction) = 2^(whole + 1) · 2^−(1 − fraction), the latter in 1/2³².
    let mantissa = exp2NegativeQ32((1 << 32) - fraction)
    let shift = whole + 1 - 32
    let value = shift >= 0 ? mantissa << UInt64(Swift.min(shift, 20)) : (mantissa >> UInt64(-shift - 1) + 1) >> 1
    return Swift.max(0, Int64(truncatingIfNeeded: value) - 100)
  }

  mutating func restart(at now: MonotonicInstant, level: Int64) {
    start = now
    startLevel = level
    target = level
  }

  mutating func setTarget(_ level: Int64, at now: MonotonicInstant) {
    startLevel = self.level(at: now)
    start = now
    target = level
  }

  func level(at now: MonotonicInstant) -> Int64 {
    let elapsed = now.milliseconds - start.milliseconds
    if startLevel == target || elapsed >= 32 &* timeConstantMs { return target }
    if elapsed <= 0 { return startLevel }
    // e^(−t/τ) = 2^(−t/τ · log2 e)
    let log2e: Int64 = 0x1_7154_7653
    let share = Int64(exp2NegativeQ32(elapsed &* log2e / timeConstantMs))
    // The difference has at most 39 bits; 24 bits of the share keep the product within 63.
    return target + ((startLevel - target) &* (share >> 8)) >> 24
  }

  /// The part of [start, ∞) in which the value is at or below `limit` (or at or above it); nil if there is none.
  /// The value moves one way only, so it is one interval.
  func interval(atOrBelow isBelow: Bool, _ limit: Int64) -> (from: Int64, until: Int64)? {
    let holdsAtStart = isBelow ? startLevel <= limit : startLevel >= limit
    let holdsAtEnd = isBelow ? target <= limit : target >= limit
    let forever = MonotonicInstant.distantFuture.milliseconds
    switch (holdsAtStart, holdsAtEnd) {
    case (true, true): return (start.milliseconds, forever)
    case (false, false): return nil
    case (true, false): return (start.milliseconds, firstMillisecond(isBelow, limit, holds: false))
    case (false, true): return (firstMillisecond(isBelow, limit, holds: true), forever)
    }
  }

  private func firstMillisecond(_ isBelow: Bool, _ limit: Int64, holds wanted: Bool) -> Int64 {
    var low = start.milliseconds
    var high = start.milliseconds + 32 &* timeConstantMs
    while low < high {
      let middle = low + (high - low) / 2
      let value = level(at: MonotonicInstant(milliseconds: middle))
      if (isBelow ? value <= limit : value >= limit) == wanted { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
