import Foundation

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

  /// Where some bytes stand in others: expressions take long for what most of a text does not have.
  static func places(of word: String, in bytes: UnsafeRawBufferPointer) -> [Int] {
    let word = Array(word.utf8)
    var found: [Int] = []
    var from = 0
    while let place = bytes[from...].firstIndex(of: word[0]), place + word.count <= bytes.count {
      if bytes[place..<place + word.count].elementsEqual(word) { found.append(place) }
      from = place + 1
    }
    return found
  }

  /// A file's lines that have a word in them, each once.
  static func lines(of path: String, with word: String) throws -> [String] {
    try Data(contentsOf: root.appending(path: path)).withUnsafeBytes { bytes in
      var end = 0
      return places(of: word, in: bytes).compactMap { place in
        if place < end { return nil }
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
    }
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
