import AfterglowCore
import AfterglowPreview
import Foundation
import Testing

extension StudioPageTests {
  /// Chooses from a list, as a person does with its menu.
  ///
  /// - Parameter settles: whether a frame is expected, and waited for.
  static func choose(_ page: BrowserPage, _ key: String, _ value: String, settles: Bool = true) throws {
    try page.wait("document.querySelector('select[data-key=\(key)]') !== null")
    try page.value(
      """
      (() => {
        const list = document.querySelector('select[data-key=\(key)]');
        list.value = \(BrowserPage.quoted(value));
        list.dispatchEvent(new Event('change', { bubbles: true }));
      })()
      """)
    if settles { try settle(page) }
  }

  @Test func `content is tried out without a change of any file`() throws {
    let board = "wall-display-1080p"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let before = try Self.canvas(page, board)
      let scene = try studio.scene(board)
      try page.click("[role=tab]", "Scene")
      var seen: [PanelPicture] = [before]
      for content in ["sample", "longest", "empty", "stale", "failing"] {
        try Self.choose(page, "content", content)
        let picture = try Self.canvas(page, board)
        #expect(!seen.contains(picture), "\(content)")
        seen.append(picture)
        try Self.keep(page, "content-\(content)")
      }
      // A provider that fails has given no content before: the placeholder stands.
      try Self.choose(page, "content", "placeholder")
      #expect(try Self.difference(Self.canvas(page, board), seen.last!) == 0)
      try Self.choose(page, "content", "live")
      #expect(try Self.difference(Self.canvas(page, board), before) == 0)
      for (key, value) in [("typeSize", "xxxLarge"), ("locale", "ar"), ("appearance", "light")] {
        try Self.choose(page, key, value)
        #expect(try Self.difference(Self.canvas(page, board), before) != 0, "\(key)")
        try Self.choose(page, key, "")
      }
      #expect(try Self.difference(Self.canvas(page, board), before) == 0)
      #expect(try studio.scene(board) == scene)
    }
  }

  @Test func `an evening is drawn by hand, and a recording is played`() throws {
    let board = "bedside-clock"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T20:00:00")
      try page.click("button", "Evening")
      let (x, y) = try page.place(".lane")
      // From bright at the left to dark at the right.
      try page.drag(from: (x - 500, y - 36), to: (x + 500, y + 36), steps: 40)
      try page.wait("document.querySelector('.evening output').textContent.startsWith('Drawn: ')")
      try Self.settle(page)
      let (left, top) = try page.place(".timeline")
      try page.click(x: left + 480, y: top)
      try Self.settle(page)
      #expect(try page.value("document.querySelector('figcaption').textContent.includes('night')") as? Bool == true)
      try page.click(x: left - 480, y: top)
      try Self.settle(page)
      #expect(try page.value("document.querySelector('figcaption').textContent.includes('day')") as? Bool == true)
      try Self.keep(page, "evening-drawn")
      // By keys alone: at the instant that is shown it becomes dark.
      try page.value("document.querySelector('.lane').focus()")
      for _ in 0..<7 { try page.press("PageDown") }
      try page.wait("document.querySelector('.lane').ariaValueNow < 0.1")
      try page.click("button", "Clear")
      try Self.settle(page)
      #expect(try page.value("document.querySelector('.lux').ariaValueText !== ''") as? Bool == true)
    }
  }

  @Test func `a panel that runs here is shown, and its mode is set`() throws {
    let board = "bedside-clock"
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try page.click("[role=tab]", "Panel")
      try page.wait("document.querySelector('.tab-body').textContent.includes('No panel of this board runs here')")
      let run = try studio.run(board)
      defer { run.end() }
      try page.wait("document.querySelector('.tab-body img.running')?.naturalWidth === 800")
      try page.click("[role=radiogroup][aria-label='Mode of the running panel'] button", "Night")
      try page.wait("document.querySelector('.tab-body dl').textContent.includes('Night')")
      try page.wait("document.querySelector('.news').textContent.includes('night')")
      try Self.keep(page, "panel")
    }
  }
}
