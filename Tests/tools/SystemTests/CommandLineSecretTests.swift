import AfterglowFetch
import Foundation
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Five secrets are sent, each in another part of a request, and are found nowhere else.
@Suite(.serialized) struct CommandLineSecretTests {
  private static let secrets = [
    "one": "key-Zq7wRt1", "two": "query Zq7wRt2&x", "three": "pass-Zq7wRt3", "four": "bearer-Zq7wRt4",
    "five": "private-Zq7wRt5",
  ]

  /// How a secret may be written: as it is, percent-encoded, and encoded for Basic authentication.
  private static func forms(_ secret: String) -> [Data] {
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    let query = secret.replacing(" ", with: "%20").replacing("&", with: "%26")
    return [secret, percent, query, Data("me:\(secret)".utf8).base64EncodedString()].map { Data($0.utf8) }
  }

  private func scene(_ url: String, report: String, folder: String) -> String {
    func value(_ source: String) -> String {
      "  - {kind: value, family: systemSmall, configuration: {value: $.v, source: \(source)}}\n"
    }
    return "context: home\nwidgets:\n"
      + value("{url: \"\(url)/a\", headers: {X-Key: {secret: one}}}")
      + value("{url: \"\(url)/b\", query: {key: {secret: two}}}")
      + value("{url: \"\(url)/c\", user: me, password: {secret: three}}")
      + value("{url: \"\(url)/d\", bearer: {secret: four}}") + value("{url: {secret: five}}")
      + value(
        "{command: [/bin/sh, -c, \"cat $0/*; e=$(env | tr -c '[:alnum:]=_/.:-' ' '); "
          + "echo '{\\\"v\\\": 1, \\\"e\\\": \\\"'$e'\\\"}'\", \(folder)]}")
      + "  - {kind: curious, family: systemSmall, configuration: {report: \(report), folders: [\(folder)]}}\n"
  }

  @Test func `five secrets are in requests, and in no archive, log, status, picture, record or child`() throws {
    try #require(SecretFiles.canHide, "this kernel has no Landlock")
    let program = try CommandLineProgram()
    let server = try LoopbackServer([.answer(200, "", "{\"v\": 7}")])
    let folder = program.path("config/afterglow/secrets")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in Self.secrets {
      let line = name == "five" ? "\(server.url)/\(text)/x.json" : text
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(name)", contents: Data((line + "\n").utf8), attributes: [.posixPermissions: 0o600])
    }
    let report = "data/afterglow/groups/curious/report"
    try program.run(["widgets", "add", CommandLineProgram.programs.appending(path: "sample-widget").path])
    try program.write(
      scene(server.url, report: "report", folder: folder), to: "boards/bedside-clock/scene.yaml")
    let environment = [
      "HOME": program.folder.path, "XDG_CONFIG_HOME": program.path("config"), "XDG_DATA_HOME": program.path("data"),
      "no_proxy": "127.0.0.1",
      "SOME_TOKEN": Self.secrets["one"]!,
    ]
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--http", "0"], environment: environment)
    // All five are asked, and the widget has looked around.
    let isDone = program.wait(60) {
      Set(server.requests.map { $0.prefix { $0 != "\r" } }).count >= 5 && program.exists(report)
        && commandContent(program) != nil && program.frameCount() > 1
    }
    #expect(isDone, "\(server.requests) \(running.errors)")
    let requests = Data(server.requests.joined().utf8)
    for (name, secret) in Self.secrets {
      #expect(Self.forms(secret).contains { requests.range(of: $0) != nil }, "\(name) was not sent")
    }
    let status = try program.finish(program.start(["status", "bedside-clock"], environment: environment), within: 30)
    let asked = try answer(program, "/status") + answer(program, "/widgets")
    #expect(asked.contains("\"sources\""))
    var places = [
      "output": Data(running.output.utf8), "errors": Data(running.errors.utf8), "status": Data(status.text.utf8),
      "answers": Data(asked.utf8),
    ]
    let drawn = try program.finish(
      program.start(
        ["render", "bedside-clock", "--out", "a.png", "--layout", "a.json"], environment: environment), within: 60)
    places["render"] = Data(drawn.text.utf8)
    running.signal(SIGTERM)
    _ = try program.finish(running)
    places["end"] = Data((running.output + running.errors).utf8)
    try collect(program, except: folder, &places)
    #expect(places.count > 20 && places.keys.contains { $0.hasSuffix("scene.archive") })
    #expect(places[program.path(report)]?.count ?? 0 > 1000)
    #expect(try #require(commandContent(program)).contains("PATH="))
    for (place, bytes) in places {
      for (name, secret) in Self.secrets {
        #expect(!Self.forms(secret).contains { bytes.range(of: $0) != nil }, "\(name) is in \(place)")
      }
    }
  }

  /// The environment of the command, which it printed.
  private func commandContent(_ program: CommandLineProgram) -> String? {
    let folder = program.path("state/afterglow/sources")
    let sources = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return sources.lazy.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)/content") }
      .map { String(decoding: $0, as: UTF8.self) }.first { $0.contains("\"e\":") }
  }

  /// Every file below the test's folder.
  private func collect(_ program: CommandLineProgram, except folder: String, _ places: inout [String: Data]) throws {
    let all = FileManager.default.enumerator(atPath: program.folder.path)?.allObjects as? [String] ?? []
    for file in all {
      let path = program.path(file)
      var status = stat()
      guard !path.hasPrefix(folder + "/"), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      places[path] = FileManager.default.contents(atPath: path)
    }
  }

  private func answer(_ program: CommandLineProgram, _ path: String) throws -> String {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--silent", "--unix-socket", program.runFolder() + "/author.sock", "http://afterglow\(path)",
    ]
    let pipe = Pipe()
    curl.standardOutput = pipe
    try curl.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    curl.waitUntilExit()
    return text
  }
}
