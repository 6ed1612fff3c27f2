import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// The check that sums it up: the static firmware alone with an archive in an empty root folder, a simulated week across a
/// change of the clocks with a light trace, every frame equal to a frame drawn from nothing at its instant, and the time
/// read back from the pixels.
@Suite(.enabled(if: FirmwareProgram.all.count == 3, FirmwareProgram.missing))
struct WeekTests {
  /// 2026-10-22T00:00:00+02:00; on the 25th Berlin's clocks go back from 03:00 to 02:00.
  static let from = Instant(seconds: 1_792_620_000)
  static let to = Instant(seconds: 1_792_620_000 + 7 * 86_400)

  struct Update: Decodable {
    var t: Int64
    var night: Bool
    var alwaysOn: Bool
    var hash: String
  }

  /// Evenings that go dark, a torch, a drop-out, mornings: a line each ten minutes.
  private static var trace: String {
    var lines = ["# synthetic: seven days of one bedroom"]
    for day in 0..<7 {
      for (hour, lux) in [
        (0.0, "0.4"), (3.2, "40"), (3.2005, "0.4"), (5.5, ""), (5.6, "0.3"), (6.8, "12"), (7.5, "240"), (19.0, "90"),
        (21.5, "11"), (22.75, "0.6"),
      ] {
        lines.append("\(day * 86_400 + Int(hour * 3600)),\(lux)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The bedside clock, in Berlin, compiled for the first instant.
  private func archive(in folder: URL) throws -> [UInt8] {
    let board = folder.appending(path: "board")
    try FileManager.default.copyItem(at: HouseRulesTests.root.appending(path: "boards/bedside-clock"), to: board)
    let scene = board.appending(path: "scene.yaml")
    let text = try String(contentsOf: scene, encoding: .utf8)
    try (text + "\nzone: Europe/Berlin\nlocale: en-GB\n").write(to: scene, atomically: true, encoding: .utf8)
    let start = Date(timeIntervalSince1970: Double(Self.from.seconds))
    let (loaded, problems) = BoardFolder.load(board.path, at: start)
    #expect(problems.isEmpty)
    return try SceneCompiler().compile(try #require(loaded).panelScene(), at: start).archive
  }

  /// Runs the firmware with nothing around it but its archive and trace.
  private func simulateInEmptyRoot(_ archive: [UInt8], in folder: URL) throws -> FirmwareRun {
    let program = try #require(FirmwareProgram.x86)
    let root = folder.appending(path: "root")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: program.command[0]), to: root.appending(path: "renderer"))
    try Data(archive).write(to: root.appending(path: "clock.archive"))
    try Data(Self.trace.utf8).write(to: root.appending(path: "trace.csv"))
    let alone = FirmwareProgram(
      name: "static x86-64 in an empty root",
      command: geteuid() == 0
        ? ["/usr/sbin/chroot", root.path, "/renderer"]
        : ["/usr/bin/unshare", "--map-root-user", "--root", root.path, "/renderer"])
    return try alone.run([
      "--simulate", "\(Self.from.seconds)", "\(Self.to.seconds)", "--lux-trace", "/trace.csv", "--updates",
      "/clock.archive",
    ])
  }

  @Test func `a week alone shows every minute right, in every mode`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = try archive(in: folder)
    let run = try simulateInEmptyRoot(archive, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let updates = try run.lines.dropLast().map { line in
      try JSONDecoder().decode(Update.self, from: Data(line.utf8))
    }
    #expect(updates.count >= 7 * 1440, "a week has 10,080 minutes")
    #expect(
      updates.contains { $0.night } && updates.contains { !$0.night && $0.alwaysOn }
        && updates.contains { !$0.alwaysOn })

    let reference = try ReferenceRenderer(archive: archive)
    let digits = try DigitReader(reference)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    var shownMinutes = Set<Int64>()
    for update in updates {
      let instant = Instant(milliseconds: update.t)
      // Always-on is as dark as the room, whose light is 11 or 12 lx then.
      let hash = try reference.draw(
        instant, mode: update.night ? .night : update.alwaysOn ? .alwaysOn : .day,
        lux: update.alwaysOn && !update.night ? Illuminance(millilux: 12_000) : nil)
      guard String(hash, radix: 16) == trimmed(update.hash) else {
        Issue.record("frame at \(update.t) differs from one drawn from nothing")
        return
      }
      let parts = calendar.dateComponents([.hour, .minute], from: Date(timeIntervalSince1970: Double(instant.seconds)))
      let expected = [parts.hour! / 10, parts.hour! % 10, parts.minute! / 10, parts.minute! % 10]
      let read = digits.read(reference, isLuminanceReduced: update.alwaysOn)
      if read != expected { Issue.record("at \(update.t) the panel reads \(read), the time is \(expected)") }
      shownMinutes.insert(update.t / 60_000)
    }
    #expect(shownMinutes.count == 7 * 1440, "not one minute is left out")
  }

  private func trimmed(_ hexadecimal: String) -> String {
    let digits = hexadecimal.drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }
}
