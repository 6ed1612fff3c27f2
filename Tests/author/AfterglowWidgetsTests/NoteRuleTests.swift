import Afterglow
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowWidgets

/// The rules of a note that is a list part two lines, or a heading from the first.
@Suite struct NoteRuleTests {
  private static let families: [WidgetFamily] = [.systemLarge, .systemExtraLarge, .systemExtraLargePortrait]

  /// The heights at which rules and lines stand.
  private static func rows(_ compiled: CompiledScene) throws -> (rules: [Double], lines: [Double], hasTitle: Bool) {
    let painted = try PaintedItem(compiled)
    painted.step(.day)
    let visible = compiled.layout.nodes.filter { $0.slot != nil && painted.isVisible($0) }
    let rules = visible.filter { $0.kind == "rectangle" && $0.framePt.width > 50 * $0.framePt.height }
    let lines = visible.filter { $0.name == "text" }
    return (
      rules.map(\.framePt.midY).sorted(), lines.map(\.framePt.midY).sorted(), visible.contains { $0.name == "title" }
    )
  }

  @Test(arguments: families) func `from afar no rule stands over nothing`(family: WidgetFamily) throws {
    let item = GalleryItem(kind: "note", family: family)
    let far = try Self.rows(item.compiled(.dark, .simplified))
    #expect(!far.hasTitle && far.lines.count >= 3 && far.rules.count == far.lines.count - 1, "\(far)")
    #expect(far.rules[0] > far.lines[0])
    let near = try Self.rows(item.compiled())
    #expect(near.hasTitle && near.rules.count == near.lines.count && near.rules[0] < near.lines[0], "\(near)")
  }

  @Test func `without a heading the first line has no rule above it`() throws {
    let item = GalleryItem(kind: "note", family: .systemLarge)
    let scene = item.scene(isPreview: false, configuration: ["text": .string("Bread\nButter\nTea")])
    let rows = try Self.rows(item.compile(scene))
    #expect(!rows.hasTitle && rows.lines.count == 3 && rows.rules.count == 2, "\(rows)")
    #expect(rows.rules[0] > rows.lines[0])
  }
}
