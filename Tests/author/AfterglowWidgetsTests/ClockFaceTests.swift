import AfterglowArchive
import AfterglowCore
import AfterglowRaster
import AfterglowTimeline
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Clock faces, each on a wide, a tall and a round panel of its own, at the minutes of a day without a reload.
@Suite struct ClockFaceTests {
  enum Panel: String, CaseIterable, Sendable {
    case wide, tall, round

    func size(_ side: Int) -> (width: Int, height: Int) {
      (self == .wide ? side * 5 / 3 : side, self == .tall ? side * 5 / 3 : side)
    }
  }

  struct Case: Hashable, Sendable, CustomTestStringConvertible {
    var face: ClockFace
    var panel: Panel
    var testDescription: String { "\(face.rawValue), \(panel.rawValue)" }

    static let all = ClockFace.allCases.flatMap { face in Panel.allCases.map { Case(face: face, panel: $0) } }
  }

  static let lisbon = Place(name: "Lisbon", latitude: 38.72, longitude: -9.14)

  private struct Sized: Hashable {
    var shown: Case
    var side: Int
  }

  private static let scenes = MadeOnce { (sized: Sized) in try compile(sized.shown, side: sized.side) }

  /// At `GalleryItem.now`, 10:09:35 in Lisbon; the same is compiled only once.
  private static func compiled(_ shown: Case, side: Int) throws -> CompiledScene {
    try scenes(Sized(shown: shown, side: side))
  }

  /// At `GalleryItem.now` unless a test says otherwise.
  static func compile(
    _ shown: Case, side: Int, locale: String = "en_GB", widget: any Widget = ClockWidget(), place: Place? = lisbon,
    at date: Date = GalleryItem.now, configuration: [String: ConfigurationValue] = [:]
  ) throws -> CompiledScene {
    let size = shown.panel.size(side)
    return try compile(
      shown.face, width: size.width, height: size.height, isRound: shown.panel == .round, locale: locale,
      widget: widget, place: place, at: date, configuration: configuration)
  }

