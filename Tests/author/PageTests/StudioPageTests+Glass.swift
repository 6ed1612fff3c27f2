import Foundation
import Testing

/// E-paper, what is under the pointer, and remarks at their place.
extension StudioPageTests {
  @Test func `the glass of e-paper shows its ledger as heat, and its flashes`() throws {
    let studio = try StudioProcess("epaper-4in2-v2")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("document.querySelector('.ramp') !== null")
      // Minutes change each minute, in part; the maker wants whole refreshes among them.
      let facts = try page.text("document.querySelector('.ramp').closest('section').textContent")
      #expect(facts.contains("partial") && facts.contains("full") && facts.contains("a million"), "\(facts)")
      #expect(try page.count(".heat") == 0)
      try page.press("h")
      try page.wait("document.querySelectorAll('.heat').length > 100")
      try Self.keep(page, "paper-heat")
      // The minutes' tiles are driven more often than the edge's.
      let shares = try page.value(
        "[...document.querySelectorAll('.heat')].map((tile) => Number(tile.getAttribute('fill-opacity')))")
      let opacities = try #require(shares as? [Double])
      #expect(opacities.max()! > 0.7 && opacities.min()! < 0.3)
      try page.press("h")
      // A refresh that drives all is looked for, and shown.
      let whole = """
        (() => {
          const day = Object.values(afterglow.papers())[0];
          const refresh = day.refreshes.find(({ kind }) => kind !== 'partial');
          afterglow.setAt(refresh.ms + 1000);
          return refresh.kind;
        })()
        """
      #expect(["full", "fast"].contains(try page.text(whole)))
      try Self.settle(page)
      let shown = try Self.canvas(page, "epaper-4in2-v2")
      try page.value(
        """
        (() => {
          globalThis.phases = [];
          new MutationObserver(() => {
            const { flash } = document.querySelector('figure').dataset;
            if (flash) globalThis.phases.push(flash);
          }).observe(document.querySelector('figure'), { attributes: true });
        })()
        """)
      try page.click("button", "Show this refresh")
      try page.wait("document.querySelector('.flash').hidden === false")
      try page.wait("globalThis.phases.length >= 3 && document.querySelector('.flash').hidden")
      #expect(try page.value("globalThis.phases") as? [String] == ["inverted", "#000000", "#FFFFFF"])
      #expect(try Self.difference(Self.canvas(page, "epaper-4in2-v2"), shown) == 0)
    }
  }

  @Test func `the pointer reads the light of a pixel, and the contrast of a text in the room`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('shows')")
      let frame = try page.bounds("figure canvas")
      // On the day's number, in the lower left of the bedside clock.
      try page.move(x: frame[0] + frame[2] * 0.25, y: frame[1] + frame[3] * 0.89)
      try page.wait("/\\d:1 in this light/.test(document.querySelector('.reading').textContent)")
      let day = try page.text("document.querySelector('.reading').textContent")
      #expect(day.contains("cd/m²") && day.contains("pt"), "\(day)")
      func contrast() throws -> Double {
        try page.number("Number(/([\\d.]+):1 in/.exec(document.querySelector('.reading').textContent)[1])")
      }
      let lit = try contrast()
      try Self.lux(page, 40_000)
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('shows')")
      try page.wait(
        """
        (() => {
          const { left, top, width, height } = document.querySelector('figure canvas').getBoundingClientRect();
          const place = { clientX: left + width * 0.25, clientY: top + height * 0.89 };
          document.querySelector('figure canvas').dispatchEvent(new PointerEvent('pointermove', place));
          return Number(/([\\d.]+):1 in/.exec(document.querySelector('.reading').textContent)?.[1]) < \(lit);
        })()
        """)
    }
  }

  @Test func `what check reports is pinned to its widget`() throws {
    let studio = try StudioProcess("wall-display-1080p") { folder in
      let file = folder.appending(path: "wall-display-1080p/scene.yaml")
      let scene = try String(contentsOf: file, encoding: .utf8)
      let greeting = scene.replacing("text: Paper goes out on Tuesday", with: "text: Good morning")
      try greeting.write(to: file, atomically: true, encoding: .utf8)
      return []
    }
    defer { studio.end() }
    try visit(studio) { page in
      try page.click("[role=tab]", "Findings")
      try page.wait(
        "document.querySelector('.findings button, .tab-body .empty')?.textContent.length > 0 && !document.querySelector('.tab-body').textContent.includes('being checked')"
      )
      let count = try page.count(".findings button")
      #expect(count > 0)
      #expect(try page.count(".overlay .pin") > 0)
      try Self.keep(page, "findings")
      try page.click(".findings button")
    }
  }
}
