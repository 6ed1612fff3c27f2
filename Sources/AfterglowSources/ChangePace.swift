/// When changed files are read: once their writer rests, but after a while in any case, and not too often.
///
/// Times are in milliseconds of a clock that is never set.
public struct ChangePace: Sendable {
  /// The usual rest, in ms: writers of several files, and those that write a file in parts, are done by then.
  public static let restMs: Int64 = 150
  /// The longest that the first change waits, in ms.
  public static let patienceMs: Int64 = 300
  /// Shortest time from one reading's beginning to the next, in ms: at most five a second.
  public static let intervalMs: Int64 = 200

  /// The longest pause after a reading, in ms. Otherwise the pause is as long as the reading took, so that reading
  /// takes half of the time at most.
  public static let longestPauseMs: Int64 = 5_000

  private let restMs: Int64
  private var firstMs: Int64?
  private var lastMs: Int64 = 0
  private var notBeforeMs: Int64 = .min
  private var begunMs: Int64 = 0

  /// - Parameter restMs: how long a writer has to rest before its files are read; 0 = they are read at once.
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

  /// Notes that the files are read from now on: a later change asks for another reading.
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
