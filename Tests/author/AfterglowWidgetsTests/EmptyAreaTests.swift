import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

/// Large widgets use their area: no rectangle of more than a quarter of it is empty, unless a single thing is meant to
/// stand alone in it.
@Suite struct EmptyAreaTests {
  private static let families: [WidgetFamily] = [.systemLarge, .systemExtraLarge, .systemExtraLargePortrait]

  /// Widgets whose one thing stands alone, with the reason.
  private static let heroes: [String: String] = [:]

  private static let items = GalleryItem.all.filter { families.contains($0.family) }

  @Test(arguments: items) func `no quarter of a large widget is empty`(item: GalleryItem) throws {
    let compiled = try item.compile(item.scene())
    let empty = Self.largestEmptyShare(
      try Self.ink(of: compiled), width: Int(compiled.layout.geometry.widthPx))
    let limit = 0.25
    if Self.heroes[item.testDescription] != nil {
      #expect(empty.share > limit, "it is no exception any more: \(empty)")
    } else {
      #expect(empty.share <= limit, "\(empty)")
    }
  }

  /// The pixels that differ from the same widget without its content.
  private static func ink(of compiled: CompiledScene) throws -> [Bool] {
    let background = PaintRole.background.rawValue
    let whole = try PaintedItem(compiled).pixels(.day)
    let bare = try PaintedItem(compiled, hides: { _, _, paint in paint.role != background }).pixels(.day)
    return zip(whole, bare).map { $0 != $1 }
  }

  /// The largest rectangle without ink: as a share of all pixels, and its place in pixels.
  private static func largestEmptyShare(_ ink: [Bool], width: Int) -> (share: Double, placePx: [Int]) {
    var best = (area: 0, place: [0, 0, 0, 0])
    // Empty pixels above each column's, itself included.
    var heights = [Int](repeating: 0, count: width)
    for y in 0..<(ink.count / width) {
      for x in 0..<width { heights[x] = ink[y * width + x] ? 0 : heights[x] + 1 }
      var open: [(start: Int, height: Int)] = []
      for x in 0...width {
        let height = x < width ? heights[x] : 0
        var start = x
        while let last = open.last, last.height >= height {
          let area = last.height * (x - last.start)
          if area > best.area { best = (area, [last.start, y - last.height + 1, x - last.start, last.height]) }
          start = last.start
          open.removeLast()
        }
        open.append((start, height))
      }
    }
    return (Double(best.area) / Double(ink.count), best.place)
  }

  @Test func `the largest empty rectangle is found`() {
    let rows = ["#....", "..#..", ".....", "....#"]
    let found = Self.largestEmptyShare(rows.joined().map { $0 == "#" }, width: 5)
    #expect(found.share == 0.4 && found.placePx == [0, 2, 4, 2])
    #expect(Self.largestEmptyShare([true, true, true, true], width: 2).share == 0)
    #expect(Self.largestEmptyShare([false, false, false, false], width: 2).placePx == [0, 0, 2, 2])
  }
}
