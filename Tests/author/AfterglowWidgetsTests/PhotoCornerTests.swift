import Afterglow
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowWidgets

/// The corners of a photo in an accessory.
@Suite struct PhotoCornerTests {
  private static let scale = 3

  @Test func `a rectangular photo has the radius by which galleries cut its tile`() throws {
    let item = GalleryItem(kind: "photos", family: .accessoryRectangular)
    let painted = try PaintedItem(item.compile(item.scene().enlarged(by: Self.scale)))
    let row = painted.pixels(.day).prefix(painted.width)
    let ground = try #require(row.first)
    let first = try #require(row.firstIndex { $0 != ground })
    // Half a pixel below the edge, a circle has come so far.
    let radius = PhotoOutline.accessoryRadius * Double(Self.scale)
    let reach = radius - (radius * radius - (radius - 0.5) * (radius - 0.5)).squareRoot()
    #expect(abs(Double(first) - reach) < 4, "\(first), \(reach)")
  }
}
