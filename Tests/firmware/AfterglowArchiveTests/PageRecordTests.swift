import AfterglowCore
import AfterglowTimeline
import TestSupport
import Testing

@testable import AfterglowArchive

@Suite struct PageRecordTests {
  /// A widget on a page of three, with an action that turns to another one and a page that the clock chooses.
  private static func builder(_ change: (inout ArchiveBuilder) -> Void = { _ in }) -> ArchiveBuilder {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "pages"])
    builder.board.pages = PageSettings(count: 3, returnSeconds: 90, presencePage: 1)
    let zone = builder.addZone(
      ZoneDescription(
        name: "UTC", initialOffsetSeconds: 0, transitions: [], rule: PosixRule(standardOffsetSeconds: 0)))
    _ = builder.addAction(.page, name: "next", argument: PageTurn.next.argument)
    builder.addScheduledPage(2, minute: 390, days: 0b0111110, zone: zone)
    addWidget(to: &builder, page: 2)
    change(&builder)
    return builder
  }

  private static func addWidget(to builder: inout ArchiveBuilder, page: UInt8) {
    _ = builder.addWidget(
      kind: "w", bounds: PixelRect(x0: 0, y0: 0, x1: 10, y1: 10), variants: [[VariantKey(renderingMode: .fullColor)]],
      page: page, entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
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

  @Test func `pages are read back as they were written`() throws {
    let file = try Self.builder().build(compiledAt: Instant(seconds: 0))
    #expect(file[8] == 7)
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    let archive = try Archive.validate(aligned.bytes)
    let pages = archive.board.pages
    #expect(pages.count == 3 && pages.returnSeconds == 90 && pages.presencePage == 1)
    #expect(archive.widget(0).isOn(page: 2) && !archive.widget(0).isOn(page: 1))
    let due = archive.actions[1]
    #expect(due.page == 2 && due.minute == 390 && due.days == 62 && due.zone == 0)
    #expect(PageTurn(argument: archive.actions[0].argument) == .next)
  }

  @Test func `an archive with one page is written as before there were pages`() throws {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "one"])
    Self.addWidget(to: &builder, page: 0)
    let file = try builder.build(compiledAt: Instant(seconds: 0))
    #expect(file[8] == 6)
    builder.board.pages = PageSettings(count: 1, returnSeconds: 30, presencePage: 1)
    #expect(try builder.build(compiledAt: Instant(seconds: 0)) == file)
    let place = MemoryLayout<BoardRecord>.offset(of: \.pages)! + (Archive.tableEnd + 7) & ~7
    #expect(file[place..<place + 8].allSatisfy { $0 == 0 })
  }

  @Test func `pages that do not exist are refused`() {
    #expect(Self.problem { _ in } == nil)
    #expect(Self.problem { Self.addWidget(to: &$0, page: WidgetRecord.everyPage) } == nil)
    #expect(Self.problem { Self.addWidget(to: &$0, page: 3) } == .valueOutOfRange)
    #expect(Self.problem { $0.board.pages.lastPage = 16 } == .valueOutOfRange)
    #expect(Self.problem { $0.board.pages.lastPage = 255 } == .valueOutOfRange)
    #expect(Self.problem { $0.board.pages.presence = 4 } == .valueOutOfRange)
    #expect(Self.problem { $0.board.pages.reserved = 1 } == .nonzeroReserved)
    #expect(Self.problem { $0.board.pages.reserved0 = 1 } == .nonzeroReserved)
    #expect(Self.problem { _ = $0.addAction(.page, name: "far", argument: 3) } == .valueOutOfRange)
    #expect(Self.problem { _ = $0.addAction(.page, name: "none", argument: -3) } == .valueOutOfRange)
    #expect(Self.problem { $0.addScheduledPage(3, minute: 0, zone: 0) } == .valueOutOfRange)
    #expect(Self.problem { $0.addScheduledPage(0, minute: 1_440, zone: 0) } == .valueOutOfRange)
    #expect(Self.problem { $0.addScheduledPage(0, minute: 0, days: 0, zone: 0) } == .valueOutOfRange)
    #expect(Self.problem { $0.addScheduledPage(0, minute: 0, zone: 1) } == .valueOutOfRange)
    let isMixed = Self.problem { builder in
      let rule = PosixRule(standardOffsetSeconds: 3_600)
      let other = builder.addZone(
        ZoneDescription(name: "Else", initialOffsetSeconds: 3_600, transitions: [], rule: rule))
      builder.addScheduledPage(0, minute: 0, zone: other)
    }
    #expect(isMixed == .valueOutOfRange, "a schedule follows one wall clock")
  }

  @Test func `detail pages are behind the last page, and no schedule shows one`() throws {
    let two = { (builder: inout ArchiveBuilder) in builder.board.pages.details = 2 }
    #expect(Self.problem { $0.board.pages.details = 13 } == nil)
    #expect(Self.problem { $0.board.pages.details = 14 } == .valueOutOfRange)
    #expect(Self.problem { $0.board.pages.details = 255 } == .valueOutOfRange)
    for (page, problem) in [(3, nil), (4, nil), (5, .valueOutOfRange)] as [(UInt8, ArchiveProblem?)] {
      let widget = Self.problem {
        two(&$0)
        Self.addWidget(to: &$0, page: page)
      }
      let action = Self.problem {
        two(&$0)
        _ = $0.addAction(.page, name: "open", argument: Int32(page))
      }
      #expect(widget == problem && action == problem, "page \(page)")
    }
    let scheduled = Self.problem {
      two(&$0)
      $0.addScheduledPage(3, minute: 0, zone: 0)
    }
    let present = Self.problem {
      two(&$0)
      $0.board.pages.presence = 4
    }
    #expect(scheduled == .valueOutOfRange && present == .valueOutOfRange, "a detail is no page to turn to")
    let settings = PageSettings(count: 3, detailCount: 2)
    #expect(settings.count == 3 && settings.lastNumber == 4)
    #expect((0..<6).map { settings.isDetail($0) } == [false, false, false, true, true, false])
  }

  @Test func `an archive with one page and details is of version 7`() throws {
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "one"])
    builder.board.pages = PageSettings(count: 1, detailCount: 1)
    Self.addWidget(to: &builder, page: 0)
    Self.addWidget(to: &builder, page: 1)
    var file = try builder.build(compiledAt: Instant(seconds: 0))
    #expect(file[8] == 7)
    file[8] = 6
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == .nonzeroReserved)
    builder.board.pages.returnSeconds = 60
    #expect(throws: ArchiveBuildError.self) { try builder.build(compiledAt: Instant(seconds: 0)) }
  }

  @Test func `an archive of version 6 has no pages`() throws {
    var file = try Self.builder().build(compiledAt: Instant(seconds: 0))
    file[8] = 6
    #expect(ValidationTests.problem(of: file) == .checksumMismatch, "the two versions differ by one bit")
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == .nonzeroReserved)
  }

  @Test func `an archive with one page is of version 7 only where version 6 cannot express it`() throws {
    let kinds: [(kind: ActionKind, version: UInt8)] = [
      (.author, 6), (.mode, 6), (.page, 7), (.brightness, 7), (.entry, 7),
    ]
    for (kind, version) in kinds {
      var builder = ArchiveBuilder(board: BoardRecord.test())
      builder.setBoardStrings([.name: "one"])
      _ = builder.addAction(kind, name: "do", argument: version == 6 ? 1 : -1)
      Self.addWidget(to: &builder, page: 0)
      var file = try builder.build(compiledAt: Instant(seconds: 0))
      #expect(file[8] == version)
      file[8] = 6
      ArchiveChecksum.seal(&file)
      #expect(ValidationTests.problem(of: file) == (version == 6 ? nil : .unknownValue))
    }
    var builder = ArchiveBuilder(board: BoardRecord.test())
    builder.setBoardStrings([.name: "one"])
    Self.addWidget(to: &builder, page: WidgetRecord.everyPage)
    var file = try builder.build(compiledAt: Instant(seconds: 0))
    #expect(file[8] == 7)
    file[8] = 6
    ArchiveChecksum.seal(&file)
    #expect(ValidationTests.problem(of: file) == .nonzeroReserved)
  }
}
