import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowDaemon

/// Which widgets a change reloads and when, on a clock that the test moves.
@Suite struct ReloadTests {
  private final class Rig {
    let folder: RunFolder
    let sources: SourceFolder
    private(set) var listing = BoardListing()
    let time = HandTime()
    var moment: AuthorMoment {
      get { time.moment }
      set { time.moment = newValue }
    }
    var reasons: [String] = []
    /// The first scene is no reload.
    private var isBegun: Bool { composition != nil }
    private var composition: Composition?

    init(_ scene: String) throws {
      folder = try RunFolder()
      sources = SourceFolder(root: folder.path("state/sources"))
      let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
      try FileManager.default.copyItem(
        at: repository.appending(path: "boards/bedside-clock/board.yaml"),
        to: folder.folder.appending(path: "board/board.yaml"))
      try folder.write(scene, to: "board/scene.yaml")
    }

    func begin() throws {
      composition = nil
      let time = time
      try SourceFolder.$standard.withValue(sources) {
        composition = try Composition(
          BoardSource(folder.path("board")), ledger: folder.path("state/reloads.json"), pace: ReadingPace(restMs: 0),
          ticker: { time.moment }
        ) { [unowned self] news in
          switch news {
          case .composed(_, let scene): if isBegun { reasons.append(scene.reason) }
          case .listing(let found, _): listing = found
          case .refused, .warning, .cleared: break
          }
        }
      }
    }

    func pass(_ ms: Int64) { time.pass(ms) }

    func step() { SourceFolder.$standard.withValue(sources) { composition?.step(moment) } }

    func finish() { composition?.finish() }

    /// To the next time at which something is due, at most by `limitMs`.
    func goOn(atMost limitMs: Int64) {
      let next = SourceFolder.$standard.withValue(sources) { composition!.nextDeadlineMs(moment) }
      pass(min(max(1, next - moment.bootMs), limitMs))
      step()
    }

    func put(_ value: Int, _ name: String = "value.json") throws {
      try folder.write(
        #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#,
        to: "board/\(name)")
    }

