import Afterglow
import AfterglowArchive
import Foundation
import Testing

/// Texts below each other that begin at one edge begin there with their ink: a "1" and a "T" have room of their own
/// before them, which differs.
@Suite struct LeadingInkTests {
  private static let items = GalleryItem.all.filter { !$0.family.rawValue.hasPrefix("accessory") }

  /// Enlarged, so that the faint tip of a "1" is told from its stem.
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
      return ink(in: node.framePx, whole, bare, width: painted.width).map {
        Edge(text: text, layout: node.framePt.minX, ink: $0 / Double(Self.scale))
      }
    }
  }

  /// Where ink begins in a frame and just before it: the share of the first column that is covered counts.
  private static func ink(in frame: Rect, _ whole: [UInt32], _ bare: [UInt32], width: Int) -> Double? {
    let rows = max(0, Int(frame.minY))..<min(whole.count / width, Int(frame.maxY.rounded(.up)))
    let columns = max(0, Int(frame.minX) - 3)..<min(width, Int(frame.maxX) + 1)
    func strength(_ x: Int) -> Int {
      rows.map { difference(whole[$0 * width + x], bare[$0 * width + x]) }.max() ?? 0
    }
    let strengths = columns.map(strength)
    guard let strongest = strengths.max(), strongest > 0,
      // Fainter than a fiftieth is not seen as an edge.
      let first = strengths.firstIndex(where: { $0 * 50 >= strongest })
    else { return nil }
    return Double(columns.lowerBound + first) + 1 - min(1, Double(strengths[first]) / Double(strongest))
  }

  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max()!
  }
}
