import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowTimeline
import Foundation

/// A small archive that needs no fonts: an analogue clock with a second hand, white on black, red at night.
enum TestArchive {
  static let width = 320
  static let height = 240

  /// `isOther` gives a clock that looks different on the same board; `widerBy` another board, with so many more pixels;
  /// `orbitPx` one whose picture moves; one without `hasHands` never changes.
  static func clock(
    displayPath: String, isOther: Bool = false, hasHands: Bool = true, widerBy: Int = 0, orbitPx: Int32 = 0,
    backlight: String = "", monitor: String = "", board change: (inout BoardRecord) -> Void = { _ in }
  ) throws -> Data {
    var board = board
    board.widthPx += Int32(widerBy)
    board.wear.orbitPx = orbitPx
    change(&board)
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([
      .name: "test clock", .displayPath: displayPath, .backlight: backlight, .monitor: monitor,
    ])
    let zone = builder.addZone(
      ZoneDescription(name: "Europe/Berlin", initialOffsetSeconds: 3600, transitions: [], rule: berlin))
    let scene = PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height))
    let black = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: .black))
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary, color: .white))
    let blue = builder.addPaint(PaintRecord(kind: .solid, role: .accent, color: Color(argb: 0xFF50_A0FF)))
    let background = builder.addNode(
      NodeRecord(
        kind: .rectangle, paint: black, bounds: scene, c: Int32(width) << 8, d: Int32(height) << 8))
    let mark = builder.addNode(
      NodeRecord(
        kind: .roundedRectangle, paint: blue, bounds: PixelRect(x0: 8, y0: 8, x1: 40, y1: 40), a: 8 << 8, b: 8 << 8,
        c: 40 << 8, d: 40 << 8, e: (isOther ? 12 : 4) << 8))
    let face = PixelRect(x0: 60, y0: 20, x1: 260, y1: 220)
    var list = [background, mark]
    for (unit, length, half, paint) in [
      (HandUnit.hour, 55, 5, white), (.minute, 85, 4, white), (.second, 92, 1, blue),
    ] where hasHands {
      let points = builder.addPoints([
        point(-half, 10), point(-half, -length), point(half, -length), point(half, 10),
      ])
      list.append(
        builder.addNode(
          NodeRecord(
            kind: .tickHand, paint: paint, bounds: face, a: 160 << 8, b: 120 << 8, c: Int32(points.first),
            d: Int32(points.count), e: unit.rawValue, f: Int32(zone))))
    }
    let key = VariantKey(renderingMode: .fullColor)
    _ = builder.addWidget(
      kind: "scene", bounds: scene, variants: [[key]],
      entries: [ArchiveEntry(date: Instant(milliseconds: 0), displayLists: [list])])
    return Data(try builder.build(compiledAt: Instant(seconds: 1_767_225_600)))
  }

  /// Pages of one colour each.
  static func pages(_ count: Int, displayPath: String) throws -> Data {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "test pages", .displayPath: displayPath])
    builder.board.pages = PageSettings(count: count)
    let scene = PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height))
    for page in 0..<count {
      let color = Color(red: UInt8(60 + 40 * page), green: 80, blue: 80)
      let paint = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: color))
      let background = builder.addNode(
        NodeRecord(kind: .rectangle, paint: paint, bounds: scene, c: Int32(width) << 8, d: Int32(height) << 8))
      _ = builder.addWidget(
        kind: "scene", bounds: scene, variants: [[VariantKey(renderingMode: .fullColor)]], page: UInt8(page),
        entries: [ArchiveEntry(date: Instant(milliseconds: 0), displayLists: [[background]])])
    }
    return Data(try builder.build(compiledAt: Instant(seconds: 1_767_225_600)))
  }

  static let buttonKey: UInt64 = 45

  /// A button that fills a panel with input devices.
  static func button(displayPath: String) throws -> Data {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "test button", .displayPath: displayPath, .input: "auto"])
    let scene = PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height))
    let paint = builder.addPaint(
      PaintRecord(kind: .solid, role: .background, color: Color(red: 60, green: 80, blue: 80)))
    let background = builder.addNode(
      NodeRecord(kind: .rectangle, paint: paint, bounds: scene, c: Int32(width) << 8, d: Int32(height) << 8))
    let region = RegionRecord(
      kind: .button, press: .fill, bounds: scene, slots: 1, action: builder.addAction(.author, name: "lamp"),
      key: buttonKey)
    _ = builder.addWidget(
      kind: "scene", bounds: scene, variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(milliseconds: 0), displayLists: [[background]], regions: [region])])
    return Data(try builder.build(compiledAt: Instant(seconds: 1_767_225_600)))
  }

  private static var board: BoardRecord {
    var board = BoardRecord()
    board.widthPx = Int32(width)
    board.heightPx = Int32(height)
    board.widthMicrometres = 64_000
    board.heightMicrometres = 48_000
    board.clockTrust = ClockTrust.always.rawValue
    board.lightSource = LightSourceKind.constant.rawValue
    board.constantMillilux = 300_000
    board.archiveBankByteCount = 64 * 1024
    return board
  }

  private static var berlin: PosixRule { PosixRule(standardOffsetSeconds: 3600) }

  private static func point(_ x: Int, _ y: Int) -> SubpixelPoint {
    SubpixelPoint(x: Int32(x) << 8, y: Int32(y) << 8)
  }
}
