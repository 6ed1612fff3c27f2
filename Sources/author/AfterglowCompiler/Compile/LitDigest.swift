import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowTimeline

/// A digest of everything that a part of a panel shows in always-on at some time. Equal digests are equal pictures.
struct LitDigest {
  private let archive: Archive
  /// Digests of the parts of nodes, by their indices.
  private var nodes: [Int: UInt64] = [:]
  private var paints: [Int: UInt64] = [:]
  private var glyphs: [Int: UInt64] = [:]
  private var templates: [Int: UInt64] = [:]
  /// The digest of the settings that every part depends on.
  private let board: UInt64

  init(_ archive: Archive) {
    self.archive = archive
    var hasher = Hasher()
    withUnsafeBytes(of: archive.board) { hasher.combine(bytes: $0) }
    board = UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// - Parameters:
  ///   - part: the part of the panel.
  ///   - page: the page that the panel shows.
  mutating func of(_ part: PixelRect, page: UInt8, atMs now: Int64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(board)
    Self.combine(part, into: &hasher)
    var ticks = false
    for index in 0..<archive.widgetCount {
      let widget = archive.widget(index)
      let (first, count) = (Int(widget.entries.first), Int(widget.entries.count))
      if count == 0 || widget.page != page && widget.page != WidgetRecord.everyPage { continue }
      let at = Instant(milliseconds: now)
      let chosen = EntrySelection.newest(count: count, at: at) { archive.entry(first + $0).dateMs } ?? 0
      let isStale = Staleness.isStale(staleAfterMs: widget.staleAfterMs, at: at)
      for isSimplified in [false, true] {
        let key = VariantKey(renderingMode: .fullColor, isLuminanceReduced: true, isSimplified: isSimplified)
        let slot = archive.variantSlot(of: widget, for: key)
        for node in archive.displayList(entry: first + chosen, slot: slot) {
          let record = archive.nodes[Int(node)]
          let kind = NodeKind(rawValue: record.kind)
          let isLayer = (NodeKind.beginGroup.rawValue...NodeKind.endClip.rawValue).contains(record.kind)
          if !isLayer, record.bounds.intersection(part).isEmpty { continue }
          ticks = ticks || kind == .tickText || kind == .tickHand
          hasher.combine(digest(ofNode: Int(node)))
        }
        // Lists of two levels and of two widgets do not run together.
        hasher.combine(isSimplified)
      }
      hasher.combine(isStale)
    }
    if ticks { hasher.combine(now) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func combine<Record>(_ record: Record, into hasher: inout Hasher) {
    withUnsafeBytes(of: record) { hasher.combine(bytes: $0) }
  }

  private static func finished(_ hasher: Hasher) -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }

  private mutating func digest(ofNode index: Int) -> UInt64 {
    if let known = nodes[index] { return known }
    var node = archive.nodes[index]
    var hasher = Hasher()
    hasher.combine(digest(ofPaint: Int(node.paint)))
    node.paint = 0
    switch NodeKind(rawValue: node.kind) {
    case .polygon, .strokedLine:
      combinePoints(node.a, node.b, into: &hasher)
      node.a = 0
    case .glyphRun:
      combinePlacements(RecordRange(first: UInt32(node.a), count: UInt32(node.b)), into: &hasher)
      node.a = 0
    case .tickText:
      hasher.combine(digest(ofTemplate: Int(node.a)))
      combineZone(Int(node.d), into: &hasher)
      (node.a, node.d) = (0, 0)
    case .tickHand:
      combinePoints(node.c, node.d, into: &hasher)
      combineZone(Int(node.f), into: &hasher)
      (node.c, node.f) = (0, 0)
    default: break
    }
    Self.combine(node, into: &hasher)
    let digest = Self.finished(hasher)
    nodes[index] = digest
    return digest
  }

  private func combinePoints(_ first: Int32, _ count: Int32, into hasher: inout Hasher) {
    for point in archive.points(first: first, count: count) { Self.combine(point, into: &hasher) }
  }

  private mutating func combinePlacements(_ range: RecordRange, into hasher: inout Hasher) {
    hasher.combine(range.count)
    for placement in archive.placements(first: Int32(range.first), count: Int32(range.count)) {
      hasher.combine(digest(ofGlyph: Int(placement.glyph)))
      hasher.combine(placement.x)
      hasher.combine(placement.y)
    }
  }

  private func combineZone(_ index: Int, into hasher: inout Hasher) {
    let zone = archive.zone(index)
    hasher.combine(zone.initialOffsetSeconds)
    for transition in zone.transitions { Self.combine(transition, into: &hasher) }
    Self.combine(zone.rule, into: &hasher)
  }

  private mutating func digest(ofGlyph index: Int) -> UInt64 {
    if let known = glyphs[index] { return known }
    let record = archive.glyphs[index]
    var hasher = Hasher()
    hasher.combine(SIMD4(Int32(record.left), Int32(record.top), Int32(record.width), Int32(record.height)))
    hasher.combine(bytes: UnsafeRawBufferPointer(archive.glyphCode(index)))
    let digest = Self.finished(hasher)
    glyphs[index] = digest
    return digest
  }

  private mutating func digest(ofPaint index: Int) -> UInt64 {
    if let known = paints[index] { return known }
    var paint = archive.paints[index]
    var hasher = Hasher()
    switch PaintKind(rawValue: paint.kind) {
    case .gradient: Self.combine(archive.gradients[Int(paint.index)], into: &hasher)
    case .picture:
      let record = archive.pictures[Int(paint.index)]
      hasher.combine(record.width)
      hasher.combine(record.height)
      let count = Int(record.width) * Int(record.height)
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: archive.picturePixels(Int(paint.index)), count: 4 * count))
    default: break
    }
    paint.index = 0
    Self.combine(paint, into: &hasher)
    let digest = Self.finished(hasher)
    paints[index] = digest
    return digest
  }

