import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

/// 2026-11-21T00:00Z, a Saturday; all panels are in Lisbon, which has UTC then.
private func at(_ hours: Double, day: Int = 0) -> Date {
  Date(timeIntervalSince1970: 1_795_219_200 + Double(day) * 86_400 + hours * 3600)
}

private func calendar(_ events: [CalendarEvent], _ completeness: ReadingCompleteness = .whole) -> CalendarWidget {
  CalendarWidget(
    provider: CalendarProvider(reading: { _, _, _ in CalendarReading(events: events, completeness: completeness) }))
}

/// A widget alone on a StandBy panel.
private func standBy(
  _ widget: any Widget, at date: Date, configuration: [String: ConfigurationValue] = [:]
) throws -> CompiledScene {
  var board = BoardRecord()
  board.archiveBankByteCount = 2 << 20
  board.clockTrust = ClockTrust.always.rawValue
  let scene = PanelScene(
    context: .standBy, style: PanelStyle(),
    slots: [SceneSlot(identifier: "it", widget: widget, configuration: configuration)],
    timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: "en_GB"),
    geometry: PanelGeometry(widthPx: 480, heightPx: 480, widthMm: 96, heightMm: 96), board: board,
    strings: BoardStrings(name: "it"))
  return try CompilerPool.compile(scene, at: date)
}

/// The nodes of the widget that a panel shows at the instant of the compile.
private func drawn(_ compiled: CompiledScene, isAlwaysOn: Bool = false) throws -> [LayoutNode] {
  let indices = try compiled.archive.withUnsafeBytes { bytes in
    let archive = try Archive.validate(bytes)
    let widget = archive.widget(1)
    let slot = widget.variantSlot(for: VariantKey(renderingMode: .fullColor, isLuminanceReduced: isAlwaysOn))
    return Set(archive.displayList(entry: Int(widget.entries.first), slot: slot).map(Int.init))
  }
  return compiled.layout.nodes.filter { indices.contains($0.node) && $0.slot != nil && $0.name != "ageMark" }
}

extension [LayoutNode] {
  fileprivate var texts: [String] { compactMap(\.text) }

  /// Days of a month that have a dot below their number.
  fileprivate var dottedDays: [Int] {
    let numbers = filter { $0.text.flatMap { Int($0) } != nil }
    var days: [Int] = []
    for node in self where node.text == nil && node.framePt.width > 1 && node.framePt.width < 8 {
      let dot = node.framePt
      guard abs(dot.width - dot.height) < 0.5 else { continue }
      let above = numbers.filter { abs($0.framePt.midX - dot.midX) < 2 && $0.framePt.midY < dot.midY }
      let nearest = above.max { $0.framePt.midY < $1.framePt.midY }
      days += [nearest?.text.flatMap { Int($0) } ?? 0]
    }
    return days.sorted()
  }
}

/// A calendar file that is written for one test.
private struct CalendarFile {
  let url = FileManager.default.temporaryDirectory.appending(path: "panel-\(UUID().uuidString).ics")

