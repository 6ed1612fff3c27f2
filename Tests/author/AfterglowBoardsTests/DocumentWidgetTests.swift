import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowWidgets

/// docs/data-widgets.md, whose examples are tested here.
private enum Page {
  static let text: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/data-widgets.md"), encoding: .utf8)) ?? ""
  }()

  /// The block of code under a file's name.
  static func file(_ name: String) -> String {
    let parts = text.components(separatedBy: "`\(name)`").dropFirst().first?.components(separatedBy: "```") ?? []
    return parts.count > 1 ? String(parts[1].drop { $0 != "\n" }.dropFirst()) : ""
  }

  static var files: [String: String] {
    ["thermostat.yaml": file("thermostat.yaml"), "thermostat.json": file("thermostat.json")]
  }
}

private let documentItem = "  - {kind: document, configuration: {view: thermostat.yaml, file: thermostat.json}}\n"

/// A view file with one family.
private func small(_ view: String) -> String { "families:\n  systemSmall: \(view)\n" }

private func problems(view: String, values: String = "{}") -> [String] {
  load(
    scene: "widgets:\n  - kind: clock\n" + documentItem, files: ["thermostat.yaml": view, "thermostat.json": values]
  ).problems
}

/// The texts of a small widget on a panel.
private func texts(_ view: String, _ values: String) throws -> [String] {
  let scene = try compile(
    "  - kind: clock\n" + documentItem, files: ["thermostat.yaml": small(view), "thermostat.json": values])
  return scene.layout.nodes.filter { $0.slot == "document" && $0.name != "ageMark" }.compactMap(\.text)
}

@Suite struct DocumentWidgetTests {
  @Test func `the page's example has no problems and shows its values`() throws {
    let (folder, problems) = load(scene: Page.file("scene.yaml"), files: Page.files)
    #expect(problems == [])
    let board = try #require(folder)
    #expect(board.contentPaths.map { $0.split(separator: "/").last } == ["thermostat.json", "thermostat.yaml"])
    let scene = try compile("  - kind: clock\n" + documentItem, files: Page.files)
    let shown = scene.layout.nodes.filter { $0.slot == "document" }.compactMap(\.text)
    #expect(shown.contains("Living room"))
    #expect(shown.contains("21.5 °C"))
  }

  /// Given in the view or by a value, in the scene's family, at any depth.
  @Test func `pictures that a view names are watched`() throws {
    let view = """
      families:
        systemSmall:
          vstack:
            - {image: logo.png}
            - if: raining
              then: {image: "sky/{sky}.png"}
            - forEach: rooms
              as: room
              content: {image: "/srv/{room.plan}"}
        systemLarge: {image: large.png}
      """
    let values = """
      {"policy": "never", "entries": [
        {"date": "2026-11-21T08:00:00Z", "raining": true, "sky": "rain", "rooms": [{"plan": "a.png"}]},
        {"date": "2026-11-21T09:00:00Z", "raining": false, "sky": "sun", "rooms": [{"plan": "b.jpg"}]}]}
      """
    let scene = "context: standBy\nwidgets:\n  - kind: clock\n" + documentItem
    let board = try #require(load(scene: scene, files: ["thermostat.yaml": view, "thermostat.json": values]).folder)
    let names = board.contentPaths.map { $0.replacing(board.path + "/", with: "") }
    #expect(names == ["/srv/a.png", "/srv/b.jpg", "logo.png", "sky/rain.png", "thermostat.json", "thermostat.yaml"])
    #expect(board.watchedPaths.contains { $0.hasSuffix("/logo.png") })
  }

