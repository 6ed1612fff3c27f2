import Foundation
import Testing

/// The example of docs/data-widgets.md on a panel: a copy of it gives this picture.
@Suite struct DataWidgetTests {
  private static let golden = GoldenPicture("frames/data-widget-day")

  private static let scene = """
    zone: Europe/Lisbon
    locale: en-GB
    context: home
    grid: {columns: 3, rows: 1}
    widgets:
      - kind: document
        at: {column: 1, row: 1}
        configuration: {view: thermostat.yaml, file: thermostat.json}
      - kind: document
        family: systemMedium
        at: {column: 2, row: 1}
        configuration: {view: thermostat.yaml, file: thermostat.json}

    """

  /// The block of code under a file's name.
  private func block(_ name: String, of page: String) throws -> String {
    let parts = page.components(separatedBy: "`\(name)`")
    let code = try #require(parts.count > 1 ? parts[1].components(separatedBy: "```").dropFirst().first : nil)
    return String(code.drop { $0 != "\n" }.dropFirst())
  }

  @Test func `the page's example draws its golden frame`() throws {
    let program = try CommandLineProgram()
    let page = try String(
      contentsOf: HouseRulesTests.root.appending(path: "docs/data-widgets.md"), encoding: .utf8)
    for name in ["thermostat.yaml", "thermostat.json"] {
      try program.write(block(name, of: page), to: "boards/bedside-clock/\(name)")
    }
    try program.write(Self.scene, to: "boards/bedside-clock/scene.yaml")
    let arguments = ["render", "bedside-clock", "--at", "2026-11-21T10:09:35Z", "--lux", "300", "--out", "frame.png"]
    if GoldenPicture.isUpdate {
      #expect(try program.run(arguments).status == 0)
      try Self.golden.renewIfAsked(from: program.path("frame.png"))
    }
    let result = try program.run(arguments + ["--expect", Self.golden.path])
    #expect(result.status == 0, "\(result.text)")
    #expect(try program.run(["check", "bedside-clock"]).status == 0)
  }
}
