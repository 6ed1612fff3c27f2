import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Built-in widgets in looks that share a layout.
@Suite struct GalleryLookTests {
  /// A widget around which the rendering mode is read, so that each look has a layout of its own.
  private static func reading(_ widget: any Widget) -> AlteredWidget {
    var descriptor = widget.descriptor
    let snapshot = descriptor.snapshot
    descriptor.snapshot = { values, context in
      var entry = try snapshot(values, context)
      let content = entry.content
      entry.content = { AnyView(EnvironmentModifier(content: content()) { _ = $0.widgetRenderingMode }) }
      return entry
    }
    return AlteredWidget(descriptor: descriptor)
  }

  // Night, which is vibrant, shares a layout with always-on, in full colour or accented.
  @Test(arguments: GalleryItem.all) func `looks that share a layout have the archive of a layout for each`(
    item: GalleryItem
  ) throws {
    let widget = Self.reading(try #require(WidgetGallery.builtIn.widget(item.kind)))
    for style in [GalleryItem.Style.dark, .tinted] {
      let own = try item.compile(item.scene(style, widget: widget) { $0.style.levelOfDetail = .default }).archive
      #expect(try item.compiled(style).archive == own, "\(style)")
    }
  }
}
