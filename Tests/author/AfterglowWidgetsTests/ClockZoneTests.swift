import AfterglowArchive
import AfterglowCore
import AfterglowSources
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Clocks of another zone than the scene's, of other languages, and of days that are unlike others.
@Suite struct ClockZoneTests {
  private typealias Panel = ClockFaceTests.Panel

  private static func compiled(
    _ face: ClockFace, _ panel: Panel = .wide, locale: String = "en_GB", place: Place? = ClockFaceTests.lisbon,
    at date: Date = GalleryItem.now, _ configuration: [String: String] = [:],
    widget: any Widget = ClockWidget()
  ) throws -> CompiledScene {
    try ClockFaceTests.compile(
      ClockFaceTests.Case(face: face, panel: panel), side: 240, locale: locale, widget: widget, place: place, at: date,
      configuration: configuration.mapValues { .string($0) })
  }

  /// What is shown by day at the compile, by its name.
  private static func shown(_ compiled: CompiledScene) throws -> [String: LayoutNode] {
    let indices = try compiled.archive.withUnsafeBytes { bytes in
      let archive = try Archive.validate(bytes)
      return Set(archive.displayList(entry: Int(archive.widget(1).entries.first), slot: 0).map(Int.init))
    }
    let nodes = compiled.layout.nodes.filter { indices.contains($0.node) && $0.name != nil }
    return Dictionary(nodes.map { ($0.name!, $0) }) { first, _ in first }
  }

