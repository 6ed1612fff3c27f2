import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Where the weather's parts stand in its larger families.
@Suite struct WeatherLayoutTests {
  /// By day and in the evening, when the coming hours are another day's.
  private static let instants = [GalleryItem.now, GalleryItem.now.addingTimeInterval(11 * 3600)]

  private func nodes(at date: Date) throws -> [LayoutNode] {
    let item = GalleryItem(kind: "weather", family: .systemExtraLarge)
    let compiled = try CompilerPool.compile(item.scene(), at: date)
    #expect(compiled.diagnostics == [])
    return compiled.layout.nodes.filter { $0.slot != nil && $0.role != "background" && $0.framePt.height > 0 }
  }

  /// No place on either side is free for more than a quarter of the height (rule 22).
  @Test(arguments: instants) func `an extra large has no empty place`(date: Date) throws {
    let nodes = try nodes(at: date)
    let width = nodes.map(\.framePt.maxX).max()!
    let height = nodes.map(\.framePt.maxY).max()!
    for columns in [0..<width / 2, width / 2..<width] {
      let spans = nodes.filter { columns.contains($0.framePt.midX) && $0.framePt.height < height * 0.6 }
        .map { ($0.framePt.minY, $0.framePt.maxY) }.sorted { $0.0 < $1.0 }
      var end = spans[0].0
      var widest = 0.0
      for (top, bottom) in spans {
        widest = max(widest, top - end)
        end = max(end, bottom)
      }
      #expect(widest < height * 0.25, "\(widest) of \(height) pt are free")
    }
  }

  @Test(arguments: [
    (WidgetContext.home, "Lisbon", true), (.home, "Villingen-Schwenningen", true), (.home, "", false),
    (.standBy, "Lisbon", true),
  ]) func `a small weather names its city where that is known`(
    context: WidgetContext, city: String, isShown: Bool
  ) throws {
    let item = GalleryItem(kind: "weather", family: .systemSmall)
    let compiled = try item.compile(
      item.scene {
        $0.context = context
        $0.place = Place(name: city, latitude: 38.7, longitude: -9.1)
      })
    #expect(compiled.diagnostics == [])
    let painted = try PaintedItem(compiled)
    _ = painted.pixels(.day)
    let nodes = compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }
    let names = nodes.filter { $0.name == "place" }
    #expect(names.isEmpty != isShown && names.allSatisfy { $0.text == city && !$0.isCut })
    // It lies above everything else, and nothing leaves the widget.
    let others = nodes.filter { ["symbol", "high", "low", "degree"].contains($0.name ?? "") }
    for name in names { #expect(others.allSatisfy { $0.framePt.minY >= name.framePt.midY }) }
    let height = Double(compiled.layout.geometry.heightPx)
    for node in others + names { #expect(node.framePx.minY >= 0 && node.framePx.maxY <= height) }
  }

  /// Codes with short words, with the longest ones of German, and with rain, snow and a storm.
  private static let codes = [0, 2, 3, 48, 51, 65, 67, 71, 77, 86, 95, 96]

  @Test(arguments: [WidgetContext.home, .standBy], ["en_GB", "de_DE", "pt_PT", "ja_JP"])
  func `a small weather has all its lines below each other, in every look`(
    context: WidgetContext, language: String
  ) throws {
    let item = GalleryItem(kind: "weather", family: .systemSmall)
    let start = Date(timeIntervalSince1970: 1_795_219_200)
    for (index, code) in Self.codes.enumerated() {
      var provider = WeatherProvider()
      provider.forecast = { _, shown in
        Forecast(
          hours: [Forecast.Hour(date: shown.date, temperature: Double(index * 5 - 20), weatherCode: code)],
          days: [Forecast.Day(date: start, high: 38, low: -19)],
          place: Place(name: "Frankfurt am Main", latitude: 50.11, longitude: 8.68))
      }
      for style in [GalleryItem.Style.dark, .tinted] where style == .dark || context == .home {
        let compiled = try item.compile(
          item.scene(style, isPreview: false, widget: WeatherWidget(provider: provider)) {
            $0.context = context
            $0.locale = Locale(identifier: language)
          })
        #expect(compiled.diagnostics == [])
        let faults = try TextFaults(item, compiled)
        let name = "\(code), \(style)"
        #expect(faults.overlaps == [] && faults.cuts == [] && faults.nearEdges == [], "\(name): \(faults)")
        let painted = try PaintedItem(compiled)
        for mode in [ModeOverride.day, .alwaysOn, .night] {
          painted.step(mode)
          let nodes = compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }
          let lines = try ["place", "temperature", "symbol", "condition", "high"].map { name in
            try #require(nodes.first { $0.name == name }, "\(code), \(mode): \(name)").framePt.midY
          }
          #expect(lines == lines.sorted() && Set(lines).count == lines.count, "\(name), \(mode): \(lines)")
          #expect(nodes.contains { $0.name == "low" })
        }
      }
    }
  }

