import AfterglowLinux

/// The archives that the guard holds, as descriptors of private copies; −1 = none.
struct ArchiveStore: ~Copyable {
  /// The last one that was shown: what a new renderer starts with.
  private(set) var lastGood: Int32 = -1
  /// Given to the renderer, which has not yet said what it thinks of it.
  private(set) var candidate: Int32 = -1
  private(set) var candidateSentAtMs: Int64 = 0
  /// Came while a candidate was being looked at; a later one takes its place.
  private(set) var queued: Int32 = -1

  /// Size of the archive that the board began with.
  var firstByteCount = 0
  /// The archive of a start, as long as only its board has been looked at.
  var unchecked: ArchiveFile?
  /// Whether renderers may have archives: what this guard holds is valid.
  var mayHandOver = false

  init() {}

  mutating func setLastGood(_ file: Int32) {
    closeDescriptor(lastGood)
    lastGood = file
  }

  /// Gives the last good one away.
  mutating func takeLastGood() -> Int32 {
    let given = lastGood
    lastGood = -1
    return given
  }

  /// Forgets one that waits to be offered.
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

  /// True when there was one.
  mutating func candidateWasRefused() -> Bool {
    if candidate < 0 { return false }
    closeDescriptor(candidate)
    candidate = -1
    return true
  }
}
