import Foundation
import Testing

/// `render --widget` asks the tables T1 to T8 what may be shown where, and says what they answer.
@Suite struct CommandLinePlacementTests {
  @Test(arguments: [
    ["--host", "Watch 45mm", "--family", "accessoryRectangular"],
    ["--host", "Watch 40mm", "--family", "accessoryCorner"],
    ["--host", "iPad 820x1180", "--family", "systemExtraLarge"], ["--host", "Vision", "--family", "systemSmall"],
    ["--family", "systemSmall", "--mode", "vibrant"], ["--family", "systemExtraLargePortrait", "--mode", "vibrant"],
    ["--family", "accessoryRectangular", "--mode", "fullColor"],
    ["--family", "accessoryCircular", "--mode", "accented"],
  ]) func `what a device shows is drawn without naming the place`(_ arguments: [String]) throws {
    let program = try CommandLineProgram()
    let result = try program.run(["render", "--widget", "clock", "--out", "w.png"] + arguments)
    #expect(result.status == 0 && program.exists("w.png"), "\(result.text)")
  }

  @Test(arguments: [
    (
      ["--family", "accessoryInline", "--mode", "fullColor"],
      "drawn accented and vibrant, not fullColor (docs/rules.md: T4)"
    ),
    (
      ["--family", "accessoryCorner", "--mode", "vibrant"],
      "no place shows accessoryCorner vibrant by day (docs/rules.md: T3)"
    ),
    (
      ["--host", "iPhone 320x568", "--family", "accessoryCircular"],
      "not accessoryCircular (docs/rules.md: T1, T2 and T5)"
    ),
    (
      ["--host", "iPhone 320x568", "--family", "accessoryInline", "--context", "lockScreen"],
      "lockScreen of iPhone 320x568 takes no widgets, not accessoryInline (docs/rules.md: T5)"
    ),
    (
      ["--host", "Vision", "--family", "systemSmall", "--mode", "vibrant"],
      "no place of Vision shows systemSmall vibrant"
    ),
    (
      ["--family", "systemSmall", "--context", "standBy", "--mode", "accented"],
      "fullColor and vibrant, not accented (docs/rules.md: T3)"
    ),
    (["--family", "systemSmall", "--context", "standBy", "--appearance", "light"], "standBy has no appearances"),
  ]) func `what no device shows is refused with the table that says so`(_ arguments: [String], _ words: String) throws {
    let program = try CommandLineProgram()
    let result = try program.run(["render", "--widget", "clock", "--out", "w.png"] + arguments)
    #expect(result.status == 64 && !program.exists("w.png"))
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
