import Afterglow
import Foundation
import Testing

@testable import AfterglowBoards

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

  /// Rule 90: whoever sets nothing has something; rule 91: and any number of them.
  @Test(arguments: kinds) func `the defaults are a configuration`(kind: String) throws {
    #expect(throws: Never.self) { try descriptor(kind).checkConfiguration([:]) }
  }
}
