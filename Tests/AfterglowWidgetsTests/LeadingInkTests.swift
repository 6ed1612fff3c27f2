import Afterglow
import AfterglowArchive
import Foundation
import Testing

/// Texts below each other that begin at one edge begin there with their ink: a "1" and a "T" have room of their own
/// before them, which differs.
@Suite struct LeadingInkTests {
  private static let items = GalleryItem.all.filter { !$0.family.rawValue.hasPrefix("accessory") }

  /// Enlarged, so that the faint tip of a "1" is distinguished from its stem.
  private static let scale = 3

  /// A text's leading edge by layout, and by its ink, in points.
  private struct Edge: CustomStringConvertible {
    var text: String
    var layout: Double
    var ink: Double

    var description: String { "\(text): \((ink * 100).rounded() / 100)" }
  }

  @Test(arguments: items) func `texts at one edge begin with their ink`(item: GalleryItem) throws {
    let scene = item.scene { scene in
      scene.geometry.widthPx *= Self.scale
      scene.geometry.heightPx *= Self.scale
      scene.board.archiveBankByteCount = 32 << 20
    }
    let compiled = try item.compile(scene)
    var groups: [[Edge]] = []
    for edge in try Self.edges(of: compiled) {
      let place = groups.firstIndex { abs($0[0].layout - edge.layout) < 0.05 }
      if let place { groups[place].append(edge) } else { groups.append([edge]) }
    }
    for group in groups {
      let inks = group.map(\.ink)
      #expect(inks.max()! - inks.min()! <= 0.5, "\(group)")
    }
  }

  /// The edges of what is shown by day.
  private static func edges(of compiled: CompiledScene) throws -> [Edge] {
    let painted = try PaintedItem(compiled)
    let whole = painted.pixels(.day)
    let bare = try PaintedItem(compiled, hidesText: true).pixels(.day)
    return compiled.layout.nodes.compactMap { node in
      // The digits of what ticks stand in cells, and symbols are pictures.
      guard node.slot != nil, painted.isVisible(node), node.tick == nil, let text = node.text,
        Symbol(named: text) == nil
      else { return nil }
      return TextInk.edges(in: node.framePx, whole, bare, width: painted.width).map {
        Edge(text: text, layout: node.framePt.minX, ink: $0.left / Double(Self.scale))
      }
    }
  }
}
