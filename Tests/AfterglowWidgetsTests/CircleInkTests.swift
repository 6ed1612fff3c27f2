import Afterglow
import AfterglowCore
import Foundation
import Testing

/// A circular widget's place is a circle: hosts and galleries clip what lies beyond it.
@Suite struct CircleInkTests {
  private static let items = GalleryItem.all.filter { $0.family == .accessoryCircular }

  /// Enlarged, so that a letter is larger than the edge's smoothing.
  private static let scale = 3

  @Test(arguments: items, [GalleryItem.Style.dark, .tinted])
  func `words and symbols lie inside the circle`(item: GalleryItem, style: GalleryItem.Style) throws {
    var scene = item.scene(style)
    scene.geometry.widthPx *= Self.scale
    scene.geometry.heightPx *= Self.scale
    scene.board.archiveBankByteCount = 32 << 20
    let compiled = try item.compile(scene)
    for mode in [ModeOverride.day, .alwaysOn, .night] {
      let painted = try PaintedItem(compiled)
      let whole = painted.pixels(mode)
      let bare = try PaintedItem(compiled, hidesText: true).pixels(mode)
      #expect(Self.farthest(whole, bare, width: painted.width) <= 1, "\(mode)")
    }
  }

  /// How far the outermost pixel of a text is from the middle, in shares of the circle's radius.
  private static func farthest(_ whole: [UInt32], _ bare: [UInt32], width: Int) -> Double {
    let radius = Double(width) / 2
    let distances = whole.indices.filter { whole[$0] != bare[$0] }.map { index in
      let (x, y) = (Double(index % width) + 0.5 - radius, Double(index / width) + 0.5 - radius)
      return (x * x + y * y).squareRoot() / radius
    }
    return distances.max() ?? 0
  }
}
