import AfterglowArchive
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Rules 85 and 86: what a placeholder shows stands where the content will stand.
@Suite struct PlaceholderTests {
  /// Content of a widget as it may come, in addition to its files.
  struct Content: CustomTestStringConvertible, Sendable {
    var name: String
    var kind: String
    var configuration: [String: ConfigurationValue] = [:]
    var files: [String: String] = [:]

    var testDescription: String { "\(kind): \(name)" }
  }

  private static let boards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards")

  private static func shipped(_ path: String) -> String {
    (try? String(contentsOf: boards.appending(path: path), encoding: .utf8)) ?? ""
  }

  private static func value(_ fields: String) -> [String: String] {
    [
      "timeline.json":
        "{\"kind\": \"value\", \"policy\": \"never\", \"entries\": [{\"date\": \"2026-11-21T08:00:00Z\", \(fields)}]}"
    ]
  }

  private static let past = """
    "history": [{"date": "2026-11-20T08:00:00Z", "value": 18.5}, {"date": "2026-11-21T01:00:00Z", "value": 23},
      {"date": "2026-11-21T08:00:00Z", "value": 21.5}]
    """

  /// A forecast that ends in three hours and has one day.
  private static let shortForecast = """
    {"latitude": 38.7, "longitude": -9.1, "timezone": "GMT", "utc_offset_seconds": 0,
     "hourly": {"time": ["2026-11-21T10:00", "2026-11-21T11:00", "2026-11-21T12:00"],
      "temperature_2m": [-12.4, 1, 2], "weather_code": [3, 61, 0]},
     "daily": {"time": ["2026-11-21"], "temperature_2m_max": [3], "temperature_2m_min": [-14], "weather_code": [3],
      "sunrise": ["2026-11-21T07:20"], "sunset": ["2026-11-21T17:10"]}}
    """

  static let all: [Content] = [
    Content(name: "figures", kind: "clock"),
    Content(name: "a dial", kind: "clock", configuration: ["style": .string("analogue")]),
    Content(
      name: "one line, no date", kind: "clock", configuration: ["style": .string("inline"), "date": .bool(false)]),
    Content(
      name: "shipped", kind: "weather", configuration: ["rebase": .bool(true)],
      files: ["forecast.json": shipped("wall-display-1080p/forecast.json")]),
    Content(name: "the end of a forecast", kind: "weather", files: ["forecast.json": shortForecast]),
    Content(name: "no past", kind: "value", files: value("\"title\": \"Tank\", \"value\": 21.5, \"unit\": \"°C\"")),
    Content(
      name: "a past", kind: "value",
      files: value("\"title\": \"Tank\", \"value\": 21.5, \"unit\": \"°C\"").mapValues {
        $0.replacing("\"kind\": \"value\",", with: "\"kind\": \"value\", \(past),")
      }),
    Content(
      name: "all there is", kind: "value",
      files: value(
        "\"title\": \"Hot water\", \"value\": 54.5, \"unit\": \"°C\", \"detail\": \"Tank, upper\", \"symbol\": "
          + "\"thermometer\", \"trend\": \"rising\"")),
    Content(name: "a word", kind: "value", files: value("\"title\": \"Door\", \"value\": \"Open\"")),
    Content(name: "two words", kind: "value", files: value("\"title\": \"Door\", \"value\": \"Half open\"")),
    Content(
      name: "shipped", kind: "calendar", files: ["calendar.ics": shipped("wall-display-1080p/calendar.ics")]),
    Content(
      name: "a month", kind: "calendar", configuration: ["layout": .string("month")],
      files: ["calendar.ics": shipped("wall-display-1080p/calendar.ics")]),
    Content(
      name: "the date", kind: "calendar", configuration: ["layout": .string("date"), "file": .string("")]),
    Content(name: "nothing planned", kind: "calendar", configuration: ["file": .string("")]),
    Content(
      name: "two", kind: "reminders",
      files: ["reminders.yaml": "title: Home\nreminders:\n  - {title: Pay the rent}\n  - {title: Call}\n"]),
    Content(name: "none", kind: "reminders", files: ["reminders.yaml": "title: Home\nreminders: []\n"]),
    Content(name: "a feed", kind: "news", files: ["news.xml": feed]),
    Content(name: "this machine", kind: "system"),
    Content(name: "no pictures", kind: "photos"),
    Content(
      name: "two cities", kind: "worldClock",
      configuration: [
        "cities": .array([.object(["zone": .string("Asia/Tokyo")]), .object(["zone": .string("Asia/Kolkata")])])
      ]),
    Content(name: "a day", kind: "countdown", configuration: ["date": .string("2026-12-24")]),
    Content(
      name: "words", kind: "note",
      configuration: ["text": .string("Bread"), "title": .string("Kitchen"), "symbol": .string("leaf")]),
    Content(
      name: "a view", kind: "document", configuration: ["file": .string("values.yaml")],
      files: ["widget.yaml": thermostat, "values.yaml": "{room: Bath, temperature: 19.5}\n"]),
  ]

