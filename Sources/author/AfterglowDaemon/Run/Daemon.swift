import AfterglowArchive
import AfterglowCore
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// The options of `afterglow run`.
package struct DaemonOptions {
  let isHeadless: Bool
  let isVirtual: Bool
  let controlSocket: String?
  let stopsAfterFirstUpdate: Bool
  let lux: Illuminance?
  let luxTrace: LuxTraceFile?
  let httpPort: UInt16?

  /// - Parameters:
  ///   - isHeadless: whether the run shows no pictures in the terminal and reads no keys.
  ///   - isVirtual: whether a virtual framebuffer is used instead of the board's hardware.
  ///   - controlSocket: the socket of a guard that runs as a service: used, but never started or stopped.
  ///   - lux: the light that replaces the board's source; nil = none does.
  ///   - httpPort: the port on loopback for other programs; 0 = any, nil = none.
  package init(
    isHeadless: Bool, isVirtual: Bool, controlSocket: String?, stopsAfterFirstUpdate: Bool, lux: Illuminance?,
    luxTrace: LuxTraceFile?, httpPort: UInt16?
  ) {
    self.isHeadless = isHeadless
    self.isVirtual = isVirtual
    self.controlSocket = controlSocket
    self.stopsAfterFirstUpdate = stopsAfterFirstUpdate
    self.lux = lux
    self.luxTrace = luxTrace
    self.httpPort = httpPort
  }
}

/// Keeps one board's panel up to date: sends composed scenes to the guard, and the guard's reports to the user. One
/// thread with one poll loop; every event is a deadline or a descriptor. The composer handles files, widgets' processes
/// and compiling, the console pictures, the line queue messages: this loop blocks on none of them, nor on its guard.
final class Daemon {
  let options: DaemonOptions
  let places: RunPlaces
  let keeper: ArchiveKeeper
  let composer: Composer
  let reporter: StatusReporter
  let console: Console
  let guardian: GuardKeeper
  var board: ShownBoard
  var news = PanelNews()
  var touch: TouchCounter
  private var dates: Dates
  var isStopping = false

  /// Times that follow from the options.
  private struct Dates {
    var trace: TracePlayer?
    /// When `--once` gives up; nil = without it.
    var firstFrameByMs: Int64?
  }

  private static let firstFrameLimitMs: Int64 = 10_000

  /// - Parameter program: nil if the guard is a service's.
  /// - Throws: `Failure` when there is no descriptor.
  init(
    _ options: DaemonOptions, program: GuardProgram?, composer: Composer, first: PreparedBoard, lines: LineQueue
  ) throws {
    self.options = options
    self.composer = composer
    touch = try TouchCounter()
    places = first.places
    keeper = first.keeper
    board = first.board
    reporter = StatusReporter(lines.write)
    console = Console(
      picturePath: places.paths.picture, board: board.record,
      showsPictures: !options.isHeadless && (options.isVirtual || board.isVirtual), lines: lines)
    guardian = GuardKeeper(places, keeper, program: program, reporter: reporter)
    if let lux = options.lux { guardian.send(.light(.value(lux))) }
    let now = ag_boottime_ms()
    // E-paper takes up to 20 s for a frame.
    let limitMs = board.isPaper ? 4 * Self.firstFrameLimitMs : Self.firstFrameLimitMs
    dates = Dates(
      trace: options.luxTrace.map { TracePlayer($0, startedAtMs: now) },
      firstFrameByMs: options.stopsAfterFirstUpdate ? now + limitMs : nil)
    touch.desk.note(board.touches, of: board.archive.contentHash)
  }

  /// Whether the panel is a file that this program can read.
  var isShownInFile: Bool { options.isVirtual || board.isVirtual }
  /// Whether the guard is a service's and continues after this run.
  var isService: Bool { options.controlSocket != nil }
  private var scene: GuardScene { GuardScene(archive: board.archive, isInFile: isShownInFile, isPaper: board.isPaper) }

  /// Runs until a signal, a key or an error ends it.
  ///
  /// - Parameter news: the composer's reports after the first scene.
  /// - Throws: `Failure` if the run cannot begin or continue.
  func run(_ signals: Signals, news: [Composer.News]) throws {
    // A new window size interrupts the wait; the handler does nothing.
    signal(SIGWINCH) { _ in }
    reportNotices()
    adviseOnPermissions()
    adviseOnSecrets()
    defer { console.leave() }
    try hostPanel()
    try guardian.begin(scene, nowMs: ag_boottime_ms())
    let server = serve()
    defer { server?.end() }
    printSummary(requests: server?.addresses ?? [])
    if !options.isHeadless { console.beginKeys() }
    news.forEach(handle)
    while !isStopping {
      try turn(signals)
      server?.keep { reporter.warn($0, about: $0) }
    }
    stop()
  }

