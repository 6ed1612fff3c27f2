import Afterglow
import AfterglowArchive
import AfterglowCompiler
import Foundation
import PixelSupport
import Testing

/// Texts below each other that begin at one edge begin there with their ink: a "1" and a "T" have room of their own
/// before them, which differs.
@Suite struct LeadingInkTests {
  private static let scale = 3

  /// A text's leading edge by layout, and by its ink, in points.
  private struct Edge: CustomStringConvertible {
    var text: String
    var layout: Double
    var ink: Double

    var description: String { "\(text): \((ink * 100).rounded() / 100)" }
  }

  @Test(arguments: [GalleryItem].systemFamilies)
  func `texts at one edge begin with their ink`(item: GalleryItem) throws {
    let compiled = try item.compile(item.scene().enlarged(by: Self.scale))
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
    let ink = InkDifference(whole, from: bare, width: painted.width)
    return compiled.layout.nodes.compactMap { node in
      // The digits of what ticks stand in cells.
      guard node.slot != nil, painted.isVisible(node), node.tick == nil, let text = node.text else { return nil }
      return ink.edges(in: node.framePx).map {
        Edge(text: text, layout: node.framePt.minX, ink: $0.left / Double(Self.scale))
      }
    }
  }
}
