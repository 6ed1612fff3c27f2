import AfterglowArchive
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// No letter and no figure is cut by the edge of its widget, in whatever language.
@Suite struct EdgeTests {
  private static let languages = [
    "en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pt_PT", "ja_JP", "zh_CN", "ar_EG", "he_IL", "fa_IR",
    "ru_RU", "fi_FI",
  ]

  @Test(arguments: GalleryItem.all) func `all ink lies inside its widget`(item: GalleryItem) throws {
    for language in Self.languages {
      for host in [nil, WidgetHost.iPhones[5]] as [WidgetHost?]
      where host.map({ item.context(.dark).families(on: $0).contains(item.family) }) ?? true {
        let compiled = try item.compile(item.scene(host: host) { $0.locale = Locale(identifier: language) })
        let painted = try PaintedItem(compiled)
        painted.step(.day)
        for node in compiled.layout.nodes where node.slot != nil && painted.isVisible(node) {
          expect(node, painted, item, variant: "\(language) \(host?.name ?? "")")
        }
      }
    }
  }

  private func expect(_ node: LayoutNode, _ painted: PaintedItem, _ item: GalleryItem, variant: String) {
    let record = painted.record(node)
    guard PaintedItem.isText(record) else { return }
    let (width, height) = (Double(painted.width), Double(painted.height))
    let name = "\(variant): \(node.name ?? "") “\(node.text ?? "")”"
    if record.kind == NodeKind.tickText.rawValue {
      // Of any value: the widest one's box, outside of which no figure has ink (TickTextTests).
      #expect(node.framePx.minX >= -0.01 && node.framePx.maxX <= width + 0.5, "\(name) at \(node.framePx)")
    } else {
      let bounds = record.bounds
      // Pens stand on quarters of a pixel: what ends at the right edge may have an eighth of one beyond it. What turns along
      // a curve stands outside its widget.
      if painted.compiled.layout.nodes.isEmpty || item.family == .accessoryCorner && node.name == nil { return }
      #expect(
        bounds.x0 >= 0 && Double(bounds.x1) <= width + 1 && bounds.y0 >= 0 && Double(bounds.y1) <= height,
        "\(name) at \(bounds) of \(width)×\(height)")
    }
  }
}
