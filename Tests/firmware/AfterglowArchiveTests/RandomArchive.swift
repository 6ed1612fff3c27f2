import AfterglowCore
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

@testable import AfterglowArchive

/// A small seeded generator, so that a failure can be reproduced.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Valid archives of random content that use every kind of record.
struct RandomArchive {
  var generator: SeededGenerator
  var builder: ArchiveBuilder

  static func make(seed: UInt64) throws -> [UInt8] {
    var random = RandomArchive(seed: seed)
    return try random.build()
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([
      .name: "random \(seed)", .displayPath: "/tmp/panel", .lightSourcePath: "lux.csv",
    ])
    builder.provenance = "Inter 4.0\nPango 1.50"
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func build() throws -> [UInt8] {
    let paints = makePaints()
    let glyphs = (0..<12).map { _ in makeGlyph() }
    let zone = makeZone()
    let templates = [makeCivil(glyphs), makeTimer(glyphs), makeRelative(glyphs)]
    for index in 0..<int(1...3) {
      let slots = int(1...3)
      let entries = (0..<int(1...4)).map { _ in
        ArchiveEntry(
          date: Instant(seconds: Int64(int(-1_000_000...2_000_000_000))),
          relevance: EntryRelevance(milliscore: Int32(int(0...5000)), durationSeconds: 60),
          displayLists: (0..<slots).map { _ in makeList(paints, glyphs, templates, zone: zone) })
      }
      let keys: [VariantKey] = [
        VariantKey(renderingMode: .fullColor), VariantKey(renderingMode: .vibrant, isLuminanceReduced: true),
        VariantKey(renderingMode: .accented, isSimplified: true),
      ]
      _ = builder.addWidget(
        kind: "kind \(index)", bounds: PixelRect(x0: 0, y0: 0, x1: 400, y1: 480),
        variants: (0..<slots).map { [keys[$0]] }, staleAfter: index == 0 ? nil : Instant(seconds: 4_000_000_000),
        content: index == 0 ? .none : ArchiveContent(identity: .max, date: Instant(seconds: 1_600_000_000)),
        entries: entries)
    }
    return try builder.build(compiledAt: Instant(seconds: 1_700_000_000))
  }

  private mutating func makePaints() -> (fills: [UInt32], picture: UInt32) {
    let gradient = builder.addGradient(
      GradientRecord(
        start: SubpixelPoint(x: 0, y: 0), end: SubpixelPoint(x: 25_600, y: 256),
        colors: InlineArray(repeating: 0xFF12_3456)))
    let pixels = (0..<12).map { _ in
      let alpha = UInt32(int(0...255))
      return alpha << 24 | UInt32(int(0...Int(alpha))) << 16
    }
    let picture = builder.addPicture(width: 4, height: 3, pixels: pixels)
    let fills = [
      builder.addPaint(PaintRecord(kind: .solid, role: .primary, color: Color(argb: UInt32(int(0...0xFFFF_FFFF))))),
      builder.addPaint(PaintRecord(kind: .solid, role: .background, color: .black)),
      builder.addPaint(PaintRecord(kind: .gradient, role: .accent, index: gradient)),
    ]
    return (fills, builder.addPaint(PaintRecord(kind: .picture, role: .picture, index: picture)))
  }

  private mutating func makeGlyph() -> UInt32 {
    let width = int(0...20)
    let height = int(0...20)
    let coverage = (0..<width * height).map { _ in UInt8([0, 255, int(0...255)][int(0...2)]) }
    return builder.addGlyph(
      left: int(-5...5), top: int(-30...0), width: width, height: height,
      code: GlyphCode.encode(coverage: coverage, width: width, height: height))
  }

  private mutating func makeZone() -> UInt32 {
    var at = Int64(int(0...1_000_000_000))
    let transitions = (0..<int(0...20)).map { index in
      at += Int64(int(1...30_000_000))
      return ZoneTransition(seconds: at, utcOffsetSeconds: Int32(int(-12...14)) * 900, isDaylight: index % 2 == 0)
    }
    return builder.addZone(
      ZoneDescription(
        name: "Zone/\(int(0...99))", initialOffsetSeconds: 3208, transitions: transitions,
        rule: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")!))
  }

  private mutating func makeDigits(_ glyphs: [UInt32]) -> UInt32 {
    var indices = InlineArray<10, UInt32>(repeating: 0)
    for digit in 0..<10 { indices[digit] = glyphs[digit] }
    return builder.addDigitSet(DigitSetRecord(glyphs: indices, offsetsPx: InlineArray(repeating: 1), cellPx: 20))
  }

  private mutating func literal(_ glyphs: [UInt32]) -> TickItemRecord {
    let run = builder.addPlacements([PlacementRecord(glyph: glyphs[int(0...11)], x: 0, y: 0)])
    return .literal(placements: run, advancePx: Int32(int(1...9)))
  }

  private mutating func makeCivil(_ glyphs: [UInt32]) -> UInt32 {
    let digits = makeDigits(glyphs)
    let names = (0..<12).map { _ in
      TickTableEntryRecord(
        placements: builder.addPlacements([PlacementRecord(glyph: glyphs[int(0...11)], x: 1, y: 2)]), advancePx: 30)
    }
    let months = builder.addTickTable(names)
    let items: [TickItemRecord] = [
      .number(.hour12, digitSet: digits, minimumDigits: 1, maximumDigits: 2), literal(glyphs),
      .number(.minute, digitSet: digits, minimumDigits: 2, maximumDigits: 2), literal(glyphs),
      .table(.month, entries: months, base: 1, gapPx: 4, risePx: -3),
    ]
    return builder.addTickTemplate(
      TickTemplateRecord(kind: .civil, alignment: .centre, phrases: .empty),
      phrases: [(TickPhraseRecord(items: .empty), items)])
  }

  private mutating func makeTimer(_ glyphs: [UInt32]) -> UInt32 {
    let digits = makeDigits(glyphs)
    let short: [TickItemRecord] = [
      .number(.minutesOfHour, digitSet: digits, minimumDigits: 1, maximumDigits: 2), literal(glyphs),
      .number(.secondsOfMinute, digitSet: digits, minimumDigits: 2, maximumDigits: 2),
    ]
    let hours: TickItemRecord = .number(.totalHours, digitSet: digits, minimumDigits: 1, maximumDigits: 5)
    return builder.addTickTemplate(
      TickTemplateRecord(kind: .timer, alignment: .trailing, phrases: .empty),
      phrases: [
        (TickPhraseRecord(items: .empty, upperSeconds: 3600), short),
        (TickPhraseRecord(items: .empty, lowerSeconds: 3600), [hours, literal(glyphs)] + short),
      ])
  }

  private mutating func makeRelative(_ glyphs: [UInt32]) -> UInt32 {
    let digits = makeDigits(glyphs)
    let days: TickItemRecord = .number(
      .totalDays, digitSet: digits, minimumDigits: 3, maximumDigits: 4, padding: .blank)
    let one = TickPhraseRecord(items: .empty, directions: 1, categories: 2, pluralField: .totalDays)
    return builder.addTickTemplate(
      TickTemplateRecord(kind: .relative, phrases: .empty, pluralTable: builder.addPluralTable(.english)),
      phrases: [
        (one, [days, literal(glyphs)]), (TickPhraseRecord(items: .empty), [literal(glyphs), days, literal(glyphs)]),
      ])
  }

  private mutating func makeList(
    _ paints: (fills: [UInt32], picture: UInt32), _ glyphs: [UInt32], _ templates: [UInt32], zone: UInt32
  ) -> [UInt32] {
    var list: [UInt32] = []
    var depth = 0
    let bounds = PixelRect(x0: 0, y0: 0, x1: 400, y1: 480)
    for _ in 0..<int(1...6) {
      let paint = paints.fills[int(0...2)]
      let kind = NodeKind(rawValue: UInt8(int(0...12)))!
      if kind == .beginGroup || kind == .endGroup || kind == .beginClip || kind == .endClip {
        // At most four levels.
        if depth == 4 { continue }
        depth += 1
        let isClip = kind == .beginClip || kind == .endClip
        let ends: (NodeKind, NodeKind) = isClip ? (.beginClip, .endClip) : (.beginGroup, .endGroup)
        list.insert(builder.addNode(NodeRecord(kind: ends.0, opacity: 99, paint: paint, bounds: bounds)), at: 0)
        list.append(builder.addNode(NodeRecord(kind: ends.1, paint: paint, bounds: bounds)))
      } else {
        var node = makeNode(kind, paint: paint, bounds: bounds, glyphs, templates, zone: zone)
        if kind == .picture { node.paint = paints.picture }
        list.append(builder.addNode(node))
      }
    }
    return list
  }

  private mutating func makeNode(
    _ kind: NodeKind, paint: UInt32, bounds: PixelRect, _ glyphs: [UInt32], _ templates: [UInt32], zone: UInt32
  ) -> NodeRecord {
    var node = NodeRecord(
      kind: kind, condition: NodeCondition(rawValue: UInt8(int(0...3)))!, opacity: UInt8(int(0...255)), paint: paint,
      bounds: bounds)
    let points = (0..<int(3...6)).map { _ in SubpixelPoint(x: Int32(int(-9999...9999)), y: Int32(int(0...99_999))) }
    switch kind {
    case .rectangle, .roundedRectangle:
      (node.a, node.b, node.c, node.d) = (0, 0, Int32(int(0...99_999)), 5120)
      if kind == .roundedRectangle { node.e = 2048 }
    case .arc: (node.a, node.b, node.c, node.d, node.e, node.f, node.g) = (9999, 9999, 5000, 256, -16_384, 30_000, 1)
    case .polygon, .strokedLine:
      let run = builder.addPoints(kind == .polygon ? points + [SubpixelPoint(x: Int32.min, y: 0)] : points)
      (node.a, node.b) = (Int32(run.first), Int32(run.count))
      if kind == .strokedLine { node.c = 512 }
    case .glyphRun:
      let run = builder.addPlacements(
        (0..<int(1...5)).map { PlacementRecord(glyph: glyphs[int(0...11)], x: Int16($0 * 20), y: 100) })
      (node.a, node.b) = (Int32(run.first), Int32(run.count))
    case .picture: (node.a, node.b) = (-3, 17)
    case .tickText:
      let reference = NodeRecord.split(reference: Instant(seconds: Int64(int(0...2_000_000_000))))
      (node.a, node.b, node.c, node.d) = (Int32(templates[int(0...2)]), 100, 200, Int32(zone))
      (node.e, node.f) = reference
    case .tickHand:
      let run = builder.addPoints(points)
      (node.a, node.b, node.c, node.d) = (51_200, 51_200, Int32(run.first), Int32(run.count))
      (node.e, node.f, node.g) = (Int32(int(0...2)), Int32(zone), 1)
    default: break
    }
    return node
  }
}
