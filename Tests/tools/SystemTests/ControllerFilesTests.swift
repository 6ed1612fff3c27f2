import AfterglowCore
import Testing

/// Rooms derive the properties of an e-paper controller from its description (CONTRIBUTING.md, A panel), so that a new
/// controller changes few files.
@Suite struct ControllerFilesTests {
  /// The controllers' names, without those of pixel formats, which files of every kind contain.
  private static let names: [String] = PaperController.allCases.map { "\($0)" }.filter { name in
    !(0..<UInt8.max).contains { PixelFormat(rawValue: $0).map { "\($0)" } == name }
  }

  private static func sources() throws -> [UnusedDeclarationTests.File] {
    try UnusedDeclarationTests.files().filter { $0.path.hasPrefix("Sources/") }
  }

  @Test func `a controller is named in six files at most`() throws {
    #expect(Self.names.count >= 3)
    var paths: [String: [String]] = [:]
    for file in try Self.sources() {
      let words = Set(file.scan.words.keys.map { $0.lowercased() })
      for name in Self.names where words.contains(name) { paths[name, default: []].append(file.path) }
    }
    for name in Self.names {
      let found = paths[name] ?? []
      #expect((4...6).contains(found.count), "use PaperController.traits:\n\(found.joined(separator: "\n"))")
    }
  }

  /// Nine with its list of commands, a controller's driver and model, and the list of shipped panels.
  @Test func `a family is named in six files at most, without its controllers' drivers`() throws {
    let sources = try Self.sources()
    for family in PaperFamily.allCases {
      let drivers = PaperController.allCases.filter { $0.traits.family == family }.map { "\($0)" }
      let found = sources.filter { file in
        let name = file.path.split(separator: "/").last?.lowercased() ?? ""
        return file.scan.words["\(family)"] != nil && !drivers.contains { name.hasPrefix($0) }
      }
      let paths = found.map(\.path).joined(separator: "\n")
      #expect((4...6).contains(found.count), "use PaperController.traits.family:\n\(paths)")
    }
  }

  @Test func `nothing compares the numbers of controllers by their order`() throws {
    for path in RepositoryText.files(in: "Sources", ["swift"]) {
      for line in try RepositoryText.lines(of: path, with: "rawValue") where line.lowercased().contains("controller") {
        #expect(!line.contains("<") && !line.contains(">"), "\(path): \(line)")
      }
    }
  }
}
