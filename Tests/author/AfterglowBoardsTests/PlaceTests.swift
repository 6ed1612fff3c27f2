import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowWidgets

/// Porto's forecast for six hours from 10:00, without sunrise and sunset.
private let forecast = """
  {"latitude": 41.16, "longitude": -8.62, "utc_offset_seconds": 0, "hourly": {
    "time": ["2026-11-21T15:00", "2026-11-21T16:00", "2026-11-21T17:00", "2026-11-21T18:00"],
    "temperature_2m": [14, 13, 12, 11], "weather_code": [0, 0, 0, 0]}}
  """
private let porto = "place: {name: Porto, latitude: 41.15, longitude: -8.61}\n"

private func scene(_ place: String, _ configuration: String = "{}") -> String {
  """
  context: standBy
  zone: Europe/Lisbon
  locale: en-GB
  \(place)widgets:
    - kind: calendar
      configuration: {file: ""}
    - kind: weather
      configuration: \(configuration)
  """
}

/// `place` in a scene, and its uses.
@Suite struct PlaceTests {
  @Test func `a place is read`() throws {
    let (folder, problems) = load(scene: scene(porto), files: ["forecast.json": forecast])
    #expect(problems == [] && folder?.advice == [])
    #expect(folder?.scene.place == Place(name: "Porto", latitude: 41.15, longitude: -8.61))
    #expect(folder?.panelScene().place == folder?.scene.place)
    #expect(try #require(load(scene: goodScene).folder).scene.place == nil)
  }

  @Test func `the solar face wants a place`() throws {
    func advice(_ place: String, _ face: String) -> [String] {
      let text = """
        context: standBy
        zone: Europe/Lisbon
        \(place)widgets:
          - {kind: clock, configuration: {face: \(face)}}
        """
      return load(scene: text).folder?.advice.map(\.message) ?? ["no folder"]
    }
    let messages = advice("", "solar")
    #expect(messages.count == 1 && messages[0].contains("expected the scene's \"place\""), "\(messages)")
    #expect(advice(porto, "solar") == [] && advice("", "thin") == [])
  }

  @Test(arguments: [
    (
      "place: {name: A, latitude: 91, longitude: 0}",
      "4:28: expected a number from -90 to 90 degrees, north is positive for \"place.latitude\", found 91"
    ),
    (
      "place: {name: A, latitude: 1, longitude: 180.1}",
      "expected a number from -180 to 180 degrees, east is positive for \"place.longitude\", found 180.1"
    ),
    ("place: {name: A, latitude: 1, longitude: \"8\"}", "for \"place.longitude\", found"),
    ("place: {latitude: 1, longitude: 8}", "expected \"name\" in \"place\" (the place's name), found nothing"),
    ("place: {name: A, latitude: 1, lon: 8}", "found \"lon\""),
    ("place: {name: A, lattitude: 1, longitude: 8}", "found \"lattitude\"; did you mean \"latitude\"?"),
    (
      "place: Porto",
      "expected a mapping of keys to values for \"place\", found \"Porto\"; did you mean \"place: {name: Porto, latitude: "
        + "41.15, longitude: -8.61}\"?"
    ),
    ("place: Nowhere", "expected a mapping of keys to values for \"place\", found \"Nowhere\""),
    (
      "place: {name: A, latitude: 1, longitude: 8, country: pt}",
      "expected two capital letters of ISO 3166 such as PT for \"place.country\", found \"pt\"; did you mean \"PT\"?"
    ),
  ]) func `what is wrong with one is reported with its place`(line: String, expected: String) {
    let problems = load(scene: scene(line + "\n"), files: ["forecast.json": forecast]).problems
    #expect(problems.contains { $0.hasPrefix("scene.yaml:4:") && $0.contains(expected) }, "\(problems)")
  }

