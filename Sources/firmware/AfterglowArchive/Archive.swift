import AfterglowCore
import AfterglowLight
import AfterglowTimeline

/// A view of a validated archive. The memory belongs to the caller and must outlive it unchanged.
///
/// Only `validate` makes one, so every index, range and value read through it is inside its limits
/// (docs/archive-format.md, "What validation promises").
public struct Archive {
  @usableFromInline let base: UnsafeRawPointer
  /// Bytes of the whole archive.
  public let byteCount: Int

  init(validated base: UnsafeRawPointer, byteCount: Int) {
    self.base = base
    self.byteCount = byteCount
  }

  @usableFromInline
  func sectionRecord(_ section: ArchiveSection) -> UnsafePointer<SectionRecord> {
    let table = base + MemoryLayout<ArchiveHeader>.stride
    return table.assumingMemoryBound(to: SectionRecord.self) + Int(section.rawValue)
  }

  @usableFromInline
  func records<T>(_ section: ArchiveSection, as type: T.Type) -> UnsafeBufferPointer<T> {
    let record = sectionRecord(section)
    let start = (base + Int(record.pointee.offset)).assumingMemoryBound(to: type)
    return UnsafeBufferPointer(start: start, count: Int(record.pointee.count))
  }

  /// Bytes of a section, padding not counted.
  public func byteCount(of section: ArchiveSection) -> Int {
    Int(sectionRecord(section).pointee.count) * section.recordByteCount
  }

  private var header: UnsafePointer<ArchiveHeader> { base.assumingMemoryBound(to: ArchiveHeader.self) }

  var version: UInt32 { header.pointee.version }
  /// When the author wrote it.
  public var compiledAt: Instant { Instant(milliseconds: header.pointee.compiledAtMs) }
  /// Equal for equal content, whenever it was compiled.
  public var contentHash: UInt64 { header.pointee.contentHash }
  public var board: BoardRecord { records(.board, as: BoardRecord.self)[0] }

  // MARK: widgets

  /// In drawing order, of all pages; the first of each page is the scene itself.
  public var widgets: UnsafeBufferPointer<WidgetRecord> { records(.widgets, as: WidgetRecord.self) }
  public var widgetCount: Int { widgets.count }
  public func widget(_ index: Int) -> WidgetRecord { widgets[index] }
  /// Entries of all widgets, one widget after the other.
  public var entries: UnsafeBufferPointer<EntryRecord> { records(.entries, as: EntryRecord.self) }
  public func entry(_ index: Int) -> EntryRecord { entries[index] }
  /// Display lists of all entries; `displayList(entry:slot:)` reads one.
  public var variants: UnsafeBufferPointer<VariantRecord> { records(.variants, as: VariantRecord.self) }
  public func variant(_ index: Int) -> VariantRecord { variants[index] }
  /// Node indices of all display lists.
  public var nodeList: UnsafeBufferPointer<UInt32> { records(.nodeList, as: UInt32.self) }
  public var nodes: UnsafeBufferPointer<NodeRecord> { records(.nodes, as: NodeRecord.self) }
  /// Touch regions of all entries; `regions(ofEntry:)` reads those of one.
  public var regions: UnsafeBufferPointer<RegionRecord> { records(.regions, as: RegionRecord.self) }
  public var actions: UnsafeBufferPointer<ActionRecord> { records(.actions, as: ActionRecord.self) }

  /// The touch regions of an entry in drawing order; a node's `region` is an index of them.
  public func regions(ofEntry index: Int) -> UnsafeBufferPointer<RegionRecord> {
    let range = entries[index].regions
    return UnsafeBufferPointer(rebasing: regions[Int(range.first)..<Int(range.first) + Int(range.count)])
  }

  /// Node indices, in drawing order, of an entry in a variant slot.
  public func displayList(entry index: Int, slot: Int) -> UnsafeBufferPointer<UInt32> {
    let list = variants[Int(entries[index].firstVariant) + slot]
    return UnsafeBufferPointer(rebasing: nodeList[Int(list.first)..<Int(list.first) + Int(list.count)])
  }

  // MARK: paint and coverage

  public var paints: UnsafeBufferPointer<PaintRecord> { records(.paints, as: PaintRecord.self) }
  public var gradients: UnsafeBufferPointer<GradientRecord> { records(.gradients, as: GradientRecord.self) }

  /// The 64 colours of a gradient in place, 0xAARRGGBB, not premultiplied, for `Ink.gradient`.
  public func gradientColors(_ index: Int) -> UnsafePointer<UInt32> {
    let record = UnsafeRawPointer(gradients.baseAddress! + index)
    return (record + 2 * MemoryLayout<SubpixelPoint>.stride).assumingMemoryBound(to: UInt32.self)
  }

  public var glyphs: UnsafeBufferPointer<GlyphRecord> { records(.glyphs, as: GlyphRecord.self) }