  /// The same on a panel of any shape, in pixels.
  static func compile(
    _ face: ClockFace, width: Int, height: Int, isRound: Bool = false, locale: String = "en_GB",
    widget: any Widget = ClockWidget(), place: Place? = lisbon, at date: Date = GalleryItem.now,
    configuration: [String: ConfigurationValue] = [:]
  ) throws -> CompiledScene {
    let file = try [.agenda, .almanac].contains(face) ? calendar().path : ""
    var board = BoardRecord()
    board.archiveBankByteCount = 2 << 20
    board.clockTrust = ClockTrust.always.rawValue
    var scene = PanelScene(
      context: .standBy, style: PanelStyle(),
      slots: [
        SceneSlot(
          identifier: "clock", widget: widget, family: .systemSmall,
          configuration: [
            "face": .string(face.rawValue),
            "calendar": .string(file),
          ].merging(configuration) { $1 })
      ], timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: locale),
      geometry: PanelGeometry(
        widthPx: width, heightPx: height, widthMm: Double(width) * 0.2, heightMm: Double(height) * 0.2,
        isRound: isRound),
      board: board, strings: BoardStrings(name: "face"))
    scene.place = place
    return try CompilerPool.compile(scene, at: date)
  }

  /// Two days with an event each, in a file that is written once.
  private static func calendar() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "clock-faces.ics")
    let events = [("20261121T150000Z", "Dentist"), ("20261122T180000Z", "Choir")].map { start, title in
      ["BEGIN:VEVENT", "UID:\(title)", "DTSTART:\(start)", "DURATION:PT1H", "SUMMARY:\(title)", "END:VEVENT"]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events.flatMap { $0 } + ["END:VCALENDAR", ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: file, options: .atomic)
    return file
  }

  private static func context(_ face: ClockFace, locale: String = "en_GB") -> TimelineProviderContext {
    var environment = EnvironmentValues()
    environment.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    environment.locale = Locale(identifier: locale)
    return TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 283, height: 170), date: GalleryItem.now,
      environment: environment, place: lisbon)
  }

  private static func entries(_ face: ClockFace) throws -> [ClockEntry] {
    var intent = ClockIntent()
    intent.face = face
    return try ClockProvider().timeline(for: intent, in: context(face)).entries
  }

  /// What each minute of a day shows: the minute's instant and the newest entry at it.
  private static func minutes(_ face: ClockFace) throws -> [(date: Date, entry: ClockEntry)] {
    let entries = try entries(face)
    let first = (GalleryItem.now.timeIntervalSince1970 / 60).rounded(.up) * 60
    return try (0..<1440).map { minute in
      let date = Date(timeIntervalSince1970: first + Double(minute) * 60)
      return (date, try #require(entries.last { $0.date <= date }))
    }
  }

  // MARK: Polar skies

  /// The faces that show when the sun rises and sets.
  private static let solar = Case.all.filter { $0.face == .solar || $0.face == .almanac && $0.panel != .round }

  @Test(arguments: solar, [true, false])
  func `a face says midnight sun or polar night in place of the hours of the sun`(shown: Case, isUp: Bool) throws {
    let tromso = Place(name: "Tromsø", latitude: 69.65, longitude: 18.96)
    // Noon of 2027-06-21 and of 2026-12-21.
    let noon = Date(timeIntervalSince1970: isUp ? 1_813_579_200 : 1_797_854_400)
    let compiled = try Self.compile(shown, side: 480, place: tromso, at: noon)
    let painted = try PaintedItem(compiled)
    painted.step(.day, later: Int64(noon.timeIntervalSince(GalleryItem.now)))
    let visible = compiled.layout.nodes.filter { painted.isVisible($0) }
    let named = visible.filter { $0.name == "polar sky" }
    #expect(named.map(\.text) == [isUp ? "Midnight sun" : "Polar night"])
    for node in named {
      let (box, panel) = (node.framePx, compiled.layout.geometry)
      #expect(!node.isCut && box.minX >= 0 && box.maxX <= Double(panel.widthPx) && box.maxY <= Double(panel.heightPx))
    }
    #expect(!visible.contains { ["sunrise", "sunset"].contains($0.name) })
    // The same face on an ordinary day has the hours.
    let ordinary = try Self.compiled(shown, side: 480)
    #expect(ordinary.layout.nodes.contains { $0.name == "sunrise" })
    #expect(!ordinary.layout.nodes.contains { $0.name == "polar sky" })
  }

  // MARK: Light

  /// Minutes after 10:09 at which figures are widest or most, and others.
  private static let sampled: [Int64] =
    [0, 62, 80, 599, 591, 660, 831, 1115, 1199] + stride(from: 7, to: 1440, by: 131)

  @Test(arguments: Case.all) func `in always-on at most a tenth of a face is lit`(shown: Case) throws {
    let item = try PaintedItem(Self.compiled(shown, side: 480))
    for minute in Self.sampled {
      let pixels = item.pixels(.alwaysOn, later: minute * 60)
      let lit = pixels.litCount
      #expect(lit * 10 <= pixels.count && lit * 200 > pixels.count, "\(lit * 1000 / pixels.count) ‰ at \(minute)")
    }
  }

  @Test(arguments: Case.all) func `at night a face is red, and lights less than by day`(shown: Case) throws {
    let item = try PaintedItem(Self.compiled(shown, side: 240))
    for minute in Self.sampled {
      let night = item.pixels(.night, later: minute * 60)
      #expect(night.isRedAlone && night.litCount > 0)
      let day = item.pixels(.day, later: minute * 60)
      #expect(night.channelSum < day.channelSum)
    }
  }

  // MARK: Ink

  /// Hands pass before the day in a round dial, which is read again a quarter of an hour later; nothing else meets.
  @Test(arguments: Case.all) func `at no minute does one ink cover another`(shown: Case) throws {
    let compiled = try Self.compiled(shown, side: 160)
    func isDots(_ node: NodeRecord) -> Bool { node.kind == NodeKind.glyphRun.rawValue && node.b > 200 }
    let words = try PaintedItem(compiled) { _, node, _ in !PaintedItem.isText(node) || isDots(node) }
    let shapes = try PaintedItem(compiled) { _, node, _ in PaintedItem.isText(node) && !isDots(node) }
    let whole = try PaintedItem(compiled)
    whole.step(.day)
    // The boxes of two lines of the wide world meet; whether their words ever do is not known. Hours and minutes in a line
    // lie in one box: StackedClockTests.
    let hasOneBox = [Case(face: .world, panel: .wide), Case(face: .rounded, panel: .wide)].contains(shown)
    if !hasOneBox { expectApart(whole, isDots) }
    let hasHands = shown.face == .analogue && shown.panel == .round
    let shownItems = hasHands ? [words, shapes, whole] : [words, shapes]
    for minute in 0..<1440 {
      let later = Int64(minute) * 60
      // Pixels that none of them paints are as they were a minute before.
      let painted = shownItems.flatMap { $0.show(.day, later: later, isWhole: false) }
      let met = words.plane.placesInCommon(with: shapes.plane, in: painted, over: 90)
      if hasHands {
        // The hand is what is read there.
        #expect(met.allSatisfy { whole.plane.base[$0] == shapes.plane.base[$0] }, "minute \(minute)")
      } else {
        #expect(met.isEmpty, "minute \(minute): \(met.count) px")
      }
      #expect(words.plane.isLit(over: 90))
    }
  }

  /// Texts among themselves: their boxes hold whatever they will say.
  private func expectApart(_ whole: PaintedItem, _ isDots: (NodeRecord) -> Bool) {
    let boxes = whole.shownNodes(of: 1).filter {
      PaintedItem.isText($0) && !isDots($0) && $0.condition == NodeCondition.always.rawValue
    }.map(\.bounds)
    for (index, box) in boxes.enumerated() {
      #expect(boxes[..<index].allSatisfy { $0.intersection(box).isEmpty }, "\(box)")
    }
  }

  @Test(arguments: Case.all) func `nothing is cut off at an edge`(shown: Case) throws {
    let item = try PaintedItem(Self.compiled(shown, side: 240))
    for (minute, mode) in Self.sampled.flatMap({ minute in [ModeOverride.day, .alwaysOn, .night].map { (minute, $0) } })
    {
      let pixels = item.pixels(mode, later: minute * 60)
      let lost = pixels.edgeLitCount(width: item.width, isRound: shown.panel == .round, over: 40)
      #expect(lost == 0, "\(lost) px at \(minute)")
    }
  }

  // MARK: Meaning

  @Test(arguments: Panel.allCases) func `hands point at the time`(panel: Panel) throws {
    let compiled = try Self.compiled(Case(face: .analogue, panel: panel), side: 240)
    let item = try PaintedItem(compiled) { _, node, _ in node.kind != NodeKind.tickHand.rawValue }
    let size = panel.size(240)
    let reach = panel == .round ? 114.0 : panel == .tall ? 103 : 103
    for minute in 0..<720 {
      let time = 10 * 60 + 9 + minute
      item.show(.alwaysOn, later: Int64(minute) * 60, isWhole: false)
      let plane = item.plane
      for (turn, share) in [(Double(time % 60) / 60, 0.74), (Double(time % 720) / 720, 0.4)] {
        let angle = turn * 2 * .pi
        let x = Int(Double(size.width) / 2 + sin(angle) * reach * share)
        let y = Int(Double(size.height) / 2 - cos(angle) * reach * share)
        let pixel = plane.base[y * plane.stridePx + x]
        let isLit = [16, 8, 0].contains { pixel >> $0 & 255 > 30 }
        #expect(isLit, "\(time / 60):\(time % 60)")
      }
    }
  }

  /// By whole sentences for each twelfth of an hour; % is this hour, + the next.
  private static let sentences: [(WidgetLanguage, [String])] = [
    (
      .en,
      [
        "it is % o’clock", "it is five past %", "it is ten past %", "it is quarter past %", "it is twenty past %",
        "it is twenty-five past %", "it is half past %", "it is twenty-five to +", "it is twenty to +",
        "it is quarter to +", "it is ten to +", "it is five to +",
      ]
    ),
    (
      .de,
      [
        "es ist % Uhr", "es ist fünf nach %", "es ist zehn nach %", "es ist Viertel nach %", "es ist zwanzig nach %",
        "es ist fünf vor halb +", "es ist halb +", "es ist fünf nach halb +", "es ist zwanzig vor +",
        "es ist Viertel vor +", "es ist zehn vor +", "es ist fünf vor +",
      ]
    ),
    (
      .fr,
      [
        "il est %", "il est % cinq", "il est % dix", "il est % et quart", "il est % vingt", "il est % vingt-cinq",
        "il est % et demie", "il est + moins vingt-cinq", "il est + moins vingt", "il est + moins le quart",
        "il est + moins dix", "il est + moins cinq",
      ]
    ),
    (
      .es,
      [
        "% en punto", "% y cinco", "% y diez", "% y cuarto", "% y veinte", "% y veinticinco", "% y media",
        "+ menos veinticinco", "+ menos veinte", "+ menos cuarto", "+ menos diez", "+ menos cinco",
      ]
    ),
  ]

  private static let hours: [WidgetLanguage: [String]] = [
    .en: ["twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"],
    .de: ["zwölf", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf"],
    .fr: [
      "minuit", "une heure", "deux heures", "trois heures", "quatre heures", "cinq heures", "six heures",
      "sept heures", "huit heures", "neuf heures", "dix heures", "onze heures",
    ],
    .es: [
      "son las doce", "es la una", "son las dos", "son las tres", "son las cuatro", "son las cinco", "son las seis",
      "son las siete", "son las ocho", "son las nueve", "son las diez", "son las once",
    ],
  ]

  private static func sentence(_ language: WidgetLanguage, _ minuteOfDay: Int) -> String {
    let fives = Int((Double(minuteOfDay) / 5).rounded()) % 288
    let (hour, slot) = (fives / 12, fives % 12)
    func name(_ hour: Int) -> String { language == .fr && hour % 24 == 12 ? "midi" : hours[language]![hour % 12] }
    var words = sentences.first { $0.0 == language }!.1[slot]
    words = words.replacing("%", with: name(hour)).replacing("+", with: name(hour + 1))
    if language == .de && slot == 0 { words = words.replacing("eins", with: "ein") }
    if language == .fr && slot == 6 && hour % 12 == 0 { words = words.replacing("demie", with: "demi") }
    return words
  }

  @Test(arguments: [WidgetLanguage.en, .de, .fr, .es]) func `words spell the time at each minute of a day`(
    language: WidgetLanguage
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    for (date, entry) in try Self.minutes(.words) {
      guard case .words(let spoken) = entry.facts else {
        Issue.record("no words")
        return
      }
      let minute = calendar.component(.hour, from: date) * 60 + calendar.component(.minute, from: date)
      #expect(spoken.lines(in: language).joined(separator: " ") == Self.sentence(language, minute), "\(minute)")
    }
  }

  /// The clock with only those entries whose words are other than all before: the afternoon of a language that counts
  /// twelve hours is its morning.
  private static func sayingNothingTwice() -> AlteredWidget {
    var descriptor = ClockWidget().descriptor
    let timeline = descriptor.timeline
    descriptor.timeline = { values, context in
      var all = try timeline(values, context)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = context.environment.timeZone
      let language = WidgetLanguage.of(context.environment.locale)
      let last = all.entries.last?.date
      var said: Set<[String]> = []
      all.entries.removeAll { entry in
        !said.insert(SpokenTime(at: entry.date, in: calendar).lines(in: language)).inserted && entry.date != last
      }
      return all
    }
    return AlteredWidget(descriptor: descriptor)
  }

  @Test(arguments: ["en_GB", "de_DE", "fr_FR", "es_ES", "ja_JP", "zh_CN", "ar_EG", "he_IL"]) func `words have room`(
    locale: String
  ) throws {
    for panel in Panel.allCases {
      let compiled = try Self.compile(
        Case(face: .words, panel: panel), side: 240, locale: locale, widget: Self.sayingNothingTwice())
      let cut = compiled.layout.nodes.filter(\.isCut)
      #expect(cut.isEmpty)
      #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
    }
  }

  @Test(arguments: ["en_GB", "en_US", "de_DE"]) func `the sun's hours of an almanac end before its rule`(
    locale: String
  ) throws {
    for side in [120, 240, 480] {
      let compiled = try Self.compile(Case(face: .almanac, panel: .wide), side: side, locale: locale)
      let painted = try PaintedItem(compiled)
      painted.step(.day, later: 0)
      let visible = compiled.layout.nodes.filter { painted.isVisible($0) }
      let rules = visible.filter { $0.kind == "rectangle" && $0.framePx.height > 20 * $0.framePx.width }
      let rule = try #require(rules.first)
      for node in visible where ["sunrise", "sunset"].contains(node.name) {
        #expect(node.framePx.maxX < rule.framePx.minX, "\(side): \(node)")
      }
    }
  }

  @Test func `words stand one to a line in a tall place, and in phrases in a wide one`() throws {
    func lines(_ panel: Panel) throws -> [String] {
      let compiled = try Self.compiled(Case(face: .words, panel: panel), side: 240)
      let painted = try PaintedItem(compiled)
      painted.step(.day, later: 0)
      let visible = compiled.layout.nodes.filter { painted.isVisible($0) && $0.name?.hasPrefix("words ") == true }
      return visible.sorted { $0.framePx.minY < $1.framePx.minY }.compactMap(\.text)
    }
    let (tall, wide) = (try lines(.tall), try lines(.wide))
    #expect(tall == ["it is", "ten", "past", "ten"])
    #expect(wide == ["it is", "ten", "past ten"])
    let time = SpokenTime(hour: 9, minute: 25)
    #expect(time.lines(in: .en, .words) == ["it is", "twenty-", "five", "past", "nine"])
    #expect(time.lines(in: .ja, .words) == time.lines(in: .ja))
  }

  @Test func `the sun stands on its arc where it stands in the sky`() throws {
    let sun = Sun(over: Self.lisbon)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Lisbon")!
    for (date, entry) in try Self.minutes(.solar) {
      guard case .sky(let arc?) = entry.facts else {
        Issue.record("no sky")
        return
      }
      let share = date.timeIntervalSince(calendar.startOfDay(for: date)) / 86_400
      #expect(share >= arc.share - 1e-9 && share - arc.share <= 300.0 / 86_400 + 1e-9)
      #expect(abs(arc.elevation - sun.elevation(at: entry.date)) < 1e-9)
      // The mark lies on the line: both are made of the same heights.
      #expect(abs(arc.elevation(at: arc.share) - arc.elevation) < 0.1)
      let stretch = try #require(arc.lights.last { $0.span.lowerBound <= arc.share })
      let away = DayArc.Light.allCases.map { abs($0.threshold - arc.elevation) }.min()!
      #expect(stretch.light == DayArc.Light(arc.elevation) || away < 0.1)
      #expect(arc.turns.map(\.turn.isRise) == [true, false])
    }
  }

  @Test func `the night lies where the sun is down`() throws {
    for (_, entry) in try Self.minutes(.world).enumerated().filter({ $0.offset % 60 == 0 }).map(\.element) {
      guard case .earth(let light) = entry.facts else {
        Issue.record("no earth")
        return
      }
      for longitude in stride(from: -180.0, to: 180, by: 15) {
        let edge = light.edge(longitude: longitude)
        for latitude in stride(from: -55.0, through: 80, by: 5) where abs(latitude - edge) > 0.1 {
          let place = Place(name: "", latitude: latitude, longitude: longitude)
          let isNight = light.isNightNorth ? latitude > edge : latitude < edge
          #expect(isNight == (Sun(over: place).elevation(at: entry.date) < 0), "\(latitude) \(longitude)")
        }
        let seen = light.direction(overLatitude: 40, longitude: longitude)
        let place = Place(name: "", latitude: 40, longitude: longitude)
        #expect(abs(asin(seen.z) * 180 / .pi - Sun(over: place).elevation(at: entry.date)) < 1e-6)
      }
    }
  }

  @Test func `land is where it is`() {
    func isLand(_ latitude: Double, _ longitude: Double) -> Bool {
      LandMask.isLand(latitude: latitude, longitude: longitude)
    }
    for (latitude, longitude) in [(48.0, 3.0), (-23, -50), (-25, 135), (40, -100), (64, 100), (0, 22), (22, 78)] {
      #expect(isLand(latitude, longitude))
    }
    for (latitude, longitude) in [(0.0, -30.0), (40, -40), (-30, 80), (0, -150), (30, -179), (-60, 0), (85, 0)] {
      #expect(!isLand(latitude, longitude))
    }
    let count = LandMask.rows.reduce(0) { $0 + $1.nonzeroBitCount }
    #expect(count == 1797)
  }

  // MARK: Time

  @Test(arguments: ClockFace.allCases) func `a face is right for a day without its author`(face: ClockFace) throws {
    var intent = ClockIntent()
    intent.face = face
    let timeline = try ClockProvider().timeline(for: intent, in: Self.context(face))
    #expect(timeline.entries.count <= SlotContent.maximumEntryCount)
    let dates = timeline.entries.map(\.date)
    #expect(dates == dates.sorted() && Set(dates).count == dates.count)
    switch face {
    case .thin, .rounded, .seconds, .slab: #expect(dates.count == 1)
    default:
      #expect(dates.last! > GalleryItem.now + 86_400)
      // Then the figures alone, which are never another day's.
      #expect(timeline.entries.last?.face == .thin)
      #expect(timeline.entries.dropLast().allSatisfy { $0.face == face })
    }
  }

  @Test func `faces follow one another round`() {
    var face = ClockFace.thin
    for _ in ClockFace.allCases { face = face.next }
    #expect(face == .thin && ClockFace.thin.next == .rounded && ClockFace.allCases.count >= 8)
  }
}
