import Foundation
import Testing

/// Widgets in languages that are read from the right, as pictures that were looked at when they were made.
@Suite struct GoldenMirrorTests {
  @Test(arguments: [
    ("ar-EG", "calendar", "systemLarge"), ("ar-EG", "weather", "systemMedium"), ("ar-EG", "clock", "systemMedium"),
    ("ar-EG", "system", "systemSmall"), ("he", "calendar", "systemMedium"), ("he", "reminders", "systemMedium"),
    ("he", "value", "systemMedium"), ("he", "clock", "accessoryRectangular"), ("fa", "weather", "accessoryCircular"),
    ("ur", "countdown", "systemSmall"),
  ]) func `a widget is read from the right`(_ locale: String, _ kind: String, _ family: String) throws {
    let program = try CommandLineProgram()
    let name = "\(locale)-\(kind)-\(family)"
    let drawn = try program.run(
      [
        "render", "--widget", kind, "--family", family, "--locale", locale, "--at", "2026-11-21T10:09:00+01:00",
        "--out", "drawn.png",
      ], within: 120)
    #expect(drawn.status == 0, "\(drawn.text)")
    try GoldenPicture("mirrored/\(name)").expect(program.path("drawn.png"))
  }
}
