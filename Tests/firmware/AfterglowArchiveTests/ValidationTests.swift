import AfterglowCore
import AfterglowLight
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

@Suite struct ValidationTests {
  /// The problem found by validation, nil = none; a valid archive is walked to its last byte.
  static func problem(of file: [UInt8]) -> ArchiveProblem? {
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    do throws(ArchiveError) {
      let archive = try Archive.validate(aligned.bytes)
      _ = walk(archive)
      return nil
    } catch {
      return error.problem
    }
  }

  static func offset(of section: ArchiveSection, in file: [UInt8]) -> Int {
    let at = MemoryLayout<ArchiveHeader>.stride + Int(section.rawValue) * MemoryLayout<SectionRecord>.stride + 8
    return file.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
  }

  @Test(arguments: UInt64(1)...200)
  func `random archives are valid and read back as they were written`(seed: UInt64) throws {
    var random = RandomArchive(seed: seed)
    let file = try random.build()
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    #expect(Array(archive.nodes) == random.builder.nodes.records)
    #expect(Array(archive.paints) == random.builder.paints.records)
    #expect(Array(archive.placements) == random.builder.glyphs.placements.records)
    #expect(Array(archive.points) == random.builder.points.records)
    #expect(Array(archive.zones) == random.builder.zones.records)
    #expect(Array(archive.entries) == random.builder.widgets.entries)
    #expect(archive.string(archive.board.name) == "random \(seed)")
    #expect(String(decoding: archive.provenance, as: UTF8.self) == "Inter 4.0\nPango 1.50")
    #expect(walk(archive) != 0)
    #expect(try RandomArchive.make(seed: seed) == file)
  }

  @Test func `any single flipped bit is refused`() throws {
    let file = try RandomArchive.make(seed: 7)
    for at in file.indices {
      var torn = file
      torn[at] ^= 1 << UInt8(at % 8)
      #expect(Self.problem(of: torn) != nil, "byte \(at)")
    }
  }

  @Test func `what was validated before is opened again without its records being looked at, if it is an archive`()
    throws
  {
    let file = try RandomArchive.make(seed: 7)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let again = try Archive.reopen(aligned.bytes)
    #expect(try again.contentHash == Archive.validate(aligned.bytes).contentHash)
    #expect(walk(again) == walk(try Archive.validate(aligned.bytes)))
    for length in 0..<file.count {
      let cut = AlignedBytes(Array(file[..<length]))
      defer { withExtendedLifetime(cut) {} }
      #expect(throws: ArchiveError.self, "\(length) bytes") { _ = try Archive.reopen(cut.bytes) }
    }
  }

