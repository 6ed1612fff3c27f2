import AfterglowPreview
import Foundation
import Testing

/// `afterglow studio` on a copy of shipped boards, as a person starts it.
final class StudioProcess {
  private static let environment = ProcessInfo.processInfo.environment
  static var isAsked: Bool { environment["AFTERGLOW_PAGE"] == "1" }
  static let missing: Comment = "opens a browser only with AFTERGLOW_PAGE=1: run `make test-page`"

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Where the programs are.
  static let builds =
    environment["AFTERGLOW_BIN_DIR"].map { URL(fileURLWithPath: $0) } ?? root.appending(path: ".build/release")
  private static let program = builds.appending(path: "afterglow")
  /// Where pictures of the page are kept, for people to look at.
  static let pictures = root.appending(path: ".build/page")

  let address: String
  let lookAddress: String
  /// nil = it listens on loopback only.
  let networkAddress: String?
  let folder: URL
  /// Of this studio's runs alone.
  private let runtime: URL
  private let process = Process()

  /// - Parameters:
  ///   - boards: names of shipped ones, of which it gets copies.
  ///   - prepare: changes them before it starts, and returns further boards by their folders' names.
  init(
    _ boards: String..., options: [String] = [], environment: [String: String] = [:],
    prepare: (URL) throws -> [String] = { _ in [] }
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UInt64.random(in: 0...UInt64.max))")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for board in boards {
      try FileManager.default.copyItem(
        at: Self.root.appending(path: "boards/\(board)"), to: folder.appending(path: board))
    }
    let all = boards + (try prepare(folder))
    process.executableURL = Self.program
    process.arguments = ["studio", "--no-open"] + options + all.map { folder.appending(path: $0).path }
    // Names of sockets are short.
    let runtime = FileManager.default.temporaryDirectory.appending(path: "p\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(
      at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.runtime = runtime
    let own = ["XDG_RUNTIME_DIR": runtime.path, "XDG_STATE_HOME": runtime.path]
    process.environment = Self.surroundings.merging(own) { $1 }.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    let lineCount = options.contains("--listen") ? 3 : 2
    while text.split(separator: "\n").count < lineCount {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Chromium.Failure(description: "the studio has ended: \(text)") }
      text += String(decoding: more, as: UTF8.self)
    }
    let addresses = text.matches(of: #/http:\S+/#).map { String($0.output) }
    (address, lookAddress) = (addresses[0], addresses[1])
    networkAddress = addresses.count > 2 ? addresses[2] : nil
  }

  private static let surroundings = environment.merging(["TZ": "Europe/Lisbon", "LANG": "en_GB.UTF-8"]) { $1 }

  /// Runs the program as a person does in a terminal.
  static func run(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = surroundings
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Chromium.Failure(description: "afterglow \(arguments) ended with \(process.terminationStatus)")
    }
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    for folder in [folder, runtime] { try? FileManager.default.removeItem(at: folder) }
  }

  /// A board that is run on a virtual panel until it is ended.
  func run(_ board: String) throws -> PanelRun {
    let run = Process()
    run.executableURL = Self.program
    run.arguments = ["run", path(board), "--virtual"]
    run.environment = process.environment
    run.standardOutput = FileHandle.nullDevice
    try run.run()
    return PanelRun(process: run)
  }

  /// A running panel.
  struct PanelRun {
    fileprivate var process: Process

    func end() {
      process.terminate()
      process.waitUntilExit()
    }
  }

  func path(_ board: String, _ file: String = "") -> String { folder.appending(path: "\(board)/\(file)").path }

  func scene(_ board: String) throws -> String { try text(board, "scene.yaml") }

  func text(_ board: String, _ file: String) throws -> String {
    try String(contentsOfFile: path(board, file), encoding: .utf8)
  }

  /// What `afterglow render` draws with these options.
  func render(_ board: String, _ options: [String]) throws -> PanelPicture {
    let file = folder.appending(path: "render-\(UInt64.random(in: 0...UInt64.max)).png").path
    let render = Process()
    render.executableURL = Self.program
    render.arguments = ["render", path(board), "--out", file] + options
    render.environment = process.environment
    try render.run()
    render.waitUntilExit()
    return try PanelPicture(png: Array(Data(contentsOf: URL(fileURLWithPath: file))), path: file)
  }

  /// Memory that is no file's, in KiB.
  var anonymousKiB: Int {
    let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
