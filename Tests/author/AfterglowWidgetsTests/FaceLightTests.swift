import AfterglowArchive
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// What a face shows by day, in always-on and at night: inside its margins, in the middle, and with its lights apart.
@Suite struct FaceLightTests {
  private static let modes: [ModeOverride] = [.day, .alwaysOn, .night]
  /// Wednesday 30 September 2026, the longest day in words, at 10:09:35 in Lisbon.
  private static let longDay = Date(timeIntervalSince1970: 1_790_759_375)

  private static func later(_ date: Date) -> Int64 { Int64(date.timeIntervalSince(GalleryItem.now)) }

  // MARK: Margins

  @Test(arguments: ClockFace.allCases, [ClockFaceTests.Panel.wide, .tall])
  func `the ink of a face keeps its margins in every light`(face: ClockFace, panel: ClockFaceTests.Panel) throws {
    let shown = ClockFaceTests.Case(face: face, panel: panel)
    for side in [165, 240] {
      let compiled = try ClockFaceTests.compile(
        shown, side: side, widget: AlteredWidget.first(ClockWidget()), at: Self.longDay)
      let item = try PaintedItem(compiled)
      // A pixel of smoothing, and the bearings of tabular figures.
      let margin = Int32((PanelLayout.standByMarginPt * compiled.layout.scales[1] - 2).rounded(.down))
      for mode in Self.modes {
        let pixels = item.pixels(mode, later: Self.later(Self.longDay))
        let ink = try #require(pixels.litBounds(width: item.width, over: mode == .night ? 8 : 40))
        #expect(
          ink.x0 >= margin && ink.x1 <= Int32(item.width) - margin,
          "\(side), \(mode): \(ink) of \(item.width), margin \(margin)")
      }
    }
  }

  @Test(arguments: ClockFace.allCases) func `the longest day lies inside a round panel in every light`(
    face: ClockFace
  ) throws {
    let shown = ClockFaceTests.Case(face: face, panel: .round)
    for side in [165, 240] {
      let item = try PaintedItem(
        ClockFaceTests.compile(shown, side: side, widget: AlteredWidget.first(ClockWidget()), at: Self.longDay))
      for mode in Self.modes {
        let pixels = item.pixels(mode, later: Self.later(Self.longDay))
        let lost = pixels.edgeLitCount(width: item.width, isRound: true, over: 40)
        #expect(lost == 0, "\(side), \(mode): \(lost) px")
      }
    }
  }

  @Test func `in always-on the day stands in the middle below the ruler of the quarters`() throws {
    for panel in [ClockFaceTests.Panel.wide, .tall] {
      let compiled = try ClockFaceTests.compile(ClockFaceTests.Case(face: .quarters, panel: panel), side: 165)
      let item = try PaintedItem(compiled)
      item.step(.alwaysOn)
      let names: Set = ["weekday", "dayMonth", "weekdayDayMonth"]
      let lines = compiled.layout.nodes.filter { item.isVisible($0) && $0.name.map(names.contains) == true }
      #expect(!lines.isEmpty)
      for line in lines {
        #expect(abs(line.framePx.midX - Double(item.width) / 2) < 2, "\(panel): \(line.framePx)")
      }
    }
  }

  // MARK: The middle

  private static let days: [ClockFace] = [.agenda, .words, .almanac]

  @Test(arguments: days, ClockFaceTests.Panel.allCases)
  func `what is left of a face at night is large and in the middle`(
    face: ClockFace, panel: ClockFaceTests.Panel
  ) throws {
    let item = try PaintedItem(ClockFaceTests.compile(ClockFaceTests.Case(face: face, panel: panel), side: 240))
    let ink = try #require(item.pixels(.night).litBounds(width: item.width, over: 8))
    let (width, height) = (Double(item.width), Double(item.height))
    let middle = (x: Double(ink.x0 + ink.x1) / 2, y: Double(ink.y0 + ink.y1) / 2)
    #expect(abs(middle.x - width / 2) < 0.05 * width && abs(middle.y - height / 2) < 0.08 * height, "\(ink)")
    let side = min(width, height)
    let extent = max(Double(ink.width), Double(ink.height))
    #expect(extent > side * 0.5, "\(ink) of \(item.width) × \(item.height)")
  }

  @Test(arguments: [ClockFaceTests.Panel.wide, .tall])
  func `in always-on the words are larger than by day, and in the middle`(panel: ClockFaceTests.Panel) throws {
    let compiled = try ClockFaceTests.compile(ClockFaceTests.Case(face: .words, panel: panel), side: 240)
    let item = try PaintedItem(compiled)
    func lines(_ mode: ModeOverride) -> [LayoutNode] {
      item.step(mode)
      return compiled.layout.nodes.filter { item.isVisible($0) && $0.name?.hasPrefix("words ") == true }
    }
    let (day, dim) = (lines(.day), lines(.alwaysOn))
    let sizes = (day: day.compactMap(\.fontSizePt).max() ?? 0, dim: dim.compactMap(\.fontSizePt).max() ?? 0)
    #expect(sizes.dim > sizes.day * 1.1 && sizes.day > 0, "\(sizes)")
    for line in dim { #expect(abs(line.framePx.midX - Double(item.width) / 2) < 2, "\(line.framePx)") }
    // Whole words, in their order.
    #expect(dim.compactMap(\.text).joined(separator: " ") == "it is ten past ten")
  }

  @Test(arguments: [ClockFace.agenda, .almanac], [ClockFaceTests.Panel.wide, .tall])
  func `in always-on the next thing is larger than in the list by day`(
    face: ClockFace, panel: ClockFaceTests.Panel
  ) throws {
    let compiled = try ClockFaceTests.compile(ClockFaceTests.Case(face: face, panel: panel), side: 240)
    let item = try PaintedItem(compiled)
    func size(_ mode: ModeOverride) -> Double? {
      item.step(mode)
      return compiled.layout.nodes.first { item.isVisible($0) && $0.name == "title" }?.fontSizePt
    }
    let (day, dim) = (try #require(size(.day)), try #require(size(.alwaysOn)))
    #expect(dim > day * 1.05, "\(dim) and \(day) pt")
  }

  @Test(arguments: [ClockFace.agenda, .almanac], [ClockFaceTests.Panel.wide, .tall])
  func `in always-on an event of tomorrow is shown under its day`(
    face: ClockFace, panel: ClockFaceTests.Panel
  ) throws {
    // After today's dentist, at 20:09:35.
    let evening = GalleryItem.now + 10 * 3600
    let (short, long) = (400, 480)
    let low: (width: Int, height: Int) = panel == .wide ? (long, short) : (short, long)
    for size in [panel.size(240), low] {
      let compiled = try ClockFaceTests.compile(
        face, width: size.width, height: size.height, widget: AlteredWidget.first(ClockWidget()), at: evening)
      let item = try PaintedItem(compiled)
      item.step(.alwaysOn, later: Self.later(evening))
      let texts = compiled.layout.nodes.filter { item.isVisible($0) }.compactMap(\.text)
      #expect(texts.contains("Choir") && texts.contains("Tomorrow"), "\(size): \(texts)")
    }
  }

  @Test(arguments: ClockFaceTests.Panel.allCases)
  func `the title of an event leads its time, however long it is`(panel: ClockFaceTests.Panel) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "long-title.ics")
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART:20261121T110000Z", "DURATION:PT1H",
      "SUMMARY:Coffee with Inês and Rosa", "END:VEVENT", "END:VCALENDAR", "",
    ]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: file, options: .atomic)
    for side in [165, 240] {
      let compiled = try ClockFaceTests.compile(
        ClockFaceTests.Case(face: .agenda, panel: panel), side: side, widget: AlteredWidget.first(ClockWidget()),
        configuration: ["calendar": .string(file.path)])
      let item = try PaintedItem(compiled)
      for mode in [ModeOverride.day, .alwaysOn] {
        item.step(mode)
        let visible = compiled.layout.nodes.filter { item.isVisible($0) }
        let title = try #require(visible.first { $0.name == "title" }?.fontSizePt)
        let time = try #require(visible.first { $0.text?.hasPrefix("11:00") == true }?.fontSizePt)
        #expect(time <= title, "\(mode) at \(side): \(time) below \(title)")
      }
    }
  }

  // MARK: Almanac

  /// Panels whose almanac is upright, in pixels: with and without a line for the sun.
  private static let uprights = [Size(width: 240, height: 400), Size(width: 400, height: 480)]

  @Test(arguments: uprights) func `the moon never stands raised next to the day's number`(size: Size) throws {
    let compiled = try ClockFaceTests.compile(.almanac, width: Int(size.width), height: Int(size.height))
    let item = try PaintedItem(compiled)
    for mode in [ModeOverride.day, .alwaysOn] {
      item.step(mode)
      let visible = compiled.layout.nodes.filter { item.isVisible($0) }
      let number = try #require(visible.first { $0.name == "day number" }).framePx
      let moon = visible.filter { $0.name == "moon" }
      #expect(!moon.isEmpty)
      for part in moon {
        let (moon, isApart) = (part.framePx, part.framePx.maxY <= number.minY || part.framePx.minY >= number.maxY)
        #expect(isApart, "\(mode): \(moon), \(number)")
      }
    }
  }

  @Test(arguments: [165, 240, 480]) func `a round almanac has its title whole, below the time`(side: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "round-almanac.ics")
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART:20261121T110000Z", "DURATION:PT1H",
      "SUMMARY:Coffee with Inês", "END:VEVENT", "END:VCALENDAR", "",
    ]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: file, options: .atomic)
    let compiled = try ClockFaceTests.compile(
      ClockFaceTests.Case(face: .almanac, panel: .round), side: side, configuration: ["calendar": .string(file.path)])
    let item = try PaintedItem(compiled)
    for mode in [ModeOverride.day, .alwaysOn] {
      item.step(mode)
      let visible = compiled.layout.nodes.filter { item.isVisible($0) }
      let title = try #require(visible.first { $0.name == "title" })
      let start = try #require(visible.first { $0.name == "start" })
      #expect(title.text == "Coffee with Inês" && !title.isCut && start.text == "11:00")
      #expect(start.framePx.maxY <= title.framePx.minY + 1, "\(start.framePx), \(title.framePx)")
      #expect(item.pixels(mode).edgeLitCount(width: item.width, isRound: true, over: 40) == 0)
    }
  }

  // MARK: Sky

  /// The sun is up from 07:31 to 17:16 in Lisbon.
  @Test(arguments: ClockFaceTests.Panel.allCases)
  func `on a dark panel the ruler of the quarters fills the day and not the night`(
    panel: ClockFaceTests.Panel
  ) throws {
    let item = try PaintedItem(ClockFaceTests.compile(ClockFaceTests.Case(face: .quarters, panel: panel), side: 240))
    for mode in [ModeOverride.day, .alwaysOn] {
      let row = item.pixels(mode).yellowestRow(width: item.width, over: 30)
      #expect(abs(Double(row.yellow) / Double(max(1, row.span)) - 0.407) < 0.04, "\(mode): \(row)")
      // Next to it the ends of the outline alone.
      #expect(row.lit - row.yellow <= 12, "\(mode): \(row)")
    }
  }

  @Test(arguments: ClockFaceTests.Panel.allCases, [120, 165, 240])
  func `dots of land never merge on a small panel`(panel: ClockFaceTests.Panel, side: Int) throws {
    let compiled = try ClockFaceTests.compile(ClockFaceTests.Case(face: .world, panel: panel), side: side)
    let land = Set(compiled.layout.nodes.filter { $0.name == "land" }.map(\.node))
    let item = try PaintedItem(compiled) { index, _, _ in !land.contains(index) }
    for mode in [ModeOverride.day, .alwaysOn] {
      let pixels = item.pixels(mode)
      #expect(pixels.longestLitRun(width: item.width, over: 8) <= 3, "\(mode)")
      #expect(pixels.litCount > side, "\(mode)")
    }
  }

  @Test(arguments: [8.0, 11, 14, 18, 19.9, 20.2, 24])
  func `a small moon shows its light and its shadow`(pixels: Double) {
    for percent in stride(from: 3.0, through: 97, by: 1) {
      let drawn = MoonDisc.drawnShare(percent / 100, pixels: pixels)
      #expect(min(drawn, 1 - drawn) * pixels > 2.99, "\(percent) %: \(drawn)")
    }
    // It is never the other half, a new or full moon stays one, and a large disc is exact.
    #expect(MoonDisc.drawnShare(0.86, pixels: pixels) > 0.5 && MoonDisc.drawnShare(0.2, pixels: pixels) < 0.5)
    #expect(MoonDisc.drawnShare(1, pixels: pixels) == 1 && MoonDisc.drawnShare(0.005, pixels: pixels) == 0.005)
    #expect(MoonDisc.drawnShare(0.97, pixels: 28) == 0.97)
  }

  @Test func `in always-on the light of a moon is lighter than its shadow`() throws {
    let compiled = try GalleryItem(kind: "moon", family: .systemSmall).compiled()
    let item = try PaintedItem(compiled)
    let pixels = item.pixels(.alwaysOn)
    let discs = compiled.layout.nodes.filter { $0.name == "moon" && item.isVisible($0) }
    let disc = try #require(discs.map(\.framePx).max { $0.width < $1.width })
    func light(_ x: Double, _ y: Double) -> UInt32 { pixels[Int(y) * item.width + Int(x)] >> 8 & 255 }
    // Between the limb and where light and shadow meet.
    let shadow = (0..<72).map { step in
      let angle = Double(step) / 36 * .pi
      return light(disc.midX + cos(angle) * disc.width * 0.46, disc.midY + sin(angle) * disc.width * 0.46)
    }
    #expect(light(disc.midX, disc.midY) > 12 && shadow.min() == 0, "\(light(disc.midX, disc.midY)), \(shadow)")
    // In lines: what is lit makes all else darker.
    let rows = Int(disc.minY)..<Int(disc.maxY)
    let lit = rows.reduce(0) { count, y in
      count + (Int(disc.minX)..<Int(disc.maxX)).count { pixels[y * item.width + $0] & 0xFF_FFFF != 0 }
    }
    #expect(Double(lit) < 0.5 * disc.width * disc.height, "\(lit)")
  }
}
