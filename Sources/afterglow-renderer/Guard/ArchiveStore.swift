import AfterglowLinux

/// The archives of one panel, as descriptors of private copies; −1 = none. At most three at a time: the last good one,
/// the candidate and a queued one.
struct ArchiveStore: ~Copyable {
  /// The one that was shown last: a new renderer starts with it.
  private(set) var lastGood: Int32 = -1
  /// Sent to the renderer, which has not accepted or refused it yet.
  private(set) var candidate: Int32 = -1
  private(set) var candidateSentAtMs: Int64 = 0
  /// Arrived while the renderer examined a candidate; a later one replaces it.
  private(set) var queued: Int32 = -1

  /// Size in bytes of the archive that the board began with.
  var firstByteCount = 0
  /// The archive of a start, while only its board has been validated.
  var unchecked: ArchiveFile?
  /// Whether renderers may receive archives: everything stored is valid.
  var mayHandOver = false

  init() {}

  mutating func setLastGood(_ file: Int32) {
    closeDescriptor(lastGood)
    lastGood = file
  }

  /// Gives up ownership of the last good one.
  mutating func takeLastGood() -> Int32 {
    let given = lastGood
    lastGood = -1
    return given
  }

  /// Drops the queued one.
  mutating func dropQueued() {
    closeDescriptor(queued)
    queued = -1
  }

  mutating func enqueue(_ file: Int32) {
    closeDescriptor(queued)
    queued = file
  }

  /// The queued archive becomes the candidate.
  mutating func promoteQueued(nowMs: Int64) {
    candidate = queued
    queued = -1
    candidateSentAtMs = nowMs
  }

  mutating func candidateWasAdopted() {
    if candidate < 0 { return }
    setLastGood(candidate)
    candidate = -1
  }

  /// Drops the candidate; false when there was none.
  mutating func candidateWasRefused() -> Bool {
    if candidate < 0 { return false }
    closeDescriptor(candidate)
    candidate = -1
    return true
  }
}
