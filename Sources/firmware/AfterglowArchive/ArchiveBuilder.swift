#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  /// Why there is no archive.
  public enum ArchiveBuildError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Larger than the bank that the board reserves, in bytes; carries the largest sections, largest first.
    case overBudget(needed: Int, allowed: Int, largest: [SectionSize])
    /// More records in one section than the format allows.
    case tooManyRecords(section: ArchiveSection, count: Int, maximum: Int)
    /// The firmware would refuse it.
    case refused(ArchiveError)

    /// A section's size in bytes, for messages.
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

  /// Collects the parts of a scene and writes them as one archive. Equal parts are stored once: every `add` returns the
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
    var actions = UniqueRecords<ActionRecord>()

    public init(board: BoardRecord) { self.board = board }
  }

  // MARK: what nodes are made of

  extension ArchiveBuilder {
    /// A string's range in the strings section.
    public mutating func addString(_ string: String) -> RecordRange { strings.add(Array(string.utf8)) }

    /// Stores the board's strings, and their ranges in `board`.
    public mutating func setBoardStrings(_ texts: BoardStrings) {
      for string in BoardString.all { board[string] = addString(texts[string]) }
    }

    /// Sets the zone, by its index, whose wall clock the board's schedule follows. Without periods it has no effect.
    public mutating func setScheduleZone(_ zone: UInt32) {
      board.rules.schedule.zone = board.rules.schedule.count == 0 ? 0 : zone
    }

    /// Adds a paint.
    ///
    /// - Parameter group: equal paints of different groups are stored separately, such as those of the primary and the
    ///   accented group.
    public mutating func addPaint(_ paint: PaintRecord, group: UInt8 = 0) -> UInt32 {
      paints.add(paint, mark: UInt32(group))
    }
    public mutating func addGradient(_ gradient: GradientRecord) -> UInt32 { gradients.add(gradient) }
    /// Adds a node.
    ///
    /// - Parameter identifier: equal nodes with different identifiers are stored separately, because the author
    ///   distinguishes them.
    public mutating func addNode(_ node: NodeRecord, identifier: UInt32 = 0) -> UInt32 {
      nodes.add(node, mark: identifier)
    }
    public mutating func addDigitSet(_ set: DigitSetRecord) -> UInt32 { tickTexts.digitSets.add(set) }
    public mutating func addPluralTable(_ table: PluralTableRecord) -> UInt32 { tickTexts.pluralTables.add(table) }
    /// Adds an action, or returns the number of an equal one.
    ///
    /// - Parameters:
    ///   - name: a name for logs and messages; nothing that must stay secret, because every reader of the archive sees it.
    ///   - argument: for `ActionKind.author` any number of the author's own, else the kind's argument.
    public mutating func addAction(_ kind: ActionKind, name: String, argument: Int32 = 0) -> UInt32 {
      actions.add(ActionRecord(kind: kind, argument: argument, name: addString(name)))
    }
    /// Makes a page the home page from a minute of the day on, until the next such minute: the panel shows it while no
    /// input arrives.
    ///
    /// - Parameters:
    ///   - minute: a minute of the day, 0 to 1439.
    ///   - days: bit 0 = Sunday ... bit 6 = Saturday; at least one.
    ///   - zone: the zone, by its index, whose wall clock counts; one zone for all pages of the schedule.
    public mutating func addScheduledPage(_ page: UInt8, minute: Int, days: UInt8 = 0x7F, zone: UInt32) {
      _ = actions.add(ActionRecord(page: page, minute: UInt16(clamping: minute), days: days, zone: zone))
    }

    /// Binds a key of an input device to an effect in place of its usual one.
    ///
    /// - Parameters:
    ///   - code: the kernel's code of the key, 0 to 767.
    ///   - action: the index of the action that the key performs, with the effect `action`.
    public mutating func addKey(_ code: UInt16, _ effect: KeyEffect, action: UInt32 = 0) {
      _ = actions.add(ActionRecord(code: code, effect: effect, action: action))
    }

    /// A run of glyphs; an equal run is stored once.
    public mutating func addPlacements(_ run: [PlacementRecord]) -> RecordRange { glyphs.placements.add(run) }
    /// A run of points in 1/256 px; an equal run is stored once.
    public mutating func addPoints(_ run: [SubpixelPoint]) -> RecordRange { points.add(run) }
    /// The entries of one table; an equal table is stored once.
    public mutating func addTickTable(_ run: [TickTableEntryRecord]) -> RecordRange { tickTexts.tables.add(run) }

    /// Adds a glyph by its ink box, in px relative to the pen, and its run codes (`GlyphCode.encode`).
    public mutating func addGlyph(left: Int, top: Int, width: Int, height: Int, code: [UInt8]) -> UInt32 {
      glyphs.add(left: left, top: top, width: width, height: height, code: code)
    }

    /// Bytes of all pictures added so far.
    public var pictureByteCount: Int { pictures.byteCount }

    /// Whether an equal picture was added before.
    public func hasPicture(width: Int, pixels: [UInt32]) -> Bool { pictures.has(width: width, pixels: pixels) }

    /// Adds a picture of premultiplied 0xAARRGGBB pixels, row-wise; `pixels` has width · height of them.
    public mutating func addPicture(width: Int, height: Int, pixels: [UInt32]) -> UInt32 {
      pictures.add(width: width, height: height, pixels: pixels)
    }

    /// Adds a zone, or returns the index of the one with the same name.
    public mutating func addZone(_ zone: ZoneDescription) -> UInt32 { zones.add(zone, name: addString(zone.name)) }

    /// Adds a tick text by its phrases; ranges inside `template` and `phrases` are filled in here.
    public mutating func addTickTemplate(
      _ template: TickTemplateRecord, phrases: [(phrase: TickPhraseRecord, items: [TickItemRecord])]
    ) -> UInt32 { tickTexts.add(template, phrases: phrases) }
  }

  // MARK: widgets

  /// One dated entry of a widget that is being built.
  public struct ArchiveEntry: Sendable {
    /// From when it is shown.
    public var date: Instant
    public var relevance: EntryRelevance
    /// One display list, node indices in drawing order, for each of the widget's variant slots.
    public var displayLists: [[UInt32]]
    /// The share of the panel that always-on lights, 0 to 1000 (`EntryRecord.litPermille`).
    public var litPermille: UInt16
    /// Whether what the widget knows does not reach beyond the date (`EntryRecord.isBeyondReach`).
    public var isBeyondReach = false
    /// Touch regions in drawing order; the node conditions of toggles count them from 0.
    public var regions: [RegionRecord]

    public init(
      date: Instant, relevance: EntryRelevance = EntryRelevance(), displayLists: [[UInt32]], litPermille: UInt16 = 0,
      regions: [RegionRecord] = []
    ) {
      self.date = date
      self.relevance = relevance
      self.displayLists = displayLists
      self.litPermille = litPermille
      self.regions = regions
    }
  }

  /// The content that a widget's picture shows, by which a later archive may keep the picture.
  public struct ArchiveContent: Equatable, Sendable {
    /// Hash of everything that names the content; zero for a widget without content of its own.
    public var identity: UInt64
    /// Date of the content; nil for content as old as its archive.
    public var date: Instant?

    /// No content of its own: a placeholder, or the scene itself.
    public static let none = ArchiveContent(identity: 0)

    public init(identity: UInt64, date: Instant? = nil) {
      self.identity = identity
      self.date = date
    }
  }

  extension ArchiveBuilder {
    /// Adds the next widget in drawing order; the first of each page is the scene itself.
    ///
    /// - Parameters:
    ///   - variants: the keys that each slot of `ArchiveEntry.displayLists` serves; a slot may serve several.
    ///   - page: the number of its page, or `WidgetRecord.everyPage`.
    ///   - staleAfter: from when its content counts as stale; nil = never.
    ///   - content: the content that is shown.
    ///   - entries: sorted here by date.
    /// - Returns: the widget's index.
    public mutating func addWidget(
      kind: String, bounds: PixelRect, variants keys: [[VariantKey]], page: UInt8 = 0, staleAfter: Instant? = nil,
      content: ArchiveContent = .none, entries added: [ArchiveEntry]
    ) -> UInt32 {
      widgets.add(
        kind: addString(kind), bounds: bounds, variants: keys, page: page, staleAfter: staleAfter, content: content,
        entries: added)
    }

    /// The smallest margin, in pixels, between the panel's edges and everything that is shown while clock and content
    /// are valid; backgrounds reach to the edges and do not count.
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
