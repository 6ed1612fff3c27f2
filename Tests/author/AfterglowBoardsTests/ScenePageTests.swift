import Afterglow
import AfterglowCompiler
import AfterglowCore
import Testing

@testable import AfterglowBoards

/// `pages` of a scene (docs/board-guide.md).
@Suite struct ScenePageTests {
  private func scene(_ pages: String, keys: String = "") -> String { "\(goodScene)\n\(keys)pages:\n\(pages)\n" }

  private func settings(_ pages: String, keys: String = "") throws -> SceneSettings {
    let (folder, problems) = load(scene: scene(pages, keys: keys))
    #expect(problems == [])
    return try #require(folder).scene
  }

  @Test func `a scene without pages has one, whose name is its number`() throws {
    let scene = try #require(load().folder).scene
    #expect(scene.paging.names == ["1"] && scene.paging.returnSeconds == 60 && scene.allWidgets.count == 2)
  }

  @Test func `the names of widgets go on from page to page`() throws {
    let found = try settings(
      """
        - name: news
          context: home
          widgets:
            - {kind: moon, family: systemMedium}
            - kind: clock
        - widgets:
            - kind: clock
            - kind: note
      """, keys: "page: main\nreturnAfter: 0\npresencePage: news\n")
    #expect(found.paging.names == ["main", "news", "3"])
    #expect(found.paging.returnSeconds == 0 && found.paging.presencePage == 1)
    #expect(found.allWidgets.map(\.identifier) == ["clock", "clock 2", "moon", "clock 3", "clock 4", "note"])
    #expect(found.paging.others.map(\.context) == [.home, .standBy])
  }

  @Test func `a page looks like the scene, unless it has another context or keys of its own`() throws {
    let text = """
      context: home
      appearance: tinted
      tint: "#FF0000"
      typeSize: xLarge
      grid: {columns: 2, rows: 1}
      widgets: [{kind: clock}]
      pages:
        - widgets: [{kind: clock}]
        - {grid: {columns: 3, rows: 2}, typeSize: small, widgets: [{kind: clock}]}
        - {context: lockScreen, widgets: [{kind: clock}]}
      """
    let (folder, problems) = load(scene: text)
    #expect(problems == [])
    let scene = try #require(folder).scene
    let styles = scene.paging.others.map(\.style)
    #expect(styles[0] == scene.style)
    #expect(styles[1].grid == PanelStyle.GridSize(columns: 3, rows: 2) && styles[1].typeSize == .small)
    #expect(styles[1].tint == 0xFFFF_0000 && styles[1].appearance == .tinted)
    #expect(styles[2].grid == nil && styles[2].tint == nil && styles[2].typeSize == .xLarge)
  }

  @Test func `a page is found by its name, or else by its number`() throws {
    let pages = try settings("  - {name: news, context: home, widgets: [{kind: clock}]}").paging
    #expect(["1", "2", "news", "3", "old"].map(pages.index) == [0, 1, 1, nil, nil])
  }

