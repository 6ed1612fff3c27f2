import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline
import TestSupport

/// Random small archives with every kind of node: the same seed gives the same archive.
struct RandomScene {
  private var random: SeededNumbers
  private var builder: ArchiveBuilder
  private let width: Int32
  private let height: Int32
  private var digitSet: UInt32 = 0
  private var zone: UInt32 = 0
  /// Entries are dated within this many seconds of `RandomScene.epoch`.
  static let span: Int64 = 7_200
  /// 2026-10-24T22:30:00Z, two and a half hours before Berlin's clocks go back at 01:00Z.
  static let epoch: Int64 = 1_792_882_800

  static func board(seed: UInt64) -> BoardRecord {
    var random = SeededNumbers(seed: seed &* 77)
    var board = BoardRecord()
    board.widthPx = Int32.random(in: 40...150, using: &random)
    board.heightPx = Int32.random(in: 30...110, using: &random)
    board.widthMicrometres = 100_000
    board.heightMicrometres = 60_000
    board.pixelFormat = UInt8.random(in: 0...4, using: &random)
    board.rotation = UInt8.random(in: 0...3, using: &random)
    board.clockTrust = ClockTrust.always.rawValue
    board.archiveBankByteCount = 1 << 19
    return board
  }

  /// With several pages, each widget is on another one than the widget before.
  static func archive(seed: UInt64, board: BoardRecord, pages: Int = 1) throws -> [UInt8] {
    var scene = RandomScene(seed: seed, board: board)
    scene.builder.board.pages = PageSettings(count: pages)
    return try scene.build()
  }

  private init(seed: UInt64, board: BoardRecord) {
    random = SeededNumbers(seed: seed)
    builder = ArchiveBuilder(board: board)
    width = board.widthPx
    height = board.heightPx
  }

  private mutating func int(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int32) -> Bool { int(1...100) <= percent }
  private mutating func x() -> Int32 { int(-10...(width + 10)) }
  private mutating func y() -> Int32 { int(-10...(height + 10)) }
  private mutating func fine(_ px: Int32) -> Int32 { px * 256 + int(0...255) }

  private mutating func build() throws -> [UInt8] {
    digitSet = makeDigitSet()
    zone = builder.addZone(berlin)
    let widgets = int(1...3)
    for index in 0..<widgets { makeWidget(index) }
    return try builder.build(compiledAt: Instant(seconds: RandomScene.epoch))
  }

  private var berlin: ZoneDescription {
    let start = PosixDay(month: 3, week: 5, weekday: 0, timeSeconds: 7_200)
    let end = PosixDay(month: 10, week: 5, weekday: 0, timeSeconds: 10_800)
    return ZoneDescription(
      name: "Europe/Berlin", initialOffsetSeconds: 3_600, transitions: [],
      rule: PosixRule(standardOffsetSeconds: 3_600, daylightOffsetSeconds: 7_200, start: start, end: end))
  }

  private mutating func makeGlyph() -> UInt32 {
    let w = Int(int(2...9))
    let h = Int(int(3...12))
    let coverage = (0..<(w * h)).map { _ in chance(40) ? UInt8(255) : UInt8(int(0...255)) }
    return builder.addGlyph(
      left: Int(int(-1...1)), top: -h, width: w, height: h,
      code: GlyphCode.encode(coverage: coverage, width: w, height: h))
  }

  private mutating func makeDigitSet() -> UInt32 {
    var glyphs = InlineArray<10, UInt32>(repeating: 0)
    var offsets = InlineArray<10, Int16>(repeating: 0)
    for digit in 0..<10 {
      glyphs[digit] = makeGlyph()
      offsets[digit] = Int16(int(0...1))
    }
    return builder.addDigitSet(DigitSetRecord(glyphs: glyphs, offsetsPx: offsets, cellPx: 10))
  }

  private mutating func makeWidget(_ index: Int32) {
    let keys: [[VariantKey]] = [
      [VariantKey(renderingMode: .fullColor)], [VariantKey(renderingMode: .fullColor, isLuminanceReduced: true)],
      [VariantKey(renderingMode: .vibrant, isLuminanceReduced: true)],
    ]
    let slots = Array(keys.prefix(Int(int(1...3))))
    let pool = (0..<Int(int(6...18))).map { _ in makeLeaf() }
    var entries: [ArchiveEntry] = []
    for _ in 0..<int(1...6) {
      let date = Instant(seconds: RandomScene.epoch + Int64(int(0...Int32(RandomScene.span))))
      entries.append(
        ArchiveEntry(
          date: date, displayLists: slots.map { _ in makeList(pool) }, litPermille: UInt16(date.seconds % 251)))
    }
    let stale = chance(50) ? Instant(seconds: RandomScene.epoch + Int64(int(0...7_200))) : nil
    _ = builder.addWidget(
      kind: "random", bounds: PixelRect(x0: 0, y0: 0, x1: width, y1: height), variants: slots,
      page: UInt8(Int(index) % builder.board.pages.count), staleAfter: stale, entries: entries)
  }

