import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Words of several scripts in a card: they wrap like Latin ones, leave no ink outside of the margins, and move nothing else.
@Suite struct CardMarginTests {
  private static let texts = [
    "Council decides on the new bridge over a ไทย", "Council decides on the new bridge over a ไทย 🎉",
    "Supercalifragilistic ab 中文字", "Supercalifragilistic ab 🎂 中文字", "Cake " + String(repeating: "🎂", count: 24),
    String(repeating: "🎂", count: 24) + " Cake", "ཚོགས་འདུ། and a meeting of the others in Latin letters",
    (1...30).map { "line \($0)" }.joined(separator: "\n"), (1...30).map { "ไทย \($0)" }.joined(separator: "\n"),
  ]

  /// Of the card's edge, where half of the margin begins, in pixels.
  private static let edge = 6

  @Test(arguments: ["news", "note", "reminders", "calendar"])
  func `no ink is outside of the margins`(kind: String) throws {
    for family in [WidgetFamily.systemSmall, .systemMedium] {
      let item = GalleryItem(kind: kind, family: family)
      for text in Self.texts where kind == "note" || !text.contains("\n") {
        var content = TextContent(kind == "note" ? [text] : [text, "Second", text], of: kind)
        if kind == "note" { content.configuration["title"] = .string("Note") }
        guard let compiled = try content.compiled(item) else { continue }
        try compiled.withArchive { archive in
          for node in archive.nodes where node.isWriting {
            let bounds = node.bounds
            let place = "\(item): \(text) at \(bounds)"
            #expect(Int(bounds.x0) >= Self.edge && Int(bounds.x1) <= Self.width(of: item) - Self.edge, "\(place)")
            #expect(Int(bounds.y0) >= 0 && Int(bounds.y1) <= Self.height(of: item), "\(place)")
          }
        }
      }
    }
  }

  private static func width(of item: GalleryItem) -> Int { item.scene().geometry.widthPx }
  private static func height(of item: GalleryItem) -> Int { item.scene().geometry.heightPx }

  private func node(_ name: String, _ text: String, of kind: String) throws -> LayoutNode {
    let compiled = try #require(
      try TextContent([text], of: kind).compiled(GalleryItem(kind: kind, family: .systemSmall)))
    return try #require(compiled.layout.nodes.first { $0.name == name && $0.text == text })
  }

  @Test func `a text of several scripts is whole where there is room for it`() throws {
    for text in Self.texts.prefix(2) {
      let headline = try node("headline", text, of: "news")
      #expect(!headline.isCut && headline.framePt.height > 2 * 13, "\(headline)")
    }
    for text in Self.texts[2..<4] {
      let note = try node("text", text, of: "note")
      #expect(!note.isCut && note.framePt.height > 2 * 13, "\(note)")
    }
  }

  @Test func `a list with more lines than a note has room for is marked as cut`() throws {
    for text in Self.texts.suffix(2) {
      var content = TextContent([text], of: "note")
      content.configuration["title"] = .string("Note")
      let compiled = try #require(try content.compiled(GalleryItem(kind: "note", family: .systemSmall)))
      let note = try #require(compiled.layout.nodes.first { $0.name == "text" })
      #expect(note.isCut)
    }
  }

  /// A line lies between appointments of a large calendar.
  @Test func `the times of appointments stand where they stand below Latin titles`() throws {
    func times(_ titles: [String]) throws -> [Double] {
      let item = GalleryItem(kind: "calendar", family: .systemLarge)
      let compiled = try #require(try TextContent(titles, of: "calendar").compiled(item))
      return compiled.layout.nodes.filter { $0.slot != nil && $0.name == "time" }.map(\.framePx.minY)
    }
    let latin = try times(["Agenda", "Jury", "Meeting"])
    #expect(latin.count >= 3)
    for title in ["ประชุมทีม", "ການປະຊຸມ", "အစည်းအဝေး", "ཚོགས་འདུ།", "팀 회의", "اجتماع", "会议 🎉"] {
      let own = try times([title, title, title])
      #expect(own.count == latin.count, "\(title)")
      for (own, latin) in zip(own, latin) { #expect(abs(own - latin) < 0.01, "\(title)") }
    }
  }
}

extension NodeRecord {
  /// Letters, or an emoji among them.
  fileprivate var isWriting: Bool {
    kind == NodeKind.glyphRun.rawValue
      || kind == NodeKind.picture.rawValue && bounds.x1 - bounds.x0 < 60 && bounds.y1 - bounds.y0 < 60
  }
}
