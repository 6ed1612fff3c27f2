import Afterglow
import AfterglowBoards
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowPreview

/// A widget in Swift whose view breaks a rule, or keeps it.
private struct OffenceWidget<Content: View>: Widget {
  struct Entry: TimelineEntry {
    let date: Date
  }

  struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { placeholder(in: context) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      Timeline(entries: [placeholder(in: context)], policy: .never)
    }
  }

  var families: [WidgetFamily] = WidgetFamily.allCases
  var describes = "See what is the case."
  var disfavored: [WidgetLocation] = []
  @ViewBuilder let content: @Sendable () -> Content

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "offence", provider: Provider()) { [content] _ in content() }
      .configurationDisplayName("Offence").description(describes).supportedFamilies(families)
      .disfavoredLocations(disfavored, for: families)
  }
}

/// Findings of the guide about one widget next to a clock.
private enum Lint {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A widget written as data, by `check` itself.
  static func data(
    _ view: String, values: String = "{}", family: WidgetFamily = .systemSmall, context: String = "standBy",
    locale: String = "en-GB", head: String = "description: See what is the case.", files: [String: Data] = [:]
  ) throws -> [String] {
    let document =
      view.contains("families:") ? "\(head)\n\(view)" : "\(head)\nfamilies: [\(family.rawValue)]\nview: \(view)"
    let texts = ["w.yaml": document + "\n", "v.json": values].mapValues { Data($0.utf8) }
    return try scene(
      "{kind: document, family: \(family.rawValue), configuration: {view: w.yaml, file: v.json}}", context: context,
      locale: locale, files: texts.merging(files, uniquingKeysWith: { $1 }))
  }

  /// A widget of a scene, by `check` itself.
  static func scene(
    _ item: String, context: String, locale: String = "en-GB", files: [String: Data] = [:]
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Room for pictures.
    let board = try String(contentsOf: root.appending(path: "boards/bedside-clock/board.yaml"), encoding: .utf8)
      .replacing("archive: 1024", with: "archive: 8192")
    let beside = context == "standBy" ? "\n  - kind: clock" : ""
    let scene = "zone: Europe/London\nlocale: \(locale)\ncontext: \(context)\nwidgets:\(beside)\n  - \(item)\n"
    let texts = ["board.yaml": board, "scene.yaml": scene].mapValues { Data($0.utf8) }
    for (name, data) in texts.merging(files, uniquingKeysWith: { $1 }) {
      try data.write(to: folder.appending(path: name))
    }
    let findings = BoardCheck(folder.path).findings
    #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))\n\(item)")
    return findings.compactMap { finding in finding.rule.map { "\(finding.message) (rule \($0))" } }
  }

  /// A widget in Swift, in the same place.
  static func swift(
    _ widget: some Widget, family: WidgetFamily = .systemSmall, context: WidgetContext = .standBy,
    locale: String = "en_GB"
  ) throws -> [String] {
    let folder = try #require(BoardFolder.load(root.appending(path: "boards/bedside-clock").path).folder)
    var scene = folder.panelScene()
    var slot = scene.slots[0]
    slot.identifier = "offence"
    slot.widget = widget
    slot.family = family
    slot.configuration = [:]
    scene.context = context
    scene.locale = Locale(identifier: locale)
    scene.slots = context == .standBy ? [scene.slots[0], slot] : [slot]
    scene.board.archiveBankByteCount = 8 << 20
    let compiled = try SceneCompiler().compile(scene, at: Date())
    let board = try CompiledBoard(name: "offence", scene: scene, compiled: compiled, problems: [])
    func frame(_ override: ModeOverride) throws -> StillFrame {
      try StillFrame(board, at: .now, lux: nil, override: override)
    }
    return try GuideLinter(board: board).findings(
      day: frame(.day), alwaysOn: frame(.alwaysOn), night: frame(.night)
    ).filter { $0.slot == "offence" }.map(\.description)
  }

  static func expect(_ rule: Int, in found: [String], _ what: String) {
    #expect(found.contains { $0.hasSuffix("(rule \(rule))") }, "\(what): \(found)")
  }
}

/// For each rule that the linter names three offences in views of data and three in Swift: all are found.
@Suite struct GuideOffenceTests {
  // MARK: Rule 22 and 21

