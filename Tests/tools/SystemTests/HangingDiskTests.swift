import Foundation
import Testing

/// A disk that does not answer holds the thread that writes, and nothing else.
@Suite struct HangingDiskTests {
  let program: CommandLineProgram
  let environment: [String: String]
  /// While it exists, nothing is written through to the disk.
  var hold: String { program.path("hold") }

  init() throws {
    program = try CommandLineProgram()
    let library = try PreloadLibrary.compile("hold-disk", in: program.folder)
    environment = ["LD_PRELOAD": library, "AFTERGLOW_HOLD_DISK": program.path("hold")]
  }

  @Test func `a disk that hangs at the stop does not keep the program`() throws {
    let running = try program.start(["run", "bedside-clock", "--headless"], environment: environment)
    try #require(program.wait(60) { running.output.contains("px changed") }, "\(running.errors)")
    // Newer than what is saved: it is due at the stop.
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    try program.write(scene + "\nlocale: ar\n", to: "boards/bedside-clock/scene.yaml")
    try #require(program.wait(60) { running.output.contains(": compiled ") }, "\(running.errors)")
    try program.write("", to: "hold")
    running.signal(SIGTERM)
    let result = try program.finish(running, within: 60)
    #expect(program.exists("hold.held"))
    #expect(result.status == 0)
    #expect(result.errors.contains("was not written within 5 s; the next boot shows an older archive"))
    #expect(program.guards.isEmpty)
  }

  @Test func `a signal during the first save is not lost`() throws {
    try program.write("", to: "hold")
    let running = try program.start(["run", "bedside-clock", "--headless"], environment: environment)
    try #require(program.wait(60) { program.exists("hold.held") }, "\(running.errors)")
    running.signal(SIGHUP)
    let status = "/proc/\(running.process.processIdentifier)/status"
    let isTaken = program.wait(10) {
      let lines = (try? String(contentsOfFile: status, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.contains { $0.hasPrefix("ShdPnd:") && $0.hasSuffix("0000000000000000") }
    }
    #expect(isTaken)
    try FileManager.default.removeItem(atPath: hold)
    #expect(program.wait(60) { running.output.contains("asked for: compiled ") }, "\(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running, within: 60).status == 0)
  }
}
