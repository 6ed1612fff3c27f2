import AfterglowCore
import AfterglowKit
import AfterglowPreview
import Foundation
import Testing

/// The page of `afterglow studio` in a real browser: what a person does, and what is then on the canvas and on disk.
@Suite(.serialized, .enabled(if: StudioProcess.isAsked, StudioProcess.missing)) struct StudioPageTests {
  /// One browser for all: starting it takes longer than most tests.
  static let browser = Result { try Chromium() }

  func visit(
    _ studio: StudioProcess, width: Int = 1440, height: Int = 900, isDark: Bool = false, isPhone: Bool = false,
    address: String? = nil, prepare: (BrowserPage) throws -> Void = { _ in }, _ walk: (BrowserPage) throws -> Void
  ) throws {
    let browser = try Self.browser.get()
    _ = browser.takeErrors()
    let page = try BrowserPage(browser, width: width, height: height, isDark: isDark, isPhone: isPhone)
    defer { page.close() }
    try prepare(page)
    try page.open(address ?? studio.address)
    try walk(page)
    // What a page says itself of each refusal is the browser's; the page shows it at its field.
    let errors = browser.takeErrors().filter { !$0.contains("status of 422") }
    #expect(errors.isEmpty, "the console: \(errors)")
  }

  static func keep(_ page: BrowserPage, _ name: String) throws {
    try FileManager.default.createDirectory(at: StudioProcess.pictures, withIntermediateDirectories: true)
    try page.screenshot().write(to: StudioProcess.pictures.appending(path: "\(name).png"))
  }

  /// What the panel's canvas shows.
  static func canvas(_ page: BrowserPage, _ board: String) throws -> PanelPicture {
    let answer = try page.value(
      """
      (() => {
        const canvas = document.querySelector('[data-board="\(board)"] canvas');
        const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let text = '';
        for (let at = 0; at < data.length; at += 8190) text += String.fromCharCode(...data.subarray(at, at + 8190));
        return [String(width), String(height), btoa(text)];
      })()
      """)
    let parts = try #require(answer as? [String])
    let bytes = Array(try #require(Data(base64Encoded: parts[2])))
    let (width, height) = (Int(parts[0]) ?? 0, Int(parts[1]) ?? 0)
    let pixels = (0..<width * height).map { index -> UInt32 in
      bytes[(4 * index)..<(4 * index + 3)].reduce(UInt32(0)) { sum, part in sum << 8 | UInt32(part) }
    }
    return PanelPicture(width: width, height: height, pixels: pixels)
  }

  static func difference(_ a: PanelPicture, _ b: PanelPicture) -> Int {
    a.width == b.width && a.height == b.height ? zip(a.pixels, b.pixels).count { $0 != $1 } : -1
  }

  /// Types an instant into the field, and waits for its frame.
  static func go(_ page: BrowserPage, to local: String) throws {
    try page.value(
      """
      (() => {
        const field = document.querySelector('input[type=datetime-local]');
        field.value = \(BrowserPage.quoted(local));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()
      """)
    try settle(page)
  }

  /// Waits until what was asked last is shown.
  static func settle(_ page: BrowserPage) throws {
    try page.wait("afterglow.isSettled()")
  }

  static func lux(_ page: BrowserPage, _ value: Double) throws {
    let share = log(value / 0.01) / log(1e7)
    let bounds = try #require(
      try page.value(
        "(({ left, top, width, height }) => [left, top, width, height])(document.querySelector('.lux').getBoundingClientRect())"
      ) as? [Double])
    try page.click(x: bounds[0] + bounds[2] * share, y: bounds[1] + bounds[3] / 2)
    try settle(page)
  }

  /// What the light's slider says, in lux.
  static func luxShown(_ page: BrowserPage) throws -> String {
    try page.value("document.querySelector('.lux').getAttribute('aria-valuenow')") as? String ?? ""
  }

  @Test func `the pixels on the page are those of render`() throws {
    let studio = try StudioProcess("bedside-clock", "epaper-2in13-v4")
    defer { studio.end() }
    try visit(studio) { page in
      try page.click("nav.boards label", "epaper-2in13-v4")
      for (local, instant, light) in [
        ("2026-11-21T09:41:00", "2026-11-21T09:41:00Z", 300.0), ("2026-11-21T22:07:30", "2026-11-21T22:07:30Z", 0.5),
        ("2026-10-25T01:30:00", "2026-10-25T00:30:00Z", 9), ("2027-06-01T12:00:00", "2027-06-01T11:00:00Z", 20_000),
      ] {
        try Self.go(page, to: local)
        try Self.lux(page, light)
        let lux = try Self.luxShown(page)
        for board in ["bedside-clock", "epaper-2in13-v4"] {
          let expected = try studio.render(board, ["--at", instant, "--lux", lux])
          #expect(try Self.difference(Self.canvas(page, board), expected) == 0, "\(board), \(instant), \(lux) lx")
        }
      }
    }
  }

  @Test(arguments: ["bedside-clock", "wall-display-1080p"])
  func `dragging through the day and the light shows the newest frame`(board: String) throws {
    let studio = try StudioProcess(board)
    defer { studio.end() }
    try visit(studio) { page in
      try page.value("afterglow.delays()[0].length = 0")
      let (x, y) = try page.place(".timeline")
      try page.drag(from: (x - 300, y), to: (x + 300, y), steps: 60)
      try Self.settle(page)
      try Self.report(page, "\(board), another instant of the day")
      let at = try #require(try page.value("afterglow.atMs()") as? Double)
      let instant = Instant(milliseconds: Int64(at))
      let expected = try studio.render(board, ["--at", TimeText.utc(instant)])
      #expect(try Self.difference(Self.canvas(page, board), expected) == 0)
      let (left, top) = try page.place(".lux")
      try page.drag(from: (left - 200, top), to: (left + 150, top), steps: 60)
      try Self.settle(page)
      try Self.report(page, "\(board), another light")
      let lux = try Self.luxShown(page)
      let lit = try studio.render(board, ["--at", TimeText.utc(instant), "--lux", lux])
      #expect(try Self.difference(Self.canvas(page, board), lit) == 0)
      try page.click("[role=radio]", "Week")
      try page.drag(from: (x - 500, y), to: (x + 500, y), steps: 100)
      try Self.settle(page)
      try Self.report(page, "\(board), another instant of a week")
      let last = Instant(milliseconds: Int64(try #require(try page.value("afterglow.atMs()") as? Double)))
      let week = try studio.render(board, ["--at", TimeText.utc(last), "--lux", lux])
      #expect(try Self.difference(Self.canvas(page, board), week) == 0)
    }
  }

  @Test(arguments: ["bedside-clock", "wall-display-1080p"])
  func `a page that is opened shows its panel`(board: String) throws {
    let studio = try StudioProcess(board)
    defer { studio.end() }
    var firstMs: [Int] = []
    for _ in 0..<7 {
      try visit(studio) { page in
        firstMs.append(Int(try page.number("afterglow.firstShownMs()[0]")))
        try Self.settle(page)
        // Content of now may have been compiled some minutes ago, as on a panel: other tests compare pixels at fixed instants.
        #expect(try Set(Self.canvas(page, board).pixels).count > 20)
      }
    }
    print("\(board), from the address to the first picture: \(firstMs) ms")
  }

  /// Prints how long frames took from the wish to the picture, and forgets them: machines differ, and it is not judged.
  private static func report(_ page: BrowserPage, _ what: String) throws {
    let delays = (try page.value("afterglow.delays()[0]") as? [Double] ?? []).sorted()
    try #require(!delays.isEmpty)
    print(
      "\(what): \(delays.count) frames, median \(Int(delays[delays.count / 2])) ms, "
        + "p95 \(Int(delays[delays.count * 95 / 100])) ms, most \(Int(delays.last!)) ms")
    try page.value("afterglow.delays()[0].length = 0")
  }

  @Test func `a file that is changed elsewhere is followed, and the page's changes are written`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let text = try studio.scene("bedside-clock")
      try page.value("afterglow.revision = document.querySelector('figure').dataset.sequence")
      let begin = ContinuousClock.now
      let other = text.replacing("style: digital", with: "style: analogue")
      try other.write(toFile: studio.path("bedside-clock", "scene.yaml"), atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('figure').dataset.sequence !== afterglow.revision")
      print("from a saved file to its frame on the page: \(ContinuousClock.now - begin)")
      try Self.settle(page)
      let expected = try studio.render("bedside-clock", ["--at", "2026-11-21T09:41:00Z"])
      #expect(try Self.difference(Self.canvas(page, "bedside-clock"), expected) == 0)
      // By the form: the style is chosen, and goes back by the key for it.
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=clock]")
      try page.wait("document.querySelector('[data-key=style] [aria-label=Analogue]')?.checked")
      try page.click("[data-key=style] [aria-label=Inline]")
      try page.wait("document.querySelector('[aria-label=Undo]')?.disabled === false")
      #expect(try studio.scene("bedside-clock") == other.replacing("style: analogue", with: "style: inline"))
      try page.click("[aria-label=Undo]")
      try page.wait("document.querySelector('[aria-label=Undo]').disabled")
      #expect(try studio.scene("bedside-clock") == other)
    }
  }

  @Test func `widgets are moved, resized, removed and added with a pointer`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    let board = "wall-display-1080p"
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let before = try studio.scene(board)
      try page.click("[role=radio]", "Arrange")
      // Onto a wider one that does not fit in its place: refused, and nothing is written.
      let (from, onto) = (try page.place("[data-widget=bins]"), try page.place("[data-widget=clock]"))
      try page.drag(from: from, to: onto, letsGo: false)
      try page.wait("document.querySelector('.ghost.is-refused') !== null")
      try Self.keep(page, "arrange-refused")
      try page.drag(from: from, to: onto)
      #expect(try studio.scene(board) == before)
      // Onto one of the same size: both change places.
      try page.drag(from: try page.place("[data-widget=countdown]"), to: try page.place("[data-widget=note]"))
      try page.wait("document.querySelector('[data-widget=countdown]').ariaLabel.endsWith('column 3, row 3')")
      #expect(try page.text("document.querySelector('[data-widget=note]').ariaLabel").hasSuffix("column 3, row 2"))
      try page.press("z", control: true)
      try page.wait("document.querySelector('[data-widget=countdown]').ariaLabel.endsWith('column 3, row 2')")
      #expect(try studio.scene(board) == before)
      // One is removed by its key, and another takes its cell.
      try page.click("[data-widget=bins]")
      try page.press("Delete")
      try page.wait("document.querySelector('[data-widget=bins]') === null")
      let cell = try page.place(".cell")
      try page.drag(from: try page.place("[data-widget=countdown]"), to: cell)
      try page.wait("document.querySelector('[data-widget=countdown]').ariaLabel.endsWith('column 5, row 1')")
      #expect(try studio.scene(board).contains("at: {column: 5, row: 1}\n    configuration: {title: New Year"))
      // Where it was there is room for another widget.
      try page.click(".cell")
      try page.click("[aria-label='Add Moon, small']")
      try page.wait("document.querySelector('[data-widget=moon]') !== null")
      try page.wait("afterglow.isSettled()")
      #expect(try studio.scene(board).contains("- {kind: moon") || studio.scene(board).contains("- kind: moon"))
      try Self.keep(page, "arrange-added")
      let expected = try studio.render(board, ["--at", "2026-11-21T09:41:00Z"])
      #expect(try Self.difference(Self.canvas(page, board), expected) == 0)
      for _ in 0..<3 { try page.press("z", control: true) }
      try page.wait("document.querySelector('[aria-label=Undo]').disabled")
      #expect(try studio.scene(board) == before)
    }
  }

  @Test func `widgets change places without a grid, with a pointer and with keys`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let before = try studio.scene("bedside-clock")
      try page.click("[role=radio]", "Arrange")
      let left = "parseFloat(document.querySelector('[data-widget=clock]').parentElement.style.left)"
      try page.wait("\(left) < 40")
      try page.drag(from: try page.place("[data-widget=clock]"), to: try page.place("[data-widget=weather]"))
      try page.wait("\(left) > 40")
      #expect(try studio.scene("bedside-clock") != before)
      try page.click("[data-widget=clock]")
      try page.press("ArrowLeft")
      try page.wait("\(left) < 40")
      #expect(try studio.scene("bedside-clock") == before)
    }
  }

  @Test func `widgets are moved and resized by keys alone`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    let board = "wall-display-1080p"
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.press("a")
      try page.wait("document.querySelector('[data-widget=note]') !== null")
      try page.value("document.querySelector('[data-widget=countdown]').focus()")
      try page.press("Delete")
      try page.wait("document.querySelector('[data-widget=countdown]') === null")
      try page.value("document.querySelector('[data-widget=note]').focus()")
      try page.press("ArrowUp")
      try page.wait("document.querySelector('[data-widget=note]').ariaLabel.endsWith('column 3, row 2')")
      #expect(try studio.scene(board).contains("at: {column: 3, row: 2}\n    configuration: {title: Kitchen"))
      #expect(try page.value("document.activeElement.dataset.widget") as? String == "note")
    }
  }

  @Test func `typing is followed within a second, and a fault is said at its field`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=bins]")
      try page.wait("document.querySelector('textarea[data-key=text]') !== null")
      try page.value("document.querySelector('textarea[data-key=text]').select()")
      try page.click("textarea[data-key=text]")
      try page.press("a", control: true)
      try page.value("afterglow.sequence = document.querySelector('figure').dataset.sequence")
      let begin = ContinuousClock.now
      try page.type("Glass: on Friday")
      try page.wait("document.querySelector('figure').dataset.sequence !== afterglow.sequence")
      print("from a word typed to its frame on the page: \(ContinuousClock.now - begin)")
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('Glass: on Friday')")
      #expect(try studio.scene("wall-display-1080p").contains("text: \"Glass: on Friday\""))
      try page.click("input[data-key=symbol]")
      try page.press("a", control: true)
      try page.type("no such symbol")
      try page.wait("document.querySelector('[data-key=symbol]').ariaInvalid === 'true'")
      try Self.keep(page, "form-fault")
      #expect(try studio.scene("wall-display-1080p").contains("symbol: trash"))
    }
  }

  @Test func `who may only look sees no controls for changes`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio, address: studio.lookAddress) { page in
      #expect(try page.value("document.querySelector('[aria-label=Undo]') === null") as? Bool == true)
      #expect(try page.value("document.body.textContent.includes('Add widget')") as? Bool == false)
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=clock]")
      try page.wait("document.querySelector('[data-key=style]') !== null")
      #expect(try page.value("document.querySelector('[data-key=style] input').disabled") as? Bool == true)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `every control has a name, and texts have contrast`(isDark: Bool, isPhone: Bool) throws {
    let studio = try StudioProcess("bedside-clock", "wall-display-1080p")
    defer { studio.end() }
    let (width, height) = isPhone ? (390, 844) : (1440, 900)
    try visit(studio, width: width, height: height, isDark: isDark, isPhone: isPhone) { page in
      for tab in ["Facts", "Findings", "Widgets", "Scene", "Board", "Panel"] {
        try page.click("[role=tab]", tab)
        try page.wait("!document.querySelector('.tab-body').textContent.includes('on its way')")
        try Self.settle(page)
        let nodes = try page.call("Accessibility.getFullAXTree")["nodes"] as? [BrowserPage.Object] ?? []
        let controls: Set = ["button", "slider", "textbox", "checkbox", "radio", "combobox", "tab", "switch", "link"]
        let nameless = nodes.filter { node in
          let role = (node["role"] as? BrowserPage.Object)?["value"] as? String ?? ""
          let name = (node["name"] as? BrowserPage.Object)?["value"] as? String ?? ""
          return controls.contains(role) && name.isEmpty && node["ignored"] as? Bool == false
        }
        #expect(nodes.count > 50 && nameless.isEmpty, "\(tab): \(nameless)")
        let faint = try page.value(Self.faintTexts) as? [String] ?? ["the script has failed"]
        #expect(faint.isEmpty, "\(tab), dark: \(isDark): \(faint)")
      }
      try page.click("[role=tab]", "Facts")
      try Self.keep(page, "\(isPhone ? "phone" : "desk")-\(isDark ? "dark" : "light")")
      // Nothing is wider than the page.
      #expect(try page.value("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }
  }

  /// Texts whose contrast with what is behind them is less than WCAG asks.
  private static let faintTexts = """
    (() => {
      const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const rgba = (color) => {
        probe.clearRect(0, 0, 1, 1); probe.fillStyle = color; probe.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
      };
      const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
      const light = (c) => c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (element) => {
        if (!element) return rgba(getComputedStyle(document.documentElement).backgroundColor || '#fff');
        const own = rgba(getComputedStyle(element).backgroundColor);
        return own[3] === 1 ? own : [...over(own, behind(element.parentElement)), 1];
      };
      const faint = [];
      for (const element of document.querySelectorAll('body *')) {
        if (element.closest('svg, .glass, :disabled, .is-refused, label:has(:disabled)') || !element.checkVisibility()) continue;
        if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
        const style = getComputedStyle(element);
        const back = behind(element).slice(0, 3);
        const [a, b] = [light(over(rgba(style.color), back)), light(back)].sort((x, y) => y - x);
        const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
        if ((a + 0.05) / (b + 0.05) < least - 0.05) faint.push(`${element.textContent.trim().slice(0, 30)}: ${((a + 0.05) / (b + 0.05)).toFixed(1)}`);
      }
      return faint;
    })()
    """

  @Test func `all is reached by the tab key, and seen where the focus is`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.settle(page)
      var names: [String] = []
      for _ in 0..<80 {
        try page.press("Tab")
        let name =
          try page.value(
            """
            (() => {
              const element = document.activeElement;
              return element === document.body ? null
                : element.ariaLabel || element.labels?.[0]?.textContent || element.textContent.trim() || element.tagName;
            })()
            """) as? String
        guard let name else { break }
        names.append(name)
        let isSeen = try page.value(
          """
          (() => {
            const element = document.activeElement;
            const { outlineStyle } = getComputedStyle(element);
            const next = element.nextElementSibling && getComputedStyle(element.nextElementSibling).outlineStyle;
            // The parts of a date show it themselves.
            return outlineStyle !== 'none' || (next ?? 'none') !== 'none' || element.type === 'datetime-local';
          })()
          """)
        #expect(isSeen as? Bool == true, "\(name)")
      }
      for name in ["Size of the picture", "Add widget", "Facts", "Play", "Instant", "Timeline", "Light of the room"] {
        #expect(names.contains(name), "\(names)")
      }
    }
  }

  @Test(arguments: ["bedside-clock", "wall-display-1080p"])
  func `the page frees what it needed when it is closed`(board: String) throws {
    let studio = try StudioProcess(board)
    defer { studio.end() }
    func report(_ what: String) {
      // What is freed goes back to the kernel when nothing is left to do.
      Thread.sleep(forTimeInterval: 2)
      print("\(board), anonymous memory \(what): \(studio.anonymousKiB) KiB")
    }
    report("before a page is open")
    try visit(studio) { page in
      try Self.settle(page)
      report("with a page")
      let (x, y) = try page.place(".timeline")
      try page.drag(from: (x - 300, y), to: (x + 300, y), steps: 40)
      try Self.settle(page)
      report("after a day was scrubbed")
    }
    report("after the page is closed")
  }
}