  @Test(arguments: [
    "{zstack: [{text: Kitchen, font: {size: 20}}, {text: \"21 degrees\", font: {size: 20}}]}",
    "{vstack: [{text: Kitchen, font: {size: 24}}, {text: Bedroom, font: {size: 24}}], spacing: -20}",
    "{hstack: [{text: Kitchen, font: {size: 20}, fixedSize: true}, {text: Bedroom, font: {size: 20}, fixedSize: true, offset: {x: -40, y: 0}}]}",
  ]) func `overlapping texts in data`(view: String) throws {
    Lint.expect(22, in: try Lint.data(view).filter { $0.contains("overlap") }, view)
  }

  @Test func `overlapping texts in Swift`() throws {
    let stacked = OffenceWidget {
      ZStack {
        Text("Kitchen").font(.title)
        Text("21 degrees").font(.title)
      }
    }
    Lint.expect(22, in: try Lint.swift(stacked).filter { $0.contains("overlap") }, "stacked")
    let tight = OffenceWidget {
      VStack(spacing: -24) {
        Text("Kitchen").font(.title)
        Text("Bedroom").font(.title)
      }
    }
    Lint.expect(22, in: try Lint.swift(tight).filter { $0.contains("overlap") }, "tight")
    let moved = OffenceWidget {
      VStack {
        Text("Kitchen").font(.title)
        Text("Bath").font(.title).offset(x: 0, y: -34)
      }
    }
    Lint.expect(22, in: try Lint.swift(moved).filter { $0.contains("overlap") }, "moved")
  }

  @Test(arguments: [
    "{text: \"1,234,567,890 kilowatt hours\", font: {size: 40}, lineLimit: 1}",
    "{vstack: [{text: Power, font: {size: 13}}, {text: \"12,345.678 kWh\", font: {size: 34}, lineLimit: 1}]}",
    "{text: \"Donaudampfschifffahrt on time\", font: {size: 30}, lineLimit: 1, minimumScaleFactor: 0.8}",
  ]) func `a hero that is cut, in data`(view: String) throws {
    Lint.expect(22, in: try Lint.data(view).filter { $0.contains("is cut") }, view)
  }

  @Test func `a hero that is cut, in Swift`() throws {
    let plain = OffenceWidget { Text("1,234,567,890 kilowatt hours").font(.system(size: 40)).lineLimit(1) }
    let labelled = OffenceWidget {
      VStack {
        Text("Power").font(.caption)
        Text("12,345.678 kWh").font(.system(size: 34)).lineLimit(1)
      }
    }
    let scaled = OffenceWidget {
      Text("Donaudampfschifffahrt on time").font(.system(size: 30)).lineLimit(1).minimumScaleFactor(0.8)
    }
    Lint.expect(22, in: try Lint.swift(plain).filter { $0.contains("is cut") }, "plain")
    Lint.expect(22, in: try Lint.swift(labelled).filter { $0.contains("is cut") }, "labelled")
    Lint.expect(22, in: try Lint.swift(scaled).filter { $0.contains("is cut") }, "scaled")
  }

  @Test(arguments: [6, 5, 7]) func `rows of labels and values at ordinary spacing, in data`(count: Int) throws {
    let rows = (1...count).map { "{hstack: [{text: Room \($0)}, spacer, {text: \"2\($0)°\"}], font: {size: 12}}" }
    Lint.expect(21, in: try Lint.data("{vstack: [\(rows.joined(separator: ", "))], spacing: 4}"), "\(count) rows")
  }

  @Test func `rows of one text each with a figure in it`() throws {
    let rows = (1...6).map { "{text: \"Room \($0): 2\($0)°\", font: {size: 12}}" }
    let view = "{vstack: [\(rows.joined(separator: ", "))], alignment: leading, spacing: 4}"
    Lint.expect(21, in: try Lint.data(view), "data")
    let own = OffenceWidget {
      VStack(alignment: .leading, spacing: 4) {
        ForEach(1...6, id: \.self) { Text("Room \($0): 2\($0)°").font(.system(size: 12)) }
      }
    }
    Lint.expect(21, in: try Lint.swift(own), "Swift")
  }

  @Test(arguments: [6, 5, 7]) func `rows of labels and values at ordinary spacing, in Swift`(count: Int) throws {
    let rows = OffenceWidget {
      VStack(spacing: 4) {
        ForEach(1...count, id: \.self) { row in
          HStack {
            Text("Room \(row)")
            Spacer()
            Text("2\(row)°")
          }.font(.system(size: 12))
        }
      }
    }
    Lint.expect(21, in: try Lint.swift(rows), "\(count) rows")
  }

