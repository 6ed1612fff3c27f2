import AfterglowCore
import Testing

/// What a room knows of an e-paper controller comes from its description (CONTRIBUTING.md, A panel), so that a new
/// controller changes few files.
@Suite struct ControllerFilesTests {
  private static let paths = RepositoryText.files(in: "Sources", ["swift"])

  /// Names that formats of pixels have too stand in files of every kind.
  private static let names = PaperController.allCases.map { "\($0)" }.filter { name in
    !(0..<UInt8.max).contains { PixelFormat(rawValue: $0).map { "\($0)" } == name }
  }

  @Test func `a controller is named in six files at most`() throws {
    #expect(Self.names.count >= 3)
    var files: [String: [String]] = [:]
    for path in Self.paths {
      let words = Set(DeclarationScanner(try RepositoryText.read(path)).words.keys.map { $0.lowercased() })
      for name in Self.names where words.contains(name) { files[name, default: []].append(path) }
    }
    for name in Self.names {
      let found = files[name] ?? []
      #expect(found.count <= 6, "use PaperController.traits:\n\(found.joined(separator: "\n"))")
    }
  }

  @Test func `nothing compares the numbers of controllers by their order`() throws {
    for path in Self.paths {
      for line in try RepositoryText.lines(of: path, with: "rawValue") where line.lowercased().contains("controller") {
        #expect(!line.contains("<") && !line.contains(">"), "\(path): \(line)")
      }
    }
  }
}
