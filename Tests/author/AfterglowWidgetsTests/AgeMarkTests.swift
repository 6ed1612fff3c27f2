import AfterglowArchive
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// The mark of a content that is older than it promised has a place in every widget and family.
@Suite struct AgeMarkTests {
  /// What ticks alone, and a note, cannot grow old.
  static let items = GalleryItem.all.filter { item in
    let isForEver =
      ["clock", "note"].contains(item.kind)
      || (item.kind == "worldClock" && [.accessoryCircular, .accessoryInline].contains(item.family))
    return !isForEver
  }

  private func old(
    _ item: GalleryItem, _ level: LevelOfDetail, change: (inout PanelScene) -> Void = { _ in }
  ) throws -> CompiledScene {
    let widget = AlteredWidget.old(try #require(WidgetGallery.builtIn.widget(item.kind)))
    return try item.compile(
      item.scene(isPreview: false, widget: widget) {
        $0.style.levelOfDetail = level
        change(&$0)
      })
  }

  private func levels(_ item: GalleryItem) -> [LevelOfDetail] {
    item.family.isSystem ? [.default, .simplified] : [.default]
  }

  @Test(arguments: items) func `it lies inside the margins and on nothing else`(item: GalleryItem) throws {
    for level in levels(item) {
      for language in ["en_GB", "en_US", "de_DE", "ja_JP", "ar_EG"] {
        let compiled = try old(item, level) { $0.locale = Locale(identifier: language) }
        #expect(compiled.diagnostics == [])
        try expectPlace(compiled, item, "\(level) \(language)")
      }
    }
  }

  /// StandBy's margins are smaller, and its halves have other shapes.
  @Test(arguments: items.filter { $0.family == .systemSmall }) func `it does so in StandBy`(item: GalleryItem) throws {
    for level in levels(item) {
      for height in [170.0, 191, 204] {
        let compiled = try old(item, level) {
          $0.context = .standBy
          $0.style.isSingle = true
          $0.geometry.heightPx = Int(height)
        }
        try expectPlace(compiled, item, "\(level) \(height)", margin: 12)
      }
    }
  }

  private func expectPlace(
    _ compiled: CompiledScene, _ item: GalleryItem, _ variant: String, margin: Double = 16
  ) throws {
    let marks = Set(compiled.layout.nodes.filter { $0.name == "ageMark" }.map(\.node))
    let whole = try PaintedItem(compiled)
    let all = whole.pixels(.day)
    let visible = compiled.layout.nodes.filter { marks.contains($0.node) && whole.isVisible($0) }
    #expect(!visible.isEmpty, "\(variant): there is none")
    let room = item.family.isSystem ? margin : 0
    for node in visible where node.role != "background" {
      let bounds = whole.record(node).bounds
      // Descending letters and commas may reach a little below the line that stands on the margin.
      let below = node.fontSizePt.map { $0 * 0.24 } ?? 3.5
      #expect(
        Double(bounds.x0) >= room - 1 && Double(bounds.x1) <= Double(whole.width) - room + 1
          && Double(bounds.y0) >= room - 4
          && Double(bounds.y1) <= Double(whole.height) - room + (room > 0 ? below : 0.5),
        "\(variant): \(node.text ?? node.kind) at \(bounds) of \(whole.width)×\(whole.height)")
    }
    // A picture lies under all that is written on it.
    if item.kind == "photos" { return }
    let bare = try PaintedItem(compiled) { _, node, paint in
      node.kind != NodeKind.beginGroup.rawValue && node.kind != NodeKind.beginClip.rawValue
        && paint.role != PaintRole.background.rawValue
    }.pixels(.day)
    let without = try PaintedItem(compiled) { index, _, _ in marks.contains(index) }.pixels(.day)
    let common = all.coveringCount(over: without, bare: bare)
    #expect(common == 0, "\(variant): \(common) px in common")
    #expect(all != without)
  }

  /// Nothing moves for it, and nothing shows it before its time.
  @Test(arguments: items) func `fresh content has none`(item: GalleryItem) throws {
    let compiled = try old(item, .default)
    let painted = try PaintedItem(compiled)
    painted.step(.day, later: -7200)
    #expect(!compiled.layout.nodes.contains { $0.name == "ageMark" && painted.isVisible($0) })
  }

  /// What `check` asks of people's own widgets (rules 7 and 12), of every text and symbol, old or new, near or far.
  @Test(arguments: GalleryItem.all) func `built-in widgets keep to what check advises`(item: GalleryItem) throws {
    let scenes = try levels(item).flatMap { level in
      [
        try item.compiled(.dark, level),
        try old(item, level),
      ]
    }
    for compiled in scenes {
      let share = compiled.layout.deviceShares[1]
      let (width, height) = (Double(compiled.layout.geometry.widthPx), Double(compiled.layout.geometry.heightPx))
      for node in compiled.layout.nodes where node.slot != nil {
        guard let size = node.fontSizePt else { continue }
        let name = "\(node.name ?? "") \(node.text ?? node.tick ?? "")"
        #expect(size * share >= 10.99, "\(name): \(size) pt")
        guard item.family.isSystem else { continue }
        let scale = compiled.layout.scales[1]
        let box = node.framePx
        let inset = box.height < size * scale * 1.7 ? max(0, (box.height - size * scale * 0.727) / 2) : 0
        let least = min(box.minX, width - box.maxX, box.minY + inset, height - box.maxY + inset) / scale
        #expect(least >= 6, "\(name): \(least) pt from the edge")
      }
    }
  }
}
