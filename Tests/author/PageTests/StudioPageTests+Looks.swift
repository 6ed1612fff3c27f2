import Foundation
import Testing

/// What is chosen by its picture, and widgets in all their forms.
extension StudioPageTests {
  /// Waits until every picture of a set is drawn.
  private static func waitForPictures(_ page: BrowserPage, _ selector: String) throws {
    let quoted = BrowserPage.quoted(selector)
    try page.wait(
      "document.querySelector(\(quoted)) && [...document.querySelectorAll(\(quoted))].every((image) => image.naturalWidth > 0)"
    )
  }

  @Test func `a clock's face is chosen by its picture`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let before = try studio.scene("bedside-clock")
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=clock]")
      try page.wait("document.querySelector('[data-key=face]') !== null")
      try page.value("document.querySelector('[data-key=face]').scrollIntoView()")
      try Self.waitForPictures(page, "[data-key=face] img")
      #expect(try page.count("[data-key=face] img") == 12)
      try Self.keep(page, "faces")
      try page.click("[data-key=face] [aria-label=Solar]")
      try page.wait("document.querySelector('[aria-label=Undo]')?.disabled === false")
      try Self.settle(page)
      #expect(try studio.scene("bedside-clock").contains("face: solar"))
      let expected = try studio.render("bedside-clock", ["--at", "2026-11-21T09:41:00Z"])
      #expect(try Self.difference(Self.canvas(page, "bedside-clock"), expected) == 0)
      try page.click("[aria-label=Undo]")
      try page.wait("document.querySelector('[aria-label=Undo]').disabled")
      #expect(try studio.scene("bedside-clock") == before)
    }
  }

  @Test func `wallpaper, appearance and tint are chosen by pictures of the panel`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    let board = "wall-display-1080p"
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.click("[role=tab]", "Scene")
      try page.wait("document.querySelector('[data-key=wallpaper]') !== null")
      try page.value("document.querySelector('[data-key=wallpaper]').scrollIntoView()")
      try Self.waitForPictures(page, "[data-key=wallpaper] img")
      try Self.keep(page, "wallpapers")
      try page.click("[data-key=wallpaper] [aria-label=Dusk]")
      try page.wait("document.querySelector('[aria-label=Undo]')?.disabled === false")
      #expect(try studio.scene(board).contains("3A2C5A"))
      try page.click("[data-key=appearance] [aria-label=Tinted]")
      try page.wait("document.querySelector('[data-key=tint]') !== null")
      try Self.settle(page)
      #expect(try studio.scene(board).contains("appearance: tinted"))
      try page.click("[aria-label=Tint] [aria-label=Green]")
      try page.wait("document.querySelector('[aria-label=Tint] [aria-label=Green]').checked")
      try Self.settle(page)
      #expect(try studio.scene(board).contains(/tint: ["']#30D158["']/))
      let expected = try studio.render(board, ["--at", "2026-11-21T09:41:00Z"])
      #expect(try Self.difference(Self.canvas(page, board), expected) == 0)
    }
  }

  @Test func `a widget is seen in all its families and modes`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    try visit(studio) { page in
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=countdown]")
      try page.click("button", "All families and modes")
      try Self.waitForPictures(page, ".variant img")
      let (rows, columns) = (try page.count(".variants tbody tr"), try page.count(".variants thead th"))
      #expect(rows > 3 && columns == 6)
      #expect(try page.count(".variant img") == rows * columns)
      try Self.keep(page, "variants")
      try page.press("Escape")
      try page.wait("document.querySelector('.variants') === null")
      #expect(try page.text("document.activeElement.dataset.key") == "variants")
    }
  }
}
