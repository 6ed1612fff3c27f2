import AfterglowCore
import AfterglowLinux
import AfterglowVirtual
import CLinux
import Foundation
import Logging

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

/// Keeps one board's panel right: hands over what is composed, and starts the guard again when it has gone. One thread and one
/// wait; everything that happens is a deadline or a descriptor. Files, widgets' processes and compiling are the composer's, what
/// people look at the mirror's, what they read the lines': this loop waits for none of them, nor for its guard.
final class Daemon {
  let source: BoardSource
  let options: DaemonOptions
  let paths: RuntimePaths
  /// This is the only run of the board as long as it is held.
  var lock: RunLock?
  let composer: Composer
  let keeper: ArchiveKeeper
  let lines: LineQueue
  let log: Logger
  let link: GuardLink
  let guardLog: GuardLog
  /// The firmware program; nil where the guard is somebody else's.
  let renderer: String?
  var board: ShownBoard
  let mirror: MirrorThread
  private let hasTerminal: Bool
  var keys: KeyReader?
  var limit = RateLimit()

  var guardRetry = Backoff()
  /// A guard that was started answers until then.
  var connectByMs: Int64?
  /// One that hung up before its first picture has ended until then, and its status says why.
  var endByMs: Int64?
  /// The content that the guard was given last and has not refused.
  var handedHash: UInt64?
  /// Whether there was a picture since this program began.
  var hasShown = false
  /// Set from the end of a guard to the picture of the next one.
  var isGuardAway = false
  var updateCount = 0
  /// The display as the guard named it last.
  var displayName = ""
  /// What dims the panel, as the guard said last.
  var dimming = ""
  var isDark = false {
    didSet { mirror.ask { $0.isDark = isDark } }
  }
  /// What this program asked for or heard last, for a guard that comes anew; nil or absent = nothing.
  struct Asked {
    var power: Bool?
    var mode: ModeOverride?
    var light = Reading<Illuminance>.absent
  }
  var asked = Asked()
  var nextLuxSample = 0
  var startedAtMs: Int64 = 0
  var isStopping = false

  static let firstFrameLimitMs: Int64 = 10_000

  /// - Parameter renderer: the firmware program; nil where the guard is somebody else's.
  init(
    source: BoardSource, options: DaemonOptions, renderer: String?, composer: Composer, prepared: PreparedBoard,
    lines: LineQueue
  ) {
    self.source = source
    self.options = options
    self.renderer = renderer
    self.composer = composer
    paths = prepared.paths
    keeper = prepared.keeper
    lock = prepared.lock
    board = prepared.board
    link = GuardLink(paths: paths)
    guardLog = GuardLog(path: paths.rendererLog)
    let showsPictures = options.isVirtual || board.isVirtual
    let terminal =
      options.isHeadless || !showsPictures || !Terminal.showsPictures ? nil : TerminalPanel(textRows: 8)
    hasTerminal = terminal != nil
    self.lines = lines
    log = Logger(label: "afterglow") { _ in QueuedLog(lines) }
    // In a terminal picture and lines come in order; a file's picture waits for nobody who reads lines.
    mirror = MirrorThread(
      PanelMirror(picturePath: paths.picture, board: board.record, terminal: terminal, log: log),
      on: terminal == nil ? WorkThread("mirror") : lines.thread)
    if let lux = options.lux { asked.light = .value(lux) }
  }

  /// Whether the panel is a file that this program can look at.
  var isShownInFile: Bool { options.isVirtual || board.isVirtual }

  /// - Parameters:
  ///   - signals: reports signals, which are blocked.
  ///   - news: the composer's, after the first scene.
  func run(_ signals: Int32, news: [Composer.News]) throws {
    // A new window size interrupts the wait; the handler has nothing to do.
    signal(SIGWINCH) { _ in }
    startedAtMs = ag_boottime_ms()
    reportNotices()
    adviseOnPermissions()
    defer { leaveTerminal() }
    try startOrJoinGuard()
    introduce()
    if !options.isHeadless && Terminal.hasKeys { keys = KeyReader() }
    news.forEach(handle)
    while !isStopping { try turn(signals) }
    stop()
  }

