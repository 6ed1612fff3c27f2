import Foundation
import Testing

@testable import Afterglow
@testable import AfterglowCompiler
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

  /// Next to StandBy's clock the figures keep its lines.
  @Test(arguments: [
    (WidgetContext.home, "Lisbon", true), (.home, "Villingen-Schwenningen", true), (.home, "", false),
    (.standBy, "Lisbon", false),
  ]) func `a small weather names its city where it stands alone`(
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
}
