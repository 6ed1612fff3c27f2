import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

/// What the gallery says and shows of every built-in widget.
@Suite struct GalleryRuleTests {
  static let kinds = WidgetGallery.builtIn.kinds.sorted()

  private func descriptor(_ kind: String) throws -> WidgetDescriptor {
    try #require(WidgetGallery.builtIn.widget(kind)).descriptor
  }

  /// Rules 87, 88 and 95: one sentence that begins with what a person does, not about widgets, not to its reader.
  @Test(arguments: kinds) func `one description begins with a verb`(kind: String) throws {
    let text = try descriptor(kind).description
    let verbs = ["See", "Follow", "Keep", "Check", "Enjoy", "Show", "Count", "Read", "Know"]
    #expect(verbs.contains { text.hasPrefix($0 + " ") }, "\(text)")
    #expect(text.hasSuffix(".") && text.filter { $0 == "." }.count == 1)
    for word in ["widget", "you", "tap", "please"] {
      #expect(!text.lowercased().split { !$0.isLetter }.contains { $0 == word }, "\(text)")
    }
  }

  /// Rule 94: a name says what is shown, not who shows it.
  @Test(arguments: kinds) func `names are of what is shown`(kind: String) throws {
    let name = try descriptor(kind).displayName
    #expect(name.first?.isUppercase == true && !name.lowercased().contains("afterglow"))
  }

  /// Rule 100: what stands around a clock has very little to say.
  @Test(arguments: kinds) func `accessories say little`(kind: String) throws {
    // A rectangle has up to three lines of a name and a figure.
    let most: [WidgetFamily: Int] = [
      .accessoryInline: 2, .accessoryCircular: 4, .accessoryCorner: 3, .accessoryRectangular: 6,
    ]
    let widget = try #require(WidgetGallery.builtIn.widget(kind))
    for family in widget.descriptor.supportedFamilies where !family.isSystem {
      let texts = try shown(widget, family, isPreview: true).filter { $0.text != nil || $0.tick != nil }
      #expect(texts.count <= most[family] ?? 0, "\(kind) \(family): \(texts.map { $0.text ?? $0.tick ?? "" })")
    }
  }

  /// Rule 84: what a gallery shows is as real as what a wall does.
  @Test(arguments: kinds) func `previews are not empty`(kind: String) throws {
    let widget = try #require(WidgetGallery.builtIn.widget(kind))
    for family in widget.descriptor.supportedFamilies {
      let nodes = try shown(widget, family, isPreview: true)
      #expect(nodes.count { $0.text != nil || $0.tick != nil || $0.role != "background" } > 0, "\(kind) \(family)")
      #expect(!nodes.contains { $0.name == "nothing" }, "\(kind) \(family)")
    }
  }

  /// Rule 90: without settings something is shown; rule 91: and any number of them.
  @Test(arguments: kinds) func `the defaults are a configuration`(kind: String) throws {
    #expect(throws: Never.self) { try descriptor(kind).checkConfiguration([:]) }
  }
}
