import Testing

@testable import AfterglowArchive

/// A widget's part of an archive, added to another builder.
@Suite struct PartTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a part that is added to an empty builder keeps its records and their order`(_ seed: UInt64) throws {
    var random = RandomArchive(seed: seed)
    _ = try random.build()
    let part = random.builder.part
    let zones = random.builder.zones.records.indices.map { UInt32($0) }
    var other = ArchiveBuilder(board: BoardRecord.test())
    let places = other.add(part, zones: zones)
    #expect(places.nodes == part.nodes.records.indices.map { UInt32($0) } && !places.nodes.isEmpty)
    let copy = other.part
    #expect(bytes(of: copy.nodes.records) == bytes(of: part.nodes.records) && copy.nodes.marks == part.nodes.marks)
    #expect(bytes(of: copy.paints.records) == bytes(of: part.paints.records) && copy.paints.marks == part.paints.marks)
    #expect(bytes(of: copy.points.records) == bytes(of: part.points.records))
    #expect(bytes(of: copy.placements.records) == bytes(of: part.placements.records))
    #expect(bytes(of: copy.ticks.items) == bytes(of: part.ticks.items))
    #expect(bytes(of: copy.ticks.templates) == bytes(of: part.ticks.templates))
    #expect(copy.glyphData == part.glyphData && copy.pixels == part.pixels)
  }

  @Test func `a part that is added twice is stored once`() throws {
    var random = RandomArchive(seed: 7)
    _ = try random.build()
    let part = random.builder.part
    let before = random.builder.byteCount
    let zones = random.builder.zones.records.indices.map { UInt32($0) }
    let places = random.builder.add(part, zones: zones)
    #expect(random.builder.byteCount == before && places.nodes == part.nodes.records.indices.map { UInt32($0) })
  }
}
