import AfterglowCore
import AfterglowKit
import AfterglowTimeline
import Foundation
import Testing

/// Time that plays and jumps, on the page.
extension StudioPageTests {
  private static func atMs(_ page: BrowserPage) throws -> Double { try page.number("afterglow.atMs()") }

  private func expectRendered(_ page: BrowserPage, _ studio: StudioProcess, _ board: String) throws {
    try Self.settle(page)
    let instant = Instant(milliseconds: Int64(try Self.atMs(page)))
    let expected = try studio.render(board, ["--at", TimeText.utc(instant)])
    #expect(try Self.difference(Self.canvas(page, board), expected) == 0, "\(TimeText.utc(instant))")
  }

  @Test func `time plays at its speed, and stands`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      for (button, factor) in [("60×", 60.0), ("3600×", 3600), ("1×", 1)] {
        try page.click("[role=radio]", button)
        try page.click("[aria-label=Play]")
        try page.wait("document.querySelector('[aria-label=Pause]') !== null")
        let speed = try page.number(
          """
          new Promise((done) => {
            const [at, begin] = [afterglow.atMs(), performance.now()];
            setTimeout(() => done((afterglow.atMs() - at) / (performance.now() - begin)), 1500);
          })
          """)
        // Of a pause of more than a quarter of a second between two frames of the browser, the rest does not count.
        #expect((0.5...1.1).contains(speed / factor), "\(button): \(speed)")
        try page.click("[aria-label=Pause]")
        try expectRendered(page, studio, "bedside-clock")
        let stands = try Self.atMs(page)
        try page.value("new Promise((done) => setTimeout(done, 300))")
        #expect(try Self.atMs(page) == stands)
      }
      try page.press("n")
      #expect(abs(try Self.atMs(page) - Date().timeIntervalSince1970 * 1000) < 5000)
    }
  }

  @Test func `keys move time, the mode and the light`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.value("document.activeElement.blur()")
      let begin = try Self.atMs(page)
      try page.press("ArrowRight")
      #expect(try Self.atMs(page) == begin + 60_000)
      try page.press("ArrowLeft", shift: true)
      #expect(try Self.atMs(page) == begin - 3_540_000)
      try expectRendered(page, studio, "bedside-clock")
      func caption() throws -> String {
        try Self.settle(page)
        return try page.text("document.querySelector('figcaption').textContent")
      }
      // By light, day, always-on, night, and by light again.
      var captions: [String] = []
      for _ in 0..<4 {
        try page.press("m")
        captions.append(try caption())
      }
      for (text, mode) in zip(captions, ["day", "always-on", "night", "day"]) { #expect(text.contains(", \(mode), ")) }
      for (key, factor) in [("]", 1.25), ("[", 1)] {
        try page.press(key)
        let lux = try #require(Double(try Self.luxShown(page)))
        #expect(abs(lux - 180 * factor) < 0.01)
      }
      for (key, shapes) in [("b", ".overlay .node, .overlay .place"), ("d", ".overlay .damage")] {
        try page.wait("document.querySelector('figure canvas').ariaLabel.includes('shows')")
        #expect(try page.count(shapes) == 0)
        try page.press(key)
        try page.wait("document.querySelectorAll('\(shapes)').length > 0")
        try page.press(key)
        #expect(try page.count(shapes) == 0)
      }
    }
  }

  @Test func `marks are visited, the clock's change is explained, and content ends somewhere`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      let change = Double(try #require(ISO8601.instantMilliseconds("2026-10-25T01:00:00Z")))
      try Self.go(page, to: "2026-10-25T00:10:00")
      try page.value("document.activeElement.blur()")
      var last = try Self.atMs(page)
      for _ in 0..<200 where last < change {
        // Those of another stretch follow when it is reached.
        try page.wait("afterglow.marks()?.length > 0")
        try page.press("ArrowRight", alt: true)
        let now = try Self.atMs(page)
        try page.wait("afterglow.marks()?.includes(afterglow.atMs())")
        #expect(now > last)
        guard now > last else { break }
        last = now
      }
      #expect(last == change)
      try expectRendered(page, studio, "bedside-clock")
      // What the mark is, under the pointer.
      let track = try page.bounds(".timeline")
      let share = try page.number("Number(document.querySelector('.timeline').ariaValueNow)") / 100
      var hint = ""
      for shift in stride(from: -24.0, through: 24, by: 3) where !hint.contains("clocks go back by 1 h") {
        try page.move(x: track[0] + track[2] * share + shift, y: track[1] + track[3] / 2)
        hint = try page.text("document.querySelector('.timeline .hint').textContent")
      }
      #expect(hint.contains("clocks go back by 1 h"), "\(hint)")
      // Beyond all that is known, the panel shows what would stand.
      #expect(try page.text("document.querySelector('dl.facts').textContent").contains("known until") == false)
      let far = Date(timeIntervalSinceNow: 90 * 86400).formatted(.iso8601.year().month().day())
      try Self.go(page, to: "\(far)T09:41:00")
      try page.wait("document.querySelector('dl.facts').textContent.includes('known until')")
      try expectRendered(page, studio, "bedside-clock")
    }
  }
}
