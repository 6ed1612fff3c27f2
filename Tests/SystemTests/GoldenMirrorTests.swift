import AfterglowPNG
import Foundation
import Testing

/// Widgets in languages that are read from the right, as pictures that were looked at when they were made.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` draws them anew, and fails the run all the same: look at them, then run again.
@Suite struct GoldenMirrorTests {
  private static let golden = HouseRulesTests.root.appending(path: "Tests/Golden/mirrored")

  @Test(arguments: [
    ("ar-EG", "calendar", "systemLarge"), ("ar-EG", "weather", "systemMedium"), ("ar-EG", "clock", "systemMedium"),
    ("ar-EG", "system", "systemSmall"), ("he", "calendar", "systemMedium"), ("he", "reminders", "systemMedium"),
    ("he", "value", "systemMedium"), ("he", "clock", "accessoryRectangular"), ("fa", "weather", "accessoryCircular"),
    ("ur", "countdown", "systemSmall"),
  ]) func aWidgetIsReadFromTheRight(_ locale: String, _ kind: String, _ family: String) throws {
    let program = try CommandLineProgram()
    let name = "\(locale)-\(kind)-\(family).png"
    let drawn = try program.run(
      [
        "render", "--widget", kind, "--family", family, "--locale", locale, "--at", "2026-11-21T10:09:00+01:00",
        "--out",
        name,
      ], within: 120)
    #expect(drawn.status == 0, "\(drawn.text)")
    let golden = Self.golden.appending(path: name)
    if ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: golden)
      try FileManager.default.copyItem(atPath: program.path(name), toPath: golden.path)
      Issue.record("\(name) was drawn anew: look at it, then run the tests again")
      return
    }
    #expect(try picture(program.path(name)) == picture(golden.path), "\(name)")
  }

  private func picture(_ path: String) throws -> Picture {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { try PNG.decode($0) }
  }
}