  /// Lets other programs reach this run.
  private func serve() -> AuthorServer? {
    if options.stopsAfterFirstUpdate { return nil }
    let service = AuthorService(
      composer.listing, folder: .standard, secrets: .standard, controlSocket: places.paths.controlSocket
    ) { [composer] in
      composer.order(.compile(Composer.hangUp))
    }
    return AuthorServer(path: places.paths.authorSocket, port: options.httpPort, service: service) {
      reporter.warn($0, about: $0)
    }
  }

  /// Hosts the panel that the guard is to find.
  ///
  /// - Throws: `Failure` when its socket cannot be made.
  private func hostPanel() throws {
    guard isShownInFile, board.isPaper, !isService else { return }
    try console.host(board.record, places.paths)
  }

  /// Waits once, and handles everything that arrived.
  ///
  /// - Throws: `Failure` if the run cannot continue.
  private func turn(_ signals: Signals) throws {
    var set = PollSet()
    _ = set.add(signals.descriptor)
    _ = set.add(composer.news.descriptor)
    guardian.join(&set)
    _ = set.add(touch.performer.ends.descriptor)
    let keyPlace = console.join(&set)
    set.wait(timeoutMs: max(0, nextDeadlineMs() - ag_boottime_ms()))
    if signals.take(composer) { isStopping = true }
    guardian.receive(nowMs: ag_boottime_ms(), handle)
    if set.isReady(keyPlace) { console.pressed().forEach(perform) }
    composer.news.take().forEach(handle)
    keepTouch()
    do { try places.keep() } catch { reporter.warn("the run's lock was removed: \(error)", about: "lock") }
    if !isStopping { try guardian.keep(scene, nowMs: ag_boottime_ms()) }
    while let light = dates.trace?.take(nowMs: ag_boottime_ms()) { guardian.send(.light(light)) }
    console.redrawIfResized()
    try endIfNothingIsShown()
  }

  /// `--once` waits for a frame, but not for a display that may never be connected.
  ///
  /// - Throws: `Failure` on timeout.
  private func endIfNothingIsShown() throws {
    guard let firstFrameByMs = dates.firstFrameByMs, !isStopping, ag_boottime_ms() > firstFrameByMs else { return }
    let why =
      guardian.isConnected
      ? "" : options.controlSocket.map { ": no guard answers at \($0); start its service, or name its socket" } ?? ""
    stop()
    throw Failure(.unavailable, "no frame was shown within \(Self.firstFrameLimitMs / 1000) s\(why)")
  }

  private func nextDeadlineMs() -> Int64 {
    let now = ag_boottime_ms()
    let deadlines = [
      guardian.deadlineMs(nowMs: now), dates.trace?.dueMs, dates.firstFrameByMs.map { $0 + 1 }, touch.desk.dueMs,
    ]
    return deadlines.compactMap { $0 }.reduce(now + 60_000, min)
  }

  private func perform(_ command: KeyCommand) {
    switch command {
    case .mode(let mode, let name):
      reporter.say("asked for \(name)", at: .now)
      guardian.send(.mode(mode))
    case .power:
      let isLit = guardian.settings.isDark
      reporter.say("asked for a \(isLit ? "lit panel" : "dark panel")", at: .now)
      guardian.send(.power(isLit: isLit))
      console.mirror.ask { $0.isDark = !isLit }
    case .face: composer.order(.nextFace)
    case .quit: isStopping = true
    }
  }

  /// Takes a new scene and sends it to the guard, unless its content is on the panel already.
  func take(_ fresh: ShownBoard, _ reason: String) {
    let isKnown = fresh.archive.contentHash == board.archive.contentHash
    reporter.clear(StatusReporter.files)
    board = fresh
    console.mirror.ask { $0.board = fresh.record }
    if !isService || !fresh.isRoutine {
      reporter.say("\(reason): compiled \(byteText(fresh.archive.byteCount))\(isKnown ? ", as before" : "")", at: .now)
    }
    reportNotices()
    touch.desk.note(fresh.touches, of: fresh.archive.contentHash)
    guardian.offer(scene, again: reason == Composer.hangUp)
    settleTouch(reason)
  }

  /// Maximum duration of a save on exit, in ms.
  private static let saveLimitMs = 5_000

  /// Ends the guard, then writes the last picture and saves an archive newer than the saved one.
  private func stop() {
    let stopLimitMs = GuardLink.stopLimitMs(board.record)
    let isGone = guardian.stop(withinMs: stopLimitMs)
    console.endHosting()
    if !board.isTried, case .failure(let error)? = keeper.keepNow(board.archive, withinMs: Self.saveLimitMs) {
      reporter.warn("\(error)", about: "archive")
    }
    if isService { return reporter.say("stopped; the panel keeps running") }
    console.mirror.ask { $0.isUpdate = true }
    console.mirror.finish(withinMs: 2_000)
    console.leave()
    if isGone {
      reporter.say(
        isShownInFile ? "stopped; the last picture is \(places.paths.picture)" : "stopped; the display is given back")
    } else {
      let limit = "\(stopLimitMs / 1_000) s"
      reporter.warn("the guard did not end within \(limit); see \(places.paths.rendererLog)", about: "stop")
    }
  }
}
