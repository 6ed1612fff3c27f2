import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Debian's Chromium, driven by the DevTools protocol over a pipe: descriptors 3 and 4, JSON between zero bytes.
final class Chromium: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String

    /// Whether the document that was asked has gone.
    var isOfAnotherDocument: Bool {
      ["Inspected target navigated", "Execution context was destroyed", "Cannot find context"].contains {
        description.contains($0)
      }
    }
  }

  typealias Object = [String: Any]

  /// An answer or an event, which only one thread reads at a time.
  private struct Message: @unchecked Sendable {
    var content: Object
  }

  private let process: pid_t
  private let toBrowser: Int32
  private let fromBrowser: Int32
  private let profile: URL
  private let condition = NSCondition()
  private var answers: [Int: Message] = [:]
  private var errors: [String] = []
  private var hasEnded = false
  private var lastNumber = 0

  /// What the console has said that a person would call an error, since the last look.
  func takeErrors() -> [String] {
    condition.withLock {
      defer { errors = [] }
      return errors
    }
  }

  init() throws {
    profile = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    let (down, up) = (try Self.pipe(), try Self.pipe())
    (toBrowser, fromBrowser) = (down.write, up.read)
    let program = ["/usr/bin/chromium", "/usr/lib/chromium/chromium"].first(where: FileManager.default.isExecutableFile)
    guard let program else { throw Failure(description: "there is no chromium; make packages-page installs it") }
    var arguments = [
      program, "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--hide-scrollbars",
      "--font-render-hinting=none", "--force-color-profile=srgb", "--lang=en-GB", "--user-data-dir=\(profile.path)",
      "--disable-dev-shm-usage",
      // The same pixels each time: no tile keeps a part of what it had before.
      "--disable-gpu-rasterization", "--disable-partial-raster", "--disable-lcd-text", "about:blank",
    ]
    // Chromium has no sandbox for root.
    if geteuid() == 0 { arguments.insert("--no-sandbox", at: 1) }
    process = try Self.start(program, arguments, input: down.read, output: up.write)
    close(down.read)
    close(up.write)
    let reader = Thread { [self] in read() }
    reader.stackSize = 4 << 20
    reader.start()
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
    // Above those that the browser has, and not its own.
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 20) }
    for end in ends { close(end) }
    return (high[0], high[1])
  }

  private static func start(_ program: String, _ arguments: [String], input: Int32, output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, input, 3)
    posix_spawn_file_actions_adddup2(&actions, output, 4)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment =
      ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [strdup("TZ=Europe/Lisbon"), nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, program, &actions, nil, &words, &environment)
    guard status == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(status)))") }
    return process
  }

  /// Ends it, with what it keeps on disk.
  func end() {
    _ = try? call("Browser.close")
    close(toBrowser)
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    try? FileManager.default.removeItem(at: profile)
  }

  // MARK: Messages

  /// Calls a method and waits for its answer.
  ///
  /// - Throws: `Failure` with the browser's message.
  @discardableResult
  func call(_ method: String, _ parameters: Object = [:], session: String? = nil, seconds: Double = 60) throws -> Object
  {
    let number = condition.withLock { () -> Int in
      lastNumber += 1
      return lastNumber
    }
    var message: Object = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    try send(JSONSerialization.data(withJSONObject: message) + [0])
    let limit = Date(timeIntervalSinceNow: seconds)
    let answer = condition.withLock { () -> Message? in
      while answers[number] == nil && !hasEnded { if !condition.wait(until: limit) { break } }
      return answers.removeValue(forKey: number)
    }
    guard let answer else { throw Failure(description: "\(method): no answer in \(seconds) s") }
    if let error = answer.content["error"] as? Object {
      throw Failure(description: "\(method): \(error["message"] ?? error)")
    }
    return answer.content["result"] as? Object ?? [:]
  }

  private func send(_ bytes: Data) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(toBrowser, $0.baseAddress! + sent, $0.count - sent) }
      guard count > 0 else { throw Failure(description: "the browser has ended") }
      sent += count
    }
  }

  private func read() {
    var waiting = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(fromBrowser, &chunk, chunk.count)
      if count <= 0 { break }
      // Pictures come in many pieces: only what is new can have the end.
      var rest = chunk[..<count]
      while let end = rest.firstIndex(of: 0) {
        waiting.append(contentsOf: rest[..<end])
        rest = rest[(end + 1)...]
        if let content = try? JSONSerialization.jsonObject(with: waiting) as? Object { take(Message(content: content)) }
        waiting.removeAll(keepingCapacity: true)
      }
      waiting.append(contentsOf: rest)
    }
    close(fromBrowser)
    condition.withLock { hasEnded = true }
    condition.broadcast()
  }

  private func take(_ message: Message) {
    condition.withLock {
      if let number = message.content["id"] as? Int { answers[number] = message }
      let parameters = message.content["params"] as? Object ?? [:]
      switch message.content["method"] as? String {
      case "Runtime.exceptionThrown":
        let details = parameters["exceptionDetails"] as? Object
        let exception = details?["exception"] as? Object
        errors.append("\(exception?["description"] ?? details?["text"] ?? "an exception")")
      case "Log.entryAdded":
        let entry = parameters["entry"] as? Object
        if entry?["level"] as? String == "error" { errors.append("\(entry?["text"] ?? "") \(entry?["url"] ?? "")") }
      case "Runtime.consoleAPICalled":
        if parameters["type"] as? String == "error" { errors.append("\(parameters["args"] ?? "")") }
      default: break
      }
    }
    condition.broadcast()
  }
}
