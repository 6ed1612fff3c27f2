import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
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
    let empty = EmptyArea(try Self.ink(of: compiled), width: Int(compiled.layout.geometry.widthPx))
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
    return whole.differences(from: bare)
  }

  @Test func `the largest empty rectangle is found`() {
    let rows = ["#....", "..#..", ".....", "....#"]
    let found = EmptyArea(rows.joined().map { $0 == "#" }, width: 5)
    #expect(found.share == 0.4 && found.placePx == [0, 2, 4, 2])
    #expect(EmptyArea([true, true, true, true], width: 2).share == 0)
    #expect(EmptyArea([false, false, false, false], width: 2).placePx == [0, 0, 2, 2])
  }
}
