import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview
import Foundation
import Testing

/// Widgets whose content cannot be read, in a process without earlier content: the process before it has died, or the
/// author was started again. They keep the picture of the last archive, and never another widget's.
@Suite struct LastPictureTests {
  /// 23 November 2026, 11:00 in Lisbon.
  private static let start = Instant(seconds: 1_795_431_600)
  private let folder: RunFolder

  init() throws {
    folder = try RunFolder()
    let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
    for name in ["board.yaml", "forecast.json"] {
      try FileManager.default.copyItem(
        at: repository.appending(path: "boards/bedside-clock/\(name)"),
        to: folder.folder.appending(path: "board/\(name)"))
    }
    try writeScene()
    try folder.write(calendar("Dentist"), to: "board/mine.ics")
    try folder.write(document(21), to: "board/value.json")
  }

  private func writeScene(calendar file: String = "mine.ics", zone: String = "Europe/Lisbon") throws {
    try folder.write(
      """
      context: standBy
      zone: \(zone)
      locale: en-GB
      widgets:
        - {name: day, kind: calendar, configuration: {file: \(file)}}
        - {name: level, kind: value, configuration: {file: value.json}}

      """, to: "board/scene.yaml")
  }

  private func calendar(_ title: String) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20261101T000000Z\n"
      + "DTSTART:20261123T150000Z\nDTEND:20261123T160000Z\nSUMMARY:\(title)\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  private func document(_ value: Int) -> String {
    #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-11-21T08:00:00Z", "value": \#(value)}]}"#
  }

  private static func later(_ seconds: Int64) -> Instant { Instant(seconds: start.seconds + seconds) }

  /// Composes the board in a process that knows nothing but an archive.
  private func compose(at instant: Instant = start, after archive: [UInt8]? = nil) throws -> CompiledBoard {
    let source = try BoardSource(folder.path("board"))
    if let archive {
      try Data(archive).write(to: folder.folder.appending(path: "last.archive"))
      let descriptor = open(folder.path("last.archive"), O_RDONLY)
      try #require(descriptor >= 0)
      source.lastArchive = LastGoodArchive(descriptor)
      close(descriptor)
    }
    return try source.compile(at: instant)
  }

  private func record(_ board: CompiledBoard, _ kind: String = "calendar") throws -> WidgetRecord {
    let found = try board.withArchive { archive in archive.widgets.first { archive.string($0.kind) == kind } }
    return try #require(found)
  }

  /// The pixels of a widget's card.
  private func card(_ board: CompiledBoard, _ name: String = "day", at instant: Instant) throws -> [UInt32] {
    let picture = try StillFrame(board, at: instant, lux: nil, override: .day).picture
    let frame = try #require(board.slotFramesPx[name])
    let columns = Int(frame.minX)..<Int(frame.maxX)
    return (Int(frame.minY)..<Int(frame.maxY)).flatMap { row in
      picture.pixels[(row * picture.width + columns.lowerBound)..<(row * picture.width + columns.upperBound)]
    }
  }

  private func words(_ board: CompiledBoard, _ name: String = "day") -> String {
    board.compiled.diagnostics.filter { $0.slot == name }.map(\.message).joined(separator: " ")
  }

  @Test func `a widget whose file is bad keeps the last archive's picture, in each later process`() throws {
    let good = try compose()
    #expect(try record(good).identity != 0)
    try folder.write("rubbish", to: "board/mine.ics")
    let placeholder = try compose(at: Self.later(600))
    #expect(try record(placeholder).identity == 0 && words(placeholder).contains("a placeholder"))
    let second = try compose(at: Self.later(600), after: good.archive)
    let third = try compose(at: Self.later(1200), after: second.archive)
    for board in [second, third] {
      #expect(words(board).contains("its last picture"), "\(words(board))")
      #expect(try record(board).identity == record(good).identity)
      #expect(try record(board).contentMs == Self.start.milliseconds, "the age counts from the content")
      let at = Self.later(1201)
      #expect(try card(board, at: at) == card(good, at: at))
      #expect(try card(board, at: at) != card(placeholder, at: at))
      #expect(board.compiled.contents["day"]?.date == Date(Self.start))
    }
    try folder.write(calendar("Choir"), to: "board/mine.ics")
    let fourth = try compose(at: Self.later(1800), after: third.archive)
    #expect(try record(fourth).contentMs == 0 && words(fourth).isEmpty)
  }

  @Test func `content that never becomes stale is shown with its age beside it`() throws {
    let good = try compose()
    try folder.write("rubbish", to: "board/value.json")
    let later = try compose(at: Self.later(600), after: good.archive)
    #expect(words(later, "level").contains("its last picture"))
    #expect(later.compiled.layout.nodes.contains { $0.slot == nil && $0.text == "as of Mon 11:00" })
    #expect(!good.compiled.layout.nodes.contains { $0.text == "as of Mon 11:00" && $0.slot == nil })
  }

  @Test func `an age of a week has a date, not a weekday`() throws {
    let good = try compose()
    try folder.write("rubbish", to: "board/mine.ics")
    func texts(_ board: CompiledBoard) -> [String] {
      board.compiled.layout.nodes.filter { $0.slot == nil }.compactMap(\.text)
    }
    let soon = try compose(at: Self.later(5 * 86_400), after: good.archive)
    #expect(!texts(soon).contains { $0.contains("2026") })
    let late = try compose(at: Self.later(8 * 86_400), after: soon.archive)
    #expect(texts(late).contains { $0.contains("23 Nov 2026") }, "\(texts(late))")
  }

  @Test func `another calendar, zone or place never shows the old one's picture`() throws {
    let good = try compose()
    try folder.write("rubbish", to: "board/mine.ics")
    try folder.write("rubbish", to: "board/other.ics")
    for (file, zone) in [("other.ics", "Europe/Lisbon"), ("mine.ics", "Europe/Berlin")] {
      try writeScene(calendar: file, zone: zone)
      let board = try compose(at: Self.later(600), after: good.archive)
      #expect(try record(board).identity == 0, "\(file), \(zone)")
      #expect(words(board).contains("a placeholder"), "\(words(board))")
    }
    try writeScene()
    #expect(try words(compose(at: Self.later(600), after: good.archive)).contains("its last picture"))
  }

  @Test func `another calendar does not show the content that this process knows of the old one`() throws {
    let source = try BoardSource(folder.path("board"))
    let good = try source.compile(at: Self.start)
    try folder.write("rubbish", to: "board/mine.ics")
    let same = try source.compile(at: Self.later(600))
    #expect(words(same).contains("its last content"), "\(words(same))")
    #expect(try record(same).identity == record(good).identity)
    try folder.write("rubbish", to: "board/other.ics")
    try writeScene(calendar: "other.ics")
    let other = try source.compile(at: Self.later(1200))
    #expect(words(other).contains("a placeholder"), "\(words(other))")
    #expect(try record(other).identity == 0)
  }

  @Test func `a placeholder and invented content are no picture to keep`() throws {
    try folder.write(
      """
      context: standBy
      widgets:
        - {kind: weather, configuration: {file: forecast.json, sample: true}}
        - {kind: moon}

      """, to: "board/scene.yaml")
    let board = try compose()
    #expect(try record(board, "weather").identity == 0)
    #expect(try record(board, "moon").identity != 0)
  }

  @Test func `a damaged archive has no pictures`() throws {
    let good = try compose()
    try folder.write("rubbish", to: "board/mine.ics")
    var torn = good.archive
    torn[torn.count / 2] ^= 1
    for archive in [torn, Array(good.archive.prefix(good.archive.count / 2)), []] {
      let board = try compose(at: Self.later(600), after: archive)
      #expect(words(board).contains("a placeholder"))
    }
  }

  @Test func `the archive is let go once every widget has content`() throws {
    let source = try BoardSource(folder.path("board"))
    try folder.write("rubbish", to: "board/mine.ics")
    let descriptor = open(folder.path("board/scene.yaml"), O_RDONLY)
    source.lastArchive = LastGoodArchive(descriptor)
    close(descriptor)
    _ = try source.compile(at: Self.later(600))
    #expect(source.lastArchive != nil)
    try folder.write(calendar("Choir"), to: "board/mine.ics")
    _ = try source.compile(at: Self.later(1200))
    #expect(source.lastArchive == nil)
  }
}
