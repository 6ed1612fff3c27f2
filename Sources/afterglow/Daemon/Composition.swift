import AfterglowArchive
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
  private let ticker: @Sendable () -> AuthorMoment
  private var ledger: ReloadLedgerFile
  private var clock: ClockSteps
  private var pace: ReadingPace
  private var board: ShownBoard
  /// How soon the archive is to be saved; nil = what is saved will do.
  private var worth: ArchiveKeeper.Urgency? = .whenDue

  /// Makes the first scene and reports it.
  ///
  /// - Parameters:
  ///   - isVirtual: whether it is shown in a file, regardless of the board's display.
  ///   - sources: keeps content from elsewhere up to date; nil = it is not.
  ///   - listing: gets what other programs are shown.
  ///   - ticker: the time now.
  /// - Throws: an error after which there is nothing to show.
  init(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, pace: ReadingPace = ReadingPace(),
    sources: SourceKeeper? = nil, listing: SharedListing = SharedListing(),
    ticker: @escaping @Sendable () -> AuthorMoment = { .now }, post: @escaping (Composer.News) -> Void
  ) throws {
    self.source = source
    self.ticker = ticker
    let moment = ticker()
    clock = ClockSteps(moment)
    ledger = ReloadLedgerFile(path: isVirtual ? paths.virtualReloads : paths.reloads)
    source.instances = WidgetInstances(budgets: ledger.budgets(moment))
    self.pace = pace
    self.sources = sources
    self.listing = listing
    self.post = post
    let begun = Date()
    watch = ContentWatch(source.watchedFiles)
    let prepared = try PreparedBoard(source, paths, isVirtual: isVirtual, ticker, post: post)
    board = prepared.board
    keeper = prepared.keeper
    if board.isKept { self.pace.ended(isUsable: false, nowMs: moment.bootMs) }
    follow(since: begun)
    publish(moment)
    // A guard of this run starts from the file.
    keep(paths.foreignSocket == nil ? .now : .whenDue)
    post(.ready(prepared))
  }

  /// Readable when files have changed; −1 if inotify is not available.
  var descriptor: Int32 { watch.descriptor }

  /// When `step` has something to do, since the boot in ms. At most an hour ahead, because a clock that is slewed reaches
  /// dates earlier or later.
  func nextDeadlineMs(_ moment: AuthorMoment) -> Int64 {
    let now = moment.bootMs
    let deadlines = [
      pace.changesDueMs, pace.reloadMs(dueMs: dueMs(moment)), watch.nextLook(nowMs: now),
      worth.flatMap { keeper.dueMs(board.archive, $0) }, ledger.dueMs(source.instances.budgets),
    ]
    return max(now, deadlines.compactMap { $0 }.reduce(now + 3_600_000, min))
  }

  /// When content is due.
  private func dueMs(_ moment: AuthorMoment) -> Int64? {
    [source.instances.dueMs(moment), board.nextCompile.map(moment.bootMs)].compactMap(\.self).min()
  }

  /// Performs the actions that are due.
  func step(_ moment: AuthorMoment) {
    let now = moment.bootMs
    if clock.take(moment) { source.instances.clockWasSet(moment) }
    if watch.hasChanged(nowMs: now) { pace.changed(nowMs: now) }
    if let due = pace.changesDueMs, due <= now { look(moment) }
    if let due = pace.reloadMs(dueMs: dueMs(moment)), due <= now { compile(Self.reloadDue, all: nil, moment) }
    if let worth { keep(worth) }
    ledger.keep(source.instances.budgets, moment)
  }

  /// Finds out what has changed. Content waits until it may be reloaded.
  private func look(_ moment: AuthorMoment) {
    pace.begin(nowMs: moment.bootMs)
    let begun = Date()
    watch.begin()
    let finding = source.instances.look(moment)
    let isDue = source.instances.dueMs(moment).map { $0 <= moment.bootMs } ?? false
    switch finding {
    case .nothing where !pace.isFailing, .content where !pace.isFailing && !isDue:
      // A folder may be there now that was not.
      follow(since: begun)
      publish(moment)
      pace.ended(isUsable: nil, nowMs: moment.bootMs)
    case .scene: compile(Self.filesChanged, all: .scene, moment)
    default: compile(Self.filesChanged, all: nil, moment)
    }
  }

  private static let filesChanged = "files changed"
  /// The reason for a compile that comes by itself.
  static let reloadDue = "reload due"

  /// Reloads the widgets of a source whose content was confirmed.
  func confirmed(_ key: String, _ moment: AuthorMoment) { source.instances.confirmed(key, moment) }

  /// Reads everything again. On any problem the last good archive remains on the panel.
  ///
  /// - Parameter all: why all widgets are reloaded; nil = only those that are due.
  func compile(_ reason: String, all: ReloadReason? = .asked, _ moment: AuthorMoment) {
    pace.begin(nowMs: moment.bootMs)
    let begun = Date()
    watch.begin()
    var isUsable = true
    do {
      board = try ShownBoard(source.compile(moment, all: all))
      board.isTried = source.face != nil
      note(source.instances.lastReasons, isDue: reason == Self.reloadDue)
      post(.compiled(board, reason))
    } catch {
      isUsable = false
      post(.refused((error as? Failure)?.lines ?? ["\(error)"]))
    }
    follow(since: begun)
    publish(moment)
    pace.ended(isUsable: isUsable, nowMs: ticker().bootMs)
  }

  /// Writes down what the next run goes on with.
  func finish() { ledger.keep(source.instances.budgets, ticker(), isEnd: true) }

  /// Shows the next face, and reports how to keep it. No file changes.
  func showNextFace(_ moment: AuthorMoment) {
    guard let face = source.turnFace() else {
      return post(.warning("this scene has no clock in a system family, so there are no faces to show", about: "faces"))
    }
    compile("clock face \(face.rawValue) (to keep it: configuration: {face: \(face.rawValue)} in the scene)", moment)
  }

  /// Watches the files that have been read since then.
  private func follow(since begun: Date) {
    watch.follow(source.watchedFiles, readSince: begun, own: source.ownFiles)
    sources?.follow(source.sources, trustsClock: board.record.clockTrust == ClockTrust.always.rawValue)
    for problem in watch.problems { post(.warning(problem, about: problem)) }
  }

  /// Lets other programs know.
  private func publish(_ moment: AuthorMoment) {
    var new = source.listing
    new.reloads = source.instances.reloads(moment)
    listing.value = new
  }

  /// Notes what is worth a line, and saving, of a compile. That content was confirmed is not: after a power cut it seems older, until the
  /// next one.
  private func note(_ reasons: [ReloadReason], isDue: Bool) {
    let isContent = reasons.allSatisfy { $0 == .changed || $0.isPatient }
    board.isRoutine = isDue || isContent && !reasons.isEmpty
    if reasons.allSatisfy({ $0 == .check }) && !reasons.isEmpty { return }
    let isTime = !reasons.isEmpty && reasons.allSatisfy { $0 == .check || $0 == .timeline }
    worth = isTime && worth != .whenDue ? .daily : .whenDue
    // A face that is only tried out is not kept after the run, nor shown after the next boot.
    if board.isTried { worth = nil }
  }

  private func keep(_ urgency: ArchiveKeeper.Urgency) {
    switch keeper.keep(board.archive, urgency) {
    case nil: break
    case .success?:
      worth = nil
      post(.cleared("archive", words: "the archive can be written again"))
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
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, _ ticker: @escaping @Sendable () -> AuthorMoment,
    post: (Composer.News) -> Void
  ) throws {
    var paths = paths
    let moment = ticker()
    board = try Self.firstBoard(source, paths, isVirtual: isVirtual, moment, post)
    if isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    let hasRuntimeFolder = paths.foreignSocket == nil || isVirtual || board.isVirtual
    places = try RunPlaces(paths, hasRuntimeFolder: hasRuntimeFolder) { post(.warning($0, about: "lock")) }
    keeper = ArchiveKeeper(paths: paths, ticker: ticker)
  }

  /// The scene of the files; otherwise the last good one, with every problem reported.
  ///
  /// - Throws: an error if there is neither.
  private static func firstBoard(
    _ source: BoardSource, _ paths: RuntimePaths, isVirtual: Bool, _ moment: AuthorMoment,
    _ post: (Composer.News) -> Void
  ) throws -> ShownBoard {
    do {
      return try ShownBoard(source.compile(moment, all: .begun))
    } catch let failure as Failure {
      let places = (isVirtual ? [paths.virtualArchive] : []) + [paths.archive]
      guard let kept = places.lazy.compactMap({ ShownBoard(keptAt: $0, now: moment.wall) }).first else { throw failure }
      post(.refused(failure.lines))
      return kept
    }
  }
}
