import AfterglowLinux
import Foundation
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `status` against processes that are stopped and killed one after the other.
@Suite(.serialized) struct CommandLineStatusTests {
  /// What `status --json` prints, and how it ends.
  private struct Answer {
    var status: Int32
    var fields: [String: Any]
    var text: String

    var health: String? { fields["health"] as? String }
    var problems: [String] { fields["problems"] as? [String] ?? [] }
    func state(_ program: String) -> String? { (fields[program] as? [String: Any])?["state"] as? String }
    func process(_ program: String) -> Int32? {
      ((fields[program] as? [String: Any])?["pid"] as? Int).map { Int32($0) }
    }
    var panel: [String: Any] { fields["panel"] as? [String: Any] ?? [:] }
    /// Of author, guard and renderer.
    var states: [String?] { ["author", "guard", "renderer"].map { state($0) } }
  }

  private func ask(_ program: CommandLineProgram) throws -> Answer {
    let result = try program.run(["status", "bedside-clock", "--json"])
    let fields = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return Answer(status: result.status, fields: fields ?? [:], text: result.text)
  }

  private func started(_ program: CommandLineProgram, _ more: [String] = []) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", "bedside-clock", "--headless"] + more)
    try #require(
      program.wait(20) { running.output.contains("px changed") || !running.process.isRunning }
        && running.process.isRunning, "\(running.output)\(running.errors)")
    return running
  }

  private func kind(of process: Int32) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return name?.trimmingCharacters(in: .newlines) ?? ""
  }

  @Test func `processes that are stopped and killed are named, and decide whether a board is healthy`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let author = running.process.processIdentifier
    let whole = try ask(program)
    #expect(whole.status == 0 && whole.health == "healthy" && whole.problems.isEmpty, "\(whole.text)")
    #expect(whole.states == ["running", "running", "running"] && whole.process("author") == author)
    let guardian = try #require(whole.process("guard"))
    let renderer = try #require(whole.process("renderer"))
    #expect(kind(of: guardian) == "aglow-guard" && kind(of: renderer) == "aglow-renderer")
    #expect(whole.panel["mode"] as? String == "day" && whole.panel["reason"] is String)
    #expect(whole.panel["frameAt"] is String && whole.panel["isClockTrusted"] as? Bool == true)
    #expect((whole.fields["author"] as? [String: Any])?["since"] is String)

    kill(author, SIGSTOP)
    let still = try ask(program)
    #expect(still.status == 1 && still.states == ["stopped", "running", "running"], "\(still.text)")
    #expect(still.problems.contains { $0.contains("kill -CONT \(author)") })
    kill(author, SIGCONT)
    #expect(try ask(program).status == 0)

    running.signal(SIGKILL)
    #expect(program.wait(5) { hasExited(author) })
    let orphan = try ask(program)
    #expect(orphan.status == 1 && orphan.states == ["notRunning", "running", "running"], "\(orphan.text)")
    #expect(!(try program.run(["status", "bedside-clock"]).output.contains("reloaded")), "nothing is renewed")

    kill(renderer, SIGSTOP)
    let frozen = try ask(program)
    #expect(frozen.status == 69 && frozen.state("renderer") == "stopped", "\(frozen.text)")
    kill(renderer, SIGCONT)

    kill(guardian, SIGSTOP)
    let unguarded = try ask(program)
    #expect(unguarded.status == 1 && unguarded.states == ["notRunning", "stopped", "running"], "\(unguarded.text)")
    kill(renderer, SIGKILL)
    #expect(program.wait(5) { hasExited(renderer) })
    let bare = try ask(program)
    #expect(bare.status == 69 && bare.states == ["notRunning", "stopped", "notRunning"], "\(bare.text)")

    kill(guardian, SIGKILL)
    #expect(program.wait(5) { hasExited(guardian) })
    let none = try ask(program)
    #expect(none.status == 69 && none.health == "dead", "\(none.text)")
    #expect(none.states == ["notRunning", "notRunning", "notRunning"])
    let all = try program.run(["status"])
    #expect(all.status == 69 && all.errors.contains("all its processes were killed"), "\(all.text)")
  }

  @Test func `a renderer that was killed has a follower, and the panel is dark when it was darkened`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let before = try #require(try ask(program).process("renderer"))
    kill(before, SIGKILL)
    #expect(
      program.wait(10) {
        let now = try? ask(program)
        return now?.status == 0 && now?.process("renderer") != before
      })
    #expect(try program.run(["power", "off", "bedside-clock"]).status == 0)
    let dark = try ask(program)
    #expect(dark.status == 0 && dark.panel["mode"] as? String == "dark", "\(dark.text)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(try ask(program).health == "dead", "a board that was stopped is not running")
  }

  @Test func `an author whose guard is a service's names it by its socket, dead or silent`() throws {
    let program = try CommandLineProgram()
    let socket = program.path("service.sock")
    let running = try program.start(["run", "bedside-clock", "--headless", "--control", socket])
    #expect(program.wait(20) { program.exists("state/afterglow/\(program.key())/author.sock") }, "\(running.errors)")
    let dead = try ask(program)
    #expect(dead.status == 69 && dead.states == ["running", "notRunning", "notRunning"], "\(dead.text)")
    let path = strdup(socket)!
    defer { free(path) }
    ownUmask()
    let listener = try ControlListener(path: path)
    defer { listener.close() }
    let silent = try ask(program)
    #expect(silent.state("guard") == "hanging" && silent.process("guard") == getpid(), "\(silent.text)")
    #expect(silent.status != 0 && silent.problems.contains { $0.contains("does not answer") })
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a source is awaited, received and failing`() throws {
    let program = try CommandLineProgram()
    func show(_ source: String) throws {
      try program.write(
        "context: standBy\nwidgets:\n  - {kind: clock, family: systemSmall}\n"
          + "  - {kind: value, family: systemSmall, configuration: {source: \(source), value: $.now}}\n",
        to: "boards/bedside-clock/scene.yaml")
    }
    try show("{push: boiler}")
    let running = try started(program)
    let awaited = try ask(program)
    #expect(awaited.status == 1 && awaited.problems == ["push boiler: no content yet"], "\(awaited.text)")
    try program.write("{\"now\": 40}", to: "boiler.json")
    #expect(try program.run(["push", "boiler", "boiler.json"]).status == 0)
    #expect(program.wait(10) { (try? ask(program).status) == 0 }, "\(running.errors)")
    try program.write("{\"then\": 40}", to: "state/afterglow/sources/push-boiler/content")
    #expect(program.wait(10) { (try? ask(program).status) == 1 }, "\(running.errors)")
    #expect(try ask(program).problems.contains { $0.hasPrefix("value: ") })
    for (source, words) in [
      ("{url: \"https://127.0.0.1:1/a\"}", "127.0.0.1:1/a fails and has never answered: no connection"),
      (
        "{url: \"https://127.0.0.1:1/b\", bearer: {secret: absent}}",
        "has never answered: expected the secret \"absent\""
      ),
      ("[", "older scene stays on the panel: "),
    ] {
      try show(source)
      #expect(
        program.wait(20) {
          let answer = try? ask(program)
          return answer?.status == 1 && answer?.problems.contains { $0.contains(words) } == true
        }, "\(words): \(running.errors)")
    }
    try FileManager.default.removeItem(atPath: program.path("boards/bedside-clock/scene.yaml"))
    #expect(
      program.wait(20) {
        (try? ask(program).problems)?.contains { $0.contains("scene.yaml: the file does not exist") } == true
      }, "\(running.errors)")
    #expect(try ask(program).status == 1)
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test(.enabled(if: SystemTime.isSynchronised != true, "this machine's clock is synchronised"))
  func `a clock that is not trusted makes a board degraded`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    try program.write(
      board.replacing("trust: always", with: "trust: synchronised"), to: "boards/bedside-clock/board.yaml")
    let running = try started(program)
    let answer = try ask(program)
    #expect(answer.status == 1 && answer.panel["isClockTrusted"] as? Bool == false, "\(answer.text)")
    #expect(answer.problems.contains { $0.contains("clock is not trusted") })
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }
}
