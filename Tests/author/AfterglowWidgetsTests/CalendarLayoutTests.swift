import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

private let lisbon = TimeZone(identifier: "Europe/Lisbon")!

/// What a widget shows first by day in a family, on a panel of its own, at two pixels per point; at 2026-11-21T10:09:35Z, a
/// Saturday, unless a test says otherwise.
func shown(
  _ widget: any Widget, _ family: WidgetFamily, at date: Date = Date(timeIntervalSince1970: 1_795_255_775),
  isPreview: Bool = false, configuration: [String: ConfigurationValue] = [:]
) throws -> [LayoutNode] {
  let device = (WidgetHost.all + WidgetHost.watches).compactMap { $0.size(of: family)?.device }.first
  let size = try #require(device)
  var style = PanelStyle()
  style.isSingle = true
  style.isPreview = isPreview
  var board = BoardRecord()
  board.archiveBankByteCount = 8 << 20
  board.clockTrust = ClockTrust.always.rawValue
  let context: WidgetContext =
    family == .accessoryCorner
    ? .watchFace : family == .systemExtraLargePortrait ? .surface : family.isSystem ? .home : .lockScreen
  let scene = try CompilerPool.compile(
    PanelScene(
      context: context, style: style,
      slots: [SceneSlot(identifier: "it", widget: widget, family: family, configuration: configuration)],
      timeZone: lisbon, locale: Locale(identifier: "en_GB"),
      geometry: PanelGeometry(
        widthPx: Int(size.width * 2), heightPx: Int(size.height * 2), widthMm: size.width * 0.16,
        heightMm: size.height * 0.16), board: board, strings: BoardStrings(name: "it")), at: date)
  #expect(scene.diagnostics == [])
  let indices = try scene.archive.withUnsafeBytes { bytes in
    let archive = try Archive.validate(bytes)
    return Set(archive.displayList(entry: Int(archive.widget(1).entries.first), slot: 0).map(Int.init))
  }
  let nodes = scene.layout.nodes.filter { indices.contains($0.node) && $0.slot == "it" && $0.name != "ageMark" }
  // An iPad's canvas is larger than what it is shown at: its pixels show it. What ticks has a box for its widest value.
  for node in nodes where node.text != nil && node.tick == nil {
    #expect(node.framePx.minX >= -1 && node.framePx.maxX <= size.width * 2 + 1, "\(family) \(node)")
    #expect(node.framePx.minY >= -4 && node.framePx.maxY <= size.height * 2 + 4, "\(family) \(node)")
  }
  return nodes.sorted { $0.framePt.minY < $1.framePt.minY }
}

private func at(_ hours: Double, day: Int = 0) -> Date {
  Date(timeIntervalSince1970: 1_795_219_200 + Double(day) * 86_400 + hours * 3600)  // 2026-11-21T00:00Z
}

private func event(_ title: String, _ hours: Double, day: Int = 0) -> CalendarEvent {
  CalendarEvent(start: at(hours, day: day), end: at(hours + 0.5, day: day), title: title)
}

private func wholeDay(
  _ title: String, day: Int = 0, isBirthday: Bool = false, isHoliday: Bool = false
) -> CalendarEvent {
  CalendarEvent(
    start: at(0, day: day), end: at(24, day: day), isAllDay: true, title: title, isBirthday: isBirthday,
    isHoliday: isHoliday)
}

private func calendar(_ events: [CalendarEvent]) -> CalendarWidget {
  CalendarWidget(provider: CalendarProvider { _, _, _ in events })
}

private let agendas: [WidgetFamily] = [
  .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait,
]

extension [LayoutNode] {
  fileprivate func texts(_ name: String) -> [String] { filter { $0.name == name }.compactMap(\.text) }
  fileprivate var texts: [String] { compactMap(\.text) }
}

/// Crowded days, birthdays, holidays, ends of days and empty ones (rules 74 and 75).
@Suite struct CalendarLayoutTests {
  @Test(arguments: agendas) func `a crowded day collapses: what fits, with its time, and how many more`(
    family: WidgetFamily
  ) throws {
    let events = (0..<22).map { event("Event \($0)", 10.5 + Double($0) / 2) }
    let nodes = try shown(calendar(events), family)
    let titles = nodes.texts("title")
    #expect(!titles.isEmpty && titles.count < 22 && titles == (0..<titles.count).map { "Event \($0)" })
    #expect(nodes.texts("time").count == titles.count)
    #expect(nodes.texts("more") == ["\(22 - titles.count) more"])
  }

