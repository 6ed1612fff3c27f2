import AfterglowCore
import AfterglowSources
import CLinux
import Foundation

/// Composes one board's scenes, step by step: reads its files when they have changed or content is due, asks its widgets'
/// processes, compiles and saves. Its calls wait for all of that; it belongs to one thread.
final class Composition {
  private let source: BoardSource
  private let tell: (Composer.News) -> Void
  private let watch: ContentWatch
  private let keeper: ArchiveKeeper
  private var pace: ReadingPace
  private var board: ShownBoard

  /// Makes the first scene, and tells all that was prepared for it.
  /// - Parameter isVirtual: whatever the board says, it is shown in a file.
  /// - Throws: what leaves nothing to show.
  init(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, pace: ReadingPace = ReadingPace(),
    tell: @escaping (Composer.News) -> Void
  ) throws {
    self.source = source
    self.pace = pace
    self.tell = tell
    let begun = Date()
    watch = ContentWatch(source.watchedFiles)
    let prepared = try PreparedBoard(source, paths, isVirtual: isVirtual, tell: tell)
    board = prepared.board
    keeper = prepared.keeper
    follow(since: begun)
    // A guard of this run starts from the file.
    keep(paths.foreignSocket == nil ? .now : .whenDue)
    tell(.ready(prepared))
  }

  /// To wait on until the next deadline; −1 where there is none.
  var descriptor: Int32 { watch.descriptor }

  /// At most a minute from now, so that a step of the clock never makes a reload late by more.
  func nextDeadlineMs(nowMs: Int64) -> Int64 {
    let deadlines = [
      pace.dueMs(reloadMs: reloadMs(nowMs)), watch.nextLook(nowMs: nowMs),
      keeper.dueMs(board.archive).map { max(nowMs, $0) },
    ]
    return deadlines.compactMap { $0 }.reduce(nowMs + 60_000, min)
  }

  /// Does what is due.
  func step(nowMs: Int64) {
    if watch.hasChanged(nowMs: nowMs) { pace.changed(nowMs: nowMs) }
    if let reason = pace.reason(nowMs: nowMs, reloadMs: reloadMs(nowMs)) { compile(reason.rawValue) }
    keep(.whenDue)
  }

  /// When content is due, by the clock that no one sets.
  private func reloadMs(_ nowMs: Int64) -> Int64? {
    board.nextReload.map { nowMs + $0.milliseconds - Instant.now.milliseconds }
  }

  /// Reads everything again. On any problem the last good archive stays on the panel.
  func compile(_ reason: String) {
    pace.begin(nowMs: ag_boottime_ms())
    let begun = Date()
    watch.begin()
    var isUsable = true
    do {
      board = try ShownBoard(source.compile(at: .now))
      board.isTried = source.face != nil
      tell(.compiled(board, reason))
    } catch {
      isUsable = false
      tell(.refused((error as? Failure)?.lines ?? ["\(error)"]))
    }
    follow(since: begun)
    pace.ended(isUsable: isUsable, nowMs: ag_boottime_ms())
  }

  /// Shows the face after the one that is shown, and says how to keep it. No file changes.
  func showNextFace() {
    guard let face = source.turnFace() else {
      return tell(.warning("this scene has no clock in a system family, so there are no faces to show", about: "faces"))
    }
    compile("clock face \(face.rawValue) (to keep it: configuration: {face: \(face.rawValue)} in the scene)")
  }

  /// The files were read since then; those that counted are watched from now on.
  private func follow(since begun: Date) {
    watch.follow(source.watchedFiles, readSince: begun, own: source.ownFiles)
    for problem in watch.problems { tell(.warning(problem, about: problem)) }
  }

  /// A face that is only tried is gone after the run, also from the next boot.
  private func keep(_ urgency: ArchiveKeeper.Urgency) {
    if board.isTried { return }
    switch keeper.keep(board.archive, urgency) {
    case nil: break
    case .success?: tell(.cleared("archive", words: "the archive can be written again"))
    case .failure(let error)?:
      tell(.warning("\(error); the panel goes on, but the next boot shows an older archive", about: "archive"))
    }
  }
}

/// A board that is about to be shown: its first scene, and its places, which make this the only run of it.
struct PreparedBoard: @unchecked Sendable {
  let board: ShownBoard
  let places: RunPlaces
  let keeper: ArchiveKeeper

  init(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, tell: (Composer.News) -> Void
  ) throws {
    var paths = paths
    board = try Self.firstBoard(source, paths, isVirtual: isVirtual, tell)
    if isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    let hasRuntimeFolder = paths.foreignSocket == nil || isVirtual || board.isVirtual
    places = try RunPlaces(paths, hasRuntimeFolder: hasRuntimeFolder) { tell(.warning($0, about: "lock")) }
    keeper = ArchiveKeeper(paths: paths)
  }

  /// What the files hold; else the last good scene, with every problem told.
  private static func firstBoard(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, _ tell: (Composer.News) -> Void
  ) throws -> ShownBoard {
    do {
      return try ShownBoard(source.compile(at: .now))
    } catch let failure as Failure {
      let places = (isVirtual ? [paths.virtualArchive] : []) + [paths.archive]
      guard let kept = places.lazy.compactMap({ ShownBoard(keptAt: $0, now: .now) }).first else { throw failure }
      tell(.refused(failure.lines))
      return kept
    }
  }
}
