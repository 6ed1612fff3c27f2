import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

/// Words that are shown by day, in always-on and at night have one place.
@Suite struct WordPlaceTests {
  /// Where the text of one place in the tree is in a mode, in pixels of a panel with one pixel per point.
  private struct Place {
    var text: String
    var frame: Rect
    /// Of the first line.
    var baseline: Double

    init?(_ node: LayoutNode) {
      guard let text = node.text, let size = node.fontSizePt else { return nil }
      self.text = text
      frame = node.framePx
      // Inter's ascender in shares of the size; a panel of the gallery has a pixel per point.
      baseline = frame.minY + 0.96875 * size
    }

    /// How far it is from another: 0 with the same leading end, middle or trailing end, on the same baseline.
    func shift(to other: Place) -> (x: Double, y: Double) {
      let ends = [
        other.frame.minX - frame.minX, other.frame.midX - frame.midX, other.frame.maxX - frame.maxX,
      ]
      return (ends.min { abs($0) < abs($1) }!, other.baseline - baseline)
    }
  }

  @Test(arguments: GalleryItem.all)
  func `a word has one place by day, in always-on and at night`(item: GalleryItem) throws {
    let compiled = try item.compile(item.scene())
    let painted = try PaintedItem(compiled)
    var places: [[UInt32: Place]] = []
    for mode in [ModeOverride.day, .alwaysOn, .night] {
      _ = painted.pixels(mode)
      var found: [UInt32: Place] = [:]
      for node in compiled.layout.nodes where node.slot != nil && painted.isVisible(node) {
        found[node.identifier] = Place(node)
      }
      places.append(found)
    }
    for (index, name) in [(1, "always-on"), (2, "night")] {
      for (identifier, place) in places[0] {
        guard let other = places[index][identifier], other.text == place.text else { continue }
        let shift = place.shift(to: other)
        #expect(abs(shift.x) < 0.05 && abs(shift.y) < 0.05, "\(name): \(place.text) \(shift)")
      }
    }
  }
}
