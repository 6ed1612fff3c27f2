import AfterglowPreview
import Foundation
import Testing

/// Pictures of the page, at the sizes of a desk and of a phone, that someone has looked at (AFTERGLOW_UPDATE_GOLDENS=1
/// draws them again). They are those of Debian's Chromium with Debian's Inter, to the pixel.
extension StudioPageTests {
  private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

  /// What depends on the day of the test: ages, and the timeline's marks of what is known.
  private static let steadyDay = """
    const Then = Date;
    globalThis.Date = class extends Then {
      constructor(...parts) { if (parts.length) super(...parts); else super(Then.UTC(2026, 10, 21, 9, 45)); }
      static now() { return Then.UTC(2026, 10, 21, 9, 45); }
    };
    addEventListener('DOMContentLoaded', () => {
      const style = new CSSStyleSheet();
      style.replaceSync('.track { visibility: hidden; } * { transition: none !important; caret-color: transparent !important; }');
      document.adoptedStyleSheets = [style];
    });
    """

  private static func look(_ page: BrowserPage, _ name: String) throws {
    try settle(page)
    let png = try page.screenshot()
    try keep(page, name)
    let file = goldens.appending(path: "\(name).png")
    if ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: goldens, withIntermediateDirectories: true)
      try png.write(to: file)
      return
    }
    let expected = try PanelPicture(pngFile: file.path)
    let shown = try PanelPicture(png: Array(png), path: name)
    #expect(difference(shown, expected) == 0, "\(name): compare .build/page/\(name).png with \(file.path)")
  }

  /// Notes each place that the panel's picture has, with each frame of the browser.
  private static let notedPlaces = """
    globalThis.places = new Set();
    const look = () => {
      const canvas = document.querySelector('.stage canvas');
      const { x, y, width, height } = canvas?.getBoundingClientRect() ?? {};
      if (canvas) places.add([x, y, width, height].join(' '));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    """

  /// It comes before the page's other parts, and must not move when they do.
  @Test(arguments: [(1440, 900), (1100, 700), (700, 900), (390, 844)])
  func `the first picture stands where it stays`(width: Int, height: Int) throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    let prepare = { (page: BrowserPage) in try page.runFirst(Self.notedPlaces) }
    try visit(studio, width: width, height: height, isPhone: width < 400, prepare: prepare) { page in
      try Self.settle(page)
      let places = try page.value("[...places]") as? [String] ?? []
      #expect(places.count == 1, "\(places)")
    }
  }

  /// A browser at 200 % has half as many pixels of CSS; at 400 % a desk's page is as narrow as a telephone's.
  @Test(arguments: [(1280, 800, 2), (1366, 768, 2), (1440, 900, 2), (1600, 900, 2), (1920, 1080, 2), (1280, 800, 4)])
  func `a page that is enlarged does not scroll sideways`(width: Int, height: Int, factor: Int) throws {
    let board = "bedside-clock"
    let studio = try StudioProcess(board, "wall-display-1080p") { folder in
      let file = folder.appending(path: "\(board)/board.yaml")
      let settings = try String(contentsOf: file, encoding: .utf8)
      try (settings + "\ndistance: {sensor: external}\n").write(to: file, atomically: true, encoding: .utf8)
      return []
    }
    defer { studio.end() }
    try visit(studio, width: width / factor, height: height / factor) { page in
      try Self.settle(page)
      func expectNarrow(_ what: String) throws {
        let excess = try page.number(
          "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth")
        #expect(excess <= 0, "\(what): \(excess) px")
      }
      for tab in ["Facts", "Findings", "Widgets", "Scene", "Board", "Panel"] {
        try page.click("[role=tab]", tab)
        try page.wait("!document.querySelector('.tab-body').textContent.includes('on its way')")
        try expectNarrow(tab)
      }
      try page.value("document.activeElement.blur()")
      for key in ["e", "a"] {
        try page.press(key)
        try Self.settle(page)
        try expectNarrow(key)
      }
      try Self.keep(page, "enlarged-\(width)-\(factor)")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `the page looks as it did`(isDark: Bool, isPhone: Bool) throws {
    let studio = try StudioProcess("bedside-clock", "wall-display-1080p", "epaper-4in2-v2")
    defer { studio.end() }
    let name = "\(isPhone ? "phone" : "desk")-\(isDark ? "dark" : "light")"
    let (width, height) = isPhone ? (390, 844) : (1440, 900)
    let prepare = { (page: BrowserPage) in try page.runFirst(Self.steadyDay) }
    try visit(studio, width: width, height: height, isDark: isDark, isPhone: isPhone, prepare: prepare) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("document.querySelector('figure canvas').ariaLabel.includes('shows')")
      try page.wait("afterglow.isChecked()")
      try Self.look(page, "\(name)-facts")
      try page.click("[role=tab]", "Widgets")
      try page.click(".rows button[data-key=clock]")
      try page.wait("document.querySelector('[data-key=face]') !== null")
      try page.value("document.querySelector('[data-key=style]').scrollIntoView()")
      try page.value("document.activeElement.blur()")
      try page.value("document.querySelector('.inspector').scrollIntoView()")
      // Pictures are drawn as they come into view.
      try page.wait(
        """
        [...document.querySelectorAll('.choices img')].filter((image) => {
          const { top, bottom } = image.getBoundingClientRect();
          const seen = document.querySelector('.tab-body').getBoundingClientRect();
          return bottom > seen.top && top < Math.min(seen.bottom, innerHeight);
        }).every((image) => image.naturalWidth > 0)
        """)
      try Self.look(page, "\(name)-form")
    }
  }
}