  private static let feed = """
    <rss version="2.0"><channel><title>Post</title>
    <item><title>Ferries sail again</title><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item>
    <item><title>A longer headline of the morning that takes all of its two lines in most of the families</title></item>
    </channel></rss>
    """

  private static let thermostat = """
    displayName: Room
    description: See how warm it is.
    preview: {room: Bedroom, temperature: 21.5}
    families:
      systemSmall:
        vstack: [{text: "{room}", font: headline, accessibilityIdentifier: room}, spacer, {text: "{temperature:.1}°", font: largeTitle, accessibilityIdentifier: degrees}]
        alignment: leading
        frame: {maxWidth: infinity, maxHeight: infinity, alignment: leading}

    """

  /// Content with and without its words: bars lie in the lines of text that they stand for, and all else stays
  /// where it is.
  @Test(arguments: all) func `redaction moves nothing`(content: Content) throws {
    for item in GalleryItem.all where item.kind == content.kind {
      guard let (plain, redacted) = try pair(content, item, with: .waiting) else { continue }
      expectSamePlaces(plain, redacted, item)
    }
  }

  @Test(arguments: all) func `redaction moves nothing from across the room`(content: Content) throws {
    for item in GalleryItem.all where item.kind == content.kind && item.family.isSystem {
      guard let plain = try Self.compile(content, item, .unredacted, at: .simplified),
        let redacted = try Self.compile(content, item, .waiting, at: .simplified)
      else { continue }
      expectSamePlaces(plain, redacted, item)
    }
  }

  private func expectSamePlaces(_ plain: CompiledScene, _ redacted: CompiledScene, _ item: GalleryItem) {
    var frames: [UInt32: [LayoutNode]] = [:]
    for node in plain.layout.nodes where node.slot != nil { frames[node.identifier, default: []].append(node) }
    for node in redacted.layout.nodes where node.slot != nil && node.name != "ageMark" {
      guard let others = frames[node.identifier] else { continue }
      let isPlaced = others.contains { other in
        other.fontSizePt != nil && node.fontSizePt == nil
          ? other.framePt.insetBy(dx: -0.01, dy: -0.01).contains(node.framePt)
          : other.framePt.isClose(to: node.framePt)
      }
      #expect(isPlaced, "\(item.testDescription): \(node.name ?? node.kind) is at \(node.framePt)")
    }
    #expect(redacted.layout.nodes.allSatisfy { $0.slot == nil || $0.kind != "glyphRun" || $0.name == "ageMark" })
  }

