import Foundation
import TestSupport
import Testing

/// How much of the public API is documented: lines of `///` before public declarations to lines of those declarations. Where
/// a name says it all, nothing is owed, so that this is a share of lines and not of declarations.
@Suite struct DocumentationTests {
  /// Modules whose declarations other modules use; the programs have none, parts of one only declarations for the
  /// package, and Afterglow those of the modules that it imports.
  static let rooms: [String] =
    ((try? HouseRulesTests.plan()) ?? [:]).keys
    .filter {
      $0.hasPrefix("Afterglow")
        && ![
          "Afterglow", "AfterglowDaemon", "AfterglowGuide", "AfterglowKit", "AfterglowMacros", "AfterglowPreview",
          "AfterglowStudio",
        ].contains($0)
    }
    .sorted()

  @Test(arguments: rooms)
  func `public declarations are documented`(room: String) throws {
    var count = DocumentationCount()
    for path in try RepositoryText.files(in: HouseRulesTests.folder(of: room), ["swift"]) {
      count.add(try RepositoryText.read(path))
    }
    #expect(count.code > 20)
    let isWidgetAPI = ["AfterglowCharts", "AfterglowTypesetting", "AfterglowViews"].contains(room)
    #expect(count.share >= (isWidgetAPI ? 0.5 : 0.3), "\(count)")
  }

  @Test func `only documentation of public declarations counts, and all of their lines`() {
    var count = DocumentationCount()
    count.add(
      """
      /// Not public.
      struct Inner {
        /// One.
        /// Two.
        public func outer() {
          let text = "}"
          // A remark.
        }
        /// Not public either.
        func other() {}

        public enum Kind {
          /// A case belongs to its enumeration.
          case first
        }
      }
      """)
    #expect(count.documentation == 3 && count.code == 6, "\(count)")
  }
}