  /// Mostly the pool in its order, with some nodes omitted or moved and some groups and clips around parts.
  private mutating func makeList(_ pool: [UInt32]) -> [UInt32] {
    var list = pool.filter { _ in chance(70) }
    if chance(30) { list.shuffle(using: &random) }
    if chance(20), let first = list.first { list.append(first) }
    for _ in 0..<int(0...2) where !list.isEmpty { list = wrap(list) }
    return list
  }

  private mutating func wrap(_ list: [UInt32]) -> [UInt32] {
    // Around a part with complete groups only: wraps everything or nothing inside one.
    let kinds: [NodeKind] = chance(50) ? [.beginGroup, .endGroup] : [.beginClip, .endClip]
    let from = list.contains(where: { layerNodes.contains($0) }) ? 0 : Int(int(0...Int32(list.count - 1)))
    let to = from == 0 ? list.count : Int(int(Int32(from)...Int32(list.count)))
    let bounds = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    let condition = NodeCondition(rawValue: chance(80) ? 0 : UInt8(int(1...3)))!
    let begin: NodeRecord
    if kinds[0] == .beginGroup {
      begin = NodeRecord(
        kind: .beginGroup, condition: condition, opacity: UInt8(int(60...255)), paint: anyPaint(), bounds: bounds)
    } else {
      let box = makeBox()
      begin = NodeRecord(
        kind: .beginClip, condition: condition, paint: anyPaint(), bounds: box.pixelBounds, a: box.x0, b: box.y0,
        c: box.x1, d: box.y1, e: int(0...2_000))
    }
    let end = NodeRecord(kind: kinds[1], paint: anyPaint(), bounds: begin.bounds)
    let first = builder.addNode(begin)
    let last = builder.addNode(end)
    layerNodes.formUnion([first, last])
    return Array(list[..<from]) + [first] + Array(list[from..<to]) + [last] + Array(list[to...])
  }

  private var layerNodes: Set<UInt32> = []

  private mutating func anyPaint() -> UInt32 { builder.addPaint(PaintRecord(kind: .solid, role: .primary)) }

  private mutating func makePaint() -> UInt32 {
    let role = PaintRole(rawValue: UInt8(int(0...5)))!
    if chance(25) {
      var colors = InlineArray<64, UInt32>(repeating: 0)
      for index in 0..<64 { colors[index] = UInt32.random(in: .min ... .max, using: &random) }
      let gradient = GradientRecord(
        start: SubpixelPoint(x: fine(x()), y: fine(y())), end: SubpixelPoint(x: fine(x()) + 1, y: fine(y()) + 700),
        colors: colors)
      return builder.addPaint(PaintRecord(kind: .gradient, role: role, index: builder.addGradient(gradient)))
    }
    let alpha: UInt32 = chance(60) ? 255 : UInt32(int(0...255))
    let color = Color(argb: UInt32.random(in: 0...0xFF_FFFF, using: &random) | alpha << 24)
    return builder.addPaint(PaintRecord(kind: .solid, role: role, color: color))
  }

  private mutating func makeBox() -> SubpixelRect {
    let x0 = fine(x())
    let y0 = fine(y())
    return SubpixelRect(x0: x0, y0: y0, x1: x0 + int(1...20_000), y1: y0 + int(1...14_000))
  }

  private mutating func makePoints(_ count: Int32, around radius: Int32? = nil) -> RecordRange {
    let points = (0..<count).map { _ in
      if let radius { return SubpixelPoint(x: int(-radius...radius), y: int(-radius...radius)) }
      return SubpixelPoint(x: fine(x()), y: fine(y()))
    }
    return builder.addPoints(points)
  }

