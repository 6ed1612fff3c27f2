/// When files are read again: after they changed, and when content from them is due.
///
/// Times are in milliseconds of a monotonic clock.
public struct ReadingPace: Sendable {
  /// Why files are read, as text for messages.
  public enum Reason: String, Sendable {
    case changed = "files changed"
    case reload = "reload due"
  }

  private var changes: ChangePace
  private var reloads = ReloadPace()

  /// - Parameter restMs: how long the writers of changed files must pause.
  public init(restMs: Int64 = ChangePace.restMs) { changes = ChangePace(restMs: restMs) }

  /// Notes that a file has changed.
  public mutating func changed(nowMs: Int64) {
    changes.changed(nowMs: nowMs)
    reloads.filesChanged()
  }

  /// Notes that reading the files starts now.
  public mutating func begin(nowMs: Int64) { changes.begin(nowMs: nowMs) }

  /// Notes that the files have been read.
  ///
  /// - Parameter isUsable: whether an archive could be made from them.
  public mutating func ended(isUsable: Bool, nowMs: Int64) {
    if isUsable { reloads.succeeded(nowMs: nowMs) } else { reloads.failed(nowMs: nowMs) }
    changes.ended(nowMs: nowMs)
  }

  /// When the files are to be read; nil = only after a change.
  /// - Parameter reloadMs: when their content is due.
  public func dueMs(reloadMs: Int64?) -> Int64? {
    let reload = reloadMs.map { max($0, reloads.notBeforeMs) }
    return [changes.dueMs, reload].compactMap { $0 }.min()
  }

  /// Why they are to be read now; nil = they are not.
  public func reason(nowMs: Int64, reloadMs: Int64?) -> Reason? {
    guard let due = dueMs(reloadMs: reloadMs), due <= nowMs else { return nil }
    return changes.dueMs.map { $0 <= nowMs } == true ? .changed : .reload
  }
}
