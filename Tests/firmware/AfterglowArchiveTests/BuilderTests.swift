import AfterglowCore
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

@Suite struct BuilderTests {
  @Test func `an archive without widgets is valid`() throws {
    let file = try ArchiveBuilder(board: .test()).build(compiledAt: Instant(seconds: 1))
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    #expect(archive.board.widthPx == 800)
    #expect(archive.compiledAt == Instant(seconds: 1))
    #expect(archive.widgetCount == 0)
  }

  @Test func `equal things are kept once`() {
    var builder = ArchiveBuilder(board: .test())
    let paint = PaintRecord(kind: .solid, role: .primary)
    #expect(builder.addPaint(paint) == builder.addPaint(paint))
    #expect(builder.addPaint(paint, group: 1) != builder.addPaint(paint))
    let node = NodeRecord(kind: .rectangle, paint: 0, bounds: .empty)
    #expect(builder.addNode(node, identifier: 7) == builder.addNode(node, identifier: 7))
    #expect(builder.addNode(node, identifier: 7) != builder.addNode(node, identifier: 8))
    let run = [PlacementRecord(glyph: 0, x: 1, y: 2)]
    #expect(builder.addPlacements(run) == builder.addPlacements(run))
    #expect(builder.addString("a") == builder.addString("a"))
    #expect(
      builder.addGlyph(left: 0, top: 0, width: 0, height: 0, code: [])
        == builder.addGlyph(left: 0, top: 0, width: 0, height: 0, code: []))
    let pixels: [UInt32] = [0xFF00_0000, 0]
    #expect(
      builder.addPicture(width: 2, height: 1, pixels: pixels) != builder.addPicture(width: 1, height: 2, pixels: pixels)
    )
    #expect(builder.addZone(.utc) == builder.addZone(.utc))
  }

  @Test func `keys are equal only if all of their bytes are`() {
    for count in 0...20 {
      let key = ByteKey(bytes: (0..<count).map { UInt8($0) })
      #expect(key == ByteKey(bytes: (0..<count).map { UInt8($0) }) && key != ByteKey(bytes: key.bytes + [0]))
      for index in 0..<count {
        var other = key
        other.bytes[index] ^= 1
        #expect(key != other)
      }
    }
    #expect(ByteKey(UInt32(7), mark: 9) == ByteKey(bytes: bytes(of: UInt32(7)) + bytes(of: UInt32(9))))
  }

  @Test func `a picture that differs in any one pixel is another`() {
    var builder = ArchiveBuilder(board: .test())
    let plain = [UInt32](repeating: 0xFF80_8080, count: 1000)
    let first = builder.addPicture(width: 100, height: 10, pixels: plain)
    for index in plain.indices {
      var changed = plain
      changed[index] = 0xFF80_8081
      #expect(!builder.hasPicture(width: 100, pixels: changed))
      #expect(builder.addPicture(width: 100, height: 10, pixels: changed) != first)
    }
    #expect(builder.addPicture(width: 100, height: 10, pixels: plain) == first)
    #expect(builder.pictureByteCount == 4 * 1000 * 1001)
  }

  @Test func `shares of light come from the reader of the archive, and are sealed with it`() throws {
    var builder = ArchiveBuilder(board: .test())
    _ = builder.addWidget(
      kind: "w", bounds: .empty, variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: (0..<3).map { ArchiveEntry(date: Instant(seconds: $0), displayLists: [[]], litPermille: 7) })
    func shares(_ file: [UInt8]) throws -> [UInt16] {
      let aligned = AlignedBytes(file)
      defer { withExtendedLifetime(aligned) {} }
      return try Archive.validate(aligned.bytes).entries.map(\.litPermille)
    }
    var seen = 0
    let built = try builder.build(compiledAt: Instant(seconds: 1)) { archive in
      seen = archive.entries.count
      return [1, 20, 1000]
    }
    #expect(seen == 3)
    #expect(try shares(built) == [1, 20, 1000])
    #expect(try shares(builder.build(compiledAt: Instant(seconds: 1)) { _ in nil }) == [7, 7, 7])
  }

  @Test func `an archive over its board's budget says what is large`() {
    var builder = ArchiveBuilder(board: .test(bank: 4096))
    _ = builder.addPicture(width: 50, height: 50, pixels: Array(repeating: 0xFF00_0000, count: 2500))
    let error = #expect(throws: ArchiveBuildError.self) { try builder.build(compiledAt: Instant(seconds: 0)) }
    #expect(error?.description.contains("board allows 4096; largest sections: picture data 10000 bytes") == true)
    #expect(error?.description.contains("archive needs \(builder.byteCount) bytes") == true)
  }

  @Test func `too many widgets are refused by number`() {
    var builder = ArchiveBuilder(board: .test())
    let entry = ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])
    for _ in 0..<1000 {
      _ = builder.addWidget(
        kind: "w", bounds: .empty, variants: [[VariantKey(renderingMode: .fullColor)]], entries: [entry])
    }
    #expect(throws: ArchiveBuildError.tooManyRecords(section: .widgets, count: 1000, maximum: ArchiveLimits.widgets)) {
      try builder.build(compiledAt: Instant(seconds: 0))
    }
  }

  @Test func `what the firmware would refuse is refused when it is built`() {
    var builder = ArchiveBuilder(board: .test())
    _ = builder.addNode(NodeRecord(kind: .rectangle, paint: 5, bounds: .empty))
    #expect(throws: ArchiveBuildError.self) { try builder.build(compiledAt: Instant(seconds: 0)) }
  }

  @Test func `the content hash leaves the date out`() throws {
    let builder = ArchiveBuilder(board: .test())
    let first = AlignedBytes(try builder.build(compiledAt: Instant(seconds: 1)))
    let second = AlignedBytes(try builder.build(compiledAt: Instant(seconds: 2)))
    defer { withExtendedLifetime((first, second)) {} }
    #expect(try Archive.validate(first.bytes).contentHash == Archive.validate(second.bytes).contentHash)
  }

  @Test func `a copy of a widget names its content, and becomes stale no later than asked`() throws {
    let (now, due) = (Instant(seconds: 1_795_431_600), Instant(seconds: 1_795_500_000))
    var builder = ArchiveBuilder(board: .test())
    let dated = ArchiveContent(identity: 8, date: Instant(seconds: 1_795_000_000))
    let contents: [(ArchiveContent, Instant?)] = [(ArchiveContent(identity: 7), due), (dated, nil), (.none, due)]
    for (content, staleAfter) in contents {
      _ = builder.addWidget(
        kind: "w", bounds: .empty, variants: [[VariantKey(renderingMode: .fullColor)]], staleAfter: staleAfter,
        content: content, entries: [ArchiveEntry(date: now, displayLists: [[]])])
    }
    let first = AlignedBytes(try builder.build(compiledAt: now))
    defer { withExtendedLifetime(first) {} }
    let archive = try Archive.validate(first.bytes)
    #expect(archive.widgets.map(\.identity) == [7, 8, 0])
    #expect(archive.widgets.map(\.contentMs) == [0, 1_795_000_000_000, 0])
    var next = ArchiveBuilder(board: .test())
    for index in 0..<3 {
      _ = next.copyWidget(index, of: archive, from: now, staleAfter: index == 2 ? nil : now)
    }
    let second = AlignedBytes(try next.build(compiledAt: due))
    defer { withExtendedLifetime(second) {} }
    let copies = try Archive.validate(second.bytes).widgets
    #expect(copies.map(\.identity) == [7, 8, 0])
    #expect(copies.map(\.contentMs) == [now.milliseconds, 1_795_000_000_000, 0])
    #expect(copies.map(\.staleAfterMs) == [now.milliseconds, .max, due.milliseconds])
  }

  @Test func `a copy leaves out the mark of its age when it is asked to`() throws {
    var builder = ArchiveBuilder(board: .test())
    _ = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: .black))
    let conditions: [NodeCondition] = [.always, .contentStale, .contentFresh]
    let list = conditions.map {
      builder.addNode(NodeRecord(kind: .rectangle, condition: $0, paint: 0, bounds: .empty))
    }
    _ = builder.addWidget(
      kind: "w", bounds: .empty, variants: [[VariantKey(renderingMode: .fullColor)]], staleAfter: Instant(seconds: 2),
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [list])])
    let first = AlignedBytes(try builder.build(compiledAt: Instant(seconds: 1)))
    defer { withExtendedLifetime(first) {} }
    let archive = try Archive.validate(first.bytes)
    for keepsAgeMark in [true, false] {
      var next = ArchiveBuilder(board: .test())
      _ = next.addPaint(PaintRecord(kind: .solid, role: .background, color: .black))
      _ = next.copyWidget(0, of: archive, from: Instant(seconds: 1), keepsAgeMark: keepsAgeMark)
      let second = AlignedBytes(try next.build(compiledAt: Instant(seconds: 1)))
      defer { withExtendedLifetime(second) {} }
      let copy = try Archive.validate(second.bytes)
      let shown = copy.displayList(entry: 0, slot: 0).map { copy.nodes[Int($0)].condition }
      #expect(shown == conditions.filter { keepsAgeMark || $0 != .contentStale }.map(\.rawValue))
    }
  }

  @Test func `a content's date beyond all instants is refused`() throws {
    var builder = ArchiveBuilder(board: .test())
    _ = builder.addWidget(
      kind: "w", bounds: .empty, variants: [[VariantKey(renderingMode: .fullColor)]],
      content: ArchiveContent(identity: 1, date: Instant(milliseconds: .max)),
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
    #expect(throws: ArchiveBuildError.self) { try builder.build(compiledAt: Instant(seconds: 1)) }
  }

  @Test func `the nearest variant is found in the documented order`() {
    func slot(_ existing: [VariantKey], _ key: VariantKey) -> Int {
      var widget = WidgetRecord(
        bounds: .empty, entries: .empty, staleAfterMs: 0, variantCount: UInt8(existing.count), kind: .empty)
      for (slot, key) in existing.enumerated() { widget.variantMap[key.index] = UInt8(slot) }
      return widget.variantSlot(for: key)
    }
    let full = VariantKey(renderingMode: .fullColor)
    let dim = VariantKey(renderingMode: .vibrant, isLuminanceReduced: true)
    let far = VariantKey(renderingMode: .vibrant, isSimplified: true)
    let accented = VariantKey(renderingMode: .accented)
    let vibrant = VariantKey(renderingMode: .vibrant)
    #expect(slot([full, vibrant], vibrant) == 1)
    #expect(slot([full, dim, far], vibrant) == 2)
    #expect(slot([full, dim], vibrant) == 1)
    #expect(slot([full, accented], vibrant) == 1)
    #expect(slot([accented, vibrant], full) == 1)
    #expect(slot([full], dim) == 0)
  }
}
