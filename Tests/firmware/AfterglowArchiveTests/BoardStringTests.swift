import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowArchive

/// The strings of a board: one enumeration, and one range for each.
@Suite struct BoardStringTests {
  @Test func `every range of the board is the range of one string`() {
    // `LayoutTests` documents all fields; these are the ones that name strings.
    var count = 0
    for field in Mirror(reflecting: BoardRecord()).children {
      if field.value is RecordRange { count += 1 }
      for inner in Mirror(reflecting: field.value).children where inner.value is RecordRange { count += 1 }
    }
    #expect(Array(BoardString.all).count == count)
    for string in BoardString.all {
      var board = BoardRecord()
      board[string] = RecordRange(first: 3, count: 4)
      for other in BoardString.all {
        #expect(board[other] == (other == string ? RecordRange(first: 3, count: 4) : .empty), "\(string), \(other)")
      }
    }
  }

  @Test(arguments: Array(BoardString.all)) func `a range outside the strings is refused, whichever string it is of`(
    string: BoardString
  ) throws {
    var file = try RandomArchive.make(seed: 5)
    let board = AlignedBytes(file)
    let (place, count) = try withExtendedLifetime(board) {
      let archive = try Archive.validate(board.bytes)
      return (archive.sectionRecord(.board).pointee.offset, archive.byteCount(of: .strings))
    }
    file.withUnsafeMutableBytes { bytes in
      var record = bytes.load(fromByteOffset: Int(place), as: BoardRecord.self)
      record[string] = RecordRange(first: UInt32(count), count: 1)
      bytes.storeBytes(of: record, toByteOffset: Int(place), as: BoardRecord.self)
    }
    ArchiveChecksum.seal(&file)
    let changed = AlignedBytes(file)
    defer { withExtendedLifetime(changed) {} }
    let error = #expect(throws: ArchiveError.self) { _ = try Archive.validate(changed.bytes) }
    #expect(error?.problem == .rangeOutOfSection)
  }

  @Test func `an archive returns the strings that its builder was given`() throws {
    var strings = BoardStrings(name: "Kitchen")
    for string in BoardString.all where string != .name && string != .mode { strings[string] = "text of \(string)" }
    var random = RandomArchive(seed: 5)
    random.builder.setBoardStrings(strings)
    let bytes = AlignedBytes(try random.build())
    defer { withExtendedLifetime(bytes) {} }
    let read = BoardStrings(try Archive.validate(bytes.bytes))
    #expect(read == strings)
    #expect(read[.name] == "Kitchen" && read[.mode] == "" && read[.monitor] == "text of monitor")
  }

  @Test func `a string that is set to nothing is not set`() {
    var strings: BoardStrings = [.name: "Kitchen", .monitor: "auto"]
    strings[.monitor] = ""
    #expect(strings == BoardStrings(name: "Kitchen"))
  }
}