  @Test(arguments: agendas) func `a title that is shrunk to its row is no smaller than its time`(
    family: WidgetFamily
  ) throws {
    for title in ["Coffee with Inês and Rosa", "Parents’ evening at the school of music"] {
      let nodes = try shown(calendar([event(title, 11)]), family)
      let size = try #require(nodes.first { $0.name == "title" }?.fontSizePt)
      let time = try #require(nodes.first { $0.name == "time" }?.fontSizePt)
      #expect(time <= size, "\(title): \(time) below \(size)")
    }
  }

  @Test(arguments: agendas) func `a birthday comes first in its day, with a cake`(family: WidgetFamily) throws {
    let events = [
      event("Breakfast", 11), wholeDay("A fair"), wholeDay("Zoe's birthday", isBirthday: true),
      wholeDay("Republic Day", isHoliday: true),
    ]
    let nodes = try shown(calendar(events), family)
    #expect(nodes.texts("title").first == "Zoe's birthday")
    let cake = try #require(nodes.first { $0.text == "birthday.cake" })
    let title = try #require(nodes.first { $0.text == "Zoe's birthday" })
    #expect(abs(cake.framePt.midY - title.framePt.midY) < title.framePt.height / 2)
    #expect(cake.framePt.maxX < title.framePt.minX)
  }

  @Test(arguments: agendas) func `a holiday is shown with a flag`(family: WidgetFamily) throws {
    let nodes = try shown(calendar([wholeDay("Republic Day", isHoliday: true)]), family)
    #expect(nodes.texts("title") == ["Republic Day"] && nodes.texts.contains("flag"))
  }

