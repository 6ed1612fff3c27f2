import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `stop` and `logs`: the end of a run from another terminal, and what it has written.
@Suite(.serialized) struct CommandLineStopTests {
  private func started(_ program: CommandLineProgram) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", "bedside-clock", "--headless"])
    try #require(
      program.wait(20) { running.output.contains("px changed") || !running.process.isRunning }
        && running.process.isRunning, "\(running.output)\(running.errors)")
    return running
  }

  @Test func `a run is stopped with all its processes, also one that a signal has stopped`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["stop", "bedside-clock"])
    #expect(
      none.status == 69 && none.errors.hasSuffix("bedside-clock is not running as this user, or as a service\n"),
      "\(none.text)")
    for arguments in [["stop"], ["stop", "bedside-clock"], ["stop", "boards/bedside-clock"]] {
      let running = try started(program)
      if arguments.count == 1 { running.signal(SIGSTOP) }
      let result = try program.run(arguments)
      #expect(result.status == 0 && result.output == "bedside-clock: stopped\n", "\(result.text)")
      #expect(try program.finish(running, within: 2).status == 0)
      #expect(program.guards.isEmpty)
    }
  }

  @Test func `a panel whose author was killed is stopped`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    running.signal(SIGKILL)
    #expect(program.wait(5) { hasExited(running.process.processIdentifier) })
    #expect(!program.guards.isEmpty)
    let result = try program.run(["stop", "bedside-clock"])
    #expect(result.status == 0, "\(result.text)")
    #expect(program.guards.isEmpty)
  }

  @Test func `a run with another runtime folder is stopped by its board, that folder or its socket`() throws {
    let program = try CommandLineProgram()
    let apart = program.path("else")
    try FileManager.default.createDirectory(atPath: apart, withIntermediateDirectories: true)
    let folder = program.runFolder()
    for arguments in [
      ["bedside-clock"], [], ["--control", folder], ["--control", folder + "/"],
      ["--control", folder + "/control.sock"],
    ] {
      let running = try started(program)
      let stop = try program.start(["stop"] + arguments, environment: ["XDG_RUNTIME_DIR": apart])
      let result = try program.finish(stop, within: 60)
      #expect(result.status == 0 && result.output == "bedside-clock: stopped\n", "\(result.text)")
      #expect(try program.finish(running, within: 2).status == 0)
      #expect(program.guards.isEmpty)
    }
    let none = try program.run(["stop", "--control", "boards/bedside-clock"])
    #expect(none.status == 69 && none.errors.contains("running at boards/bedside-clock; expected its runtime folder"))
  }

  @Test func `the log of a run is there while it runs and after its end, wherever its output went`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["logs", "bedside-clock"])
    #expect(none.status == 69 && none.errors.contains("journalctl"), "\(none.text)")
    let running = try started(program)
    let follower = try program.start(["logs", "--follow"])
    #expect(program.wait(10) { follower.output.contains("px changed") }, "\(follower.errors)")
    try program.write("context: [", to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(20) { follower.output.contains("the last good scene stays on the panel") })
    let now = try program.run(["logs", "bedside-clock", "--lines", "2"])
    #expect(now.status == 0 && now.output.split(separator: "\n").count == 2, "\(now.text)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    let after = try program.run(["logs", "bedside-clock"])
    #expect(after.output.contains("stopped; the last picture is"), "\(after.text)")
    for line in after.output.split(separator: "\n") {
      #expect(line.hasPrefix("guard: ") || line.contains(#/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  /#), "\(line)")
    }
    follower.signal(SIGINT)
  }
}
