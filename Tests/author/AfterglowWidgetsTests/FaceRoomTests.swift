import Afterglow
import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

/// Faces in places of any shape: of a panel of their own, and of half of one next to another widget.
@Suite struct FaceRoomTests {
  private static let sides = [
    Size(width: 400, height: 480), Size(width: 400, height: 460), Size(width: 400, height: 448),
    Size(width: 480, height: 480), Size(width: 480, height: 420), Size(width: 512, height: 600),
    Size(width: 300, height: 480), Size(width: 240, height: 480), Size(width: 600, height: 480),
    Size(width: 800, height: 300),
  ]

  @Test(arguments: ClockFace.allCases, sides)
  func `words and figures lie inside the place`(face: ClockFace, size: Size) throws {
    for (locale, date) in [("en_US", true), ("de_DE", true), ("en_GB", false)] {
      let compiled = try ClockFaceTests.compile(
        face, width: Int(size.width), height: Int(size.height), locale: locale,
        widget: AlteredWidget.first(ClockWidget()), configuration: ["date": .bool(date)])
      let painted = try PaintedItem(compiled)
      for mode in [ModeOverride.day, .alwaysOn, .night] {
        painted.step(mode)
        for node in compiled.layout.nodes where node.slot != nil && painted.isVisible(node) {
          guard let points = node.fontSizePt, let text = node.text ?? node.tick else { continue }
          // The capitals stand in the middle of a line's box.
          let half = points * HeroGrid.capShare / 2
          let (top, bottom) = (node.framePt.midY - half, node.framePt.midY + half)
          let scale = node.framePx.height / node.framePt.height
          let (width, height) = (size.width / scale, size.height / scale)
          #expect(
            top > 3 && bottom < height - 3 && node.framePt.minX > -0.5 && node.framePt.maxX < width + 0.5,
            "\(locale), \(mode): \(text) at \(node.framePt) of \(width) × \(height)")
        }
      }
    }
  }
}
