import Foundation
import TestSupport

/// The repository's files as text: what tests of citations and tables read.
enum RepositoryText {
  static let root = HouseRulesTests.root

  static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Paths from the root of all files below a folder with one of these extensions, in order.
  static func files(in folder: String, _ extensions: Set<String>) -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (files?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
      .filter { extensions.contains(URL(filePath: $0).pathExtension) }.sorted()
  }

  /// Pages, from the root.
  static var pages: [String] {
    files(in: "docs", ["md"]) + files(in: "boards", ["md"])
      + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
  }

  /// Everything that people write: code, scripts, boards and pages.
  static var all: [String] {
    ["Sources", "Tests", "make", "hil", "service", "boards"].flatMap {
      files(in: $0, ["swift", "h", "c", "sh", "mk", "py", "in", "yaml"])
    } + pages + ["Makefile", "Package.swift"]
  }

  /// A page's lines outside of code blocks.
  static func prose(_ path: String) throws -> [Substring] {
    var isCode = false
    return try read(path).split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("    ")
    }
  }

  /// A file's lines that have a word in them, each once.
  static func lines(of path: String, with word: String) throws -> [String] {
    try Data(contentsOf: root.appending(path: path)).withUnsafeBytes { TextSearch.lines(with: word, in: $0) }
  }

  /// A page's headings without their marks.
  static func headings(_ path: String) throws -> [String] {
    try prose(path).compactMap { line -> String? in
      guard line.hasPrefix("#"), let match = line.wholeMatch(of: #/#+ (.+)/#) else { return nil }
      return String(match.1).replacing("`", with: "")
    }
  }

  /// Names of test functions, by the file they stand in, without its extension.
  static func tests() throws -> [String: Set<String>] { try testNames.get() }

  private static let testNames = Result {
    // Arguments may stand between, on lines of their own.
    let name = #/\bfunc\s+(?:`([^`]+)`|(\w+))/#
    var found: [String: Set<String>] = [:]
    for file in HouseRulesTests.swiftFiles(in: "Tests") {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("@Test") else { continue }
      let names = text.components(separatedBy: "@Test").dropFirst().compactMap { rest -> String? in
        if rest.first.map({ $0.isLetter || $0.isNumber || $0 == "_" }) ?? true { return nil }
        return rest.firstMatch(of: name).map { String($0.1 ?? $0.2 ?? "") }
      }
      found[file.deletingPathExtension().lastPathComponent, default: []].formUnion(names)
    }
    return found
  }
}
