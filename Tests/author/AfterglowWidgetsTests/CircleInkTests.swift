import Afterglow
import AfterglowCore
import Foundation
import PixelSupport
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
      #expect(whole.farthestDifference(from: bare, width: painted.width) <= 1, "\(mode)")
    }
  }
}
