import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

/// Content that is whole and has nothing in it is no fault: `afterglow status` says so in the widget's line.
@Suite struct EmptyListTests {
  /// 2026-11-21T10:00:00Z.
  private static let now = Date(timeIntervalSince1970: 1_795_255_200)

  private func withFolder<T>(_ files: [String: String], _ body: (TimelineProviderContext) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try body(
      TimelineProviderContext(
        family: .systemLarge, displaySize: Size(width: 360, height: 379), date: Self.now, folder: folder))
  }

  @Test(
    arguments: [
      ("", ["file": "news.xml"], "the feed has no items"),
      ("", ["sources": ["news.xml", "news.xml"]], "the feeds have no items"),
      ("<item><title>Fair</title></item>", ["file": "news.xml"], nil),
    ] as [(String, [String: ConfigurationValue], String?)])
  func `a feed without items is said to be empty`(
    items: String, configuration: [String: ConfigurationValue], words: String?
  ) throws {
    try withFolder(["news.xml": "<rss><channel><title>Village</title>\(items)</channel></rss>"]) { context in
      let timeline = try NewsProvider().timeline(for: NewsIntent(configuration: configuration), in: context)
      #expect(timeline.emptiness == words && timeline.shortage == nil && timeline.remark == nil)
    }
  }

  @Test(
    arguments: [
      ("", "nothing planned in the next 45 days"), ("20261120T080000Z", "nothing planned in the next 45 days"),
      ("20261221T080000Z", nil),
    ] as [(String, String?)])
  func `a calendar without coming events says that nothing is planned`(start: String, words: String?) throws {
    let event = "BEGIN:VEVENT\r\nUID:e\r\nDTSTART:\(start)\r\nSUMMARY:Choir\r\nEND:VEVENT\r\n"
    let text = "BEGIN:VCALENDAR\r\n\(start.isEmpty ? "" : event)END:VCALENDAR\r\n"
    try withFolder(["calendar.ics": text]) { context in
      let provider = CalendarWidget().provider
      #expect(try provider.timeline(for: CalendarIntent(), in: context).emptiness == words)
      // Without a calendar there are no plans that could be missing.
      let date = try CalendarIntent(configuration: ["file": ""])
      #expect(try provider.timeline(for: date, in: context).emptiness == nil)
    }
  }

  @Test(
    arguments: [
      ("rooms.json", #"{"rooms": [], "others": []}"#, "the list \"rooms\" is empty"),
      ("rooms.json", #"{"rooms": [1], "others": []}"#, nil), ("rooms.json", #"{"rooms": 1}"#, nil),
      (
        "rooms.json",
        #"{"policy": "never", "entries": [{"date": "2026-11-21T08:00Z", "rooms": []}, "#
          + #"{"date": "2026-11-21T11:00Z", "rooms": [1]}]}"#, nil
      ),
      ("rooms.csv", "t,level\n", "the table has no rows"), ("rooms.csv", "t,level\n1,2\n", nil),
    ] as [(String, String, String?)])
  func `a view whose list or table is empty says so`(file: String, text: String, words: String?) throws {
    let view = "families:\n  systemSmall: {forEach: rooms, content: {text: \"{item}\"}}\n"
    try withFolder(["view.yaml": view, file: text]) { context in
      let intent = try DocumentIntent(configuration: ["view": "view.yaml", "file": .string(file)])
      let timeline = try DocumentProvider(sample: .unreadable).timeline(for: intent, in: context)
      #expect(timeline.emptiness == words && timeline.shortage == nil)
    }
  }

  @Test(
    arguments: [
      ("rooms", "the list \"rooms\" is empty"), ("sort(rooms)", "the list \"rooms\" is empty"),
      ("where(doors, item > 1)", "the list \"where(doors, item > 1)\" is empty"), ("rooms + doors", nil),
      ("gone", nil),
      // A bus may come later.
      ("where(buses, item.at > now())", nil),
    ] as [(String, String?)])
  func `a view says which of its computed lists is empty`(list: String, words: String?) throws {
    let view = "families:\n  systemSmall: {chart: {values: doors, series: [{values: \"\(list)\"}]}}\n"
    let values = #"{"doors": [1], "rooms": [], "buses": [{"at": "2026-11-21T08:00:00Z"}]}"#
    try withFolder(["view.yaml": view, "values.json": values]) { context in
      let intent = try DocumentIntent(configuration: ["view": "view.yaml", "file": "values.json"])
      let timeline = try DocumentProvider(sample: .unreadable).timeline(for: intent, in: context)
      #expect(timeline.emptiness == words)
    }
  }

  @Test(
    arguments: [
      ("reminders: []", "", "nothing to do"), ("reminders: [{title: Weed, done: true}]", "", "nothing to do"),
      ("reminders: [{title: Weed, list: Garden}]", "", nil),
      ("reminders: [{title: Weed, list: Garden}]", "Garden", nil),
      ("reminders: [{title: Weed, list: Garden}]", "Kitchen", "nothing to do in the list \"Kitchen\""),
    ] as [(String, String, String?)])
  func `tasks that are all done are said to be none`(text: String, list: String, words: String?) throws {
    try withFolder(["reminders.yaml": text + "\n"]) { context in
      var intent = RemindersIntent()
      intent.list = list
      let timeline = try RemindersProvider().timeline(for: intent, in: context)
      #expect(timeline.emptiness == words)
    }
  }
}
