import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowCompiler
@testable import AfterglowViews

/// `appearance`, `mounting` and `texture` of a scene's widget.
@Suite struct SlotStyleSettingsTests {
  private func scene(_ head: String, _ item: String) -> String {
    "\(head)\nzone: Europe/Lisbon\nwidgets:\n  - {kind: clock, family: systemSmall\(item)}\n"
      + "  - {kind: clock, family: systemSmall}\n"
  }

  @Test func `a widget's own style reaches its slot`() throws {
    let (folder, problems) = load(
      scene: scene("context: surface", ", appearance: light, mounting: recessed, texture: paper"))
    #expect(problems == [])
    let slots = try #require(folder).panelScene().slots
    var style = SlotStyle()
    style.colorScheme = .light
    style.mounting = .recessed
    style.texture = .paper
    #expect(slots.map(\.style) == [style, SlotStyle()])
  }

  @Test(arguments: [
    ("context: standBy", "appearance: light", "expected no \"appearance\" in standBy; home, "),
    ("context: home\nappearance: clear", "appearance: dark", "expected a scene in light or dark around a widget"),
    ("context: home", "appearance: tinted", "expected one of light, dark for \"widgets[0].appearance\""),
    ("context: home", "texture: paper", "expected \"texture\" only in the context surface, found it in home"),
    ("context: desktop", "mounting: elevated", "expected \"mounting\" only in the context surface"),
    ("context: surface", "texture: wood", "expected one of paper, glass for \"widgets[0].texture\""),
    ("context: surface\nsurface: {vertical: false}", "mounting: recessed", "(rule 60)"),
  ])
  func `what a widget cannot have is refused`(head: String, item: String, words: String) {
    let (folder, problems) = load(scene: scene(head, ", " + item))
    #expect(folder == nil)
    #expect(problems.count == 1 && problems[0].contains(words) && problems[0].hasPrefix("scene.yaml:"), "\(problems)")
  }
}
