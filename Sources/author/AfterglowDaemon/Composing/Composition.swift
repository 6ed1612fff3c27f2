import AfterglowArchive
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import CLinux
import Foundation

/// Composes one board's scenes: reads its files when they have changed or content is due, runs its widgets' processes, and
/// compiles. Its calls wait for all of that; it belongs to a process of its own (`ComposingProcess`).
final class Composition {
  /// What it reports.
  enum News {
    /// A scene and its archive.
    case composed([UInt8], ComposedScene)
    /// Problems of the files.
    case refused([String])
    case warning(String, about: String)
    /// The subject of a warning is resolved.
    case cleared(String, words: String)
    /// What other programs are shown.
    case listing(BoardListing, trustsClock: Bool)
  }

  private let source: BoardSource
  private let post: (News) -> Void
  private let watch: ContentWatch
  private let ticker: @Sendable () -> AuthorMoment
  private var ledger: ReloadLedgerFile
  private var clock: ClockSteps
  private var pace: ReadingPace
  /// When a compile is due although no content is.
  private var nextCompile: Instant?
  private var trustsClock = false

  /// Makes the first scene and reports it, or why there is none.
  ///
  /// - Parameters:
  ///   - ledger: the file of the widgets' budgets.
  ///   - reason: why the first scene is made.
  ///   - ticker: the time now.
  init(
    _ source: BoardSource, ledger: String, reason: String = ReloadReason.begun.rawValue,
    pace: ReadingPace = ReadingPace(), ticker: @escaping @Sendable () -> AuthorMoment = { .now },
    post: @escaping (News) -> Void
  ) throws {
    self.source = source
    self.ticker = ticker
    let moment = ticker()
    clock = ClockSteps(moment)
    self.ledger = ReloadLedgerFile(path: ledger)
    source.instances = WidgetInstances(budgets: self.ledger.budgets(moment))
    self.pace = pace
    self.post = post
    watch = ContentWatch(source.watchedFiles)
    compile(reason, all: .begun, moment)
  }

  /// Readable when files have changed; −1 if inotify is not available.
  var descriptor: Int32 { watch.descriptor }

  /// When `step` has something to do, since the boot in ms. At most an hour ahead, because a clock that is slewed reaches
  /// dates earlier or later.
  func nextDeadlineMs(_ moment: AuthorMoment) -> Int64 {
    let now = moment.bootMs
    let deadlines = [
      pace.changesDueMs, pace.reloadMs(dueMs: dueMs(moment)), watch.nextLook(nowMs: now),
      ledger.dueMs(source.instances.budgets),
    ]
    return max(now, deadlines.compactMap { $0 }.reduce(now + 3_600_000, min))
  }

  /// When content is due.
  private func dueMs(_ moment: AuthorMoment) -> Int64? {
    [source.instances.dueMs(moment), nextCompile.map(moment.bootMs)].compactMap(\.self).min()
  }

  /// Performs the actions that are due.
  func step(_ moment: AuthorMoment) {
    let now = moment.bootMs
    if clock.take(moment) { source.instances.clockWasSet(moment) }
    if watch.hasChanged(nowMs: now) { pace.changed(nowMs: now) }
    if let due = pace.changesDueMs, due <= now { look(moment) }
    if let due = pace.reloadMs(dueMs: dueMs(moment)), due <= now { compile(Self.reloadDue, all: nil, moment) }
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
  /// A missing font may be installed without a change in the board's folder.
  private static let retryMs: Int64 = 300_000

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
      let board = try source.compile(moment, all: all)
      nextCompile = board.compiled.nextCompile.map { Instant(roundingUp: $0) }
      trustsClock = board.record.clockTrust == ClockTrust.always.rawValue
      post(.composed(board.archive, try scene(board, reason)))
    } catch {
      isUsable = false
      nextCompile = nextCompile ?? Instant(milliseconds: moment.wall.milliseconds + Self.retryMs)
      post(.refused(ComposingProcess.lines(of: error)))
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
    for problem in watch.problems { post(.warning(problem, about: problem)) }
  }

  /// Lets other programs know.
  private func publish(_ moment: AuthorMoment) {
    var new = source.listing
    new.reloads = source.instances.reloads(moment)
    post(.listing(new, trustsClock: trustsClock))
  }

  /// What is worth a line, and saving, of a compile. That content was confirmed is not: after a power cut it seems older, until
  /// the next one.
  private func scene(_ board: CompiledBoard, _ reason: String) throws -> ComposedScene {
    let reasons = source.instances.lastReasons
    let isContent = reasons.allSatisfy { $0 == .changed || $0.isPatient }
    let isTime = !reasons.isEmpty && reasons.allSatisfy { $0 == .check || $0 == .timeline }
    let isConfirmed = reasons.allSatisfy { $0 == .check } && !reasons.isEmpty
    return ComposedScene(
      reason: reason, byteCount: board.archive.count, contentHash: try board.withArchive { $0.contentHash },
      nextReloadMs: board.nextReload?.milliseconds,
      notices: board.logged.map { ComposedScene.Notice($0) }, summary: board.summary,
      isTried: source.face != nil, isRoutine: reason == Self.reloadDue || isContent && !reasons.isEmpty,
      urgency: isConfirmed ? nil : isTime ? .daily : .whenDue, setAside: source.listing.setAside,
      touches: board.compiled.touches)
  }
}
