import AfterglowArchive
import AfterglowCore
import AfterglowInk
import AfterglowPictures
import AfterglowTimeline
import AfterglowViews
import Foundation

/// What was found in a widget's drawings in addition to pixels.
struct SlotFindings {
  var targets: [TapTarget] = []
  var accessibility: [AccessibilityNode]?
  /// How far ahead of the compile the widget says what is to come, in seconds (`CompiledScene.reaches`).
  var reach: TimeInterval?
}

/// The records that one widget has added to a sink of its own.
struct SinkShare {
  var part: ArchivePart
  var glyphs: [GlyphKey: UInt32]
  var pictures: [ArchiveSink.PictureKey: UInt32]
  /// By their indices in the part.
  var zones: [TimeZone]
  var layout: [LayoutNode]
  var findings: SlotFindings?
  var problems: [LayoutProblem]
  var cutOffs: [Date]
  var budget: PictureBudget

  /// Whether no picture was refused, and no entry left out.
  var isWhole: Bool { !budget.isExceeded && cutOffs.isEmpty }
}

/// The archive under construction, and its layout list.
final class ArchiveSink {
  var builder: ArchiveBuilder
  private let date: Date
  private var known = Known()
  /// The archive that this widget's part will be added to; nil for a sink of a whole archive.
  private let parent: ArchiveSink?
  private var nodes: [Int: LayoutNode] = [:]
  var budget: PictureBudget
  /// When entries that were omitted begin: new content is due then.
  var cutOffs: [Date] = []
  /// By slot identifier.
  private var findings: [String: SlotFindings] = [:]
  /// Problems of trees since the last `takeProblems`.
  var problems: [LayoutProblem] = []
  /// Pictures of the last good archive that stand in place of content, by the index of their widget.
  var lastPictures: [Int: LastPicture] = [:]
  /// Orders for the author, by the numbers of actions.
  var touches = TouchTable()
  /// Nothing beyond is visible, whichever way the panel is turned.
  let panel: PixelRect

  /// Records by what they were made of.
  private struct Known {
    var glyphs: [GlyphKey: UInt32] = [:]
    var pictures: [PictureKey: UInt32] = [:]
    var zones: [String: Zone] = [:]
    /// By the index of the widget.
    var regions: [Int: RegionBudget] = [:]
    /// Bytes of pictures that the parent has as well.
    var sharedByteCount = 0
  }

  private struct Zone {
    var zone: TimeZone
    var index: UInt32
  }

  /// - Parameter parent: the archive that has what was added before; its pictures count as known.
  init(board: BoardRecord, date: Date, parent: ArchiveSink? = nil) {
    self.parent = parent
    let side = Int32(max(board.widthPx, board.heightPx))
    panel = PixelRect(x0: 0, y0: 0, x1: side, y1: side)
    builder = ArchiveBuilder(board: board)
    budget = PictureBudget(bankByteCount: Int(board.archiveBankByteCount))
    self.date = date
    // Groups and clips refer to a paint that they do not use; index 0 exists for them.
    _ = builder.addPaint(PaintRecord(kind: .solid, role: .background, color: .black))
  }

  func add(_ paint: PaintRecord, group: UInt8 = 0) -> UInt32 { builder.addPaint(paint, group: group) }
  func add(_ gradient: GradientRecord) -> UInt32 { builder.addGradient(gradient) }
  func add(_ node: NodeRecord, identifier: UInt32 = 0) -> UInt32 {
    builder.addNode(node, identifier: identifier)
  }
  func add(_ points: [SubpixelPoint]) -> RecordRange { builder.addPoints(points) }
  func add(_ placements: [PlacementRecord]) -> RecordRange { builder.addPlacements(placements) }

  func add(_ image: GlyphImage, key: GlyphKey) -> UInt32 {
    if let index = known.glyphs[key] { return index }
    let index = builder.addGlyph(
      left: image.left, top: image.top, width: image.width, height: image.height, code: image.code)
    known.glyphs[key] = index
    return index
  }

  /// Faces of the glyphs that were added.
  var faces: Set<FaceKey> { Set(known.glyphs.keys.map(\.face)) }

