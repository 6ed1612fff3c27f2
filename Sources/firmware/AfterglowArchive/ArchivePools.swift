#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  // Pools in which an archive's sections are collected, one for each subject; equal records are stored once.

  /// Glyphs with their run codes, and the pen positions at which text uses them.
  struct GlyphPool {
    /// Identity of a glyph: its ink box and run codes.
    private struct Key: Hashable {
      var box: SIMD4<Int32>
      var code: ByteKey
    }

    private var glyphs = KeyedRecords<Key, GlyphRecord>()
    private(set) var data: [UInt8] = []
    var placements = UniqueRuns<PlacementRecord>()

    var records: [GlyphRecord] { glyphs.records }

    mutating func add(left: Int, top: Int, width: Int, height: Int, code: [UInt8]) -> UInt32 {
      let key = Key(box: SIMD4(Int32(left), Int32(top), Int32(width), Int32(height)), code: ByteKey(bytes: code))
      if let known = glyphs[key] { return known }
      let record = GlyphRecord(
        left: Int16(clamping: left), top: Int16(clamping: top), width: UInt16(clamping: width),
        height: UInt16(clamping: height), dataOffset: UInt32(data.count), dataByteCount: UInt32(code.count))
      data += code
      return glyphs.add(record, as: key)
    }
  }

  /// Pictures of premultiplied 0xAARRGGBB pixels, row-wise; equal ones are stored once.
  struct PicturePool {
    /// Identity of a picture: all pixels, hashed by a sample of them. A wallpaper has two million and is compared once
    /// at most.
    private struct Key: Hashable {
      var width: Int
      var pixels: [UInt32]

      func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(pixels.count)
        for index in stride(from: 0, to: pixels.count, by: max(1, pixels.count / 256)) { hasher.combine(pixels[index]) }
      }
    }

    private var pictures = KeyedRecords<Key, PictureRecord>()
    /// Of each picture.
    private(set) var pixels: [[UInt32]] = []
    private(set) var byteCount = 0

    var records: [PictureRecord] { pictures.records }

    func has(width: Int, pixels: [UInt32]) -> Bool { pictures[Key(width: width, pixels: pixels)] != nil }

    mutating func add(width: Int, height: Int, pixels added: [UInt32]) -> UInt32 {
      precondition(width > 0 && height > 0 && added.count == width * height)
      let key = Key(width: width, pixels: added)
      if let known = pictures[key] { return known }
      let record = PictureRecord(
        width: UInt32(width), height: UInt32(height), dataOffset: UInt32(byteCount),
        isOpaque: added.reduce(UInt32.max, &) >> 24 == 255)
      pixels.append(added)
      byteCount += 4 * added.count
      return pictures.add(record, as: key)
    }
  }

  /// Zones with their transitions; those of the same name are stored once.
  struct ZonePool {
    private var zones = KeyedRecords<String, ZoneRecord>()
    private(set) var transitions: [ZoneTransition] = []

    var records: [ZoneRecord] { zones.records }

    mutating func add(_ zone: ZoneDescription, name: RecordRange) -> UInt32 {
      if let known = zones[zone.name] { return known }
      let range = RecordRange(first: UInt32(transitions.count), count: UInt32(zone.transitions.count))
      transitions += zone.transitions
      return zones.add(
        ZoneRecord(
          initialOffsetSeconds: zone.initialOffsetSeconds, transitions: range, name: name, rule: zone.rule),
        as: zone.name)
    }
  }

  /// Tick texts: templates of phrases of items, and the tables and digits to which these refer.
  struct TickTextPool {
    private var templates = KeyedRecords<ByteKey, TickTemplateRecord>()
    private(set) var phrases: [TickPhraseRecord] = []
    private(set) var items: [TickItemRecord] = []
    var tables = UniqueRuns<TickTableEntryRecord>()
    var digitSets = UniqueRecords<DigitSetRecord>()
    var pluralTables = UniqueRecords<PluralTableRecord>()

    var records: [TickTemplateRecord] { templates.records }

    mutating func add(
      _ template: TickTemplateRecord, phrases added: [(phrase: TickPhraseRecord, items: [TickItemRecord])]
    ) -> UInt32 {
      var whole = bytes(of: template)
      for (phrase, items) in added {
        var conditions = phrase
        conditions.items = RecordRange(first: 0, count: UInt32(items.count))
        whole += bytes(of: conditions)
        for item in items { whole += bytes(of: item) }
      }
      let key = ByteKey(bytes: whole)
      if let known = templates[key] { return known }
      var record = template
      record.phrases = RecordRange(first: UInt32(phrases.count), count: UInt32(added.count))
      for (phrase, items) in added {
        var owned = phrase
        owned.items = RecordRange(first: UInt32(self.items.count), count: UInt32(items.count))
        phrases.append(owned)
        self.items += items
      }
      return templates.add(record, as: key)
    }
  }

  /// Widgets in drawing order, their entries, and what each entry draws in each variant.
  struct WidgetPool {
    private(set) var records: [WidgetRecord] = []
    private(set) var entries: [EntryRecord] = []
    private(set) var variants = UniqueRuns<VariantRecord>()
    private(set) var nodeList = UniqueRuns<UInt32>()
    private(set) var regions = UniqueRuns<RegionRecord>()

    mutating func add(
      kind: RecordRange, bounds: PixelRect, variants keys: [[VariantKey]], page: UInt8, staleAfter: Instant?,
      content: ArchiveContent, entries added: [ArchiveEntry]
    ) -> UInt32 {
      let range = RecordRange(first: UInt32(entries.count), count: UInt32(added.count))
      var widget = WidgetRecord(
        bounds: bounds, entries: range, staleAfterMs: staleAfter?.milliseconds ?? Int64.max,
        variantCount: UInt8(clamping: keys.count), page: page, kind: kind, identity: content.identity,
        contentMs: content.date?.milliseconds ?? 0)
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
            relevanceDurationSeconds: entry.relevance.durationSeconds, firstVariant: variants.add(lists).first,
            litPermille: entry.litPermille, isBeyondReach: entry.isBeyondReach,
            regions: entry.regions.isEmpty ? .empty : regions.add(entry.regions)))
      }
      records.append(widget)
      return UInt32(records.count - 1)
    }
  }
#endif
