/// When due content is read while the files cannot be used: with increasing delays.
///
/// Times are in milliseconds of a monotonic clock.
public struct ReloadPace: Sendable {
  /// Shortest pause, in ms.
  public static let shortestMs: Int64 = 5_000
  /// Longest pause, in ms.
  public static let longestMs: Int64 = 300_000

  /// Due content is not read before this time.
  public private(set) var notBeforeMs: Int64 = .min
  private var pauseMs = shortestMs

  public init() {}

  /// Whether the last reading failed.
  public var isFailing: Bool { notBeforeMs != .min }

  /// Notes a successful reading.
  public mutating func succeeded() { self = ReloadPace() }

  /// Notes a failed reading: the next pause is longer.
  public mutating func failed(nowMs: Int64) {
    notBeforeMs = nowMs + pauseMs
    pauseMs = min(Self.longestMs, 2 * pauseMs)
  }

  /// Notes that files changed: the fault may be corrected, so the pause is reset to the shortest.
  public mutating func filesChanged() { pauseMs = Self.shortestMs }
}
