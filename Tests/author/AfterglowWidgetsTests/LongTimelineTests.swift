import Afterglow
import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowWidgets

/// Documents with many entries, and with entries of the future only.
@Suite struct LongTimelineTests {
  /// 2027-02-01T09:00Z, a Monday.
  private let start = Date(timeIntervalSince1970: 1_801_472_400)

  private func context(at date: Date, _ folder: URL) -> TimelineProviderContext {
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: "en_GB")
    environment.timeZone = .gmt
    return TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 170, height: 170), date: date, environment: environment,
      folder: folder)
  }

  private func withFolder<R>(_ files: [String: String], _ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try body(folder)
  }

  /// One entry a minute, or every so many seconds; its value is its number.
  private func document(
    _ count: Int, every seconds: Double = 60, policy: String = "never", more: String = ""
  ) -> String {
    let entries = (0..<count).map {
      #"{"date": "\#((start + seconds * Double($0)).formatted(.iso8601))", "title": "Rain", "value": \#($0)}"#
    }
    return #"{"kind": "value", "policy": "\#(policy)", "entries": [\#(entries.joined(separator: ","))]\#(more)}"#
  }

  @Test(arguments: ["never", "atEnd"])
  func `of a long document the next entries are compiled, and the others are asked for in time`(
    policy: String
  ) throws {
    try withFolder(["timeline.json": document(10_000, policy: policy)]) { folder in
      let provider = ValueProvider()
      var now = start + 30
      var shown: [String] = []
      // As a host does: it asks again when the policy says so, and shows the newest entry meanwhile.
      for _ in 0..<4 {
        let timeline = try provider.timeline(for: ValueIntent(), in: context(at: now, folder))
        #expect(timeline.entries.count == TimelineDocument.compiledEntryCount)
        #expect(timeline.entries[0].date <= now && timeline.entries[1].date > now)
        let next = try #require(timeline.continuesAt)
        #expect(next > now && next < timeline.entries[timeline.entries.count - 1].date)
        shown += timeline.entries.filter { $0.date < next }.map(\.content.value)
        now = next
      }
      #expect(shown == (0..<shown.count).map { "\($0)" } && shown.count == 4 * 96)
      let rest = try provider.timeline(for: ValueIntent(), in: context(at: start + 60 * 9990, folder))
      #expect(rest.entries.count == 10 && rest.continuesAt == nil)
    }
  }

  @Test(arguments: [1.0, 2.0])
  func `entries of a second each last until the next reload`(seconds: Double) throws {
    try withFolder(["timeline.json": document(10_000, every: seconds)]) { folder in
      var now = start
      for _ in 0..<3 {
        let timeline = try ValueProvider().timeline(for: ValueIntent(), in: context(at: now, folder))
        #expect(timeline.entries.count <= WidgetTimeline.maximumEntryCount)
        // As a host does, which asks no more often than this.
        now = max(try #require(timeline.continuesAt), now + WidgetTimeline.reloadInterval)
        #expect(timeline.entries[timeline.entries.count - 1].date > now)
      }
    }
  }

  @Test func `a long document with a long past is read in a moment`() throws {
    let past = (0..<ValueHistory.maximumPointCount).map { "\(1_765_000_000 + 300 * $0),\($0 % 89)\n" }.joined()
    try withFolder(["timeline.json": document(10_000), "past.csv": past]) { folder in
      var intent = ValueIntent()
      intent.history = ContentSource(.file("past.csv"))
      let timeline = try ValueProvider().timeline(for: intent, in: context(at: start, folder))
      #expect(timeline.entries.count == TimelineDocument.compiledEntryCount)
      #expect(timeline.entries.allSatisfy { !$0.content.history.isEmpty })
    }
  }

  @Test(arguments: [
    (-7200.0, "from 09:00"), (-86_400.0, "from Mon 09:00"), (-1_296_000.0, "from 1 Feb"),
    // A year too many is seen.
    (-31_536_000.0, "from 1 Feb 2027"),
  ])
  func `before its first date a value is a dash with the time from which there is one`(
    seconds: Double, words: String
  ) throws {
    try withFolder(["timeline.json": document(3)]) { folder in
      let now = start + seconds
      let entries = try ValueProvider().timeline(for: ValueIntent(), in: context(at: now, folder)).entries
      #expect(entries.map(\.date) == [now, start, start + 60, start + 120])
      #expect(entries[0].content == ValueContent(title: "Rain", value: "–", detail: words))
      #expect(entries[1].content.value == "0")
      #expect(try ValueProvider().snapshot(for: ValueIntent(), in: context(at: now, folder)).content.value == "–")
      let later = try ValueProvider().timeline(for: ValueIntent(), in: context(at: start, folder)).entries
      #expect(later.map(\.content.value) == ["0", "1", "2"])
    }
  }

  @Test func `before its first date a widget written as data is its placeholder`() throws {
    let view = "displayName: A\ndescription: See.\npreview: {t: 7}\nfamilies:\n  systemSmall: {text: \"{t}\"}\n"
    let values = """
      {"policy": "never", "entries": [{"date": "2027-02-01T09:00:00Z", "t": 1}, {"date": "2027-02-01T10:00:00Z", "t": 2}]}
      """
    try withFolder(["w.yaml": view, "v.json": values]) { folder in
      var intent = DocumentIntent()
      (intent.view, intent.file) = ("w.yaml", "v.json")
      let provider = DocumentProvider(sample: .unreadable)
      let entries = try provider.timeline(for: intent, in: context(at: start - 60, folder)).entries
      #expect(entries.map(\.isPending) == [true, false, false])
      #expect(entries[0].date == start - 60 && entries[0].values == ["t": .number(7, decimals: 0)])
      #expect(
        try provider.timeline(for: intent, in: context(at: start, folder)).entries.map(\.isPending) == [false, false])
    }
  }

  @Test func `a widget written as data has as many entries`() throws {
    let entries = (0..<10_000).map { #"{"date": "\#((start + 60 * Double($0)).formatted(.iso8601))", "t": \#($0)}"# }
    let view = "displayName: A\ndescription: See.\npreview: {t: 7}\nfamilies:\n  systemSmall: {text: \"{t}\"}\n"
    try withFolder(["w.yaml": view, "v.json": #"{"entries": [\#(entries.joined(separator: ","))]}"#]) { folder in
      var intent = DocumentIntent()
      (intent.view, intent.file) = ("w.yaml", "v.json")
      let timeline = try DocumentProvider(sample: .unreadable).timeline(
        for: intent, in: context(at: start + 60 * 5000, folder))
      #expect(timeline.entries.count == TimelineDocument.compiledEntryCount && timeline.continuesAt != nil)
      #expect(timeline.entries[0].values["t"] == .number(5000, decimals: 0))
    }
  }
}