  /// A form for distant viewers is read, checked and watched like the ordinary one.
  @Test func `a view may have a simplified form`() throws {
    let view = "families:\n  systemSmall: {text: near}\n  systemLarge: {text: near}\nsimplified:\n  systemSmall: "
    let far = view + "{vstack: [{text: \"{far}\"}, {image: far.png}]}\n"
    for (detail, words) in [(LevelOfDetail.default, "near"), (.simplified, "across")] {
      let scene = try compile(
        "  - kind: clock\n" + documentItem,
        files: ["thermostat.yaml": far, "thermostat.json": #"{"far": "across"}"#], detail: detail)
      #expect(scene.layout.nodes.filter { $0.slot == "document" }.contains { $0.text == words }, "\(detail)")
    }
    #expect(problems(view: far).contains { $0.contains("thermostat.yaml:5:") && $0.contains("\"far\"") })
    #expect(problems(view: view + "{txt: a}\n").contains { $0.contains("thermostat.yaml:5:") })
    #expect(
      problems(view: view.replacing("simplified:\n  systemSmall: ", with: "simplified:\n  systemMedium: {text: a}\n"))
        == ["thermostat.yaml:5:3: expected families that \"families\" has too, found systemMedium"])
    let board = try #require(
      load(
        scene: "widgets:\n  - kind: clock\n" + documentItem,
        files: ["thermostat.yaml": far, "thermostat.json": #"{"far": "across"}"#]
      ).folder)
    #expect(board.contentPaths.contains { $0.hasSuffix("/far.png") })
  }

  @Test func `the page's problem is the one that is reported`() {
    var files = Page.files
    files["thermostat.json"] = files["thermostat.json"]?.replacing(
      "\"temperature\": 21.5, \"target\"", with: "\"temperatur\": 21.5, \"target\"")
    let (folder, problems) = load(scene: Page.file("scene.yaml"), files: files)
    #expect(problems.count == 1)
    #expect(Page.text.contains(problems.first ?? "-"))
    #expect(folder != nil, "a missing value leaves the board usable")
  }

  @Test(arguments: [
    ("{gradient: [red, blue], course: radial, end: 40}", true),
    ("{gradient: [red, blue], course: elliptical, center: topLeading}", true),
    ("{gradient: [red, blue], course: angular, start: -90, end: 270, opacity: 0.5}", true),
    ("{gradient: [red, blue], from: leading, to: trailing}", false),
  ]) func `gradients run as the file says`(style: String, isBaked: Bool) throws {
    let scene = try compile(
      "  - kind: clock\n" + documentItem,
      files: ["thermostat.yaml": small("{shape: circle, fill: \(style)}"), "thermostat.json": "{}"])
    let disc = try #require(scene.layout.nodes.first { $0.slot == "document" && $0.kind == "roundedRectangle" })
    #expect((disc.role == "picture") == isBaked)
  }

  @Test(arguments: [
    ("course: spiral", "linear, radial, elliptical, angular"), ("course: radial", "\"end\""),
    ("course: angular, from: top", "only with linear"), ("end: 5", "only with another course"),
  ]) func `a gradient that makes no sense is reported with its line`(keys: String, words: String) {
    let found = problems(
      view: "families:\n  systemSmall:\n    shape: circle\n    fill: {gradient: [red, blue], \(keys)}\n")
    #expect(found.contains { $0.contains("thermostat.yaml:4:") && $0.contains(words) }, "\(found)")
  }

  @Test func `a layout runs the other way where the file says so`() throws {
    func first(_ extra: String) throws -> (left: Double, right: Double) {
      let view = "{hstack: [{text: a}, {text: b}]\(extra)}"
      let scene = try compile(
        "  - kind: clock\n" + documentItem, files: ["thermostat.yaml": small(view), "thermostat.json": "{}"])
      let nodes = scene.layout.nodes.filter { $0.slot == "document" }
      let a = try #require(nodes.first { $0.text == "a" })
      let b = try #require(nodes.first { $0.text == "b" })
      return (a.framePx.minX, b.framePx.minX)
    }
    let plain = try first("")
    let mirrored = try first(", layoutDirection: rightToLeft")
    #expect(plain.left < plain.right && mirrored.left > mirrored.right)
    let found = problems(view: "families:\n  systemSmall:\n    text: a\n    layoutDirection: left\n")
    #expect(found.contains { $0.contains("thermostat.yaml:4:") && $0.contains("leftToRight, rightToLeft") }, "\(found)")
  }

  @Test func `families come from the view file`() throws {
    let (_, problems) = load(
      scene:
        "context: home\nwidgets:\n  - {kind: document, family: systemLarge, configuration: {view: thermostat.yaml, file: thermostat.json}}\n",
      files: Page.files)
    #expect(
      problems == [
        "scene.yaml:3:30: expected one of systemSmall, systemMedium, which \"document\" supports, found \"systemLarge\""
      ])
    let widget = try ViewDocument(bytes: Array(Page.file("thermostat.yaml").utf8), file: "thermostat.yaml")
    #expect(DocumentWidget(view: widget).descriptor.displayName == "Thermostat")
  }

