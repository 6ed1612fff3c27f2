import Afterglow
import Foundation
import PixelSupport
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

  private struct Rig {
    let program: CommandLineProgram
    var faultFile: String { program.path("fault") }

    /// The frames of the widgets on the panel.
    func frames() throws -> [String: Rect] {
      try PanelPixels.frames(of: program.path("boards/bedside-clock"))
    }

    /// The panel; nil while a frame is written.
    var panel: PanelPixels? { PanelPixels(program.framebuffer()) }

    /// Whether the panel shows soon what a test expects.
    func shows(_ condition: (PanelPixels) -> Bool) -> Bool { program.wait(20) { panel.map(condition) ?? false } }

    /// The processes of a run that compose.
    func composing(_ running: CommandLineProgram.Running) throws -> [Int32] {
      let guards = program.guards
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter {
        ProcessTable.parent(of: $0) == running.process.processIdentifier && !guards.contains($0) && !hasExited($0)
      }
    }

    func put(_ value: Int, _ name: String) throws {
      try program.write(
        #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#,
        to: "boards/bedside-clock/\(name).json")
    }

    /// From now on the process dies at a step of the work on a widget; `-` is the work outside of any.
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
      let widgets = try status()["widgets"] as? [[String: Any]] ?? []
      return widgets.first { $0["name"] as? String == name }?["failure"] as? String
    }

    /// The names of the widgets whose content is set aside, and why.
    func setAside() throws -> [String: String] {
      let contents = try status()["setAside"] as? [[String: String]] ?? []
      return Dictionary(contents.map { ($0["widget"] ?? "", $0["reason"] ?? "") }) { one, _ in one }
    }

    private func status() throws -> [String: Any] {
      let result = try program.run(["status", "bedside-clock", "--json"])
      return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
    }

    func stop(_ running: CommandLineProgram.Running) throws {
      running.signal(SIGTERM)
      _ = try program.finish(running)
    }
  }

  private func rig(_ scene: String = scene) throws -> Rig {
    let rig = Rig(program: try CommandLineProgram())
    try rig.program.write(scene, to: "boards/bedside-clock/scene.yaml")
    let settings = try rig.program.text("boards/bedside-clock/board.yaml") + "\nwear: {orbit: 0}\n"
    try rig.program.write(settings, to: "boards/bedside-clock/board.yaml")
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
    // The status of a board that does not run reads the record, and nothing that has arrived.
    #expect(try rig.setAside()["level"]?.contains("level (value) from level.json died") == true)
    let text = try rig.program.run(["status", "bedside-clock"]).output
    #expect(text.contains("bedside-clock: dead") && text.contains("crashed with signal 4"), "\(text)")
    // The same content is not tried by the next run: without a fault it would be shown.
    try rig.noFault()
    running = try rig.start()
    #expect(try rig.failure("level")?.contains("crashed with signal 4") == true)
    let before = compiles(running)
    try rig.put(4, "level")
    #expect(rig.program.wait(20) { compiles(running) > before }, "\(running.output)\(running.errors)")
    #expect(try rig.failure("level") == nil)
    try rig.stop(running)
    #expect(try rig.setAside().isEmpty)
  }

  /// Where the panel shows the age of a widget: in the gap below its card.
  private func below(_ card: Rect) -> Rect {
    Rect(x: card.minX - 40, y: card.maxY, width: card.width + 80, height: 40)
  }

  @Test func `the widget keeps its last picture, and its neighbour shows what is new`() throws {
    let rig = try rig()
    let running = try rig.start()
    let frames = try rig.frames()
    let (level, heat) = (try #require(frames["level"]), try #require(frames["heat"]))
    let before = try #require(rig.panel)
    try rig.fault("level", step: 6)
    try rig.put(88, "level")
    try rig.put(77, "heat")
    #expect(rig.program.wait(20) { running.errors.contains("level (value) from level.json died") }, "\(running.errors)")
    #expect(rig.shows { $0.part(heat) != before.part(heat) }, "\(running.output)\(running.errors)")
    #expect(rig.shows { $0.part(below(level)) != before.part(below(level)) }, "the age is not shown")
    let after = try #require(rig.panel)
    #expect(after.part(level) == before.part(level))
    #expect(try rig.failure("heat") == nil && rig.failure("level") != nil)
    // Without the fault both values are shown.
    try rig.noFault()
    try rig.put(89, "level")
    #expect(rig.shows { $0.part(level) != before.part(level) && $0.part(heat) == after.part(heat) })
    try rig.stop(running)
  }

  @Test func `a widget with another source never shows the old one's picture`() throws {
    let rig = try rig()
    let running = try rig.start()
    let level = try #require(rig.frames()["level"])
    let before = try #require(rig.panel)
    try rig.put(99, "other")
    try rig.fault("level", step: 6)
    try rig.program.write(
      Self.scene.replacingOccurrences(of: "level.json", with: "other.json"), to: "boards/bedside-clock/scene.yaml")
    #expect(rig.program.wait(20) { running.errors.contains("level (value) from other.json died") }, "\(running.errors)")
    #expect(rig.shows { $0.part(level) != before.part(level) }, "the old picture stays under the new name")
    try rig.stop(running)
  }

  @Test func `a widget with a bad file keeps its picture when the process is killed, and when the author starts again`()
    throws
  {
    let rig = try rig()
    var running = try rig.start()
    let frames = try rig.frames()
    let (level, heat) = (try #require(frames["level"]), try #require(frames["heat"]))
    let before = try #require(rig.panel)
    try rig.program.write("rubbish", to: "boards/bedside-clock/level.json")
    #expect(rig.program.wait(20) { (try? rig.failure("level")) ?? nil != nil }, "\(running.errors)")
    #expect(rig.shows { $0.part(level) == before.part(level) })
    for number in [SIGKILL, SIGILL] {
      let composing = try rig.composing(running)
      try #require(composing.count == 1)
      kill(composing[0], number)
      #expect(rig.program.wait(20) { (try? rig.composing(running))?.contains { $0 != composing[0] } ?? false })
      try rig.put(Int(number) + 50, "heat")
      let known = try #require(rig.panel)
      #expect(rig.shows { $0.part(heat) != known.part(heat) }, "\(running.output)\(running.errors)")
      #expect(rig.shows { $0.part(level) == before.part(level) }, "after signal \(number)")
      #expect(rig.shows { $0.part(below(level)) != before.part(below(level)) }, "the age is not shown")
    }
    running.signal(SIGKILL)
    _ = rig.program.wait(5) { !running.process.isRunning }
    running = try rig.program.start(["run", "bedside-clock", "--headless"])
    #expect(rig.program.wait(20) { (try? rig.failure("level")) ?? nil != nil }, "\(running.errors)")
    let known = try #require(rig.panel)
    try rig.put(30, "heat")
    #expect(rig.shows { $0.part(heat) != known.part(heat) }, "\(running.output)\(running.errors)")
    #expect(rig.shows { $0.part(level) == before.part(level) }, "after the author's start")
    try rig.put(31, "level")
    #expect(rig.shows { $0.part(level) != before.part(level) && $0.part(below(level)) == before.part(below(level)) })
    try rig.stop(running)
  }

  @Test func `a process that dies outside of any widget is not started again and again, and the panel stays`() throws {
    let rig = try rig()
    let running = try rig.start()
    let heat = try #require(rig.frames()["heat"])
    let before = try #require(rig.panel)
    try rig.fault("-", step: 1)
    running.signal(SIGHUP)
    #expect(rig.program.wait(60) { running.errors.contains("nothing can be composed") }, "\(running.errors)")
    #expect(try rig.composing(running).isEmpty)
    usleep(1_000_000)
    #expect(try rig.composing(running).isEmpty && running.process.isRunning)
    #expect(rig.shows { $0.part(heat) == before.part(heat) })
    try rig.noFault()
    try rig.put(44, "heat")
    #expect(try rig.program.run(["reload", "bedside-clock"]).status == 0)
    #expect(rig.shows { $0.part(heat) != before.part(heat) }, "\(running.errors)")
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
    #expect(rig.program.wait(20) { (try? rig.failure("heat") == nil) == true }, "\(running.errors)")
    try rig.stop(running)
  }

  @Test func `a run after three that died begins with clocks alone, and says so`() throws {
    let rig = try rig(
      """
      context: lockScreen
      widgets:
        - {name: time, kind: clock, family: accessoryInline}
        - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}
      """)
    for _ in 0..<3 {
      let run = try rig.program.start(["run", "bedside-clock", "--headless"])
      #expect(rig.program.wait(20) { run.output.contains("framebuffer") }, "\(run.errors)")
      #expect(!run.errors.contains("only clocks"), "\(run.errors)")
      run.signal(SIGKILL)
      #expect(rig.program.wait(5) { hasExited(run.process.processIdentifier) })
    }
    let running = try rig.program.start(["run", "bedside-clock", "--headless"])
    #expect(
      rig.program.wait(20) { running.errors.contains("3 runs of this board died within 10 min") }, "\(running.errors)")
    #expect(rig.program.wait(20) { (try? rig.failure("heat"))??.contains("only clocks") == true }, "\(running.errors)")
    #expect(try rig.failure("time") == nil)
    #expect(try rig.program.run(["status", "bedside-clock"]).output.contains("3 runs of this board died"))
    #expect(try rig.program.run(["reload", "bedside-clock"]).status == 0)
    #expect(rig.program.wait(20) { (try? rig.failure("heat") == nil) == true }, "\(running.errors)")
    try rig.stop(running)
    // A run that ends is no death.
    #expect(FileManager.default.contents(atPath: rig.program.runFolder() + "/author.lock") == Data())
  }

  /// systemd stops every process of a service at once.
  @Test func `a composing process leaves a request to end to the run, and no content is blamed`() throws {
    let rig = try rig()
    let running = try rig.start()
    let composing = try rig.composing(running)
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

  @Test func `content whose reader hangs is refused soon, however busy the other widgets are`() throws {
    let rig = try rig(
      """
      context: lockScreen
      widgets:
        - {name: level, kind: value, family: accessoryCircular, configuration: {source: {push: level}, value: $}}
        - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}
      """)
    let running = try rig.program.start(
      ["run", "bedside-clock", "--headless"],
      environment: ["AFTERGLOW_FAULT_FILE": rig.faultFile, "AFTERGLOW_STEP_LIMIT_MS": "3000"])
    #expect(rig.program.wait(20) { running.output.contains("px changed") }, "\(running.errors)")
    try rig.fault("push-level", step: 1, signal: 0)
    try rig.program.write("6", to: "pushed.json")
    let push = try rig.program.start(["push", "level", "pushed.json"])
    var value = 0
    let isRefused = rig.program.wait(30) {
      value += 1
      try? rig.put(value % 100, "heat")
      usleep(100_000)
      return !push.process.isRunning
    }
    let answer = push.errors
    #expect(isRefused && answer.contains("it made no step for 3 s"), "\(answer)\(running.errors)")
    #expect(running.errors.contains("while it read new content of push level"), "\(running.errors)")
    #expect(running.process.isRunning)
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