  @Test func `rain within the hour stands in place of the words for the sky`() throws {
    var provider = WeatherProvider()
    provider.forecast = { _, shown in
      Forecast(
        hours: (0..<3).map { Forecast.Hour(date: shown.date + Double($0) * 3600, temperature: 9, weatherCode: 3) },
        days: [Forecast.Day(date: Date(timeIntervalSince1970: 1_795_219_200), high: 12, low: 4)],
        quarters: (0..<8).map {
          Forecast.Quarter(date: shown.date + Double($0) * 900, precipitationMm: $0 >= 2 ? 0.5 : 0)
        })
    }
    let item = GalleryItem(kind: "weather", family: .systemSmall)
    let compiled = try item.compile(item.scene(isPreview: false, widget: WeatherWidget(provider: provider)))
    let painted = try PaintedItem(compiled)
    painted.step(.day)
    let names = Set(compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }.compactMap(\.name))
    #expect(names.isSuperset(of: ["temperature", "symbol", "rain", "high", "low"]), "\(names)")
    #expect(!names.contains("condition"))
  }

  /// However wide each is.
  @Test(arguments: [WidgetFamily.systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait])
  func `details are about as far from each other`(family: WidgetFamily) throws {
    let item = GalleryItem(kind: "weather", family: family)
    let compiled = try item.compile(item.scene())
    let painted = try PaintedItem(compiled)
    _ = painted.pixels(.day)
    let nodes = compiled.layout.nodes.filter { $0.slot != nil && $0.text != nil && painted.isVisible($0) }
    let row = try #require(nodes.first { $0.name == "wind" })
    let line = nodes.filter { abs($0.framePt.midY - row.framePt.midY) < 3 && $0.framePt.midX < 400 }
      .sorted { $0.framePt.minX < $1.framePt.minX }
    let figures = line.indices.filter { ["wind", "precipitation", "humidity", "uv"].contains(line[$0].name ?? "") }
    #expect(figures.count == 4)
    let gaps = figures.dropLast().map { line[$0 + 1].framePt.minX - line[$0].framePt.maxX }
    #expect(gaps.max()! - gaps.min()! < 6 && gaps.min()! > 10, "\(gaps)")
  }

  /// Each hour's degrees stand above the hour, the warmer the higher.
  @Test(arguments: instants) func `degrees stand on their course`(date: Date) throws {
    let degrees = try nodes(at: date).filter { node in
      node.name == "hours" && node.text?.hasSuffix("°") == true && node.kind == "glyphRun"
    }
    #expect(Set(degrees.map(\.framePt.midX)).count == 6)
    func value(_ node: LayoutNode) -> Double { Double(node.text!.dropLast().replacing("\u{2212}", with: "-")) ?? .nan }
    for a in degrees {
      for b in degrees where value(a) > value(b) { #expect(a.framePt.midY < b.framePt.midY + 0.01) }
    }
  }

  private static let bedside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards/bedside-clock")

  @Test(arguments: GalleryItem.all.filter { $0.kind == "weather" })
  func `invented weather is marked in a place of its own`(item: GalleryItem) throws {
    let levels: [LevelOfDetail] = item.family.isSystem ? [.default, .simplified] : [.default]
    for level in levels {
      for language in ["en_GB", "fr_FR", "ar_EG"] {
        let compiled = try item.compile(
          item.scene(isPreview: false, configuration: ["sample": .bool(true)], folder: Self.bedside) {
            $0.style.levelOfDetail = level
            $0.locale = Locale(identifier: language)
          })
        #expect(compiled.diagnostics == [])
        let painted = try PaintedItem(compiled)
        _ = painted.pixels(.day)
        let shown = compiled.layout.nodes.filter { $0.slot != nil && $0.text != nil && painted.isVisible($0) }
        let marks = shown.filter { $0.name == "sampleMark" }
        #expect(
          marks.isEmpty != WeatherView.hasPlaceForSampleWords(item.family), "\(level) \(language): \(shown.map(\.text))"
        )
        let width = Double(compiled.layout.geometry.widthPx)
        for mark in marks {
          #expect(!mark.isCut && (mark.fontSizePt ?? 0) >= 10.99, "\(language): \(mark)")
          if item.family.isSystem { #expect(mark.framePx.minX >= 6 && mark.framePx.maxX <= width - 6, "\(mark)") }
          // The lines of text next to it are its neighbours, and leave its letters free.
          let letters = mark.framePt.insetBy(dx: 0, dy: mark.framePt.height * 0.2)
          for other in shown where other.name != "sampleMark" {
            let words = other.framePt.insetBy(dx: 0, dy: other.framePt.height * 0.2)
            let isApart =
              words.maxX <= letters.minX || words.minX >= letters.maxX || words.maxY <= letters.minY
              || words.minY >= letters.maxY
            #expect(isApart, "\(other.text ?? "") over \(mark.text ?? "")")
          }
        }
      }
    }
  }
}
