#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  extension ArchiveBuilder {
    /// Adds a copy of a widget of another archive, with its content's identity and date. The copy has no touch regions,
    /// because an action's number has its meaning in its own archive only.
    ///
    /// - Parameters:
    ///   - index: the widget's index in that archive.
    ///   - archive: a validated archive.
    ///   - now: entries that were followed by another one before this instant are left out.
    ///   - page: the number of the copy's page, or `WidgetRecord.everyPage`.
    ///   - staleAfter: the latest instant from which the copy counts as stale, for content that can become stale; nil
    ///     leaves the widget's own.
    ///   - keepsAgeMark: whether the copy shows what the widget shows only while its content is stale.
    /// - Returns: the copy's index.
    public mutating func copyWidget(
      _ index: Int, of archive: Archive, from now: Instant, page: UInt8 = 0, staleAfter: Instant? = nil,
      keepsAgeMark: Bool = true
    ) -> UInt32 {
      let widget = archive.widget(index)
      var copy = WidgetCopy(archive: archive)
      copy.keepsAgeMark = keepsAgeMark
      let all = Int(widget.entries.first)..<Int(widget.entries.first) + Int(widget.entries.count)
      let current = all.last { archive.entry($0).dateMs <= now.milliseconds } ?? all.lowerBound
      var entries: [ArchiveEntry] = []
      for place in current..<all.upperBound {
        let entry = archive.entry(place)
        let lists = (0..<Int(widget.variantCount)).map { slot in
          copy.shownNodes(entry: place, slot: slot).map { copy.node($0, into: &self) }
        }
        var copied = ArchiveEntry(
          date: Instant(milliseconds: entries.isEmpty ? 0 : entry.dateMs),
          relevance: EntryRelevance(
            milliscore: entry.relevanceMilliscore, durationSeconds: entry.relevanceDurationSeconds),
          displayLists: lists)
        copied.isBeyondReach = entry.isBeyondReach && board.showsAhead != 0
        entries.append(copied)
      }
      let variants = (0..<Int(widget.variantCount)).map { slot in
        (0..<VariantKey.count).filter { Int(widget.variantMap[$0]) == slot }.map(VariantKey.init(index:))
      }
      let own = widget.staleAfterMs == .max ? nil : Instant(milliseconds: widget.staleAfterMs)
      let date = widget.contentMs == 0 ? archive.compiledAt : Instant(milliseconds: widget.contentMs)
      return addWidget(
        kind: archive.string(widget.kind), bounds: widget.bounds, variants: variants, page: page,
        staleAfter: own.map { min($0, staleAfter ?? $0) },
        content: widget.identity == 0 ? .none : ArchiveContent(identity: widget.identity, date: date),
        entries: entries)
    }
  }

  extension VariantKey {
    fileprivate init(index: Int) {
      self.init(
        renderingMode: RenderingMode(rawValue: UInt8(index / 4)) ?? .fullColor, isLuminanceReduced: index & 2 != 0,
        isSimplified: index & 1 != 0)
    }
  }

  /// Records of another archive, and what they have become in this one.
  private struct WidgetCopy {
    let archive: Archive
    /// Whether nodes that are shown only while the content is stale are copied.
    var keepsAgeMark = true
    private var nodes: [Int: UInt32] = [:]
    private var pictures: [Int: UInt32] = [:]
    private var glyphs: [Int: UInt32] = [:]
    private var templates: [Int: UInt32] = [:]

    init(archive: Archive) { self.archive = archive }

    /// Not shared with nodes of this archive, which the author distinguishes by such numbers.
    private static let identifier: UInt32 = 0x5E7A_51DE

    /// The nodes of a display list that the copy keeps: of a toggle's two looks only the one that the archive shows.
    func shownNodes(entry: Int, slot: Int) -> [Int] {
      let regions = archive.regions(ofEntry: entry)
      var kept: [Int] = []
      var depth = 0
      for index in archive.displayList(entry: entry, slot: slot).lazy.map({ Int($0) }) {
        let node = archive.nodes[index]
        let opens = node.kind == NodeKind.beginGroup.rawValue || node.kind == NodeKind.beginClip.rawValue
        let closes = node.kind == NodeKind.endGroup.rawValue || node.kind == NodeKind.endClip.rawValue
        if depth > 0 {
          depth += opens ? 1 : closes ? -1 : 0
          continue
        }
        if let condition = NodeCondition(rawValue: node.condition), condition.namesRegion {
          let isOn = Int(node.region) < regions.count && regions[Int(node.region)].isOn
          if isOn != (condition == .regionOn) && !closes {
            if opens { depth = 1 }
            continue
          }
        }
        if keeps(index) { kept.append(index) }
      }
      return kept
    }

    private func keeps(_ index: Int) -> Bool {
      keepsAgeMark || archive.nodes[index].condition != NodeCondition.contentStale.rawValue
    }

    mutating func node(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      if let known = nodes[index] { return known }
      var node = archive.nodes[index]
      if NodeCondition(rawValue: node.condition)?.namesRegion == true {
        node.condition = NodeCondition.always.rawValue
        node.region = 0
      }
      node.paint = paint(Int(node.paint), into: &builder)
      switch NodeKind(rawValue: node.kind) {
      case .polygon, .strokedLine:
        (node.a, node.b) = points(node.a, node.b, into: &builder)
      case .glyphRun:
        let run = archive.placements(first: node.a, count: node.b).map { placement($0, into: &builder) }
        let range = builder.addPlacements(run)
        (node.a, node.b) = (Int32(range.first), Int32(range.count))
      case .tickText:
        node.a = Int32(template(Int(node.a), into: &builder))
        node.d = Int32(zone(Int(node.d), into: &builder))
      case .tickHand:
        (node.c, node.d) = points(node.c, node.d, into: &builder)
        node.f = Int32(zone(Int(node.f), into: &builder))
      default: break
      }
      let new = builder.addNode(node, identifier: Self.identifier)
      nodes[index] = new
      return new
    }

    private func points(_ first: Int32, _ count: Int32, into builder: inout ArchiveBuilder) -> (Int32, Int32) {
      let range = builder.addPoints(Array(archive.points(first: first, count: count)))
      return (Int32(range.first), Int32(range.count))
    }

    private mutating func paint(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      var paint = archive.paints[index]
      switch PaintKind(rawValue: paint.kind) {
      case .gradient: paint.index = builder.addGradient(archive.gradients[Int(paint.index)])
      case .picture: paint.index = picture(Int(paint.index), into: &builder)
      default: break
      }
      return builder.addPaint(paint, group: 0)
    }

    private mutating func picture(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      if let known = pictures[index] { return known }
      let record = archive.pictures[index]
      let (width, height) = (Int(record.width), Int(record.height))
      let pixels = UnsafeBufferPointer(start: archive.picturePixels(index), count: width * height)
      let new = builder.addPicture(width: width, height: height, pixels: Array(pixels))
      pictures[index] = new
      return new
    }

    private mutating func placement(_ placement: PlacementRecord, into builder: inout ArchiveBuilder) -> PlacementRecord
    {
      PlacementRecord(glyph: glyph(Int(placement.glyph), into: &builder), x: placement.x, y: placement.y)
    }

    private mutating func glyph(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      if let known = glyphs[index] { return known }
      let record = archive.glyphs[index]
      let new = builder.addGlyph(
        left: Int(record.left), top: Int(record.top), width: Int(record.width), height: Int(record.height),
        code: Array(archive.glyphCode(index)))
      glyphs[index] = new
      return new
    }

    private func zone(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      let view = archive.zone(index)
      return builder.addZone(
        ZoneDescription(
          name: archive.string(archive.zones[index].name), initialOffsetSeconds: view.initialOffsetSeconds,
          transitions: Array(view.transitions), rule: view.rule))
    }

    private mutating func template(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      if let known = templates[index] { return known }
      var record = archive.tickTemplates[index]
      let range = Int(record.phrases.first)..<Int(record.phrases.first) + Int(record.phrases.count)
      var phrases: [(phrase: TickPhraseRecord, items: [TickItemRecord])] = []
      for place in range {
        let phrase = archive.tickPhrases[place]
        var items: [TickItemRecord] = []
        for item in Int(phrase.items.first)..<Int(phrase.items.first) + Int(phrase.items.count) {
          items.append(self.item(archive.tickItems[item], into: &builder))
        }
        phrases.append((phrase, items))
      }
      if record.pluralTable != TickTemplateRecord.noPlurals {
        record.pluralTable = builder.addPluralTable(archive.pluralTables[Int(record.pluralTable)])
      }
      let new = builder.addTickTemplate(record, phrases: phrases)
      templates[index] = new
      return new
    }

    private mutating func item(_ item: TickItemRecord, into builder: inout ArchiveBuilder) -> TickItemRecord {
      var item = item
      switch TickItemKind(rawValue: item.kind) {
      case .literal: item.source = placements(item.source, into: &builder)
      case .number: item.source.first = digits(Int(item.source.first), into: &builder)
      case .table:
        var entries: [TickTableEntryRecord] = []
        for place in Int(item.source.first)..<Int(item.source.first) + Int(item.source.count) {
          var entry = archive.tickTableEntries[place]
          entry.placements = placements(entry.placements, into: &builder)
          entries.append(entry)
        }
        item.source = builder.addTickTable(entries)
      case nil: break
      }
      return item
    }

    private mutating func placements(_ range: RecordRange, into builder: inout ArchiveBuilder) -> RecordRange {
      var run: [PlacementRecord] = []
      for place in archive.placements(first: Int32(range.first), count: Int32(range.count)) {
        run.append(placement(place, into: &builder))
      }
      return builder.addPlacements(run)
    }

    private mutating func digits(_ index: Int, into builder: inout ArchiveBuilder) -> UInt32 {
      var set = archive.digitSets[index]
      for digit in 0..<10 { set.glyphs[digit] = glyph(Int(set.glyphs[digit]), into: &builder) }
      return builder.addDigitSet(set)
    }
  }
#endif
