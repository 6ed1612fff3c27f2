/// When a changed archive is saved: flash memory wears, and the panel has the archive already.
///
/// Times are of a clock that no one sets, in milliseconds.
public struct SavePace: Sendable {
  /// At least between two savings.
  public static let shortestMs: Int64 = 30 * 60_000
  /// At most in a day, however large the archive.
  public static let bytesADay: Int64 = 16_000_000

  /// When the archive was saved last; nil = never.
  public private(set) var savedAtMs: Int64?

  /// - Parameter ageMs: of the archive that is there; nil = there is none. One from a future that is not yet counts as new.
  public init(ageMs: Int64?, nowMs: Int64) { savedAtMs = ageMs.map { nowMs - max(0, $0) } }

  /// From when on an archive of this size may be saved.
  public func dueMs(byteCount: Int) -> Int64 {
    guard let savedAtMs else { return .min }
    return savedAtMs + max(Self.shortestMs, Int64(byteCount) * 86_400_000 / Self.bytesADay)
  }

  public mutating func saved(nowMs: Int64) { savedAtMs = nowMs }
}