  @Test func `a forecast for elsewhere is reported, and has neither the place's name nor its sun`() throws {
    let tokyo = "place: {name: Tokyo, latitude: 35.68, longitude: 139.69}\n"
    let folder = try #require(load(scene: scene(tokyo), files: ["forecast.json": forecast]).folder)
    let messages = folder.advice.map(\.message)
    #expect(messages.count == 2)
    #expect(
      messages.contains { $0.contains("found one for 41.16, -8.62, 10880") && $0.hasSuffix("km away") }, "\(messages)")
    let away = "zone Europe/Lisbon, found it 9 hours away; write \"zone: Asia/Tokyo\" into the scene"
    #expect(messages.contains { $0.hasSuffix(away) }, "\(messages)")
    // It is the zone that must be changed.
    let place = folder.advice.first { $0.message.hasSuffix(away) }
    #expect(place?.line == 2 && place?.column == 7)
    // Sample data is valid for any place.
    let sample = load(scene: scene(porto, "{rebase: true}"), files: ["forecast.json": forecast])
    #expect(sample.folder?.advice == [])
    // A missing sign.
    let york = scene("place: {name: New York, latitude: 40.71, longitude: 74.01}\n")
    let sign = load(
      scene: york.replacing("Europe/Lisbon", with: "America/New_York"), files: ["forecast.json": forecast])
    #expect(
      sign.folder?.advice.contains { $0.message.hasSuffix("found it 10 hours away; west is negative") } == true,
      "\(sign.folder?.advice.map(\.message) ?? [])")
  }

  @Test func `exchanged latitude and longitude are reported`() throws {
    func advice(_ place: String) throws -> [String] {
      let text = "context: home\nzone: Europe/Lisbon\n\(place)\nwidgets: [{kind: clock}]\n"
      return try #require(load(scene: text).folder).advice.map(\.message)
    }
    #expect(
      try advice("place: {name: Porto, latitude: -8.61, longitude: 41.15}") == [
        "expected Porto near the zone Europe/Lisbon, found latitude -8.61 and longitude 41.15; did you swap latitude and "
          + "longitude?"
      ])
    #expect(try advice("place: {name: Porto, latitude: 41.15, longitude: -8.61}") == [])
    // A place elsewhere, whose exchanged coordinates are elsewhere too.
    #expect(try advice("place: {name: Accra, latitude: 5.56, longitude: -0.2}") == [])
  }

  @Test func `a missing sign of a known city is reported where the zone does not show it`() throws {
    func advice(_ place: String) throws -> [String] {
      let text = "context: home\nzone: Europe/Lisbon\nplace: \(place)\nwidgets: [{kind: clock}]\n"
      return try #require(load(scene: text).folder).advice.map(\.message)
    }
    #expect(
      try advice("{name: Porto, latitude: 41.15, longitude: 8.61}") == [
        "expected Porto near latitude 41.15 and longitude -8.61, found latitude 41.15 and longitude 8.61; south and west are "
          + "negative"
      ])
    #expect(try advice("{name: Porto, latitude: 41.15, longitude: -8.61}") == [])
    // A place of its own name, and the zone of another place.
    #expect(try advice("{name: Home, latitude: 41.15, longitude: 8.61}") == [])
    #expect(try advice("{name: Munich, latitude: 48.14, longitude: 11.58}") == [])
  }

  @Test(arguments: [
    ("Asia/Shanghai", 39.47, 75.99), ("Pacific/Kiritimati", 1.87, -157.36), ("America/Adak", 51.88, -176.66),
    ("Europe/Madrid", 42.88, -8.54), ("Pacific/Apia", -13.83, -171.77), ("Asia/Kathmandu", 27.72, 85.32),
    ("America/Argentina/Ushuaia", -54.8, -68.3), ("Antarctica/McMurdo", -77.85, 166.67),
  ]) func `zones that are far from their sun are no mistake`(zone: String, latitude: Double, longitude: Double) {
    let text = scene("place: {name: A, latitude: \(latitude), longitude: \(longitude)}\n", "{rebase: true}")
      .replacing("Europe/Lisbon", with: zone).replacing("{file: \"\"}", with: "{file: \"\", holidays: none}")
    #expect(load(scene: text, files: ["forecast.json": forecast]).folder?.advice == [], "\(zone)")
  }

  /// At half past five Porto is dark, whichever of the two coordinates apply; by the clock it would be day until eight.
  @Test func `the sun makes the night of a forecast that does not give it`() throws {
    func sky(_ place: String, _ forecast: String) throws -> Set<String> {
      let path = FileManager.default.temporaryDirectory.path + "/place-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let widgets = "widgets:\n  - {kind: clock}\n  - {kind: weather, family: systemSmall}\n"
      for (name, content) in [
        ("board.yaml", goodBoard), ("forecast.json", forecast),
        ("scene.yaml", "context: standBy\nzone: Europe/Lisbon\nlocale: en-GB\n\(place)\(widgets)"),
      ] { try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
      let evening = try Date("2026-11-21T17:30:00Z", strategy: .iso8601)
      let kernel = KernelDisplays(root: "/nonexistent")
      let folder = try #require(BoardFolder.load(path, kernel: kernel, at: evening).folder)
      let compiled = try SceneCompiler().compile(folder.panelScene(), at: evening)
      return Set(compiled.layout.nodes.filter { $0.slot == "weather" }.map { "\($0.kind) \($0.framePx)" })
    }
    let day = """
      "daily": {"time": ["2026-11-21"], "temperature_2m_max": [15], "temperature_2m_min": [8],
        "sunrise": ["2026-11-21T07:00"], "sunset": ["2026-11-21T19:00"]}, "hourly"
      """
    // Without a place of the scene, the forecast's own is taken.
    for place in [porto, ""] {
      let explicit = try sky(place, forecast.replacing("\"hourly\"", with: day))
      // The moon and the sun have different shapes; the texts of the day's range do not matter.
      #expect(try !sky(place, forecast).isSubset(of: explicit), "\(place)")
    }
  }

  // MARK: holidays

  private func events(
    _ place: Place?, _ configuration: [String: ConfigurationValue] = ["file": ""], files: [String: String] = [:],
    zone: String = "Europe/Lisbon", locale: String = "pt-PT", from day: String = "2026-12-01"
  ) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.path + "/holidays-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
    var environment = EnvironmentValues()
    environment.timeZone = try #require(TimeZone(identifier: zone))
    environment.locale = Locale(identifier: locale)
    let start = try Date("\(day)T00:00:00Z", strategy: .iso8601)
    let context = TimelineProviderContext(
      family: .systemLarge, displaySize: Size(width: 364, height: 382), date: start, environment: environment,
      folder: URL(fileURLWithPath: path, isDirectory: true), place: place)
    let intent = try CalendarIntent(configuration: configuration)
    return try CalendarProvider().reading(intent, context, start..<start.addingTimeInterval(28 * 86_400)).events.map {
      event in
      let day = environment.calendar.dateComponents([.month, .day], from: event.start)
      return "\(day.month ?? 0)-\(day.day ?? 0) \(event.title) \(event.isHoliday && event.isAllDay)"
    }
  }

  private let lisbon = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)

  @Test func `a place has its country's holidays`() throws {
    let wanted = [
      "12-1 Restauração da Independência true", "12-8 Imaculada Conceição true", "12-25 Dia de Natal true",
    ]
    #expect(try events(lisbon) == wanted)
    // Without a country there are none; nor in a calendar that disables them.
    #expect(try events(nil) == [])
    #expect(try events(lisbon, ["file": "", "holidays": "none"]) == [])
    // The zone determines the country, unless the place does.
    #expect(try events(lisbon, zone: "Europe/Madrid", locale: "en").contains("12-6 Constitution Day true"))
    var abroad = lisbon
    abroad.country = "DE"
    #expect(try events(abroad, locale: "de").map { $0.prefix(5) } == ["12-25", "12-26"])
    #expect(try events(lisbon, zone: "UTC") == [])
    #expect(try events(lisbon, zone: "Asia/Riyadh") == [])
  }

  private static func calendar(_ day: String, _ title: String, _ more: String = "") -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:\(title)
    DTSTART;VALUE=DATE:\(day)
    SUMMARY:\(title)
    \(more)END:VEVENT
    END:VCALENDAR

    """
  }

  @Test func `a file of holidays takes the place's part, and all in it are holidays`() throws {
    let files = ["free.ics": Self.calendar("20261213", "Santa Luzia")]
    #expect(try events(lisbon, ["file": "", "holidays": "free.ics"], files: files) == ["12-13 Santa Luzia true"])
    #expect(throws: (any Error).self) { try events(lisbon, ["file": "", "holidays": "missing.ics"]) }
    let folder = URL(fileURLWithPath: "/b", isDirectory: true)
    func watched(_ configuration: [String: ConfigurationValue]) -> [String] {
      WidgetGallery.builtIn.files(of: WidgetUse(kind: "calendar", configuration: configuration, folder: folder))
    }
    #expect(watched(["holidays": "free.ics"]) == ["/b/calendar.ics", "/b/free.ics"])
    #expect(watched([:]) == ["/b/calendar.ics"])
  }

  @Test func `a holiday that a calendar has is there once, in the calendar's words`() throws {
    let files = ["c.ics": Self.calendar("20261225", "Natal em casa", "CATEGORIES:HOLIDAY\n")]
    let found = try events(lisbon, ["file": "c.ics"], files: files)
    #expect(found.filter { $0.hasPrefix("12-25") } == ["12-25 Natal em casa true"])
    #expect(found.count == 3)
  }

  @Test func `a country without known holidays is reported when a calendar would show them`() throws {
    let text = scene("place: {name: Riyadh, latitude: 24.7, longitude: 46.7}\n", "{rebase: true}")
      .replacing("Europe/Lisbon", with: "Asia/Riyadh")
    let advice = load(scene: text, files: ["forecast.json": forecast]).folder?.advice.map(\.message) ?? []
    #expect(advice.count == 1 && advice[0].contains("found SA") && advice[0].contains("holidays"), "\(advice)")
    let loaded = load(
      scene: text.replacing("{file: \"\"}", with: "{file: \"\", holidays: none}"), files: ["forecast.json": forecast])
    #expect(loaded.folder?.advice == [])
  }
}