  /// A placeholder and what comes in its place: every named element that both have stands on the same spot.
  @Test(arguments: all) func `content moves nothing`(content: Content) throws {
    var heldCount = 0
    for item in GalleryItem.all where item.kind == content.kind {
      guard let (placeholder, real) = try pair(content, item, with: .itself) else { continue }
      let (before, after) = (anchors(placeholder, item), anchors(real, item))
      for (name, place) in after {
        guard let other = before[name] else { continue }
        #expect(
          place.isClose(to: other), "\(item.testDescription): \(name) moves from \(other) to \(place)")
      }
      heldCount += after.keys.count { before[$0] != nil }
    }
    #expect(heldCount > 0 || content.name == "no pictures")
  }

  // MARK: Marks

  /// Names of marks whose places are values.
  private static let marks: Set<String> = ["share", "fill", "degree", "hour hand", "minute hand", "trend"]

  @Test(arguments: all) func `no mark of a placeholder has the place or the colour of a value`(content: Content) throws
  {
    for item in GalleryItem.all where item.kind == content.kind {
      guard let redacted = try Self.compile(content, item, .waiting) else { continue }
      let painted = try PaintedItem(redacted)
      painted.step(.day)
      for node in redacted.layout.nodes where node.slot != nil && painted.isVisible(node) {
        // In the corner of a watch the host gives what is accented its colour, whatever it is.
        let isColored = node.role == "accent" && item.family != .accessoryCorner
        #expect(node.kind != "tickHand" && !isColored, "\(item.testDescription): \(node.name ?? node.kind)")
        #expect(node.name.map { !Self.marks.contains($0) } ?? true, "\(item.testDescription): \(node.name ?? "")")
      }
    }
  }

  @Test(arguments: all) func `at night a placeholder is outlines`(content: Content) throws {
    for item in GalleryItem.all where item.kind == content.kind {
      guard let redacted = try Self.compile(content, item, .waiting) else { continue }
      let painted = try PaintedItem(redacted)
      let pixels = painted.pixels(.night)
      for node in redacted.layout.nodes where node.slot != nil && node.name != "ageMark" && painted.isVisible(node) {
        // Lines are as thin as outlines.
        let frame = node.framePx
        guard min(frame.width, frame.height) >= 9 else { continue }
        let columns = Int(frame.minX + 3)..<Int(frame.maxX - 3)
        let middle = Int(frame.midY)
        let lit = columns.count { pixels[middle * painted.width + $0] >> 16 & 255 > 20 }
        let share = Double(lit) / Double(columns.count)
        #expect(share < 0.6, "\(item.testDescription): \(node.name ?? node.kind) at \(node.framePt) is filled")
      }
    }
  }

  // MARK: Compiling

  private enum Change { case unredacted, waiting, itself }

  private struct Shown: Hashable {
    var content: String
    var item: GalleryItem
  }

  /// The content below a placeholder: two tests compare something with it.
  private static let unredacted = MadeOnce { (shown: Shown) in
    try compile(#require(all.first { $0.testDescription == shown.content }), shown.item, .unredacted)
  }

  private func pair(
    _ content: Content, _ item: GalleryItem, with change: Change
  ) throws -> (CompiledScene, CompiledScene)? {
    guard let plain = try Self.unredacted(Shown(content: content.testDescription, item: item)),
      let other = try Self.compile(content, item, change)
    else { return nil }
    return (plain, other)
  }

  /// nil where the widget has no such family.
  private static func compile(
    _ content: Content, _ item: GalleryItem, _ change: Change, at level: LevelOfDetail = .default
  ) throws -> CompiledScene? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "placeholder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "photos"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in content.files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let widget = try #require(
      WidgetGallery.builtIn.widget(
        WidgetUse(kind: content.kind, configuration: content.configuration, folder: folder)))
    guard widget.descriptor.supportedFamilies.contains(item.family) else { return nil }
    let shown: any Widget =
      switch change {
      case .unredacted: AlteredWidget.unredacted(widget)
      case .waiting: AlteredWidget.waiting(widget)
      case .itself: widget
      }
    let compiled = try item.compile(
      item.scene(isPreview: false, widget: shown, configuration: content.configuration, folder: folder) {
        $0.style.levelOfDetail = level
      })
    if change != .waiting { #expect(compiled.diagnostics == [], "\(content) \(item.testDescription)") }
    return compiled
  }

  // MARK: Places

  /// The place at which an element is held: the edge or middle that its words grow from, and its height.
  private struct Anchor: CustomStringConvertible {
    var x: [Double]
    /// The middle of the capitals, and the baseline.
    var y: [Double]

    var description: String { "x \(x), y \(y)" }

    func isClose(to other: Anchor) -> Bool {
      zip(y, other.y).contains { abs($0 - $1) < 0.01 }
        && (x.isEmpty || zip(x, other.x).contains { abs($0 - $1) < 0.01 })
    }
  }

  /// Entries of lists are not the same things in both, marks that show a value by their place stand where it is; what stands
  /// behind words of any length in their own line goes with them.
  private static let listed: Set<String> = [
    "reminder", "due", "time", "more", "nothing", "hours", "days", "summary", "degree", "share", "fill", "line",
    "first",
    "last", "headline", "row",
  ]
  private static let following: Set<String> = [
    "unit", "trend", "difference", "month", "high", "low", "condition", "sampleMark", "uptime", "trouble",
  ]

  /// By name and count: of what is shown first, by day.
  private func anchors(_ scene: CompiledScene, _ item: GalleryItem) -> [String: Anchor] {
    var found: [String: Anchor] = [:]
    var seen: Set<UInt32> = []
    for node in scene.layout.nodes where node.slot != nil {
      guard let name = node.name, name != "ageMark", !Self.listed.contains(name), seen.insert(node.identifier).inserted
      else { continue }
      if item.kind == "calendar" && name == "title" { continue }
      if found[name] != nil { continue }
      // A running line of words is centred as a whole.
      let isFree = Self.following.contains(name) || item.family == .accessoryInline
      found[name] = Anchor(
        x: isFree ? [] : [node.framePt.minX, node.framePt.midX, node.framePt.maxX],
        y: [node.framePt.midY, node.framePt.midY + (node.fontSizePt ?? 0) * Font.capHeightShare / 2])
    }
    return found
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  fileprivate func isClose(to other: Rect) -> Bool {
    [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY].allSatisfy { abs($0) < 0.01 }
  }
}