  func add(_ picture: ScaledPicture) -> UInt32 { add(picture.pixels, size: picture.size) }

  private func add(_ pixels: [UInt32], size: PixelSize) -> UInt32 {
    let before = builder.pictureByteCount
    let index = builder.addPicture(width: Int(size.width), height: Int(size.height), pixels: pixels)
    let added = builder.pictureByteCount - before
    if added > 0, parent?.hasPicture(pixels, size: size) == true { known.sharedByteCount += added }
    return index
  }

  private func hasPicture(_ pixels: [UInt32], size: PixelSize) -> Bool {
    builder.hasPicture(width: Int(size.width), pixels: pixels) || parent?.hasPicture(pixels, size: size) == true
  }

  /// Bytes of the archive's pictures so far.
  private var pictureByteCount: Int {
    (parent?.pictureByteCount ?? 0) + builder.pictureByteCount - known.sharedByteCount
  }

  /// Adds each picture once, however many entries and variants show it.
  /// - Returns: nil if the archive has no room left for it, which is reported.
  func add(_ picture: ScaledPicture, request: PictureRequest, treatment: PictureTreatment) -> UInt32? {
    let key = PictureKey(
      request: request, width: picture.size.width, height: picture.size.height, treatment: treatment)
    if let index = known.pictures[key] { return index }
    let prepared = request.prepared(picture)
    let treated = (treatment.wantsPaperTones ? prepared.tonedForPaper : prepared).treated(treatment)
    // Looks that result in the same picture share it.
    guard admits(key.byteCount) || parent?.has(key) == true || hasPicture(treated.pixels, size: treated.size) else {
      budget.isExceeded = true
      let message = budget.refusal(of: request.source.name, picture.size, beside: pictureByteCount)
      problems.append(LayoutProblem(severity: .error, path: "", message: message))
      return nil
    }
    let index = add(treated.pixels, size: treated.size)
    known.pictures[key] = index
    return index
  }

  private func has(_ key: PictureKey) -> Bool { known.pictures[key] != nil || parent?.has(key) == true }

  func add(_ picture: LayerPicture) -> UInt32 { add(picture.pixels, size: picture.size) }

  /// Whether there is room for a picture that was painted here; if there is none, that is reported.
  func admits(_ picture: LayerPicture, named name: String) -> Bool {
    let count = picture.pixels.count * 4
    if admits(count) || hasPicture(picture.pixels, size: picture.size) { return true }
    budget.isExceeded = true
    problems.append(
      LayoutProblem(
        severity: .error, path: "", message: budget.refusal(of: name, picture.size, beside: pictureByteCount)))
    return false
  }

  /// Whether there is room for this many more bytes of pictures.
  func admits(_ byteCount: Int) -> Bool {
    noteAsked(byteCount)
    return budget.admits(byteCount, beside: pictureByteCount)
  }

  /// Notes how many bytes were requested that this sink does not have.
  func noteAsked(_ byteCount: Int) {
    budget.mostAskedByteCount = max(budget.mostAskedByteCount, builder.pictureByteCount + byteCount)
  }

  struct PictureKey: Hashable {
    var request: PictureRequest
    var width: Int32
    var height: Int32
    var treatment: PictureTreatment

    var byteCount: Int { Int(width) * Int(height) * 4 }
  }

  /// Bytes that these pictures, and layers of that size, would add to those already in the archive.
  func byteCount(ofNew keys: Set<PictureKey>, withLayers layers: Int) -> Int {
    noteAsked(layers + keys.reduce(0) { $0 + (known.pictures[$1] == nil ? $1.byteCount : 0) })
    return layers + keys.reduce(0) { $0 + (has($1) ? 0 : $1.byteCount) }
  }

  /// Whether there is room for all that a widget with a sink of its own ever requested, so that nothing is refused.
  func admits(_ share: SinkShare) -> Bool {
    budget.admits(share.budget.mostAskedByteCount, beside: pictureByteCount)
  }

  /// Adds each node once, however many variants and entries share it.
  func note(_ node: LayoutNode) {
    if nodes[node.node] == nil { nodes[node.node] = node }
  }

  /// The nodes of the layout list, sorted by index.
  var layout: [LayoutNode] { nodes.values.sorted { $0.node < $1.node } }