  @Test(arguments: [
    ("systemMedium", 8), ("systemLarge", 18), ("systemSmall", 8),
  ]) func `too many rows, in data and in Swift`(family: String, count: Int) throws {
    let family = try #require(WidgetFamily(rawValue: family))
    let rows = (1...count).map { "{text: \"Item number \($0)\", font: {size: 11}}" }.joined(separator: ", ")
    Lint.expect(
      22, in: try Lint.data("{vstack: [\(rows)], alignment: leading, spacing: 1}", family: family, context: "home"),
      "data")
    let many = OffenceWidget {
      VStack(alignment: .leading, spacing: 1) {
        ForEach(1...count, id: \.self) { Text("Item number \($0)").font(.system(size: 11)) }
      }
    }
    Lint.expect(22, in: try Lint.swift(many, family: family, context: .home), "Swift")
  }

  // MARK: Words

  @Test(arguments: [
    ("Synced 3 min ago", "en-GB"), ("Refreshed 10:04", "en-GB"), ("Checked: 12:00", "en-GB"),
    ("Updated just now", "en-GB"),
    ("Zuletzt abgerufen 10:04", "de-DE"), ("Aktualisiert 10:04", "de-DE"), ("Mis à jour : 10:04", "fr-FR"),
    ("Actualizado 10:04", "es-ES"), ("Aggiornato alle 10", "it-IT"), ("Bijgewerkt 10:04", "nl-NL"),
    ("Atualizado 10:04", "pt-PT"), ("更新 10:04", "ja-JP"), ("更新于 10:04", "zh-CN"), ("آخر تحديث", "ar"),
    ("עודכן 10:04", "he-IL"),
  ]) func `when a program last looked`(text: String, locale: String) throws {
    #expect(GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a").map(\.rule) == [71], "\(text)")
  }

  @Test(arguments: [
    ("Good morning", "en-GB"), ("Hello, Anna", "en-GB"), ("Tap for details", "en-GB"), ("Don’t forget", "en-GB"),
    ("Bitte lüften", "de-DE"), ("Guten Morgen", "de-DE"), ("Tippen für mehr", "de-DE"), ("Bonjour", "fr-FR"),
    ("Touchez ici", "fr-FR"), ("Buenos días", "es-ES"), ("Toca aquí", "es-ES"), ("Buongiorno", "it-IT"),
    ("Tocca qui", "it-IT"),
    ("Goedemorgen", "nl-NL"), ("Tik op de kaart", "nl-NL"), ("Bom dia", "pt-PT"), ("Toque aqui", "pt-PT"),
    ("おはようございます", "ja-JP"), ("タップして開く", "ja-JP"), ("早上好", "zh-CN"), ("点击查看", "zh-CN"), ("صباح الخير", "ar"),
    ("اضغط هنا", "ar"), ("בוקר טוב", "he-IL"), ("הקש כאן", "he-IL"),
  ]) func `greetings and instructions`(text: String, locale: String) throws {
    #expect(GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a").map(\.rule) == [95], "\(text)")
  }

  @Test(arguments: [
    ("As of 14:05", "en-GB"), ("Rules updated after a vote", "en-GB"), ("Hi 21° Lo 12°", "en-GB"),
    ("Checked shirts", "en-GB"),
    ("Tapas", "en-GB"), ("Pressure 1013 hPa", "en-GB"), ("Youth hostel", "en-GB"), ("Stand 14:05", "de-DE"),
    ("Druck 1013 hPa", "nl-NL"), ("Direktor", "de-DE"), ("Je suis là", "fr-FR"), ("Synchronised swimming", "en-GB"),
    ("Morning rain", "en-GB"), ("Update of the map", "en-GB"),
  ]) func `plain words are not spoken of`(text: String, locale: String) {
    #expect(GuideWords(Locale(identifier: locale)).findings(in: text, slot: "a") == [], "\(text)")
  }

