import AfterglowCore
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

@Suite struct TouchRecordTests {
  /// A scene with a toggle in two looks.
  private static func builder(_ change: (inout RegionRecord) -> Void = { _ in }) -> ArchiveBuilder {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "touch"])
    let paint = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let bounds = PixelRect(x0: 10, y0: 10, x1: 60, y1: 40)
    let looks = [NodeCondition.regionOn, .regionOff].map { condition in
      builder.addNode(NodeRecord(kind: .rectangle, condition: condition, region: 0, paint: paint, bounds: bounds))
    }
    let action = builder.addAction(.author, name: "lamp", argument: 7)
    var region = RegionRecord(
      kind: .toggle, press: .cell, bounds: bounds, slots: 1, action: action, key: 42, nodes: 0..<2, radiusPx: 6,
      isOn: true)
    change(&region)
    _ = builder.addWidget(
      kind: "switch", bounds: PixelRect(x0: 0, y0: 0, x1: 100, y1: 100),
      variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [looks], regions: [region])])
    return builder
  }

  private static func problem(_ change: (inout RegionRecord) -> Void) -> ArchiveProblem? {
    do throws(ArchiveBuildError) {
      _ = try builder(change).build(compiledAt: Instant(seconds: 0))
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return .wrongBoard }
      return refusal.problem
    }
  }

  @Test func `regions and actions are read back as they were written`() throws {
    let file = try Self.builder().build(compiledAt: Instant(seconds: 0))
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    let regions = archive.regions(ofEntry: 0)
    #expect(regions.count == 1 && regions[0].key == 42 && regions[0].isOn && !regions[0].darkens)
    #expect(regions[0].bounds == PixelRect(x0: 10, y0: 10, x1: 60, y1: 40))
    let action = archive.actions[Int(regions[0].action)]
    #expect(archive.string(action.name) == "lamp" && action.argument == 7)
    #expect(archive.hasRegion(42, action: 0, inWidget: 0))
    #expect(!archive.hasRegion(42, action: 1, inWidget: 0))
    #expect(!archive.hasRegion(43, action: 0, inWidget: 0))
    #expect(!archive.hasRegion(42, action: 0, inWidget: 1))
  }

  @Test func `a region that the firmware could not trust is refused`() {
    #expect(Self.problem { _ in } == nil)
    #expect(Self.problem { $0.kind = 4 } == .unknownValue)
    #expect(Self.problem { $0.press = 4 } == .unknownValue)
    #expect(Self.problem { $0.flags = 4 } == .unknownValue)
    #expect(Self.problem { $0.kind = RegionKind.button.rawValue } == .unknownValue)
    #expect(Self.problem { $0.reserved = 1 } == .nonzeroReserved)
    #expect(Self.problem { $0.action = 1 } == .indexOutOfRange)
    #expect(Self.problem { $0.slots = 0 } == .valueOutOfRange)
    #expect(Self.problem { $0.slots = 2 } == .indexOutOfRange)
    #expect(Self.problem { $0.boundsX1 = 10 } == .valueOutOfRange)
    #expect(Self.problem { $0.boundsX1 = 101 } == .regionOutsideWidget)
    #expect(Self.problem { $0.nodeCount = .max } == .valueOutOfRange)
    #expect(Self.problem { $0.radiusPx = .max } == .valueOutOfRange)
  }

  @Test func `an entry has at most sixty-four regions`() throws {
    for count in [64, 65] {
      var builder = Self.builder()
      let action = builder.addAction(.mode, name: "night", argument: 2)
      let regions = (0..<count).map { index in
        RegionRecord(
          kind: .button, press: .fill, bounds: PixelRect(x0: 0, y0: 0, x1: 9, y1: 9), slots: 1, action: action,
          key: UInt64(index))
      }
      _ = builder.addWidget(
        kind: "many", bounds: PixelRect(x0: 0, y0: 0, x1: 10, y1: 10),
        variants: [[VariantKey(renderingMode: .fullColor)]],
        entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]], regions: regions)])
      let isAccepted = (try? builder.build(compiledAt: Instant(seconds: 0))) != nil
      #expect(isAccepted == (count == 64))
    }
  }

  @Test func `a mode that there is none of is refused`() {
    for (argument, isAccepted) in [(Int32(-1), false), (0, true), (3, true), (4, false), (256, false)] {
      var builder = Self.builder()
      _ = builder.addAction(.mode, name: "mode", argument: argument)
      #expect(((try? builder.build(compiledAt: Instant(seconds: 0))) != nil) == isAccepted, "\(argument)")
    }
  }

  @Test func `a copy of a toggle keeps the look that its archive shows`() throws {
    let file = try Self.builder().build(compiledAt: Instant(seconds: 0))
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    var next = ArchiveBuilder(board: BoardRecord.test())
    next.setBoardStrings([.name: "touch"])
    _ = next.copyWidget(0, of: archive, from: Instant(seconds: 1))
    #expect(next.nodes.records.count == 1)
    #expect(next.nodes.records.first?.condition == NodeCondition.always.rawValue)
    #expect(next.widgets.regions.records.isEmpty && next.actions.records.isEmpty)
  }

  @Test func `an archive of version 5 is read as one without regions`() throws {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "old"])
    _ = builder.addWidget(
      kind: "scene", bounds: PixelRect(x0: 0, y0: 0, x1: 10, y1: 10),
      variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
    var file = try builder.build(compiledAt: Instant(seconds: 0))
    file[8] = 5
    for section in [ArchiveSection.regions, .actions] {
      let table = MemoryLayout<ArchiveHeader>.stride
      file[table + Int(section.rawValue) * MemoryLayout<SectionRecord>.stride + 4] = 1
    }
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == nil)
    file[8] = 4
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == .otherVersion)
    file[8] = 9
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == .otherVersion)
  }
}
