import AfterglowArchive
import AfterglowCore
import AfterglowRaster
import AfterglowTimeline

/// A clock's hand: its angle follows civil time in steps, so that it moves only when something is due.
///
/// | unit | steps | sweeping within its unit |
/// |---|---|---|
/// | hour | 12 a turn | every minute |
/// | minute | 60 a turn | every second |
/// | second | 60 a turn | the same: a panel is not woken more often than once a second |
struct Hand {
  /// Seconds of one turn and of one step.
  private let turnSeconds: Int64
  let stepSeconds: Int64

  init(unit: Int32, sweeps: Bool) {
    switch unit {
    case HandUnit.hour.rawValue:
      turnSeconds = 43_200
      stepSeconds = sweeps ? 60 : 3_600
    case HandUnit.minute.rawValue:
      turnSeconds = 3_600
      stepSeconds = sweeps ? 1 : 60
    default:
      turnSeconds = 60
      stepSeconds = 1
    }
  }

  /// 1/65536 turn clockwise from twelve.
  func angle(at instant: Instant, in zone: ZoneView) -> Int32 {
    let local = instant.seconds + Int64(zone.utcOffset(at: instant))
    let ofTurn = flooredRemainder(local, turnSeconds)
    let stepped = ofTurn - ofTurn % stepSeconds
    return Int32(truncatingIfNeeded: (stepped * 65_536 + turnSeconds / 2) / turnSeconds)
  }

  /// When the angle next changes.
  func nextChange(after instant: Instant, in zone: ZoneView) -> Instant {
    let offset = zone.utcOffset(at: instant)
    let local = instant.seconds + Int64(offset)
    let boundary = Instant(seconds: instant.seconds + stepSeconds - flooredRemainder(local, stepSeconds))
    // Offsets may change before the step ends (by 30 minutes on Lord Howe): search for the change only then.
    if zone.utcOffset(at: boundary) == offset { return boundary }
    return Swift.min(boundary, zone.nextOffsetChange(after: instant))
  }

  /// Pixels that the turned polygon can touch.
  static func bounds(
    _ points: UnsafeBufferPointer<SubpixelPoint>, centre: SubpixelPoint, angle: Int32
  ) -> PixelRect {
    let sine = Int64(Turn.sine(angle: angle))
    let cosine = Int64(Turn.cosine(angle: angle))
    var x0 = Int64.max
    var y0 = Int64.max
    var x1 = Int64.min
    var y1 = Int64.min
    for point in points where point.x != Int32.min {
      let x = (Int64(point.x) * cosine - Int64(point.y) * sine) >> 16
      let y = (Int64(point.x) * sine + Int64(point.y) * cosine) >> 16
      x0 = Swift.min(x0, x)
      y0 = Swift.min(y0, y)
      x1 = Swift.max(x1, x)
      y1 = Swift.max(y1, y)
    }
    if x0 > x1 { return .empty }
    // However the painter rounds its points, they lie within 1/64 px of these.
    let margin: Int64 = 4
    return PixelRect(
      x0: Int32(truncatingIfNeeded: (x0 + Int64(centre.x) - margin) >> 8),
      y0: Int32(truncatingIfNeeded: (y0 + Int64(centre.y) - margin) >> 8),
      x1: Int32(truncatingIfNeeded: (x1 + Int64(centre.x) + margin + 255) >> 8),
      y1: Int32(truncatingIfNeeded: (y1 + Int64(centre.y) + margin + 255) >> 8))
  }
}
