import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `run` and its content: what changes often, what has nothing to do with it, what hangs, and how often it is saved.
@Suite(.serialized) struct CommandLineContentTests {
  private static let scene = """
    context: standBy
    widgets:
      - kind: clock
      - kind: value
        configuration: {file: value.json}

    """

  private func document(_ value: Int) -> String {
    #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#
  }

  private func program(_ scene: String = scene) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    try program.write(document(0), to: "boards/bedside-clock/value.json")
    return program
  }

  private func start(_ program: CommandLineProgram, _ more: [String] = []) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", "bedside-clock", "--headless"] + more)
    #expect(
      program.wait(20) { running.output.contains("px changed") || !running.process.isRunning }
        && running.process.isRunning, "\(running.output)\(running.errors)")
    return running
  }

  private func compiles(_ running: CommandLineProgram.Running) -> Int {
    running.output.components(separatedBy: ": compiled").count - 1
  }

  private func archive(_ program: CommandLineProgram) -> (inode: Int, bytes: Data?) {
    let path = program.path("state/afterglow/\(program.key())/scene.archive")
    var status = stat()
    return (stat(path, &status) == 0 ? Int(status.st_ino) : 0, FileManager.default.contents(atPath: path))
  }

  @Test func `a broken file is reported once, with its place and what the panel shows`() throws {
    let program = try program()
    try program.write(
      #"{"kind": "value", "entries": [{"dat": "2026-01-01T08:00:00Z"}]}"#, to: "boards/bedside-clock/value.json")
    let running = try start(program)
    let reports = running.errors.split(separator: "\n").filter { $0.contains("value.json") }
    #expect(reports.count == 1, "\(running.errors)")
    #expect(reports.first?.contains("did you mean \"date\"? The panel shows a placeholder meanwhile.") == true)
    running.signal(SIGINT)
    _ = try program.finish(running)
  }

  @Test func `a file that is written without rest is shown all the time, and so is an edited scene`() throws {
    let program = try program()
    let running = try start(program)
    let before = compiles(running)
    let begin = Date()
    var count = 0
    while Date().timeIntervalSince(begin) < 4 {
      count += 1
      try program.write(document(count), to: "boards/bedside-clock/value.json")
      if count == 20 { try program.write(Self.scene + "locale: ar\n", to: "boards/bedside-clock/scene.yaml") }
      usleep(50_000)
    }
    let taken = Date().timeIntervalSince(begin)
    let shown = compiles(running) - before
    #expect(shown >= 2, "nothing was compiled while it was written: \(running.output)")
    #expect(Double(shown) <= 5 * taken + 1, "\(shown) compiles in \(taken) s")
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  @Test func `a widget whose program has gone bad stops nothing but itself`() throws {
    let scene = """
      context: standBy
      widgets:
        - {kind: tides, configuration: {harbour: X}}
        - {kind: value, configuration: {file: value.json}}
      """
    let program = try program()
    let sample = CommandLineProgram.programs.appending(path: "sample-widget").path
    #expect(try program.run(["widgets", "add", sample]).status == 0)
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    try program.write("#!/bin/sh\nexit 3\n", to: "widgets/tides/afterglow-tides")
    #expect(chmod(program.path("widgets/tides/afterglow-tides"), 0o755) == 0)
    let running = try start(program)
    #expect(program.wait(30) { running.errors.contains("ended with status 3") }, "\(running.errors)")
    let before = compiles(running)
    try program.write(document(7), to: "boards/bedside-clock/value.json")
    #expect(program.wait(10) { compiles(running) == before + 1 }, "\(running.output)\(running.errors)")
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  /// Processes of the sample widget, as this program added it.
  private func widgets(_ program: CommandLineProgram) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { identifier in
      guard let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") else { return false }
      let words = String(decoding: line, as: UTF8.self)
      return words.contains("--afterglow-widget") && words.contains(program.folder.path)
    }
  }

  private func programWithHangingWidget() throws -> (CommandLineProgram, CommandLineProgram.Running) {
    let program = try program()
    let sample = CommandLineProgram.programs.appending(path: "sample-widget").path
    #expect(try program.run(["widgets", "add", sample]).status == 0)
    let running = try start(program)
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: hanging\n", to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(15) { !widgets(program).isEmpty }, "\(running.errors)")
    return (program, running)
  }

  @Test func `while a widget hangs a dead guard comes back, and the program ends when it is asked to`() throws {
    let (program, running) = try programWithHangingWidget()
    let before = program.guards
    for identifier in before { kill(identifier, SIGKILL) }
    #expect(
      program.wait(6) { running.errors.contains("the guard is back") },
      "a dead guard waits for the widget: \(running.output)\(running.errors)")
    #expect(!widgets(program).isEmpty, "the widget had ended: nothing was shown by this test")
    #expect(!running.output.contains("files changed: compiled"))
    running.signal(SIGTERM)
    let result = try program.finish(running, within: 4)
    #expect(result.status == 0 && result.output.contains("stopped"), "\(result.text)")
    #expect(program.wait(3) { widgets(program).isEmpty && program.guards.isEmpty })
  }

  @Test func `a hanging widget dies with an author that is killed`() throws {
    let (program, running) = try programWithHangingWidget()
    running.signal(SIGKILL)
    #expect(program.wait(3) { widgets(program).isEmpty })
  }

  @Test func `a changed archive is shown at once and saved at the stop, the same one never again`() throws {
    let program = try program()
    let running = try start(program)
    let first = archive(program)
    let before = compiles(running)
    for value in 1...5 {
      try program.write(document(value), to: "boards/bedside-clock/value.json")
      #expect(program.wait(10) { compiles(running) == before + value }, "\(running.output)")
    }
    #expect(archive(program).inode == first.inode, "each change was written to the disk")
    // The guard has the newest: one that restarts with the saved archive gets it as well.
    for identifier in program.guards { kill(identifier, SIGKILL) }
    #expect(program.wait(6) { running.errors.contains("the guard is back") }, "\(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    let last = archive(program)
    #expect(last.inode != first.inode && last.bytes != first.bytes)
    // Nothing but the time of its compiling is new.
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    #expect(archive(program).inode == last.inode, "the same archive was written again")
  }

  @Test func `an archive that is damaged is saved anew`() throws {
    let program = try program()
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    let good = archive(program)
    var bytes = try #require(good.bytes)
    bytes[bytes.count - 9] ^= 1
    try bytes.write(to: URL(fileURLWithPath: program.path("state/afterglow/\(program.key())/scene.archive")))
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    #expect(archive(program).bytes?.dropFirst(32) == good.bytes?.dropFirst(32))
  }
}
