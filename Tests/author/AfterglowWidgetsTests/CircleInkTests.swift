import Afterglow
import AfterglowCore
import Foundation
import Testing

/// A circular widget's place is a circle: hosts and galleries clip what lies beyond it.
@Suite struct CircleInkTests {
  private static let items = GalleryItem.all.filter { $0.family == .accessoryCircular }

  private static let scale = 3

  @Test(arguments: items, [GalleryItem.Style.dark, .tinted])
  func `words and symbols lie inside the circle`(item: GalleryItem, style: GalleryItem.Style) throws {
    let compiled = try item.compile(item.scene(style).enlarged(by: Self.scale))
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