  @Test func `what the board seems to ask for is had of a file's beginning`() throws {
    let file = try RandomArchive.make(seed: 7)
    let whole = AlignedBytes(file)
    defer { withExtendedLifetime(whole) {} }
    let board = try Archive.validateBoard(whole.bytes).board
    let end = Self.offset(of: .strings, in: file)
    for length in 0...end {
      let head = AlignedBytes(Array(file[..<length]))
      defer { withExtendedLifetime(head) {} }
      let hint = Archive.boardHint(head.bytes)
      #expect((hint == nil) == (length < end), "\(length) bytes")
      if let hint { #expect(hint.widthPx == board.widthPx && hint.displayKind == board.displayKind) }
    }
    for at in 0..<12 {
      var other = file
      other[at] ^= 0x40
      let head = AlignedBytes(other)
      defer { withExtendedLifetime(head) {} }
      #expect(Archive.boardHint(head.bytes) == nil, "byte \(at)")
    }
  }

  @Test func `a board is had of an archive whose content is refused after`() throws {
    let file = try RandomArchive.make(seed: 7)
    var changed = file
    changed[Self.offset(of: .paints, in: file)] = 0xFF
    ArchiveChecksum.seal(&changed)
    let aligned = AlignedBytes(changed)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validateBoard(aligned.bytes)
    #expect(archive.string(archive.board.name) == "random 7")
    #expect(throws: ArchiveError.self) { try archive.validateContent() }
    #expect(Self.problem(of: changed) == .unknownValue)
    changed[20] ^= 1
    let torn = AlignedBytes(changed)
    defer { withExtendedLifetime(torn) {} }
    #expect(throws: ArchiveError.self) { _ = try Archive.validateBoard(torn.bytes) }
  }

  @Test func `a wrong checksum is found with the content, and before what it explains`() throws {
    let file = try RandomArchive.make(seed: 11)
    var changed = file
    changed[Self.offset(of: .paints, in: file)] ^= 0xFF
    let aligned = AlignedBytes(changed)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validateBoard(aligned.bytes)
    #expect(throws: ArchiveError(.checksumMismatch, byteOffset: 32)) { try archive.validateContent() }
    changed[20] ^= 1
    let torn = AlignedBytes(changed)
    defer { withExtendedLifetime(torn) {} }
    #expect(throws: ArchiveError(.checksumMismatch, byteOffset: 12)) { _ = try Archive.validateBoard(torn.bytes) }
  }

  @Test func `an archive cut at any length is refused`() throws {
    let file = try RandomArchive.make(seed: 8)
    for length in file.indices { #expect(Self.problem(of: Array(file[..<length])) != nil, "\(length) bytes") }
    #expect(Self.problem(of: file + [0]) == .wrongByteCount)
  }

  @Test func `extreme values in header, table and board are refused or harmless, even with a right checksum`() throws {
    let file = try RandomArchive.make(seed: 9)
    let boardEnd = Self.offset(of: .strings, in: file)
    for at in stride(from: 0, to: boardEnd, by: 1) {
      for value in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
        var changed = file
        changed[at] = value
        ArchiveChecksum.seal(&changed)
        _ = Self.problem(of: changed)
      }
    }
    for at in stride(from: 0, to: boardEnd - 3, by: 4) {
      for value in [UInt32(0), 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var changed = file
        for byte in 0..<4 { changed[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte))) }
        ArchiveChecksum.seal(&changed)
        _ = Self.problem(of: changed)
      }
    }
  }

  @Test func `bytes changed anywhere under a right checksum never lead a reader astray`() throws {
    var generator = SeededGenerator(seed: 10)
    var refused = 0
    for seed in UInt64(1)...20 {
      let file = try RandomArchive.make(seed: seed)
      for _ in 0..<500 {
        var changed = file
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        ArchiveChecksum.seal(&changed)
        if Self.problem(of: changed) != nil { refused += 1 }
      }
    }
    #expect(refused > 3000)
  }

  @Test func `a board of another size, or with other lines, is other hardware`() throws {
    let aligned = AlignedBytes(try RandomArchive.make(seed: 11))
    defer { withExtendedLifetime(aligned) {} }
    let board = try Archive.validate(aligned.bytes).board
    var other = BoardRecord.test()
    #expect(board.isSameHardware(as: other))
    other.heightPx = 481
    #expect(!board.isSameHardware(as: other))
    for line in [\BoardRecord.dataCommandLine, \.resetLine, \.busyLine, \.powerLine] {
      var other = BoardRecord.test()
      other[keyPath: line] = 5
      #expect(!board.isSameHardware(as: other))
    }
  }

  @Test(arguments: [DisplayKind.drm, .virtualFramebuffer])
  func `archives of one board name the same devices, by what they say and not by where it stands`(
    kind: DisplayKind
  ) throws {
    /// `padding` moves every string to another offset.
    func archive(padding: String, _ change: (inout ArchiveBuilder) -> Void = { _ in }) throws -> AlignedBytes {
      var random = RandomArchive(seed: 12)
      random.builder.board.displayKind = kind.rawValue
      random.builder.board.lightSource = LightSourceKind.iio.rawValue
      _ = random.builder.addString(padding)
      setDevices(&random.builder)
      change(&random.builder)
      return AlignedBytes(try random.build())
    }
    func setDevices(_ builder: inout ArchiveBuilder, _ string: BoardString? = nil, _ text: String = "") {
      var strings: BoardStrings = [
        .name: "board", .displayPath: "/dev/dri/card1", .lightSourcePath: "veml7700", .connector: "HDMI-A-1",
        .backlight: "auto", .input: "auto",
      ]
      if let string { strings[string] = text }
      builder.setBoardStrings(strings)
    }
    func isSame(_ a: AlignedBytes, _ b: AlignedBytes) throws -> Bool {
      defer { withExtendedLifetime((a, b)) {} }
      return try Archive.validate(a.bytes).namesSameDevices(as: Archive.validate(b.bytes))
    }
    let mine = try archive(padding: "")
    #expect(try isSame(mine, archive(padding: "elsewhere")))
    #expect(try isSame(mine, archive(padding: "") { $0.setBoardStrings([.name: "x"]) }) == false)
    // The command line sets the path of a virtual panel, and people may rename a board.
    let free: [BoardString] = kind == .virtualFramebuffer ? [.name, .displayPath] : [.name]
    for string in BoardString.all {
      let other = try archive(padding: "") { setDevices(&$0, string, "another") }
      #expect(try isSame(mine, other) == free.contains(string), "\(string)")
    }
    #expect(try isSame(mine, archive(padding: "") { setDevices(&$0, .backlight, "") }) == false)
  }

  @Test func `a screen is not taken for paper, nor for a panel that could not turn red`() {
    // The builder validates its output by the firmware's own validation.
    func isAccepted(_ kind: DisplayKind, _ format: PixelFormat, isEmissive: UInt8) -> Bool {
      var random = RandomArchive(seed: 12)
      random.builder.board.displayKind = kind.rawValue
      random.builder.board.pixelFormat = format.rawValue
      random.builder.board.isEmissive = isEmissive
      if kind.isPaper { random.builder.board.showTestPanel() }
      if kind == .epaper {
        random.builder.board.dataCommandLine = 1
        random.builder.board.resetLine = 2
        random.builder.board.busyLine = 3
      }
      return (try? random.build()) != nil
    }
    for kind in [DisplayKind.drm, .framebuffer, .automatic] {
      for format in [PixelFormat.xrgb8888, .argb8888, .rgb565] {
        #expect(isAccepted(kind, format, isEmissive: 1))
        #expect(!isAccepted(kind, format, isEmissive: 0))
      }
      for format in [PixelFormat.gray8, .mono1, .spectra6, .gray2] {
        #expect(!isAccepted(kind, format, isEmissive: 1))
        #expect(!isAccepted(kind, format, isEmissive: 0))
      }
    }
    #expect(isAccepted(.virtualFramebuffer, .gray8, isEmissive: 1))
    #expect(isAccepted(.virtualFramebuffer, .mono1, isEmissive: 0))
    #expect(!isAccepted(.virtualFramebuffer, .xrgb8888, isEmissive: 0))
    #expect(isAccepted(.virtualFramebuffer, .spectra6, isEmissive: 0))
    #expect(!isAccepted(.virtualFramebuffer, .spectra6, isEmissive: 1))
    #expect(isAccepted(.virtualFramebuffer, .gray2, isEmissive: 0))
    #expect(!isAccepted(.virtualFramebuffer, .gray2, isEmissive: 1))
    for kind in [DisplayKind.epaper, .simulatedEPaper] {
      #expect(isAccepted(kind, .mono1, isEmissive: 0))
      #expect(!isAccepted(kind, .mono1, isEmissive: 1))
    }
  }

  @Test func `an e-paper panel belongs to an e-paper board of its size, and to no other`() {
    func isAccepted(_ change: (inout BoardRecord) -> Void) -> Bool {
      var random = RandomArchive(seed: 12)
      random.builder.board.displayKind = DisplayKind.simulatedEPaper.rawValue
      random.builder.board.pixelFormat = PixelFormat.mono1.rawValue
      random.builder.board.isEmissive = 0
      random.builder.board.showTestPanel()
      change(&random.builder.board)
      return (try? random.build()) != nil
    }
    #expect(isAccepted { _ in })
    #expect(!isAccepted { $0.panel = PaperPanel() })
    #expect(!isAccepted { $0.panel.controller = 5 })
    #expect(!isAccepted { $0.panel.widthPx += 1 })
    #expect(!isAccepted { $0.panel.heightPx -= 1 })
    #expect(!isAccepted { $0.panel.reserved1 = 1 })
    #expect(!isAccepted { $0.pixelFormat = PixelFormat.gray8.rawValue })
    #expect(
      !isAccepted {
        $0.rotation = Rotation.clockwise90.rawValue
        swap(&$0.panel.widthPx, &$0.panel.heightPx)
        $0.panel.widthPx += 1
      })
    #expect(
      isAccepted {
        $0.rotation = Rotation.clockwise90.rawValue
        swap(&$0.panel.widthPx, &$0.panel.heightPx)
      })
    // A screen has none.
    #expect(
      !isAccepted {
        $0.displayKind = DisplayKind.virtualFramebuffer.rawValue
        $0.isEmissive = 1
      })
  }

  @Test func `an error names section, record and byte`() throws {
    var file = try RandomArchive.make(seed: 12)
    let node = Self.offset(of: .nodes, in: file)
    file[node] = 200
    ArchiveChecksum.seal(&file)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let expected = ArchiveError(.unknownValue, in: .nodes, index: 0, byteOffset: UInt32(node))
    #expect(throws: expected) { _ = try Archive.validate(aligned.bytes) }
    #expect("\(expected)".contains("(nodes, record 0, byte \(node))"))
  }

  @Test func `a schedule's periods are checked, each and altogether`() throws {
    func problem(_ change: (inout LightRules) -> Void) throws -> ArchiveProblem? {
      var random = RandomArchive(seed: 14)
      random.builder.board.rules.schedule.periods[0] = SchedulePeriod(
        startMinute: 1350, endMinute: 390, mode: .night, rule: .darker)
      random.builder.board.rules.schedule.count = 1
      change(&random.builder.board.rules)
      var found: ArchiveProblem?
      do {
        found = Self.problem(of: try random.build())
      } catch ArchiveBuildError.refused(let error) {
        found = error.problem
      }
      return found
    }
    #expect(try problem { _ in } == nil)
    #expect(try problem { $0.schedule.periods[0].startMinute = 1440 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].endMinute = 0 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].endMinute = 1441 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].endMinute = 1350 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].days = 0 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].days = 128 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].mode = 3 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].rule = 3 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[0].reserved = 1 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.periods[7].days = 1 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.count = 9 } == .valueOutOfRange)
    #expect(try problem { $0.schedule.zone = 200 } == .rangeOutOfSection)
    #expect(try problem { $0.wakeMs = -1 } == .valueOutOfRange)
    #expect(try problem { $0.wakeMs = 86_400_001 } == .valueOutOfRange)
    #expect(try problem { $0.ownMillilux = -1 } == .valueOutOfRange)
    #expect(try problem { $0.reserved = 1 } == .nonzeroReserved)
  }

  @Test func `memory that is not aligned is refused`() throws {
    let aligned = AlignedBytes([0] + (try RandomArchive.make(seed: 13)))
    defer { withExtendedLifetime(aligned) {} }
    let moved = UnsafeRawBufferPointer(rebasing: aligned.bytes[1...])
    #expect(throws: ArchiveError(.misaligned)) { _ = try Archive.validate(moved) }
  }
}