    /// Content as if it had been received.
    func receive(_ value: Int, of source: ContentSource) throws {
      let key = source.key!
      try FileManager.default.createDirectory(atPath: sources.folder(key), withIntermediateDirectories: true)
      // Replaced as the store does it: two writes into one file within a tick of the kernel's clock look like none.
      try Data("\(value)".utf8).write(to: URL(fileURLWithPath: sources.content(key)), options: .atomic)
      var record = SourceRecord(name: source.publicName)
      record.fetchedAtMs = moment.wall.milliseconds
      record.everySeconds = 900
      try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: sources.record(key)), options: .atomic)
    }

    func reloads(_ name: String) -> WidgetReloads? { listing.reloads[name] }
  }

  private static let feed = ContentSource(text: "https://example.org/level.json")

  private static let sourced = """
    context: lockScreen
    widgets:
      - {name: level, kind: value, family: accessoryCircular, configuration: {source: "https://example.org/level.json", value: $}}
    """

  @Test func `a file reloads the widgets that show it, and no other`() throws {
    let rig = try Rig(
      """
      context: lockScreen
      widgets:
        - {name: one, kind: value, family: accessoryCircular, configuration: {file: one.json}}
        - {name: two, kind: value, family: accessoryCircular, configuration: {file: two.json}}
      """)
    try rig.put(1, "one.json")
    try rig.put(1, "two.json")
    try rig.begin()
    #expect(rig.reloads("one")?.lastReason == .begun)
    rig.pass(60_000)
    try rig.put(2, "two.json")
    rig.step()
    #expect(rig.reasons == ["files changed"])
    #expect(rig.reloads("one")?.lastReason == .begun && rig.reloads("two")?.lastReason == .changed)
    #expect(rig.reloads("two")?.usedCount == nil, "a file counts")
    // Within a second of the last one it waits.
    rig.pass(400)
    try rig.put(3, "two.json")
    rig.step()
    #expect(rig.reasons.count == 1)
    rig.goOn(atMost: 700)
    #expect(rig.reasons.count == 2 && rig.reloads("two")?.lastAt == rig.moment.wall)
    // Another scene is another matter.
    rig.pass(60_000)
    try rig.folder.write(
      "context: lockScreen\nwidgets: [{name: one, kind: value, family: accessoryCircular, configuration: {file: one.json}}]\n",
      to: "board/scene.yaml")
    rig.step()
    #expect(rig.reloads("one")?.lastReason == .scene && rig.reloads("two") == nil)
  }

  @Test func `status reports what a limit left out, and counts it as a fault only where something shown depends on it`()
    throws
  {
    let rig = try Rig(
      """
      context: lockScreen
      widgets:
        - {name: news, kind: news, family: accessoryRectangular, configuration: {file: news.xml}}
        - {name: diary, kind: calendar, family: accessoryRectangular, configuration: {file: diary.ics}}
      """)
    let items = (0..<301).map { "<item><title>Headline number \($0)</title></item>" }.joined()
    try rig.folder.write("<rss><channel>\(items)</channel></rss>", to: "board/news.xml")
    let events = (0...20_000).map { "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20200101T000000Z\r\nEND:VEVENT\r\n" }.joined()
    try rig.folder.write("BEGIN:VCALENDAR\r\n\(events)END:VCALENDAR\r\n", to: "board/diary.ics")
    try rig.begin()
    let (news, diary) = (try #require(rig.reloads("news")), try #require(rig.reloads("diary")))
    #expect(news.failure == nil && news.warning == "a feed has more than 300 items; only the newest are read")
    #expect(diary.failure == "the calendar is incomplete: it has more than 20000 events")
    rig.finish()
  }

  @Test func `status says of content without anything in it that it is empty, and counts no fault`() throws {
    let rig = try Rig(
      """
      context: lockScreen
      widgets:
        - {name: news, kind: news, family: accessoryRectangular, configuration: {file: news.xml}}
        - {name: diary, kind: calendar, family: accessoryRectangular, configuration: {file: diary.ics}}
      """)
    try rig.folder.write("<rss><channel><title>Village</title></channel></rss>", to: "board/news.xml")
    try rig.folder.write("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", to: "board/diary.ics")
    try rig.begin()
    let (news, diary) = (try #require(rig.reloads("news")), try #require(rig.reloads("diary")))
    #expect(news.emptiness == "the feed has no items" && news.failure == nil && news.warning == nil)
    #expect(diary.emptiness == "nothing planned in the next 45 days" && diary.failure == nil && diary.warning == nil)
    rig.pass(60_000)
    try rig.folder.write("<rss><channel><item><title>Fair</title></item></channel></rss>", to: "board/news.xml")
    rig.step()
    #expect(rig.reloads("news")?.contentAt != nil && rig.reloads("news")?.emptiness == nil)
    rig.finish()
  }

  @Test func `status warns of content that is shown and of which check reports errors`() throws {
    let rig = try Rig(
      "context: lockScreen\nwidgets: [{name: diary, kind: calendar, family: accessoryRectangular, configuration: {file: d.ics}}]\n"
    )
    func write(_ second: String) throws {
      let events = ["UID:1\r\nDTSTART:20261123T180000Z\r\nSUMMARY:Choir", second]
        .map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
      try rig.folder.write("BEGIN:VCALENDAR\r\n\(events)END:VCALENDAR\r\n", to: "board/d.ics")
    }
    try write("UID:2\r\nDTSTART;TZID=Nowhere/Else:20261124T180000\r\nSUMMARY:Found")
    try rig.begin()
    let fault = "d.ics:9:1: expected a time zone of the system, of Windows or of this file for DTSTART"
    let shown = try #require(rig.reloads("diary"))
    #expect(shown.failure == nil && shown.warning?.contains(fault) == true, "\(shown)")
    rig.pass(60_000)
    try write("UID:2\r\nDTSTART:20261124T180000Z\r\nSUMMARY:Found")
    rig.step()
    #expect(rig.reloads("diary")?.warning == nil)
    rig.finish()
  }

  @Test func `status names the words in place of content, and marks invented content`() throws {
    let rig = try Rig(
      "locale: en-GB\n\(Self.sourced)\n"
        + "  - {name: air, kind: weather, family: accessoryCircular, configuration: {file: forecast.json, sample: true}}\n"
        + "  - {name: sky, kind: weather, family: accessoryCircular, configuration: {file: forecast.json}}\n")
    let boards = URL(fileURLWithPath: #filePath).appending(path: "../../../../boards").standardized
    try FileManager.default.copyItem(
      at: boards.appending(path: "bedside-clock/forecast.json"),
      to: rig.folder.folder.appending(path: "board/forecast.json"))
    let key = try #require(Self.feed.key)
    try FileManager.default.createDirectory(atPath: rig.sources.folder(key), withIntermediateDirectories: true)
    let record =
      #"{"name": "level", "byteCount": 0, "hash": 0, "failure": "no secret", "failingSinceMs": 1, "trouble": "signIn"}"#
    try Data(record.utf8).write(to: URL(fileURLWithPath: rig.sources.record(key)))
    try rig.begin()
    let widgets = BoardStatus(rig.listing, rig.sources, wallMs: rig.moment.wall.milliseconds).widgets
    #expect(widgets.map(\.name) == ["level", "air", "sky"])
    #expect(widgets.map(\.notice) == ["Sign in: example.org", nil, nil], "\(widgets)")
    #expect(widgets.map(\.isSample) == [nil, true, nil], "\(widgets)")
    var touched = rig.listing
    touched.touchFailures = ["sky": "a task of sky: the task repeats"]
    let failed = BoardStatus(touched, rig.sources, wallMs: rig.moment.wall.milliseconds).widgets
    #expect(failed.map(\.touchFailure) == [nil, nil, "a task of sky: the task repeats"])
    let shared = SharedListing()
    shared.note(touchFailure: "refused", of: "sky")
    shared.note(touchFailure: "refused", of: "a widget that was removed")
    shared.note(refused: ["a fault"])
    #expect(shared.value.refused == ["a fault"])
    shared.replace(rig.listing)
    #expect(shared.value.touchFailures == ["sky": "refused"] && shared.value.widgets.count == 3)
    // Once there is content, the words are gone.
    rig.pass(2_000)
    try rig.receive(5, of: Self.feed)
    for _ in 0..<10 where rig.reloads("level")?.contentAt == nil { rig.goOn(atMost: 500) }
    #expect(rig.reloads("level")?.contentAt != nil && rig.reloads("level")?.notice == nil)
    rig.finish()
  }

  @Test func `several faults of a file are one line of status`() throws {
    let rig = try Rig(
      "context: lockScreen\nwidgets: [{name: level, kind: value, family: accessoryCircular, configuration: {file: value.json}}]\n"
    )
    try rig.folder.write(
      #"{"kind": "value", "policy": "atend", "entries": [{"date": "2026-11-21T08:00Z", "value": true}]}"#,
      to: "board/value.json")
    try rig.begin()
    let failure = try #require(rig.reloads("level")?.failure)
    #expect(failure.components(separatedBy: "/value.json:1:").count == 3 && failure.contains("; "), "\(failure)")
    #expect(failure.contains("for \"policy\"") && failure.contains("for \"entries[0].value\""), "\(failure)")
    #expect(failure == failure.printable)
    rig.finish()
  }

  @Test func `what comes first takes the placeholder's place at once, and what comes next waits`() throws {
    let rig = try Rig(Self.sourced)
    try FileManager.default.createDirectory(
      atPath: rig.sources.folder(Self.feed.key!), withIntermediateDirectories: true)
    try rig.begin()
    #expect(rig.reloads("level")?.contentAt == nil && rig.reloads("level")?.lastReason == .begun)
    rig.pass(2_000)
    try rig.receive(5, of: Self.feed)
    for _ in 0..<10 where rig.reloads("level")?.lastReason == .begun { rig.goOn(atMost: 500) }
    #expect(rig.reloads("level")?.lastReason == .received && rig.reloads("level")?.contentAt != nil)
    #expect(rig.reloads("level")?.usedCount == 1)
    let shownAt = rig.reloads("level")?.lastAt
    rig.pass(2_000)
    try rig.receive(6, of: Self.feed)
    for _ in 0..<10 { rig.goOn(atMost: 1_000) }
    #expect(rig.reloads("level")?.lastAt == shownAt)
  }

  @Test func `a day of content from the network stays within its budget, and none waits for more than 24 min`() throws {
    let rig = try Rig(Self.sourced)
    try rig.receive(0, of: Self.feed)
    try rig.begin()
    let begun = rig.moment.bootMs
    var received = 0
    var waiting: Int64?
    var longest: Int64 = 0
    while rig.moment.bootMs < begun + 86_400_000 {
      rig.goOn(atMost: 300_000 - (rig.moment.bootMs - begun) % 300_000)
      if rig.reloads("level")?.lastAt == rig.moment.wall, let since = waiting {
        longest = max(longest, rig.moment.bootMs - since)
        waiting = nil
      }
      guard (rig.moment.bootMs - begun) % 300_000 == 0 else { continue }
      received += 1
      waiting = waiting ?? rig.moment.bootMs
      try rig.receive(received, of: Self.feed)
    }
    #expect(received == 288)
    #expect(rig.reasons.count == ReloadBudget.dailyCount - 1, "\(rig.reasons.count)")
    #expect(longest <= ReloadBudget.paceMs, "content waited for \(longest) ms")
    #expect(rig.reloads("level")?.usedCount == ReloadBudget.dailyCount - 1)
  }

  @Test func `a budget goes on after a restart, and a clock that is set changes nothing of it`() throws {
    let rig = try Rig(Self.sourced)
    try rig.receive(0, of: Self.feed)
    try rig.begin()
    for value in 1...12 {
      rig.pass(300_000)
      try rig.receive(value, of: Self.feed)
      rig.step()
    }
    let used = try #require(rig.reloads("level")?.usedCount)
    #expect(used > 6)
    rig.finish()
    rig.moment.wall = Instant(milliseconds: rig.moment.wall.milliseconds - 9 * 3_600_000)
    try rig.begin()
    #expect(rig.reloads("level")?.usedCount == used && rig.reloads("level")?.lastReason == .begun)
    // Years later by the wall clock: everything was made for another time, and is reloaded once.
    rig.pass(60_000)
    rig.moment.wall = Instant(milliseconds: rig.moment.wall.milliseconds + 315_576_000_000)
    rig.reasons = []
    rig.step()
    #expect(rig.reasons.count == 1 && rig.reloads("level")?.lastReason == .clock)
    #expect(rig.reloads("level")?.usedCount == used)
    rig.pass(1_000)
    rig.step()
    #expect(rig.reasons.count == 1)
  }

  @Test func `a pause that the scene sets is kept, and counts nothing`() throws {
    let source = #"{url: "https://example.org/level.json", every: 60}"#
    let rig = try Rig(Self.sourced.replacingOccurrences(of: #""https://example.org/level.json""#, with: source))
    try rig.receive(0, of: Self.feed)
    try rig.begin()
    for value in 1...100 {
      rig.pass(60_000)
      try rig.receive(value, of: Self.feed)
      rig.step()
      #expect(rig.reloads("level")?.lastAt == rig.moment.wall)
    }
    #expect(rig.reasons.count == 100 && rig.reloads("level")?.usedCount == nil)
  }

  /// It is no failure: the widget shows what it has, and asking again would not change it.
  @Test func `half a calendar is reported until it is whole, and is not asked for again`() throws {
    let rig = try Rig(
      """
      zone: UTC
      context: lockScreen
      widgets: [{kind: calendar, family: accessoryRectangular, configuration: {file: family.ics, holidays: none}}]
      """)
    let whole =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Exam\r\nDTSTART:20261128T120000Z\r\nEND:VEVENT\r\n"
      + "END:VCALENDAR\r\n"
    try rig.folder.write(String(whole.prefix(70)), to: "board/family.ics")
    try rig.begin()
    let half = rig.reloads("calendar")
    #expect(half?.failure?.hasPrefix("the calendar ends inside") == true, "\(half as Any)")
    #expect(half?.failingSince != nil && half?.nextReason != .retry && half?.contentAt != nil)
    rig.pass(60_000)
    try rig.folder.write(whole, to: "board/family.ics")
    rig.step()
    let mended = rig.reloads("calendar")
    #expect(mended?.lastReason == .changed && mended?.failure == nil && mended?.failingSince == nil)
  }

  @Test func `a zone's file that a package replaces is read again`() throws {
    let rig = try Rig(
      "zone: Europe/Berlin\ncontext: lockScreen\nwidgets: [{kind: clock, family: accessoryInline}]\n")
    let zones = rig.folder.folder.appending(path: "zoneinfo")
    try FileManager.default.createDirectory(at: zones.appending(path: "Europe"), withIntermediateDirectories: true)
    func put(_ name: String) throws {
      try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        .write(to: zones.appending(path: "Europe/Berlin"), options: .atomic)
    }
    try put("Europe/Berlin")
    try ZoneFiles.$folder.withValue(zones.path) {
      try rig.begin()
      rig.pass(60_000)
      rig.step()
      #expect(rig.reasons == [])
      try put("Asia/Tokyo")
      rig.step()
      #expect(rig.reasons == ["files changed"] && rig.reloads("clock")?.lastReason == .scene)
    }
  }
}
