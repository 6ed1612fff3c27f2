import AfterglowCore
import AfterglowLinux
import CLinux
import Foundation

/// What `afterglow run` was asked for.
struct DaemonOptions {
  var isHeadless = false
  /// Whatever the board says: a virtual framebuffer, and no hardware touched.
  var isVirtual = false
  /// The socket of a guard that runs as a service: taken over, never started or stopped.
  var controlSocket: String?
  var stopsAfterFirstUpdate = false
  var lux: Illuminance?
  var luxTrace: LuxTraceFile?
}

/// Keeps one board's panel right: carries what is composed to the guard, and what the guard says to people. One thread and one
/// wait; everything that happens is a deadline or a descriptor. Files, widgets' processes and compiling are the composer's, what
/// people look at the console's, what they read the lines': this loop waits for none of them, nor for its guard.
final class Daemon {
  let options: DaemonOptions
  let places: RunPlaces
  let keeper: ArchiveKeeper
  let composer: Composer
  let teller: Teller
  let console: Console
  let guardian: GuardKeeper
  var board: ShownBoard
  var news = PanelNews()
  private var trace: TracePlayer?
  /// When `--once` gives up; nil = it was not asked for.
  private let firstFrameByMs: Int64?
  var isStopping = false

  private static let firstFrameLimitMs: Int64 = 10_000

  /// - Parameter program: nil where the guard is somebody else's.
  init(_ options: DaemonOptions, program: GuardProgram?, composer: Composer, first: PreparedBoard, lines: LineQueue) {
    self.options = options
    self.composer = composer
    places = first.places
    keeper = first.keeper
    board = first.board
    teller = Teller(lines.write)
    console = Console(
      picturePath: places.paths.picture, board: board.record,
      showsPictures: !options.isHeadless && (options.isVirtual || board.isVirtual), lines: lines)
    guardian = GuardKeeper(places, keeper, program: program, teller: teller)
    if let lux = options.lux { guardian.tell(.light(.value(lux))) }
    let now = ag_boottime_ms()
    trace = options.luxTrace.map { TracePlayer($0, startedAtMs: now) }
    firstFrameByMs = options.stopsAfterFirstUpdate ? now + Self.firstFrameLimitMs : nil
  }

  /// Whether the panel is a file that this program can look at.
  var isShownInFile: Bool { options.isVirtual || board.isVirtual }
  /// Whether the guard is another's, and outlives this run.
  var isService: Bool { options.controlSocket != nil }
  private var scene: GuardScene { GuardScene(archive: board.archive, isInFile: isShownInFile) }

  /// - Parameter news: the composer's, after the first scene.
  func run(_ signals: Signals, news: [Composer.News]) throws {
    // A new window size interrupts the wait; the handler has nothing to do.
    signal(SIGWINCH) { _ in }
    reportNotices()
    adviseOnPermissions()
    defer { console.leave() }
    try guardian.begin(scene, nowMs: ag_boottime_ms())
    introduce()
    if !options.isHeadless { console.beginKeys() }
    news.forEach(handle)
    while !isStopping { try turn(signals) }
    stop()
  }

  /// One wait and everything that it brought.
  private func turn(_ signals: Signals) throws {
    var set = PollSet()
    _ = set.add(signals.descriptor)
    _ = set.add(composer.news.descriptor)
    guardian.join(&set)
    let keyPlace = console.join(&set)
    set.wait(timeoutMs: max(0, nextDeadlineMs() - ag_boottime_ms()))
    if signals.take(composer) { isStopping = true }
    guardian.receive(nowMs: ag_boottime_ms(), handle)
    if set.isReady(keyPlace) { console.pressed().forEach(fulfil) }
    composer.news.take().forEach(handle)
    do { try places.keep() } catch { teller.warn("the run's lock was removed: \(error)", about: "lock") }
    if !isStopping { try guardian.keep(scene, nowMs: ag_boottime_ms()) }
    while let light = trace?.take(nowMs: ag_boottime_ms()) { guardian.tell(.light(light)) }
    console.redrawIfResized()
    try endIfNothingIsShown()
  }

  /// `--once` waits for a frame, but not for a display that somebody may plug in some day.
  private func endIfNothingIsShown() throws {
    guard let firstFrameByMs, !isStopping, ag_boottime_ms() > firstFrameByMs else { return }
    let why =
      guardian.isConnected
      ? "" : options.controlSocket.map { ": no guard answers at \($0); start its service, or name its socket" } ?? ""
    stop()
    throw Failure(.unavailable, "no frame was shown within \(Self.firstFrameLimitMs / 1000) s\(why)")
  }

  private func nextDeadlineMs() -> Int64 {
    let now = ag_boottime_ms()
    let deadlines = [guardian.deadlineMs(nowMs: now), trace?.dueMs, firstFrameByMs.map { $0 + 1 }]
    return deadlines.compactMap { $0 }.reduce(now + 60_000, min)
  }

  private func fulfil(_ wish: KeyWish) {
    switch wish {
    case .mode(let mode, let name):
      teller.say("asked for \(name)", at: .now)
      guardian.tell(.mode(mode))
    case .power:
      let isLit = guardian.briefing.isDark
      teller.say("asked for a \(isLit ? "lit panel" : "dark panel")", at: .now)
      guardian.tell(.power(isLit: isLit))
      console.mirror.ask { $0.isDark = !isLit }
    case .face: composer.order(.nextFace)
    case .quit: isStopping = true
    }
  }

  /// Hands a new scene over; one with the same content is on the panel already.
  func take(_ fresh: ShownBoard, _ reason: String) {
    let isKnown = fresh.archive.contentHash == board.archive.contentHash
    teller.clear(Teller.files)
    board = fresh
    console.mirror.ask { $0.board = fresh.record }
    teller.say("\(reason): compiled \(byteText(fresh.archive.byteCount))\(isKnown ? ", as before" : "")", at: .now)
    reportNotices()
    guardian.offer(scene, again: reason == Composer.hangUp)
  }

  /// A disk that takes longer is not waited for.
  private static let saveLimitMs = 5_000

  /// Ends the guard, then writes the last picture and what is newer than the saved archive: nothing is left half done.
  private func stop() {
    let stopLimitMs = GuardLink.stopLimitMs(isEmissive: board.record.isEmissive != 0)
    let isGone = guardian.stop(withinMs: stopLimitMs)
    if !board.isTried, case .failure(let error)? = keeper.keepNow(board.archive, withinMs: Self.saveLimitMs) {
      teller.warn("\(error)", about: "archive")
    }
    if isService { return teller.say("stopped; the panel goes on") }
    console.mirror.ask { $0.isUpdate = true }
    console.mirror.finish(withinMs: 2_000)
    console.leave()
    if isGone {
      teller.say(
        isShownInFile ? "stopped; the last picture is \(places.paths.picture)" : "stopped; the display is given back")
    } else {
      let limit = "\(stopLimitMs / 1_000) s"
      teller.warn("the guard did not end within \(limit); see \(places.paths.rendererLog)", about: "stop")
    }
  }
}
