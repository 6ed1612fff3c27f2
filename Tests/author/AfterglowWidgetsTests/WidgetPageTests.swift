import TestSupport
import Testing

@testable import AfterglowWidgets

/// The parts of the pages that describe each widget are made of the gallery.
@Suite(.serialized) struct WidgetPageTests {
  @Test(arguments: [
    ("widgets.md", "families", WidgetPages.families), ("widgets.md", "facts", WidgetPages.facts),
    ("boards.md", "settings", WidgetPages.settings),
  ]) func `a page says what its widgets say`(page: String, part: String, text: String) throws {
    #expect(
      try GeneratedPage("docs/\(page)").isCurrent(text, at: "made of the gallery: \(part)"),
      "\(page) is not what the widgets' folders say: AFTERGLOW_UPDATE_GOLDENS=1 makes it anew")
  }

  @Test func `each kind is there once`() {
    let kinds = WidgetGallery.builtIn.kinds
    #expect(Set(kinds).count == kinds.count)
    for widget in BuiltInWidgets.all { #expect(type(of: widget).kind == widget.descriptor.kind) }
  }
}
