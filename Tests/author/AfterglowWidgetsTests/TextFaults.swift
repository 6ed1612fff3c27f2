import AfterglowCore
import Foundation

@testable import AfterglowCompiler
@testable import AfterglowViews

/// The faults of the texts that a compiled widget shows by day: each finding names its texts.
struct TextFaults {
  /// Texts that lie over each other.
  private(set) var overlaps: [String] = []
  /// Texts that end in an ellipsis because there is no room for them.
  private(set) var cuts: [String] = []
  /// Texts of a system family that are nearer to its edge than the least margin.
  private(set) var nearEdges: [String] = []

  /// The least distance of content from the edge, in points (docs/rules.md, rule 8).
  private static let leastMarginPt = 11.0
  /// Letters that reach below the baseline, in shares of the type size; those of the next line may come as near.
  private static let descentShare = 0.12

  init(_ item: GalleryItem, _ compiled: CompiledScene) throws {
    let words = try Self.words(of: compiled)
    let scale = compiled.layout.scales[1]
    let width = Double(compiled.layout.geometry.widthPx) / scale
    let height = Double(compiled.layout.geometry.heightPx) / scale
    for (index, word) in words.enumerated() {
      if word.isCut { cuts.append(Self.name(word)) }
      let box = Self.letters(word)
      let margin = min(box.minX, width - box.maxX, box.minY, height - box.maxY)
      // Half a point is rounding.
      if item.family.isSystem, margin < Self.leastMarginPt - 0.5 {
        nearEdges.append("\(Self.name(word)): \(margin) pt")
      }
      for other in words[(index + 1)...] where Self.areOver(word, other) {
        overlaps.append("\(Self.name(word)) and \(Self.name(other))")
      }
    }
  }

  private static func name(_ word: LayoutNode) -> String { "\(word.name ?? word.kind) \"\(word.text ?? "")\"" }

  /// The texts; symbols are none.
  static func words(of compiled: CompiledScene) throws -> [LayoutNode] {
    let painted = try PaintedItem(compiled)
    painted.step(.day)
    return compiled.layout.nodes.filter { node in
      node.slot != nil && PaintedItem.isText(painted.record(node)) && painted.isVisible(node)
        && node.text.flatMap(Symbol.init(named:)) == nil
    }
  }

  /// A text without the room above and below its capitals; of several lines all of it.
  static func letters(_ word: LayoutNode) -> Rect {
    let size = word.fontSizePt ?? 0
    let cap = size * Font.capHeightShare
    let frame = word.framePt
    guard frame.height < size * 1.9 else { return frame }
    return Rect(x: frame.minX, y: frame.midY - cap / 2, width: frame.width, height: cap)
  }

  private static func areOver(_ one: LayoutNode, _ other: LayoutNode) -> Bool {
    let (a, b) = (letters(one), letters(other))
    // A frame of several lines holds what reaches below the last.
    func foot(_ box: Rect, of word: LayoutNode) -> Double {
      box.maxY + (box == word.framePt ? 0 : (word.fontSizePt ?? 0) * descentShare)
    }
    let (aFoot, bFoot) = (foot(a, of: one), foot(b, of: other))
    return min(a.maxX, b.maxX) - max(a.minX, b.minX) > 0.5 && min(aFoot, bFoot) - max(a.minY, b.minY) > 0.5
  }
}
