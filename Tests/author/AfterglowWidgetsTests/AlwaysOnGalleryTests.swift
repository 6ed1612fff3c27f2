import Afterglow
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowWidgets

/// Always-on's law on the pictures of all built-in widgets: text, shapes and pictures, mixed colours and smooth edges.
@Suite struct AlwaysOnGalleryTests {
  @Test(arguments: GalleryItem.all) func `no two colours change their order or lose more contrast than others`(
    item: GalleryItem
  ) throws {
    for style in GalleryItem.Style.allCases {
      let compiled = try item.compiled(style)
      let shown = try PaintedItem(compiled)
      let dim = shown.pixels(.alwaysOn)
      let white = shown.alwaysOnWhite
      let bright = try PaintedItem(compiled)
      bright.dimByHardware()
      let tones = DimmedTones(bright.pixels(.alwaysOn), after: dim)
      #expect(tones.splitCount == 0, "\(item.testDescription), \(style): one colour becomes two")
      let share = log((white + 0.05) / 0.05) / log(21)
      let (inverted, off) = tones.faults(share: share)
      #expect(inverted == 0 && off == 0, "\(item.testDescription), \(style), of \(tones.count) colours")
    }
  }
}
