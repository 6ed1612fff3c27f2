import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowWidgets

/// Widgets whose content arrives by itself: what they ask for, what they read, and how old it is.
@Suite struct SourcedWidgetTests {
  /// A folder of sources for one test.
  private func withSources<T>(_ body: (SourceFolder) throws -> T) throws -> T {
    let root = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = SourceFolder(root: root)
    return try SourceFolder.$standard.withValue(folder) { try body(folder) }
  }

  private func receive(
    _ text: String, for source: ContentSource, in folder: SourceFolder, at date: Date, every: Int? = 900
  ) throws {
    let key = try #require(source.key)
    try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
    try text.write(toFile: folder.content(key), atomically: true, encoding: .utf8)
    var record = SourceRecord(name: "x")
    record.fetchedAtMs = Int64(date.timeIntervalSince1970 * 1000)
    record.everySeconds = every
    try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder.record(key)))
  }

  private let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21T08:00Z

  private func context() -> TimelineProviderContext {
    TimelineProviderContext(family: .systemSmall, displaySize: Size(width: 170, height: 204), date: now)
  }

  private let document =
    #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-11-21T07:00:00Z", "value": 7}]}"#

  private func use(_ kind: String, _ configuration: [String: ConfigurationValue], place: Place? = nil) -> WidgetUse {
    WidgetUse(
      kind: kind, configuration: configuration, folder: URL(fileURLWithPath: "/boards/none", isDirectory: true),
      place: place, zone: TimeZone(identifier: "UTC")!)
  }

  @Test func `content is read where it was received, and is as old as its reception`() throws {
    try withSources { folder in
      var intent = ValueIntent()
      intent.source = ContentSource(text: "https://example.org/value.json")
      #expect(throws: DocumentError.self) { try ValueProvider().timeline(for: intent, in: context()) }
      try receive(document, for: intent.source, in: folder, at: now - 600)
      let timeline = try ValueProvider().timeline(for: intent, in: context())
      #expect(timeline.entries.map(\.content.value) == ["7"])
      #expect(timeline.reception == ContentReception(date: now - 600, every: 900))
      // Handed over: it comes when it comes.
      intent.source = ContentSource(.push("boiler"))
      try receive(document, for: intent.source, in: folder, at: now - 600, every: nil)
      #expect(try ValueProvider().timeline(for: intent, in: context()).reception?.every == nil)
    }
  }

  @Test func `a scene's source becomes a request with the reader's limit and judgement`() throws {
    try withSources { folder in
      let value = use("value", ["source": ["url": "https://example.org/v", "every": 60]])
      let request = try #require(WidgetGallery.builtIn.sources(of: value).first)
      #expect(request.pauseSeconds == 60)
      #expect(request.maximumByteCount == 2 << 20)
      #expect(request.refusal(of: Array(document.utf8)) == nil)
      #expect(request.refusal(of: Array("{\"kind\": \"value\"}".utf8))?.words.hasPrefix("expected \"entries\"") == true)
      #expect(request.refusal(of: Array("<!DOCTYPE html>".utf8)) != nil)
      #expect(WidgetGallery.builtIn.files(of: value) == [folder.content(try #require(request.source.key))])
      let calendar = try #require(
        WidgetGallery.builtIn.sources(of: use("calendar", ["source": "https://example.org/c.ics"])).first)
      #expect(calendar.maximumByteCount == 16 << 20)
      #expect(calendar.refusal(of: Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)) == nil)
      #expect(calendar.refusal(of: Array("{}".utf8)) != nil)
    }
  }

  @Test func `empty content is called what it is`() throws {
    try withSources { _ in
      for (source, words) in [
        (["command": ["/bin/true"]], "the program printed nothing"), (["push": "boiler"], "the content is empty"),
        (["url": "https://example.org/v"], "the answer is empty"),
      ] as [(ConfigurationValue, String)] {
        let request = try #require(WidgetGallery.builtIn.sources(of: use("note", ["source": source])).first)
        #expect(request.refusal(of: Array("\n".utf8))?.words == words)
      }
    }
  }

  @Test func `a file needs no fetching, and what has not come yet is no fault`() throws {
    try withSources { _ in
      #expect(WidgetGallery.builtIn.sources(of: use("value", ["source": "value.json"])).isEmpty)
      #expect(WidgetGallery.builtIn.files(of: use("value", ["source": "value.json"])) == ["/boards/none/value.json"])
      #expect(WidgetGallery.builtIn.problems(of: use("value", ["source": ["push": "boiler"]])) == [])
      #expect(!WidgetGallery.builtIn.problems(of: use("value", ["source": "value.json"])).isEmpty)
    }
  }

  // MARK: several calendars

  private func calendar(_ title: String, _ hour: Int) -> String {
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(title)\r\nSUMMARY:\(title)\r\nDTSTART:20261121T\(hour)0000Z\r\n"
      + "END:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  @Test func `several calendars are one, each in its colour, as old as the oldest`() throws {
    try withSources { folder in
      let sources: ConfigurationValue = [
        "webcal://example.org/a.ics", ["url": "https://example.org/b.ics", "color": "brown"],
        "https://example.org/c.ics", "https://example.org/late.ics",
      ]
      let configuration: [String: ConfigurationValue] = ["sources": sources, "holidays": "none"]
      let intent = try CalendarIntent(configuration: configuration)
      #expect(throws: DocumentError.self) { try CalendarProvider().timeline(for: intent, in: context()) }
      for (index, title) in ["A", "B", "C"].enumerated() {
        try receive(
          calendar(title, 14 - index), for: intent.all[index].source, in: folder, at: now - Double(100 * index))
      }
      let timeline = try CalendarProvider().timeline(for: intent, in: context())
      #expect(timeline.entries[0].events.map(\.title) == ["C", "B", "A"])
      #expect(timeline.entries[0].events.map(\.color) == [.green, .brown, .red])
      #expect(timeline.reception?.date == now - 200)
      let all = use("calendar", configuration)
      #expect(WidgetGallery.builtIn.sources(of: all).count == 4)
      #expect(WidgetGallery.builtIn.problems(of: all) == [])
    }
    #expect(throws: ConfigurationError.self) {
      try CalendarIntent(configuration: ["sources": ["a.ics"], "source": "b"])
    }
    #expect(throws: ConfigurationError.self) {
      try CalendarIntent(configuration: ["sources": [["file": "a.ics", "color": "mauve"]]])
    }
  }

  // MARK: Files of other names

  @Test func `a clock's calendars, holidays and a history come by themselves too`() throws {
    try withSources { folder in
      let clock: [String: ConfigurationValue] = [
        "face": "agenda",
        "calendar": ["https://example.org/a.ics", ["url": "https://example.org/b.ics", "color": "teal"]],
      ]
      let requests = WidgetGallery.builtIn.sources(of: use("clock", clock))
      #expect(requests.map(\.source.publicName) == ["https://example.org/a.ics", "https://example.org/b.ics"])
      #expect(requests[0].refusal(of: Array(calendar("A", 14).utf8)) == nil)
      #expect(requests[0].refusal(of: Array("{}".utf8)) != nil)
      #expect(WidgetGallery.builtIn.problems(of: use("clock", clock)) == [])
      // Without a face that has a calendar no server is asked.
      #expect(WidgetGallery.builtIn.sources(of: use("clock", ["calendar": "https://example.org/a.ics"])).isEmpty)
      let intent = try ClockIntent(configuration: clock)
      // What has not come yet stops no clock.
      #expect(events(of: try ClockProvider().timeline(for: intent, in: context())) == [])
      try receive(calendar("B", 15), for: intent.calendar.items[1].source, in: folder, at: now - 60)
      let one = try ClockProvider().timeline(for: intent, in: context())
      #expect(events(of: one) == ["B"])
      #expect(one.reception?.date == now - 60)
      try receive(calendar("A", 14), for: intent.calendar.items[0].source, in: folder, at: now - 90)
      #expect(events(of: try ClockProvider().timeline(for: intent, in: context())) == ["A", "B"])

      let days: [String: ConfigurationValue] = ["file": "", "holidays": ["url": "https://example.org/days.ics"]]
      let calendarIntent = try CalendarIntent(configuration: days)
      let source = try #require(calendarIntent.holidays.source)
      #expect(WidgetGallery.builtIn.sources(of: use("calendar", days)).map(\.source) == [source])
      #expect(try CalendarProvider().timeline(for: calendarIntent, in: context()).entries[0].events == [])
      try receive(calendar("Restoration", 14), for: source, in: folder, at: now)
      let event = try #require(CalendarProvider().timeline(for: calendarIntent, in: context()).entries[0].events.first)
      #expect(event.isHoliday && event.title == "Restoration")

      let value: [String: ConfigurationValue] = [
        "source": ["push": "v"], "value": "$.v", "history": "https://example.org/past.csv",
      ]
      let valueIntent = try ValueIntent(configuration: value)
      try receive("{\"v\": 3}", for: valueIntent.source, in: folder, at: now)
      #expect(try ValueProvider().timeline(for: valueIntent, in: context()).entries[0].content.history.count <= 1)
      try receive(
        "2026-11-21T06:00:00Z,1\n2026-11-21T07:00:00Z,2\n", for: valueIntent.history, in: folder, at: now)
      #expect(
        try ValueProvider().timeline(for: valueIntent, in: context()).entries[0].content.history.map(\.value) == [1, 2])
      #expect(WidgetGallery.builtIn.sources(of: use("value", value)).count == 2)
      #expect(WidgetGallery.builtIn.problems(of: use("value", value)) == [])
    }
    for (text, holidays) in [("automatic", Holidays.automatic), ("none", .none), ("", .none)] {
      #expect(try CalendarIntent(configuration: ["holidays": .string(text)]).holidays == holidays)
    }
    let file = Holidays.source(ContentSource(text: "days.ics"))
    #expect(try CalendarIntent(configuration: ["holidays": "days.ics"]).holidays == file)
    #expect(throws: ConfigurationError.self) {
      try ClockIntent(configuration: ["calendar": .array(Array(repeating: "a.ics", count: 13))])
    }
  }

  private func events(of timeline: Timeline<ClockEntry>) -> [String] {
    if case .agenda(let day) = timeline.entries[0].facts { day.events.map(\.title) } else { ["no agenda"] }
  }

  @Test func `invented weather says so on a panel, and not where all is a sample`() throws {
    var board = context()
    board.folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../boards/bedside-clock")
      .standardizedFileURL
    board.environment.locale = Locale(identifier: "de")
    let sample = try WeatherIntent(configuration: ["sample": true])
    let timeline = try WeatherProvider().timeline(for: sample, in: board)
    #expect(timeline.entries.allSatisfy { $0.sampleWords == "Beispielwetter" })
    // The widget has a place for its words itself; a circle leaves them to the host.
    #expect(timeline.sampleWords == nil)
    var circle = board
    circle.family = .accessoryCircular
    #expect(try WeatherProvider().timeline(for: sample, in: circle).sampleWords == "Beispielwetter")
    var real = WeatherIntent()
    real.file = "forecast.json"
    let written = try WeatherProvider().timeline(for: real, in: board)
    #expect(!written.entries.isEmpty && written.entries.allSatisfy { $0.sampleWords.isEmpty })
    #expect(written.sampleWords == nil)
  }

  // MARK: weather of a place

  @Test func `the weather of a service names it, and that of a file does not`() {
    func service(_ text: String) -> String? { WeatherService(of: ContentSource(text: text))?.credit }
    #expect(service("https://api.open-meteo.com/v1/forecast?x=1") == "Open-Meteo.com")
    #expect(service("https://api.met.no/weatherapi/locationforecast/2.0/complete") == "MET Norway")
    #expect(service("https://notopen-meteo.com/") == nil && service("forecast.json") == nil)
  }

  private let porto = Place(name: "Porto", latitude: 41.149612, longitude: -8.610991)

  @Test func `a place alone is enough, with four decimals and the air's quality`() throws {
    try withSources { _ in
      let requests = WidgetGallery.builtIn.sources(of: use("weather", [:], place: porto))
      let urls = requests.map { request -> String in
        if case .web(let address) = request.source.origin, case .plain(let url) = address.url { url } else { "" }
      }
      #expect(urls.count == 2)
      #expect(urls[0].hasPrefix("https://api.open-meteo.com/v1/forecast?latitude=41.1496&longitude=-8.6110&"))
      #expect(
        urls[1].hasPrefix("https://air-quality-api.open-meteo.com/v1/air-quality?latitude=41.1496&longitude=-8.6110&"))
      let norway = WidgetGallery.builtIn.sources(of: use("weather", ["service": "met-norway"], place: porto))
      #expect(norway.map(\.source.publicName) == ["https://api.met.no/weatherapi/locationforecast/2.0/complete"])
      #expect(norway[0].pauseSeconds == 1800)
    }
  }

  @Test func `the city of the zone is a place, and no place is said`() throws {
    try withSources { _ in
      var lisbon = use("weather", [:])
      lisbon.zone = TimeZone(identifier: "Europe/Lisbon")!
      #expect(WidgetGallery.builtIn.sources(of: lisbon).count == 2)
      let nowhere = use("weather", [:])
      #expect(WidgetGallery.builtIn.sources(of: nowhere).isEmpty)
      let problem = try #require(WidgetGallery.builtIn.problems(of: nowhere).first)
      #expect(problem.message.contains("a place in the scene"), "\(problem)")
    }
  }

  @Test func `with a file, a source or a sample no service is asked`() throws {
    try withSources { _ in
      for configuration: [String: ConfigurationValue] in [
        ["file": "f.json"], ["sample": true], ["rebase": true], ["source": ["push": "weather"]],
      ] {
        let requests = WidgetGallery.builtIn.sources(of: use("weather", configuration, place: porto))
        #expect(requests.allSatisfy { $0.source.key == "push-weather" }, "\(configuration)")
      }
    }
  }

  @Test(arguments: [
    (41.15, "41.1500"), (-8.61, "-8.6100"), (0, "0.0000"), (-0.00001, "0.0000"), (179.99996, "180.0000"),
  ])
  func `coordinates have four decimals`(value: Double, text: String) {
    #expect(WeatherService.degrees(value) == text)
  }
}
