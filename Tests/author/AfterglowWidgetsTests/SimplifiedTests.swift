import AfterglowArchive
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// From across the room (rules 52 to 54): fewer details, the one fact half as large again at the least.
@Suite struct SimplifiedTests {
  @Test(arguments: [
    GalleryItem(kind: "calendar", family: .systemSmall), GalleryItem(kind: "calendar", family: .systemLarge),
    GalleryItem(kind: "countdown", family: .systemSmall), GalleryItem(kind: "value", family: .systemSmall),
    GalleryItem(kind: "value", family: .systemLarge), GalleryItem(kind: "value", family: .systemExtraLargePortrait),
  ])
  func `a title and its fact stand in the middle from top to bottom`(item: GalleryItem) throws {
    let compiled = try item.compiled(.dark, .simplified)
    let boxes = try TextFaults.words(of: compiled).map(TextFaults.letters)
    let top = try #require(boxes.map(\.minY).min())
    let bottom = try #require(boxes.map(\.maxY).max())
    let height = Double(compiled.layout.geometry.heightPx) / compiled.layout.scales[1]
    #expect(abs(top + bottom - height) / 2 < 0.015 * height, "\(top) to \(bottom) of \(height)")
  }

  static let items = GalleryItem.all.filter(\.family.isSystem)

  /// What each widget shows; a dial shows the time by its hour hand.
  private static let facts = Dictionary(
    uniqueKeysWithValues: BuiltInWidgets.all.map { (type(of: $0).kind, type(of: $0).page.factNames) }
  ).filter { !$0.value.isEmpty }

  private struct Form {
    let painted: PaintedItem
    let pixels: [UInt32]
    let nodes: [LayoutNode]

    init(_ item: GalleryItem, _ level: LevelOfDetail) throws { try self.init(item.compiled(.dark, level)) }

    init(_ item: GalleryItem, _ level: LevelOfDetail, change: (inout PanelScene) -> Void) throws {
      try self.init(
        item.compile(
          item.scene {
            $0.style.levelOfDetail = level
            change(&$0)
          }))
    }

    init(_ compiled: CompiledScene) throws {
      #expect(compiled.diagnostics == [])
      painted = try PaintedItem(compiled)
      pixels = painted.pixels(.day)
      let painted = painted
      nodes = compiled.layout.nodes.filter { $0.slot != nil && $0.role != "background" && painted.isVisible($0) }
    }

    /// What is shown, a time counting once however it is written.
    var details: Set<String> {
      let once = [
        "hour": "time", "minute": "time", "city": "title", "hour hand": "time", "minute hand": "time",
        "degree": "temperature",
      ]
      return Set(nodes.compactMap(\.name).map { once[$0] ?? $0 })
    }

    var texts: [LayoutNode] { nodes.filter { $0.fontSizePt != nil } }

    /// Height of the figures that show the fact, in points; of a dial the length of its hour hand.
    func factSize(_ names: Set<String>) -> Double {
      nodes.filter { names.contains($0.name ?? "") }.map { node in
        node.fontSizePt.map { $0 * Font.capHeightShare } ?? painted.handLengthPx(node)
      }.max() ?? 0
    }
  }

  @Test(arguments: items) func `the far form differs, with its fact half as large again`(item: GalleryItem) throws {
    let near = try Form(item, .default)
    let far = try Form(item, .simplified)
    #expect(near.pixels != far.pixels)
    guard let names = Self.facts[item.kind] else { return }
    let (small, large) = (near.factSize(names), far.factSize(names))
    #expect(small > 0 && large / small >= 1.5, "\(small) pt near by, \(large) pt from afar")
    // A note has but its words; where the near form has a title, it goes.
    if item.kind == "note" { return }
    #expect(far.details.count < near.details.count, "\(near.details) \(far.details)")
  }

