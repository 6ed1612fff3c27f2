import AfterglowBoards
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `afterglow` as a person meets it: arguments in, text and exit status out, files in a folder of its own.
final class CommandLineProgram {
  /// Working folder of the commands; has the repository's `boards`.
  let folder: URL
  private var running: [Process] = []

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `$AFTERGLOW_BIN_DIR`, else where the tests themselves were built.
  static let programs: URL = {
    if let path = ProcessInfo.processInfo.environment["AFTERGLOW_BIN_DIR"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  init() throws {
    // Short: a control socket's path has room for 107 bytes.
    folder = FileManager.default.temporaryDirectory.appending(path: "ag-\(UInt32.random(in: 0...UInt32.max))")
    for name in ["", "run", "state", "boards"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    chmod(path("run"), 0o700)
    for board in ["bedside-clock", "epaper-2in13-v4"] { try copyBoard(board) }
  }

  /// Every folder of the repository's `boards`, so that a new one needs no change in a test.
  static let shippedBoards: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "boards").path)) ?? []
    return names.filter {
      FileManager.default.fileExists(atPath: root.appending(path: "boards/\($0)/board.yaml").path)
    }.sorted()
  }()

  /// The instant of commands that show content and name no other: what a calendar or a forecast shows changes by the hour.
  static let moment = "2026-11-21T09:41:00+01:00"

  private static func withMoment(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, ["check", "render", "build", "gallery"].contains(command),
      !arguments.contains("--at"), !arguments.contains("--help")
    else { return arguments }
    return arguments + ["--at", moment]
  }

  /// Makes another of the repository's boards available by its name.
  func copyBoard(_ board: String) throws {
    let copy = folder.appending(path: "boards/\(board)")
    guard !FileManager.default.fileExists(atPath: copy.path) else { return }
    try FileManager.default.copyItem(at: Self.root.appending(path: "boards/\(board)"), to: copy)
  }

  deinit {
    for process in running where process.isRunning { kill(process.processIdentifier, SIGKILL) }
    stopGuards()
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// Both, for help texts and messages.
    var text: String { output + errors }
  }

  /// Runs a command to its end.
  @discardableResult
  func run(_ arguments: [String], within seconds: Double = 60) throws -> Result {
    let running = try start(arguments)
    return try finish(running, within: seconds)
  }

  /// A command that goes on.
  final class Running {
    let process: Process
    fileprivate let files: [URL]

    fileprivate init(_ process: Process, _ files: [URL]) {
      self.process = process
      self.files = files
    }

    var output: String { (try? String(contentsOf: files[0], encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: files[1], encoding: .utf8)) ?? "" }
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }
  }

  /// - Parameters:
  ///   - output: a terminal instead of files that can be read.
  ///   - errors: where its complaints go instead of a file that can be read.
  ///   - renderer: another program than the firmware next to it.
  ///   - words: what comes before the arguments, in place of the program: another program that runs a copy of it.
  ///   - environment: variables in addition to those of the tests.
  func start(
    _ arguments: [String], input: FileHandle = .nullDevice, output: FileHandle? = nil, errors: FileHandle? = nil,
    renderer: String? = nil, through words: [String]? = nil, environment others: [String: String] = [:]
  ) throws -> Running {
    let process = Process()
    let words = words ?? [Self.programs.appending(path: "afterglow").path]
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst()) + Self.withMoment(arguments)
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_RUNTIME_DIR"] = path("run")
    environment["XDG_STATE_HOME"] = path("state")
    environment["AFTERGLOW_WIDGETS"] = path("widgets")
    environment["AFTERGLOW_RENDERER"] = renderer
    environment["TZ"] = "Europe/Berlin"
    environment["LANG"] = "en_GB.UTF-8"
    environment["COLUMNS"] = "80"
    if output != nil { environment["TERM"] = "xterm-256color" }
    environment.merge(others) { $1 }
    process.environment = environment
    process.standardInput = input
    let files = ["out", "err"].map { folder.appending(path: "\($0)-\(UInt32.random(in: 0...UInt32.max))") }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try output ?? FileHandle(forWritingTo: files[0])
    process.standardError = try errors ?? FileHandle(forWritingTo: files[1])
    try process.run()
    running.append(process)
    return Running(process, files)
  }

  func finish(_ running: Running, within seconds: Double = 10) throws -> Result {
    let isOver = wait(seconds) { !running.process.isRunning }
    if !isOver {
      kill(running.process.processIdentifier, SIGKILL)
      Issue.record("afterglow did not end within \(seconds) s: \(running.process.arguments ?? [])")
    }
    running.process.waitUntilExit()
    let process = running.process
    let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Result(status: status, output: running.output, errors: running.errors)
  }

  /// As ``CountedWait/holds(within:_:)``.
  func wait(_ seconds: Double, _ condition: () -> Bool) -> Bool { CountedWait.holds(within: seconds, condition) }

  // MARK: What a running board leaves

  /// What the files of a board under `boards` are named by.
  func key(_ board: String = "bedside-clock") -> String {
    BoardIdentity(folder: path("boards/\(board)"), installed: BoardLookup(roots: [])).key
  }

  func runFolder(_ board: String = "bedside-clock") -> String { path("run/afterglow/\(key(board))") }
  func framebuffer(_ board: String = "bedside-clock") -> String { runFolder(board) + "/panel.vfb" }
  func picture(_ board: String = "bedside-clock") -> String { runFolder(board) + "/panel.png" }

  /// Frames that a framebuffer has shown (docs/virtual-framebuffer.md: a counter at byte 48); 0 without one.
  func frameCount(_ board: String = "bedside-clock") -> UInt64 {
    guard let file = FileHandle(forReadingAtPath: framebuffer(board)) else { return 0 }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: 56), data.count == 56 else { return 0 }
    return data.subdata(in: 48..<56).withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
  }

  /// Processes of this folder's guards and renderers: those whose command line names it.
  var guards: [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { identifier in
      guard let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") else { return false }
      let words = String(decoding: line, as: UTF8.self)
      return words.contains("afterglow-renderer") && words.contains(folder.path)
    }
  }

  private func stopGuards() {
    for identifier in guards { kill(identifier, SIGKILL) }
  }
}