  /// Adds each once: a widget is drawn in many looks.
  func note(_ found: [TapTarget], in slot: String) {
    for target in found where !(findings[slot]?.targets ?? []).contains(target) {
      findings[slot, default: SlotFindings()].targets.append(target)
    }
  }

  /// Notes the regions of a widget's entry, if the archive has room for them.
  func admits(_ regions: [RegionPlan.Planned], ofWidget index: Int, among widgetCount: Int) -> Bool {
    known.regions[index, default: RegionBudget()].admits(
      regions, widgetCount: widgetCount, bankByteCount: Int(builder.board.archiveBankByteCount))
  }

  /// Keeps those of a widget's first drawing.
  func note(_ nodes: [AccessibilityNode], in slot: String) {
    if findings[slot]?.accessibility == nil { findings[slot, default: SlotFindings()].accessibility = nodes }
  }

  /// Whether a widget's first drawing is noted, also if it says nothing.
  func hasAccessibility(in slot: String) -> Bool { findings[slot]?.accessibility != nil }

  /// Tap targets, by slot identifier.
  var targets: [String: [TapTarget]] { findings.mapValues(\.targets).filter { !$0.value.isEmpty } }
  /// What each widget says to someone who does not see it, by slot identifier.
  var accessibility: [String: [AccessibilityNode]] { findings.compactMapValues(\.accessibility) }

  /// How far ahead of the compile widgets say what is to come, in seconds, by slot identifier.
  var reaches: [String: TimeInterval] { findings.compactMapValues(\.reach) }

  func note(reach: TimeInterval, in slot: String) { findings[slot, default: SlotFindings()].reach = reach }

  /// The problems since the last call, each once: a widget is drawn in many looks.
  func takeProblems() -> [LayoutProblem] {
    defer { problems = [] }
    var seen: Set<LayoutProblem> = []
    return problems.filter { seen.insert($0).inserted }
  }

  // MARK: zones

  /// Files of the zones that were added.
  var zonePaths: [String] { known.zones.keys.filter { !$0.hasPrefix("GMT") }.map(ZoneFiles.path).sorted() }

  func add(_ zone: TimeZone) throws -> UInt32 {
    if let found = known.zones[zone.identifier] { return found.index }
    let index = builder.addZone(try description(of: zone))
    known.zones[zone.identifier] = Zone(zone: zone, index: index)
    return index
  }

  private func description(of zone: TimeZone) throws -> ZoneDescription {
    let name = zone.identifier
    let second = Instant(date: date).seconds
    // Zones such as GMT+0130 have no file: they have a constant offset.
    if name.hasPrefix("GMT") {
      let offset = Int32(zone.secondsFromGMT())
      return ZoneDescription(
        name: name, initialOffsetSeconds: offset, transitions: [], rule: PosixRule(standardOffsetSeconds: offset))
    }
    let path = ZoneFiles.path(name)
    guard !name.contains(".."), let bytes = FileManager.default.contents(atPath: path) else {
      throw CompileError("The time zone \(name) has no file at \(path). Install Debian's package tzdata.")
    }
    do {
      return try ZoneDescription(name: name, zoneFile: Array(bytes)).since(second: second - 366 * 86_400)
    } catch {
      throw CompileError("The time zone file \(path) cannot be used: \(error). Reinstall Debian's package tzdata.")
    }
  }

  // MARK: parts

  /// The records that were added, for another sink.
  func share(in slot: String) -> SinkShare {
    SinkShare(
      part: builder.part, glyphs: known.glyphs, pictures: known.pictures,
      zones: known.zones.values.sorted { $0.index < $1.index }.map(\.zone), layout: layout, findings: findings[slot],
      problems: problems, cutOffs: cutOffs, budget: budget)
  }

