import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowPictures
import Foundation
import PixelSupport
import TestSupport
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Pictures behind widgets, with the glass and soft materials over them.
@Suite struct WallpaperTests {
  /// Difficult wallpapers for glass, each as a PNG drawn here.
  enum Wall: String, CaseIterable, CustomTestStringConvertible {
    case black, white, checks, blue, yellow, hills

    var testDescription: String { rawValue }

    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      switch self {
      case .black: 0xFF00_0000
      case .white: 0xFFFF_FFFF
      case .checks: (x / 12 + y / 12) % 2 == 0 ? 0xFFFF_FFFF : 0xFF10_1010
      case .blue: 0xFF00_20FF
      case .yellow: x < 160 ? 0xFFFF_E600 : 0xFF00_FF40
      case .hills:
        Double(y) > 120 + 22 * sin(Double(x) / 31) ? 0xFF31_2A44 - UInt32(y / 12) : Self.sky[min(y / 24, 5)]
      }
    }

    private static let sky: [UInt32] = [
      0xFF2B_3A67, 0xFF4B_4E83, 0xFF84_6A95, 0xFFC8_8A8C, 0xFFF0_B27A, 0xFFFB_D79A,
    ]
  }

  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "wallpaper-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, width: Int = 320, height: Int = 200, _ pixel: (Int, Int) -> UInt32) throws -> String {
      let file = url.appending(path: name)
      try Data(try PNG.encode(Picture(width: width, height: height, pixel))).write(to: file)
      return file.path
    }
  }

  /// A widget with one line in each level and one in the accent group; or with none of them.
  private func scene(
    _ context: WidgetContext, _ appearance: WidgetAppearance = .clear, picture path: String?, isBlank: Bool = false,
    board: BoardRecord = testBoard()
  ) -> PanelScene {
    let widget = PlainWidget { _ in
      VStack(spacing: 1) {
        if !isBlank {
          Text("One")
          Text("Two").foregroundStyle(.secondary)
          Text("Three").foregroundStyle(.tertiary)
          Text("Four").foregroundStyle(.blue).widgetAccentable()
        }
      }
    }
    var scene = testScene([widget, widget], widthPx: 480, heightPx: 300, board: board)
    scene.context = context
    scene.style.appearance = appearance
    for index in scene.slots.indices {
      scene.slots[index].family = context == .lockScreen ? .accessoryRectangular : .systemSmall
    }
    if let path {
      var picture = WallpaperPicture(path: path)
      picture.colors = [0xFF20_4060, 0xFF08_1018]
      picture.place = SourcePlace(file: "scene.yaml", line: 3, column: 22)
      scene.style.wallpaper = .picture(picture)
    }
    return scene
  }

  private func compile(_ scene: PanelScene) throws -> CompiledScene { try SceneCompiler().compile(scene, at: noon) }

  @Test func `dark words on a light shape stay dark in vibrant, and light ones on a dark shape stay light`() throws {
    func inks(_ shape: Color, _ words: Color) throws -> [UInt32] {
      let view = Text("+$").foregroundStyle(words).frame(width: 40, height: 20)
        .background(shape, in: RoundedRectangle(cornerRadius: 4))
      let items = try drawn(view, width: 60, height: 40)
      var palette = Palette(renderingMode: .vibrant, surface: .emissive)
      palette.isOverWallpaper = true
      return try TypesetterCache.shared.withTypesetter { typesetter in
        let emitter = NodeEmitter(
          sink: ArchiveSink(board: testBoard(), date: noon), typesetter: typesetter, palette: palette,
          map: PixelMapping(originX: 0, originY: 0, scale: 2, isInk: false), widget: 0, slot: nil, date: noon)
        return emitter.legibleInVibrant(items).map { emitter.ink($0, isShape: false).argb }
      }
    }
    #expect(try inks(.white, Color(white: 0.2)).last == 0xFF00_0000)
    #expect(try inks(Color(white: 0.2), .white).last == 0xF0FF_FFFF)
  }

  // MARK: the picture

  /// One picture of the panel's size, with any content, and none in the dark.
  @Test(arguments: [
    (WidgetContext.home, WidgetAppearance.clear), (.home, .dark), (.desktop, .tinted), (.lockScreen, .dark),
  ])
  func `a wallpaper is in the archive once`(_ context: WidgetContext, _ appearance: WidgetAppearance) throws {
    let folder = try Folder()
    let compiled = try compile(
      scene(context, appearance, picture: try folder.write("hills.png", Wall.hills.pixel)))
    #expect(compiled.diagnostics.isEmpty)
    try withArchive(compiled) { archive in
      #expect(archive.pictures.count == 1)
      #expect(archive.pictures[0].width == 480 && archive.pictures[0].height == 300)
      #expect(archive.pictures[0].isOpaque == 1)
    }
    // Four bytes per pixel, plus the scene without it.
    let plain = try compile(scene(context, appearance, picture: nil))
    #expect(compiled.archive.count < plain.archive.count + 480 * 300 * 4 + 8192)
    let dark = try shown(compiled, override: .alwaysOn)
    #expect(dark.pixels.litCount < dark.pixels.count / 10)
  }

  /// Cards hide it; everywhere else the panel shows it, scaled and cropped to fill.
  @Test func `a wallpaper fills the panel`() throws {
    let folder = try Folder()
    let path = try folder.write("halves.png", width: 400, height: 100) { x, _ in x < 200 ? 0xFFFF_0000 : 0xFF00_00FF }
    var scene = scene(.home, .dark, picture: path)
    guard case .picture(var picture) = scene.style.wallpaper else { return }
    picture.crop = .center
    scene.style.wallpaper = .picture(picture)
    let frame = try shown(try compile(scene))
    let corners = [0, 479, 299 * 480, 299 * 480 + 479].map { frame.pixels[$0] }
    #expect(
      PixelPattern(corners, width: 2, key: [0xFFFF_0000: "R", 0xFF00_00FF: "B"]) == """
        RB
        RB
        """)
  }

  @Test func `a translucent wallpaper shows its colours`() {
    let half = ScaledPicture(size: PixelSize(width: 1, height: 2), pixels: [0, 0x8080_0000])
    let opaque = half.opaque(over: [0xFF20_4060, 0xFF08_1018])
    #expect(opaque.pixels[0] == 0xFF20_4060)
    // Half of the lower colour, plus the premultiplied red.
    #expect(opaque.pixels[1] >> 24 == 255 && (0x82...0x92).contains(opaque.pixels[1] >> 16 & 255))
  }

  /// A picture that cannot be shown is reported with its position, and the panel is the same as without it.
  @Test(arguments: [WidgetContext.home, .lockScreen]) func `a broken wallpaper leaves its colours`(
    _ context: WidgetContext
  ) throws {
    let folder = try Folder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: try folder.write("whole.png", Wall.checks.pixel)))
    let torn = folder.url.appending(path: "torn.png")
    try whole.prefix(whole.count / 2).write(to: torn)
    let text = folder.url.appending(path: "text.jpg")
    try Data("no picture".utf8).write(to: text)
    var colors = scene(context, picture: nil)
    colors.style.wallpaper = .colors([0xFF20_4060, 0xFF08_1018])
    let wanted = try compile(colors).archive
    let none = folder.url.appending(path: "none.jpg")
    for (path, reason) in [
      (torn.path, "cut or damaged"), (text.path, "expected"), (none.path, "there is no such file"),
      (folder.url.path, "expected"),
    ] {
      let compiled = try compile(scene(context, picture: path))
      #expect(compiled.archive == wanted)
      #expect(compiled.diagnostics.count == 1)
      let diagnostic = try #require(compiled.diagnostics.first)
      #expect(
        diagnostic.severity == .error && diagnostic.message.contains(path) && diagnostic.message.contains(reason))
      #expect("\(diagnostic)".hasPrefix("scene.yaml:3:22: error: "))
    }
  }

  @Test func `a wallpaper that changes is read again`() throws {
    let folder = try Folder()
    let scene = scene(.home, picture: try folder.write("a.png", Wall.white.pixel))
    let before = try compile(scene).archive
    #expect(try compile(scene).archive == before)
    _ = try folder.write("a.png", Wall.hills.pixel)
    #expect(try compile(scene).archive != before)
  }

  /// Paper needs its ink for text; a board's budget is respected.
  @Test func `paper has no wallpaper and budgets hold`() throws {
    let folder = try Folder()
    let path = try folder.write("hills.png", Wall.hills.pixel)
    var board = testBoard()
    board.becomePaper(widthPx: 480, heightPx: 300)
    let paper = try compile(scene(.home, picture: path, board: board))
    try withArchive(paper) { #expect($0.pictures.count == 0) }
    var small = testBoard()
    small.archiveBankByteCount = 256 << 10
    let error = #expect(throws: CompileError.self) { _ = try compile(scene(.home, picture: path, board: small)) }
    #expect(error?.message.contains("pictures") == true && error?.message.contains("memory") == true)
  }

  // MARK: glass

  /// Text keeps 4.5:1 and marks 3:1 on every pixel of the material over any background: colours from the archive,
  /// pixels from the engine.
  @Test(
    arguments: Wall.allCases,
    [(WidgetContext.home, WidgetAppearance.clear), (.home, .tinted), (.desktop, .clear), (.lockScreen, .dark)])
  func `content is readable`(_ wall: Wall, _ place: (context: WidgetContext, appearance: WidgetAppearance)) throws {
    let folder = try Folder()
    let path = try folder.write("wall.png", wall.pixel)
    let written = try compile(scene(place.context, place.appearance, picture: path))
    let blank = try shown(try compile(scene(place.context, place.appearance, picture: path, isBlank: true)))
    for slot in ["slot0", "slot1"] {
      let inks = try inks(written, slot)
      // If a host does not tint, the accent group is as white as the main level.
      #expect(inks.count >= (place.appearance == .tinted ? 4 : 3))
      let frame = try #require(written.layout.slotFramesPx[slot])
      let behind = blank.pixels(in: Self.written(frame, place.context)).colors
      for ink in inks {
        let worst = SeenContrast.least(of: ink.argb, cover: ink.cover, over: behind)
        #expect(worst >= ink.least, "\(wall) \(place) \(ink)")
      }
    }
  }

  /// Text on colours is legible as well.
  @Test(arguments: [0xFFFF_FFFF, 0xFFFF_D60A, 0xFF00_20FF, 0xFF10_1010] as [UInt32])
  func `content is readable on colours`(_ color: UInt32) throws {
    for context in [WidgetContext.home, .lockScreen] {
      var written = scene(context, picture: nil)
      written.style.wallpaper = .colors([color])
      var blank = scene(context, picture: nil, isBlank: true)
      blank.style.wallpaper = .colors([color])
      let compiled = try compile(written)
      let frame = try #require(compiled.layout.slotFramesPx["slot0"])
      let behind = try shown(try compile(blank)).pixels(in: Self.written(frame, context)).colors
      for ink in try inks(compiled, "slot0") {
        #expect(SeenContrast.least(of: ink.argb, cover: ink.cover, over: behind) >= ink.least, "\(ink)")
      }
    }
  }

  /// Glass is translucent, but blurs (rule 32): it differs with the wall, and a checkerboard behind it is invisible.
  @Test func `the glass material blurs what is behind it`() throws {
    let folder = try Folder()
    func frame(_ wall: Wall) throws -> (Picture, Rect) {
      let compiled = try compile(
        scene(.home, picture: try folder.write("\(wall).png", wall.pixel), isBlank: true))
      return (try shown(compiled), try #require(compiled.layout.slotFramesPx["slot0"]))
    }
    let (checks, rect) = try frame(.checks)
    func spread(_ pixels: [UInt32]) -> Double {
      let values = pixels.map { pixel in Double(pixel >> 8 & 255) }
      let mean = values.reduce(0, +) / Double(values.count)
      let squares = values.map { value in (value - mean) * (value - mean) }
      return (squares.reduce(0, +) / Double(values.count)).squareRoot()
    }
    let inside = checks.pixels(in: rect.insetBy(dx: 10, dy: 10))
    #expect(spread(inside) < 3 && spread(checks.pixels(in: Rect(x: 0, y: 0, width: 480, height: 20))) > 60)
    func mean(_ wall: Wall) throws -> (red: Int, green: Int, blue: Int) {
      let (frame, rect) = try frame(wall)
      let inside = frame.pixels(in: rect.insetBy(dx: 10, dy: 10))
      func mean(_ shift: UInt32) -> Int {
        inside.reduce(0) { sum, pixel in sum + Int(pixel >> shift & 255) } / inside.count
      }
      return (mean(16), mean(8), mean(0))
    }
    let (black, blue, yellow) = (try mean(.black), try mean(.blue), try mean(.yellow))
    // Blue, yellow and green keep their hue, and glass over black is not black.
    #expect(blue.blue > blue.red + 15)
    #expect(yellow.green > yellow.blue + 15)
    #expect(min(black.red, black.green, black.blue) > 20)
    // Its upper edge is lit.
    let top = checks.pixels(in: Rect(x: rect.midX - 20, y: rect.minY, width: 40, height: 1))
    let brightest = inside.map { pixel in pixel >> 8 & 255 }.max() ?? 0
    #expect(top.allSatisfy { pixel in pixel >> 8 & 255 > brightest + 15 })
  }

  @Test func `a lock screen leaves a dark wallpaper as it is`() throws {
    let folder = try Folder()
    let path = try folder.write("dark.png") { x, y -> UInt32 in (x / 8 + y / 8) % 2 == 0 ? 0xFF0A_0C10 : 0xFF0E_1014 }
    let frame = try shown(try compile(scene(.lockScreen, .dark, picture: path, isBlank: true)))
    // Next to the widgets, in the same rows.
    let compiled = try compile(scene(.home, .dark, picture: path, isBlank: true))
    let plain = try shown(compiled)
    let edge = (0..<300).map { y in y * 480 + 1 }
    #expect(edge.map { frame.pixels[$0] } == edge.map { plain.pixels[$0] })
  }

  /// Slopes of light with a ripple, as dunes have them.
  private static func dunes(_ x: Int, _ y: Int) -> UInt32 {
    let slope = Double(x) / 480
    let ripple = 0.04 * sin(Double(y) / 5)
    let light = min(1, max(0, 0.08 + 0.82 * slope + ripple))
    let (red, green, blue) = (UInt32(light * 255), UInt32(light * 190), UInt32(light * 140))
    return 0xFF00_0000 | red << 16 | green << 8 | blue
  }

  /// In the rows of widgets and of the clock what is brighter stays brighter, and shades stay apart.
  @Test func `a lock screen keeps the order and the shades of its picture`() throws {
    let folder = try Folder()
    // As large as the panel, so that each pixel is one of the picture.
    let path = try folder.write("dunes.png", width: 480, height: 300, Self.dunes)
    let compiled = try compile(scene(.lockScreen, .dark, picture: path, isBlank: true))
    let dimmed = try shown(compiled)
    let frame = try #require(compiled.layout.slotFramesPx["slot0"])
    for row in [Int(frame.minY) + 2, Int(frame.midY), Int(frame.maxY) - 2] {
      let columns = [0..<40, 440..<480].flatMap { Array($0) } + (Int(frame.minX)..<Int(frame.maxX))
      let pairs = columns.map { column -> (before: Double, after: Double) in
        let before = SeenContrast.luminance(Self.dunes(column, row))
        return (before, SeenContrast.luminance(dimmed.pixels[row * 480 + column]))
      }.sorted { $0.before < $1.before }
      #expect(pairs.last!.after < 0.12, "row \(row) is dark enough for text")
      // Rounding and dither are a code each.
      var brightest = 0.0
      for pair in pairs {
        #expect(pair.after > brightest * 0.9 - 0.002, "row \(row): \(pair)")
        brightest = max(brightest, pair.after)
      }
      #expect(Set(columns.map { dimmed.pixels[row * 480 + $0] >> 16 & 255 }).count >= 24, "row \(row)")
      #expect(pairs.last!.after > pairs.first!.after * 4, "row \(row)")
    }
  }

  /// A clock is read on a brighter wall than fainter words are.
  @Test func `a lock screen is brighter behind its clock than behind its widgets`() throws {
    let folder = try Folder()
    let path = try folder.write("white.png", Wall.white.pixel)
    var scene = scene(.lockScreen, .dark, picture: path, isBlank: true)
    scene.geometry = PanelGeometry(widthPx: 480, heightPx: 1000, widthMm: 62, heightMm: 129)
    let compiled = try compile(scene)
    let frame = try shown(compiled)
    let clock = try #require(compiled.layout.nodes.first { $0.name == "lockClock" })
    let row = try #require(compiled.layout.slotFramesPx["slot0"])
    func light(_ y: Double) -> Double { SeenContrast.luminance(frame.pixels[Int(y) * 480 + 2]) }
    #expect(light(clock.framePx.midY) > light(row.midY) * 1.5)
    #expect(light(clock.framePx.midY) < 0.2)
  }

  /// Colours run from row to row without bands, also where they are darkened for text.
  @Test(arguments: [([0xFF2A_4A5E, 0xFF0B_1118], 1), ([0xFFFF_FFFF], 2), ([0xFFFF_B0A0, 0xFF30_60C0], 2)])
  func `colours show no bands`(_ colors: [UInt32], _ most: Int) throws {
    for context in [WidgetContext.home, .lockScreen] {
      var scene = scene(context, picture: nil, isBlank: true)
      scene.geometry = PanelGeometry(widthPx: 480, heightPx: 1280, widthMm: 62, heightMm: 165)
      scene.style.wallpaper = .colors(colors)
      let frame = try shown(try SceneCompiler().compile(scene, at: noon))
      // Next to the widgets, the clock and their edges.
      let column = (0..<1280).map { frame.pixels[$0 * 480 + 2] }
      for shift in [16, 8, 0] as [UInt32] {
        let codes = column.map { Int($0 >> shift & 255) }
        let steps = zip(codes, codes.dropFirst()).map { abs($1 - $0) }
        #expect(steps.max()! <= most, "\(context): a row differs by \(steps.max()!) codes from the one above")
      }
    }
  }

  @Test func `wallpapers as they are`() throws {
    let folder = try Folder()
    let path = try folder.write("hills.png", Wall.hills.pixel)
    try expectGolden(try shown(try compile(scene(.home, .clear, picture: path))), "wallpaper-clear")
    try expectGolden(try shown(try compile(scene(.home, .tinted, picture: path))), "wallpaper-tinted")
    try expectGolden(try shown(try compile(scene(.lockScreen, .dark, picture: path))), "wallpaper-lock")
  }

  // MARK: measuring

  private struct Ink: Hashable {
    var argb: UInt32
    var cover: Double
    var least: Double
  }

  private func inks(_ compiled: CompiledScene, _ slot: String) throws -> Set<Ink> {
    try withArchive(compiled) { archive in
      let widget = archive.widget(slot == "slot0" ? 1 : 2)
      let entry = Int(widget.entries.first)
      let list = archive.displayList(entry: entry, slot: widget.variantSlot(for: .init(renderingMode: .fullColor)))
      return Set(
        list.compactMap { index in
          let node = archive.nodes[Int(index)]
          guard node.kind == NodeKind.glyphRun.rawValue else { return nil }
          let paint = archive.paints[Int(node.paint)]
          let cover = Double(paint.color >> 24) / 255 * Double(node.opacity) / 255
          // The faintest level is for marks; in the accented mode only its opacity identifies it.
          let isMark = paint.role == PaintRole.tertiary.rawValue || node.opacity < 160
          return Ink(argb: paint.color, cover: cover, least: isMark ? 3 : 4.5)
        })
    }
  }

  /// The area of a widget's text: all of an accessory, or inside a pane's round corners and lit edge.
  private static func written(_ frame: Rect, _ context: WidgetContext) -> Rect {
    context == .lockScreen ? frame : frame.insetBy(dx: 11, dy: 11)
  }
}
