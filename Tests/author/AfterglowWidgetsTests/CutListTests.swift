import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowWidgets

/// Lists and tables of which a limit keeps the newest: what is missing is said, in the widget where something shown depends
/// on it.
@Suite struct CutListTests {
  private static let now = GalleryItem.now

  private func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cut-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func context(_ folder: URL) -> TimelineProviderContext {
    TimelineProviderContext(
      family: .systemLarge, displaySize: Size(width: 360, height: 379), date: Self.now, folder: folder)
  }

  /// The findings of `check`, and its remarks.
  private func checked(
    _ kind: String, _ configuration: [String: ConfigurationValue], in folder: URL
  ) -> (problems: [String], advice: [String]) {
    var advice: [String] = []
    let problems = WidgetGallery.builtIn.problems(
      of: WidgetUse(kind: kind, configuration: configuration, folder: folder, zone: .gmt, date: Self.now)
    ) { advice.append($0.message) }
    return (problems.map(\.message), advice)
  }

  /// The nodes that a widget draws in a family.
  private func drawn(
    _ kind: String, _ family: WidgetFamily, _ configuration: [String: ConfigurationValue], in folder: URL
  ) throws -> [LayoutNode] {
    let item = GalleryItem(kind: kind, family: family)
    let use = WidgetUse(kind: kind, configuration: configuration, folder: folder, zone: .gmt, date: Self.now)
    let widget = try #require(WidgetGallery.builtIn.widget(use))
    let scene = item.scene(isPreview: false, widget: widget, configuration: configuration, folder: folder)
    return try item.compile(scene).layout.nodes.filter { $0.slot != nil }
  }

  // MARK: Feeds

  private struct Item {
    var title: String
    /// Before now; negative for a plan.
    var minutes: Int
  }

  private func write(_ items: [Item], in folder: URL) throws {
    let rows = items.map { item in
      "<item><title>\(item.title)</title>"
        + "<pubDate>\((Self.now - Double(item.minutes) * 60).formatted(.iso8601))</pubDate></item>"
    }
    try Data("<rss><channel>\(rows.joined())</channel></rss>".utf8).write(to: folder.appending(path: "news.xml"))
  }