  @Test(arguments: [WidgetFamily.accessoryRectangular, .accessoryInline])
  func `accessories have the glyph too`(family: WidgetFamily) throws {
    #expect(try shown(calendar([wholeDay("Zoe's birthday", isBirthday: true)]), family).texts.contains("birthday.cake"))
    #expect(try shown(calendar([wholeDay("Republic Day", isHoliday: true)]), family).texts.contains("flag"))
    #expect(
      try !shown(calendar([event("Lunch", 13)]), family).texts.contains { ["flag", "birthday.cake"].contains($0) })
  }

  @Test(arguments: agendas) func `when the day is over the next one is shown`(family: WidgetFamily) throws {
    let events = [event("Breakfast", 9), event("Lunch", 13), event("Market", 10, day: 1), event("Choir", 19, day: 3)]
    let widget = calendar(events)
    let day = try shown(widget, family, at: at(10))
    let lunch = try #require(day.first { $0.text == "Lunch" })
    #expect(!day.texts("title").contains("Breakfast"))
    // Below each other, or in the next column.
    for market in day where market.text == "Market" {
      #expect(lunch.framePt.maxX < market.framePt.minX || lunch.framePt.maxY <= market.framePt.minY)
    }
    let evening = try shown(widget, family, at: at(22))
    #expect(evening.texts("title").first == "Market" && !evening.texts("title").contains("Lunch"))
    #expect(evening.texts.contains("Tomorrow"))
  }

  @Test(arguments: [WidgetFamily.accessoryRectangular, .accessoryInline])
  func `accessories look ahead as well`(family: WidgetFamily) throws {
    let nodes = try shown(calendar([event("Lunch", 13), event("Market", 10, day: 1)]), family, at: at(22))
    #expect(nodes.texts.contains { $0.contains("Market") } && nodes.texts.contains { $0.contains("Tomorrow") })
  }

  /// The first look of the first corner on a square watch's face.
  private func corner(_ events: [CalendarEvent], at date: Date) throws -> [LayoutNode] {
    var board = BoardRecord()
    board.archiveBankByteCount = 2 << 20
    board.clockTrust = ClockTrust.always.rawValue
    let slot = SceneSlot(identifier: "it", widget: calendar(events), family: .accessoryCorner)
    let scene = PanelScene(
      context: .watchFace, style: PanelStyle(), slots: [slot], timeZone: lisbon, locale: Locale(identifier: "en_GB"),
      geometry: PanelGeometry(widthPx: 396, heightPx: 396, widthMm: 32, heightMm: 32), board: board,
      strings: BoardStrings(name: "it"))
    let compiled = try CompilerPool.compile(scene, at: date)
    let first = try compiled.archive.withUnsafeBytes { bytes in
      let archive = try Archive.validate(bytes)
      return Set(archive.displayList(entry: Int(archive.widget(1).entries.first), slot: 0).map(Int.init))
    }
    return compiled.layout.nodes.filter { $0.slot == "it" && first.contains($0.node) }
  }

  @Test func `a corner has the time of the next event, and its title along the dial`() throws {
    let events = [event("Lunch", 13), event("Market", 10, day: 1)]
    let day = try corner(events, at: at(10))
    #expect(day.texts("time") == ["13:00"] && day.texts.contains("Lunch") && day.texts("weekday") == [])
    let evening = try corner(events, at: at(22))
    #expect(evening.texts("time") == ["10:00"] && evening.texts.contains("Market"))
    #expect(evening.texts("weekday") == ["Sun"])
  }

  @Test func `a circle has the time of the next event`() throws {
    let nodes = try shown(calendar([event("Lunch", 13), event("Tea", 16)]), .accessoryCircular, at: at(10))
    #expect(nodes.texts("time") == ["13:00"] && nodes.texts("day") == [])
    // A whole day has no hour.
    #expect(try shown(calendar([wholeDay("A fair")]), .accessoryCircular, at: at(10)).texts("day") == ["21"])
  }

  @Test func `a rectangle has two events, each with its time`() throws {
    let events = [event("Lunch", 13), event("Tea", 16), event("Market", 10, day: 1)]
    let day = try shown(calendar(events), .accessoryRectangular, at: at(10))
    #expect(day.texts("title") == ["Lunch", "Tea"] && day.texts("time") == ["13:00", "16:00"])
    let evening = try shown(calendar(events), .accessoryRectangular, at: at(15))
    #expect(evening.texts("title") == ["Tea", "Market"] && evening.texts("time") == ["16:00", "Tomorrow 10:00"])
    for node in day where node.fontSizePt != nil { #expect((node.fontSizePt ?? 0) >= 11, "\(node)") }
  }

  @Test func `a line has the date and the number of today's events`() throws {
    let events = [event("Lunch", 13), event("Tea", 16), event("Market", 10, day: 1)]
    #expect(try shown(calendar(events), .accessoryInline, at: at(10)).texts.contains("Sat 21 Nov · 2\u{A0}events"))
    #expect(try shown(calendar(events), .accessoryInline, at: at(15)).texts.contains("Sat 21 Nov · 1\u{A0}event"))
    let crowded = (0..<40).map { event("Event \($0)", 10.5 + Double($0) / 4) }
    #expect(try shown(calendar(crowded), .accessoryInline, at: at(10)).texts.contains("Sat 21 Nov · 40\u{A0}events"))
  }

  @Test(arguments: WidgetFamily.allCases) func `an empty calendar is not blank`(family: WidgetFamily) throws {
    let texts = try shown(calendar([]), family).texts
    #expect(texts.contains { $0.contains("21") }, "\(texts)")
    if agendas.contains(family) || family == .accessoryRectangular { #expect(texts.contains("Nothing planned")) }
  }

  @Test func `each entry shows what is next from then on`() throws {
    let events = [event("Breakfast", 11), event("Lunch", 13), event("Market", 10, day: 1)]
    for (hour, next) in [(10.5, "Breakfast"), (11.75, "Lunch"), (13.6, "Market")] {
      #expect(try shown(calendar(events), .systemSmall, at: at(hour)).texts("title").first == next)
    }
  }
}

@Suite struct ReminderLayoutTests {
  private func reminders(_ count: Int) -> RemindersWidget {
    RemindersWidget(
      provider: RemindersProvider { _, _ in
        ReminderDocument(
          title: "Home",
          reminders: (0..<count).map { Reminder(title: "Thing \($0)", due: .instant(at(12 + Double($0)))) })
      })
  }

  @Test(arguments: [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLargePortrait])
  func `a long list collapses, and an empty one says so`(family: WidgetFamily) throws {
    let nodes = try shown(reminders(40), family)
    let titles = nodes.texts("reminder")
    #expect(!titles.isEmpty && titles.count < 40)
    // In a small one the count alone shows how many there are.
    let more = family == .systemSmall ? [] : ["\(40 - titles.count) more"]
    #expect(nodes.texts("count") == ["40"] && nodes.texts("more") == more)
    let empty = try shown(reminders(0), family)
    #expect(empty.texts("nothing") == ["All done"] && empty.texts("count") == ["0"])
  }
}