  @Test(arguments: [
    (
      "{txt: hello}",
      "thermostat.yaml:2:17: expected a view, one of text, clock, symbol, image, label, vstack, hstack, zstack, grid, row, "
        + "spacer, divider, shape, gauge, progress, chart, viewThatFits, group, if, forEach, button, toggle, found \"txt\"; "
        + "did you mean \"text\"?"
    ),
    (
      "{text: a, symbol: drop}",
      "thermostat.yaml:2:26: expected one kind of view in a mapping, found \"text\" and \"symbol\""
    ),
    (
      "{symbol: hose}",
      "thermostat.yaml:2:25: expected a symbol's name such as drop or house for \"symbol\", found \"hose\"; did you mean "
        + "\"house\", \"home\" or \"horse\"?"
    ),
    (
      "{text: \"{a\"}", "thermostat.yaml:2:23: expected \"{name}\", or \"{{\" and \"}}\" for braces, found a lone \"{\""
    ),
    (
      "{text: \"{a:relativ}\"}",
      "thermostat.yaml:2:23: expected a format such as .1, \",\", + or % for numbers, or date, time, relative, offset, timer, "
        + "minutes, days, weekday, weekdayAbbreviated, day, month, dayMonth, dayMonthAbbreviated, weekdayDayMonth for dates, found \"relativ\"; did you mean \"relative\"?"
    ),
    (
      "{text: a, padding: .nan}",
      "thermostat.yaml:2:35: expected a number from -1000 to 1000 pt for \"families.systemSmall.padding\", found \".nan\""
    ),
    (
      "{text: a, frame: {width: infinity}}",
      "thermostat.yaml:2:41: expected a number from 0 to 10000 pt for \"families.systemSmall.frame.width\", found "
        + "\"infinity\""
    ),
    (
      "{text: a, font: {size: 9}}",
      "thermostat.yaml:2:39: expected a number from 11 to 1000 pt for \"families.systemSmall.font.size\", found 9"
    ),
    (
      "{gauge: {value: 1, in: [5, 1]}}",
      "thermostat.yaml:2:39: expected the lower bound first for \"families.systemSmall.gauge.in\", found 5.0 and 1.0"
    ),
  ]) func `what is wrong with a view is reported with its place`(view: String, problem: String) {
    #expect(problems(view: small(view)) == [problem])
  }

