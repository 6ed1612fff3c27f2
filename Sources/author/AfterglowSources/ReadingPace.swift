/// When files are read again: after they changed, and when content from them is due.
///
/// Times are in milliseconds of a monotonic clock.
public struct ReadingPace: Sendable {
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
  /// - Parameter isUsable: whether an archive could be made from them; nil = it was not tried.
  public mutating func ended(isUsable: Bool?, nowMs: Int64) {
    switch isUsable {
    case true?: reloads.succeeded()
    case false?: reloads.failed(nowMs: nowMs)
    case nil: break
    }
    changes.ended(nowMs: nowMs)
  }

  /// Whether the files could not be used when they were last read.
  public var isFailing: Bool { reloads.isFailing }

  /// When changed files are to be read; nil = nothing has changed.
  public var changesDueMs: Int64? { changes.dueMs }

  /// When content is to be read that is due at a time.
  public func reloadMs(dueMs: Int64?) -> Int64? { dueMs.map { max($0, reloads.notBeforeMs) } }
}
