import Foundation
import Testing

/// From a board that `afterglow new` has written to a wall of six configured widgets, with nothing but a pointer.
extension StudioPageTests {
  private static let board = "kitchen"

  /// Keeps a picture of a step, for people to look at.
  private static func keepStep(_ page: BrowserPage, _ number: Int) throws {
    try rest(page)
    try keep(page, "studio-walk-\(number)")
  }

  /// Presses the corner of a widget and drags it onto the middle of a cell's lower right one.
  private static func resize(_ page: BrowserPage, _ widget: String, byColumns columns: Double, rows: Double) throws {
    try page.click("[data-widget=\(widget)]")
    // That of the widget chosen before stands until the click is drawn.
    let handle = try page.place(".holder:has([data-widget=\(widget)]) .handle")
    let pitch = try page.value("(({ grid }) => [grid.pitchX, grid.pitchY])(afterglow.scene())") as? [Double] ?? []
    let scale = try page.number(
      "document.querySelector('figure canvas').getBoundingClientRect().width / document.querySelector('figure canvas').width"
    )
    try page.drag(
      from: handle, to: (handle.x + columns * pitch[0] * scale, handle.y + rows * pitch[1] * scale))
  }

  /// Adds a widget into a free cell, from the gallery that a click on the cell opens.
  private static func add(_ page: BrowserPage, column: Int, row: Int, _ button: String, keeping step: Int? = nil) throws
  {
    let count = try page.number("afterglow.scene().widgets.length")
    try page.click(".cell", "Add a widget at column \(column), row \(row)")
    try page.wait("document.querySelector('[aria-label=\(BrowserPage.quoted(button))]') !== null")
    let (x, y) = try page.place("button", button)
    if let step { try keepStep(page, step) }
    try page.click(x: x, y: y)
    try page.wait("afterglow.scene().widgets.length === \(Int(count) + 1)")
    // The form of the widget that was chosen before is still there for a moment.
    try page.wait(
      "document.querySelector('.title .note')?.textContent.startsWith(`${afterglow.scene().widgets.at(-1).name}, `)")
  }

  /// Chooses a widget, and waits for its form.
  private static func choose(_ page: BrowserPage, _ widget: String) throws {
    try page.click("[data-widget=\(widget)]")
    try page.wait("document.querySelector('.title .note')?.textContent.startsWith('\(widget), ')")
  }

