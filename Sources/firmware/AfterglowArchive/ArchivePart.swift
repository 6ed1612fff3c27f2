#if !hasFeature(Embedded)
  import AfterglowCore
  import AfterglowTimeline

  /// Everything that a widget's drawings are made of, outside of any archive. Its indices count within the part.
  ///
  /// Adding a part to a builder gives the same bytes as adding its records one by one: each section keeps the first of
  /// equal records, and the part has its own in the order in which they were added.
  public struct ArchivePart: Sendable {
    let paints: Marked<PaintRecord>
    let gradients: [GradientRecord]
    let nodes: Marked<NodeRecord>
    let points: Runs<SubpixelPoint>
    let glyphs: [GlyphRecord]
    let glyphData: [UInt8]
    let placements: Runs<PlacementRecord>
    let pictures: [PictureRecord]
    let pixels: [[UInt32]]
    let ticks: Ticks

    /// Records with the marks by which equal ones are stored separately.
    struct Marked<Record: Sendable>: Sendable {
      var records: [Record]
      var marks: [UInt32]
    }

    /// Runs of records, and where each begins.
    struct Runs<Record: Sendable>: Sendable {
      var records: [Record]
      var starts: [UInt32]

      /// The runs in the order in which they were added.
      var slices: [ArraySlice<Record>] {
        starts.indices.map { records[Int(starts[$0])..<($0 + 1 < starts.count ? Int(starts[$0 + 1]) : records.count)] }
      }
    }

    /// Ticking texts.
    struct Ticks: Sendable {
      var templates: [TickTemplateRecord]
      var phrases: [TickPhraseRecord]
      var items: [TickItemRecord]
      var tables: Runs<TickTableEntryRecord>
      var digitSets: [DigitSetRecord]
      var pluralTables: [PluralTableRecord]
    }

    /// Where a part's records are in the archive to which it was added.
    public struct Places: Sendable {
      /// By index in the part.
      public internal(set) var nodes: [UInt32] = []
      public internal(set) var paints: [UInt32] = []
      public internal(set) var glyphs: [UInt32] = []
      public internal(set) var pictures: [UInt32] = []
    }

    /// Bytes that the part takes in memory, approximately.
    public var byteCount: Int {
      func size<Record>(_ records: [Record]) -> Int { records.count * MemoryLayout<Record>.stride }
      let drawn = size(nodes.records) + size(nodes.marks) + size(points.records) + size(glyphs) + size(glyphData)
      let painted = size(paints.records) + size(gradients) + pixels.reduce(0) { $0 + size($1) }
      let text = size(placements.records) + size(placements.starts) + size(ticks.phrases) + size(ticks.items)
      return drawn + painted + text + size(ticks.tables.records) + size(ticks.digitSets) + size(ticks.pluralTables)
    }
  }

  extension ArchiveBuilder {
    /// What was added to this builder, apart from widgets, strings and zones.
    public var part: ArchivePart {
      ArchivePart(
        paints: paints.marked.fitted, gradients: gradients.records.fitted, nodes: nodes.marked.fitted,
        points: points.runs.fitted, glyphs: glyphs.records.fitted, glyphData: glyphs.data.fitted,
        placements: glyphs.placements.runs.fitted, pictures: pictures.records, pixels: pictures.pixels,
        ticks: ArchivePart.Ticks(
          templates: tickTexts.records, phrases: tickTexts.phrases, items: tickTexts.items.fitted,
          tables: tickTexts.tables.runs.fitted, digitSets: tickTexts.digitSets.records.fitted,
          pluralTables: tickTexts.pluralTables.records))
    }

    /// Adds everything that a part is made of.
    ///
    /// - Parameter zones: the indices of the part's zones in this builder.
    public mutating func add(_ part: ArchivePart, zones: [UInt32]) -> ArchivePart.Places {
      var merge = PartMerge(part, zones: zones)
      merge.addGlyphs(to: &self)
      merge.addPaints(to: &self)
      merge.addTicks(to: &self)
      merge.addNodes(to: &self)
      return merge.places
    }
  }

  /// A part that is being added to a builder.
  private struct PartMerge {
    let part: ArchivePart
    let zones: [UInt32]
    var places = ArchivePart.Places()
    /// First records of runs, by their first record in the part.
    var placements: [UInt32: UInt32] = [:]
    var points: [UInt32: UInt32] = [:]
    var templates: [UInt32] = []

    init(_ part: ArchivePart, zones: [UInt32]) {
      self.part = part
      self.zones = zones
    }

    mutating func addGlyphs(to builder: inout ArchiveBuilder) {
      for record in part.glyphs {
        let code = part.glyphData[Int(record.dataOffset)..<Int(record.dataOffset) + Int(record.dataByteCount)]
        places.glyphs.append(
          builder.addGlyph(
            left: Int(record.left), top: Int(record.top), width: Int(record.width), height: Int(record.height),
            code: Array(code)))
      }
      for (start, run) in zip(part.placements.starts, part.placements.slices) {
        let placed = run.map { PlacementRecord(glyph: glyph($0.glyph), x: $0.x, y: $0.y) }
        placements[start] = builder.addPlacements(placed).first
      }
    }

    /// A digit without ink has the first glyph's index although it has none.
    private func glyph(_ index: UInt32) -> UInt32 {
      Int(index) < places.glyphs.count ? places.glyphs[Int(index)] : index
    }

    mutating func addPaints(to builder: inout ArchiveBuilder) {
      for (record, pixels) in zip(part.pictures, part.pixels) {
        places.pictures.append(
          builder.addPicture(width: Int(record.width), height: Int(record.height), pixels: pixels))
      }
      let gradients = part.gradients.map { builder.addGradient($0) }
      for (record, mark) in zip(part.paints.records, part.paints.marks) {
        var paint = record
        switch PaintKind(rawValue: paint.kind) {
        case .gradient: paint.index = gradients[Int(paint.index)]
        case .picture: paint.index = places.pictures[Int(paint.index)]
        default: break
        }
        places.paints.append(builder.addPaint(paint, group: UInt8(truncatingIfNeeded: mark)))
      }
      for (start, run) in zip(part.points.starts, part.points.slices) {
        points[start] = builder.addPoints(Array(run)).first
      }
    }

    mutating func addTicks(to builder: inout ArchiveBuilder) {
      let ticks = part.ticks
      let digits = ticks.digitSets.map { set in
        var set = set
        for digit in 0..<10 { set.glyphs[digit] = glyph(set.glyphs[digit]) }
        return builder.addDigitSet(set)
      }
      let plurals = ticks.pluralTables.map { builder.addPluralTable($0) }
      var tables: [UInt32: UInt32] = [:]
      for (start, run) in zip(ticks.tables.starts, ticks.tables.slices) {
        let entries = run.map { entry in
          var entry = entry
          entry.placements = Self.moved(entry.placements, placements)
          return entry
        }
        tables[start] = builder.addTickTable(entries).first
      }
      let items = ticks.items.map { item in
        var item = item
        switch TickItemKind(rawValue: item.kind) {
        case .literal: item.source = Self.moved(item.source, placements)
        case .number: item.source.first = digits[Int(item.source.first)]
        case .table: item.source = Self.moved(item.source, tables)
        case nil: break
        }
        return item
      }
      for record in ticks.templates {
        let range = Int(record.phrases.first)..<Int(record.phrases.first) + Int(record.phrases.count)
        let phrases = ticks.phrases[range].map { phrase in
          let first = Int(phrase.items.first)
          return (phrase: phrase, items: Array(items[first..<first + Int(phrase.items.count)]))
        }
        var template = record
        template.phrases = RecordRange(first: 0, count: 0)
        if template.pluralTable != TickTemplateRecord.noPlurals {
          template.pluralTable = plurals[Int(template.pluralTable)]
        }
        templates.append(
          builder.addTickTemplate(
            template,
            phrases: phrases.map { phrase, items in
              var phrase = phrase
              phrase.items = RecordRange(first: 0, count: 0)
              return (phrase: phrase, items: items)
            }))
      }
    }

    private static func moved(_ range: RecordRange, _ starts: [UInt32: UInt32]) -> RecordRange {
      range.count == 0 ? range : RecordRange(first: starts[range.first] ?? range.first, count: range.count)
    }

    private static func moved(_ first: Int32, _ count: Int32, _ starts: [UInt32: UInt32]) -> (Int32, Int32) {
      let range = moved(RecordRange(first: UInt32(first), count: UInt32(count)), starts)
      return (Int32(range.first), Int32(range.count))
    }

    mutating func addNodes(to builder: inout ArchiveBuilder) {
      for (record, mark) in zip(part.nodes.records, part.nodes.marks) {
        var node = record
        node.paint = places.paints[Int(node.paint)]
        switch NodeKind(rawValue: node.kind) {
        case .polygon, .strokedLine: (node.a, node.b) = Self.moved(node.a, node.b, points)
        case .glyphRun: (node.a, node.b) = Self.moved(node.a, node.b, placements)
        case .tickText:
          node.a = Int32(templates[Int(node.a)])
          node.d = Int32(zones[Int(node.d)])
        case .tickHand:
          (node.c, node.d) = Self.moved(node.c, node.d, points)
          node.f = Int32(zones[Int(node.f)])
        default: break
        }
        places.nodes.append(builder.addNode(node, identifier: mark))
      }
    }
  }

  extension Array {
    /// An array of these elements without room for more, because a part is kept for long.
    fileprivate var fitted: [Element] {
      [Element](unsafeUninitializedCapacity: count) { room, filled in filled = room.initialize(fromContentsOf: self) }
    }
  }

  extension ArchivePart.Marked {
    fileprivate var fitted: Self { Self(records: records.fitted, marks: marks.fitted) }
  }

  extension ArchivePart.Runs {
    fileprivate var fitted: Self { Self(records: records.fitted, starts: starts.fitted) }
  }
#endif