  init(_ events: String...) throws {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\n" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    try Data((text + "END:VCALENDAR\n").replacing("\n", with: "\r\n").utf8).write(to: url)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// The faces that have a calendar, on panels of each form.
private let faces = ClockFaceTests.Case.all.filter { [.agenda, .almanac].contains($0.face) }

private func compile(_ face: ClockFaceTests.Case, _ file: CalendarFile, at date: Date) throws -> CompiledScene {
  try ClockFaceTests.compile(face, side: 480, at: date, configuration: ["calendar": .string(file.url.path)])
}

/// An incomplete calendar as panels draw it: clock faces, months, StandBy and accessories.
@Suite struct IncompletePanelTests {
  private static let cut = ReadingCompleteness.cut(limit: "2000 occurrences")
  private static let words = "Calendar incomplete"
  private static let lunch = CalendarEvent(start: at(13), end: at(14), title: "Lunch")

  private func expectWords(_ nodes: [LayoutNode], _ place: String) {
    let found = nodes.filter { $0.text == Self.words }
    #expect(found.count == 1 && !found.contains(where: \.isCut), "\(place): \(nodes.texts)")
    #expect(!nodes.texts.contains { $0.contains("Nothing planned") || $0.hasSuffix(" more") }, "\(place)")
  }

  @Test(arguments: faces) func `a face of an incomplete calendar says so, by day and in always-on`(
    _ face: ClockFaceTests.Case
  ) throws {
    // An event without a time is refused.
    let alone = try CalendarFile("UID:a\nSUMMARY:Exam")
    let second = try CalendarFile(
      "UID:a\nSUMMARY:Exam", "UID:b\nSUMMARY:Lunch\nDTSTART:20261121T130000Z\nDURATION:PT1H")
    defer {
      alone.remove()
      second.remove()
    }
    for file in [alone, second] {
      let compiled = try compile(face, file, at: at(10))
      for isAlwaysOn in [false, true] {
        let nodes = try drawn(compiled, isAlwaysOn: isAlwaysOn)
        expectWords(nodes, "\(face.testDescription), always-on \(isAlwaysOn)")
        #expect(nodes.texts.contains { $0.contains("Lunch") } == (file.url == second.url))
      }
    }
  }

  @Test(arguments: faces) func `a face of a whole calendar does not`(_ face: ClockFaceTests.Case) throws {
    let file = try CalendarFile("UID:b\nSUMMARY:Lunch\nDTSTART:20261121T130000Z\nDURATION:PT1H")
    defer { file.remove() }
    #expect(try !drawn(compile(face, file, at: at(10))).texts.contains(Self.words))
  }

  @Test(arguments: [
    WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait,
  ])
  func `a month of an incomplete calendar says so`(family: WidgetFamily) throws {
    for events in [[], [Self.lunch]] {
      let nodes = try shown(
        calendar(events, Self.cut), family, at: at(10), configuration: ["layout": .string("month")])
      expectWords(nodes, "\(family)")
      let whole = try shown(calendar(events), family, at: at(10), configuration: ["layout": .string("month")])
      #expect(!whole.texts.contains(Self.words), "\(family)")
    }
  }

  @Test(arguments: ["automatic", "agenda", "month"]) func `StandBy says that a calendar is incomplete`(layout: String)
    throws
  {
    for events in [[], [Self.lunch]] {
      let compiled = try standBy(
        calendar(events, Self.cut), at: at(10), configuration: ["layout": .string(layout)])
      for isAlwaysOn in [false, true] {
        expectWords(try drawn(compiled, isAlwaysOn: isAlwaysOn), "\(layout), always-on \(isAlwaysOn)")
      }
    }
  }

  @Test func `accessories that name an event say that the calendar is incomplete`() throws {
    let rectangle = try shown(calendar([Self.lunch], Self.cut), .accessoryRectangular, at: at(10))
    expectWords(rectangle, "rectangle")
    #expect(rectangle.texts.contains("Lunch"))
    // A line has room for a sign.
    let sign = "exclamationmark.triangle"
    let line = try shown(calendar([Self.lunch], Self.cut), .accessoryInline, at: at(10)).texts
    #expect(line.contains("13:00 Lunch") && line.contains(sign), "\(line)")
    #expect(try !shown(calendar([Self.lunch]), .accessoryInline, at: at(10)).texts.contains(sign))
    expectWords(try shown(calendar([], Self.cut), .accessoryInline, at: at(10)), "line")
  }
}

/// Events of several days as panels draw them.
@Suite struct SeveralDaysPanelTests {
  private static let conference = CalendarEvent(
    start: at(9.5), end: at(8, day: 2), title: "Conference", location: "Porto")
  private static let holiday = CalendarEvent(
    start: at(0, day: -1), end: at(24, day: 3), isAllDay: true, title: "Holiday")
  private static let cruise = CalendarEvent(start: at(12, day: 8), end: at(12, day: 11), title: "Cruise")

  /// Instants of the conference's days, with what a panel says of it then.
  private static let days: [(date: Date, words: String)] = [
    (at(8), "09:30"), (at(12, day: 1), "until Mon 08:00"), (at(7, day: 2), "until 08:00"),
  ]

  @Test(arguments: [
    WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait,
  ])
  func `a month draws a dot on every day that an event touches, and on no other`(family: WidgetFamily) throws {
    let month: [String: ConfigurationValue] = ["layout": .string("month")]
    func dots(_ events: [CalendarEvent], at date: Date) throws -> [Int] {
      try shown(calendar(events), family, at: date, configuration: month).dottedDays
    }
    #expect(try dots([Self.conference], at: at(12, day: 6)) == [21, 22, 23])
    // Today has its disc instead.
    #expect(try dots([Self.conference], at: at(12, day: 1)) == [21, 23])
    #expect(try dots([Self.holiday], at: at(12, day: 6)) == [20, 21, 22, 23, 24])
    // It ends in December.
    #expect(try dots([Self.cruise], at: at(12, day: 6)) == [29, 30])
    #expect(try dots([], at: at(12, day: 6)).isEmpty)
  }

  @Test func `StandBy draws the dots too`() throws {
    for isAlwaysOn in [false, true] {
      let compiled = try standBy(
        calendar([Self.conference]), at: at(12, day: 6), configuration: ["layout": .string("month")])
      #expect(try drawn(compiled, isAlwaysOn: isAlwaysOn).dottedDays == [21, 22, 23])
    }
  }

  @Test func `StandBy lists an event on each of its days, with the right words`() throws {
    for (date, words) in Self.days {
      let compiled = try standBy(calendar([Self.conference]), at: date)
      for isAlwaysOn in [false, true] {
        let texts = try drawn(compiled, isAlwaysOn: isAlwaysOn).texts
        #expect(texts.contains("Conference") && !texts.contains("Nothing planned"), "\(date): \(texts)")
        // On the day that it fills there may be room for the title alone.
        #expect(date == Self.days[1].date || texts.contains { $0.hasPrefix(words) }, "\(date): \(texts)")
        #expect(texts.contains { $0.contains("09:30") } == (date == Self.days[0].date), "\(date): \(texts)")
      }
    }
    let texts = try drawn(standBy(calendar([Self.holiday]), at: at(12, day: 2))).texts
    #expect(texts.contains("Holiday") && !texts.contains("Nothing planned"), "\(texts)")
    #expect(try drawn(standBy(calendar([Self.holiday]), at: at(12, day: 4))).texts.contains("Nothing planned"))
  }

  @Test(arguments: faces) func `a face draws an event on each of its days, with the right words`(
    _ face: ClockFaceTests.Case
  ) throws {
    let file = try CalendarFile(
      "UID:a\nSUMMARY:Conference\nLOCATION:Porto\nDTSTART:20261121T093000Z\nDTEND:20261123T080000Z")
    defer { file.remove() }
    for (date, words) in Self.days {
      let texts = try drawn(compile(face, file, at: date)).texts
      #expect(texts.contains { $0.contains("Conference") }, "\(date): \(texts)")
      // In a line of an agenda that fills its day there may be room for the title alone.
      let isFilled = date == Self.days[1].date && face.face == .agenda && face.panel != .round
      #expect(isFilled || texts.contains { $0.contains(words) }, "\(date): \(texts)")
      #expect(texts.contains { $0.contains("09:30") } == (date == Self.days[0].date), "\(date): \(texts)")
    }
    #expect(try !drawn(compile(face, file, at: at(9, day: 2))).texts.contains { $0.contains("Conference") })
  }

  @Test func `an accessory names an event on each of its days`() throws {
    let family = WidgetFamily.accessoryRectangular
    for (date, words) in Self.days {
      let texts = try shown(calendar([Self.conference]), family, at: date).texts
      #expect(texts.contains { $0.contains("Conference") } && texts.contains { $0.contains(words) }, "\(texts)")
    }
    #expect(
      try !shown(calendar([Self.conference]), family, at: at(9, day: 2)).texts.contains { $0.contains("Conference") })
  }
}
