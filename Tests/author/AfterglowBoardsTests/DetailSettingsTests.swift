import Afterglow
import AfterglowCompiler
import Testing

@testable import AfterglowBoards

/// `details` of a scene and of its widgets, and the widgets that have some (docs/actions.md).
@Suite struct DetailSettingsTests {
  private static let widgets = """
    widgets:
      - {kind: weather, configuration: {sample: true}}
      - {kind: calendar, configuration: {file: ""}}
      - {kind: news}
      - {kind: value}
      - {kind: clock}
      - {kind: note, configuration: {text: Buy bread}}

    """

  private func details(_ scene: String) throws -> [String] {
    let (folder, _) = load(board: goodBoard + "\ninput: auto\n", scene: scene)
    return try #require(folder).panelScene().slots.filter { $0.detail != nil }.map(\.identifier)
  }

  @Test func `calendar, weather, news and value have details unless the scene or the widget forbids them`() throws {
    #expect(try details("context: home\n" + Self.widgets) == ["weather", "calendar", "news", "value"])
    #expect(try details("context: home\ndetails: false\n" + Self.widgets) == [])
    let one = Self.widgets.replacing("{kind: news}", with: "{kind: news, details: true}")
    #expect(try details("context: home\ndetails: false\n" + one) == ["news"])
    let other = Self.widgets.replacing("{kind: news}", with: "{kind: news, details: false}")
    #expect(try details("context: home\n" + other) == ["weather", "calendar", "value"])
  }

  @Test func `details are true or false`() {
    let problems = load(scene: goodScene + "\ndetails: none\n").problems
    #expect(problems.contains { $0.contains("expected true or false for \"details\"") }, "\(problems)")
  }

  @Test func `the details of a calendar are its events, whatever its layout is`() throws {
    let text = "context: home\nwidgets: [{kind: calendar, configuration: {file: \"\", layout: month}}]\n"
    let (folder, _) = load(board: goodBoard + "\ninput: auto\n", scene: text)
    let scene = try #require(folder).panelScene()
    let slot = try #require(scene.slots.first)
    #expect(slot.configuration["layout"] == .string("month"))
    #expect(slot.detail?.configuration["layout"] == .string("agenda"))
  }

  @Test func `a shipped board with a touch screen opens the details of weather and values`() throws {
    let weather = "  - {kind: weather, configuration: {sample: true}}\n"
    let widgets = weather + "  - {kind: value, configuration: {file: t.json}}\n"
    let compiled = try compile(widgets, on: "rpi-fb-tft-480x320", files: ["t.json": tank])
    #expect(compiled.details.slots == ["weather", "value"])
    let quiet = try compile(widgets, files: ["t.json": tank])
    #expect(quiet.details.slots == [], "the bedside clock has no input")
  }
}
