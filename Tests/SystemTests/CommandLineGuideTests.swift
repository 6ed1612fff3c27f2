import Testing

/// `check` holds a scene against what the guide for widgets lets a machine test, and names the rule.
@Suite struct CommandLineGuideTests {
  private func check(note text: String) throws -> String {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    try program.write(
      """
      context: standBy
      widgets:
        - kind: clock
        - kind: note
          configuration: {text: "\(text)"}

      """, to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 0, "\(result.text)")
    return result.text
  }

  @Test(arguments: [("Last updated 10:00", 71), ("Please water the plants", 95), ("Your turn", 95)])
  func wordsThatWidgetsShouldNotSayAreTold(_ text: String, _ rule: Int) throws {
    let told = try check(note: text)
    #expect(told.contains("note: “\(text)”") && told.contains("(rule \(rule))"), "\(told)")
  }

  @Test func plainWordsAreNot() throws {
    let told = try check(note: "Water the plants")
    #expect(!told.contains("(rule"), "\(told)")
  }

  /// What is shipped is what we advise.
  @Test(arguments: [
    "bedside-clock", "rpi-dsi-720x1280", "rpi-fb-tft-480x320", "lock-screen", "smart-stack", "round-240",
    "wall-display-1080p",
  ]) func theShippedBoardsFollowTheGuide(_ board: String) throws {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    let told = try program.run(["check", board]).text
    #expect(!told.contains("(rule"), "\(told)")
  }
}
