import AfterglowErrors
import AfterglowPrograms
import AfterglowViews
import CChild
import Foundation

/// A widget's process, host side: one request at a time, with a timeout on every wait, and resource limits that are set
/// before any of its code runs.
final class ExtensionProcess {
  /// A provider may read files and use the network; drawing only computes.
  static let timelineSeconds = 20.0
  static let drawSeconds = 5.0
  /// From closing its input until it is killed.
  static let graceSeconds = 0.5
  /// Resource limits; a runaway process is ended by them, and its panel keeps running.
  static let limits = ProgramChild.Limits.standard

  private let name: String
  private var child: ProgramChild?
  private var input: Int32
  private var output: Int32
  /// The requests that the program received, for a replay without a host; nil = they are not kept.
  private var asked: Data?

  /// Names the file that gets the requests of a program that has crashed (docs/coming-from-widgetkit.md, When a widget
  /// crashes).
  static let requestsVariable = "AFTERGLOW_WIDGET_REQUESTS"
  private static let requestsPath = ProcessInfo.processInfo.environment[requestsVariable]

  /// - Parameter writable: folders in which it may write; the standard ones are those of user defaults and groups.
  init(executable: URL, writable: [String] = ExtensionProcess.writable) throws {
    // Writing to a process that has exited must not end the host.
    signal(SIGPIPE, SIG_IGN)
    name = executable.path
    asked = Self.requestsPath != nil || WidgetCrashes.keepsRequests ? Data() : nil
    guard access(name, X_OK) == 0 else { throw Self.notStarted(name, ErrnoWords.sentence(errno)) }
    var (requests, replies): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let failure = min(ag_child_pipe(&requests), ag_child_pipe(&replies))
    guard failure == 0 else {
      for descriptor in requests + replies where descriptor >= 0 { Foundation.close(descriptor) }
      throw Self.notStarted(name, ErrnoWords.sentence(-failure))
    }
    (input, output) = (requests[1], replies[0])
    // Non-blocking: all waiting is done in `poll`.
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    defer { for descriptor in [requests[0], replies[1]] { Foundation.close(descriptor) } }
    do throws(ProgramChild.Failure) {
      child = try Self.start(name, writable, ProgramChild.Streams(input: requests[0], output: replies[1]))
    } catch {
      throw Self.notStarted(name, error.description)
    }
  }

  deinit { end() }

  private static func start(
    _ program: String, _ writable: [String], _ streams: ProgramChild.Streams
  ) throws(ProgramChild.Failure) -> ProgramChild {
    // A crash is reported in one sentence, not in a page. User defaults would be in the folder of the secrets.
    let variables = ["SWIFT_BACKTRACE=enable=no"] + writable.prefix(1).map { "XDG_CONFIG_HOME=\($0)" }
    return try ProgramChild(
      path: program, words: [program, "--afterglow-widget"], variables: variables,
      permissions: ProgramPermissions(program: program, writable: writable), streams: streams, limits: limits)
  }

  /// Where widgets keep their user defaults, first, and what the widgets of a group share; without those that cannot be made.
  static var writable: [String] {
    ["defaults", "groups"].compactMap { name in
      let folder = DataFolder.url(name)
      do {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder.path
      } catch {
        return nil
      }
    }
  }

  private static func notStarted(_ program: String, _ reason: String) -> CompileError {
    CompileError("\(program) cannot be started: \(reason). Add the widget again.")
  }

  // MARK: ending

  /// Ends it by closing its input.
  func close() {
    if input >= 0 { Foundation.close(input) }
    input = -1
  }

  var hasEnded: Bool { child?.hasEnded ?? true }

  /// Closes its input, which ends it; a process that continues is killed, with its children.
  func end() {
    close()
    waitForEnd(Self.graceSeconds)
    kill()
  }

  /// Immediately.
  @discardableResult
  func kill() -> ProgramChild.End? {
    close()
    if output >= 0 { Foundation.close(output) }
    output = -1
    defer { child = nil }
    return child?.end()
  }

  private func waitForEnd(_ seconds: Double) {
    let until = ContinuousClock.now + .seconds(seconds)
    while !hasEnded && ContinuousClock.now < until { usleep(2000) }
  }

  // MARK: asking