  private mutating func makeLeaf() -> UInt32 {
    let opacity = chance(70) ? UInt8(255) : UInt8(int(0...255))
    let condition = NodeCondition(rawValue: chance(75) ? 0 : UInt8(int(1...3)))!
    let everywhere = PixelRect(x0: -200, y0: -200, x1: width + 200, y1: height + 200)
    var node: NodeRecord
    switch int(0...8) {
    case 0:
      let box = makeBox()
      node = NodeRecord(
        kind: .rectangle, paint: makePaint(), bounds: box.pixelBounds, a: box.x0, b: box.y0, c: box.x1, d: box.y1)
    case 1:
      let box = makeBox()
      node = NodeRecord(
        kind: .roundedRectangle, paint: makePaint(), bounds: box.pixelBounds, a: box.x0, b: box.y0, c: box.x1,
        d: box.y1, e: int(0...4_000))
    case 2:
      let centre = SubpixelPoint(x: fine(x()), y: fine(y()))
      let radius = int(256...10_000)
      let stroke = int(64...1_000)
      node = NodeRecord(
        kind: .arc, paint: makePaint(), bounds: Bounds.arc(centre: centre, radius: radius, width: stroke), a: centre.x,
        b: centre.y, c: radius, d: stroke, e: int(0...65_535), f: int(1...65_536), g: int(0...1))
    case 3:
      let range = makePoints(int(3...7))
      node = NodeRecord(
        kind: .polygon, paint: makePaint(), bounds: everywhere, a: Int32(range.first), b: Int32(range.count))
    case 4:
      let range = makePoints(int(2...5))
      node = NodeRecord(
        kind: .strokedLine, paint: makePaint(), bounds: everywhere, a: Int32(range.first), b: Int32(range.count),
        c: int(100...900))
    case 5:
      let placements = (0..<int(1...5)).map { _ in
        PlacementRecord(glyph: makeGlyph(), x: Int16(x()), y: Int16(y()))
      }
      let range = builder.addPlacements(placements)
      node = NodeRecord(
        kind: .glyphRun, paint: makePaint(), bounds: everywhere, a: Int32(range.first), b: Int32(range.count))
    case 6: node = makePicture()
    case 7: node = makeTickText()
    default:
      let range = makePoints(int(3...5), around: 5_000)
      let centre = SubpixelPoint(x: fine(x()), y: fine(y()))
      let bounds = PixelRect(
        x0: (centre.x >> 8) - 40, y0: (centre.y >> 8) - 40, x1: (centre.x >> 8) + 40, y1: (centre.y >> 8) + 40)
      node = NodeRecord(
        kind: .tickHand, paint: makePaint(), bounds: bounds, a: centre.x, b: centre.y, c: Int32(range.first),
        d: Int32(range.count), e: int(0...2), f: Int32(zone), g: int(0...1))
    }
    node.opacity = opacity
    node.condition = condition.rawValue
    return builder.addNode(node)
  }

  private mutating func makePicture() -> NodeRecord {
    let w = Int(int(1...20))
    let h = Int(int(1...20))
    let pixels = (0..<(w * h)).map { _ in
      Color(argb: UInt32.random(in: .min ... .max, using: &random)).premultiplied
    }
    let picture = builder.addPicture(width: w, height: h, pixels: pixels)
    let role: PaintRole = chance(80) ? .picture : .background
    let paint = builder.addPaint(PaintRecord(kind: .picture, role: role, index: picture))
    let left = x()
    let top = y()
    return NodeRecord(
      kind: .picture, paint: paint,
      bounds: PixelRect(x0: left, y0: top, x1: left + Int32(w), y1: top + Int32(h)), a: left, b: top)
  }

  private mutating func makeTickText() -> NodeRecord {
    let alignment = TickAlignment(rawValue: UInt8(int(0...2)))!
    let colon = builder.addPlacements([PlacementRecord(glyph: makeGlyph(), x: 0, y: 0)])
    let isCivil = chance(60)
    func number(_ field: TickField, _ minimum: UInt8, _ maximum: UInt8 = 2) -> TickItemRecord {
      .number(field, digitSet: digitSet, minimumDigits: minimum, maximumDigits: maximum)
    }
    let separator = TickItemRecord.literal(placements: colon, advancePx: 4)
    var items: [TickItemRecord]
    if isCivil {
      items = [number(.hour12, 1), separator, number(.minute, 2)]
      if chance(50) { items += [separator, number(.second, 2)] }
    } else {
      items = [number(.totalMinutes, 1, 4), separator, number(.secondsOfMinute, 2)]
    }
    let template = builder.addTickTemplate(
      TickTemplateRecord(
        kind: isCivil ? .civil : .timer, alignment: alignment, phrases: RecordRange(first: 0, count: 0)),
      phrases: [(TickPhraseRecord(items: RecordRange(first: 0, count: 0)), items)])
    let left = x()
    let baseline = y()
    let reference = NodeRecord.split(
      reference: Instant(seconds: RandomScene.epoch + Int64(int(0...Int32(RandomScene.span)))))
    return NodeRecord(
      kind: .tickText, paint: makePaint(),
      bounds: PixelRect(x0: left - 110, y0: baseline - 20, x1: left + 110, y1: baseline + 20), a: Int32(template),
      b: left, c: baseline, d: Int32(zone), e: reference.e, f: reference.f)
  }
}
