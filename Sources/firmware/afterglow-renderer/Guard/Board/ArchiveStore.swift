import AfterglowLinux

/// The archives of one panel, as descriptors of private copies; −1 = none. At most four at a time: the last good one,
/// the candidate, a queued one, and one of another board.
struct ArchiveStore: ~Copyable {
  /// The archive shown last; a new renderer starts with it.
  private(set) var lastGood: Int32 = -1
  /// Sent to the renderer, which has neither accepted nor refused it yet.
  private(set) var candidate: Int32 = -1
  private(set) var candidateSentAtMs: Int64 = 0
  /// Received while the renderer was validating a candidate; a later archive replaces it.
  private(set) var queued: Int32 = -1
  /// Whether the queued one, or the candidate that it became, is offered for the second time.
  private var isSecondOffer = false
  /// Of another board, while the renderer finishes its frame; a later archive replaces it.
  private(set) var otherBoard: Int32 = -1

  /// Size in bytes of the archive that the board started with.
  var firstByteCount = 0
  /// The archive at startup, while only its board has been validated.
  var unchecked: ArchiveFile?
  /// Whether renderers may receive archives: everything stored is valid.
  var mayHandOver = false

  init() {}

  mutating func setLastGood(_ file: Int32) {
    closeDescriptor(lastGood)
    lastGood = file
  }

  /// Transfers ownership of the last good one to the caller.
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
    isSecondOffer = false
    keepForOtherBoard(-1)
  }

  mutating func keepForOtherBoard(_ file: Int32) {
    closeDescriptor(otherBoard)
    otherBoard = file
  }

  /// Transfers ownership of the one of another board to the caller.
  mutating func takeOtherBoard() -> Int32 {
    let given = otherBoard
    otherBoard = -1
    return given
  }

  /// The queued archive becomes the candidate.
  mutating func promoteQueued(nowMs: Int64) {
    candidate = queued
    queued = -1
    candidateSentAtMs = nowMs
  }

  /// Queues the candidate again: whatever ended its renderer, it was not the archive. Once only, because memory that runs
  /// out looks the same; not if a newer one waits.
  ///
  /// - Returns: false if it is not queued.
  mutating func offerCandidateAgain() -> Bool {
    if candidate < 0 || queued >= 0 || isSecondOffer { return false }
    queued = candidate
    candidate = -1
    isSecondOffer = true
    return true
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