  /// Adds what another sink has received, as if it had been added here in the same order.
  ///
  /// - Returns: where its records are.
  func add(_ share: SinkShare, in slot: String) throws -> ArchivePart.Places {
    let zones = try share.zones.map { try add($0) }
    let places = builder.add(share.part, zones: zones)
    for (key, index) in share.glyphs where known.glyphs[key] == nil { known.glyphs[key] = places.glyphs[Int(index)] }
    for (key, index) in share.pictures where known.pictures[key] == nil {
      known.pictures[key] = places.pictures[Int(index)]
    }
    for var node in share.layout {
      node.node = Int(places.nodes[node.node])
      node.paint = Int(places.paints[node.paint])
      note(node)
    }
    if let found = share.findings { findings[slot] = found }
    problems += share.problems
    cutOffs += share.cutOffs
    budget.isExceeded = budget.isExceeded || share.budget.isExceeded
    return places
  }

  // MARK: tick text

  /// - Parameter place: the record of a glyph around the pen; nil for spaces. The second argument is the glyph's
  ///   possible offset within the widest value, in pixels.
  func add(_ tick: TickLayout, place: (PlacedGlyph, Int) -> PlacementRecord?) -> UInt32 {
    let digits = tick.hasCells ? digitSet(tick, place) : 0
    let phrases = tick.wordings.map { wording in
      var x = 0
      let items = wording.items.map { item -> TickItemRecord in
        defer { x += tick.widest(item) }
        return self.item(item, at: x, digits: digits, place)
      }
      return (phrase: phrase(wording.pattern), items: items)
    }
    let alignment: TickAlignment =
      switch tick.alignment {
      case .leading: .leading
      case .center: .centre
      case .trailing: .trailing
      }
    return builder.addTickTemplate(
      TickTemplateRecord(
        kind: tick.pattern.kind, alignment: alignment, widestPx: Int32(tick.widestWidth),
        phrases: .init(first: 0, count: 0),
        pluralTable: tick.pattern.plurals.map { builder.addPluralTable($0.table) } ?? TickTemplateRecord.noPlurals),
      phrases: phrases)
  }

  private func digitSet(_ tick: TickLayout, _ place: (PlacedGlyph, Int) -> PlacementRecord?) -> UInt32 {
    var glyphs = InlineArray<10, UInt32>(repeating: 0)
    var offsets = InlineArray<10, Int16>(repeating: 0)
    for (digit, phrase) in tick.digits.enumerated() {
      guard let glyph = phrase.glyphs.first, let placed = place(glyph, 0) else { continue }
      glyphs[digit] = placed.glyph
      offsets[digit] = placed.x
    }
    return builder.addDigitSet(DigitSetRecord(glyphs: glyphs, offsetsPx: offsets, cellPx: Int16(clamping: tick.cell)))
  }

  private func placements(
    _ phrase: TickLayout.Phrase, at x: Int, _ place: (PlacedGlyph, Int) -> PlacementRecord?
  ) -> RecordRange {
    add(phrase.glyphs.compactMap { place($0, x) })
  }

  private func item(
    _ item: TickLayout.Item, at x: Int, digits: UInt32, _ place: (PlacedGlyph, Int) -> PlacementRecord?
  ) -> TickItemRecord {
    switch item {
    case .phrase(let phrase):
      return .literal(placements: placements(phrase, at: x, place), advancePx: Int32(phrase.advance))
    case .number(let field, let minimum, let maximum):
      return .number(field, digitSet: digits, minimumDigits: UInt8(minimum), maximumDigits: UInt8(maximum))
    case .words(let field, let words):
      let entries = words.map {
        TickTableEntryRecord(placements: placements($0, at: x, place), advancePx: Int32($0.advance))
      }
      return .table(field, entries: builder.addTickTable(entries), base: UInt32(field.tableBase))
    }
  }

  private func phrase(_ wording: TickWording) -> TickPhraseRecord {
    TickPhraseRecord(
      items: RecordRange(first: 0, count: 0), lowerSeconds: wording.lowerSeconds, upperSeconds: wording.upperSeconds,
      directions: wording.directions, categories: wording.categories, pluralField: wording.pluralField,
      secondCategories: wording.secondCategories, secondPluralField: wording.secondPluralField)
  }
}

/// Where the machine's time zones are.
package enum ZoneFiles {
  /// Of a process, of which tests use another.
  @TaskLocal package static var folder = "/usr/share/zoneinfo"
  /// Leads to the machine's own zone.
  package static let link = "/etc/localtime"

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