  /// Whatever a host's sizes, a language's words and a viewer's type are.
  @Test(arguments: items) func `it is as large everywhere`(item: GalleryItem) throws {
    guard let names = Self.facts[item.kind] else { return }
    let hosts = [WidgetHost.iPhones[6], WidgetHost.iPhones[0], WidgetHost.iPads[0]].filter {
      $0.size(of: item.family) != nil && item.context(.dark).families(on: $0).contains(item.family)
    }
    var changes: [(inout PanelScene) -> Void] = ["en_US", "de_DE", "ja_JP", "ar_EG"].map { tag in
      { $0.locale = Locale(identifier: tag) }
    }
    changes += hosts.map { host in { $0.style.host = host } }
    // In StandBy a headline fills its place near by as well.
    if item.family == .systemSmall && item.kind != "news" { changes.append { $0.context = .standBy } }
    for (index, change) in changes.enumerated() {
      let near = try Form(item, .default, change: change)
      let far = try Form(item, .simplified, change: change)
      let (small, large) = (near.factSize(names), far.factSize(names))
      #expect(large / small >= 1.5, "change \(index): \(small) pt near by, \(large) pt from afar")
      for text in far.texts { #expect(!text.isCut && (text.fontSizePt ?? 11) >= 10.99, "\(text.name ?? "")") }
    }
  }

  /// Next to a clock's hours, two figures without their sign would be read as a time.
  @Test(arguments: [0.0, 9, 14, 20, 28, -8, -12])
  func `a temperature from afar has its degree sign, and is smaller than hours next to it`(degrees: Double) throws {
    var provider = WeatherProvider()
    provider.forecast = { _, context in
      Forecast(hours: [Forecast.Hour(date: context.date, temperature: degrees, weatherCode: 2)], days: [])
    }
    let item = GalleryItem(kind: "weather", family: .systemSmall)
    func form(_ item: GalleryItem, _ widget: (any Widget)?) throws -> Form {
      try Form(
        item.compile(
          item.scene(isPreview: false, widget: widget) {
            $0.context = .standBy
            $0.style.levelOfDetail = .simplified
            $0.geometry = PanelGeometry(widthPx: 400, heightPx: 480, widthMm: 77, heightMm: 93)
            $0.style.pixelsPerPoint = 2.35
          }))
    }
    let weather = try form(item, WeatherWidget(provider: provider))
    let clock = try form(GalleryItem(kind: "clock", family: .systemSmall), nil)
    let sign = weather.nodes.filter { $0.name == "degree" }
    #expect(sign.count == 1 && sign[0].framePx.maxX <= 400 - 15)
    #expect(weather.factSize(["temperature"]) <= clock.factSize(["hour"]) * 0.9)
  }

  /// What is far keeps to the margins, lies over nothing, and is what is near, too (rule 54).
  @Test(arguments: items.filter { $0.kind != "photos" })
  func `what is shown from afar has room, and is shown near by as well`(item: GalleryItem) throws {
    let near = try Form(item, .default)
    let far = try Form(item, .simplified)
    let (width, height) = (Double(far.painted.width), Double(far.painted.height))
    for text in far.texts {
      let record = far.painted.record(text)
      let box = Rect(
        x: Double(record.bounds.x0), y: Double(record.bounds.y0), width: Double(record.bounds.width),
        height: Double(record.bounds.height))
      // A ticking text's bounds hold more than its ink.
      let (left, right) = text.tick == nil ? (box.minX, box.maxX) : (text.framePx.minX, text.framePx.maxX)
      #expect(
        left >= 15 && right <= width - 15 && box.minY >= 12 && box.maxY <= height - 12,
        "\(text.name ?? text.text ?? "") at \(box) of \(width)×\(height)")
    }
    // A board's name is shown in its large family alone.
    #expect(
      far.details.subtracting(["title", "name"]).isSubset(of: near.details), "\(far.details) \(near.details)")
  }

  /// What stands around a clock or on a wrist is looked at from near by.
  @Test(arguments: GalleryItem.all.filter { !$0.family.isSystem })
  func `accessories are the same at both levels`(item: GalleryItem) throws {
    #expect(try Form(item, .default).pixels == Form(item, .simplified).pixels)
  }

  @Test func `a picture is shown from nearer`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appending(path: "boards/wall-display-1080p/dunes.jpg"), to: folder.appending(path: "a.jpg"))
    let item = GalleryItem(kind: "photos", family: .systemMedium)
    func pixels(_ level: LevelOfDetail) throws -> [UInt32] {
      let compiled = try item.compile(
        item.scene(isPreview: false, configuration: ["folder": .string(folder.path)]) { $0.style.levelOfDetail = level }
      )
      return try PaintedItem(compiled).pixels(.day)
    }
    #expect(try pixels(.default) != pixels(.simplified))
  }
}

extension PaintedItem {
  /// From the middle to the tip of a clock's hand, in pixels; 0 of any other node.
  func handLengthPx(_ node: LayoutNode) -> Double {
    let record = record(node)
    guard record.kind == NodeKind.tickHand.rawValue else { return 0 }
    return Double(points(record).map { -$0.y }.max() ?? 0) / 256
  }
}