  /// - Parameters:
  ///   - seconds: limit for the complete reply.
  ///   - reason: the message on timeout.
  /// - Throws: `CompileError` if it has exited, timed out or sent an invalid reply; the process has been ended then.
  func ask(
    _ request: ExtensionRequest, seconds: Double, reason: String? = nil, fonts: FontLibrary?
  ) throws -> ExtensionReply {
    let wait = Wait(
      until: ContinuousClock.now + .seconds(seconds),
      reason: reason ?? "it did not answer within \(Int(clamping: seconds)) s")
    let message = try ExtensionWire.encode(request, fonts: fonts)
    asked?.append(message)
    try write(message, wait)
    let length = ExtensionWire.length(try read(4, wait))
    guard length <= ExtensionWire.maximumByteCount else {
      kill()
      throw CompileError("it answered with \(length) bytes; expected at most \(ExtensionWire.maximumByteCount)")
    }
    let body = try read(length, wait)
    let reply: ExtensionReply
    do {
      reply = try ExtensionWire.decode(ExtensionReply.self, body, fonts: fonts)
    } catch {
      kill()
      throw CompileError("it answered what cannot be read: \(error)")
    }
    if case .failure(let message) = reply { throw CompileError(message) }
    return reply
  }

  private struct Wait {
    var until: ContinuousClock.Instant
    var reason: String
  }

  private func write(_ data: Data, _ wait: Wait) throws {
    var done = 0
    while done < data.count {
      let put = data.withUnsafeBytes { Foundation.write(input, $0.baseAddress! + done, data.count - done) }
      if put >= 0 {
        done += put
      } else if errno == EAGAIN {
        try ready(input, POLLOUT, wait)
      } else if errno != EINTR {
        throw death()
      }
    }
  }

  private func read(_ count: Int, _ wait: Wait) throws -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: min(65_536, count))
    while data.count < count {
      let got = Foundation.read(output, &chunk, min(chunk.count, count - data.count))
      if got > 0 {
        data.append(contentsOf: chunk[..<got])
      } else if got < 0 && errno == EAGAIN {
        try ready(output, POLLIN, wait)
      } else if got == 0 || errno != EINTR {
        throw death()
      }
    }
    return data
  }

  /// Waits until it is readable or writable, but not if it has exited: its children may keep its output open.
  private func ready(_ descriptor: Int32, _ events: Int32, _ wait: Wait) throws {
    while true {
      let left = ContinuousClock.now.duration(to: wait.until)
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let slice = min(max(left, .zero), Self.slice) / .milliseconds(1)
      let hadEnded = hasEnded
      if poll(&entry, 1, hadEnded ? 0 : Int32(clamping: slice.rounded(.up))) > 0 { return }
      if hadEnded { throw death() }
      if left <= .zero { break }
    }
    kill()
    WidgetCrashes.note()
    throw CompileError("\(wait.reason), and was ended")
  }

  private static let slice = Duration.milliseconds(250)

  /// Why it no longer replies. If it closed its output and is still running, it is ended.
  private func death() -> CompileError {
    waitForEnd(Self.graceSeconds)
    let hadEnded = hasEnded
    let end = kill()
    if end != .notStarted { WidgetCrashes.note() }
    if !hadEnded { return CompileError("it closed its output without an answer, and was ended") }
    switch end {
    case .notStarted: return Self.notStarted(name, "it cannot run on this machine, or was not permitted to")
    case .signal(let number):
      if let asked { WidgetCrashes.keep(WidgetCrashes.Crash(program: name, requests: asked)) }
      return CompileError(Self.words(ofSignal: number) + keepRequests())
    case .status(let status): return CompileError("its program ended with status \(status)")
    case .stuck, nil: return CompileError("its program could not be ended")
    }
  }

  /// Writes down what was asked of the program, if that is wanted.
  ///
  /// - Returns: the end of the sentence about its crash.
  private func keepRequests() -> String {
    guard let path = Self.requestsPath, let asked else { return "" }
    do { try asked.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      return "; \(path), which \(Self.requestsVariable) names, cannot be written"
    }
    return "; \(path) has what was asked of it"
  }

  private static func words(ofSignal number: Int32) -> String {
    switch number {
    case SIGILL, SIGTRAP:
      "its program crashed with signal \(number), as Swift ends one for a fatal error such as an index out of range; a "
        + "message, if it has one, is on standard error, and the way to a backtrace in "
        + "docs/coming-from-widgetkit.md, When a widget crashes"
    case SIGSEGV, SIGBUS:
      "its program crashed with signal \(number): it used memory that it does not have, or too much of its stack"
    case SIGKILL: "its program was killed, as the kernel does for want of memory"
    case SIGXFSZ: "its program wrote more than it may, and was ended"
    case SIGXCPU: "its program used more than \(limits.processorSeconds) s of processor time, and was ended"
    default: "its program crashed with signal \(number)"
    }
  }
}
