import AfterglowWidgets
import Foundation
import Testing

/// Every built-in widget in every family and look, as contact sheets that were looked at when they were made.
@Suite struct GoldenGalleryTests {
  static let kinds = WidgetGallery.builtIn.kinds.sorted()
  static let looks = [
    "light", "dark", "clear", "tinted", "vibrant", "always-on", "night", "simplified", "ink", "six-inks",
  ]

  @Test(arguments: kinds) func `a widget looks as it did`(_ kind: String) throws {
    let program = try CommandLineProgram()
    let drawn = try program.run(
      ["gallery", "--widget", kind, "--density", "1", "--at", "2026-11-21T10:09:00Z", "--out", "sheets"],
      within: 300)
    #expect(drawn.status == 0, "\(drawn.text)")
    for look in Self.looks {
      try GoldenPicture("gallery/\(kind)-\(look)").expect(program.path("sheets/\(kind)/\(look).png"))
    }
    // Each clock face on a wide, a tall and a round panel.
    for look in kind == "clock" ? ["dark", "always-on", "night"] : [] {
      try GoldenPicture("gallery/clock-faces-\(look)").expect(program.path("sheets/clock/faces-\(look).png"))
    }
  }

  /// At least 250 frames of widgets, families, modes and appearances.
  @Test func `there are enough of them`() throws {
    let program = try CommandLineProgram()
    let listed = try program.run(["widgets", "list"]).output
    let families = listed.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.split(separator: ",").count }
    #expect(families.count >= Self.kinds.count)
    #expect(families.reduce(0, +) * Self.looks.count >= 250)
  }
}