  private static func context(_ date: Date = GalleryItem.now) -> TimelineProviderContext {
    var environment = EnvironmentValues()
    environment.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    environment.locale = Locale(identifier: "en_GB")
    return TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 283, height: 170), date: date, environment: environment,
      place: ClockFaceTests.lisbon)
  }

  private static func entries(
    _ face: ClockFace, zone: String?, calendar: String = "", at date: Date = GalleryItem.now
  ) throws -> [ClockEntry] {
    var intent = ClockIntent()
    intent.face = face
    intent.zone = zone
    intent.calendar = SourceList(calendar.isEmpty ? [] : [NamedSource(ContentSource(text: calendar))])
    return try ClockProvider().timeline(for: intent, in: context(date)).entries
  }

  private static func instant(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  // MARK: Days

  /// A file with events of a quarter of an hour each, from 10:30 in Lisbon on.
  private static func busyDay(_ count: Int) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "busy-day-\(count).ics")
    let events = (0..<count).flatMap { index in
      let minute = 10 * 60 + 30 + index * 20
      let start = String(format: "20261121T%02d%02d00Z", minute / 60, minute % 60)
      return [
        "BEGIN:VEVENT", "UID:\(index)", "DTSTART:\(start)", "DURATION:PT15M", "SUMMARY:Event \(index)", "END:VEVENT",
      ]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events + ["END:VCALENDAR", ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: file, options: .atomic)
    return file
  }

  @Test(arguments: [3, 11, 12, 13, 30]) func `however full a day is, the next begins at its midnight`(
    count: Int
  ) throws {
    let entries = try Self.entries(.agenda, zone: nil, calendar: Self.busyDay(count).path)
    let midnight = try Self.instant("2026-11-22T00:00:00Z")
    let entry = try #require(entries.last { $0.date <= midnight })
    guard case .agenda(let day) = entry.facts else {
      Issue.record("no agenda")
      return
    }
    #expect(day.date == midnight)
    #expect(day.events.allSatisfy { $0.start >= midnight })
  }

  @Test func `a day too full for its turns is read again when the next of them is due`() throws {
    let events = (0..<30).map { index in
      let start = GalleryItem.now + Double(index) * 1200 + 600
      return CalendarEvent(start: start, end: start + 900, title: "\(index)")
    }
    let provider = CalendarProvider { _, _, _ in events }
    let timeline = try provider.timeline(for: CalendarIntent(), in: Self.context())
    let dates = timeline.entries.map(\.date)
    #expect(dates.count == CalendarProvider.maximumEntryCount && dates == Set(dates).sorted())
    let turns = events.flatMap { [$0.start, $0.end] }.sorted()
    let next = try #require(turns.first { !dates.contains($0) && $0 > dates[0] })
    guard case .after(let due) = timeline.policy else {
      Issue.record("\(timeline.policy)")
      return
    }
    #expect(due == next)
  }

  @Test func `an agenda's day is that of its clock`() throws {
    // In Kiritimati it is 0:09 of the next day.
    let zone = "Pacific/Kiritimati"
    for panel in [Panel.wide, .tall] {
      let nodes = try Self.shown(Self.compiled(.agenda, panel, ["zone": zone]))
      #expect(nodes["day number"]?.text == "22")
    }
    // 15:00 in Lisbon.
    let nodes = try Self.shown(Self.compiled(.agenda, .wide, ["zone": "Asia/Kolkata"]))
    #expect(nodes["time"]?.tick != nil && nodes["title"]?.text == "Dentist")
    let midnight = try Self.instant("2026-11-21T18:30:00Z")
    #expect(try Self.entries(.agenda, zone: "Asia/Kolkata").contains { $0.date == midnight })
  }

  @Test(arguments: [nil, "Asia/Kolkata", "Pacific/Auckland", "America/New_York"]) func `the week is that of the clock`(
    zone: String?
  ) throws {
    // A Sunday.
    let date = GalleryItem.now + 86_400
    let entries = try Self.entries(.analogue, zone: zone, at: date)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: zone ?? "Europe/Lisbon")!
    for quarter in 0..<96 {
      let now = date + Double(quarter) * 900
      guard case .dial(let facts)? = entries.last(where: { $0.date <= now })?.facts else {
        Issue.record("no dial")
        return
      }
      #expect(facts.week == calendar.component(.weekOfYear, from: now), "\(now)")
    }
  }

  // MARK: The sky

  @Test(arguments: ["Europe/Lisbon", "Asia/Tokyo", "America/New_York", "Pacific/Auckland"])
  func `the sun rises and sets by the clock that is shown`(name: String) throws {
    let zone = TimeZone(identifier: name)!
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let day = try #require(calendar.dateInterval(of: .day, for: GalleryItem.now))
    let turns = Sun(over: ClockFaceTests.lisbon).turns(in: day.start..<day.end)
    #expect(turns.count == 2)
    let now = AlteredWidget.first(ClockWidget())
    for panel in Panel.allCases {
      let nodes = try Self.shown(Self.compiled(.solar, panel, ["zone": name], widget: now))
      for turn in turns {
        let node = nodes[turn.isRise ? "sunrise" : "sunset"]
        #expect(
          node?.text == ShortTime.text(turn, Locale(identifier: "en_GB"), zone), "\(panel) \(turn.isRise)")
      }
    }
    let analogue = try Self.shown(Self.compiled(.analogue, .wide, ["zone": name], widget: now))
    let next = try #require(
      Sun(over: ClockFaceTests.lisbon).turns(in: GalleryItem.now..<(GalleryItem.now + 86_400)).first)
    #expect(
      analogue[next.isRise ? "sunrise" : "sunset"]?.text
        == ShortTime.text(next, Locale(identifier: "en_GB"), zone))
  }

  /// Where a day of the scene has one turn alone.
  private static func lonelyTurn(rises: Bool) -> (place: Place, turn: SkyTurn)? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    let day = calendar.dateInterval(of: .day, for: GalleryItem.now)!
    // In the south of November the sun rises earlier each day, in the north later: where that passes midnight, a day has a
    // rise and no set, or a set and no rise.
    let latitudes = rises ? Array(stride(from: -68.0, through: -66, by: 0.1)) : [50]
    let longitudes = rises ? stride(from: -30.0, through: 30, by: 1) : stride(from: 60, through: 160, by: 0.2)
    for latitude in latitudes {
      for longitude in longitudes {
        let place = Place(name: "", latitude: latitude, longitude: longitude)
        let turns = Sun(over: place).turns(in: day.start..<day.end)
        if turns.count == 1 && turns[0].isRise == rises { return (place, turns[0]) }
      }
    }
    return nil
  }

  @Test(arguments: [true, false]) func `one turn of a day is shown without the other`(rises: Bool) throws {
    let (place, turn) = try #require(Self.lonelyTurn(rises: rises))
    let compiled = try Self.compiled(.solar, .wide, place: place)
    let node = try #require(try Self.shown(compiled)[rises ? "sunrise" : "sunset"])
    #expect(node.text == ShortTime.text(turn, Locale(identifier: "en_GB"), TimeZone(identifier: "Europe/Lisbon")!))
    // Below the line of the horizon, and on the panel.
    #expect(node.framePx.maxY <= 240 && node.framePx.minX >= 0 && node.framePx.maxX <= 400)
  }

  @Test(arguments: [-90.0, -77.85, -58, -56, 80, 82, 90]) func `home is on the map, or nowhere`(
    latitude: Double
  ) throws {
    for panel in Panel.allCases {
      let place = Place(name: "", latitude: latitude, longitude: 166.7)
      let compiled = try Self.compiled(.world, panel, place: place)
      let (width, height) = panel.size(240)
      let homes = compiled.layout.nodes.filter { $0.name == "home" }
      #expect(homes.isEmpty == (panel == .wide && (latitude >= 81 || latitude <= -57)))
      for node in homes {
        #expect(
          node.framePx.minX >= 0 && node.framePx.maxX <= Double(width) && node.framePx.minY >= 0
            && node.framePx.maxY <= Double(height), "\(panel) \(node.framePx)")
      }
      #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
    }
  }

  // MARK: Figures

  /// 9:05 and 17:05 in Lisbon.
  private static let morning = GalleryItem.now - 3875
  private static let evening = GalleryItem.now + 24_925

  @Test(arguments: [ClockFace.thin, .rounded]) func `an hour of 24 is in the locale's figures`(
    face: ClockFace
  ) throws {
    let expected = ["en_US": ("09", "17", "05"), "ar_EG": ("٠٩", "١٧", "٠٥"), "fa_IR": ("۰۹", "۱۷", "۰۵")]
    for (locale, figures) in expected {
      for (date, hour) in [(Self.morning, figures.0), (Self.evening, figures.1)] {
        let nodes = try Self.shown(Self.compiled(face, .tall, locale: locale, at: date, ["hour": "24"]))
        #expect(nodes["hour"]?.text == hour, "\(locale)")
        #expect(nodes["minute"]?.text == figures.2, "\(locale)")
      }
    }
  }

  @Test func `small clocks run to 24 where they are asked to`() throws {
    for family in [WidgetFamily.systemSmall, .accessoryCircular] {
      for (locale, hour) in [("en_US", "17"), ("ar_EG", "١٧")] {
        let scene = GalleryItem(kind: "clock", family: family).scene(
          isPreview: false, configuration: ["hour": .string("24")], change: { $0.locale = Locale(identifier: locale) })
        let nodes = try Self.shown(CompilerPool.compile(scene, at: Self.evening))
        #expect(nodes["hour"]?.text == hour, "\(family) \(locale)")
      }
    }
  }

  @Test func `drawn hours have as many figures as the locale writes`() throws {
    for panel in Panel.allCases {
      for (locale, hour) in [("en_US", "9"), ("en_GB", "09"), ("es_ES", "9"), ("ar_EG", "٩")] {
        let compiled = try Self.compiled(.rounded, panel, locale: locale, at: Self.morning)
        #expect(try Self.shown(compiled)["hour"]?.text == hour, "\(panel) \(locale)")
        #expect(compiled.diagnostics.isEmpty)
      }
    }
  }

  @Test(arguments: ["en_GB", "ar_EG", "he_IL"]) func `a time is written from left to right`(locale: String) throws {
    let rounded = try Self.shown(Self.compiled(.rounded, locale: locale))
    let (hour, minute) = (try #require(rounded["hour"]), try #require(rounded["minute"]))
    #expect(hour.framePx.maxX <= minute.framePx.minX)
    let seconds = try Self.shown(Self.compiled(.seconds, locale: locale))
    let (second, hours) = (try #require(seconds["second"]), try #require(seconds["hour"]))
    #expect(hours.framePx.maxX <= second.framePx.minX)
  }

  @Test(arguments: ClockFaceTests.Panel.allCases, ["en_GB", "en_US", "ja_JP", "ar_EG"])
  func `a dial's marks are the same all day`(panel: ClockFaceTests.Panel, locale: String) throws {
    let compiled = try Self.compiled(.analogue, panel, locale: locale)
    let item = try PaintedItem(compiled) { _, node, _ in
      PaintedItem.isText(node) || node.kind == NodeKind.tickHand.rawValue
    }
    let size = panel.size(240)
    let modes: [ModeOverride] = [.day, .alwaysOn, .night]
    // The ring in which the marks of the dial lie.
    let reach = panel == .round ? 114.0 : 104
    let ring = (0..<size.width * size.height).filter { index in
      let x = Double(index % size.width) + 0.5 - Double(size.width) / 2
      let y = Double(index / size.width) + 0.5 - Double(size.height) / 2
      let distance = (x * x + y * y).squareRoot()
      return distance < reach && distance > reach * 0.86
    }
    for mode in modes {
      let first = item.pixels(mode)
      #expect(ring.contains { first[$0] & 0xFF_FFFF != 0 })
      for minute in stride(from: 0, to: 1440, by: 17) {
        let pixels = item.pixels(mode, later: Int64(minute) * 60)
        let changed = pixels.differingCount(from: first, at: ring)
        #expect(changed == 0, "\(mode) after \(minute) minutes")
      }
    }
  }
}
