import AfterglowArchive
import AfterglowCore
import Testing

@testable import afterglow_renderer

/// What a guard keeps of an archive's board.
@Suite struct BoardPlanTests {
  private static let strings: BoardStrings = [
    .name: "Kitchen", .displayPath: "/dev/dri/card1", .connector: "HDMI-A-1", .backlight: "auto",
    .monitor: "/dev/i2c-3", .recording: "/tmp/wires.jsonl",
  ]

  private func withArchive<T: ~Copyable>(_ strings: BoardStrings, _ body: (Archive) throws -> T) throws -> T {
    var board = BoardRecord()
    board.widthPx = 20
    board.heightPx = 10
    board.displayKind = DisplayKind.drm.rawValue
    board.archiveBankByteCount = 1 << 16
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings(strings)
    let file = try builder.build(compiledAt: Instant(seconds: 0))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 64)
    defer { memory.deallocate() }
    memory.copyBytes(from: file)
    return try body(Archive.validate(UnsafeRawBufferPointer(memory)))
  }

  @Test func `a plan outlives its archive with every string, set or not`() throws {
    let plan = try withArchive(Self.strings) { archive in try BoardPlan(archive) }
    for string in BoardString.all {
      let text = String(cString: plan[string])
      #expect(text == Self.strings[string], "\(string)")
    }
  }

  @Test func `another name is the same board, and any other string another one`() throws {
    let plan = try withArchive(Self.strings) { archive in try BoardPlan(archive) }
    let isItself = try withArchive(Self.strings) { archive in plan.isSame(as: archive) }
    #expect(isItself)
    for string in BoardString.all {
      // One is the beginning of the other, in both directions.
      for text in [Self.strings[string] + "0", String(Self.strings[string].dropLast())]
      where text != Self.strings[string] {
        var strings = Self.strings
        strings[string] = text
        let isSame = try withArchive(strings) { archive in plan.isSame(as: archive) }
        #expect(isSame == (string == .name), "\(string): \(text)")
      }
    }
  }
}
