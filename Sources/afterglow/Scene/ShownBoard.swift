import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCore

/// What the daemon keeps on a panel: a board as it was just compiled, or the archive of an earlier run.
struct ShownBoard {
  let archive: ArchiveFile
  /// As the archive has it.
  let record: BoardRecord
  let nextReload: Instant?
  /// What to tell the person, each with its severity beside its words.
  let notices: [Diagnostic]
  let summary: String
  let hardware: BoardHardware
  /// It is not what its files say: a person tries a clock face.
  var isTried = false

  init(_ board: CompiledBoard) throws {
    archive = try ArchiveFile(board.archive, contentHash: board.withArchive { $0.contentHash })
    record = board.record
    nextReload = board.nextReload
    notices = board.logged
    summary = board.summary
    hardware = try board.withArchive(BoardHardware.init)
  }

  /// The archive that an earlier run kept, for a board whose files cannot be used now: after a reboot the panel shows
  /// the last good scene, not nothing (law 3). Nil when there is none, or none that a panel would take.
  init?(keptAt path: String, now: Instant) {
    guard let bytes = try? Files.read(path, limit: Self.maximumByteCount),
      let (record, hardware, hash) = try? bytes.withUnsafeBytes({ bytes in
        let archive = try Archive.validate(bytes)
        return (archive.board, BoardHardware(archive), archive.contentHash)
      }), let archive = try? ArchiveFile(bytes, contentHash: hash)
    else { return nil }
    self.archive = archive
    self.record = record
    self.hardware = hardware
    // A font that is missing may come without a change in the board's folder.
    nextReload = Instant(milliseconds: now.milliseconds + Self.retryMs)
    notices = []
    summary = "\(record.widthPx)×\(record.heightPx) px, the scene of an earlier run"
  }

  var isVirtual: Bool { hardware.isVirtual }

  /// The largest bank that a board may have.
  private static let maximumByteCount = 64 << 20
  private static let retryMs: Int64 = 300_000
}
