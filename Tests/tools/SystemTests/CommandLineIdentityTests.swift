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

  /// The variable of a run that does not find the runtime folder of the others.
  private func elsewhere(_ program: CommandLineProgram) throws -> [String: String] {
    let folder = program.path("else")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return ["XDG_RUNTIME_DIR": folder]
  }

  @Test func `a second run with another runtime folder is refused until the first has ended, however it ends`() throws {
    let program = try CommandLineProgram()
    let apart = try elsewhere(program)
    let arguments = ["run", "bedside-clock", "--headless"]
    let first = try start(program, "bedside-clock")
    let process = first.process.processIdentifier
    func refusal(_ command: String) throws {
      let second = try program.finish(try program.start(arguments, environment: apart), within: 60)
      #expect(second.status == 75, "\(second.text)")
      let told = "bedside-clock is run by process \(process) already, with another runtime folder (XDG_RUNTIME_DIR); "
      #expect(second.errors.contains(told + "edit the board's files, which it watches, or end it with `\(command)`\n"))
    }
    try refusal("afterglow stop --control \(program.runFolder())/control.sock")
    let status = try program.finish(try program.start(["status", "bedside-clock", "--json"], environment: apart))
    #expect(status.status == 0 && status.output.contains("\(process)"), "\(status.text)")
    let light = try program.finish(try program.start(["light", "5", "bedside-clock"], environment: apart))
    let told = "process \(process) runs it with another runtime folder (XDG_RUNTIME_DIR), \(program.runFolder())\n"
    #expect(light.status == 69 && light.errors.hasSuffix(told), "\(light.text)")
    // Without a note the runtime folder is unknown. The file stays the same one.
    let note = try #require(
      FileHandle(forWritingAtPath: program.path("state/afterglow/\(program.key())/run.lock")))
    try note.truncate(atOffset: 0)
    try note.close()
    try refusal("kill \(process)")
    #expect(first.process.isRunning && !program.guards.isEmpty)
    first.signal(SIGKILL)
    #expect(program.wait(5) { hasExited(process) })
    let next = try program.start(arguments, environment: apart)
    #expect(program.wait(20) { next.output.contains("framebuffer") }, "the lock of a killed run stays: \(next.errors)")
    next.signal(SIGTERM)
    #expect(try program.finish(next).status == 0)
  }

  @Test func `a virtual run of a real display has a lock of its own in the state folder`() throws {
    let program = try CommandLineProgram()
    let board = "rpi-dsi-720x1280"
    try program.copyBoard(board)
    // In the place of a run that shows the board on its display.
    let folder = program.path("state/afterglow/\(program.key(board))")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(folder + "/run.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
    let once = try program.run(["run", board, "--virtual", "--once"])
    #expect(once.status == 0, "\(once.text)")
    let first = try program.start(["run", board, "--virtual", "--headless"])
    #expect(program.wait(60) { first.output.contains("px changed") || !first.process.isRunning }, "\(first.errors)")
    let second = try program.finish(
      try program.start(["run", board, "--virtual", "--headless"], environment: try elsewhere(program)), within: 60)
    #expect(second.status == 75, "\(second.text)")
    #expect(second.errors.contains("process \(first.process.processIdentifier) already"), "\(second.errors)")
    #expect(second.errors.contains("`afterglow stop --control \(program.runFolder(board))-virtual/control.sock`"))
    first.signal(SIGTERM)
    #expect(try program.finish(first).status == 0)
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
