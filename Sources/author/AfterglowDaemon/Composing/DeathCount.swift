import Foundation

/// The deaths of a board's composing processes, or of its last runs. Too many deaths in a short time make the author compose clocks alone.
struct DeathCount {
  /// The number of deaths within `spanMs` that are too many. A test that causes deaths raises it.
  static let limit = ProcessInfo.processInfo.environment["AFTERGLOW_DEATH_LIMIT"].flatMap { Int($0) } ?? 3
  /// The time in which deaths count together.
  static let spanMs: Int64 = 600_000
  /// The time without a death after which the author tries everything again.
  static let restMs: Int64 = 3_600_000

  /// Times of the deaths, since the boot in ms.
  private var times: [Int64] = []
  /// Whether too many runs have died before this one. What they fetched may be the reason, so that this run fetches nothing.
  private(set) var areOfRuns = false

  init() {}

  /// - Parameter times: those of the deaths of runs before this one.
  init(ofRuns times: [Int64]) {
    self.times = times
    areOfRuns = times.count >= Self.limit
  }

  /// Adds a death, and forgets those that count no longer.
  mutating func add(nowMs: Int64) {
    times.append(nowMs)
    times.removeAll { $0 <= nowMs - Self.spanMs }
  }

  /// Returns the number of deaths that count.
  func count(nowMs: Int64) -> Int { times.count { $0 > nowMs - Self.spanMs } }

  /// Returns whether the author composes clocks alone.
  func isTooMany(nowMs: Int64) -> Bool { count(nowMs: nowMs) >= Self.limit }

  /// Returns whether the last death is so long ago that the author tries everything again.
  func areOver(nowMs: Int64) -> Bool { times.last.map { nowMs - $0 >= Self.restMs } ?? true }

  /// Forgets all deaths, because a person asks to try everything again.
  mutating func forget() { (times, areOfRuns) = ([], false) }
}
