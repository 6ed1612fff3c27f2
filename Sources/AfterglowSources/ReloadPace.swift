/// When content that is due is read again: not at once after the last time, and ever more rarely while the files cannot
/// be used.
///
/// Times are in milliseconds of a clock that is never set.
public struct ReloadPace: Sendable {
  /// Shortest pause, in ms.
  public static let shortestMs: Int64 = 5_000
  /// Longest pause while files cannot be used, in ms.
  public static let longestMs: Int64 = 300_000

  /// Due content is not read before this time.
  public private(set) var notBeforeMs: Int64 = .min
  private var pauseMs = shortestMs

  public init() {}

  /// Notes a reading that could be used.
  public mutating func succeeded(nowMs: Int64) {
    filesChanged()
    notBeforeMs = nowMs + Self.shortestMs
  }

  /// Notes a reading that could not be used: the next pause is longer.
  public mutating func failed(nowMs: Int64) {
    notBeforeMs = nowMs + pauseMs
    pauseMs = min(Self.longestMs, 2 * pauseMs)
  }

  /// Notes that files changed: what was wrong may be corrected, so the pause is the shortest again.
  public mutating func filesChanged() { pauseMs = Self.shortestMs }
}