  /// Opens the list of a search field, and takes one of what it offers.
  private static func pick(_ page: BrowserPage, _ key: String, _ choice: String) throws {
    try page.wait("document.querySelector('input[data-key=\(key)]') !== null")
    try page.click("input[data-key=\(key)]")
    let option =
      "[...document.querySelectorAll('.options:not([hidden]) [role=option]')].find((item) => item.textContent.includes('\(choice)'))"
    try page.wait("\(option) !== undefined")
    try page.value("\(option).scrollIntoView({ block: 'nearest' })")
    let place = try #require(
      try page.value(
        "(({ left, top, width, height }) => [left + width / 2, top + height / 2])(\(option).getBoundingClientRect())")
        as? [Double])
    try page.click(x: place[0], y: place[1])
  }

  @Test func `of many zones the first are offered, and a pointer reaches the last`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.settle(page)
      try page.click("[role=tab]", "Scene")
      try page.wait("document.querySelector('input[data-key=zone]') !== null")
      try page.click("input[data-key=zone]")
      try page.wait("document.querySelectorAll('.options:not([hidden]) [role=option]').length === 81")
      try Self.pick(page, "zone", "All ")
      try Self.pick(page, "zone", "Pacific/Wallis")
      try page.wait(
        "document.querySelector('input[data-key=zone]').value === 'Pacific/Wallis' && !afterglow.isEditing()")
    }
    #expect(try studio.scene("bedside-clock").contains("zone: Pacific/Wallis"))
  }

  @Test func `a new board becomes a wall of six configured widgets, by a pointer alone`() throws {
    let studio = try StudioProcess(prepare: { folder in
      let options = ["--panel", "wall-display-1080p", "--place", "London"]
      try StudioProcess.run(["new", folder.appending(path: Self.board).path] + options, in: StudioProcess.root)
      // A week, for the place of the new board.
      let forecast = try String(
        contentsOf: StudioProcess.root.appending(path: "boards/wall-display-1080p/forecast.json"), encoding: .utf8)
      try forecast.replacing(#/"latitude": *[\d.-]+/#, with: "\"latitude\": 51.51")
        .replacing(#/"longitude": *[\d.-]+/#, with: "\"longitude\": -0.13")
        .write(to: folder.appending(path: "\(Self.board)/forecast.json"), atomically: true, encoding: .utf8)
      return [Self.board]
    })
    defer { studio.end() }
    func scene() throws -> String { try studio.scene(Self.board) }
    try visit(studio, width: 1280, height: 800) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('shows')")
      try Self.keepStep(page, 1)
      // Room is made: the clock and the weather become smaller.
      try page.click("[role=radio]", "Arrange")
      try Self.resize(page, "weather", byColumns: 0, rows: -1)
      try page.wait("document.querySelector('[data-widget=weather]').ariaLabel.includes('medium')")
      try Self.resize(page, "clock", byColumns: -1, rows: 0)
      try page.wait("document.querySelector('[data-widget=clock]').ariaLabel.includes('small')")
      try Self.keepStep(page, 2)
      // Three more, each into a free cell.
      try Self.add(page, column: 2, row: 1, "Add Clock, small")
      try Self.pick(page, "zone", "Africa/Cairo")
      try page.wait("document.querySelector('input[data-key=zone]').value === 'Africa/Cairo' && !afterglow.isEditing()")
      try Self.add(page, column: 3, row: 2, "Add World Clock, small", keeping: 3)
      try page.click("[aria-label='Remove item 4']")
      try page.wait("document.querySelector(\"[aria-label='Remove item 4']\") === null")
      try Self.add(page, column: 4, row: 2, "Add Countdown, small")
      try Self.pick(page, "symbol", "airplane")
      try Self.keepStep(page, 4)
      // The first three are set up.
      try Self.choose(page, "clock")
      try page.click("[data-key=style] [aria-label=Analogue]")
      try page.wait("document.querySelector('[data-key=style] [aria-label=Analogue]').checked")
      try Self.keepStep(page, 5)
      try Self.choose(page, "calendar")
      try page.click("[data-key=layout] [aria-label=Date]")
      try page.wait("document.querySelector('[data-key=layout] [aria-label=Date]').checked")
      try Self.choose(page, "weather")
      try Self.pick(page, "file", "forecast.json")
      try page.click("[data-key=sample]")
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('°')")
      try Self.keepStep(page, 6)
      // And the wall behind them.
      try page.click("[role=radio]", "Look")
      try page.click("[role=tab]", "Scene")
      try page.wait("document.querySelector('[data-key=wallpaper]') !== null")
      try page.value("document.querySelector('[data-key=wallpaper]').scrollIntoView()")
      try page.click("[data-key=wallpaper] [aria-label=Dusk]")
      try page.wait("document.querySelector('[data-key=wallpaper] [aria-label=Dusk]').checked")
      try Self.keepStep(page, 7)
      let expected = try studio.render(Self.board, ["--at", "2026-11-21T09:41:00Z"])
      #expect(try Self.difference(Self.canvas(page, Self.board), expected) == 0)
    }
    let text = try scene()
    for part in [
      "style: analogue", "family: systemSmall", "layout: date", "forecast.json", "sample: true", "zone: Africa/Cairo",
      "kind: worldClock", "kind: countdown", "wallpaper:",
      // What was there stays as it was written.
      "# What the panel shows. It follows as soon as this file is saved", "# of the place above, by Open-Meteo.com",
    ] {
      #expect(text.contains(part), "\(part) is missing:\n\(text)")
    }
    #expect(text.matches(of: /- \{?kind:/).count == 6, "\(text)")
    try StudioProcess.run(["check", studio.path(Self.board)], in: studio.folder)
  }
}
