import Afterglow
import AfterglowArchive
import AfterglowCompiler
import Foundation
import TestSupport
import Testing

@testable import AfterglowBoards

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"
private let values = """
  {"soc": 37, "delay": 3, "color": "orange", "style": "title", "side": "trailing", "cancelled": true, "late": "no"}
  """

private func small(_ view: String) -> String { "families:\n  systemSmall: \(view)\n" }

private func compiled(_ view: String) throws -> CompiledScene {
  try compile("  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values])
}

private func nodes(_ view: String) throws -> [LayoutNode] {
  try compiled(view).layout.nodes.filter { $0.slot == "document" && $0.name != "ageMark" }
}

private func problems(_ view: String) -> [String] {
  load(scene: "widgets:\n  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values]).problems
}

/// Fonts, weights and columns that values decide, and lines through text (docs/data-widgets.md, By a value).
@Suite struct DocumentChoiceTests {
  @Test(
    arguments: [
      ("{if: soc > 50, then: {size: 30}, else: {size: 20}}", 20),
      ("{if: {value: soc, above: 30}, then: {size: 30}, else: body}", 30),
      ("{value: color, cases: {orange: {size: 24}}, default: {size: 12}}", 24),
      ("{value: color, cases: {red: {size: 24}}, default: {size: 12}}", 12),
      ("{value: soc, steps: {0: {size: 14}, 30: {size: 28}, 40: {size: 40}}}", 28),
      ("{value: soc, steps: {50: {size: 14}, 60: {size: 28}}}", 14), ("{size: soc - 7}", 30), ("{size: delay}", 11),
    ] as [(String, Double)])
  func `a value decides the size of a font`(font: String, points: Double) throws {
    #expect(try nodes("{text: a, font: \(font)}").compactMap(\.fontSizePt) == [points])
  }

  @Test func `a value may name a font`() throws {
    func sizes(_ font: String) throws -> [Double] { try nodes("{text: a, font: \(font)}").compactMap(\.fontSizePt) }
    #expect(try sizes("\"{style}\"") == sizes("title"))
    #expect(try sizes("\"{nothing ?? 'body'}\"") == sizes("body") && sizes("body") != sizes("title"))
  }

  @Test func `a value decides a weight`() throws {
    func width(_ weight: String) throws -> Double? {
      try nodes("{text: some words, fontWeight: \(weight)}").first { $0.text != nil }?.framePt.width
    }
    let chosen = try #require(try width("{if: cancelled, then: heavy, else: light}"))
    #expect(try chosen == width("heavy") && width("light") != width("heavy"))
  }

  @Test func `a value decides the alignment of a column`() throws {
    func frames(_ alignment: String) throws -> [(left: Double, right: Double)] {
      try nodes("{grid: [{row: [{text: wide words}]}, {row: [{text: a, gridColumnAlignment: \(alignment)}]}]}")
        .filter { $0.text != nil }.map { (left: $0.framePt.minX, right: $0.framePt.maxX) }
    }
    let trailing = try frames("\"{side}\"")
    #expect(trailing.count == 2 && abs(trailing[0].right - trailing[1].right) < 0.5)
    let leading = try frames("{if: side == 'leading', then: trailing, else: leading}")
    #expect(leading.count == 2 && abs(leading[0].left - leading[1].left) < 0.5)
    #expect(leading[1].left < trailing[1].left)
  }

  @Test func `a condition strikes text through`() throws {
    let plain = try nodes("{text: gone, strikethrough: false}").count
    #expect(try nodes("{text: gone, strikethrough: true}").count == plain + 1)
    #expect(try nodes("{text: gone, strikethrough: cancelled}").count == plain + 1)
    #expect(try nodes("{text: gone, strikethrough: \"delay > 5\"}").count == plain)
    let both = "vstack: [{text: gone}, {text: too}]"
    #expect(
      try nodes("{\(both), strikethrough: {value: soc, above: 30}}").count == nodes("{\(both)}").count + 2)
  }

  /// Narrow letters in front and wide ones behind: the more of the end is left, the fewer letters fit.
  @Test func `a text is cut where the view says`() throws {
    let long = String(repeating: "i", count: 90) + String(repeating: "W", count: 90)
    let counts = try ["head", "middle", "tail"].map { mode -> Int in
      let scene = try compiled("{text: \(long), lineLimit: 1, truncationMode: \(mode)}")
      let node = try #require(scene.layout.nodes.first { $0.slot == "document" && $0.isCut })
      let archive = AlignedBytes(scene.archive)
      return try withExtendedLifetime(archive) { Int(try Archive.validate(archive.bytes).nodes[node.node].b) }
    }
    #expect(counts[0] < counts[1] && counts[1] < counts[2], "\(counts)")
  }

  @Test(
    arguments: [
      ("{text: a, font: {if: soc, then: body}}", "expected \"else\""),
      ("{text: a, font: {value: soc}}", "expected either \"cases\" or \"steps\" with \"value\", found none"),
      ("{text: a, font: {value: soc, cases: {a: {size: 9}}}}", "expected a number from 11 to 1000 pt"),
      ("{text: a, font: {value: soc, cases: {a: titel}}}", "did you mean \"title\"?"),
      ("{text: a, fontWeight: \"{color}\"}", "for \"families.systemSmall.fontWeight\" from values, found \"orange\""),
      ("{text: a, gridColumnAlignment: left}", "expected one of leading, center, trailing"),
      ("{text: a, truncationMode: start}", "expected one of head, middle, tail"),
      ("{text: a, strikethrough: 3}", "expected a value's name, or a computation"),
      (
        "{text: a, font: {size: soc * 100}}",
        "expected a font's size of 11 to 1000 pt from \"soc * 100\", found 3700"
      ),
      ("{text: a, font: {size: color}}", "expected a number from \"color\" in v.json, found the text"),
    ] as [(String, String)])
  func `what cannot be chosen is reported with its place`(view: String, message: String) {
    let found = problems(view)
    #expect(found.count == 1 && found[0].hasPrefix("w.yaml:2:") && found[0].contains(message), "\(found)")
  }
}
