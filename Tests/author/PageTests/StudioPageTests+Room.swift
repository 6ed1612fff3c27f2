import Foundation
import Testing

/// The viewer and the host; what goes wrong while a page is open.
extension StudioPageTests {
  @Test func `a viewer comes nearer, and touches the panel`() throws {
    let board = "bedside-clock"
    let studio = try StudioProcess("bedside-clock") { folder in
      let file = folder.appending(path: "\(board)/board.yaml")
      let settings = try String(contentsOf: file, encoding: .utf8)
      try (settings + "\ndistance: {sensor: external}\n").write(to: file, atomically: true, encoding: .utf8)
      return []
    }
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      for (metres, step) in [("4", 40), ("0.5", 5)] {
        try page.value(
          """
          (() => {
            const slider = document.querySelector('.distance input');
            slider.value = \(step);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
          })()
          """)
        try Self.settle(page)
        let expected = try studio.render(board, ["--at", "2026-11-21T09:41:00Z", "--distance", metres])
        #expect(try Self.difference(Self.canvas(page, board), expected) == 0, "\(metres) m")
      }
      let near = try Self.canvas(page, board)
      // A lamp in the corner: always-on, until someone touches it.
      try Self.lux(page, 9)
      #expect(try page.text("document.querySelector('figcaption').textContent").contains("always-on"))
      let calm = try Self.canvas(page, board)
      #expect(Self.difference(calm, near) > 0)
      try page.click(".room .chip", "Touched")
      try Self.settle(page)
      #expect(try page.text("document.querySelector('figcaption').textContent").contains(", day, "))
      try Self.keep(page, "touched")
      try page.click(".room .chip", "Touched")
      try Self.settle(page)
      #expect(try Self.difference(Self.canvas(page, board), calm) == 0)
    }
  }

  @Test func `the same scene is seen on another host`() throws {
    let board = "wall-display-1080p"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let (before, scene) = (try Self.canvas(page, board), try studio.scene(board))
      try page.click("[role=tab]", "Scene")
      try page.wait("document.querySelectorAll('select[data-key=host] option').length > 10")
      try Self.choose(page, "host", "iPad 810x1080")
      let tablet = try Self.canvas(page, board)
      #expect(Self.difference(tablet, before) > 0)
      // A grid that is too small for the scene is a fault with its place, over the last picture.
      try Self.choose(page, "host", "iPhone 430x932", settles: false)
      try page.wait("document.querySelector('figure .failure').hidden === false")
      let fault = try page.text("document.querySelector('figure .failure').textContent")
      #expect(fault.contains("scene.yaml:") && fault.contains("does not fit at column 5"), "\(fault)")
      #expect(try Self.difference(Self.canvas(page, board), tablet) == 0)
      try Self.choose(page, "host", "")
      #expect(try Self.difference(Self.canvas(page, board), before) == 0)
      #expect(try studio.scene(board) == scene)
    }
  }

  @Test func `the archive's share of its budget is shown, amber from three quarters`() throws {
    let board = "bedside-clock"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      #expect(try page.count(".meter.is-near, .meter.is-over") == 0)
      let kib = try page.number("afterglow.facts().archive.bytes") / 1024
      let file = studio.path(board, "board.yaml")
      let settings = try studio.text(board, "board.yaml")
      let tight = settings.replacing("archive: 1024", with: "archive: \(Int((kib / 0.9).rounded(.up)))")
      #expect(tight != settings)
      try tight.write(toFile: file, atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('.meter.is-near') !== null")
      try Self.keep(page, "budget-near")
      // One that does not fit is a fault with its reason, over the last picture.
      let short = settings.replacing("archive: 1024", with: "archive: 64")
      try short.write(toFile: file, atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('figure .failure').hidden === false")
      let fault = try page.text("document.querySelector('figure .failure').textContent")
      #expect(fault.contains("board.yaml:") && fault.contains("board allows 65536"), "\(fault)")
      try Self.keep(page, "budget-over")
    }
  }

  @Test func `a scene that cannot be read is reported with its line, over the last good picture`() throws {
    let board = "bedside-clock"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let (before, scene) = (try Self.canvas(page, board), try studio.scene(board))
      let broken = scene.replacing("kind: clock", with: "kind: clok")
      try broken.write(toFile: studio.path(board, "scene.yaml"), atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('figure .failure').hidden === false")
      let fault = try page.text("document.querySelector('figure .failure').textContent")
      let line = try #require(
        broken.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("clok") })
      #expect(fault.contains("scene.yaml:\(line + 1)") && fault.contains("clock"), "\(fault)")
      #expect(try Self.difference(Self.canvas(page, board), before) == 0)
      try scene.write(toFile: studio.path(board, "scene.yaml"), atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('figure .failure').hidden")
      try Self.settle(page)
      #expect(try Self.difference(Self.canvas(page, board), before) == 0)
    }
  }

  @Test func `after its program was started again the page offers to sign in, by token or by address`() throws {
    let first = try StudioProcess("bedside-clock")
    let port = try #require(URL(string: first.address)?.port)
    try visit(first) { page in
      // A dialog that is open does not keep the form out of reach.
      try page.press("g")
      try page.wait("document.querySelector('dialog .kind') !== null")
      first.end()
      try page.wait("document.querySelector('.signal').textContent === 'Not connected'")
      let second = try StudioProcess("bedside-clock", options: ["--port", "\(port)"])
      try page.wait("document.querySelector('.entry input[name=token]') !== null")
      #expect(try page.text("document.querySelector('.entry').textContent").contains("not that of this run"))
      try page.wait("document.activeElement?.name === 'token'")
      try Self.keep(page, "sign-in-again")
      try page.click("input[name=token]")
      try page.type(second.address)
      try page.value("globalThis.isOld = true")
      try page.click("button", "Open")
      try page.wait("globalThis.isOld === undefined && globalThis.afterglow?.shown()[0] > 0")
      second.end()
      let third = try StudioProcess("bedside-clock", options: ["--port", "\(port)"])
      defer { third.end() }
      // The address that is printed, opened in the same tab.
      try page.value("globalThis.isOld = true")
      try page.value("location.href = \(BrowserPage.quoted(third.address))")
      try page.wait("globalThis.isOld === undefined && globalThis.afterglow?.shown()[0] > 0")
      // The browser reports each request that is refused or has no answer. A page that is left makes none.
      try page.value("location.href = 'about:blank'")
      try page.wait("location.href === 'about:blank'")
      _ = try Self.browser.get().takeErrors()
    }
  }

  @Test func `the page says when its program has ended, and keeps the picture`() throws {
    let studio = try StudioProcess("bedside-clock")
    try visit(studio) { page in
      let before = try Self.canvas(page, "bedside-clock")
      studio.end()
      try page.wait("document.querySelector('.signal').textContent === 'Not connected'")
      #expect(try Self.difference(Self.canvas(page, "bedside-clock"), before) == 0)
      try Self.keep(page, "not-connected")
      // The browser reports each request without an answer.
      _ = try Self.browser.get().takeErrors()
    }
  }
}
