import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

/// The photograph of previews (rule 84), on the panel's own pixels.
@Suite struct SamplePhotoTests {
  private static let item = GalleryItem(kind: "photos", family: .systemLarge)

  /// Mean codes of the brightest channel, 0 to 255, in squares of eight pixels, in ascending order.
  private static func tones(_ painted: PaintedItem, _ mode: ModeOverride) -> [Double] {
    let side = 8
    let pixels = painted.pixels(mode)
    var means: [Double] = []
    for top in stride(from: 0, through: painted.height - side, by: side) {
      for left in stride(from: 0, through: painted.width - side, by: side) {
        var sum = 0.0
        for y in top..<(top + side) {
          for x in left..<(left + side) {
            let pixel = pixels[y * painted.width + x]
            sum += Double(max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
          }
        }
        means.append(sum / Double(side * side))
      }
    }
    return means.sorted()
  }

  @Test(arguments: [PixelFormat.mono1, .gray2])
  func `in ink the sample has shadows, lights and the tones between`(format: PixelFormat) throws {
    let scene = Self.item.scene(.light) {
      $0.board.isEmissive = 0
      $0.board.pixelFormat = format.rawValue
    }
    let tones = try Self.tones(PaintedItem(Self.item.compile(scene)), .day)
    let shares = [0.0, 64, 128, 192].map { least in
      Double(tones.count { $0 >= least && $0 < least + 64 }) / Double(tones.count)
    }
    #expect(shares.allSatisfy { $0 > 0.02 }, "\(shares)")
  }

  @Test(arguments: GalleryItem.Style.allCases)
  func `in every look the sample has dark and light parts`(style: GalleryItem.Style) throws {
    let tones = try Self.tones(PaintedItem(Self.item.compiled(style)), .day)
    let (dark, light) = (tones[tones.count / 20], tones[tones.count * 19 / 20])
    #expect(light - dark > 60, "\(dark) to \(light)")
  }

  @Test func `at night a picture has four reds that differ, in the order of its tones`() throws {
    let painted = try PaintedItem(Self.item.compiled(.dark))
    let day = Self.tones(painted, .day)
    let night = Self.tones(painted, .night)
    let places = [day.count / 50, day.count / 3, day.count * 2 / 3, day.count * 49 / 50]
    let reds = places.map { night[$0] }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $1 - $0 >= 3 }, "\(reds)")
  }
}