  @Test func `a schedule is the minutes at which the home page changes`() throws {
    let starts = try settings(
      """
        - schedule:
            - {from: "06:30", to: "09:00", days: [mon, tue]}
            - {from: "22:00", to: "06:30", days: [sat]}
          context: home
          widgets: [{kind: clock}]
        - schedule: [{from: "09:00", to: "24:00", days: [mon]}]
          context: home
          widgets: [{kind: clock}]
      """
    ).paging.schedule
    #expect(
      starts == [
        PanelPages.Start(page: 0, minute: 0, days: 0b0000100), PanelPages.Start(page: 0, minute: 390, days: 0b0000001),
        PanelPages.Start(page: 1, minute: 390, days: 0b0000110),
        PanelPages.Start(page: 0, minute: 540, days: 0b0000100),
        PanelPages.Start(page: 2, minute: 540, days: 0b0000010),
        PanelPages.Start(page: 1, minute: 1320, days: 0b1000000),
      ])
  }

  @Test(
    arguments: [
      (
        "  - {name: next, context: home, widgets: [{kind: clock}]}", "scene.yaml:8:12",
        "expected another name, found \"next\""
      ),
      (
        "  - {name: \"7\", context: home, widgets: [{kind: clock}]}", "scene.yaml:8:12",
        "expected a name with a letter, found \"7\""
      ),
      (
        "  - {name: a b, context: home, widgets: [{kind: clock}]}", "scene.yaml:8:12",
        "expected a name of letters, digits, dots and dashes, found \"a b\""
      ),
      (
        "  - {name: a, context: home, widgets: [{kind: clock}]}\n  - {name: a, context: home, widgets: [{kind: clock}]}",
        "scene.yaml:9:12", "expected a name that no other page has, found \"a\" again"
      ),
      ("  - {name: a}", "scene.yaml:8:5", "expected \"widgets\" in \"pages[0]\""),
      ("  - {widgets: [{kind: clock}]}", "scene.yaml:8:15", "expected exactly 2 widgets"),
      (
        "  - {zone: Europe/Berlin, context: home, widgets: [{kind: clock}]}", "scene.yaml:8:6",
        "expected \"zone\" outside of \"pages\", found it in \"pages[0]\""
      ),
      (
        "  - {context: home, widgets: [{kind: clock, name: clock 2}]}", "scene.yaml:8:51",
        "expected a name that no other widget has, found \"clock 2\" again"
      ),
      (
        "  - {context: house, widgets: [{kind: clok}]}", "scene.yaml:8:15",
        "expected one of standBy, home, todayView"
      ),
      (
        "  - {context: house, widgets: [{kind: clok}]}", "scene.yaml:8:39",
        "found \"clok\"; did you mean \"clock\"?"
      ),
      (
        "  - {context: home, widgets: [{kind: clock}], schedule: [{from: \"07:00\", to: \"07:00\"}]}",
        "scene.yaml:8:78", "expected another time than \"from\""
      ),
      (
        "  - {context: home, widgets: [{kind: clock}], schedule: [{from: \"07:00\", to: \"08:00\"}, {from: \"07:30\", to: \"09:00\"}]}",
        "scene.yaml:8:95", "expected a period that overlaps no earlier one, found 07:30 to 09:00"
      ),
    ] as [(String, String, String)])
  func `what is wrong in a page is reported at its place`(pages: String, place: String, words: String) {
    let (folder, problems) = load(scene: scene(pages))
    #expect(folder == nil)
    #expect(problems.contains { $0.hasPrefix("\(place): ") && $0.contains(words) }, "\(problems)")
  }

  @Test func `there are eight pages at most, and all widgets fit into one archive`() {
    let page = "  - {context: home, widgets: [{kind: clock}]}\n"
    #expect(load(scene: scene(String(repeating: page, count: 7))).problems == [])
    let many = load(scene: scene(String(repeating: page, count: 8))).problems
    #expect(many == ["scene.yaml:8:3: expected at most 7 pages besides the first one in \"pages\", found 8"])
    let full =
      "  - {context: home, widgets: [\(Array(repeating: "{kind: clock}", count: 30).joined(separator: ", "))]}\n"
    let problems = load(scene: scene(full + full)).problems
    #expect(
      problems.contains { $0.contains("expected at most 60 widgets on 3 pages together, found 62") }, "\(problems)")
  }

  @Test func `the page for a person who arrives must be there`() {
    let problems = load(
      scene: scene("  - {name: news, context: home, widgets: [{kind: clock}]}", keys: "presencePage: new\n")
    )
    .problems
    #expect(
      problems == [
        "scene.yaml:7:15: expected the name of a page (1, news) for \"presencePage\", found \"new\"; did you mean \"news\"?"
      ])
  }

  @Test func `an action turns to a page by a word, a name or a number`() throws {
    let actions = ["next", "previous", "news", "1", "2"].enumerated().map { "  - {name: a\($0), page: \($1)}" }
    let found = try settings(
      "  - {name: news, context: home, widgets: [{kind: clock}]}",
      keys: "actions:\n\(actions.joined(separator: "\n"))\n"
    ).actions
    #expect(
      found.map { $0.order(value: nil) } == [
        .page(.next), .page(.previous), .page(.to(1)), .page(.to(0)), .page(.to(1)),
      ])
  }

  @Test func `an action to a page that is not there is reported`() {
    let page = "  - {name: news, context: home, widgets: [{kind: clock}]}"
    #expect(
      load(scene: scene(page, keys: "actions: [{name: a, page: new}]\n")).problems == [
        "scene.yaml:7:27: expected one of next, previous, 1, news for \"actions[0].page\", found \"new\"; did you mean "
          + "\"news\"?"
      ])
    let alone = load(scene: "\(goodScene)\nactions: [{name: a, page: next}]\n").problems
    #expect(alone.count == 1 && alone[0].contains("expected \"pages\" in the scene"), "\(alone)")
  }
}
