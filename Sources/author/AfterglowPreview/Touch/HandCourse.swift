import AfterglowCore
import AfterglowDevice
import AfterglowTimeline
import Foundation

/// The time of a panel that a hand touches. The panel's loop runs on a thread of its own, until it would wait beyond the time
/// to which it may go; then it rests, and the other thread goes on. Never do both run.
final class HandCourse: @unchecked Sendable {
  /// The times of a course, in ms since its first frame.
  private struct Times {
    var now: Int64 = 0
    /// The time to which the loop may go.
    var end: Int64 = 0
    /// When the loop is to be woken without an event.
    var due: Int64 = 0
  }

  /// News for the loop at a time, in ms since the first frame.
  struct News {
    var atMs: Int64
    var wake: Wake
  }

  private let from: Instant
  private var times = Times()
  /// News for the loop, in order of time.
  private var news: [News] = []
  private var isEnding = false
  private var hasEnded = false
  /// Waits since the loop was last let go.
  private var waits = 0
  private let go = DispatchSemaphore(value: 0)
  private let rest = DispatchSemaphore(value: 0)

  /// More waits within one stretch of time are a fault of the loop.
  private static let maximumWaits = 100_000

  /// - Parameter from: the instant of the first frame.
  init(from: Instant) { self.from = from }

  // MARK: For the hand

  /// Now, in ms since the first frame.
  var nowMs: Int64 { times.now }
  /// When the panel changes by itself, in ms since the first frame; nil = not within a day.
  var nextMs: Int64? { times.due - times.now < 86_400_000 ? times.due : nil }
  var instant: Instant { Instant(milliseconds: from.milliseconds + times.now) }

  /// Waits until the loop rests for the first time.
  func begin() { rest.wait() }

  /// Lets the loop go until a time, with news of this stretch, in order.
  ///
  /// - Returns: whether it goes on after that; otherwise it has ended.
  func follow(_ news: [News], untilMs end: Int64) -> Bool {
    if hasEnded { return false }
    times.end = max(times.end, end)
    self.news += news
    waits = 0
    go.signal()
    rest.wait()
    return !hasEnded
  }

  /// Ends the loop, without waiting for its end.
  func end() {
    isEnding = true
    go.signal()
  }

  // MARK: For the loop

  var moment: Moment {
    Moment(realtime: instant, monotonic: MonotonicInstant(milliseconds: times.now), isTrusted: true)
  }

  /// Delivers news at once.
  func add(_ wake: Wake) { news.insert(News(atMs: times.now, wake: wake), at: 0) }

  func wait(until wakeUp: WakeUp) -> Wake {
    while true {
      waits += 1
      if isEnding || waits > Self.maximumWaits { return .stop }
      let due = max(times.now, time(of: wakeUp))
      if let first = news.first, first.atMs <= due {
        times.now = max(times.now, first.atMs)
        return news.removeFirst().wake
      }
      // A refresh of the display takes no time of the person.
      if due <= times.end || wakeUp.isForDisplay {
        times.now = due
        return .due
      }
      times.now = max(times.now, times.end)
      times.due = due
      rest.signal()
      go.wait()
    }
  }

  func pause(until time: MonotonicInstant) { times.now = max(times.now, time.milliseconds) }

  /// Notes that the loop has returned.
  func finish() {
    hasEnded = true
    rest.signal()
  }

  private func time(of wakeUp: WakeUp) -> Int64 {
    let byClock =
      wakeUp.realtime < .distantFuture ? wakeUp.realtime.milliseconds - from.milliseconds : Int64.max
    return min(byClock, wakeUp.monotonic.milliseconds)
  }
}

/// The clock of a course, for the loop.
struct HandClock: ~Copyable, Clock {
  private let course: HandCourse

  init(_ course: HandCourse) { self.course = course }

  mutating func now() -> Moment { course.moment }

  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    course.wait(until: wakeUp)
  }

  mutating func pause(until time: MonotonicInstant, signal: Int32) { course.pause(until: time) }
}
