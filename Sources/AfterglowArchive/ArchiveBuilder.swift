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

    var strings: [UInt8] = []
    private var stringRanges: [String: RecordRange] = [:]
    var paints = UniqueRecords<PaintRecord>()
    var gradients = UniqueRecords<GradientRecord>()
    var nodes = UniqueRecords<NodeRecord>()
    var digitSets = UniqueRecords<DigitSetRecord>()
    var pluralTables = UniqueRecords<PluralTableRecord>()
    var placements = UniqueRuns<PlacementRecord>()
    var points = UniqueRuns<SubpixelPoint>()
    var nodeList = UniqueRuns<UInt32>()
    var tickTables = UniqueRuns<TickTableEntryRecord>()
    var glyphs: [GlyphRecord] = []
    var glyphData: [UInt8] = []
    private var glyphIndices: [GlyphKey: UInt32] = [:]
    var pictures: [PictureRecord] = []
    /// Of each of `pictures`.
    var picturePixels: [[UInt32]] = []
    /// Bytes of all pictures so far.
    public private(set) var pictureByteCount = 0
    private var pictureIndices: [PictureKey: UInt32] = [:]
    var zones: [ZoneRecord] = []
    var zoneTransitions: [ZoneTransition] = []
    private var zoneIndices: [String: UInt32] = [:]
    var tickTemplates: [TickTemplateRecord] = []
    var tickPhrases: [TickPhraseRecord] = []
    var tickItems: [TickItemRecord] = []
    private var templateIndices: [ByteKey: UInt32] = [:]
    var widgets: [WidgetRecord] = []
    var entries: [EntryRecord] = []
    var variants: [VariantRecord] = []
    private var variantRuns: [[RecordRange]: UInt32] = [:]

    private struct GlyphKey: Hashable {
      var box: SIMD4<Int32>
      var code: ByteKey
    }

    /// Told apart by all pixels, looked up by some of them: a wallpaper has two million, and is compared once at most.
    private struct PictureKey: Hashable {
      var width: Int
      var pixels: [UInt32]

      func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(pixels.count)
        for index in stride(from: 0, to: pixels.count, by: max(1, pixels.count / 256)) { hasher.combine(pixels[index]) }
      }
    }

    public init(board: BoardRecord) { self.board = board }
  }

  // MARK: what nodes are made of

  extension ArchiveBuilder {
    /// A string's range in the strings section.
    public mutating func addString(_ string: String) -> RecordRange {
      if string.isEmpty { return .empty }
      if let known = stringRanges[string] { return known }
      let bytes = Array(string.utf8)
      let range = RecordRange(first: UInt32(strings.count), count: UInt32(bytes.count))
      strings += bytes
      stringRanges[string] = range
      return range
    }

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
    public mutating func addDigitSet(_ set: DigitSetRecord) -> UInt32 { digitSets.add(set) }
    public mutating func addPluralTable(_ table: PluralTableRecord) -> UInt32 { pluralTables.add(table) }
    public mutating func addPlacements(_ run: [PlacementRecord]) -> RecordRange { placements.add(run) }
    public mutating func addPoints(_ run: [SubpixelPoint]) -> RecordRange { points.add(run) }
    public mutating func addTickTable(_ run: [TickTableEntryRecord]) -> RecordRange { tickTables.add(run) }

    /// A glyph by its ink box and run codes (`GlyphCode.encode`).
    public mutating func addGlyph(left: Int, top: Int, width: Int, height: Int, code: [UInt8]) -> UInt32 {
      let key = GlyphKey(
        box: SIMD4(Int32(left), Int32(top), Int32(width), Int32(height)), code: ByteKey(bytes: code))
      if let known = glyphIndices[key] { return known }
      let index = UInt32(glyphs.count)
      glyphs.append(
        GlyphRecord(
          left: Int16(clamping: left), top: Int16(clamping: top), width: UInt16(clamping: width),
          height: UInt16(clamping: height), dataOffset: UInt32(glyphData.count), dataByteCount: UInt32(code.count)))
      glyphData += code
      glyphIndices[key] = index
      return index
    }

    /// Whether a picture of these pixels is in already.
    public func hasPicture(width: Int, pixels: [UInt32]) -> Bool {
      pictureIndices[PictureKey(width: width, pixels: pixels)] != nil
    }

    /// A picture of premultiplied 0xAARRGGBB pixels, row-wise.
    public mutating func addPicture(width: Int, height: Int, pixels: [UInt32]) -> UInt32 {
      precondition(width > 0 && height > 0 && pixels.count == width * height)
      let key = PictureKey(width: width, pixels: pixels)
      if let known = pictureIndices[key] { return known }
      let index = UInt32(pictures.count)
      pictures.append(
        PictureRecord(
          width: UInt32(width), height: UInt32(height), dataOffset: UInt32(pictureByteCount),
          isOpaque: pixels.reduce(UInt32.max, &) >> 24 == 255))
      picturePixels.append(pixels)
      pictureByteCount += 4 * pixels.count
      pictureIndices[key] = index
      return index
    }

    /// A zone by its description; one of a name is kept.
    public mutating func addZone(_ zone: ZoneDescription) -> UInt32 {
      if let known = zoneIndices[zone.name] { return known }
      let index = UInt32(zones.count)
      let range = RecordRange(first: UInt32(zoneTransitions.count), count: UInt32(zone.transitions.count))
      zones.append(
        ZoneRecord(
          initialOffsetSeconds: zone.initialOffsetSeconds, transitions: range, name: addString(zone.name),
          rule: zone.rule))
      zoneTransitions += zone.transitions
      zoneIndices[zone.name] = index
      return index
    }

    /// A tick text by its phrases; ranges inside `template` and `phrases` are filled in here.
    public mutating func addTickTemplate(
      _ template: TickTemplateRecord, phrases: [(phrase: TickPhraseRecord, items: [TickItemRecord])]
    ) -> UInt32 {
      var whole = bytes(of: template)
      for (phrase, items) in phrases {
        var conditions = phrase
        conditions.items = RecordRange(first: 0, count: UInt32(items.count))
        whole += bytes(of: conditions)
        for item in items { whole += bytes(of: item) }
      }
      let key = ByteKey(bytes: whole)
      if let known = templateIndices[key] { return known }
      var record = template
      record.phrases = RecordRange(first: UInt32(tickPhrases.count), count: UInt32(phrases.count))
      for (phrase, items) in phrases {
        var owned = phrase
        owned.items = RecordRange(first: UInt32(tickItems.count), count: UInt32(items.count))
        tickPhrases.append(owned)
        tickItems += items
      }
      tickTemplates.append(record)
      templateIndices[key] = UInt32(tickTemplates.count - 1)
      return UInt32(tickTemplates.count - 1)
    }
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
      let range = RecordRange(first: UInt32(entries.count), count: UInt32(added.count))
      var widget = WidgetRecord(
        bounds: bounds, entries: range, staleAfterMs: staleAfter?.milliseconds ?? Int64.max,
        variantCount: UInt8(clamping: keys.count), kind: addString(kind))
      for (slot, served) in keys.enumerated() {
        for key in served { widget.variantMap[key.index] = UInt8(slot) }
      }
      // Equal dates keep their order.
      let sorted = added.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
      for (_, entry) in sorted {
        precondition(entry.displayLists.count == keys.count, "one display list for each variant")
        let lists = entry.displayLists.map { nodeList.add($0) }
        entries.append(
          EntryRecord(
            dateMs: entry.date.milliseconds, relevanceMilliscore: entry.relevance.milliscore,
            relevanceDurationSeconds: entry.relevance.durationSeconds, firstVariant: addVariants(lists),
            litPermille: entry.litPermille))
      }
      widgets.append(widget)
      return UInt32(widgets.count - 1)
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

    private mutating func addVariants(_ lists: [RecordRange]) -> UInt32 {
      if let known = variantRuns[lists] { return known }
      let first = UInt32(variants.count)
      variants += lists
      variantRuns[lists] = first
      return first
    }
  }
#endif
