import AfterglowCore
import AfterglowLight
import AfterglowTimeline
import AfterglowWear
import Foundation
import Testing

@testable import AfterglowArchive

/// A record's size and field offsets are the file format.
@Suite struct LayoutTests {
  static let document: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/archive-format.md"), encoding: .utf8)) ?? ""
  }()

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

  @Test func board() {
    typealias B = BoardRecord
    Self.check(
      "BoardRecord", B.self,
      [
        "widthPx": MemoryLayout.offset(of: \B.widthPx), "displayKind": MemoryLayout.offset(of: \B.displayKind),
        "constantMillilux": MemoryLayout.offset(of: \B.constantMillilux),
        "archiveBankByteCount": MemoryLayout.offset(of: \B.archiveBankByteCount),
        "light": MemoryLayout.offset(of: \B.light), "name": MemoryLayout.offset(of: \B.name),
        "lightSourcePath": MemoryLayout.offset(of: \B.lightSourcePath),
        "connector": MemoryLayout.offset(of: \B.connector), "input": MemoryLayout.offset(of: \B.input),
        "lineChip": MemoryLayout.offset(of: \B.lineChip), "busyLine": MemoryLayout.offset(of: \B.busyLine),
        "reserved1": MemoryLayout.offset(of: \B.reserved1), "rules": MemoryLayout.offset(of: \B.rules),
        "legibility": MemoryLayout.offset(of: \B.legibility),
        "sensor": MemoryLayout.offset(of: \B.sensor),
        "dimming": MemoryLayout.offset(of: \B.dimming), "monitor": MemoryLayout.offset(of: \B.monitor),
        "wear": MemoryLayout.offset(of: \B.wear),
      ])
    Self.check("WearSettings", WearSettings.self, ["reserved": MemoryLayout.offset(of: \WearSettings.reserved)])
    typealias L = LegibilitySettings
    Self.check(
      "LegibilitySettings", L.self,
      [
        "blackMillinits": MemoryLayout.offset(of: \L.blackMillinits),
        "nightFloorMillinits": MemoryLayout.offset(of: \L.nightFloorMillinits),
      ])
    typealias S = SensorSettings
    Self.check(
      "SensorSettings", S.self,
      [
        "intensityChannel": MemoryLayout.offset(of: \S.intensityChannel),
        "distanceMm": MemoryLayout.offset(of: \S.distanceMm),
        "pushedDistanceValidMs": MemoryLayout.offset(of: \S.pushedDistanceValidMs),
        "distanceDevice": MemoryLayout.offset(of: \S.distanceDevice),
      ])
    Self.check("LightSettings", LightSettings.self, ["alwaysOn": MemoryLayout.offset(of: \LightSettings.alwaysOn)])
    Self.check("LightThreshold", LightThreshold.self, [:])
    Self.check("LightRules", LightRules.self, ["wakeMs": MemoryLayout.offset(of: \LightRules.wakeMs)])
    Self.check("LightSchedule", LightSchedule.self, ["periods": MemoryLayout.offset(of: \LightSchedule.periods)])
    Self.check("SchedulePeriod", SchedulePeriod.self, ["days": MemoryLayout.offset(of: \SchedulePeriod.days)])
    typealias D = DimmingSettings
    Self.check(
      "DimmingSettings", D.self,
      [
        "minimumLevel": MemoryLayout.offset(of: \D.minimumLevel), "scale": MemoryLayout.offset(of: \D.scale),
        "reserved1": MemoryLayout.offset(of: \D.reserved1),
      ])
  }

  @Test func `widgets and nodes`() {
    typealias W = WidgetRecord
    Self.check(
      "WidgetRecord", W.self,
      [
        "entries": MemoryLayout.offset(of: \W.entries), "staleAfterMs": MemoryLayout.offset(of: \W.staleAfterMs),
        "variantMap": MemoryLayout.offset(of: \W.variantMap), "kind": MemoryLayout.offset(of: \W.kind),
      ])
    Self.check(
      "EntryRecord", EntryRecord.self,
      [
        "firstVariant": MemoryLayout.offset(of: \EntryRecord.firstVariant),
        "litPermille": MemoryLayout.offset(of: \EntryRecord.litPermille),
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

  @Test func `every section is documented with its number, record and most records`() {
    for raw in 0..<UInt8(ArchiveSection.count) {
      let section = ArchiveSection(rawValue: raw)!
      let row = Self.document.split(separator: "\n").first { $0.hasPrefix("| \(raw) | \(section.name) |") }
      #expect(row != nil, "\(section.name)")
      #expect(row?.contains("| \(section.maximumCount) |") == true, "\(section.name): \(section.maximumCount)")
    }
  }
}
