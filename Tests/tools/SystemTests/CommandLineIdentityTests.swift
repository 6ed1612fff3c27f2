import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Boards whose folders have one name, and two runs of one board.
@Suite(.serialized) struct CommandLineIdentityTests {
  private func copies(_ program: CommandLineProgram) throws {
    for place in ["a", "b"] {
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: place), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: program.folder.appending(path: "boards/bedside-clock"),
        to: program.folder.appending(path: "\(place)/kitchen"))
    }
  }

  private func start(_ program: CommandLineProgram, _ board: String) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", board, "--headless"])
    #expect(program.wait(20) { running.output.contains("px changed") || !running.process.isRunning })
    #expect(running.process.isRunning, "\(running.errors)")
    return running
  }

  @Test func `boards of one name have guards of their own, and a broken one never shows the other's scene`() throws {
    let program = try CommandLineProgram()
    try copies(program)
    let (first, second) = (try start(program, "a/kitchen"), try start(program, "b/kitchen"))
    // A guard and its renderer each.
    #expect(program.guards.count == 4, "\(program.guards)")
    for running in [first, second] { running.signal(SIGTERM) }
    for running in [first, second] { _ = try program.finish(running) }
    try program.write("context: [", to: "b/kitchen/scene.yaml")
    let state = try FileManager.default.contentsOfDirectory(atPath: program.path("state/afterglow"))
    #expect(state.filter { $0.hasPrefix("kitchen-") }.count == 2, "\(state)")
    try FileManager.default.removeItem(atPath: program.path("state/afterglow"))
    #expect(try program.run(["run", "a/kitchen", "--once"]).status == 0)
    #expect(try program.run(["run", "b/kitchen", "--once"]).status == 65, "it showed the scene of the other one")
  }

  @Test func `commands find a board by folder and by name, and say which there are when a name means two`() throws {
    let program = try CommandLineProgram()
    try copies(program)
    let first = try start(program, "a/kitchen")
    #expect(try program.run(["power", "off", "kitchen"]).output == "kitchen: darkened\n")
    #expect(try program.run(["light", "3", "b/kitchen"]).status == 69, "another board of that name was set")
    let second = try start(program, "b/kitchen")
    for command in [["power", "on"], ["light", "300"], ["distance", "3"], ["view", "--once"]] {
      let result = try program.run(command + ["kitchen"])
      #expect(result.status == 64, "\(command): \(result.text)")
      #expect(result.errors.contains("a/kitchen, ") && result.errors.contains("b/kitchen)"), "\(result.errors)")
    }
    #expect(try program.run(["power", "on", "b/kitchen/"]).output == "kitchen: woken\n")
    #expect(try program.run(["view", "--once", "a/kitchen"]).status == 0)
    #expect(try program.run(["power", "on"]).errors.contains("several boards are shown"))
    for running in [first, second] { running.signal(SIGTERM) }
    for running in [first, second] { #expect(try program.finish(running).status == 0) }
  }

  @Test func `a second run of a board says that one runs, and leaves it its guard`() throws {
    let program = try CommandLineProgram()
    let first = try start(program, "bedside-clock")
    let guards = program.guards
    for more in [["--headless"], ["--once"]] {
      let second = try program.run(["run", "bedside-clock"] + more)
      #expect(second.status == 75, "\(second.text)")
      #expect(
        second.errors.contains(
          "bedside-clock is run by process \(first.process.processIdentifier) already; end that one with "
            + "`afterglow stop bedside-clock`"),
        "\(second.errors)")
    }
    #expect(try program.run(["power", "on", "bedside-clock"]).status == 0)
    #expect(Set(program.guards) == Set(guards) && first.process.isRunning)
    first.signal(SIGKILL)
    _ = program.wait(3) { !first.process.isRunning }
    let next = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(10) { next.output.contains("framebuffer") }, "the lock of a killed run stays: \(next.errors)")
    next.signal(SIGTERM)
    #expect(try program.finish(next).status == 0)
  }

  @Test func `a service's board is composed by one author`() throws {
    let program = try CommandLineProgram()
    let arguments = ["run", "bedside-clock", "--headless", "--control", program.path("none.sock")]
    let first = try program.start(arguments)
    #expect(program.wait(10) { first.errors.contains("waiting for it") }, "\(first.errors)")
    #expect(try program.run(arguments).status == 75)
    first.signal(SIGTERM)
    #expect(try program.finish(first).status == 0)
  }
}
