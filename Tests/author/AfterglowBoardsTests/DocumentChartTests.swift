import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowBoards

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"

private let values = """
  {"hours": [{"at": "2026-11-21T10:00:00Z", "t": 4, "feels": 1, "rain": 2}, {"at": "2026-11-21T11:00:00Z", "t": 6, "feels": 2, "rain": 0},
    {"at": "2026-11-21T12:00:00Z", "t": 5, "feels": 3, "rain": 1}],
   "days": [{"day": "Mon", "t": 2}], "some": [{"at": "2026-11-21T10:00:00Z", "t": 1}, {"t": 2}], "numbers": [1, 2, 3]}
  """

private func small(_ view: String) -> String { "families:\n  systemSmall: \(view)\n" }

/// What a widget draws on a panel by day, from the back to the front.
private func drawn(_ view: String) throws -> [(node: LayoutNode, color: UInt32)] {
  let scene = try compile("  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values])
  let bytes = AlignedBytes(scene.archive)
  return try withExtendedLifetime(bytes) {
    let archive = try Archive.validate(bytes.bytes)
    let nodes = scene.layout.nodes.filter { $0.slot == "document" && $0.name != "ageMark" }
    let widget = archive.widget(try #require(nodes.first).widget)
    let look = widget.variantSlot(for: VariantKey(renderingMode: .fullColor, isLuminanceReduced: false))
    let shown = Set(archive.displayList(entry: Int(widget.entries.first), slot: look).map(Int.init))
    return nodes.filter { shown.contains($0.node) }
      .map { (node: $0, color: archive.paints[$0.paint].color & 0xFF_FFFF) }
  }
}

private func color(_ name: String) throws -> UInt32 {
  let nodes = try drawn("{shape: circle, fill: \(name)}")
  return try #require(nodes.first { $0.node.kind == "roundedRectangle" }).color
}

/// Problems of a view, with the advice on it.
private func problems(_ view: String) -> [String] {
  let home = item.replacing("document,", with: "document, family: systemSmall,")
  let (folder, problems) = load(
    scene: "context: home\nwidgets:\n" + home, files: ["w.yaml": small(view), "v.json": values])
  return problems + (folder?.advice.map(\.message) ?? [])
}

/// Charts in documents (docs/data-widgets.md).
@Suite struct DocumentChartTests {
  @Test func `a second series is a line of its own`() throws {
    let view = """
      {chart: {values: hours, x: at, y: t, style: orange, series: [{y: feels, style: blue}, {values: numbers, x: at, mark: point}]}}
      """
    let lines = try drawn("{chart: {values: hours, x: at, y: t, style: orange, series: [{y: feels, style: blue}]}}")
      .filter { $0.node.kind == "strokedLine" }.map(\.color)
    // The chart's own is in front.
    #expect(try lines == [color("blue"), color("orange")])
    #expect(
      problems(view) == [
        "w.yaml:2:111: expected dates on the horizontal axis from \"numbers\" in v.json, found numbers"
      ], "\(problems(view))")
  }

  @Test func `bars of several series stand side by side, in the order of the file`() throws {
    let bars = try drawn(
      "{chart: {values: hours, x: at, y: t, mark: bar, style: orange, series: [{y: feels, style: blue}]}}"
    )
    .filter { $0.node.kind == "roundedRectangle" }.sorted { $0.node.framePt.minX < $1.node.framePt.minX }
    let (orange, blue) = try (color("orange"), color("blue"))
    #expect(bars.map(\.color) == [orange, blue, orange, blue, orange, blue])
    for (left, right) in zip(bars, bars.dropFirst()) {
      #expect(left.node.framePt.maxX <= right.node.framePt.minX + 0.01)
    }
  }

  @Test func `bars are behind a line, whichever is first`() throws {
    for chart in [
      "values: hours, x: at, y: rain, mark: bar, style: blue, series: [{y: t, mark: line, style: orange}]",
      "values: hours, x: at, y: t, style: orange, series: [{y: rain, mark: bar, style: blue}]",
    ] {
      let nodes = try drawn("{chart: {\(chart)}}")
      #expect(nodes.last?.node.kind == "strokedLine")
      // Of three hours one is dry.
      #expect(nodes.count { $0.node.kind == "roundedRectangle" } == 2)
    }
  }

  @Test func `a series without a style is fainter than the chart's own`() throws {
    let colors = try drawn("{chart: {values: hours, y: t, style: primary, series: [{y: feels}]}}").map(\.color)
    #expect(try colors == [color("secondary"), color("primary")])
  }

  @Test(
    arguments: [
      (
        "{values: hours, x: at, y: t, series: [{style: red}]}",
        "expected \"y\" in \"families.systemSmall.chart.series[0]\""
      ),
      ("{values: hours, y: t, series: [{y: rain, rule: 3}]}", "found \"rule\""),
      ("{values: hours, y: t, series: [{y: snow}]}", "expected a member \"snow\" in the items of \"hours\""),
      ("{values: hours, y: t, series: [{values: hour}]}", "expected a value \"hour\""),
      ("{values: hours, x: at, y: t, series: [{values: days, x: day}]}", "from \"days\" in v.json, found names"),
      ("{values: some, x: at, y: t}", "found 1 without one, which are left out"),
      (
        "{values: hours, y: t, series: [{y: t}, {y: t}, {y: t}, {y: t}, {y: t}]}",
        "expected at most 4 series"
      ),
    ] as [(String, String)])
  func `what is wrong with a series is reported`(chart: String, words: String) {
    let found = problems("{chart: \(chart)}")
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }
}
