import AfterglowPNG
import Foundation
import Testing

/// Every built-in widget in every family and look, as contact sheets that were looked at when they were made.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` draws them anew, and fails the run all the same: look at them, then run again.
@Suite struct GoldenGalleryTests {
  static let kinds = [
    "calendar", "clock", "countdown", "document", "note", "photos", "reminders", "system", "value", "weather",
    "worldClock",
  ]
  static let looks = ["light", "dark", "clear", "tinted", "vibrant", "always-on", "night"]

  private static let golden = HouseRulesTests.root.appending(path: "Tests/Golden/gallery")

  @Test(arguments: kinds) func aWidgetLooksAsItDid(_ kind: String) throws {
    let program = try CommandLineProgram()
    let drawn = try program.run(
      ["gallery", "--widget", kind, "--density", "1", "--at", "2026-11-21T10:09:00+01:00", "--out", "sheets"],
      within: 300)
    #expect(drawn.status == 0, "\(drawn.text)")
    let isUpdate = ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1"
    for look in Self.looks {
      let fresh = URL(fileURLWithPath: program.path("sheets/\(kind)/\(look).png"))
      let golden = Self.golden.appending(path: "\(kind)-\(look).png")
      if isUpdate {
        try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: golden)
        try FileManager.default.copyItem(at: fresh, to: golden)
        continue
      }
      #expect(try picture(fresh) == picture(golden), "\(kind), \(look)")
    }
    if isUpdate { Issue.record("\(kind) was drawn anew: look at it, then run the tests again") }
  }

  private func picture(_ file: URL) throws -> Picture {
    try Data(contentsOf: file).withUnsafeBytes { try PNG.decode($0) }
  }

  /// At least 250 frames of widgets, families, modes and appearances.
  @Test func thereAreEnoughOfThem() throws {
    let program = try CommandLineProgram()
    let listed = try program.run(["widgets", "list"]).output
    let families = listed.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.split(separator: ",").count }
    #expect(families.count >= Self.kinds.count)
    #expect(families.reduce(0, +) * Self.looks.count >= 250)
  }
}
