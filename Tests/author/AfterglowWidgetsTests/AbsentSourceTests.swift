import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowWidgets

/// What a widget says of a source that gives nothing.
@Suite struct AbsentSourceTests {
  private let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21T08:00Z
  private let english = Locale(identifier: "en_GB")

  /// A folder of sources for one test.
  private func withSources<T>(_ body: (SourceFolder) throws -> T) throws -> T {
    let root = FileManager.default.temporaryDirectory.appending(path: "absent-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = SourceFolder(root: root)
    return try SourceFolder.$standard.withValue(folder) { try body(folder) }
  }

  private func fail(
    _ source: ContentSource, _ trouble: ContentTrouble, since date: Date, in folder: SourceFolder
  ) throws {
    let key = try #require(source.key)
    try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
    var record = SourceRecord(name: "x")
    record.everySeconds = 900
    record.failure = "it answered with a fault"
    record.failingSinceMs = Int64(date.timeIntervalSince1970 * 1000)
    record.trouble = trouble
    try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder.record(key)))
  }

  private func receive(_ text: String, for source: ContentSource, in folder: SourceFolder) throws {
    let key = try #require(source.key)
    try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
    try text.write(toFile: folder.content(key), atomically: true, encoding: .utf8)
  }

  private func context(at date: Date? = nil) -> TimelineProviderContext {
    TimelineProviderContext(family: .systemSmall, displaySize: Size(width: 170, height: 204), date: date ?? now)
  }

  private func failure<T>(of body: () throws -> T) -> DocumentError? {
    do {
      _ = try body()
      return nil
    } catch let failure {
      return failure as? DocumentError
    }
  }

  @Test func `a lost account is shown at once, anything else after three pauses`() throws {
    try withSources { folder in
      var intent = ValueIntent()
      intent.source = ContentSource(text: "https://www.example.org/value.json")
      func awaited() -> DocumentError? { failure { try ValueProvider().timeline(for: intent, in: context()) } }
      #expect(awaited()?.isAwaited == true && awaited()?.notice(in: english) == nil)
      try fail(intent.source, .signIn, since: now - 60, in: folder)
      let error = try #require(awaited())
      #expect("\(error)".contains("nothing has been received yet: it answered with a fault"))
      let signIn = try #require(error.notice(in: english))
      #expect(signIn.words == "Sign in: example.org" && signIn.shortWords == "Sign in")
      #expect(signIn.date <= now)
      try fail(intent.source, .notFound, since: now - 60, in: folder)
      let notFound = try #require(awaited()?.notice(in: english))
      #expect(notFound.words == "Not found: example.org" && notFound.date == now - 60 + 2700)
      // A value is no calendar in any case.
      try fail(intent.source, .notReadable, since: now - 60, in: folder)
      #expect(awaited()?.notice(in: english)?.words == "Not readable: example.org")
    }
  }

  @Test func `of content that is there its age says enough, unless its account is lost`() {
    var record = SourceRecord(name: "x")
    record.everySeconds = 600
    record.failingSinceMs = Int64(now.timeIntervalSince1970 * 1000)
    #expect(record.noticeDate(hasContent: false) == nil)
    record.failure = "it answered 503"
    record.trouble = .notAvailable
    #expect(record.noticeDate(hasContent: false) == now + 1800)
    #expect(record.noticeDate(hasContent: true) == nil)
    record.trouble = .signIn
    #expect(record.noticeDate(hasContent: false) == .distantPast)
    #expect(record.noticeDate(hasContent: true) == now + 1800)
  }

  @Test func `a source is named by what its viewers know`() {
    let account = CalendarAccount(address: WebAddress(url: .plain("https://me@cloud.example.org:8443/dav")))
    let names: [(ContentSource, String)] = [
      (ContentSource(text: "https://www.example.org/a?key=1"), "example.org"),
      (ContentSource(.web(WebAddress(url: .secret("work-calendar")))), "work-calendar"),
      (ContentSource(.calendars(account)), "cloud.example.org"),
      (ContentSource(.command(["/usr/lib/boiler", "-v"])), "boiler"), (ContentSource(.push("boiler")), "boiler"),
      (ContentSource(text: "files/a.json"), "a.json"),
    ]
    for (source, name) in names { #expect(source.shortName == name, "\(source)") }
    let absence = ContentAbsence(.signIn, name: "Familie", from: now)
    #expect(absence.words(in: Locale(identifier: "de")) == "Anmelden: Familie")
    #expect(absence.words(in: Locale(identifier: "ja")) == "サインイン：Familie")
    #expect(ContentAbsence(.signIn, name: "", from: now).words(in: english) == "Sign in")
  }

  // MARK: Several sources

  private func calendars() throws -> CalendarIntent {
    let sources: ConfigurationValue = [
      ["url": "https://example.org/a.ics", "name": "Family calendar"],
      ["url": "https://example.org/b.ics", "name": "Bins"],
    ]
    return try CalendarIntent(configuration: ["sources": sources, "holidays": "none"])
  }

  private func events(_ title: String, _ hour: Int) -> String {
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(title)\r\nSUMMARY:\(title)\r\nDTSTART:20261121T\(hour)0000Z\r\n"
      + "END:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  @Test func `of several calendars the one that gives nothing is named`() throws {
    try withSources { folder in
      let intent = try calendars()
      let (family, bins) = (intent.all[0].source, intent.all[1].source)
      func timeline(at date: Date? = nil) throws -> Timeline<CalendarEntry> {
        try CalendarProvider().timeline(for: intent, in: context(at: date))
      }
      // The first one that is shown, whichever stands first.
      try fail(family, .notFound, since: now, in: folder)
      try fail(bins, .signIn, since: now, in: folder)
      let error = try #require(failure { try timeline() })
      #expect(error.notice(in: english)?.words == "Sign in: Bins")

      try receive(events("Bins", 14), for: bins, in: folder)
      try fail(family, .signIn, since: now, in: folder)
      let entry = try timeline().entries[0]
      #expect(entry.events.map(\.title) == ["Bins"] && entry.isIncomplete)
      #expect(entry.notice == "Sign in: Family calendar")

      try fail(family, .notReadable, since: now - 100, in: folder)
      let early = try timeline()
      #expect(early.entries[0].isIncomplete && early.entries[0].notice == nil)
      #expect(early.policy == .after(now + 2600))
      #expect(try timeline(at: now + 2600).entries[0].notice == "Not a calendar: Family calendar")
    }
  }

  @Test func `a calendar whose account is lost keeps its events and says so`() throws {
    try withSources { folder in
      let intent = try calendars()
      let (family, bins) = (intent.all[0].source, intent.all[1].source)
      try receive(events("Choir", 13), for: family, in: folder)
      try receive(events("Bins", 14), for: bins, in: folder)
      func entry() throws -> CalendarEntry {
        try CalendarProvider().timeline(for: intent, in: context()).entries[0]
      }
      try fail(family, .signIn, since: now - 60, in: folder)
      let early = try entry()
      #expect(early.notice == nil && !early.isIncomplete)
      try fail(family, .signIn, since: now - 2700, in: folder)
      let told = try entry()
      #expect(told.events.map(\.title) == ["Choir", "Bins"])
      #expect(told.notice == "Sign in: Family calendar" && told.isIncomplete)
      try fail(family, .notAvailable, since: now - 86_400, in: folder)
      #expect(try entry().notice == nil)
    }
  }

  @Test func `news that have never come say why by the feed that is told of first`() throws {
    try withSources { folder in
      let sources: ConfigurationValue = [
        "https://example.org/late.xml", ["url": "https://example.net/feed", "name": "Harbour Post"],
      ]
      let intent = try NewsIntent(configuration: ["sources": sources])
      try fail(intent.all[1].source, .noAccess, since: now - 3600, in: folder)
      let error = try #require(failure { try NewsProvider().timeline(for: intent, in: context()) })
      #expect(error.notice(in: english)?.words == "No access: Harbour Post")
    }
  }

  // MARK: Faces

  @Test(arguments: [ClockFace.agenda, .almanac])
  func `a face does not say that nothing is planned while a calendar has not come`(face: ClockFace) throws {
    let addresses = ["https://www.example.org/a.ics", "https://www.example.org/b.ics"]
    let intent = try ClockIntent(configuration: [
      "face": .string(face.rawValue), "calendar": .array(addresses.map { .string($0) }),
    ])
    let sources = addresses.map { ContentSource(text: $0) }
    func timeline(at date: Date) throws -> Timeline<ClockEntry> {
      try ClockProvider().timeline(for: intent, in: context(at: date))
    }
    func day(at date: Date) throws -> CalendarEntry? {
      switch try timeline(at: date).entries.first?.facts {
      case .agenda(let day): day
      case .almanac(let facts): facts.day
      default: nil
      }
    }
    try withSources { folder in
      #expect(try day(at: now)?.isIncomplete == true && day(at: now)?.notice == nil)
      let empty = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
      try receive(empty, for: sources[1], in: folder)
      #expect(try day(at: now)?.isIncomplete == true)
      // Why, once it has failed for long enough.
      try fail(sources[0], .notFound, since: now - 60, in: folder)
      let due = now - 60 + 2700
      #expect(try timeline(at: now).policy == .after(due) && day(at: now)?.notice == nil)
      #expect(try day(at: due)?.notice == "Not found: example.org")
      try FileManager.default.removeItem(atPath: folder.folder(try #require(sources[0].key)))
      try receive(empty, for: sources[0], in: folder)
      #expect(try day(at: now)?.isIncomplete == false)
    }
  }
}
