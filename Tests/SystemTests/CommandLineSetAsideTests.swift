import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Content that ends the process which composes it: what the author, the panel and the next run make of it.
@Suite(.serialized) struct CommandLineSetAsideTests {
  private static let scene = """
    context: lockScreen
    widgets:
      - {name: level, kind: value, family: accessoryCircular, configuration: {file: level.json}}
      - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}

    """

  private func document(_ value: Int) -> String {
    #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#
  }

  private struct Rig {
    let program: CommandLineProgram
    var faultFile: String { program.path("fault") }

    func put(_ value: Int, _ name: String) throws {
      try program.write(
        #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#,
        to: "boards/bedside-clock/\(name).json")
    }

    /// From now on the process dies at a step of the work on a widget.
    func fault(_ name: String, step: Int, signal: Int32 = SIGILL) throws {
      try program.write("\(name) \(step) \(signal)\n", to: "fault")
    }

    func noFault() throws { try program.write("", to: "fault") }

    func start() throws -> CommandLineProgram.Running {
      let running = try program.start(
        ["run", "bedside-clock", "--headless"], environment: ["AFTERGLOW_FAULT_FILE": faultFile])
      try #require(
        program.wait(20) { running.output.contains("px changed") || !running.process.isRunning }
          && running.process.isRunning, "\(running.output)\(running.errors)")
      return running
    }

    /// What `status` says of a widget.
    func failure(_ name: String) throws -> String? {
      let result = try program.run(["status", "bedside-clock", "--json"])
      let status = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let widgets = status?["widgets"] as? [[String: Any]] ?? []
      return widgets.first { $0["name"] as? String == name }?["failure"] as? String
    }

