import AfterglowKit

/// The deaths of a board's last runs, in the file of their lock. A run writes there when it begins, and empties the file when
/// it ends: what is left was written by a run that has died.
struct RunDeaths {
  static let maximumByteCount = 512

  /// Times of the deaths, since the boot in ms.
  let timesMs: [Int64]
  private let boot: String

  /// - Parameters:
  ///   - text: the content of the file. The last run has died since it wrote that; the time is taken for now, because the
  ///     next run begins soon.
  ///   - boot: identifies the boot, of whose deaths alone the times are known.
  init(_ text: String, boot: String = ReloadLedgerFile.boot, nowMs: Int64) {
    self.boot = boot
    let lines = text.split(separator: "\n")
    guard lines.first == Substring(boot) else {
      timesMs = []
      return
    }
    let earlier = lines.dropFirst().compactMap { Int64($0) }
      .filter { $0 <= nowMs && $0 > nowMs - DeathCount.spanMs }
    timesMs = Array((earlier + [nowMs]).suffix(20))
  }

  /// The content of the file while the next run lasts.
  var text: String { ([boot] + timesMs.map { "\($0)" }).joined(separator: "\n") + "\n" }

  /// Reads the times of the deaths before a run that has not locked the file yet.
  static func times(leftAt path: String, nowMs: Int64) -> [Int64] {
    guard RunLock.holder(of: path) == nil, let bytes = try? Files.head(path, count: maximumByteCount) else { return [] }
    return RunDeaths(String(decoding: bytes, as: UTF8.self), nowMs: nowMs).timesMs
  }
}
