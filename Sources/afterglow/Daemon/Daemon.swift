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

/// Keeps one board's panel right: compiles, hands over, watches the files, recompiles, and starts the guard again when
/// it has gone. One thread and one wait; everything that happens is a deadline or a descriptor.
final class Daemon {
  let source: BoardSource
  let options: DaemonOptions
  var paths: RuntimePaths
  private var lock: RunLock?
  let log = Logger(label: "afterglow")
  let link: GuardLink
  let guardLog: GuardLog
  /// The firmware program; nil where the guard is somebody else's.
  let renderer: String?
  var board: ShownBoard
  var mirror: PanelMirror
  var keys: KeyReader?
  var watch: FolderWatch
  var limit = RateLimit()

  /// Boot time in ms at which a changed folder is compiled; nil = nothing has changed.
  var recompileAtMs: Int64?
  /// No reload before this, however impatient a provider is.
  var reloadNotBeforeMs: Int64 = 0
  var guardRetry = Backoff()
  var connectByMs: Int64?
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
    didSet { mirror.isDark = isDark }
  }
  var nextLuxSample = 0
  var startedAtMs: Int64 = 0
  var isStopping = false

  static let debounceMs: Int64 = 200
  static let shortestReloadMs: Int64 = 5_000
  static let firstFrameLimitMs: Int64 = 10_000

  init(source: BoardSource, options: DaemonOptions) throws {
    self.source = source
    self.options = options
    paths = RuntimePaths(board: source.identity)
    paths.foreignSocket = options.controlSocket
    renderer = options.controlSocket == nil ? try GuardLink.findRenderer() : nil
    board = try Self.firstBoard(source, paths, log)
    if options.isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    link = GuardLink(paths: paths)
    guardLog = GuardLog(path: paths.rendererLog)
    let showsPictures = options.isVirtual || board.isVirtual
    let terminal =
      options.isHeadless || !showsPictures || !Terminal.showsPictures ? nil : TerminalPanel(textRows: 8)
    mirror = PanelMirror(
      picturePath: paths.picture, board: board.record, terminal: terminal, log: log)
    watch = FolderWatch(folder: source.folder, otherFiles: source.watchedFiles)
  }

  /// What the files hold; else the last good scene, with every problem told.
  private static func firstBoard(_ source: BoardSource, _ paths: RuntimePaths, _ log: Logger) throws -> ShownBoard {
    do {
      return try ShownBoard(source.compile(at: .now))
    } catch let failure as Failure {
      guard let kept = ShownBoard(keptAt: paths.archive, now: .now) else { throw failure }
      for line in failure.lines.prefix(20) { Report.complain(line) }
      log.warning("the last good scene stays on the panel")
      return kept
    }
  }

  /// One run a board. Where nothing can be written, the panel matters more.
  private func lockBoard() throws {
    do {
      if options.controlSocket != nil { try Files.makeFolder(paths.stateFolder, mode: 0o700) }
      lock = try RunLock(paths.authorLock, board: source.name)
    } catch let failure as FileFailure {
      warn("\(failure); a second run of this board would not be noticed", about: "lock")
    }
  }

  /// Whether the panel is a file that this program can look at.
  var isShownInFile: Bool { options.isVirtual || board.isVirtual }

  func run() throws {
    let signals = ag_signal_descriptor()
    guard signals >= 0 else {
      throw Failure(.unavailable, "cannot watch signals: \(String(cString: strerror(-signals)))")
    }
    ag_ignore_broken_pipes()
    // A new window size interrupts the wait; the handler has nothing to do.
    signal(SIGWINCH) { _ in }
    if renderer != nil || isShownInFile { try paths.makeRuntimeFolder() }
    try lockBoard()
    startedAtMs = ag_boottime_ms()
    try keepArchive()
    reportNotices()
    adviseOnPermissions()
    try startOrJoinGuard()
    introduce()
    if !options.isHeadless && Terminal.hasKeys { keys = KeyReader() }
    defer { leaveTerminal() }
    while !isStopping { try turn(signals) }
    stop()
  }

  /// One wait and everything that it brought.
  private func turn(_ signals: Int32) throws {
    var set = PollSet()
    _ = set.add(signals)
    _ = set.add(link.socket)
    _ = set.add(watch.descriptor)
    _ = set.add(guardLog.descriptor)
    let keyPlace = set.add(keys == nil ? -1 : STDIN_FILENO)
    set.wait(timeoutMs: max(0, nextDeadlineMs() - ag_boottime_ms()))
    handleSignals(signals)
    try handleMessages()
    tellGuardsWords()
    if set.isReady(keyPlace) { handleKeys() }
    handleFiles()
    try keepGuard()
    reloadIfDue()
    playLux()
    mirror.redrawIfResized()
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

  /// At most a minute from now, so that a step of the clock never makes a reload late by more.
  private func nextDeadlineMs() -> Int64 {
    let now = ag_boottime_ms()
    var next = now + 60_000
    if let at = recompileAtMs { next = min(next, at) }
    if let at = watch.nextLook(nowMs: now) { next = min(next, at) }
    if let at = guardDeadlineMs { next = min(next, at) }
    if let due = board.nextReload {
      next = min(next, max(reloadNotBeforeMs, now + due.milliseconds - Instant.now.milliseconds))
    }
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
        recompileAtMs = ag_boottime_ms()
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
    Report.say("\(TimeText.localTime(.now))  asked for \(name)")
    link.send(ControlMessage(.modeOverride, value: Int64(mode.rawValue)))
  }

  private func togglePower() {
    isDark.toggle()
    Report.say("\(TimeText.localTime(.now))  asked for a \(isDark ? "dark panel" : "lit panel")")
    link.send(ControlMessage(.power, value: isDark ? 0 : 1))
  }

  private func leaveTerminal() {
    mirror.close()
    keys?.restore()
  }

  /// Ends the guard, then writes the last picture: nothing is left half done.
  private func stop() {
    if options.controlSocket != nil {
      link.disconnect()
      return Report.say("stopped; the panel goes on")
    }
    let isGone = link.stopGuard()
    mirror.update()
    mirror.close()
    keys?.restore()
    if isGone {
      Report.say(isShownInFile ? "stopped; the last picture is \(paths.picture)" : "stopped; the display is given back")
    } else {
      log.warning("the guard did not end within three seconds; see \(paths.rendererLog)")
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