    func stop(_ running: CommandLineProgram.Running) throws {
      running.signal(SIGTERM)
      _ = try program.finish(running)
    }
  }

  private func rig(_ scene: String = scene) throws -> Rig {
    let rig = Rig(program: try CommandLineProgram())
    try rig.program.write(scene, to: "boards/bedside-clock/scene.yaml")
    for name in ["level", "heat"] { try rig.put(1, name) }
    try rig.noFault()
    return rig
  }

  private func compiles(_ running: CommandLineProgram.Running) -> Int {
    running.output.components(separatedBy: ": compiled").count - 1
  }

  @Test func `content that ends the process costs its widget alone, also in the next run, until it changes`() throws {
    let rig = try rig()
    var running = try rig.start()
    try rig.fault("level", step: 4)
    try rig.put(2, "level")
    #expect(
      rig.program.wait(20) { running.errors.contains("level (value) from level.json died") && compiles(running) > 0 },
      "\(running.output)\(running.errors)")
    #expect(running.process.isRunning)
    #expect(try rig.failure("level")?.contains("crashed with signal 4") == true)
    #expect(try rig.failure("heat") == nil)
    // Another widget goes on.
    let count = compiles(running)
    try rig.put(3, "heat")
    #expect(rig.program.wait(20) { compiles(running) > count }, "\(running.output)\(running.errors)")
    #expect(try rig.failure("heat") == nil)
    try rig.stop(running)
    // The same content is not tried by the next run: without a fault it would be shown.
    try rig.noFault()
    running = try rig.start()
    #expect(try rig.failure("level")?.contains("crashed with signal 4") == true)
    let before = compiles(running)
    try rig.put(4, "level")
    #expect(rig.program.wait(20) { compiles(running) > before }, "\(running.output)\(running.errors)")
    #expect(try rig.failure("level") == nil)
    try rig.stop(running)
  }

  @Test func `the widget keeps its last picture, and its neighbour shows what is new`() throws {
    let rig = try rig()
    let running = try rig.start()
    func picture() throws -> Data? { FileManager.default.contents(atPath: rig.program.framebuffer()) }
    let count = rig.program.frameCount()
    try rig.fault("level", step: 6)
    try rig.put(88, "level")
    try rig.put(77, "heat")
    #expect(
      rig.program.wait(20) { running.errors.contains("died") && rig.program.frameCount() > count },
      "\(running.output)\(running.errors)")
    let shown = try rig.program.run(["build", "bedside-clock", "--out", "new.archive"])
    #expect(shown.status == 0, "\(shown.text)")
    #expect(try rig.failure("heat") == nil && rig.failure("level") != nil)
    try rig.stop(running)
  }

  @Test func `after the third death in ten minutes only clocks are composed, and the run says so`() throws {
    let rig = try rig(
      """
      context: lockScreen
      widgets:
        - {name: time, kind: clock, family: accessoryInline}
        - {name: level, kind: value, family: accessoryCircular, configuration: {file: level.json}}
        - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}
      """)
    let running = try rig.start()
    for value in 2...4 {
      let before = compiles(running)
      try rig.fault("level", step: 2)
      try rig.put(value, "level")
      #expect(rig.program.wait(20) { compiles(running) > before }, "\(running.output)\(running.errors)")
    }
    #expect(rig.program.wait(20) { running.errors.contains("only clocks are composed") }, "\(running.errors)")
    #expect(rig.program.wait(20) { (try? rig.failure("heat"))??.contains("only clocks") == true }, "\(running.errors)")
    #expect(try rig.failure("time") == nil)
    // A person may try everything again.
    try rig.noFault()
    #expect(try rig.program.run(["reload", "bedside-clock"]).status == 0)
    #expect(rig.program.wait(20) { (try? rig.failure("heat")) == .some(nil) }, "\(running.errors)")
    try rig.stop(running)
  }

  /// systemd stops every process of a service at once.
  @Test func `a composing process leaves a request to end to the run, and no content is blamed`() throws {
    let rig = try rig()
    let running = try rig.start()
    let guards = rig.program.guards
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    let composing = all.filter {
      ProcessTable.parent(of: $0) == running.process.processIdentifier && !guards.contains($0)
    }
    #expect(composing.count == 1)
    for process in composing { for number in [SIGTERM, SIGHUP, SIGINT] { kill(process, number) } }
    let before = compiles(running)
    try rig.put(2, "level")
    #expect(rig.program.wait(20) { compiles(running) > before }, "\(running.output)\(running.errors)")
    #expect(!running.errors.contains("died"), "\(running.errors)")
    #expect(composing.allSatisfy { !hasExited($0) })
    try rig.stop(running)
  }

  @Test func `a process that makes no step is ended`() throws {
    let rig = try rig()
    let running = try rig.program.start(
      ["run", "bedside-clock", "--headless"],
      environment: ["AFTERGLOW_FAULT_FILE": rig.faultFile, "AFTERGLOW_STEP_LIMIT_MS": "1500"])
    #expect(rig.program.wait(20) { running.output.contains("px changed") }, "\(running.errors)")
    try rig.fault("level", step: 3, signal: 0)
    try rig.put(2, "level")
    #expect(rig.program.wait(20) { running.errors.contains("it made no step") }, "\(running.errors)")
    #expect(rig.program.wait(20) { (try? rig.failure("level"))??.contains("it made no step") == true })
    try rig.stop(running)
  }

  @Test func `content that is handed over and ends its reader is refused, and the last good content stays`() throws {
    let rig = try rig(
      """
      context: lockScreen
      widgets:
        - {name: level, kind: value, family: accessoryCircular, configuration: {source: {push: level}, value: $}}
        - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}
      """)
    let running = try rig.start()
    func push(_ text: String) throws -> CommandLineProgram.Result {
      try rig.program.write(text, to: "pushed.json")
      return try rig.program.run(["push", "level", "pushed.json"])
    }
    let good = try push("5")
    #expect(good.status == 0, "\(good.text)")
    // While something is composed, it would be unknown which of both ended the process.
    #expect(rig.program.wait(20) { compiles(running) > 0 }, "\(running.errors)")
    try rig.fault("push-level", step: 1)
    let deadly = try push("6")
    #expect(deadly.status != 0 && deadly.text.contains("ended while it read this"), "\(deadly.text)")
    try rig.noFault()
    // It is known now, and not tried again; what is different is.
    #expect(try push("6").status != 0)
    #expect(try push("7").status == 0)
    #expect(running.process.isRunning)
    #expect(rig.program.wait(20) { (try? rig.failure("level")) == .some(nil) })
    try rig.stop(running)
  }
}
