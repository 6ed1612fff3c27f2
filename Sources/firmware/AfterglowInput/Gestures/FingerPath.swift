import AfterglowCore

/// A position of a finger and its time.
private struct PathSample: BitwiseCopyable {
  var position = PanelPoint(x: 0, y: 0)
  var at = MonotonicInstant(milliseconds: 0)
}

/// The way of a finger from its first position to the last, and its recent speed.
struct FingerPath: BitwiseCopyable {
  let start: PanelPoint
  let startedAt: MonotonicInstant
  private(set) var last: PanelPoint
  /// Recent positions in the order of time. Each is at least 20 ms after the last but one, so that devices of a high rate
  /// fill the window of speed as well.
  private var samples = InlineArray<8, PathSample>(repeating: PathSample())
  private var count = 1

  private static var spacingMs: Int64 { 20 }

  init(from start: PanelPoint, at time: MonotonicInstant) {
    self.start = start
    startedAt = time
    last = start
    samples[0] = PathSample(position: start, at: time)
  }

  /// Adds a position. A time before the last one counts as the last one.
  mutating func append(_ position: PanelPoint, at time: MonotonicInstant) {
    last = position
    let at = Swift.max(time, samples[count - 1].at)
    if count > 1 && at.milliseconds - samples[count - 2].at.milliseconds < FingerPath.spacingMs {
      samples[count - 1] = PathSample(position: position, at: at)
      return
    }
    if count == 8 {
      for index in 1..<8 { samples[index - 1] = samples[index] }
      count = 7
    }
    samples[count] = PathSample(position: position, at: at)
    count += 1
  }

  /// Whether the last position is farther from the first than a press allows.
  var isBeyondSlop: Bool {
    start.way(to: last).squaredLength > GestureFigures.slopMicrometres * GestureFigures.slopMicrometres
  }

  /// The swipe that a release at this time completes; nil = none.
  ///
  /// The whole way decides the direction. It is a swipe if it is long enough or fast enough at the end, and the finger
  /// was not on a quick way back. A way back to the beginning is none.
  func swipe(releasedAt time: MonotonicInstant) -> SwipeDirection? {
    if !isBeyondSlop { return nil }
    let way = start.way(to: last)
    let isHorizontal = way.x.magnitude >= way.y.magnitude
    let along = isHorizontal ? way.x : way.y
    let across = isHorizontal ? way.y : way.x
    if 2 * along.magnitude < 3 * across.magnitude { return nil }
    let velocity = velocity(at: time)
    let speed = (isHorizontal ? velocity.x : velocity.y) * along.signum()
    let least = GestureFigures.swipeMicrometresPerSecond
    if speed <= -least { return nil }
    if Int64(along.magnitude) < GestureFigures.swipeMicrometres && speed < least { return nil }
    if isHorizontal { return along > 0 ? .right : .left }
    return along > 0 ? .down : .up
  }

  /// Mean velocity within the window before a release, in µm/s.
  private func velocity(at time: MonotonicInstant) -> PanelWay {
    let end = Swift.max(time, samples[count - 1].at).milliseconds
    let beginning = position(atMs: end - GestureFigures.speedWindowMs)
    let age = end - samples[0].at.milliseconds
    let duration = Swift.max(1, Swift.min(GestureFigures.speedWindowMs, age))
    let way = beginning.way(to: last)
    return PanelWay(x: way.x * 1_000 / duration, y: way.y * 1_000 / duration)
  }

  /// The finger's position at a recent time: on its way between two samples, or at rest where they are far apart, because
  /// a resting finger causes no events. The oldest sample for times before it.
  private func position(atMs time: Int64) -> PanelPoint {
    var before = samples[0]
    var after = samples[0]
    for index in 1..<8 where index < count {
      if samples[index].at.milliseconds > time {
        after = samples[index]
        break
      }
      before = samples[index]
      after = before
    }
    let gap = after.at.milliseconds - before.at.milliseconds
    let part = time - before.at.milliseconds
    if part <= 0 || gap <= 0 || gap > 2 * FingerPath.spacingMs { return before.position }
    let way = before.position.way(to: after.position)
    return PanelPoint(
      x: Int32(clamping: Int64(before.position.x) + way.x * part / gap),
      y: Int32(clamping: Int64(before.position.y) + way.y * part / gap))
  }
}