  @Test func `a tick beside such a word is found`() throws {
    let view = "{text: \"Synced {now() - at} ago\", font: {size: 13}}"
    Lint.expect(71, in: try Lint.data(view, values: #"{"at": "2026-01-01"}"#), "data")
    let own = OffenceWidget {
      (Text("Synced ") + Text(Date.now, style: .relative)).font(.system(size: 13))
    }
    Lint.expect(71, in: try Lint.swift(own), "Swift")
  }

  @Test func `words are found in views`() throws {
    for (text, rule) in [
      ("Synced 10:04", 71), ("Good morning", 95), ("Afterglow", 94), ("Powered by Acme", 94), ("Acme™", 94),
    ] {
      Lint.expect(rule, in: try Lint.data("{text: \"\(text)\", font: {size: 15}}"), "data: \(text)")
      Lint.expect(rule, in: try Lint.swift(OffenceWidget { Text(text).font(.system(size: 15)) }), "Swift: \(text)")
    }
  }

  @Test(arguments: [
    "Current Weather Conditions", "The weather of the week", "Shows the next bus", "A widget for tides", "bus times",
    "Departures at the stop", "See The Next Departures", "Weather for the week", "",
  ]) func `descriptions without verb, in title case or about the widget`(text: String) throws {
    let head = text.isEmpty ? "displayName: A" : "description: \"\(text)\""
    Lint.expect(87, in: try Lint.data("{text: A, font: {size: 15}}", head: head), "data: \(text)")
    let own = OffenceWidget(describes: text) { Text("A").font(.system(size: 15)) }
    Lint.expect(87, in: try Lint.swift(own), "Swift: \(text)")
  }

  @Test(arguments: [
    "See when the next bus leaves.", "Follow a share through the day.", "Sieh, wann die nächsten Busse fahren.",
    "Voir les prochains départs du bus.", "Know what Berlin Hauptbahnhof shows.", "Keep an eye on the tank.",
    "Zeigt Abfahrten und Ankünfte.",
  ]) func `descriptions that are as they should be`(text: String) throws {
    let own = OffenceWidget(describes: text) { Text("A").font(.system(size: 15)) }
    #expect(try Lint.swift(own).filter { $0.contains("(rule 87)") } == [])
  }

  // MARK: Colour

  @Test(arguments: ["opacity: 0.3", "foregroundStyle: {color: white, opacity: 0.25}", "foregroundStyle: \"#505050\""])
  func `faint text in data`(modifier: String) throws {
    Lint.expect(64, in: try Lint.data("{text: Faint, font: {size: 15}, \(modifier)}"), modifier)
  }

  @Test func `faint text in Swift`() throws {
    Lint.expect(64, in: try Lint.swift(OffenceWidget { Text("Faint").font(.system(size: 15)).opacity(0.3) }), "opacity")
    let clear = OffenceWidget { Text("Faint").font(.system(size: 15)).foregroundStyle(.white.opacity(0.25)) }
    Lint.expect(64, in: try Lint.swift(clear), "style")
    let inner = OffenceWidget { VStack { HStack { Text("Faint").font(.system(size: 15)) } }.opacity(0.3) }
    Lint.expect(64, in: try Lint.swift(inner), "around it")
  }

  /// Fine in the scene's own dark appearance, gone in another palette.
  @Test(arguments: ["\"#FFFFFF\"", "white", "\"#FFFFE8\""]) func `what only the dark appearance shows, in data`(
    color: String
  )
    throws
  {
    let found = try Lint.data("{text: Bright, font: {size: 15}, foregroundStyle: \(color)}", context: "home")
    Lint.expect(64, in: found.filter { $0.contains("light appearance") }, color)
  }

  @Test func `what only the dark appearance shows, in Swift`() throws {
    for color in [AfterglowColor.white, AfterglowColor(hex: 0xFFFFE8), AfterglowColor(hex: 0xF4F4F4)] {
      let bright = OffenceWidget { Text("Bright").font(.system(size: 15)).foregroundStyle(color) }
      let found = try Lint.swift(bright, context: .home)
      Lint.expect(64, in: found.filter { $0.contains("light appearance") }, "\(color)")
    }
  }

  // MARK: Places

  @Test(arguments: [
    "{zstack: [{shape: rectangle, fill: \"#203040\"}, {text: A, font: {size: 20}}], frame: {maxWidth: infinity, maxHeight: infinity}, padding: -40}",
    "{zstack: [{shape: roundedRectangle, radius: 20, fill: \"#203040\", frame: {width: 300, height: 300}}, {text: A, font: {size: 20}}]}",
    "{text: A, font: {size: 20}, frame: {width: 320, height: 320}, background: {gradient: [\"#203040\", black]}}",
  ]) func `a background of its own in StandBy, in data`(view: String) throws {
    Lint.expect(43, in: try Lint.data(view), view)
  }

  @Test func `a background of its own in StandBy, in Swift`() throws {
    let plain = OffenceWidget {
      ZStack {
        AfterglowColor.blue.padding(-40)
        Text("A").font(.title)
      }
    }
    let framed = OffenceWidget { Text("A").font(.title).frame(width: 320, height: 320).background(AfterglowColor.blue) }
    let rounded = OffenceWidget {
      ZStack {
        RoundedRectangle(cornerRadius: 20).fill(.blue).frame(width: 300, height: 300)
        Text("A").font(.title)
      }
    }
    Lint.expect(43, in: try Lint.swift(plain), "plain")
    Lint.expect(43, in: try Lint.swift(framed), "framed")
    Lint.expect(43, in: try Lint.swift(rounded), "rounded")
  }

  @Test(arguments: [
    ("{symbol: house, font: {size: 24}}", "accessoryCircular"),
    ("{vstack: [{symbol: house, font: {size: 20}}, {symbol: lightbulb, font: {size: 20}}]}", "accessoryRectangular"),
    ("{symbol: lightbulb, font: {size: 30}}", "accessoryRectangular"),
  ]) func `a lock screen's launcher`(view: String, family: String) throws {
    let family = try #require(WidgetFamily(rawValue: family))
    Lint.expect(49, in: try Lint.data(view, family: family, context: "lockScreen"), view)
    let names =
      view.contains("house") ? view.contains("lightbulb") ? ["house", "lightbulb"] : ["house"] : ["lightbulb"]
    let own = OffenceWidget { VStack { ForEach(names, id: \.self) { Image(systemName: $0).font(.system(size: 20)) } } }
    Lint.expect(49, in: try Lint.swift(own, family: family, context: .lockScreen), "\(names)")
  }

  @Test(arguments: [
    "{text: \"21°\", font: {size: 20}, opacity: 0.6}",
    "{text: \"21°\", font: {size: 20}, foregroundStyle: {color: white, opacity: 0.5}}",
    "{group: {text: \"21°\", font: {size: 20}}, opacity: 0.7}",
  ]) func `translucent ink on a lock screen, in data`(view: String) throws {
    Lint.expect(36, in: try Lint.data(view, family: .accessoryRectangular, context: "lockScreen"), view)
  }

  @Test func `translucent ink on a lock screen, in Swift`() throws {
    let faded = OffenceWidget { Text("21°").font(.title3).opacity(0.6) }
    let white = OffenceWidget { Text("21°").font(.title3).foregroundStyle(.white.opacity(0.5)) }
    let around = OffenceWidget { VStack { Text("21°").font(.title3) }.opacity(0.7) }
    for own in [
      try Lint.swift(faded, family: .accessoryRectangular, context: .lockScreen),
      try Lint.swift(white, family: .accessoryRectangular, context: .lockScreen),
      try Lint.swift(around, family: .accessoryRectangular, context: .lockScreen),
    ] {
      Lint.expect(36, in: own, "Swift")
    }
  }

  @Test(arguments: [("systemMedium", 1.5), ("systemLarge", 2), ("systemLarge", 1.4)])
  func `a small layout magnified`(name: String, scale: Double) throws {
    let family = try #require(WidgetFamily(rawValue: name))
    func view(_ scale: Double) -> String {
      "{vstack: [{text: Kitchen, font: {size: \(14 * scale)}}, {text: \"21°\", font: {size: \(30 * scale)}}]}"
    }
    let document = "families:\n  systemSmall: \(view(1))\n  \(name): \(view(scale))"
    Lint.expect(19, in: try Lint.data(document, family: family, context: "home"), "data \(name)")
    let own = OffenceWidget { MagnifiedView(scale: scale) }
    Lint.expect(19, in: try Lint.swift(own, family: family, context: .home), "Swift \(name)")
  }

  // MARK: Logos, edges, sizes, colours and targets

  /// A plain square.
  private static let logo = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGklEQVR42mPUqLjDQApgYiARjGoY1TB0NAAAvGABnFBePVwAAAAASUVORK5CYII="
  )!

  @Test(arguments: [
    "{image: logo.png, frame: {width: 80, height: 80}}",
    "{vstack: [{image: acme-wordmark.png, frame: {width: 40, height: 20}}, spacer, {text: \"21°\", font: {size: 30}}], alignment: leading}",
    "{vstack: [{text: \"21°\", font: {size: 30}}, {image: logo.png, frame: {width: 24, height: 24}}]}",
  ]) func `a logo in data`(view: String) throws {
    let files = ["logo.png": Self.logo, "acme-wordmark.png": Self.logo]
    Lint.expect(94, in: try Lint.data(view, files: files), view)
  }

  @Test func `a logo in Swift`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "acme-\(UUID().uuidString).png")
    try Self.logo.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let large = OffenceWidget {
      Image(file: file).resizable().frame(width: 80, height: 80).accessibilityIdentifier("logo")
    }
    let spoken = OffenceWidget {
      VStack {
        Image(file: file).resizable().frame(width: 40, height: 40).accessibilityLabel("Acme logo")
        Text("21°").font(.title)
      }
    }
    let low = OffenceWidget {
      VStack {
        Text("21°").font(.title)
        Image(file: file).resizable().frame(width: 24, height: 24).accessibilityIdentifier("wordmark")
      }
    }
    Lint.expect(94, in: try Lint.swift(large), "large")
    Lint.expect(94, in: try Lint.swift(spoken), "spoken")
    Lint.expect(94, in: try Lint.swift(low), "low")
  }

  /// A picture of the panel with words on it.
  private static func writing(_ words: String) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "writing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Lint.root.appending(path: "boards/bedside-clock/board.yaml"), to: folder.appending(path: "board.yaml"))
    let scene = "context: standBy\nwidgets:\n  - {kind: note, configuration: {text: \(words)}}\n  - kind: clock\n"
    try Data(scene.utf8).write(to: folder.appending(path: "scene.yaml"))
    let board = try BoardSource(folder.path).compile(at: .now)
    return Data(try StillFrame(board, at: .now, lux: nil, override: .day).picture.png())
  }

  @Test(arguments: [
    "Bring the garden chairs inside", "Buy milk and bread on the way home", "Paper and glass go out tomorrow morning",
  ]) func `writing in a picture`(words: String) throws {
    let picture = try Self.writing(words)
    Lint.expect(15, in: try Lint.data("{image: p.png}", files: ["p.png": picture]), "data: \(words)")
    let file = FileManager.default.temporaryDirectory.appending(path: "writing-\(UUID().uuidString).png")
    try picture.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let own = OffenceWidget { Image(file: file).resizable().scaledToFit() }
    Lint.expect(15, in: try Lint.swift(own), "Swift: \(words)")
  }

  @Test(arguments: [("leading", -10.0, 0.0), ("trailing", 11, 0), ("bottom", 0, 12)])
  func `text at the edge`(alignment: String, x: Double, y: Double) throws {
    let view =
      "{text: Edge, font: {size: 15}, frame: {maxWidth: infinity, maxHeight: infinity, alignment: \(alignment)}, "
      + "offset: {x: \(x), y: \(y)}}"
    Lint.expect(7, in: try Lint.data(view), "data \(alignment)")
    let places: [String: Alignment] = ["leading": .leading, "trailing": .trailing, "bottom": .bottom]
    let place = places[alignment] ?? .center
    let own = OffenceWidget {
      Text("Edge").font(.system(size: 15)).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: place)
        .offset(x: x, y: y)
    }
    Lint.expect(7, in: try Lint.swift(own), "Swift \(alignment)")
  }

  @Test(arguments: [50.0, 45, 40]) func `small text`(width: Double) throws {
    let view =
      "{text: Rather long, font: {size: 13}, lineLimit: 1, minimumScaleFactor: 0.5, frame: {width: \(width)}}"
    Lint.expect(12, in: try Lint.data(view), "data \(width)")
    let own = OffenceWidget { Text("Small").font(.system(size: width / 5)) }
    Lint.expect(12, in: try Lint.swift(own), "Swift \(width / 5)")
  }

  @Test(arguments: [["lightbulb", "lightbulb"], ["circle.fill", "circle.fill"], ["", ""]])
  func `meaning in colour alone`(symbols: [String]) throws {
    let views = zip(symbols, ["green", "red"]).map { symbol, color in
      symbol.isEmpty
        ? "{shape: circle, fill: \(color), frame: {width: 12, height: 12}}"
        : "{symbol: \(symbol), font: {size: 24}, foregroundStyle: \(color)}"
    }
    Lint.expect(39, in: try Lint.data("{hstack: [\(views.joined(separator: ", "))], spacing: 30}"), "data \(symbols)")
    let own = OffenceWidget {
      HStack(spacing: 30) {
        ForEach([AfterglowColor.green, .red], id: \.self) { color in
          if symbols[0].isEmpty {
            Circle().fill(color).frame(width: 12, height: 12)
          } else {
            Image(systemName: symbols[0]).font(.system(size: 24)).foregroundStyle(color)
          }
        }
      }
    }
    Lint.expect(39, in: try Lint.swift(own), "Swift \(symbols)")
  }

  @Test(arguments: ["link: \"https://example.org\"", "action: Switch it off", "link: \"https://example.org/{id}\""])
  func `targets that a finger misses, in data`(modifier: String) throws {
    Lint.expect(83, in: try Lint.data("{text: Go, font: {size: 15}, \(modifier)}", values: #"{"id": 7}"#), modifier)
  }

  @Test func `targets that a finger misses, in Swift`() throws {
    let link = OffenceWidget { Link(destination: URL(string: "https://example.org")!) { Text("Go") } }
    let button = OffenceWidget { Button(action: {}) { Text("Go") } }
    let toggle = OffenceWidget { Toggle(isOn: true) { Text("On") }.frame(width: 40, height: 30) }
    Lint.expect(83, in: try Lint.swift(link), "link")
    Lint.expect(83, in: try Lint.swift(button), "button")
    Lint.expect(83, in: try Lint.swift(toggle), "toggle")
  }

  @Test(arguments: [("accessoryRectangular", 4), ("accessoryRectangular", 5), ("accessoryCircular", 3)])
  func `too much in an accessory`(name: String, count: Int) throws {
    let family = try #require(WidgetFamily(rawValue: name))
    let rows = (1...count).map { "{text: \"N \($0)\", font: {size: 11}}" }.joined(separator: ", ")
    let view = "{vstack: [\(rows)], alignment: leading, spacing: 0}"
    Lint.expect(100, in: try Lint.data(view, family: family, context: "lockScreen"), "data \(name)")
    let own = OffenceWidget {
      VStack(alignment: .leading, spacing: 0) {
        ForEach(1...count, id: \.self) { Text("N \($0)").font(.system(size: 11)) }
      }
    }
    Lint.expect(100, in: try Lint.swift(own, family: family, context: .lockScreen), "Swift \(name)")
  }

  @Test(arguments: [("systemLarge", "text"), ("systemExtraLarge", "text"), ("systemLarge", "symbol")])
  func `hardly anything in much room`(name: String, kind: String) throws {
    let family = try #require(WidgetFamily(rawValue: name))
    let view = kind == "text" ? "{text: \"21°\", font: {size: 17}}" : "{symbol: house, font: {size: 20}}"
    Lint.expect(22, in: try Lint.data(view, family: family, context: "home"), "data \(name)")
    let own = OffenceWidget {
      if kind == "text" { Text("21°").font(.system(size: 17)) } else { Image(systemName: "house") }
    }
    Lint.expect(22, in: try Lint.swift(own, family: family, context: .home), "Swift \(name)")
  }

  // MARK: None

  @Test func `views that keep the rules are not spoken of`() throws {
    let rows = (1...3).map { "{hstack: [{text: Room \($0)}, spacer, {text: \"2\($0)°\"}], font: {size: 15}}" }
    for view in [
      "{vstack: [\(rows.joined(separator: ", "))], spacing: 6}",
      "{vstack: [{text: Kitchen, font: {size: 15}, foregroundStyle: secondary}, {text: \"21.5°\", font: {size: 40}, lineLimit: 1, minimumScaleFactor: 0.5}]}",
      "{zstack: [{shape: circle, stroke: orange, lineWidth: 6, frame: {width: 90, height: 90}}, {text: \"7\", font: {size: 30}}]}",
    ] {
      #expect(try Lint.data(view) == [], "\(view)")
    }
  }
}

private typealias AfterglowColor = Afterglow.Color

private struct MagnifiedView: View {
  let scale: Double
  @Environment(\.widgetFamily) private var family

  var body: some View {
    let factor = family == .systemSmall ? 1 : scale
    VStack {
      Text("Kitchen").font(.system(size: 14 * factor))
      Text("21°").font(.system(size: 30 * factor))
    }
  }
}
