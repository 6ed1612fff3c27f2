/// When a changed archive is saved: flash memory wears out, and the panel already shows the archive.
///
/// Times are in milliseconds of a clock that is never set.
public struct SavePace: Sendable {
  /// Shortest time between two saves, in ms.
  public static let shortestMs: Int64 = 30 * 60_000
  /// Maximum bytes written per day on average; a larger archive is saved less often.
  public static let bytesADay: Int64 = 16_000_000

  /// When the archive was saved last; nil = never.
  public private(set) var savedAtMs: Int64?

  /// - Parameter ageMs: age of the saved archive; nil = there is none. A negative age (from the future) counts as 0.
  public init(ageMs: Int64?, nowMs: Int64) { savedAtMs = ageMs.map { nowMs - max(0, $0) } }

  /// The earliest time at which an archive of this size may be saved.
  public func dueMs(byteCount: Int) -> Int64 {
    guard let savedAtMs else { return .min }
    return savedAtMs + max(Self.shortestMs, Int64(byteCount) * 86_400_000 / Self.bytesADay)
  }

  /// Notes that the archive was saved.
  public mutating func saved(nowMs: Int64) { savedAtMs = nowMs }
}
