import Foundation
import Testing

/// How much of the public API is documented: lines of `///` before public declarations to lines of those declarations. Where
/// a name says it all, nothing is owed, so that this is a share of lines and not of declarations.
@Suite struct DocumentationTests {
  struct Count {
    var documentation = 0
    var code = 0
    var share: Double { Double(documentation) / Double(max(1, code)) }
  }

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
    var count = Count()
    for path in try RepositoryText.files(in: HouseRulesTests.folder(of: room), ["swift"]) {
      Self.add(try RepositoryText.read(path), to: &count)
    }
    #expect(count.code > 20)
    let isWidgetAPI = ["AfterglowCharts", "AfterglowTypesetting", "AfterglowViews"].contains(room)
    #expect(count.share >= (isWidgetAPI ? 0.5 : 0.3), "\(count)")
  }

  @Test func `only documentation of public declarations counts, and all of their lines`() {
    var count = Count()
    Self.add(
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
      """, to: &count)
    #expect(count.documentation == 3 && count.code == 6, "\(count)")
  }

  /// Braces in strings and remarks do not count; a public type's members count where they are public themselves.
  private static func add(_ text: String, to count: inout Count) {
    var depth = 0
    var publicDepth: Int?
    var pending = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.hasPrefix("///") {
        pending += 1
        continue
      }
      if code.isEmpty { pending = 0 }
      if code.isEmpty || code.hasPrefix("//") { continue }
      if code.hasPrefix("@"), code.wholeMatch(of: #/@\w+(\([^)]*\))?/#) != nil { continue }
      // An expression takes long: it looks only at lines that may match.
      let isPublic =
        code.hasPrefix("public ") || code.hasPrefix("@")
        ? code.contains(#/^(@\w+(\([^)]*\))? )*public (?!extension)/#) : false
      let isCase = publicDepth != nil && code.hasPrefix("case ")
      if isPublic || isCase { count.documentation += pending }
      if isPublic || publicDepth != nil { count.code += 1 }
      pending = 0
      let bare = Self.bare(code)
      let opened = bare.utf8.count { $0 == UInt8(ascii: "{") } - bare.utf8.count { $0 == UInt8(ascii: "}") }
      if isPublic, publicDepth == nil, opened > 0,
        bare.prefix(while: { $0 != "{" }).contains(#/\b(func|var|init|subscript|enum|protocol)\b/#)
      {
        publicDepth = depth
      }
      depth += opened
      if let start = publicDepth, depth <= start { publicDepth = nil }
    }
  }

  /// Without strings and remarks.
  private static func bare(_ code: String) -> String {
    if !code.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) { return code }
    return code.replacing(#/"(\\.|[^"\\])*"/#, with: "").replacing(#/\/\/.*/#, with: "")
  }
}