  /// Valid run codes of a glyph (`GlyphCode`).
  public func glyphCode(_ index: Int) -> UnsafeRawBufferPointer {
    let glyph = glyphs[index]
    let data = base + Int(sectionRecord(.glyphData).pointee.offset)
    return UnsafeRawBufferPointer(start: data + Int(glyph.dataOffset), count: Int(glyph.dataByteCount))
  }

  public var placements: UnsafeBufferPointer<PlacementRecord> { records(.placements, as: PlacementRecord.self) }
  public var pictures: UnsafeBufferPointer<PictureRecord> { records(.pictures, as: PictureRecord.self) }

  /// Premultiplied 0xAARRGGBB rows, width × height pixels.
  public func picturePixels(_ index: Int) -> UnsafePointer<UInt32> {
    let data = base + Int(sectionRecord(.pictureData).pointee.offset)
    return (data + Int(pictures[index].dataOffset)).assumingMemoryBound(to: UInt32.self)
  }

  public var points: UnsafeBufferPointer<SubpixelPoint> { records(.points, as: SubpixelPoint.self) }

  /// The points of one node, in 1/256 px.
  public func points(first: Int32, count: Int32) -> UnsafeBufferPointer<SubpixelPoint> {
    UnsafeBufferPointer(rebasing: points[Int(first)..<Int(first) + Int(count)])
  }

  /// The glyphs of one node or table entry, with their pen positions in px.
  public func placements(first: Int32, count: Int32) -> UnsafeBufferPointer<PlacementRecord> {
    UnsafeBufferPointer(rebasing: placements[Int(first)..<Int(first) + Int(count)])
  }

  // MARK: time

  public var zones: UnsafeBufferPointer<ZoneRecord> { records(.zones, as: ZoneRecord.self) }

  /// A zone's transitions and rule, for conversion between UTC and wall clock.
  public func zone(_ index: Int) -> ZoneView {
    let zone = zones[index]
    let all = records(.zoneTransitions, as: ZoneTransition.self)
    let first = Int(zone.transitions.first)
    return ZoneView(
      transitions: UnsafeBufferPointer(rebasing: all[first..<first + Int(zone.transitions.count)]),
      initialOffsetSeconds: zone.initialOffsetSeconds, rule: zone.rule)
  }

  public var tickTemplates: UnsafeBufferPointer<TickTemplateRecord> {
    records(.tickTemplates, as: TickTemplateRecord.self)
  }
  public var tickPhrases: UnsafeBufferPointer<TickPhraseRecord> { records(.tickPhrases, as: TickPhraseRecord.self) }
  public var tickItems: UnsafeBufferPointer<TickItemRecord> { records(.tickItems, as: TickItemRecord.self) }
  public var digitSets: UnsafeBufferPointer<DigitSetRecord> { records(.digitSets, as: DigitSetRecord.self) }
  public var tickTableEntries: UnsafeBufferPointer<TickTableEntryRecord> {
    records(.tickTables, as: TickTableEntryRecord.self)
  }
  public var pluralTables: UnsafeBufferPointer<PluralTableRecord> { records(.pluralTables, as: PluralTableRecord.self) }

  /// A template with everything that it refers to.
  public func tickTemplate(_ index: Int) -> TickTemplateView {
    let template = tickTemplates[index]
    let all = tickPhrases
    let first = Int(template.phrases.first)
    return TickTemplateView(
      template: template, phrases: UnsafeBufferPointer(rebasing: all[first..<first + Int(template.phrases.count)]),
      items: tickItems, digitSets: digitSets, tableEntries: tickTableEntries, pluralTables: pluralTables)
  }

  // MARK: strings

  /// UTF-8 bytes of a range in the strings section; they contain no zero byte.
  public func strings(_ range: RecordRange) -> UnsafeRawBufferPointer {
    let data = base + Int(sectionRecord(.strings).pointee.offset)
    return UnsafeRawBufferPointer(start: data + Int(range.first), count: Int(range.count))
  }

  /// UTF-8: the fonts and library versions that shaped the text.
  public var provenance: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(records(.provenance, as: UInt8.self))
  }
}

extension NodeRecord {
  /// The reference instant of a tick text.
  @inlinable public var referenceInstant: Instant {
    Instant(milliseconds: Int64(f) << 32 | Int64(UInt32(bitPattern: e)))
  }

  /// Splits a reference instant into `e` and `f`.
  public static func split(reference: Instant) -> (e: Int32, f: Int32) {
    (Int32(truncatingIfNeeded: reference.milliseconds), Int32(truncatingIfNeeded: reference.milliseconds >> 32))
  }
}

#if !hasFeature(Embedded)
  extension Archive {
    /// A range of the strings section as text.
    public func string(_ range: RecordRange) -> String { String(decoding: strings(range), as: UTF8.self) }
  }
#endif
