import AfterglowCore
import AfterglowPreview
import AfterglowSources
import CLinux
import Foundation

/// Composes one board's scenes: reads its files when they have changed or content is due, runs its widgets' processes,
/// compiles and saves. Its calls wait for all of that; it belongs to the composer's thread.
final class Composition {
  private let source: BoardSource
  private let post: (Composer.News) -> Void
  private let watch: ContentWatch
  private let keeper: ArchiveKeeper
  private let sources: SourceKeeper?
  private let listing: SharedListing
  private var pace: ReadingPace
  private var board: ShownBoard

  /// Makes the first scene and reports it.
  ///
  /// - Parameters:
  ///   - isVirtual: whether it is shown in a file, regardless of the board's display.
  ///   - sources: keeps content from elsewhere up to date; nil = it is not.
  ///   - listing: gets what other programs are shown.
  /// - Throws: an error after which there is nothing to show.
  init(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, pace: ReadingPace = ReadingPace(),
    sources: SourceKeeper? = nil, listing: SharedListing = SharedListing(), post: @escaping (Composer.News) -> Void
  ) throws {
    self.source = source
    self.pace = pace
    self.sources = sources
    self.listing = listing
    self.post = post
    let begun = Date()
    watch = ContentWatch(source.watchedFiles)
    let prepared = try PreparedBoard(source, paths, isVirtual: isVirtual, post: post)
    board = prepared.board
    keeper = prepared.keeper
    follow(since: begun)
    // A guard of this run starts from the file.
    keep(paths.foreignSocket == nil ? .now : .whenDue)
    post(.ready(prepared))
  }

  /// Readable when files have changed; −1 if inotify is not available.
  var descriptor: Int32 { watch.descriptor }

  /// At most a minute ahead, so that a clock step never delays a reload by more.
  func nextDeadlineMs(nowMs: Int64) -> Int64 {
    let deadlines = [
      pace.dueMs(reloadMs: reloadMs(nowMs)), watch.nextLook(nowMs: nowMs),
      keeper.dueMs(board.archive).map { max(nowMs, $0) },
    ]
    return deadlines.compactMap { $0 }.reduce(nowMs + 60_000, min)
  }

  /// Performs the actions that are due.
  func step(nowMs: Int64) {
    if watch.hasChanged(nowMs: nowMs) { pace.changed(nowMs: nowMs) }
    if let reason = pace.reason(nowMs: nowMs, reloadMs: reloadMs(nowMs)) { compile(reason.rawValue) }
    keep(.whenDue)
  }

  /// When content is due, on a monotonic clock.
  private func reloadMs(_ nowMs: Int64) -> Int64? {
    board.nextReload.map { nowMs + $0.milliseconds - Instant.now.milliseconds }
  }

  /// Reads everything again. On any problem the last good archive remains on the panel.
  func compile(_ reason: String) {
    pace.begin(nowMs: ag_boottime_ms())
    let begun = Date()
    watch.begin()
    var isUsable = true
    do {
      board = try ShownBoard(source.compile(at: .now))
      board.isTried = source.face != nil
      post(.compiled(board, reason))
    } catch {
      isUsable = false
      post(.refused((error as? Failure)?.lines ?? ["\(error)"]))
    }
    follow(since: begun)
    pace.ended(isUsable: isUsable, nowMs: ag_boottime_ms())
  }

  /// Shows the next face, and reports how to keep it. No file changes.
  func showNextFace() {
    guard let face = source.turnFace() else {
      return post(.warning("this scene has no clock in a system family, so there are no faces to show", about: "faces"))
    }
    compile("clock face \(face.rawValue) (to keep it: configuration: {face: \(face.rawValue)} in the scene)")
  }

  /// Watches the files that have been read since then.
  private func follow(since begun: Date) {
    watch.follow(source.watchedFiles, readSince: begun, own: source.ownFiles)
    sources?.follow(source.sources)
    listing.value = source.listing
    for problem in watch.problems { post(.warning(problem, about: problem)) }
  }

  /// A face that is only tried out is not kept after the run, nor shown after the next boot.
  private func keep(_ urgency: ArchiveKeeper.Urgency) {
    if board.isTried { return }
    switch keeper.keep(board.archive, urgency) {
    case nil: break
    case .success?: post(.cleared("archive", words: "the archive can be written again"))
    case .failure(let error)?:
      post(.warning("\(error); the panel keeps running, but the next boot shows an older archive", about: "archive"))
    }
  }
}

/// A board about to be shown: its first scene, and its files and lock, which make this its only run.
struct PreparedBoard: @unchecked Sendable {
  let board: ShownBoard
  let places: RunPlaces
  let keeper: ArchiveKeeper

  init(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, post: (Composer.News) -> Void
  ) throws {
    var paths = paths
    board = try Self.firstBoard(source, paths, isVirtual: isVirtual, post)
    if isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    let hasRuntimeFolder = paths.foreignSocket == nil || isVirtual || board.isVirtual
    places = try RunPlaces(paths, hasRuntimeFolder: hasRuntimeFolder) { post(.warning($0, about: "lock")) }
    keeper = ArchiveKeeper(paths: paths)
  }

  /// The scene of the files; otherwise the last good one, with every problem reported.
  ///
  /// - Throws: an error if there is neither.
  private static func firstBoard(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, _ post: (Composer.News) -> Void
  ) throws -> ShownBoard {
    do {
      return try ShownBoard(source.compile(at: .now))
    } catch let failure as Failure {
      let places = (isVirtual ? [paths.virtualArchive] : []) + [paths.archive]
      guard let kept = places.lazy.compactMap({ ShownBoard(keptAt: $0, now: .now) }).first else { throw failure }
      post(.refused(failure.lines))
      return kept
    }
  }
}
