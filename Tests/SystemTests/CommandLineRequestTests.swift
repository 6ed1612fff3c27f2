import Foundation
import Testing

/// Requests of other programs to a run, by the lines that docs/sources.md shows.
@Suite(.serialized) struct CommandLineRequestTests {
  /// A run with a value that is handed over, and its port on loopback.
  private func start(_ program: CommandLineProgram) throws -> (CommandLineProgram.Running, port: String) {
    try program.write(
      "context: standBy\nzone: Europe/Berlin\nlocale: en-GB\nwidgets:\n"
        + "  - {kind: clock, family: systemSmall}\n"
        + "  - {kind: value, family: systemSmall, configuration: {source: {push: boiler}, value: $.now}}\n",
      to: "boards/bedside-clock/scene.yaml")
    try FileManager.default.createDirectory(
      atPath: program.path(".config/afterglow/secrets"), withIntermediateDirectories: true)
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--http", "0"],
      environment: ["HOME": program.folder.path, "XDG_CONFIG_HOME": ""])
    #expect(program.wait(20) { program.frameCount() > 0 && running.output.contains("http://127.0.0.1:") })
    let port = try #require(running.output.firstMatch(of: #/http://127\.0\.0\.1:(\d+)/#)?.1, "\(running.errors)")
    return (running, String(port))
  }

  /// The shell samples of the page's part about requests, with this run's socket and port.
  private func samples(_ program: CommandLineProgram, _ port: String) throws -> [String] {
    let page = try String(contentsOf: CommandLineProgram.root.appending(path: "docs/sources.md"), encoding: .utf8)
    let part = try #require(page.components(separatedBy: "\n## Requests from other programs\n").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    return part.matches(of: #/```sh\n((?s).*?)```/#).map {
      String($0.1).replacing("afterglow/kitchen/", with: "afterglow/\(program.key())/").replacing(
        ":8437", with: ":" + port)
    }
  }

  private func shell(_ program: CommandLineProgram, _ script: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-e", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = program.folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": program.folder.path, "XDG_RUNTIME_DIR": program.path("run"),
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test func `the lines of the page work, on the socket and on loopback, and again`() throws {
    let program = try CommandLineProgram()
    let (running, port) = try start(program)
    let samples = try samples(program, port)
    #expect(samples.count == 2)
    let content = program.path("state/afterglow/sources/push-boiler/content")
    for (index, sample) in (samples + samples).enumerated() {
      let frames = program.frameCount()
      try program.write("{\"now\": 4\(index)}", to: "boiler.json")
      let result = try shell(program, sample)
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output.contains("\"name\" : \"push boiler\""), "\(result.output)")
      #expect(try String(contentsOfFile: content, encoding: .utf8) == "{\"now\": 4\(index)}")
      #expect(program.wait(10) { program.frameCount() > frames }, "the panel shows what was handed over")
    }
    let widgets = try shell(
      program, "curl -sf --unix-socket run/afterglow/\(program.key())/author.sock http://afterglow/widgets")
    let list = try JSONSerialization.jsonObject(with: Data(widgets.output.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["kind"] as? String } == ["clock", "value"])
    #expect(list?.map { $0["sources"] as? [String] } == [[], ["push boiler"]])
    let refused = try shell(program, "curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:\(port)/status")
    #expect(refused.output == "401")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(!program.exists("run/afterglow/\(program.key())/author.sock"))
  }

  @Test func `what a run cannot read is not handed over, and the last good content stays`() throws {
    let program = try CommandLineProgram()
    let (running, _) = try start(program)
    let content = "state/afterglow/sources/push-boiler/content"
    for (text, status, words) in [
      ("{\"now\": 21}", 0, "push boiler: 11 bytes, for bedside-clock"),
      ("{\"then\": 3}", 65, "push boiler: bedside-clock cannot show it: expected \"now\""),
      (String(repeating: "x", count: 2 << 20), 65, "cannot show it"),
    ] {
      try program.write(text, to: "boiler.json")
      let result = try program.run(["push", "boiler", "boiler.json"])
      #expect(result.status == status && result.text.contains(words), "\(result.text)")
      #expect(try program.text(content) == "{\"now\": 21}")
    }
    // No board shows it yet: it is kept for one that will.
    let early = try program.run(["push", "later", "boiler.json"])
    #expect(early.status == 0 && early.output == "push later: 2.0 MiB\n", "\(early.text)")
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  @Test func `reload reads again, and says so when there is no run`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["reload", "bedside-clock"])
    #expect(none.status == 69 && none.errors.contains("start one with `afterglow run`"), "\(none.errors)")
    let (running, _) = try start(program)
    for words in [["reload"], ["reload", "bedside-clock"], ["reload", "boards/bedside-clock"]] {
      let count = running.output.split(separator: "asked for: compiled").count
      let result = try program.run(words)
      #expect(result.status == 0 && result.output == "bedside-clock: asked for\n", "\(result.text)")
      #expect(program.wait(10) { running.output.split(separator: "asked for: compiled").count > count })
    }
    running.signal(SIGKILL)
    _ = program.wait(5) { !running.process.isRunning }
    #expect(try program.run(["reload", "bedside-clock"]).status == 69, "a socket without a run")
  }

  @Test func `a port that is taken is reported, and the panel is shown`() throws {
    let program = try CommandLineProgram()
    let (first, port) = try start(program)
    try program.copyBoard("bedside-clock")
    let other = try program.start(
      ["run", "epaper-2in13-v4", "--headless", "--http", port],
      environment: ["HOME": program.folder.path, "XDG_CONFIG_HOME": ""])
    #expect(program.wait(40) { other.output.contains("px changed") }, "\(other.output)\(other.errors)")
    #expect(other.errors.contains("another program listens there"), "\(other.errors)")
    for running in [first, other] { running.signal(SIGTERM) }
    for running in [first, other] { _ = try program.finish(running, within: 40) }
  }
}
