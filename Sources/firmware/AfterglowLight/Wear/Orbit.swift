import AfterglowCore

/// The amplitude and period of the picture's orbit. 8 bytes, as stored in archives (docs/archive-format.md,
/// WearSettings, 8 bytes).
public struct WearSettings: Equatable, Sendable, BitwiseCopyable {
  /// Maximum offset from the centre in each direction, in pixels, 0 to 64; 0 = no orbit.
  public var orbitPx: Int32
  /// Minutes of a full period in x, 1 to 10,000; 83 as in AOSP (docs/rules.md, Burn-in).
  public var orbitPeriodMinutes: Int32

  public init() {
    orbitPx = 0
    orbitPeriodMinutes = 83
  }

  /// Whether the numbers are in their ranges.
  public var isInRange: Bool {
    orbitPx >= 0 && orbitPx <= Orbit.maximumPx && orbitPeriodMinutes >= 1 && orbitPeriodMinutes <= 10_000
  }
}

/// The offset of a picture on its panel, which changes over hours so that static content does not wear the same pixels
/// for years (docs/rules.md, Burn-in).
///
/// Two triangle waves in whole pixels: x, and y with more than six times the period, so that the path covers the whole
/// square. Driven by monotonic minutes, which clock steps do not affect.
public struct Orbit: Sendable {
  /// The largest offset in each direction, in pixels; an engine reserves a border of this width.
  public static var maximumPx: Int32 { 64 }

  private let amplitude: Int64
  private let periodX: Int64
  private let periodY: Int64

  /// Settings outside their ranges are clamped.
  public init(_ settings: WearSettings) {
    amplitude = Int64(Swift.max(0, Swift.min(settings.orbitPx, Orbit.maximumPx)))
    periodX = Int64(Swift.max(1, Swift.min(settings.orbitPeriodMinutes, 10_000)))
    // 521 for 83: no common divisor, so that the path repeats only after a long time.
    periodY = periodX * 6 + 23
  }

  public var isStill: Bool { amplitude == 0 }

  /// The offset from the centre, in pixels; zero at minute 0.
  public func offset(atMinute minute: Int64) -> PixelPoint {
    PixelPoint(x: swing(minute, periodX), y: swing(minute, periodY))
  }

  /// The first minute after `minute` at which the offset differs; `Int64.max` if the picture does not move.
  public func nextMove(afterMinute minute: Int64) -> Int64 {
    if isStill { return Int64.max }
    let here = offset(atMinute: minute)
    var next = minute + 1
    // With motion in x only, an offset lasts at most half a period.
    while next < minute + periodX && offset(atMinute: next) == here { next += 1 }
    return next
  }

  private func swing(_ minute: Int64, _ period: Int64) -> Int32 {
    if amplitude == 0 { return 0 }
    // In quarter minutes from a quarter of the period before the middle: 0 ..< 4 · period.
    let phase = ((minute % period + period) % period * 4 + 3 * period) % (4 * period)
    let height = phase < 2 * period ? 2 * period - phase : phase - 2 * period
    return Int32(truncatingIfNeeded: (2 * amplitude * height + period) / (2 * period) - amplitude)
  }
}
