import AfterglowArchive
import AfterglowBoards
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// Saves a board's archive for the guard's next start and for the next boot, unless it is saved already, and at a
/// limited rate (`SavePace`), because the panel has it and flash memory wears out.
///
/// Its calls block on the disk, so the daemon's loop uses only `path`, and `keepNow` when it stops.
final class ArchiveKeeper: @unchecked Sendable {
  /// Whether `SavePace` applies.
  enum Urgency: String, Codable {
    case whenDue
    /// Once a day: time has passed, but its content is the same.
    case daily
    /// On exit, and before a guard is started that reads the file.
    case now
  }

  private let paths: RuntimePaths
  private let ticker: @Sendable () -> AuthorMoment
  private let disk = NSLock()

  // MARK: under `disk`

  private var pace: SavePace
  /// After a failure, the earliest time of the next attempt; boot time in ms.
  private var retryMs: Int64 = .min
  private var saved: SavedFile?

  // MARK: under `state`

  private let state = NSLock()
  private var isInRuntimeFolder = false

  private static let retryPauseMs: Int64 = 300_000
  private static let dayMs: Int64 = 86_400_000

  /// - Parameter ticker: the time now.
  init(paths: RuntimePaths, ticker: @escaping @Sendable () -> AuthorMoment = { .now }) {
    self.paths = paths
    self.ticker = ticker
    Files.removeLeftovers(of: paths.archive)
    let now = ticker()
    pace = SavePace(ageMs: nil, nowMs: now.bootMs)
    // A file that is damaged or of another release is of no use at the next boot.
    guard let mark = FileStamp(of: paths.archive),
      let bytes = try? Files.read(paths.archive, limit: Archive.maximumByteCount),
      let hash = try? bytes.withUnsafeBytes({ try Archive.validate($0).contentHash })
    else { return }
    saved = SavedFile(hash: hash, mark: mark)
    pace = SavePace(ageMs: now.wall.milliseconds - mark.changedSeconds * 1000, nowMs: now.bootMs)
  }

  /// The path at which a starting guard finds the archive that was saved last.
  var path: String { state.withLock { isInRuntimeFolder } ? paths.runtimeArchive : paths.archive }

  /// When `keep` has work to do, boot time in ms; nil = nothing is left to save.
  func dueMs(_ archive: ArchiveFile, _ urgency: Urgency) -> Int64? {
    disk.withLock { holds(archive) ? nil : nextMs(archive, urgency) }
  }

  /// Saves it, if that is due.
  ///
  /// - Returns: nil if there was nothing to do.
  func keep(_ archive: ArchiveFile, _ urgency: Urgency) -> Result<Void, any Error>? {
    disk.withLock {
      if holds(archive) || ticker().bootMs < nextMs(archive, urgency) { return nil }
      return Result { try save(archive) }
    }
  }

  /// `keep(.now)` for a thread that must not block on a disk indefinitely; a save that takes longer ends with the
  /// process.
  func keepNow(_ archive: ArchiveFile, withinMs limit: Int) -> Result<Void, any Error>? {
    /// The result, for the waiting thread.
    final class Answer: @unchecked Sendable { var result: Result<Void, any Error>? }
    let answer = Answer()
    let thread = WorkThread("save")
    thread.async { [self] in answer.result = keep(archive, .now) }
    if thread.finish(withinMs: limit) { return answer.result }
    return .failure(
      Failure(
        .inputOutput,
        "\(paths.archive) was not written within \(limit / 1000) s; the next boot shows an older archive"))
  }

  private func nextMs(_ archive: ArchiveFile, _ urgency: Urgency) -> Int64 {
    let due = max(retryMs, pace.dueMs(byteCount: archive.byteCount))
    return switch urgency {
    case .now: .min
    case .whenDue: due
    case .daily: max(due, pace.savedAtMs.map { $0 + Self.dayMs } ?? .min)
    }
  }

  /// Whether the file still has this content: it may have been removed, replaced or truncated.
  private func holds(_ archive: ArchiveFile) -> Bool {
    guard let saved, saved.hash == archive.contentHash, FileStamp(of: paths.archive) == saved.mark else { return false }
    state.withLock { isInRuntimeFolder = false }
    return true
  }

  private func save(_ archive: ArchiveFile) throws {
    let bytes = try archive.bytes()
    do {
      try Files.makeFolder(paths.stateFolder, mode: 0o700)
      try Files.replace(paths.archive, with: bytes, isDurable: true)
    } catch {
      retryMs = ticker().bootMs + Self.retryPauseMs
      // A guard started by this program needs a file to start from; a service has its own.
      if paths.foreignSocket == nil {
        try Files.replace(paths.runtimeArchive, with: bytes, isDurable: false)
        state.withLock { isInRuntimeFolder = true }
      }
      throw error
    }
    retryMs = .min
    pace.saved(nowMs: ticker().bootMs)
    archive.settle(on: paths.archive)
    saved = FileStamp(of: paths.archive).map { SavedFile(hash: archive.contentHash, mark: $0) }
    state.withLock { isInRuntimeFolder = false }
  }
}

/// The content that was saved, and the state of its file then.
private struct SavedFile {
  var hash: UInt64
  var mark: FileStamp
}

/// Identifies a file and its state: different after the file was replaced or written to.
private struct FileStamp: Equatable {
  private var device: UInt64
  private var inode: UInt64
  private var byteCount: Int64
  private(set) var changedSeconds: Int64
  private var changedNanoseconds: Int64

  /// nil for a missing file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    changedSeconds = Int64(status.st_mtim.tv_sec)
    changedNanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}
