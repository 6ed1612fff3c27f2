import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Photos on panels of ink, whose cards have no plate.
@Suite struct PaperPhotoTests {
  @Test(arguments: [PixelFormat.mono1, .gray2, .spectra6])
  func `a photo on paper begins where the text of other widgets begins`(format: PixelFormat) throws {
    let item = GalleryItem(kind: "photos", family: .systemSmall)
    let scene = item.scene(.light) {
      $0.board.isEmissive = 0
      $0.board.pixelFormat = format.rawValue
    }
    let photo = try #require(try item.compile(scene).layout.nodes.first { $0.name == "photo" }).framePt
    #expect(photo.minX == 16 && photo.minY == 16, "\(photo)")
  }

  @Test func `a photo on a screen fills its card`() throws {
    let item = GalleryItem(kind: "photos", family: .systemSmall)
    let photo = try #require(try item.compile(item.scene(.light)).layout.nodes.first { $0.name == "photo" }).framePt
    #expect(photo.minX == 0 && photo.minY == 0, "\(photo)")
  }
}
