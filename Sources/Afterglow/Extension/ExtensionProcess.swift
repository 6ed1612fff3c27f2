import Foundation

/// A widget's process as its host sees it: asked one thing at a time, with a limit on every wait.
final class ExtensionProcess {
  /// A provider may read files and networks; drawing only computes.
  static let timelineSeconds = 20.0
  static let drawSeconds = 5.0

  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle

  init(executable: URL) throws {
    // A process that died must not take its host along when it is written to.
    signal(SIGPIPE, SIG_IGN)
    let requests = Pipe()
    let replies = Pipe()
    process.executableURL = executable
    process.arguments = ["--afterglow-widget"]
    process.standardInput = requests
    process.standardOutput = replies
    // A crash is told in one sentence, not in a page.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    input = requests.fileHandleForWriting
    output = replies.fileHandleForReading
    do {
      try process.run()
    } catch {
      throw CompileError("\(executable.path) cannot be started: \(error.localizedDescription). Add the widget again.")
    }
  }

  deinit { end() }

  /// Closes its input, which ends it; one that goes on is killed.
  func end() {
    try? input.close()
    guard process.isRunning else { return }
    let until = Date().addingTimeInterval(0.5)
    while process.isRunning && Date() < until { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// - Throws: `CompileError` when it died, took too long or answered nonsense; it is not to be asked again.
  func ask(_ request: ExtensionRequest, seconds: Double, fonts: FontLibrary?) throws -> ExtensionReply {
    let until = Date().addingTimeInterval(seconds)
    let message = try ExtensionWire.encode(request, fonts: fonts)
    do {
      try input.write(contentsOf: message)
    } catch {
      throw CompileError(death)
    }
    let head = try read(4, until: until, seconds)
    let length = ExtensionWire.length(head)
    guard length <= ExtensionWire.maximumByteCount else {
      throw CompileError("it answered with \(length) bytes; expected at most \(ExtensionWire.maximumByteCount)")
    }
    let body = try read(length, until: until, seconds)
    let reply: ExtensionReply
    do {
      reply = try ExtensionWire.decode(ExtensionReply.self, body, fonts: fonts)
    } catch {
      throw CompileError("it answered what cannot be read: \(error)")
    }
    if case .failure(let message) = reply { throw CompileError(message) }
    return reply
  }

  private func read(_ count: Int, until: Date, _ seconds: Double) throws -> Data {
    var data = Data()
    while data.count < count {
      let left = until.timeIntervalSinceNow
      var wait = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(max(0, left * 1000).rounded(.up)))
      if ready < 0 && errno == EINTR { continue }
      if ready <= 0 {
        kill(process.processIdentifier, SIGKILL)
        throw CompileError("it did not answer within \(Int(seconds)) s, and was ended")
      }
      var chunk = [UInt8](repeating: 0, count: min(65_536, count - data.count))
      let got = Foundation.read(output.fileDescriptor, &chunk, chunk.count)
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { throw CompileError(death) }
      data.append(contentsOf: chunk[..<got])
    }
    return data
  }

  private var death: String {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? "its program died of signal \(process.terminationStatus)"
      : "its program ended with status \(process.terminationStatus)"
  }
}
