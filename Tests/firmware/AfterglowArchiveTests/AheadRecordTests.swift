import AfterglowCore
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

/// Archives of panels that show coming moments.
@Suite struct AheadRecordTests {
  private static let conditions: [NodeCondition] = [.ahead, .aheadToday, .aheadTomorrow, .aheadLater]

  private static func builder(_ change: (inout ArchiveBuilder) -> Void = { _ in }) -> ArchiveBuilder {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "ahead"])
    change(&builder)
    return builder
  }

  private static func addWidget(
    to builder: inout ArchiveBuilder, isBeyondReach: Bool = false, condition: NodeCondition = .always
  ) {
    let paint = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let bounds = PixelRect(x0: 0, y0: 0, x1: 4, y1: 4)
    let node = builder.addNode(
      NodeRecord(kind: .rectangle, condition: condition, paint: paint, bounds: bounds, c: 1_024, d: 1_024))
    var later = ArchiveEntry(date: Instant(seconds: 100), displayLists: [[node]])
    later.isBeyondReach = isBeyondReach
    _ = builder.addWidget(
      kind: "w", bounds: bounds, variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[node]]), later])
  }

  private static func file(_ change: (inout ArchiveBuilder) -> Void) throws -> [UInt8] {
    try builder(change).build(compiledAt: Instant(seconds: 0))
  }

  @Test func `the reach of a widget and the board's permission are read back as they were written`() throws {
    let file = try Self.file {
      $0.board.showsAhead = 1
      Self.addWidget(to: &$0, isBeyondReach: true, condition: .aheadTomorrow)
    }
    #expect(file[8] == 8)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    #expect(archive.board.showsAhead == 1)
    #expect(!archive.entry(0).isBeyondReach && archive.entry(1).isBeyondReach)
    #expect(archive.entry(0).firstVariant == archive.entry(1).firstVariant, "the same list is stored once")
    var copy = Self.builder()
    copy.board.showsAhead = 1
    _ = copy.copyWidget(0, of: archive, from: Instant(seconds: 50))
    #expect(try copy.build(compiledAt: Instant(seconds: 0))[8] == 8)
    copy = Self.builder()
    _ = copy.copyWidget(0, of: archive, from: Instant(seconds: 50))
    let kept = AlignedBytes(try copy.build(compiledAt: Instant(seconds: 0)))
    defer { withExtendedLifetime(kept) {} }
    #expect(try !Archive.validate(kept.bytes).entry(1).isBeyondReach)
  }

  @Test func `an archive without coming moments is written as before there were any`() throws {
    let plain = try Self.file { Self.addWidget(to: &$0) }
    #expect(plain[8] == 6)
    let flags = MemoryLayout<BoardRecord>.offset(of: \.showsAhead)! + (Archive.tableEnd + 7) & ~7
    #expect(plain[flags] == 0)
  }

  @Test func `older versions have no coming moments`() throws {
    var files = [
      try Self.file {
        $0.board.showsAhead = 1
        Self.addWidget(to: &$0)
      }
    ]
    files.append(try Self.file { Self.addWidget(to: &$0, isBeyondReach: true) })
    for condition in Self.conditions { files.append(try Self.file { Self.addWidget(to: &$0, condition: condition) }) }
    for (number, file) in files.enumerated() {
      #expect(file[8] == 8, "\(number)")
      for version in UInt8(6)...7 {
        var older = file
        older[8] = version
        ArchiveChecksum.seal(&older)
        #expect(
          ValidationTests.problem(of: older) == (number < 2 ? .nonzeroReserved : .unknownValue), "\(number), \(version)"
        )
      }
    }
  }

  @Test func `unknown flags and values are refused`() throws {
    let file = try Self.file {
      $0.board.showsAhead = 1
      Self.addWidget(to: &$0, isBeyondReach: true)
    }
    var board = file
    board[MemoryLayout<BoardRecord>.offset(of: \.showsAhead)! + (Archive.tableEnd + 7) & ~7] = 2
    ArchiveChecksum.seal(&board)
    #expect(ValidationTests.problem(of: board) == .valueOutOfRange)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let entries = Int(try Archive.validate(aligned.bytes).sectionRecord(.entries).pointee.offset)
    var entry = file
    entry[entries + MemoryLayout<EntryRecord>.offset(of: \.flags)!] = 2
    ArchiveChecksum.seal(&entry)
    #expect(ValidationTests.problem(of: entry) == .nonzeroReserved)
  }
}
