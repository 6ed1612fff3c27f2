import Foundation
import TestSupport
import Testing

/// Requests of other programs to a run, by the lines that docs/sources.md shows.
@Suite(.serialized) struct CommandLineRequestTests {
  private static let value = "{kind: value, family: systemSmall, configuration: {source: {push: boiler}, value: $.now}}"

  /// A run with a widget whose content is handed over, and its port on loopback.
  private func start(
    _ program: CommandLineProgram, showing widget: String = Self.value
  ) throws -> (CommandLineProgram.Running, port: String) {
    try program.write(
      "context: standBy\nzone: Europe/Berlin\nlocale: en-GB\nwidgets:\n"
        + "  - {kind: clock, family: systemSmall}\n  - \(widget)\n",
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
    let run = try FinishedProgram(
      ["/bin/bash", "-e", "-o", "pipefail", "-c", script], in: program.folder,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": program.folder.path, "XDG_RUNTIME_DIR": program.path("run"),
      ])
    return (run.status, run.text)
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
    // The name may be misspelt as well.
    let doubt = "warning: bedside-clock: no widget has `source: {push: later}`; the names that are used are boiler; "
    #expect(early.errors.contains(doubt), "\(early.text)")
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  /// A program in front of the pipe that fails writes nothing.
  @Test(arguments: ["", "\n", " \r\n"])
  func `a push of nothing keeps the previous content, whether or not a board runs`(_ nothing: String) throws {
    let program = try CommandLineProgram()
    let content = "state/afterglow/sources/push-boiler/content"
    try program.write("{\"now\": 21}", to: "boiler.json")
    try program.write(nothing, to: "nothing")
    #expect(try program.run(["push", "boiler", "boiler.json"]).status == 0)
    func refuse() throws {
      for (words, input) in [(["push", "boiler"], "nothing"), (["push", "boiler", "nothing"], "boiler.json")] {
        let file = try #require(FileHandle(forReadingAtPath: program.path(input)))
        let result = try program.finish(program.start(words, input: file))
        #expect(result.status == 65, "\(result.text)")
        #expect(result.errors == "afterglow: push boiler: nothing arrived; the previous content stays\n")
        #expect(try program.text(content) == "{\"now\": 21}")
      }
    }
    try refuse()
    let (running, _) = try start(program)
    try refuse()
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  /// A program in front of the pipe may end early.
  @Test func `a push of half a calendar is refused, whether or not a board runs, and the last good one stays`() throws {
    let program = try CommandLineProgram()
    let events = (0..<6).map {
      "BEGIN:VEVENT\r\nUID:e\($0)\r\nSUMMARY:Rehearsal \($0)\r\nDTSTART:2026112\($0)T180000Z\r\nEND:VEVENT\r\n"
    }
    let whole = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
    func push(_ text: String) throws -> CommandLineProgram.Result {
      try program.write(text, to: "family.ics")
      return try program.run(["push", "family", "family.ics"])
    }
    func refuse(_ texts: [String], _ words: String) throws {
      for text in texts {
        let result = try push(text)
        #expect(result.status == 65, "\(result.text)")
        #expect(result.errors.contains("push family: ") && result.errors.contains(words), "\(result.text)")
        #expect(try program.text("state/afterglow/sources/push-family/content") == whole)
      }
    }
    // In a line, and behind an event.
    let halves = [
      String(decoding: whole.utf8.prefix(whole.utf8.count / 2), as: UTF8.self),
      whole.replacing("END:VCALENDAR\r\n", with: ""),
    ]
    #expect(try push(whole).status == 0)
    try refuse(halves, "the calendar may have been cut")
    let (running, _) = try start(
      program, showing: "{kind: calendar, family: systemSmall, configuration: {source: {push: family}, holidays: none}}"
    )
    let joined = whole.replacing("END:VEVENT\r\nBEGIN:VEVENT\r\nUID:e3", with: "BEGIN:VEVENT\r\nUID:e3")
    try refuse(halves + [joined], "bedside-clock cannot show it")
    let status = try program.run(["status", "bedside-clock"])
    #expect(status.status == 0, "\(status.text)")
    let next = whole.replacing("Rehearsal 5", with: "Concert")
    #expect(try push(next).status == 0)
    #expect(try program.text("state/afterglow/sources/push-family/content") == next)
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  @Test func `a picture is refused by its kind, whether or not a board runs`() throws {
    let program = try CommandLineProgram()
    let picture = Data([0xFF, 0xD8, 0xFF, 0xE0, 0x0A, 0x10])
    try picture.write(to: program.folder.appending(path: "photo.jpg"))
    func refuse() throws {
      let result = try program.run(["push", "boiler", "photo.jpg"])
      #expect(result.status == 65, "\(result.text)")
      #expect(result.errors.contains("push boiler: the content is a JPEG picture; no widget reads"), "\(result.text)")
    }
    try refuse()
    let (running, _) = try start(program)
    try refuse()
    running.signal(SIGTERM)
    _ = try program.finish(running)
  }

  @Test func `a file in place of the name is not taken for one, unless standard input has content`() throws {
    let program = try CommandLineProgram()
    try program.write("{\"now\": 21}", to: "boiler.json")
    let forgotten = try program.run(["push", "boiler.json"])
    #expect(forgotten.status == 64, "\(forgotten.text)")
    #expect(forgotten.errors.contains("`afterglow push boiler boiler.json`"), "\(forgotten.text)")
    #expect(!program.exists("state/afterglow/sources/push-boiler.json"))
    let input = try #require(FileHandle(forReadingAtPath: program.path("boiler.json")))
    let meant = try program.finish(program.start(["push", "boiler.json"], input: input))
    #expect(meant.status == 0 && meant.output == "push boiler.json: 11 bytes\n", "\(meant.text)")
  }

  @Test func `reload reads again, and says so when there is no run`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["reload", "bedside-clock"])
    #expect(none.status == 69 && none.errors.contains("start it with `afterglow run bedside-clock`"), "\(none.errors)")
    let (running, _) = try start(program)
    for words in [["reload"], ["reload", "bedside-clock"], ["reload", "boards/bedside-clock"]] {
      let count = running.output.split(separator: "asked for: compiled").count
      let result = try program.run(words)
      #expect(result.status == 0 && result.output == "bedside-clock: reload requested\n", "\(result.text)")
      #expect(program.wait(10) { running.output.split(separator: "asked for: compiled").count > count })
    }
    running.signal(SIGKILL)
    _ = program.wait(5) { !running.process.isRunning }
    #expect(try program.run(["reload", "bedside-clock"]).status == 69, "a socket without a run")
  }

  @Test(arguments: [["reload"], ["light", "5"], ["distance", "3"], ["power", "on"], ["status"]])
  func `a board that does not exist is not called one that is not running`(_ words: [String]) throws {
    let result = try CommandLineProgram().run(words + ["bedside-clok"])
    #expect(result.status == 65, "\(result.text)")
    #expect(result.errors.contains("bedside-clok: expected a board's folder or the name of one"), "\(result.text)")
    #expect(result.errors.contains("did you mean \"bedside-clock\"?"), "\(result.text)")
    #expect(!result.errors.contains("afterglow run"), "\(result.text)")
  }

  @Test func `the status names each widget with its content's age and its reloads, and each source`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["status", "bedside-clock"])
    let first = "bedside-clock: dead\n  problem   it is not running"
    #expect(none.status == 69 && none.output.hasPrefix(first), "\(none.text)")
    #expect(try program.run(["status"]).status == 69)
    let (running, _) = try start(program)
    try program.write("{\"now\": 40}", to: "boiler.json")
    #expect(try program.run(["push", "boiler", "boiler.json"]).status == 0)
    #expect(
      program.wait(10) { (try? program.run(["status"]).output.contains("ago: content changed")) ?? false },
      "\(running.errors)")
    for words in [["status"], ["status", "bedside-clock"]] {
      let result = try program.run(words)
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(result.status == 0 && lines.first == "bedside-clock: healthy", "\(result.text)")
      #expect(lines.contains("  value") && lines.contains("  push boiler"))
      #expect(lines.contains { $0.hasPrefix("    reloaded  ") && $0.hasSuffix(" ago: content changed") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("    content   ") && $0.contains(", received ") })
    }
    let json = try program.run(["status", "bedside-clock", "--json"])
    #expect(json.output.split(separator: "\n").count == 1)
    let status = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let widgets = status?["widgets"] as? [[String: Any]]
    #expect(widgets?.map { $0["name"] as? String } == ["clock", "value"])
    #expect(widgets?.last?["reason"] as? String == "content changed" && widgets?.last?["failure"] == nil)
    // A fault is named until it is over.
    try program.write("{\"then\": 40}", to: "state/afterglow/sources/push-boiler/content")
    #expect(
      program.wait(10) {
        (try? program.run(["status"]).output.contains("failing   for ")) ?? false
      })
    let watch = try program.start(["status", "--watch"])
    #expect(program.wait(10) { watch.output.contains("failing   for ") })
    try program.write("{\"now\": 41}", to: "state/afterglow/sources/push-boiler/content")
    #expect(
      program.wait(20) {
        watch.output.components(separatedBy: "bedside-clock: ").last.map { !$0.contains("failing") } ?? false
      })
    watch.signal(SIGINT)
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  /// How long the run takes to say how it is, in ms.
  private func answerMs(_ program: CommandLineProgram) throws -> Double {
    let begin = ContinuousClock.now
    let descriptor = try #require(connected(to: program.runFolder() + "/author.sock"))
    defer { close(descriptor) }
    let request = Array("GET /status HTTP/1.1\r\nHost: afterglow\r\n\r\n".utf8)
    #expect(write(descriptor, request, request.count) == request.count)
    var answer = [UInt8](repeating: 0, count: 65_536)
    #expect(read(descriptor, &answer, answer.count) > 12)
    #expect(String(decoding: answer.prefix(12), as: UTF8.self) == "HTTP/1.1 200")
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  private func connected(to path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? descriptor : nil
  }

  /// A server that takes requests and answers none.
  private final class SilentServer {
    let descriptor: Int32
    let port: UInt16

    init() throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let own = descriptor
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(own, $0, length) == 0 && listen(own, 8) == 0 ? getsockname(own, $0, &length) : -1
        }
      }
      try #require(result == 0)
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
  }

  /// `make test-time` asks for 50 ms, on a machine that does nothing else.
  @Test func `the status comes at once while a source hangs, a widget hangs, and a wall compiles`() throws {
    let program = try CommandLineProgram()
    let server = try SilentServer()
    try program.copyBoard("wall-display-1080p")
    let scene = try program.text("boards/wall-display-1080p/scene.yaml")
    try program.copyBoard("bedside-clock")
    let source =
      "{kind: value, name: hung, family: accessoryCircular, configuration: {source: {url: \"http://127.0.0.1:\(server.port)/x\", timeout: 300}, value: $}}"
    try program.write(
      "context: lockScreen\nwidgets: [{kind: clock, family: accessoryInline}, \(source)]\n",
      to: "boards/bedside-clock/scene.yaml")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    try #require(program.wait(20) { program.exists("run/afterglow/\(program.key())/author.sock") })
    var slowest = 0.0
    for _ in 0..<20 { slowest = max(slowest, try answerMs(program)) }
    // The wall on this board's panel, again and again.
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    for name in try FileManager.default.contentsOfDirectory(atPath: program.path("boards/wall-display-1080p"))
    where name != "scene.yaml" {
      let copy = program.path("boards/bedside-clock/\(name)")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: program.path("boards/wall-display-1080p/\(name)"), toPath: copy)
    }
    func compiles() -> Int { running.output.components(separatedBy: ": compiled").count - 1 }
    let end = Date().addingTimeInterval(120)
    while compiles() < 3 && Date() < end {
      running.signal(SIGHUP)
      for _ in 0..<20 { slowest = max(slowest, try answerMs(program)) }
    }
    #expect(compiles() >= 3, "\(running.output)\(running.errors)")
    // A widget's program that never answers.
    let sample = CommandLineProgram.programs.appending(path: "sample-widget").path
    #expect(try program.run(["widgets", "add", sample]).status == 0)
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: hanging\n", to: "boards/bedside-clock/scene.yaml")
    usleep(500_000)
    for _ in 0..<20 { slowest = max(slowest, try answerMs(program)) }
    let limit = ProcessInfo.processInfo.environment["AFTERGLOW_YEAR"] == nil ? 2_000.0 : 50
    #expect(slowest <= limit, "\(slowest) ms")
    print("slowest status: \(slowest) ms")
    running.signal(SIGKILL)
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
