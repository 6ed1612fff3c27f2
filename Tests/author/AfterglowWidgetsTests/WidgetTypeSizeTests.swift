import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Rule 17: built-in widgets follow the type size where their family has room, and stay whole.
@Suite struct WidgetTypeSizeTests {
  static let sizes: [DynamicTypeSize] = [.xLarge, .xxxLarge, .accessibility3, .accessibility5]

  @Test(arguments: GalleryItem.all) func `text of any size is whole and apart`(item: GalleryItem) throws {
    for size in Self.sizes { try expectWhole(item, item.scene { $0.style.typeSize = size }, "\(size)") }
  }

  /// Languages whose words are long, high or run from right to left, in the families where room is short.
  @Test(arguments: GalleryItem.all.filter { $0.family == .systemSmall || $0.family == .accessoryRectangular })
  func `words of any language are whole and apart`(item: GalleryItem) throws {
    for language in ["de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pt_PT", "ja_JP", "zh_CN", "ar_EG", "he_IL"] {
      try expectWhole(item, item.scene { $0.locale = Locale(identifier: language) }, language)
    }
  }

  private func expectWhole(_ item: GalleryItem, _ scene: PanelScene, _ variant: String) throws {
    let words = try words(item, scene)
    let bounds = Rect(x: 0, y: 0, width: Double(scene.geometry.widthPx), height: Double(scene.geometry.heightPx))
    for (index, word) in words.enumerated() {
      let name = "\(item.testDescription), \(variant): \(word.name ?? word.text ?? "")"
      #expect(!word.isCut, "\(name) is cut: \(word.text ?? "")")
      #expect(word.fontSizePt ?? 11 >= 10.99, "\(name)")
      let box = TextFaults.letters(word)
      #expect(
        box.minX >= bounds.minX - 0.5 && box.maxX <= bounds.maxX + 0.5 && box.minY >= bounds.minY - 0.5
          && box.maxY <= bounds.maxY + 0.5, "\(name) leaves the widget: \(box)")
      for other in words[(index + 1)...] where Self.overlap(box, TextFaults.letters(other)) {
        Issue.record("\(name) lies over \(other.name ?? other.text ?? "")")
      }
    }
  }

  /// A photo has no words, and a widget that is written as data has text styles of its own.
  @Test(arguments: GalleryItem.all.filter { $0.family.isSystem && $0.kind != "photos" })
  func `large type is larger`(item: GalleryItem) throws {
    func sizes(_ size: DynamicTypeSize) throws -> [String: Double] {
      let words = try words(item, item.scene { $0.style.typeSize = size })
      return Dictionary(words.map { ($0.name ?? $0.text ?? "", $0.fontSizePt ?? 0) }) { max($0, $1) }
    }
    let usual = try sizes(.large)
    let large = try sizes(.accessibility5)
    let growth = large.compactMap { name, size in usual[name].map { size / $0 } }
    // The rows of small news shrink so that two lines have room.
    #expect(growth.max() ?? 0 >= (item.kind == "news" && item.family == .systemSmall ? 1.15 : 1.2), "\(usual) \(large)")
    let small = try sizes(.xSmall)
    #expect(small.allSatisfy { $0.value >= 10.99 })
  }

  /// Texts that are shown by day; symbols apart.
  private func words(_ item: GalleryItem, _ scene: PanelScene) throws -> [LayoutNode] {
    let compiled = try item.compile(scene)
    #expect(compiled.diagnostics == [])
    return try TextFaults.words(of: compiled)
  }

  private static func overlap(_ a: Rect, _ b: Rect) -> Bool {
    min(a.maxX, b.maxX) - max(a.minX, b.minX) > 0.5 && min(a.maxY, b.maxY) - max(a.minY, b.minY) > 0.5
  }
}