  private static let feedLimit = "a feed has more than 300 items; only the newest are read"
  private static let newsFamilies: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge]

  @Test func `a feed of 301 items is said to be cut, and not in the widget, which shows the newest`() throws {
    try withFolder { folder in
      try write((0..<301).map { Item(title: "Headline number \($0)", minutes: $0) }, in: folder)
      let timeline = try NewsProvider().timeline(for: NewsIntent(), in: context(folder))
      #expect(timeline.shortage == nil && timeline.remark == Self.feedLimit)
      #expect(timeline.entries[0].items.map(\.title) == (0..<24).map { "Headline number \($0)" })
      let found = checked("news", [:], in: folder)
      #expect(found.problems.isEmpty)
      #expect(found.advice == ["the feed has more than 300 items; only the newest are read"])
      for family in Self.newsFamilies {
        #expect(try !drawn("news", family, [:], in: folder).contains { $0.name == "incomplete" }, "\(family)")
      }
      try write((0..<300).map { Item(title: "Headline number \($0)", minutes: $0) }, in: folder)
      let whole = try NewsProvider().timeline(for: NewsIntent(), in: context(folder))
      #expect(whole.shortage == nil && whole.remark == nil)
      #expect(checked("news", [:], in: folder).advice.isEmpty)
    }
  }

  @Test func `a list that ends where its feed was cut says so, in the widget too`() throws {
    try withFolder { folder in
      // Of equal ones a single one is shown, and the older ones have not been read.
      let same = (0..<300).map { Item(title: "Ferries sail again", minutes: $0) }
      let older = (0..<20).map { Item(title: "Older headline \($0)", minutes: 500 + $0) }
      try write(same + older, in: folder)
      let timeline = try NewsProvider().timeline(for: NewsIntent(), in: context(folder))
      #expect(timeline.shortage == "the list of news is incomplete: it has more than 300 items")
      #expect(timeline.remark == nil)
      #expect(timeline.entries[0].items.map(\.title) == ["Ferries sail again"])
      let found = checked("news", [:], in: folder)
      #expect(
        found.problems == [
          "the feed has more than 300 items; only the newest are read, and the list of news ends early"
        ])
      #expect(found.advice.isEmpty)
      for family in Self.newsFamilies {
        let nodes = try drawn("news", family, [:], in: folder)
        #expect(nodes.contains { $0.text == "Ferries sail again" }, "\(family)")
        #expect(nodes.contains { $0.name == "incomplete" && $0.text == "List incomplete" }, "\(family)")
      }
    }
  }

  @Test func `an end that is not shown is not said in the widget`() throws {
    try withFolder { folder in
      let news = (0..<20).map { Item(title: "Headline number \($0)", minutes: $0) }
      let same = (0..<280).map { Item(title: "Ferries sail again", minutes: 100 + $0) }
      try write(news + same + [Item(title: "Older headline", minutes: 900)], in: folder)
      #expect(try NewsProvider().timeline(for: NewsIntent(), in: context(folder)).shortage != nil)
      for family in Self.newsFamilies {
        #expect(try !drawn("news", family, [:], in: folder).contains { $0.name == "incomplete" }, "\(family)")
      }
    }
  }

  @Test func `items of the future do not displace the news of a feed that is cut`() throws {
    try withFolder { folder in
      let plans = (0..<1500).map { Item(title: "Plan number \($0)", minutes: -1440 - $0) }
      try write(plans + [Item(title: "Today", minutes: 5), Item(title: "Yesterday", minutes: 1440)], in: folder)
      let timeline = try NewsProvider().timeline(for: NewsIntent(), in: context(folder))
      #expect(timeline.entries[0].items.first?.title == "Today")
    }
  }

  // MARK: Tables

  @Test func `a table beyond the limit is said to be cut, and its present value is right`() throws {
    let count = CSVTable.maximumRowCount + 1
    let first = Int(Self.now.timeIntervalSince1970) - count
    let text = "t,level\n" + (0..<count).map { "\(first + $0),\($0)\n" }.joined()
    try withFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: "tank.csv"))
      let configuration: [String: ConfigurationValue] = ["file": "tank.csv", "column": "level"]
      let timeline = try ValueProvider().timeline(for: ValueIntent(configuration: configuration), in: context(folder))
      #expect(timeline.entries.map(\.content.value) == ["\(count - 1)"])
      #expect(timeline.remark == "the table has more than 120000 rows; only the newest are read")
      #expect(timeline.shortage == nil)
      let found = checked("value", configuration, in: folder)
      #expect(found.problems.isEmpty)
      #expect(found.advice == ["the table has more than 120000 rows; only the newest are read"])
    }
    // When all rows that are left are of the future, the present is among those that were left out.
    let query = try #require(try ValueIntent(configuration: ["column": "level"]).query)
    let early = Date(timeIntervalSince1970: Double(first))
    #expect {
      try query.read(Array(text.utf8), file: "tank.csv", zone: .gmt, at: early)
    } throws: { error in
      (error as? DocumentError)?.problems.first?.message.contains("expected a row that is dated by now") == true
    }
  }

  @Test(
    arguments: [
      ("2999-11-30", "expected a row that is dated by now, found later ones alone"),
      ("28.11.2026", "the date \"28.11.2026\""),
      ("2026-01-05", nil),
    ] as [(String, String?)])
  func `a fault of a table that is shown nevertheless is a remark of its widget`(date: String, words: String?) throws {
    try withFolder { folder in
      try Data("date,level\n\(date),3\n".utf8).write(to: folder.appending(path: "tank.csv"))
      let intent = try ValueIntent(configuration: ["file": "tank.csv", "column": "level"])
      let timeline = try ValueProvider().timeline(for: intent, in: context(folder))
      #expect(timeline.entries.map(\.content.value) == ["3"] && timeline.shortage == nil)
      if let words {
        #expect(timeline.remark?.hasPrefix("line 2: " + words) == true, "\(timeline.remark ?? "none")")
      } else {
        #expect(timeline.remark == nil)
      }
    }
  }

  @Test func `a row that a view's table lacks is a remark of its widget`() throws {
    try withFolder { folder in
      try Data(Self.view.utf8).write(to: folder.appending(path: "view.yaml"))
      try Data("t,level\n1,2\n1,2,3\n".utf8).write(to: folder.appending(path: "tank.csv"))
      let intent = try DocumentIntent(configuration: ["view": "view.yaml", "file": "tank.csv"])
      let timeline = try DocumentProvider(sample: .unreadable).timeline(for: intent, in: context(folder))
      #expect(timeline.remark?.hasPrefix("line 3: expected no more cells than the header has") == true)
    }
  }

  private static let view = """
    displayName: Rows
    families:
      systemSmall: {text: "Level", font: title}
      accessoryRectangular: {text: "Level"}

    """

  @Test(
    arguments: [
      (["last": "$.rows[-1].level"], false), (["all": "$.rows[*].level"], true), (["oldest": "$.rows[0].level"], true),
      (["low": "$.rows[?@.level < 3].level"], true), ([:], true),
    ] as [([String: String], Bool)])
  func `a view that may count rows says that some are missing, one that shows the last does not`(
    paths: [String: String], isIncomplete: Bool
  ) throws {
    try withFolder { folder in
      try Data(Self.view.utf8).write(to: folder.appending(path: "view.yaml"))
      var configuration: [String: ConfigurationValue] = ["view": "view.yaml", "file": "tank.csv"]
      if !paths.isEmpty { configuration["values"] = .object(paths.mapValues { .string($0) }) }
      func write(_ count: Int) throws {
        let rows = (0..<count).map { "\($0),\($0 % 7)\n" }.joined()
        try Data(("t,level\n" + rows).utf8).write(to: folder.appending(path: "tank.csv"))
      }
      func timeline() throws -> Timeline<DocumentEntry> {
        try DocumentProvider(sample: .unreadable).timeline(
          for: DocumentIntent(configuration: configuration), in: context(folder))
      }
      try write(1000)
      #expect(try timeline().shortage == nil && timeline().remark == nil)
      #expect(try !drawn("document", .systemSmall, configuration, in: folder).contains { $0.name == "incomplete" })
      try write(1001)
      let cut = try timeline()
      let shortage = "the table is incomplete: it has more than 1000 rows"
      let remark = "the table has more than 1000 rows; only the newest are read"
      #expect(cut.shortage == (isIncomplete ? shortage : nil) && cut.remark == (isIncomplete ? nil : remark))
      let found = checked("document", configuration, in: folder)
      #expect(found.problems.contains(shortage) == isIncomplete && found.advice.contains(remark) == !isIncomplete)
      for family in [WidgetFamily.systemSmall, .accessoryRectangular] {
        let nodes = try drawn("document", family, configuration, in: folder)
        let words = nodes.first { $0.name == "incomplete" }
        #expect((words?.text == "List incomplete") == isIncomplete, "\(family)")
        let level = try #require(nodes.first { $0.text == "Level" }, "\(family)")
        if let words { #expect(level.framePt.maxY <= words.framePt.minY + 1, "\(family)") }
      }
    }
  }

  // MARK: Pictures

  @Test func `a folder with more pictures than are used is said to be cut`() throws {
    var photos = PhotosOfDay(others: [PhotoFile(path: "a.jpg")])
    func remark() throws -> String? {
      let all = photos
      return try PhotosProvider(photos: { _, _, _ in all }, isWhole: { _ in true }).timeline(
        for: PhotosIntent(), in: context(URL(fileURLWithPath: "/boards/none"))
      ).remark
    }
    #expect(try remark() == nil)
    photos.limit = "5000 pictures"
    #expect(try remark() == "the folder has more than 5000 pictures; those behind them are not shown")
  }
}
