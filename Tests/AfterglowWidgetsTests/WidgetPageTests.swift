import Foundation
import Testing

@testable import AfterglowWidgets

/// The parts of the pages that tell of each widget are made of the gallery.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` writes those anew that are others, and fails the run all the same.
@Suite(.serialized) struct WidgetPageTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs")

  @Test(arguments: [
    ("widgets.md", "families", WidgetPages.families), ("widgets.md", "facts", WidgetPages.facts),
    ("boards.md", "settings", WidgetPages.settings),
  ]) func `a page says what its widgets say`(page: String, part: String, text: String) throws {
    let file = Self.docs.appending(path: page)
    let written = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(written.range(of: "<!-- made of the gallery: \(part) -->\n\n"))
    let end = try #require(written.range(of: "\n\n<!-- end -->", range: begin.upperBound..<written.endIndex))
    let old = written[begin.upperBound..<end.lowerBound]
    if old != text, ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" {
      let new = written.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: text)
      try new.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(old == text, "\(page) is not what the widgets' folders say: AFTERGLOW_UPDATE_GOLDENS=1 makes it anew")
  }

  @Test func `each kind is there once`() {
    let kinds = WidgetGallery.builtIn.kinds
    #expect(Set(kinds).count == kinds.count)
    for widget in BuiltInWidgets.all { #expect(type(of: widget).kind == widget.descriptor.kind) }
  }
}
