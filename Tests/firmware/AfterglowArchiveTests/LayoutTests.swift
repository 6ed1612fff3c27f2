import AfterglowCore
import AfterglowLight
import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowArchive

/// A record's size and field offsets are the file format.
@Suite struct LayoutTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let file = root.appending(path: "docs/archive-format.md")
  static let document = (try? String(contentsOf: file, encoding: .utf8)) ?? ""

  /// Offset and size of each field of a table headed `### NAME, N bytes`, and N.
  static func documented(_ name: String) -> (byteCount: Int, fields: [String: (offset: Int, size: Int)]) {
    var fields: [String: (offset: Int, size: Int)] = [:]
    var byteCount = -1
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        let words = line.split(separator: " ")
        if words.count == 4 && words[1] == "\(name)," {
          byteCount = Int(words[2]) ?? -1
        } else if byteCount >= 0 {
          break
        }
      }
      if byteCount < 0 || !line.hasPrefix("| ") { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if let offset = Int(cells[0]), let size = Int(cells[1]) { fields[cells[2]] = (offset, size) }
    }
    return (byteCount, fields)
  }

  static func check<T>(_ name: String, _ type: T.Type, _ offsets: [String: Int?]) {
    let (byteCount, fields) = documented(name)
    #expect(byteCount == MemoryLayout<T>.stride, "\(name)")
    #expect(MemoryLayout<T>.size == MemoryLayout<T>.stride, "\(name) has bytes without a name at its end")
    var end = 0
    for (field, place) in fields.sorted(by: { $0.value.offset < $1.value.offset }) {
      #expect(place.offset == end, "\(name).\(field) does not begin where the field before ends")
      end = place.offset + place.size
      if let offset = offsets[field] { #expect(offset == place.offset, "\(name).\(field)") }
    }
    #expect(end == byteCount, "\(name)'s fields do not fill it")
    for field in offsets.keys { #expect(fields[field] != nil, "\(name).\(field) is not documented") }
  }

  @Test func `header and section table`() {
    typealias H = ArchiveHeader
    Self.check(
      "ArchiveHeader", H.self,
      [
        "magic": MemoryLayout.offset(of: \H.magic), "version": MemoryLayout.offset(of: \H.version),
        "checksum": MemoryLayout.offset(of: \H.checksum), "byteCount": MemoryLayout.offset(of: \H.byteCount),
        "sectionCount": MemoryLayout.offset(of: \H.sectionCount),
        "compiledAtMs": MemoryLayout.offset(of: \H.compiledAtMs),
        "contentHash": MemoryLayout.offset(of: \H.contentHash), "reserved": MemoryLayout.offset(of: \H.reserved),
      ])
    typealias S = SectionRecord
    Self.check(
      "SectionRecord", S.self,
      [
        "section": MemoryLayout.offset(of: \S.section), "recordByteCount": MemoryLayout.offset(of: \S.recordByteCount),
        "offset": MemoryLayout.offset(of: \S.offset), "count": MemoryLayout.offset(of: \S.count),
      ])
    #expect(ArchiveHeader.checksumEnd == MemoryLayout.offset(of: \H.checksum)! + 4)
  }

  @Test func `the page names the version of the format in its title and in its header`() {
    let version = ArchiveHeader.currentVersion
    #expect(Self.document.hasPrefix("# The archive format, version \(version)\n"))
    let oldest = ArchiveHeader.oldestVersion
    #expect(Self.document.contains("| version | \(version); a reader also accepts version \(oldest), "))
  }

  /// The records generated from `board.yaml`, and entries. Offsets and sizes are the records' own, so that a new field needs no
  /// change here.
  ///
  /// `AFTERGLOW_UPDATE_GOLDENS=1` updates tables that differ, with the source's comments for new fields, and still
  /// fails the run.
  @Test func `the records of a board and of entries are documented field by field`() throws {
    let records: [(Any.Type, Any)] = [
      (BoardRecord.self, BoardRecord()), (PageSettings.self, PageSettings()), (PaperPanel.self, PaperPanel()),
      (SensorSettings.self, SensorSettings()),
      (LightSettings.self, LightSettings()), (LegibilitySettings.self, LegibilitySettings()),
      (DimmingSettings.self, DimmingSettings()), (WearSettings.self, WearSettings()),
      (LightThreshold.self, LightThreshold.night), (LightRules.self, LightRules()),
      (LightSchedule.self, LightSchedule()), (SchedulePeriod.self, SchedulePeriod.none),
      (EntryRecord.self, EntryRecord(dateMs: 0, firstVariant: 0)),
    ]
    var made = Self.document
    for (type, record) in records {
      let (head, rows) = try Self.section(of: "\(type)", in: made)
      let fields = Self.fields(of: record)
      let table = fields.map {
        "| \($0.offset) | \($0.size) | \($0.name) | \(Self.meaning($0.name, of: "\(type)", in: made[rows])) |"
      }
      #expect(
        fields.last.map { $0.offset + $0.size } == Self.stride(type), "\(type) has bytes without a name at its end")
      made.replaceSubrange(rows, with: table.joined(separator: "\n") + "\n")
      made.replaceSubrange(head, with: "### \(type), \(Self.stride(type)) bytes\n")
    }
    // Printing both texts in full would hide the message.
    let isSame = made == Self.document
    if !isSame, ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" {
      try made.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(
      isSame, "docs/archive-format.md is not what the records are: AFTERGLOW_UPDATE_GOLDENS=1 makes their tables anew")
  }

  private static func stride(_ type: any Any.Type) -> Int {
    func stride<T>(_ type: T.Type) -> Int { MemoryLayout<T>.stride }
    return _openExistential(type, do: stride)
  }

  /// The stored properties of a record, in memory order.
  private static func fields(of record: Any) -> [(name: String, offset: Int, size: Int)] {
    func layout<T>(_ type: T.Type) -> (size: Int, alignment: Int) { (MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
    var end = 0
    return Mirror(reflecting: record).children.map { child in
      let (size, alignment) = _openExistential(Swift.type(of: child.value) as Any.Type, do: layout)
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + size
      return (child.label ?? "", offset, size)
    }
  }

  /// The lines of a record's heading and table.
  private static func section(
    of name: String, in document: String
  ) throws -> (head: Range<String.Index>, rows: Range<String.Index>) {
    let title = try #require(document.range(of: "### \(name), "), "\(name) is not documented")
    let line = try #require(document.range(of: "\n", range: title.upperBound..<document.endIndex))
    let top = try #require(document.range(of: "|---|---|---|---|\n", range: line.upperBound..<document.endIndex))
    let end = try #require(document.range(of: "\n\n", range: top.upperBound..<document.endIndex))
    return (title.lowerBound..<line.upperBound, top.upperBound..<document.index(after: end.lowerBound))
  }

  /// The table's description of a field, or its comment in the source.
  private static func meaning(_ field: String, of type: String, in rows: Substring) -> String {
    for row in rows.split(separator: "\n") {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      if cells.count > 4, cells[3] == " \(field) " { return cells[4].trimmingCharacters(in: .whitespaces) }
    }
    return comment(on: field, of: type)
  }

  private static func comment(on field: String, of type: String) -> String {
    let sources = root.appending(path: "Sources")
    for case let path as String in FileManager.default.enumerator(atPath: sources.path) ?? .init() {
      guard path.hasSuffix(".swift"),
        let text = try? String(contentsOf: sources.appending(path: path), encoding: .utf8),
        let start = text.range(of: "public struct \(type):")
      else { continue }
      var words: [String] = []
      for line in text[start.upperBound...].split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        if line.hasPrefix("public var \(field):") { return words.joined(separator: " ") }
        words = line.hasPrefix("/// ") ? words + [String(line.dropFirst(4))] : []
      }
    }
    return ""
  }

  @Test func `widgets and nodes`() {
    typealias W = WidgetRecord
    Self.check(
      "WidgetRecord", W.self,
      [
        "entries": MemoryLayout.offset(of: \W.entries), "staleAfterMs": MemoryLayout.offset(of: \W.staleAfterMs),
        "variantMap": MemoryLayout.offset(of: \W.variantMap), "page": MemoryLayout.offset(of: \W.page),
        "kind": MemoryLayout.offset(of: \W.kind),
        "identity": MemoryLayout.offset(of: \W.identity), "contentMs": MemoryLayout.offset(of: \W.contentMs),
      ])
    Self.check("RecordRange", RecordRange.self, [:])
    typealias N = NodeRecord
    Self.check(
      "NodeRecord", N.self,
      [
        "paint": MemoryLayout.offset(of: \N.paint), "boundsX0": MemoryLayout.offset(of: \N.boundsX0),
        "a": MemoryLayout.offset(of: \N.a), "g": MemoryLayout.offset(of: \N.g),
      ])
  }

  @Test func `paint and coverage`() {
    Self.check(
      "PaintRecord", PaintRecord.self,
      ["color": MemoryLayout.offset(of: \PaintRecord.color), "index": MemoryLayout.offset(of: \PaintRecord.index)])
    Self.check("GradientRecord", GradientRecord.self, ["colors": MemoryLayout.offset(of: \GradientRecord.colors)])
    Self.check("GlyphRecord", GlyphRecord.self, ["dataOffset": MemoryLayout.offset(of: \GlyphRecord.dataOffset)])
    Self.check("PlacementRecord", PlacementRecord.self, ["x": MemoryLayout.offset(of: \PlacementRecord.x)])
    Self.check("PictureRecord", PictureRecord.self, ["isOpaque": MemoryLayout.offset(of: \PictureRecord.isOpaque)])
    Self.check("SubpixelPoint", SubpixelPoint.self, ["y": MemoryLayout.offset(of: \SubpixelPoint.y)])
  }

  @Test func `zones and tick text`() {
    Self.check("ZoneRecord", ZoneRecord.self, ["rule": MemoryLayout.offset(of: \ZoneRecord.rule)])
    Self.check("ZoneTransition", ZoneTransition.self, [:])
    Self.check("PosixRule", PosixRule.self, ["daylightEnd": MemoryLayout.offset(of: \PosixRule.daylightEnd)])
    Self.check("PosixDay", PosixDay.self, ["timeSeconds": MemoryLayout.offset(of: \PosixDay.timeSeconds)])
    typealias T = TickTemplateRecord
    Self.check("TickTemplateRecord", T.self, ["phrases": MemoryLayout.offset(of: \T.phrases)])
    typealias P = TickPhraseRecord
    Self.check("TickPhraseRecord", P.self, ["directions": MemoryLayout.offset(of: \P.directions)])
    typealias I = TickItemRecord
    Self.check(
      "TickItemRecord", I.self,
      [
        "advancePx": MemoryLayout.offset(of: \I.advancePx), "source": MemoryLayout.offset(of: \I.source),
        "tableBase": MemoryLayout.offset(of: \I.tableBase),
      ])
    Self.check("TickTableEntryRecord", TickTableEntryRecord.self, [:])
    Self.check("DigitSetRecord", DigitSetRecord.self, ["cellPx": MemoryLayout.offset(of: \DigitSetRecord.cellPx)])
    Self.check(
      "PluralTableRecord", PluralTableRecord.self, ["large": MemoryLayout.offset(of: \PluralTableRecord.large)])
  }

  @Test func `touch regions and actions`() {
    typealias R = RegionRecord
    Self.check(
      "RegionRecord", R.self,
      [
        "boundsX0": MemoryLayout.offset(of: \R.boundsX0), "kind": MemoryLayout.offset(of: \R.kind),
        "press": MemoryLayout.offset(of: \R.press), "slots": MemoryLayout.offset(of: \R.slots),
        "action": MemoryLayout.offset(of: \R.action), "key": MemoryLayout.offset(of: \R.key),
        "firstNode": MemoryLayout.offset(of: \R.firstNode), "nodeCount": MemoryLayout.offset(of: \R.nodeCount),
        "radiusPx": MemoryLayout.offset(of: \R.radiusPx), "flags": MemoryLayout.offset(of: \R.flags),
      ])
    typealias A = ActionRecord
    Self.check(
      "ActionRecord", A.self,
      [
        "kind": MemoryLayout.offset(of: \A.kind), "days": MemoryLayout.offset(of: \A.days),
        "minute": MemoryLayout.offset(of: \A.minute), "argument": MemoryLayout.offset(of: \A.argument),
        "name": MemoryLayout.offset(of: \A.name),
      ])
  }

  @Test func `every section is documented with its number, record and most records`() {
    for raw in 0..<UInt8(ArchiveSection.count) {
      let section = ArchiveSection(rawValue: raw)!
      let row = Self.document.split(separator: "\n").first { $0.hasPrefix("| \(raw) | \(section.name) |") }
      #expect(row != nil, "\(section.name)")
      #expect(row?.contains("| \(section.maximumCount) |") == true, "\(section.name): \(section.maximumCount)")
    }
  }
}
