import AfterglowBoards
import AfterglowCore
import AfterglowLinux
import AfterglowSources
import CLinux
import Foundation

/// Reads a board's files, asks its widgets' processes, compiles and saves, on a thread of its own, so that the daemon's loop
/// waits for none of it.
///
/// The thread alone touches the source, the watch and the pace; what is done there comes out as `news`, and `orders` go in.
final class Composer: @unchecked Sendable {
  enum Order: Sendable {
    /// Read everything again, whatever has changed.
    case compile(String)
    case end
  }

  enum News: @unchecked Sendable {
    /// The first scene, and all that was prepared for it.
    case ready(PreparedBoard)
    /// There is nothing to show and nothing was ever shown.
    case failed(any Error)
    /// A scene, and why it was compiled.
    case compiled(ShownBoard, String)
    /// What is wrong with the files; the last good scene stays.
    case refused([String])
    case warning(String, about: String)
    /// What was warned about is well again.
    case cleared(String, words: String)
  }

  let news: Mailbox<News>
  private let orders: Mailbox<Order>
  private let finished = DispatchSemaphore(value: 0)

  // MARK: of the thread

  private let source: BoardSource
  private let options: DaemonOptions
  private let ownsGuard: Bool
  private var watch: ContentWatch?
  private var pace = ChangePace()
  private var board: ShownBoard?
  private var keeper: ArchiveKeeper?
  private var reloads = ReloadPace()
  private var isEnding = false

  /// As the main thread's: trees of views are laid out by recursion.
  private static let stackByteCount = 8 << 20

  init(source: BoardSource, options: DaemonOptions, ownsGuard: Bool) throws {
    self.source = source
    self.options = options
    self.ownsGuard = ownsGuard
    news = try Mailbox()
    orders = try Mailbox()
  }

  func start() {
    let thread = Thread { [self] in
      WorkThread.blockSignals()
      prepare()
      while !isEnding && board != nil { turn() }
      finished.signal()
    }
    thread.stackSize = Self.stackByteCount
    thread.name = "composer"
    thread.start()
  }

  func order(_ order: Order) { orders.post(order) }

  /// Asks it to end. One that waits for a widget or a disk goes with the process.
  /// - Returns: whether it did.
  func end(withinMs limit: Int) -> Bool {
    orders.post(.end)
    let isOver = finished.wait(timeout: .now() + .milliseconds(limit)) == .success
    if isOver { finished.signal() }
    return isOver
  }

  private func prepare() {
    do {
      let begun = Date()
      let watch = ContentWatch(source.watchedFiles)
      let prepared = try PreparedBoard(source, options, ownsGuard: ownsGuard) { news.post($0) }
      watch.follow(source.watchedFiles, readSince: begun, own: source.ownFiles)
      board = prepared.board
      keeper = prepared.keeper
      self.watch = watch
      reportWatch()
      keep(ownsGuard ? .now : .whenDue)
      news.post(.ready(prepared))
    } catch {
      news.post(.failed(error))
    }
  }

  /// One wait and everything that it brought.
  private func turn() {
    guard let watch else { return }
    var set = PollSet()
    _ = set.add(orders.descriptor)
    _ = set.add(watch.descriptor)
    set.wait(timeoutMs: max(0, nextDeadlineMs() - ag_boottime_ms()))
    for order in orders.take() {
      switch order {
      case .compile(let reason): compile(reason)
      case .end: isEnding = true
      }
    }
    if isEnding { return }
    let now = ag_boottime_ms()
    if watch.hasChanged(nowMs: now) {
      pace.changed(nowMs: now)
      reloads.filesChanged()
    }
    if let due = pace.dueMs, now >= due {
      compile("files changed")
    } else if let due = board?.nextReload, due <= .now, now >= reloads.notBeforeMs {
      compile("reload due")
    }
    keep(.whenDue)
  }

  /// At most a minute from now, so that a step of the clock never makes a reload late by more.
  private func nextDeadlineMs() -> Int64 {
    let now = ag_boottime_ms()
    var next = now + 60_000
    if let at = pace.dueMs { next = min(next, at) }
    if let at = watch?.nextLook(nowMs: now) { next = min(next, at) }
    if let board, let at = keeper?.dueMs(board.archive) { next = min(next, max(now, at)) }
    if let due = board?.nextReload {
      next = min(next, max(reloads.notBeforeMs, now + due.milliseconds - Instant.now.milliseconds))
    }
    return next
  }

  /// On any problem the last good archive stays on the panel.
  private func compile(_ reason: String) {
    pace.begin(nowMs: ag_boottime_ms())
    let begun = Date()
    watch?.begin()
    do {
      let fresh = try ShownBoard(source.compile(at: .now))
      board = fresh
      reloads.succeeded(nowMs: ag_boottime_ms())
      news.post(.compiled(fresh, reason))
    } catch {
      reloads.failed(nowMs: ag_boottime_ms())
      news.post(.refused((error as? Failure)?.lines ?? ["\(error)"]))
    }
    watch?.follow(source.watchedFiles, readSince: begun, own: source.ownFiles)
    pace.ended(nowMs: ag_boottime_ms())
    reportWatch()
  }

  private func reportWatch() {
    for problem in watch?.problems ?? [] { news.post(.warning(problem, about: problem)) }
  }

  private func keep(_ urgency: ArchiveKeeper.Urgency) {
    guard let board, let result = keeper?.keep(board.archive, urgency) else { return }
    switch result {
    case .success: news.post(.cleared("archive", words: "the archive can be written again"))
    case .failure(let error):
      news.post(
        .warning("\(error); the panel goes on, but the next boot shows an older archive", about: "archive"))
    }
  }
}

/// A board that is about to be shown: its first scene, its folders, and the lock that makes this the only run of it.
struct PreparedBoard: @unchecked Sendable {
  let board: ShownBoard
  let paths: RuntimePaths
  let keeper: ArchiveKeeper
  let lock: RunLock?

  init(
    _ source: BoardSource, _ options: DaemonOptions, ownsGuard: Bool, tell: (Composer.News) -> Void
  ) throws {
    var paths = RuntimePaths(board: source.identity)
    paths.foreignSocket = options.controlSocket
    board = try Self.firstBoard(source, paths, isVirtual: options.isVirtual, tell)
    if options.isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    if ownsGuard || options.isVirtual || board.isVirtual { try paths.makeRuntimeFolder() }
    lock = try Self.lock(source, paths, options, tell)
    keeper = ArchiveKeeper(paths: paths)
    self.paths = paths
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

  /// One run a board. Where nothing can be written, the panel matters more.
  private static func lock(
    _ source: BoardSource, _ paths: RuntimePaths, _ options: DaemonOptions, _ tell: (Composer.News) -> Void
  ) throws -> RunLock? {
    do {
      if options.controlSocket != nil { try Files.makeFolder(paths.stateFolder, mode: 0o700) }
      return try RunLock(paths.authorLock, board: source.name)
    } catch let failure as FileFailure {
      tell(.warning("\(failure); a second run of this board would not be noticed", about: "lock"))
      return nil
    }
  }
}
