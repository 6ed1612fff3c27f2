import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowViews
@testable import AfterglowWidgets

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"

/// Buttons, toggles and links in views written as data (docs/data-widgets.md, Buttons, toggles and links).
@Suite struct DocumentActionTests {
  private let scene =
    item
      + """
      actions:
        - {name: lamp, command: ["true", "{value}"], value: ["on", "off"]}
        - {name: dim, command: ["true", "{value}"], value: {from: 0, to: 100}}
        - {name: again, reload: all}

      """

  private func compiled(_ view: String, _ values: String = "{}") throws -> CompiledScene {
    // A board with a touch screen.
    try compile(
      "  - kind: clock\n" + scene, on: "rpi-fb-tft-480x320",
      files: ["w.yaml": "families:\n  systemSmall: \(view)\n", "v.json": values])
  }

  private func targets(_ view: String, _ values: String = "{}") throws -> [TapTarget] {
    try compiled(view, values).layout.targets["document"] ?? []
  }

  @Test func `a button passes its value`() throws {
    let found = try targets(
      "{button: {label: {text: \"+\"}, action: dim, value: \"{level + 10}\"}}", #"{"level": 40}"#)
    let target = try #require(found.first)
    #expect(target.kind == .button && target.action?.name == "dim" && target.action?.value == "50")
    #expect(target.action?.source?.line == 2)
  }

  @Test(arguments: [("true", true), ("false", false)])
  func `a toggle has its state`(state: String, isOn: Bool) throws {
    let found = try targets("{toggle: {label: {text: Lamp}, isOn: lit, action: lamp}}", "{\"lit\": \(state)}")
    let target = try #require(found.first)
    #expect(target.kind == .toggle && target.isOn == isOn && target.action?.name == "lamp")
  }

  @Test func `links name an action, by an address too`() throws {
    let mapping = try targets("{text: Go, link: {action: lamp, value: \"on\"}}")
    #expect(mapping.map(\.action?.name) == ["lamp"] && mapping.map(\.action?.value) == ["on"])
    let address = try targets("{text: Go, link: \"afterglow://action/lamp?value=off\"}")
    #expect(address.map(\.action?.name) == ["lamp"] && address.map(\.action?.value) == ["off"])
    let modifier = try targets("{text: Go, action: again}")
    #expect(modifier.map(\.kind) == [.button] && modifier.map(\.action?.name) == ["again"])
  }

  @Test func `orders are those of the scene, and the archive has none of their values`() throws {
    let scene = try compiled("{button: {label: {text: \"+\"}, action: dim, value: 77}}")
    let row = try #require(scene.touches.rows.first)
    #expect(scene.touches.rows.count == 1)
    #expect(row.order.request == .action(ActionReference(name: "dim", value: "77")) && row.order.slot == "document")
  }

  @Test func `an archive has neither addresses nor arguments nor the names of secrets`() throws {
    let scene =
      item
        + """
        actions:
          - name: lamp
            http:
              url: https://host-of-lamp.example.org/path-of-lamp
              query: {token: {secret: query-secret}}
              headers: {X-Key: {secret: header-secret}, Accept: header-text}
              bearer: {secret: bearer-secret}
              body: body-of-lamp
          - {name: door, command: [program-of-door, argument-of-door]}

        """
    let view = "{vstack: [{text: a, action: lamp}, {text: b, action: door}]}"
    let compiled = try compile(
      "  - kind: clock\n" + scene, on: "rpi-fb-tft-480x320",
      files: ["w.yaml": "families:\n  systemSmall: \(view)\n", "v.json": "{}"])
    let archive = String(decoding: compiled.archive, as: UTF8.self)
    let orders = String(decoding: try JSONEncoder().encode(compiled.touches), as: UTF8.self)
    #expect(compiled.touches.rows.count == 2 && archive.contains("lamp") && archive.contains("door"))
    for word in ["-of-lamp", "-secret", "header-text", "-of-door"] {
      #expect(!archive.contains(word) && !orders.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("{button: {label: {text: a}, action: nothing}}", "{}"), ("{button: {label: {text: a}, action: dim}}", "{}"),
    ("{button: {label: {text: a}, action: dim, value: 101}}", "{}"),
    ("{button: {label: {text: a}, action: lamp, value: \"{x}\"}}", #"{"x": "on; reboot"}"#),
    ("{text: a, link: \"https://example.org\"}", "{}"),
    ("{toggle: {label: {text: a}, isOn: x, action: dim}}", #"{"x": true}"#),
  ])
  func `what the scene does not permit has no region`(view: String, values: String) throws {
    #expect(try compiled(view, values).touches.rows == [])
  }

  @Test(arguments: [
    ("{button: {action: lamp}}", "expected \"label\""), ("{button: {label: {text: a}}}", "expected \"action\""),
    ("{button: {label: {text: a}, action: \"{name}\"}}", "expected the name of an action of the scene"),
    ("{text: a, action: Switch it off}", "expected the name of an action of the scene"),
    ("{text: a, action: lamp, link: {action: lamp}}", "expected either \"link\" or \"action\", found both"),
    ("{toggle: {label: {text: a}, isOn: lit, action: lamp, value: \"on\"}}", "found \"value\""),
  ])
  func `values never decide which action is named`(view: String, words: String) {
    let problems = load(
      scene: "widgets:\n  - kind: clock\n" + scene,
      files: ["w.yaml": "families:\n  systemSmall: \(view)\n", "v.json": "{}"]
    ).problems
    #expect(problems.contains { $0.contains(words) && $0.hasPrefix("w.yaml:2:") }, "\(problems)")
  }
}
