import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// The faces `agenda` and `almanac` without a calendar (docs/widgets.md, Clock faces).
@Suite struct FaceMonthTests {
  private static func texts(_ face: ClockFace, _ family: WidgetFamily) throws -> Set<String> {
    let item = GalleryItem(kind: "clock", family: family)
    let compiled = try item.compile(
      item.scene(isPreview: false, configuration: ["face": .string(face.rawValue)]))
    let painted = try PaintedItem(compiled)
    painted.step(.day)
    return Set(compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }.compactMap(\.text))
  }

  @Test(
    arguments: [ClockFace.agenda, .almanac],
    [WidgetFamily.systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait])
  func `a face without a calendar shows the month`(face: ClockFace, family: WidgetFamily) throws {
    let texts = try Self.texts(face, family)
    #expect(texts.isSuperset(of: (1...30).map(String.init)), "\(texts.sorted())")
    #expect(!texts.contains("Nothing planned"))
  }

  @Test(arguments: [ClockFace.agenda, .almanac])
  func `where a month has no room the week of today is shown`(face: ClockFace) throws {
    let texts = try Self.texts(face, .systemSmall)
    #expect(texts.isSuperset(of: (16...22).map(String.init)), "\(texts.sorted())")
    #expect(texts.isDisjoint(with: (1...15).map(String.init)))
  }

  @Test(arguments: [ClockFace.agenda, .almanac], [240, 480, 720])
  func `a month or week lies inside a round panel`(face: ClockFace, side: Int) throws {
    let compiled = try ClockFaceTests.compile(
      ClockFaceTests.Case(face: face, panel: .round), side: side, configuration: ["calendar": .string("")])
    let painted = try PaintedItem(compiled)
    let lost = painted.pixels(.day).edgeLitCount(width: painted.width, isRound: true, over: 40)
    #expect(lost == 0)
  }
}
