/// When content that is due is read again: not at once after the last time, and ever more rarely while the files cannot be used.
///
/// Times are of a clock that no one sets, in milliseconds.
public struct ReloadPace: Sendable {
  public static let shortestMs: Int64 = 5_000
  public static let longestMs: Int64 = 300_000

  /// The files are not read before this because content is due.
  public private(set) var notBeforeMs: Int64 = .min
  private var pauseMs = shortestMs

  public init() {}

  public mutating func succeeded(nowMs: Int64) {
    filesChanged()
    notBeforeMs = nowMs + Self.shortestMs
  }

  public mutating func failed(nowMs: Int64) {
    notBeforeMs = nowMs + pauseMs
    pauseMs = min(Self.longestMs, 2 * pauseMs)
  }

  /// What was wrong may be right now.
  public mutating func filesChanged() { pauseMs = Self.shortestMs }
}
