import Foundation
import Testing

/// The machine's time zone, changed while a board runs that has none of its own.
@Suite(.enabled(if: geteuid() == 0, "another /etc is mounted, as root"))
struct CommandLineZoneTests {
  @Test func `another zone of the machine is followed while a board runs`() throws {
    let program = try CommandLineProgram()
    try program.write(
      "context: lockScreen\nwidgets: [{kind: clock, family: accessoryInline}]\n",
      to: "boards/bedside-clock/scene.yaml")
    let other = program.path("etc")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let run = CommandLineProgram.programs.appending(path: "afterglow").path
    process.arguments = [
      "-c",
      "exec unshare --mount sh -c 'cp -a /etc \"\(other)\" && mount --bind \"\(other)\" /etc && "
        + "exec env -u TZ \"\(run)\" run bedside-clock --headless'",
    ]
    process.currentDirectoryURL = program.folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_RUNTIME_DIR": program.path("run"), "XDG_STATE_HOME": program.path("state"), "LANG": "en_GB.UTF-8",
    ]) { $1 }
    let output = program.folder.appending(path: "zone.out")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    defer { kill(process.processIdentifier, SIGTERM) }
    func text() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
    try #require(program.wait(30) { text().contains("px changed") }, "\(text())")
    #expect(!text().contains("files changed"))
    // As timedatectl(1) does it.
    for zone in ["Asia/Kathmandu", "America/St_Johns"] {
      let before = text().components(separatedBy: "files changed: compiled").count
      #expect(symlink("/usr/share/zoneinfo/\(zone)", other + "/localtime.new") == 0)
      #expect(rename(other + "/localtime.new", other + "/localtime") == 0)
      #expect(
        program.wait(15) { text().components(separatedBy: "files changed: compiled").count > before }, "\(text())")
    }
    #expect(!text().contains("as before"), "another zone has the same archive: \(text())")
  }
}
