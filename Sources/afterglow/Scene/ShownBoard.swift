import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowPreview

/// The content that the daemon shows on a panel: a board as just compiled, or the archive of an earlier run.
struct ShownBoard {
  let archive: ArchiveFile
  /// As in the archive.
  let record: BoardRecord
  /// When its content is due for the first time; nil = never.
  let nextReload: Instant?
  /// When a compile is due although no content is.
  let nextCompile: Instant?
  /// Messages for the user, each with its severity.
  let notices: [Diagnostic]
  let summary: String
  let hardware: BoardHardware
  /// Whether it is the archive of an earlier run.
  let isKept: Bool
  /// A clock face is being tried out, which is not in the files.
  var isTried = false
  /// Only content has changed, as it does many times a day.
  var isRoutine = false

  init(_ board: CompiledBoard) throws {
    isKept = false
    archive = try ArchiveFile(board.archive, contentHash: board.withArchive { $0.contentHash })
    record = board.record
    nextReload = board.nextReload
    nextCompile = board.compiled.nextCompile.map { Instant(roundingUp: $0) }
    notices = board.logged
    summary = board.summary
    hardware = try board.withArchive(BoardHardware.init)
  }

  /// The archive of an earlier run, for a board whose files cannot be used now: after a reboot the panel shows the last
  /// good scene, not nothing (law 3). nil if there is none, or none that a panel would accept.
  init?(keptAt path: String, now: Instant) {
    guard let bytes = try? Files.read(path, limit: Self.maximumByteCount),
      let (record, hardware, hash) = try? bytes.withUnsafeBytes({ bytes in
        let archive = try Archive.validate(bytes)
        return (archive.board, BoardHardware(archive), archive.contentHash)
      }), let archive = try? ArchiveFile(bytes, contentHash: hash)
    else { return nil }
    isKept = true
    self.archive = archive
    self.record = record
    self.hardware = hardware
    // A missing font may be installed without a change in the board's folder.
    nextReload = Instant(milliseconds: now.milliseconds + Self.retryMs)
    nextCompile = nextReload
    notices = []
    summary = "\(record.widthPx)×\(record.heightPx) px, the scene of an earlier run"
  }

  var isVirtual: Bool { hardware.isVirtual }
  /// Whether the display is an e-paper panel, real or simulated.
  var isPaper: Bool { hardware.kind.isPaper }

  /// The maximum size of a board's bank.
  private static let maximumByteCount = 64 << 20
  private static let retryMs: Int64 = 300_000
}
