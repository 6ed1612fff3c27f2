import AfterglowArchive
import AfterglowCore
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// The author's connection to the guard of one board, which continues after this program. Only `stopGuard` waits for
/// the guard.
final class GuardLink {
  private let paths: RuntimePaths
  /// Connected socket; −1 = none.
  private(set) var socket: Int32 = -1
  private var outbox = GuardOutbox()
  /// Process id of the guard that this program started; 0 = none, or one from an earlier run.
  private var child: pid_t = 0
  /// The exit status of the last one that this program started; nil while it runs.
  private(set) var lastStatus: Int32?

  init(paths: RuntimePaths) { self.paths = paths }

  deinit { disconnect() }

  var isConnected: Bool { socket >= 0 }

  /// True if a guard accepts; one whose backlog is full counts as absent for now.
  func connect() -> Bool {
    disconnect()
    let descriptor = paths.controlSocket.withCString { ag_connect($0, 0) }
    guard descriptor >= 0 else { return false }
    socket = descriptor
    return true
  }

  func disconnect() {
    if socket >= 0 { _ = ag_close(socket) }
    socket = -1
    outbox = GuardOutbox()
  }

  // MARK: What is sent

  /// Whether messages wait for the guard to read.
  var hasMoreToSay: Bool { !outbox.isEmpty }

  /// When a guard that does not read is given up; nil while it reads everything.
  var patienceEndsMs: Int64? { isConnected ? outbox.deadlineMs : nil }

  /// Sends a message as soon as the guard reads, with an archive's descriptor if there is one. `receive` reports that
  /// the guard has closed the connection.
  func send(_ message: ControlMessage, passing archive: ArchiveFile? = nil) {
    guard isConnected else { return }
    outbox.put(GuardOutbox.Packet(message: message, archive: archive), nowMs: ag_boottime_ms())
    flush()
  }

  /// Sends as much as the guard reads now.
  func flush() {
    guard isConnected else { return }
    let socket = socket
    outbox.flush(nowMs: ag_boottime_ms()) { packet in
      guard let archive = packet.archive else { return sendPacket(packet.message, to: socket, waits: false) }
      return archive.withDescriptor { sendPacket(packet.message, passing: $0, to: socket, waits: false) }
    }
  }

  /// Messages that have arrived, a bounded number at a time; nil at the end if the guard has closed the connection.
  func receive() -> [ControlMessage?] {
    var messages: [ControlMessage?] = []
    for _ in 0..<256 where socket >= 0 {
      switch receivePacket(from: socket) {
      case .message(let message, let passed):
        if passed >= 0 { _ = ag_close(passed) }
        messages.append(message)
      case .foreign: continue
      case .nothing: return messages
      case .closed, .failed:
        disconnect()
        return messages + [nil]
      }
    }
    return messages
  }

  // MARK: The guard's process

  /// Starts a guard in its own session, so that neither Ctrl-C nor this program's exit affects it.
  ///
  /// - Parameter display: options for another display than the board's.
  /// - Throws: `Failure` when the program cannot be started.
  func start(renderer: String, archive: String, display: [String], lux: Illuminance?) throws {
    reap()
    lastStatus = nil
    // One that does not reply would keep the display.
    if child > 0 { _ = ag_kill(child, Int32(AG_SIGKILL)) }
    // Passed at its start, so that a clock that starts in the dark is red from its first frame.
    let light = lux.map { ["--lux", "\($0.millilux / 1000).\(String($0.millilux % 1000 + 1000).dropFirst())"] } ?? []
    let arguments = [renderer, "--control", paths.controlSocket] + display + light + [archive]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let logFlags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, paths.rendererLog, logFlags, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // POSIX_SPAWN_SETSID is a macro that Swift does not import (spawn.h: 0x80).
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for pointer in pointers + environment { free(pointer) } }
    let result = posix_spawn(&child, renderer, &actions, &attributes, &pointers, &environment)
    guard result == 0 else {
      child = 0
      throw Failure(.unavailable, "cannot start \(renderer): \(ErrnoWords.sentence(result))")
    }
  }

  /// Reaps the guard that this program started when it has exited.
  func reap() {
    var status: Int32 = 0
    if hasChild && ag_reap(child, &status) != 0 { (child, lastStatus) = (0, status) }
  }

  var hasChild: Bool { child > 0 }

  /// Timeout for the guard's exit: one that drives e-paper finishes a refresh first.
  static func stopLimitMs(_ board: BoardRecord) -> Int64 {
    board.isEmissive != 0 ? 3_000 : 15_000 + Int64(board.panel.refreshLimitMs)
  }

  /// Asks the guard to exit and waits until it has closed everything.
  ///
  /// - Returns: whether it has within the limit.
  func stopGuard(withinMs limit: Int64) -> Bool {
    if !isConnected { return endChild() }
    let deadline = ag_boottime_ms() + limit
    send(ControlMessage(.stop))
    while isConnected && ag_boottime_ms() < deadline {
      var set = PollSet()
      _ = set.add(socket, writes: hasMoreToSay)
      set.wait(timeoutMs: 100)
      flush()
      _ = receive()
    }
    waitForChild(until: deadline)
    if hasChild { _ = ag_kill(child, Int32(AG_SIGTERM)) }
    let isGone = !hasChild && !isConnected
    disconnect()
    return isGone
  }

  /// Kills a guard of this program that does not reply: it would keep the display.
  @discardableResult
  func endChild() -> Bool {
    for number in [AG_SIGTERM, AG_SIGKILL] where hasChild {
      _ = ag_kill(child, Int32(number))
      waitForChild(until: ag_boottime_ms() + 400)
    }
    return !hasChild
  }

  private func waitForChild(until deadline: Int64) {
    reap()
    while hasChild && ag_boottime_ms() < deadline {
      ag_sleep_ms(10)
      reap()
    }
  }

  // MARK: Finding the program

  /// `$AFTERGLOW_RENDERER`, the program next to this one, or one in `PATH`.
  ///
  /// - Throws: `Failure` when there is none.
  static func findRenderer() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["AFTERGLOW_RENDERER"] {
      guard access(named, X_OK) == 0 else {
        throw Failure(
          .unavailable,
          "AFTERGLOW_RENDERER=\(named) is not a program; unset it, or set it to the path of afterglow-renderer")
      }
      return named
    }
    var folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folders.insert(Files.parent(of: own), at: 0)
    }
    for folder in folders where access(folder + "/afterglow-renderer", X_OK) == 0 {
      return folder + "/afterglow-renderer"
    }
    throw Failure(
      .unavailable,
      "afterglow-renderer is neither beside this program nor in PATH; build it with `make build`, "
        + "or set AFTERGLOW_RENDERER to its path")
  }
}
