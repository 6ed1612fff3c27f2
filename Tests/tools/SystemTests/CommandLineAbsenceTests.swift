import AfterglowSources
import Foundation
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Sources that give nothing, as commands and the panel report them.
@Suite(.serialized) struct CommandLineAbsenceTests {
  private func write(_ sources: [String], _ program: CommandLineProgram) throws {
    let widgets = sources.map {
      "  - {kind: value, family: systemSmall, configuration: {value: $.v, source: \($0)}}\n"
    }
    try program.write(
      "context: home\nlocale: en-GB\nwidgets:\n" + widgets.joined(), to: "boards/bedside-clock/scene.yaml")
  }

  private func run(_ arguments: [String], _ program: CommandLineProgram) throws -> CommandLineProgram.Result {
    try program.finish(program.start(arguments, environment: environment(program)), within: 60)
  }

  private func environment(_ program: CommandLineProgram) -> [String: String] {
    ["HOME": program.folder.path, "XDG_CONFIG_HOME": program.path("config"), "no_proxy": "127.0.0.1"]
  }

  @Test func `check reports missing secrets, and sources that have never answered`() throws {
    let program = try CommandLineProgram()
    let source = "https://b.example/v.json"
    try write(["{url: \"https://a.example/v.json\", bearer: {secret: boiler}}", "\"\(source)\""], program)
    let first = try run(["check", "bedside-clock"], program)
    #expect(first.status == 0, "\(first.text)")
    let missing = "warning: https://a.example/v.json: expected the secret \"boiler\" in "
    #expect(first.output.contains(missing), "\(first.text)")
    #expect(!first.output.contains("no content: "), "\(first.text)")

    let secrets = program.path("config/afterglow/secrets")
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(
      atPath: secrets + "/boiler", contents: Data("key\n".utf8), attributes: [.posixPermissions: 0o600])
    let key = try #require(ContentSource(text: source).key)
    let folder = program.path("state/afterglow/sources/\(key)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var record = SourceRecord(name: source)
    record.everySeconds = 900
    record.failure = "it answered 404 (there is nothing at this address)"
    record.failingSinceMs = 1_000
    record.trouble = .notFound
    try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder + "/record.json"))
    let second = try run(["check", "bedside-clock"], program)
    #expect(second.status == 1, "\(second.text)")
    #expect(!second.output.contains("secret"), "\(second.text)")
    let told =
      "nothing has been received yet: it answered 404 (there is nothing at this address). "
      + "The panel shows “Not found: b.example” meanwhile."
    #expect(second.output.contains(told), "\(second.text)")
    // Its widget has said it.
    let count = second.output.split(separator: "\n").count { $0.contains("it answered 404") }
    #expect(count == 1, "\(second.text)")
  }

  @Test func `check reports what sources lack on this machine where the scene names them`() throws {
    let program = try CommandLineProgram()
    let secrets = program.path("config/afterglow/secrets")
    try FileManager.default.createDirectory(atPath: secrets + "/folder", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(
      atPath: secrets + "/nourl", contents: Data("abc\n".utf8), attributes: [.posixPermissions: 0o600])
    try write(["{command: [./newz.sh]}", "{url: {secret: nourl}}", "{url: {secret: folder}}"], program)
    let result = try run(["check", "bedside-clock"], program)
    for (line, words) in [
      (4, "/newz.sh does not exist"), (5, "the secret \"nourl\" holds no address"),
      (6, "expected a file with one line at \(secrets)/folder, found a folder"),
    ] {
      let isThere = result.output.split(separator: "\n").contains {
        $0.contains("scene.yaml:\(line):76: ") && $0.contains(": warning: ") && $0.contains(words)
      }
      #expect(isThere, "\(words): \(result.text)")
    }
  }

  /// One file with an error says nothing of the other widgets.
  @Test func `check reports missing secrets and signed-out accounts beside content with errors`() throws {
    let program = try CommandLineProgram()
    let account = "https://b.example/v.json"
    try program.write(
      """
      context: home
      locale: en-GB
      widgets:
        - {kind: value, family: systemSmall, configuration: {file: empty.json}}
        - kind: value
          family: systemSmall
          configuration: {value: $.v, source: {url: "https://a.example/v.json", bearer: {secret: boiler}}}
        - {kind: value, family: systemSmall, configuration: {value: $.v, source: "\(account)"}}

      """, to: "boards/bedside-clock/scene.yaml")
    try program.write(#"{"kind": "value", "entries": []}"#, to: "boards/bedside-clock/empty.json")
    let key = try #require(ContentSource(text: account).key)
    let folder = program.path("state/afterglow/sources/\(key)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var record = SourceRecord(name: account)
    record.failure = "it answered 401 (it wants a password or token)"
    record.failingSinceMs = 1_000
    record.trouble = .signIn
    try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder + "/record.json"))
    let result = try run(["check", "bedside-clock"], program)
    #expect(result.status == 1, "\(result.text)")
    for words in [
      "/empty.json:1:30: error: expected at least one entry",
      "warning: https://a.example/v.json: expected the secret \"boiler\" in ",
      "The panel shows “Sign in: b.example” meanwhile.",
    ] {
      #expect(result.output.split(separator: "\n").count { $0.contains(words) } == 1, "\(words): \(result.text)")
    }
  }

  @Test func `a running panel says at once that an account wants its password, and check does`() throws {
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(401, "", "")])
    try write(["\"\(server.url)/v.json\""], program)
    let running = try program.start(["run", "bedside-clock", "--headless"], environment: environment(program))
    let isTold = program.wait(60) {
      let status = try? run(["status", "bedside-clock"], program)
      return status?.output.contains("    content   none yet; the panel shows “Sign in: 127.0.0.1”\n") == true
    }
    #expect(isTold, "\(running.errors)")
    running.signal(SIGTERM)
    _ = try program.finish(running)
    let checked = try run(["check", "bedside-clock"], program)
    let told =
      "nothing has been received yet: it answered 401 (it wants a password or token). "
      + "The panel shows “Sign in: 127.0.0.1” meanwhile."
    #expect(checked.status == 1 && checked.output.contains(told), "\(checked.text)")
  }
}
