import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// How large a headline is.
@Suite struct NewsLayoutTests {
  private static let headlines = [
    "Night trains are back", "Library opens its roof garden to all readers",
    "Bundestag stimmt nach langer Debatte für neue Regeln zur Krankenhausfinanzierung in ländlichen Gegenden",
  ]

  private func nodes(_ headline: String, in context: WidgetContext?, _ family: WidgetFamily) throws -> [LayoutNode] {
    var content = TextContent([headline, "Ferries sail again"], of: "news")
    content.files["news.xml"] = """
      <rss version="2.0"><channel><title>Post</title><item><title>\(headline)</title></item>
      <item><title>Ferries sail again</title></item></channel></rss>
      """
    let compiled = try #require(try content.compiled(GalleryItem(kind: "news", family: family), in: context))
    #expect(compiled.diagnostics == [])
    return compiled.layout.nodes.filter { $0.slot != nil }
  }

  @Test(arguments: headlines) func `a headline in StandBy fills its half`(headline: String) throws {
    let nodes = try nodes(headline, in: .standBy, .systemSmall)
    let shown = try #require(nodes.first { $0.name == "headline" })
    #expect(!shown.isCut)
    // A half is 170 pt high, with 12 pt of margin above and below.
    #expect(shown.framePt.height > 0.48 * 146 && shown.framePt.width > 0.6 * 146, "\(shown.framePt)")
    #expect(!nodes.contains { $0.name == "row" })
  }

  @Test(arguments: headlines, [WidgetFamily.systemSmall, .systemMedium, .systemLarge])
  func `a headline is never smaller than its source`(headline: String, family: WidgetFamily) throws {
    let contexts: [WidgetContext?] = family == .systemSmall ? [nil, .standBy, .carPlay] : [nil]
    for context in contexts {
      let nodes = try nodes(headline, in: context, family)
      let source = try #require(nodes.first { $0.name == "source" }?.fontSizePt)
      let size = try #require(nodes.first { $0.name == "headline" }?.fontSizePt)
      #expect(size >= source - 0.01, "\(size) pt below \(source) pt")
    }
  }
}
