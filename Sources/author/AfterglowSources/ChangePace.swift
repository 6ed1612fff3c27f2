/// When changed files are read: once their writer pauses, after a maximum delay in any case, and at a limited rate.
///
/// Times are in milliseconds of a monotonic clock.
public struct ChangePace: Sendable {
  /// The usual pause, in ms: writers of several files, and those that write a file in parts, have finished by then.
  public static let restMs: Int64 = 150
  /// Maximum delay of the first change, in ms.
  public static let patienceMs: Int64 = 300
  /// Shortest time from the start of one reading to the next, in ms: at most five per second.
  public static let intervalMs: Int64 = 200

  /// The longest pause after a reading, in ms. Otherwise the pause is as long as the reading took, so that at most half
  /// of the time is spent reading.
  public static let longestPauseMs: Int64 = 5_000

  private let restMs: Int64
  private var firstMs: Int64?
  private var lastMs: Int64 = 0
  private var notBeforeMs: Int64 = .min
  private var begunMs: Int64 = 0

  /// - Parameter restMs: how long a writer must pause before its files are read; 0 = they are read at once.
  public init(restMs: Int64 = Self.restMs) { self.restMs = restMs }

  /// Notes that a file has changed.
  public mutating func changed(nowMs: Int64) {
    firstMs = firstMs ?? nowMs
    lastMs = nowMs
  }

  /// When the files are to be read; nil = nothing has changed.
  public var dueMs: Int64? {
    firstMs.map { max(notBeforeMs, min(lastMs + restMs, $0 + Self.patienceMs)) }
  }

  /// Notes that reading the files starts now: a later change requires another reading.
  public mutating func begin(nowMs: Int64) {
    firstMs = nil
    begunMs = nowMs
    notBeforeMs = nowMs + Self.intervalMs
  }

  /// Notes that the files have been read.
  public mutating func ended(nowMs: Int64) {
    notBeforeMs = max(notBeforeMs, nowMs + min(Self.longestPauseMs, nowMs - begunMs))
  }
}