  @Test func `an unknown key beside a view is refused with the nearest`() {
    let found = problems(view: small("{text: hello, opacty: 1}"))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("thermostat.yaml:2:30: expected one of \"accessibilityIdentifier\", ") == true)
    #expect(found.first?.hasSuffix("found \"opacty\"; did you mean \"opacity\"?") == true)
  }

  @Test func `values are shown as their format says`() throws {
    let values = """
      {"t": -21.50, "n": 1234567, "s": 0.256, "when": "2026-11-21T11:30:00Z", "on": true, "deep": {"list": ["a", "b"]}}
      """
    #expect(try texts("{text: \"{t}\"}", values) == ["\u{2212}21.50"])
    #expect(try texts("{text: \"{t:.1} °C\"}", values) == ["\u{2212}21.5 °C"])
    #expect(try texts("{text: \"{n:,}\"}", values) == ["1,234,567"])
    #expect(try texts("{text: \"{s:%} {{x}}\"}", values) == ["26% {x}"])
    #expect(try texts("{text: \"{deep.list.1}\"}", values) == ["b"])
    #expect(try texts("{text: \"{when:time}\"}", values) == ["11:30"])
    #expect(try texts("{text: \"{gone} {on:.1}\"}", values) == ["– –"])
  }

  @Test func `a value that is missing is reported once, where it is first asked for`() {
    let view = small("{vstack: [{text: \"{a}\"}, {text: \"{a}\"}, {if: a, then: {text: \"{b}\"}}]}")
    #expect(problems(view: view) == ["thermostat.yaml:2:33: expected a value \"a\" in thermostat.json, found none"])
  }

  @Test func `conditions and repetitions follow the values`() throws {
    let view =
      "{vstack: [{forEach: r, as: x, limit: 2, content: {text: \"{x.n}\"}}, {if: {value: t, above: 20}, then: {text: warm}, else: {text: cold}}]}"
    let rooms = "\"r\": [{\"n\": \"a\"}, {\"n\": \"b\"}, {\"n\": \"c\"}]"
    #expect(try texts(view, "{\(rooms), \"t\": 21}") == ["a", "b", "warm"])
    #expect(try texts(view, "{\(rooms), \"t\": 20}") == ["a", "b", "cold"])
    #expect(try texts(view, "{\(rooms)}") == ["a", "b", "cold"])
  }

  @Test func `entries follow each other without the program that wrote them`() throws {
    let values = """
      {"policy": "never", "entries": [{"date": "2026-11-21T12:00:00Z", "t": 2}, {"date": "2026-11-21T08:00:00Z", "t": 1}]}
      """
    let scene = try compile(
      "  - kind: clock\n" + documentItem,
      files: ["thermostat.yaml": small("{text: \"{t}\"}"), "thermostat.json": values])
    let timeline = try #require(scene.timelines["document"])
    #expect(timeline.entryCount == 2)
    #expect(timeline.policy == .never)
  }

  @Test func `lists cannot multiply views without bound`() {
    let rows = "{\"r\": [" + Array(repeating: "1", count: 900).joined(separator: ",") + "]}"
    let inner = "{forEach: r, content: {forEach: r, content: {text: \"{item}\"}}}"
    let found = problems(view: small(inner), values: rows)
    #expect(
      found == [
        "thermostat.yaml:2:16: expected at most 4000 views in systemSmall once lists are filled, found more; \"limit\" bounds a forEach"
      ])
  }

  @Test func `a file of too many views or levels is refused before anything is laid out`() {
    let many = small("{vstack: [" + Array(repeating: "spacer", count: 1000).joined(separator: ", ") + "]}")
    #expect(problems(view: many).map { $0.hasSuffix("expected at most 1000 views in a file, found more") } == [true])
    let deep = small(String(repeating: "{group: ", count: 40) + "spacer" + String(repeating: "}", count: 40))
    #expect(problems(view: deep).map { $0.hasSuffix("expected at most 32 levels of nesting, found more") } == [true])
  }

  @Test func `half a character, numbers beyond all bounds and a megabyte of text end well`() throws {
    #expect(
      problems(view: small("{text: \"{t}\"}"), values: #"{"t": "\ud800"}"#)
        .map { $0.hasPrefix("thermostat.json:1:") } == [true])
    #expect(
      problems(view: small("{text: \"{t}\"}"), values: #"{"t": 1e999}"#)
        == ["thermostat.json:1:7: expected a number that is not beyond all bounds, found 1e999"])
    let long = try compile(
      "  - kind: clock\n" + documentItem,
      files: [
        "thermostat.yaml": small("{text: \"{t}\"}"),
        "thermostat.json": "{\"t\": \"" + String(repeating: "W", count: 1_000_000) + "\"}",
      ])
    #expect(long.layout.nodes.contains { $0.slot == "clock" && $0.text != nil }, "the other widget stands")
  }

  @Test func `a text of 100,000 letters in a stack is cut to its place, and the one below it stands`() throws {
    func compiled(_ letters: Int) throws -> CompiledScene {
      let view = "{vstack: [{text: \"{t}\"}, {text: \"{n} °C\"}], frame: {maxWidth: infinity, maxHeight: infinity}}"
      return try compile(
        "  - kind: clock\n" + documentItem,
        files: [
          "thermostat.yaml": small(view),
          "thermostat.json": "{\"t\": \"" + String(repeating: "Mi", count: letters / 2) + "\", \"n\": 21}",
        ])
    }
    let (long, short) = (try compiled(100_000), try compiled(4_000))
    let nodes = long.layout.nodes.filter { $0.slot == "document" }
    let letters = try #require(nodes.first { $0.text?.hasPrefix("MiMi") == true })
    let below = try #require(nodes.first { $0.text == "21 °C" })
    #expect(letters.isCut && letters.framePt.maxY <= below.framePt.minY + 1 && below.framePx.maxY <= 480)
    // What is behind the ellipsis is not in the archive.
    #expect(abs(long.archive.count - short.archive.count) < 20_000)
  }

  @Test func `a view that cannot be read leaves the other widget on the panel`() throws {
    let scene = try compile(
      "  - kind: clock\n" + documentItem,
      files: ["thermostat.yaml": small("{txt: a}"), "thermostat.json": "{}"])
    #expect(scene.layout.nodes.contains { $0.slot == "clock" && $0.text != nil })
  }

  @Test func `previews of every family of the example are drawn without a problem`() {
    for family in DocumentWidget.example.families {
      let date = Date(timeIntervalSince1970: 1_795_254_060)
      let values = DocumentWidget.example.preview(at: date, Calendar(identifier: .gregorian))
      let scope = ViewScope(values: values, now: date, facts: ViewFacts(family: family))
      _ = DocumentWidget.example.view(in: scope)
      #expect(scope.ledger.missing.isEmpty, "\(family)")
    }
  }
}
