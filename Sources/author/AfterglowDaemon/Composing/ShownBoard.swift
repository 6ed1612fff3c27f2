import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit

/// The content that the daemon shows on a panel: a board as just composed, or the archive of an earlier run.
struct ShownBoard {
  let archive: ArchiveFile
  /// As in the archive.
  let record: BoardRecord
  /// When its content is due for the first time; nil = never.
  let nextReload: Instant?
  /// Messages for the user, each with its severity.
  let notices: [Diagnostic]
  let summary: String
  let hardware: BoardHardware
  /// A clock face is being tried out, which is not in the files.
  var isTried = false
  /// Only content has changed, as it does many times a day.
  var isRoutine = false
  /// Orders for this author at touches; none for an archive of an earlier run.
  var touches = TouchTable()

  /// A scene of the process that composes.
  ///
  /// - Parameter descriptor: of its archive, which is closed with it.
  /// - Throws: `Failure` for one that no panel accepts.
  init(_ scene: ComposedScene, _ descriptor: Int32) throws {
    archive = ArchiveFile(descriptor: descriptor, byteCount: scene.byteCount, contentHash: scene.contentHash)
    guard
      let (record, hardware) = archive.withMapping({ bytes -> (BoardRecord, BoardHardware)? in
        (try? Archive.reopen(bytes)).map { ($0.board, BoardHardware($0)) }
      })
    else { throw Failure(.unavailable, "a process that composes sent an archive that is not valid") }
    self.record = record
    self.hardware = hardware
    nextReload = scene.nextReloadMs.map(Instant.init(milliseconds:))
    notices = scene.notices.map(\.diagnostic)
    summary = scene.summary
    isTried = scene.isTried
    isRoutine = scene.isRoutine
    touches = scene.touches
  }

  /// The archive of an earlier run, for a board whose files cannot be used now: after a reboot the panel shows the last
  /// good scene, not nothing (law 3). nil if there is none, or none that a panel would accept.
  init?(keptAt path: String, now: Instant) {
    guard let bytes = try? Files.read(path, limit: Archive.maximumByteCount),
      let (record, hardware, hash) = try? bytes.withUnsafeBytes({ bytes in
        let archive = try Archive.validate(bytes)
        return (archive.board, BoardHardware(archive), archive.contentHash)
      }), let archive = try? ArchiveFile(bytes, contentHash: hash)
    else { return nil }
    self.archive = archive
    self.record = record
    self.hardware = hardware
    nextReload = Instant(milliseconds: now.milliseconds + Self.retryMs)
    notices = []
    summary = "\(record.widthPx)×\(record.heightPx) px, the scene of an earlier run"
  }

  var isVirtual: Bool { hardware.isVirtual }
  /// Whether the display is an e-paper panel, real or simulated.
  var isPaper: Bool { hardware.kind.isPaper }

  private static let retryMs: Int64 = 300_000
}