  /// One wait and everything that it brought.
  private func turn(_ signals: Int32) throws {
    var set = PollSet()
    _ = set.add(signals)
    _ = set.add(link.socket, writes: link.hasMoreToSay)
    _ = set.add(composer.news.descriptor)
    _ = set.add(guardLog.descriptor)
    let keyPlace = set.add(keys == nil ? -1 : STDIN_FILENO)
    set.wait(timeoutMs: max(0, nextDeadlineMs() - ag_boottime_ms()))
    handleSignals(signals)
    link.flush()
    handleMessages()
    tellGuardsWords()
    if set.isReady(keyPlace) { handleKeys() }
    composer.news.take().forEach(handle)
    keepPlaces()
    try keepGuard()
    playLux()
    if hasTerminal { mirror.ask { $0.isRedrawIfResized = true } }
    try endIfNothingIsShown()
  }

  /// `--once` waits for a frame, but not for a display that somebody may plug in some day.
  private func endIfNothingIsShown() throws {
    let waitedMs = ag_boottime_ms() - startedAtMs
    guard options.stopsAfterFirstUpdate, !isStopping, waitedMs > Self.firstFrameLimitMs else { return }
    let why =
      link.isConnected
      ? "" : options.controlSocket.map { ": no guard answers at \($0); start its service, or name its socket" } ?? ""
    stop()
    throw Failure(.unavailable, "no frame was shown within \(Self.firstFrameLimitMs / 1000) s\(why)")
  }

  private func nextDeadlineMs() -> Int64 {
    var next = ag_boottime_ms() + 60_000
    if let at = guardDeadlineMs { next = min(next, at) }
    if let at = nextLuxMs { next = min(next, at) }
    if options.stopsAfterFirstUpdate { next = min(next, startedAtMs + Self.firstFrameLimitMs + 1) }
    return next
  }

  private func handleSignals(_ descriptor: Int32) {
    while true {
      let number = ag_signal_next(descriptor)
      if number <= 0 { return }
      if number == SIGHUP {
        // A terminal that goes away sends it too; reloading is no harm then, and the panel goes on.
        composer.order(.compile(Self.hangUp))
      } else if number == SIGINT || number == SIGTERM {
        isStopping = true
      }
    }
  }

  private func handleKeys() {
    guard let keys else { return }
    guard let pressed = keys.read() else {
      self.keys = nil
      return
    }
    for key in pressed {
      switch key {
      case "d", "D": ask(for: .day, "day")
      case "n", "N": ask(for: .night, "night")
      case "a", "A": ask(for: .alwaysOn, "always-on")
      case "s", "S": ask(for: .automatic, "what the light sensor says")
      case "p", "P": togglePower()
      case "q", "Q", "\u{3}": isStopping = true
      default: break
      }
    }
  }

  private func ask(for mode: ModeOverride, _ name: String) {
    say("\(TimeText.localTime(.now))  asked for \(name)")
    asked.mode = mode
    link.send(ControlMessage(.modeOverride, value: Int64(mode.rawValue)))
  }

  private func togglePower() {
    isDark.toggle()
    asked.power = !isDark
    say("\(TimeText.localTime(.now))  asked for a \(isDark ? "dark panel" : "lit panel")")
    link.send(ControlMessage(.power, value: isDark ? 0 : 1))
  }

  private func leaveTerminal() {
    mirror.close()
    mirror.finish(withinMs: 500)
    keys?.restore()
  }

  /// A disk that takes longer is not waited for.
  private static let saveLimitMs = 5_000

  /// Ends the guard, then writes the last picture and what is newer than the saved archive: nothing is left half done.
  private func stop() {
    let isService = options.controlSocket != nil
    if isService { link.disconnect() }
    let stopLimitMs = GuardLink.stopLimitMs(isEmissive: board.record.isEmissive != 0)
    let isGone = isService || link.stopGuard(withinMs: stopLimitMs)
    if case .failure(let error)? = keeper.keepNow(board.archive, withinMs: Self.saveLimitMs) {
      warn("\(error)", about: "archive")
    }
    if isService { return say("stopped; the panel goes on") }
    mirror.ask { $0.isUpdate = true }
    mirror.finish(withinMs: 2_000)
    leaveTerminal()
    if isGone {
      say(isShownInFile ? "stopped; the last picture is \(paths.picture)" : "stopped; the display is given back")
    } else {
      log.warning("the guard did not end within \(stopLimitMs / 1_000) s; see \(paths.rendererLog)")
    }
  }
}

/// Growing pauses between attempts: 0.25 s to 4 s, since a display may come back at any time.
struct Backoff {
  private(set) var atMs: Int64?
  private var pauseMs: Int64 = 250

  mutating func fail(nowMs: Int64) {
    atMs = nowMs + pauseMs
    pauseMs = min(4_000, pauseMs * 2)
  }

  mutating func succeed() {
    atMs = nil
    pauseMs = 250
  }
}
