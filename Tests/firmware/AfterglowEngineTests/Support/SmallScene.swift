import AfterglowArchive
import AfterglowCore
import AfterglowRaster
import AfterglowTimeline

@testable import AfterglowEngine

/// A clock of block digits with a background, marks for an untrusted clock and stale content, and dated bars.
struct SmallScene {
  var hasSeconds = false
  var hasClock = true
  /// What the clock shows apart from seconds.
  var fields = [TickField.hour24, .minute]
  var barDates: [Int64] = []
  var staleAfter: Int64?
  /// Each entry has a note that is replaced by the age mark.
  var hasFreshNote = false
  var board = SmallScene.board
  var connector = ""

  static var board: BoardRecord {
    var board = BoardRecord()
    board.widthPx = 120
    board.heightPx = 60
    board.widthMicrometres = 100_000
    board.heightMicrometres = 50_000
    board.clockTrust = ClockTrust.always.rawValue
    board.archiveBankByteCount = 1 << 18
    return board
  }

  static let untrustedMark = PixelRect(x0: 110, y0: 0, x1: 118, y1: 8)
  static let behindMark = PixelRect(x0: 100, y0: 0, x1: 108, y1: 8)
  static let staleMark = PixelRect(x0: 110, y0: 10, x1: 118, y1: 18)
  static let freshNote = PixelRect(x0: 90, y0: 10, x1: 98, y1: 18)

  func build() throws -> [UInt8] {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "small", .connector: connector])
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let blue = builder.addPaint(
      PaintRecord(kind: .solid, role: .background, color: Color(red: 20, green: 40, blue: 90)))
    let everything = PixelRect(x0: 0, y0: 0, x1: board.widthPx, y1: board.heightPx)
    var list = [builder.addNode(rectangle(everything, blue))]
    list.append(builder.addNode(rectangle(SmallScene.untrustedMark, white, .clockUntrusted)))
    list.append(builder.addNode(rectangle(SmallScene.behindMark, white, .clockBehind)))
    if hasClock { list.append(clock(&builder, white)) }
    _ = builder.addWidget(
      kind: "scene", bounds: everything, variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [list])])
    var entries: [ArchiveEntry] = []
    for (index, date) in barDates.enumerated() {
      let x = Int32(4 + 8 * index)
      let bar = builder.addNode(rectangle(PixelRect(x0: x, y0: 50, x1: x + 6, y1: 56), white))
      let mark = builder.addNode(rectangle(SmallScene.staleMark, white, .contentStale))
      let note = hasFreshNote ? [builder.addNode(rectangle(SmallScene.freshNote, white, .contentFresh))] : []
      entries.append(ArchiveEntry(date: Instant(seconds: date), displayLists: [[mark, bar] + note]))
    }
    if !entries.isEmpty {
      _ = builder.addWidget(
        kind: "bars", bounds: everything, variants: [[VariantKey(renderingMode: .fullColor)]],
        staleAfter: staleAfter.map { Instant(seconds: $0) }, entries: entries)
    }
    if board.rules.schedule.count > 0 {
      // Not always the first zone.
      if !hasClock {
        _ = builder.addZone(
          ZoneDescription(
            name: "UTC", initialOffsetSeconds: 0, transitions: [], rule: PosixRule(standardOffsetSeconds: 0)))
      }
      builder.setScheduleZone(builder.addZone(SmallScene.berlin))
    }
    return try builder.build(compiledAt: Instant(seconds: 0))
  }

  private func rectangle(_ rect: PixelRect, _ paint: UInt32, _ condition: NodeCondition = .always) -> NodeRecord {
    let fine = SubpixelRect(rect)
    return NodeRecord(
      kind: .rectangle, condition: condition, paint: paint, bounds: rect, a: fine.x0, b: fine.y0, c: fine.x1,
      d: fine.y1)
  }

  /// Each digit is a box of its own pattern, 10 × 20 px in cells of 12.
  func clock(
    _ builder: inout ArchiveBuilder, _ paint: UInt32, _ condition: NodeCondition = .always, x: Int32 = 2
  ) -> UInt32 {
    var glyphs = InlineArray<10, UInt32>(repeating: 0)
    for digit in 0..<10 {
      let coverage = (0..<200).map { UInt8(($0 % 10 <= digit || $0 / 10 == digit + 4) ? 255 : 0) }
      glyphs[digit] = builder.addGlyph(
        left: 1, top: -20, width: 10, height: 20, code: GlyphCode.encode(coverage: coverage, width: 10, height: 20))
    }
    let digits = builder.addDigitSet(
      DigitSetRecord(glyphs: glyphs, offsetsPx: InlineArray(repeating: 0), cellPx: 12))
    let colon = builder.addPlacements([PlacementRecord(glyph: glyphs[0], x: 0, y: 0)])
    func number(_ field: TickField) -> TickItemRecord {
      .number(field, digitSet: digits, minimumDigits: 2, maximumDigits: 2)
    }
    var items: [TickItemRecord] = []
    for field in fields + (hasSeconds ? [.second] : []) {
      if !items.isEmpty { items.append(.literal(placements: colon, advancePx: 12)) }
      items.append(number(field))
    }
    let empty = RecordRange(first: 0, count: 0)
    let template = builder.addTickTemplate(
      TickTemplateRecord(kind: .civil, phrases: empty), phrases: [(TickPhraseRecord(items: empty), items)])
    let zone = builder.addZone(SmallScene.berlin)
    return builder.addNode(
      NodeRecord(
        kind: .tickText, condition: condition, paint: paint, bounds: PixelRect(x0: x, y0: 10, x1: x + 108, y1: 40),
        a: Int32(template), b: x, c: 36, d: Int32(zone)))
  }

  static var berlin: ZoneDescription {
    let start = PosixDay(month: 3, week: 5, weekday: 0, timeSeconds: 7_200)
    let end = PosixDay(month: 10, week: 5, weekday: 0, timeSeconds: 10_800)
    return ZoneDescription(
      name: "Europe/Berlin", initialOffsetSeconds: 3_600, transitions: [],
      rule: PosixRule(standardOffsetSeconds: 3_600, daylightOffsetSeconds: 7_200, start: start, end: end))
  }

  /// The frame of a fresh engine.
  func pixels(_ moment: Moment, _ override: ModeOverride = .day) throws -> [UInt32] {
    let rig = Rig(board)
    try rig.load(try build())
    rig.show(moment, override: override)
    return rig.pixels
  }
}
