import AfterglowPNG
import Foundation
import Testing

/// Watch faces with complications and what they show beside themselves, looked at when they were made.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` draws them anew, and fails the run all the same: look at them, then run again.
@Suite struct GoldenFaceTests {
  private static let golden = HouseRulesTests.root.appending(path: "Tests/Golden/faces")

  private static let corners = """
    context: watchFace
    tint: "#FF9F0A"
    locale: en-GB
    zone: Europe/Berlin
    widgets:
      - kind: weather
        family: accessoryCorner
        configuration: {file: forecast.json, rebase: true}
      - {kind: document, family: accessoryCorner, configuration: {view: label.yaml}}
      - {kind: document, family: accessoryCorner, configuration: {view: label.yaml}}
      - {kind: document, family: accessoryCorner, configuration: {view: gauge.yaml}}

    """

  private static let label = """
    families:
      accessoryCorner:
        symbol: drop
        font: {size: 26}
        widgetLabel: {text: "High at 14:20"}

    """

  private static let gauge = """
    families:
      accessoryCorner:
        text: "62"
        font: {size: 22, weight: semibold}
        widgetLabel:
          gauge: {value: 62, in: [0, 100], label: {text: Battery}, minimum: "0", maximum: "100"}
          widgetAccentable: true

    """

  @Test(arguments: [("round", "300"), ("square", "300"), ("square", "12"), ("square", "0.5")])
  func aFaceLooksAsItDid(_ shape: String, _ lux: String) throws {
    let program = try CommandLineProgram()
    try program.copyBoard("round-240")
    if shape == "square" {
      let path = "boards/round-240/board.yaml"
      let lines = try program.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      try program.write(lines.filter { !$0.hasPrefix("shape:") }.joined(separator: "\n"), to: path)
      try program.write(Self.corners, to: "boards/round-240/scene.yaml")
      try program.write(Self.label, to: "boards/round-240/label.yaml")
      try program.write(Self.gauge, to: "boards/round-240/gauge.yaml")
    }
    let name = "\(shape)-\(lux).png"
    let drawn = try program.run(
      ["render", "round-240", "--at", "2026-11-21T10:09:00+01:00", "--lux", lux, "--out", name], within: 120)
    #expect(drawn.status == 0 && !drawn.text.contains("warning"), "\(drawn.text)")
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
