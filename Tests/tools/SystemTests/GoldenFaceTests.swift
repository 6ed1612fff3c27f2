import Foundation
import Testing

/// Watch faces with complications and their labels, looked at when they were made.
@Suite struct GoldenFaceTests {
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
  func `a face looks as it did`(_ shape: String, _ lux: String) throws {
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
    let name = "\(shape)-\(lux)"
    let drawn = try program.run(
      ["render", "round-240", "--at", "2026-11-21T10:09:00+01:00", "--lux", lux, "--out", "drawn.png"], within: 120)
    #expect(drawn.status == 0 && !drawn.text.contains("warning"), "\(drawn.text)")
    try GoldenPicture("faces/\(name)").expect(program.path("drawn.png"))
  }
}
