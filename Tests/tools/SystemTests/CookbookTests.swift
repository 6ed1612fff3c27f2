import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// docs/cookbook.md: each of its documents is at most 40 lines, has no problem, gets no advice, and draws the picture that
/// the page shows.
@Suite struct CookbookTests {
  /// A document of the page with its values.
  struct Recipe: CustomTestStringConvertible {
    var name: String
    var view: String
    var values: String

    var testDescription: String { name }
  }

  private static let page: String = {
    let url = HouseRulesTests.root.appending(path: "docs/cookbook.md")
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }()

  /// Sections with a picture `pictures/cookbook-NAME.png`, a block of YAML and one of JSON.
  static let recipes: [Recipe] = page.components(separatedBy: "\n## ").compactMap { section in
    guard let name = section.firstMatch(of: #/pictures\/cookbook-(\w+)\.png/#)?.1 else { return nil }
    return Recipe(name: String(name), view: block("yaml", section), values: block("json", section))
  }

  private static func block(_ language: String, _ section: String) -> String {
    let parts = section.components(separatedBy: "```\(language)\n")
    return parts.count == 2 ? parts[1].components(separatedBy: "```")[0] : ""
  }

  private static func scene(_ context: String, _ families: [String]) -> String {
    let widgets = families.enumerated().map { index, family in
      "  - {kind: document, family: \(family), \(context == "home" ? "at: {column: \(index + 1), row: 1}, " : "")"
        + "configuration: {view: widget.yaml, file: values.json}}"
    }
    let grid = context == "home" ? "\ngrid: {columns: 3, rows: 1}" : ""
    return
      "zone: Europe/Berlin\nlocale: en-GB\ncontext: \(context)\(grid)\nwidgets:\n\(widgets.joined(separator: "\n"))\n"
  }

  /// A board that is as wide as three small widgets.
  private func prepare(_ recipe: Recipe, context: String = "home") throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    if context == "home" {
      let line = try #require(board.split(separator: "\n").first { $0.hasPrefix("size:") })
      try program.write(
        board.replacing(line, with: "size: {width: 840, height: 304}"), to: "boards/bedside-clock/board.yaml")
    }
    try program.write(recipe.view, to: "boards/bedside-clock/widget.yaml")
    try program.write(recipe.values, to: "boards/bedside-clock/values.json")
    let families = context == "home" ? ["systemSmall", "systemMedium"] : ["systemSmall", "systemSmall"]
    try program.write(Self.scene(context, families), to: "boards/bedside-clock/scene.yaml")
    return program
  }

  private static let instant = ["--at", "2026-11-26T07:30:00Z"]

  @Test func `there are ten of them, each of forty lines at most`() {
    #expect(Self.recipes.count == 10)
    for recipe in Self.recipes {
      let lines = recipe.view.split(separator: "\n").count
      #expect(lines > 15 && lines <= 40, "\(recipe.name) has \(lines) lines")
      #expect(!recipe.values.isEmpty, "\(recipe.name)")
    }
  }

  @Test(arguments: recipes) func `a document draws the picture of its page`(recipe: Recipe) throws {
    let program = try prepare(recipe)
    let drawn = try program.run(
      ["render", "bedside-clock"] + Self.instant + ["--lux", "300", "--out", "frame.png"])
    #expect(drawn.status == 0, "\(drawn.text)")
    try GoldenPicture(page: "cookbook-\(recipe.name)").expect(program.path("frame.png"))
  }

  @Test(arguments: recipes) func `a document has no problem and gets no advice`(recipe: Recipe) throws {
    for context in ["home", "standBy"] {
      let result = try prepare(recipe, context: context).run(
        ["check", "bedside-clock"] + Self.instant, within: 120)
      #expect(result.status == 0 && !result.text.contains("(rule "), "\(context): \(result.text)")
    }
  }

  /// Red in the dark, and dimmed before: every text is there.
  @Test(arguments: recipes) func `a document is shown by night as well`(recipe: Recipe) throws {
    let program = try prepare(recipe, context: "standBy")
    for lux in ["300", "8", "0.5"] {
      let drawn = try program.run(["render", "bedside-clock"] + Self.instant + ["--lux", lux, "--out", "frame.png"])
      #expect(drawn.status == 0, "\(drawn.text)")
      let picture = try Data(contentsOf: URL(fileURLWithPath: program.path("frame.png"))).withUnsafeBytes {
        try PNG.decode($0)
      }
      #expect(picture.pixels.litCount > 2000, "\(lux)")
    }
  }
}