  private mutating func digest(ofTemplate index: Int) -> UInt64 {
    if let known = templates[index] { return known }
    var record = archive.tickTemplates[index]
    var hasher = Hasher()
    for place in Int(record.phrases.first)..<Int(record.phrases.first) + Int(record.phrases.count) {
      var phrase = archive.tickPhrases[place]
      for item in Int(phrase.items.first)..<Int(phrase.items.first) + Int(phrase.items.count) {
        combine(archive.tickItems[item], into: &hasher)
      }
      phrase.items.first = 0
      Self.combine(phrase, into: &hasher)
    }
    if record.pluralTable != TickTemplateRecord.noPlurals {
      Self.combine(archive.pluralTables[Int(record.pluralTable)], into: &hasher)
      record.pluralTable = 0
    }
    record.phrases.first = 0
    Self.combine(record, into: &hasher)
    let digest = Self.finished(hasher)
    templates[index] = digest
    return digest
  }

  private mutating func combine(_ item: TickItemRecord, into hasher: inout Hasher) {
    switch TickItemKind(rawValue: item.kind) {
    case .literal: combinePlacements(item.source, into: &hasher)
    case .number:
      let set = archive.digitSets[Int(item.source.first)]
      for digit in 0..<10 {
        hasher.combine(digest(ofGlyph: Int(set.glyphs[digit])))
        hasher.combine(set.offsetsPx[digit])
      }
      hasher.combine(set.cellPx)
    case .table:
      for place in Int(item.source.first)..<Int(item.source.first) + Int(item.source.count) {
        let entry = archive.tickTableEntries[place]
        combinePlacements(entry.placements, into: &hasher)
        hasher.combine(entry.advancePx)
      }
    case nil: break
    }
    var item = item
    item.source.first = 0
    Self.combine(item, into: &hasher)
  }
}
