import AfterglowArchive
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// What built-in widgets are painted with where the host owns the colours.
@Suite struct GalleryPaintTests {
  /// One solid paint a group (rule 28), wherever a person sees widgets accented; pictures have modes of their own.
  @Test(arguments: GalleryItem.all) func `an accented widget has two paints`(item: GalleryItem) throws {
    for style in [GalleryItem.Style.clear, .tinted] {
      let painted = try PaintedItem(item.compiled(style))
      painted.step(.day)
      let nodes = painted.shownNodes(of: 1).filter {
        let paint = painted.paint($0)
        return paint.role != PaintRole.background.rawValue && paint.kind != PaintKind.picture.rawValue
      }
      // A photograph is a picture alone.
      #expect(nodes.isEmpty == (item.kind == "photos"))
      let paints = Set(nodes.map(\.paint))
      #expect(paints.count <= 2, "\(style): \(Set(nodes.map(painted.paint).map { "\($0)" }))")
      let shown = Set(painted.shownIndices(of: 1))
      let drawn = painted.compiled.layout.nodes.filter {
        shown.contains($0.node) && paints.contains(painted.record($0).paint)
      }
      #expect(Set(drawn.map { painted.record($0).paint }) == paints, "\(style)")
      #expect(Set(drawn.map(\.accentGroup)).count == paints.count, "\(style)")
    }
  }

  /// Not one green or blue subpixel, although the encoding's mask has not been there yet (law 2).
  @Test(arguments: GalleryItem.all) func `night is red`(item: GalleryItem) throws {
    for style in GalleryItem.Style.allCases {
      let pixels = try PaintedItem(item.compiled(style)).pixels(.night)
      #expect(pixels.isRedAlone, "\(style)")
      #expect(pixels.litCount > 0, "\(style): nothing is lit")
    }
  }
}
