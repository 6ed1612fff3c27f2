import AfterglowArchive
import AfterglowBoards
import AfterglowLinux
import CLinux
import Foundation

/// Saves a board's archive for its guard's next start and for the next boot: not what is there already, and not often
/// (`SavePace`), since the panel has it and flash memory wears.
///
/// Its calls wait for the disk, so the daemon's loop asks for nothing but `path` and `holds`.
final class ArchiveKeeper: @unchecked Sendable {
  enum Urgency {
    case whenDue
    /// At the stop, and before a guard starts that reads it.
    case now
  }

  private let paths: RuntimePaths
  private let disk = NSLock()
  private var pace: SavePace
  /// Not before this after a failure, boot time in ms.
  private var retryMs: Int64 = .min
  private let state = NSLock()
  private var savedHash: UInt64?
  private var isInRuntimeFolder = false

  private static let retryPauseMs: Int64 = 300_000
  private static let maximumByteCount = 64 << 20

  init(paths: RuntimePaths) {
    self.paths = paths
    pace = SavePace(ageMs: nil, nowMs: ag_boottime_ms())
    var status = stat()
    // One that is damaged or of another release is no use at the next boot.
    guard stat(paths.archive, &status) == 0, let bytes = try? Files.read(paths.archive, limit: Self.maximumByteCount),
      let hash = try? bytes.withUnsafeBytes({ try Archive.validate($0).contentHash })
    else { return }
    savedHash = hash
    let ageMs = Int64(Date().timeIntervalSince1970 * 1000) - Int64(status.st_mtim.tv_sec) * 1000
    pace = SavePace(ageMs: ageMs, nowMs: ag_boottime_ms())
  }

  /// Where a guard that starts finds the archive that was saved last.
  var path: String { state.withLock { isInRuntimeFolder } ? paths.runtimeArchive : paths.archive }

  /// Whether that is this one.
  func holds(_ archive: ArchiveFile) -> Bool { state.withLock { savedHash == archive.contentHash } }

  /// When `keep` has something to do, boot time in ms; nil = nothing is left to save.
  func dueMs(_ archive: ArchiveFile) -> Int64? {
    disk.withLock { holds(archive) ? nil : max(retryMs, pace.dueMs(byteCount: archive.byteCount)) }
  }

  /// Saves it, when it is time to.
  /// - Returns: nil when nothing was to be done.
  func keep(_ archive: ArchiveFile, _ urgency: Urgency) -> Result<Void, any Error>? {
    disk.withLock {
      let now = ag_boottime_ms()
      let dueMs = max(retryMs, pace.dueMs(byteCount: archive.byteCount))
      if holds(archive) || urgency == .whenDue && now < dueMs { return nil }
      return Result { try save(archive) }
    }
  }

  private func save(_ archive: ArchiveFile) throws {
    let bytes = try archive.bytes()
    do {
      try Files.makeFolder(paths.stateFolder, mode: 0o700)
      try Files.replace(paths.archive, with: bytes, isDurable: true)
      note(archive, isInRuntimeFolder: false)
    } catch {
      retryMs = ag_boottime_ms() + Self.retryPauseMs
      // A guard of this program needs a file to start from; a service has its own place.
      if paths.foreignSocket == nil {
        try Files.replace(paths.runtimeArchive, with: bytes, isDurable: false)
        state.withLock { isInRuntimeFolder = true }
      }
      throw error
    }
  }

  private func note(_ archive: ArchiveFile, isInRuntimeFolder: Bool) {
    retryMs = .min
    pace.saved(nowMs: ag_boottime_ms())
    archive.settle(on: paths.archive)
    state.withLock {
      savedHash = archive.contentHash
      self.isInRuntimeFolder = isInRuntimeFolder
    }
  }
}
