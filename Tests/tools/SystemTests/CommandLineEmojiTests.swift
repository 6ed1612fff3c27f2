import Afterglow
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Texts that begin with an emoji, on their way to a running author.
@Suite(.serialized) struct CommandLineEmojiTests {
  private static let scene = """
    context: home
    zone: Europe/Berlin
    locale: en-GB
    widgets:
      - {name: words, kind: note, family: systemSmall, configuration: {source: {push: words}}}

    """

  private func environment(_ program: CommandLineProgram) -> [String: String] {
    ["HOME": program.folder.path, "XDG_CONFIG_HOME": ""]
  }

  /// Puts a text by HTTP on loopback, and returns the status of the answer.
  private func put(_ text: String, port: Substring) throws -> String {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "-X", "PUT", "-H",
      "Authorization: Bearer tok-8Qm2", "--data-binary", text, "http://127.0.0.1:\(port)/push/words",
    ]
    let pipe = Pipe()
    curl.standardOutput = pipe
    try curl.run()
    let status = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    curl.waitUntilExit()
    return status
  }

  @Test func `a text that begins with an emoji is drawn by the run that receives it, and by the next run`() throws {
    let program = try CommandLineProgram()
    try program.write(Self.scene, to: "boards/bedside-clock/scene.yaml")
    let secrets = program.path(".config/afterglow/secrets")
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    try program.write("tok-8Qm2\n", to: ".config/afterglow/secrets/http-token")
    chmod(secrets + "/http-token", 0o600)
    let area = try #require(try PanelPixels.frames(of: program.path("boards/bedside-clock"))["words"])
    var running = try program.start(
      ["run", "bedside-clock", "--headless", "--http", "0"], environment: environment(program))
    var known: PanelPixels?
    #expect(
      program.wait(20) {
        known = PanelPixels(program.framebuffer())
        return known != nil && running.output.contains("http://127.0.0.1:")
      }, "\(running.errors)")
    let port = try #require(running.output.firstMatch(of: #/http://127\.0\.0\.1:(\d+)/#)?.1, "\(running.errors)")
    // Words, cards and bars of this scene have no hue.
    let plain = try #require(known).coloredCount(area)
    /// Whether the panel shows soon another picture than the last one, with an emoji in it.
    func showsAnother() -> Bool {
      program.wait(20) {
        guard let now = PanelPixels(program.framebuffer()), now.part(area) != known?.part(area) else { return false }
        guard now.coloredCount(area) > plain + 100 else { return false }
        known = now
        return true
      }
    }
    #expect(try put("🎉 Party", port: port) == "204")
    #expect(showsAnother(), "\(running.output)\(running.errors)")
    for text in ["🎂", "Birthday 🎂🎂🎂🎂🎂"] {
      try program.write(text, to: "words.txt")
      let push = try program.finish(
        program.start(["push", "words", "words.txt"], environment: environment(program)), within: 60)
      #expect(push.status == 0, "\(push.text)")
      #expect(showsAnother(), "\(text): \(running.output)\(running.errors)")
    }
    #expect(running.process.isRunning && !running.errors.contains("died"), "\(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running, within: 30).status == 0)
    // What is stored is read again at each start.
    running = try program.start(["run", "bedside-clock", "--headless"], environment: environment(program))
    #expect(
      program.wait(20) {
        running.output.contains("px changed")
          && PanelPixels(program.framebuffer()).map { $0.coloredCount(area) > plain + 100 } ?? false
      }, "\(running.output)\(running.errors)")
    #expect(running.process.isRunning && !running.errors.contains("died"), "\(running.errors)")
    running.signal(SIGTERM)
    _ = try program.finish(running, within: 30)
  }
}
