import Foundation
import TestSupport
import Testing

/// Files and declarations that nothing uses, found by their names: a name that occurs once in all code is declared and not
/// used. A name that two declarations share is not found.
@Suite struct UnusedDeclarationTests {
  /// Names that only code outside of this repository uses, with the reason.
  private static let exceptions = [
    "typeSizes": "a member that the studio's page reads by its JSON key",
    "allValueStrings": "a requirement of ArgumentParser",
    "logLevel": "a requirement of swift-log",
    "CodingKeys": "names that the compiler decodes by",
    "pushTokensDidChange": "a requirement that widget authors fulfil",
    "appShortcuts": "a requirement that widget authors fulfil",
    "MoonTideWidget": "stands in a sample for docstrings",
  ]

  /// A Swift file of the repository with its words and declarations.
  struct File {
    let path: String
    let text: String
    let scan: DeclarationScanner
    let isTest: Bool
    /// Code as authors of widgets write it.
    let isForeign: Bool
    /// The API that authors of widgets build against.
    let isAPI: Bool

    init(_ path: String) throws {
      self.path = path
      text = try RepositoryText.read(path)
      scan = DeclarationScanner(text)
      isTest = path.hasPrefix("Tests/")
      isForeign = path.hasPrefix("Examples/") || path.contains("/Idioms/") || path.contains("/Ported/")
      isAPI =
        path.hasPrefix("Sources/")
        && !Set(path.split(separator: "/")).isDisjoint(with: [
          "AfterglowCharts", "AfterglowGeometry", "AfterglowPorting", "AfterglowPublishers", "AfterglowTypesetting",
          "AfterglowViews", "OSLog",
        ])
    }
  }

  /// Read once for all tests, also those of other suites.
  private static let allFiles = Result {
    try ["Sources", "Tests", "Examples"].flatMap { RepositoryText.files(in: $0, ["swift"]) }.map { try File($0) }
  }

  static func files() throws -> [File] { try allFiles.get() }

  /// Whether the compiler, a test runner or another package uses a declaration.
  private static func isUsedFromOutside(_ declaration: DeclarationScanner.Declaration, in file: File) -> Bool {
    if file.isForeign { return true }
    if declaration.modifiers.contains("override") { return true }
    if ["@main", "@c(", "@Test", "@Suite"].contains(where: declaration.attributes.contains) { return true }
    if file.isAPI && (declaration.modifiers.contains("public") || declaration.kind == "case") { return true }
    // A suite needs no attribute.
    return file.isTest && declaration.kind == "struct" && file.text.contains("@Test")
  }

  @Test func `every declaration is used`() throws {
    let files = try Self.files()
    // C code calls exported functions, and Swift code its functions.
    let others = try RepositoryText.files(in: "Sources", ["h", "c"]).map {
      DeclarationScanner(try RepositoryText.read($0))
    }
    var words = DeclarationScanner.words(of: files.map(\.scan) + others)
    // The table of exceptions does not use what it names.
    let own = files.first { $0.path.hasSuffix("/UnusedDeclarationTests.swift") }
    for name in Self.exceptions.keys { words[name, default: 0] -= own?.scan.words[name] ?? 0 }
    var excused: Set<String> = []
    for file in files {
      for declaration in file.scan.declarations where !Self.isUsedFromOutside(declaration, in: file) {
        let isPrivate = !declaration.modifiers.isDisjoint(with: ["private", "fileprivate"])
        let count = (isPrivate ? file.scan.words : words)[declaration.name]
        if count != 1 { continue }
        if Self.exceptions[declaration.name] != nil {
          excused.insert(declaration.name)
          continue
        }
        Issue.record("\(file.path):\(declaration.line): nothing uses \(declaration.name); remove it")
      }
    }
    #expect(excused == Set(Self.exceptions.keys), "exceptions that are not needed")
  }

  @Test func `every file declares something`() throws {
    for file in try Self.files() where file.scan.declarations.isEmpty {
      #expect(
        file.text.contains("@_exported import") || file.text.contains("extension "), "\(file.path) is empty; remove it")
    }
  }

  @Test func `declarations, words and unlabelled parameters are found`() {
    let scan = DeclarationScanner(
      """
      // func comment() {}
      @main
      struct First: Second {
        private static let third = fourth("http://fifth")  // sixth
        indirect enum Seventh { }
        case eighth(Int), ninth = 3
        @A(b: "c d") @\("Test") func tenth(_ a: Int, _ b: (Int, _: Int), c: Int,
          _ d: [Int: Int]) {}
        init(_ e: Int, f: Int) { self.init(_ g, _ h) }
      }
      """)
    let names = ["First", "third", "Seventh", "eighth", "ninth", "tenth"]
    #expect(scan.declarations.map(\.name) == names)
    #expect(scan.declarations[0].attributes == "@main " && scan.declarations[5].attributes.contains("@Test"))
    #expect(scan.declarations[1].modifiers == ["private", "static"])
    #expect(scan.words["fifth"] == 1 && scan.words["sixth"] == nil && scan.words["comment"] == nil)
    #expect(scan.functions.map(\.unlabelled) == [3, 1])
  }

  /// Functions with more than three unlabelled arguments, by file and name, with the reason.
  private static let unlabelledExceptions = [
    "Attempt.swift: call": "a system call, whose arguments have no names",
    "CGAffineTransform.swift: init": "an initializer of Core Graphics, which code for WidgetKit calls",
    "Motion.swift: timingCurve": "a function of SwiftUI, which code for WidgetKit calls",
  ]

  /// More than three arguments without labels differ only in their order. Raster code, which is hot and has coordinates, is
  /// left out.
  @Test func `a function takes at most three unlabelled arguments`() throws {
    var excused: Set<String> = []
    for file in try Self.files() where !file.isForeign && !file.path.contains("/AfterglowRaster") {
      for function in file.scan.functions where function.unlabelled > 3 {
        let name = "\(file.path.split(separator: "/").last ?? ""): \(function.name)"
        if Self.unlabelledExceptions[name] != nil {
          excused.insert(name)
          continue
        }
        Issue.record("\(file.path):\(function.line): label the arguments of \(function.name)")
      }
    }
    #expect(excused == Set(Self.unlabelledExceptions.keys), "exceptions that are not needed")
  }
}
