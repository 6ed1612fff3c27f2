import AfterglowCore
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

/// Keys of input devices, and the calibration of a touch screen.
@Suite struct KeyRecordTests {
  /// An archive with two actions, 0 and 1.
  private static func builder(_ change: (inout ArchiveBuilder) -> Void = { _ in }) -> ArchiveBuilder {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "keys", .input: "auto"])
    _ = builder.addWidget(
      kind: "w", bounds: PixelRect(x0: 0, y0: 0, x1: 10, y1: 10), variants: [[VariantKey(renderingMode: .fullColor)]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
    _ = builder.addAction(.author, name: "lamp")
    _ = builder.addAction(.mode, name: "night", argument: 2)
    change(&builder)
    return builder
  }

  private static func problem(_ change: (inout ArchiveBuilder) -> Void) -> ArchiveProblem? {
    do throws(ArchiveBuildError) {
      _ = try builder(change).build(compiledAt: Instant(seconds: 0))
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return .wrongBoard }
      return refusal.problem
    }
  }

  private static let effects: [KeyEffect] = [
    .nothing, .action, .activate, .nextControl, .previousControl, .nextPage, .previousPage, .dismiss,
  ]

  @Test func `keys are read back as they were written`() throws {
    let file = try Self.builder { builder in
      for (number, effect) in Self.effects.enumerated() {
        builder.addKey(UInt16(140 + number), effect, action: effect == .action ? 1 : 0)
      }
    }.build(compiledAt: Instant(seconds: 0))
    #expect(file[8] == 7)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    let keys = archive.actions.filter { $0.kind == ActionKind.key.rawValue }
    #expect(keys.map(\.effect) == Self.effects && keys.map(\.minute) == (140..<148).map { UInt16($0) })
    #expect(archive.action(ofKey: 141) == 1)
    for code in [UInt16(140), 142, 143, 144, 145, 146, 147, 148, 0, 767] {
      #expect(archive.action(ofKey: code) == nil, "\(code) performs no action")
    }
  }

  @Test func `a key that the firmware could not trust is refused`() {
    #expect(Self.problem { $0.addKey(767, .action, action: 0) } == nil)
    #expect(Self.problem { $0.addKey(768, .nextPage) } == .valueOutOfRange)
    #expect(Self.problem { $0.addKey(1, .nextPage, action: 1) } == .valueOutOfRange)
    #expect(Self.problem { $0.addKey(1, .action, action: 3) } == .valueOutOfRange)
    #expect(Self.problem { $0.addKey(1, .action, action: 2) } == .valueOutOfRange, "a key performs no key")
    let isScheduled = Self.problem { builder in
      let rule = PosixRule(standardOffsetSeconds: 0)
      let zone = builder.addZone(
        ZoneDescription(name: "UTC", initialOffsetSeconds: 0, transitions: [], rule: rule))
      builder.addScheduledPage(0, minute: 0, zone: zone)
      builder.addKey(1, .action, action: 2)
    }
    #expect(isScheduled == .valueOutOfRange, "a page of the schedule is no action of a touch")
  }

  @Test func `only an archive with keys or a calibration is of version 7`() throws {
    let plain = try Self.builder().build(compiledAt: Instant(seconds: 0))
    #expect(plain[8] == 6)
    let changes: [(inout ArchiveBuilder) -> Void] = [
      { $0.addKey(148, .nextPage) },
      { $0.setBoardStrings([.name: "keys", .input: "auto", .calibration: "0 1 0 -1 0 1"]) },
    ]
    for change in changes {
      var file = try Self.builder(change).build(compiledAt: Instant(seconds: 0))
      #expect(file[8] == 7)
      file[8] = 6
      ArchiveChecksum.seal(&file)
      let problem = ValidationTests.problem(of: file)
      #expect(problem == .unknownValue || problem == .nonzeroReserved)
    }
  }

  @Test func `another calibration is another device`() throws {
    func archive(_ text: String) throws -> AlignedBytes {
      let strings: BoardStrings = [.name: "keys", .input: "auto", .calibration: text]
      return AlignedBytes(try Self.builder { $0.setBoardStrings(strings) }.build(compiledAt: Instant(seconds: 0)))
    }
    let (one, other) = (try archive("1 0 0 0 1 0"), try archive("0 1 0 -1 0 1"))
    try withExtendedLifetime((one, other)) {
      let (first, second) = (try Archive.validate(one.bytes), try Archive.validate(other.bytes))
      #expect(first.namesSameDevices(as: first) && !first.namesSameDevices(as: second))
    }
  }
}
