import Foundation
import Testing

/// A hand on the picture, which acts as on the panel.
extension StudioPageTests {
  private static let board = "bedside-clock"

  /// A lamp with a toggle next to the clock, and a second page.
  private static func lampStudio() throws -> StudioProcess {
    try StudioProcess(
      board,
      prepare: { folder in
        func file(_ name: String) -> URL { folder.appending(path: "\(board)/\(name)") }
        let settings = try String(contentsOf: file("board.yaml"), encoding: .utf8)
        try (settings + "\ninput: auto\n").write(to: file("board.yaml"), atomically: true, encoding: .utf8)
        for (name, text) in [
          (
            "scene.yaml",
            """
            context: standBy
            page: time
            widgets:
              - kind: clock
              - {kind: document, name: lamp, configuration: {view: lamp.yaml, file: lamp.json}}
            pages:
              - {name: list, widgets: [{kind: clock}, {kind: moon}]}
            actions:
              - {name: lamp, http: {url: "https://home.example.org/lamp", body: "{value}"}, value: ["on", "off"]}

            """
          ),
          (
            "lamp.yaml",
            "families:\n  systemSmall:\n    toggle: {label: {text: Lamp, frame: {width: 120, height: 60}}, isOn: lit, action: lamp}\n"
          ), ("lamp.json", "{\"lit\": false}"),
        ] { try text.write(to: file(name), atomically: true, encoding: .utf8) }
        return []
      })
  }

  /// The place on the page of a share of the panel's picture.
  private static func place(_ page: BrowserPage, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
    let bounds = try page.bounds("figure canvas")
    return (bounds[0] + x * bounds[2], bounds[1] + y * bounds[3])
  }

  private static let line = "document.querySelector('.effects').textContent"

  @Test func `a press acts as on the panel and is named, a swipe turns the page, and a click edits again`() throws {
    let studio = try Self.lampStudio()
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.click("[role=radio]", "Touch")
      try page.wait("\(Self.line).startsWith('Touch: a press acts as on the panel')")
      #expect(try page.text("document.querySelector('figure canvas').role") == "application")
      try page.wait("document.querySelector('.glass').dataset.touched !== undefined")
      let before = try Self.canvas(page, Self.board)
      let lamp = try Self.place(page, 0.75, 0.5)
      try page.click(x: lamp.x, y: lamp.y)
      try page.wait("\(Self.line).includes('would do: lamp with “on”, a request (POST)')")
      #expect(try Self.difference(Self.canvas(page, Self.board), before) > 0)
      #expect(try page.value("document.querySelector('.rows') === null") as? Bool == true)
      try page.drag(from: lamp, to: try Self.place(page, 0.25, 0.5))
      try page.wait("\(Self.line) === 'Page list, 2 of 2'")
      try page.value("document.querySelector('figure canvas').focus()")
      try page.press("ArrowRight")
      try page.wait("\(Self.line) === 'Page time, 1 of 2'")
      try page.click("[role=radio]", "Edit")
      try page.wait("\(Self.line).startsWith('Edit: a click chooses a widget')")
      try page.click(x: lamp.x, y: lamp.y)
      try page.wait("document.querySelector('.title .note')?.textContent.startsWith('lamp, ')")
    }
  }

  @Test func `a board without input devices keeps its mode, and says which key it needs`() throws {
    let studio = try StudioProcess(Self.board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.settle(page)
      try page.click("[role=radio]", "Touch")
      try page.wait("document.querySelector('.toast')?.textContent.includes('input: auto')")
      #expect(try page.text("document.querySelector('.caption [aria-checked=true]').textContent") == "Edit")
    }
  }
}
