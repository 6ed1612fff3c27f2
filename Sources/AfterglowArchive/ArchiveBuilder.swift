#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowRaster
  import AfterglowTimeline

  /// Why there is no archive.
  public enum ArchiveBuildError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Larger than the bank that the board reserves; the largest sections first.
    case overBudget(needed: Int, allowed: Int, largest: [SectionSize])
    /// More records in one section than the format allows.
    case tooManyRecords(section: ArchiveSection, count: Int, maximum: Int)
    /// Something that the firmware would refuse.
    case refused(ArchiveError)

    public struct SectionSize: Equatable, Sendable {
      public var section: ArchiveSection
      public var byteCount: Int
    }

    public var description: String {
      switch self {
      case .overBudget(let needed, let allowed, let largest):
        let sizes = largest.map { "\($0.section.name) \($0.byteCount) bytes" }.joined(separator: ", ")
        return "archive needs \(needed) bytes, board allows \(allowed); largest sections: \(sizes). "
          + "Shorten timelines, use smaller pictures, or raise the board's memory budget."
      case .tooManyRecords(let section, let count, let maximum):
        return "scene needs \(count) records in the archive's \(section.name), the format allows \(maximum)"
      case .refused(let error):
        return error.description
      }
    }
  }

  /// Collects what a scene is made of and writes it as one archive. Equal things are kept once: every `add` returns the
  /// index of an equal record that is already there. The same calls in the same order give the same bytes.
  public struct ArchiveBuilder {
    /// String ranges are filled in by `setBoardStrings`.
    public var board: BoardRecord
    /// UTF-8 text for the provenance section: fonts and library versions.
    public var provenance: String = ""

    var strings = UniqueRuns<UInt8>()
    var paints = UniqueRecords<PaintRecord>()
    var gradients = UniqueRecords<GradientRecord>()
    var nodes = UniqueRecords<NodeRecord>()
    var points = UniqueRuns<SubpixelPoint>()
    var glyphs = GlyphPool()
    var pictures = PicturePool()
    var zones = ZonePool()
    var tickTexts = TickTextPool()
    var widgets = WidgetPool()

    public init(board: BoardRecord) { self.board = board }
  }

  // MARK: what nodes are made of

  extension ArchiveBuilder {
    /// A string's range in the strings section.
    public mutating func addString(_ string: String) -> RecordRange { strings.add(Array(string.utf8)) }

    public mutating func setBoardStrings(
      name: String, displayPath: String = "", lightSourcePath: String = "", connector: String = "", mode: String = "",
      backlight: String = "", input: String = "", lineChip: String = "", distanceDevice: String = "",
      monitor: String = ""
    ) {
      board.name = addString(name)
      board.displayPath = addString(displayPath)
      board.lightSourcePath = addString(lightSourcePath)
      board.connector = addString(connector)
      board.mode = addString(mode)
      board.backlight = addString(backlight)
      board.input = addString(input)
      board.lineChip = addString(lineChip)
      board.sensor.distanceDevice = addString(distanceDevice)
      board.monitor = addString(monitor)
    }

    /// Whose wall clock the board's schedule follows; without periods none.
    public mutating func setScheduleZone(_ zone: UInt32) {
      board.rules.schedule.zone = board.rules.schedule.count == 0 ? 0 : zone
    }

    /// `group`: paints of the primary and the accented group stay apart.
    public mutating func addPaint(_ paint: PaintRecord, group: UInt8 = 0) -> UInt32 {
      paints.add(paint, mark: UInt32(group))
    }
    public mutating func addGradient(_ gradient: GradientRecord) -> UInt32 { gradients.add(gradient) }
    /// `identifier`: equal nodes that are different things to the author stay apart.
    public mutating func addNode(_ node: NodeRecord, identifier: UInt32 = 0) -> UInt32 {
      nodes.add(node, mark: identifier)
    }
    public mutating func addDigitSet(_ set: DigitSetRecord) -> UInt32 { tickTexts.digitSets.add(set) }
    public mutating func addPluralTable(_ table: PluralTableRecord) -> UInt32 { tickTexts.pluralTables.add(table) }
    public mutating func addPlacements(_ run: [PlacementRecord]) -> RecordRange { glyphs.placements.add(run) }
    public mutating func addPoints(_ run: [SubpixelPoint]) -> RecordRange { points.add(run) }
    public mutating func addTickTable(_ run: [TickTableEntryRecord]) -> RecordRange { tickTexts.tables.add(run) }

    /// A glyph by its ink box and run codes (`GlyphCode.encode`).
    public mutating func addGlyph(left: Int, top: Int, width: Int, height: Int, code: [UInt8]) -> UInt32 {
      glyphs.add(left: left, top: top, width: width, height: height, code: code)
    }

    /// Bytes of all pictures so far.
    public var pictureByteCount: Int { pictures.byteCount }

    /// Whether a picture of these pixels is in already.
    public func hasPicture(width: Int, pixels: [UInt32]) -> Bool { pictures.has(width: width, pixels: pixels) }

    /// A picture of premultiplied 0xAARRGGBB pixels, row-wise.
    public mutating func addPicture(width: Int, height: Int, pixels: [UInt32]) -> UInt32 {
      pictures.add(width: width, height: height, pixels: pixels)
    }

    /// A zone by its description; one of a name is kept.
    public mutating func addZone(_ zone: ZoneDescription) -> UInt32 { zones.add(zone, name: addString(zone.name)) }

    /// A tick text by its phrases; ranges inside `template` and `phrases` are filled in here.
    public mutating func addTickTemplate(
      _ template: TickTemplateRecord, phrases: [(phrase: TickPhraseRecord, items: [TickItemRecord])]
    ) -> UInt32 { tickTexts.add(template, phrases: phrases) }
  }

  // MARK: widgets

  /// One dated entry while it is built.
  public struct ArchiveEntry: Sendable {
    public var date: Instant
    public var relevance: EntryRelevance
    /// One display list, node indices in drawing order, for each of the widget's variant slots.
    public var displayLists: [[UInt32]]
    /// See `EntryRecord`.
    public var litPermille: UInt16

    public init(
      date: Instant, relevance: EntryRelevance = EntryRelevance(), displayLists: [[UInt32]], litPermille: UInt16 = 0
    ) {
      self.date = date
      self.relevance = relevance
      self.displayLists = displayLists
      self.litPermille = litPermille
    }
  }

  extension ArchiveBuilder {
    /// The next widget in drawing order; the first is the scene itself.
    ///
    /// - Parameters:
    ///   - variants: the keys that each slot of `ArchiveEntry.displayLists` serves; a slot may serve several.
    ///   - entries: sorted here by date.
    /// - Returns: the widget's index.
    public mutating func addWidget(
      kind: String, bounds: PixelRect, variants keys: [[VariantKey]], staleAfter: Instant? = nil,
      entries added: [ArchiveEntry]
    ) -> UInt32 {
      widgets.add(
        kind: addString(kind), bounds: bounds, variants: keys, staleAfter: staleAfter, entries: added)
    }

    /// The narrowest strip, in pixels, between the panel's edges and everything that is shown as long as nothing is amiss;
    /// backgrounds reach to the edges and do not count.
    public var roomAroundContent: Int32 {
      var room = Swift.min(board.widthPx, board.heightPx)
      for node in nodes.records where isUsual(node) && isContent(node) {
        let bounds = node.bounds
        room = Swift.min(room, Swift.min(bounds.x0, bounds.y0))
        room = Swift.min(room, Swift.min(board.widthPx - bounds.x1, board.heightPx - bounds.y1))
      }
      return Swift.max(0, room)
    }

    private func isUsual(_ node: NodeRecord) -> Bool {
      node.condition == NodeCondition.always.rawValue || node.condition == NodeCondition.contentFresh.rawValue
    }

    private func isContent(_ node: NodeRecord) -> Bool {
      if node.kind >= NodeKind.beginGroup.rawValue && node.kind <= NodeKind.endClip.rawValue { return false }
      return paints.records[Int(node.paint)].role != PaintRole.background.rawValue
    }
  }
#endif
