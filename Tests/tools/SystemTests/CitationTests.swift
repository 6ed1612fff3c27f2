import Foundation
import TestSupport
import Testing

/// Everything that is cited is in the repository: rules, laws, tables, pages, headings.
@Suite struct CitationTests {
  @Test func `every rule that is cited is in docs/rules.md`() throws {
    let rules = Set(try numbers(in: "docs/rules.md", #/^\| (\d+) \|/#.anchorsMatchLineEndings()))
    #expect(rules.count == 102)
    try expectNumbers(#/\b[Rr]ules? (\d+(?:(?:, | and | to |–)\d+)*)\b/#, onLinesWith: ["ule"], in: rules, "rule")
  }

  @Test func `every law that is cited is in docs/architecture.md`() throws {
    let page = try RepositoryText.read("docs/architecture.md")
    let list = page.components(separatedBy: "## Laws")[1].components(separatedBy: "\n## ")[0]
    let laws = Set(list.matches(of: #/^(\d+)\. /#.anchorsMatchLineEndings()).compactMap { Int($0.1) })
    #expect(laws == Set(1...9))
    try expectNumbers(#/\b[Ll]aws? (\d+(?:(?:, | and | to )\d+)*)\b/#, onLinesWith: ["aw"], in: laws, "law")
  }

  @Test func `every table that is cited is in docs/rules.md`() throws {
    let tables = Set(try numbers(in: "docs/rules.md", #/^\| T(\d) \|/#.anchorsMatchLineEndings()))
    #expect(tables == Set(1...8))
    try expectNumbers(#/\bT(\d)\b/#, onLinesWith: (0...9).map { "T\($0)" }, in: tables, "table T")
  }

  @Test func `every page that is cited exists, with the heading that is named`() throws {
    var headings: [String: [String]] = [:]
    var count = 0
    for path in RepositoryText.all {
      let text = SwiftText.joiningComments(try RepositoryText.read(path))
      for rest in Self.citations(in: text) {
        guard let match = rest.prefixMatch(of: #/docs\/[\w\/-]+\.(?:md|json)/#) else { continue }
        count += 1
        let page = String(match.0)
        guard FileManager.default.fileExists(atPath: RepositoryText.root.appending(path: page).path) else {
          Issue.record("\(path) cites \(page), which does not exist")
          continue
        }
        // "docs/rules.md, Contrast": what follows begins with a heading of the page.
        guard page.hasSuffix(".md"), let named = rest[match.range.upperBound...].prefixMatch(of: #/, "?(?=[A-Z])/#)
        else { continue }
        let told = rest[named.range.upperBound...]
        if headings[page] == nil { headings[page] = try RepositoryText.headings(page) }
        #expect(
          headings[page]?.contains { told.hasPrefix($0) } == true,
          "\(path) cites \(page), \(told.prefix(40))…: no heading of it begins so")
      }
    }
    #expect(count > 100)
  }

  /// A text from each place on at which a page may be cited: behind no letter, digit or underscore.
  private static func citations(in text: String) -> [Substring] {
    var text = text
    let places = text.withUTF8 { TextSearch.places(of: "docs/", in: UnsafeRawBufferPointer($0)) }
    return places.map { text[text.utf8.index(text.startIndex, offsetBy: $0)...] }.filter { rest in
      guard rest.startIndex > text.startIndex else { return true }
      let before = text[text.index(before: rest.startIndex)]
      return !(before.isLetter || before.isNumber || before == "_")
    }
  }

  @Test func `every link of a page leads to a file and a heading`() throws {
    var anchors: [String: [String]] = [:]
    for path in RepositoryText.pages {
      let folder = RepositoryText.root.appending(path: path).deletingLastPathComponent()
      for line in try RepositoryText.prose(path) where line.contains("](") {
        for match in line.matches(of: #/\]\(([^)#:\s]*)(?:#([^)\s]+))?\)/#) {
          let target = match.1.isEmpty ? RepositoryText.root.appending(path: path) : folder.appending(path: match.1)
          let isThere = FileManager.default.fileExists(atPath: target.path)
          #expect(isThere, "\(path) links to \(match.1), which does not exist")
          guard isThere, let anchor = match.2 else { continue }
          let page = String(target.standardizedFileURL.path.dropFirst(RepositoryText.root.path.count + 1))
          if anchors[page] == nil { anchors[page] = try RepositoryText.headings(page).map(Self.anchor) }
          #expect(
            anchors[page]?.contains(String(anchor)) == true,
            "\(path) links to \(page)#\(anchor), which has no such heading")
        }
      }
    }
  }

  /// Notes that were never part of the repository.
  @Test func `no page is cited that is not in the repository`() throws {
    let names = [
      "facts", "panels", "epaper", "design", "performance", "peers", "style", "home", "idioms", "virtual-hardware",
    ]
    let foreign = try Regex(#"(?:^|[^\w/-])(?:"# + names.joined(separator: "|") + #")\.md\b"#)
    for path in RepositoryText.all {
      let found = try RepositoryText.lines(of: path, with: ".md").first { $0.contains(foreign) }
      #expect(found == nil, "\(path)")
    }
  }

  /// As GitHub makes them.
  private static func anchor(_ heading: String) -> String {
    String(heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
      .replacing(" ", with: "-")
  }

  private func numbers(in page: String, _ pattern: Regex<(Substring, Substring)>) throws -> [Int] {
    try RepositoryText.read(page).matches(of: pattern).compactMap { Int($0.1) }
  }

  /// "rules 52 to 54", "rules 87, 88 and 95": each number is known.
  ///
  /// - Parameter words: one of them is in whatever the pattern matches.
  private func expectNumbers(
    _ pattern: Regex<(Substring, Substring)>, onLinesWith words: [String], in known: Set<Int>, _ what: String
  ) throws {
    var count = 0
    for path in RepositoryText.all where path.hasSuffix(".swift") || path.hasSuffix(".md") {
      let lines = try words.flatMap { try RepositoryText.lines(of: path, with: $0) }
      for match in lines.flatMap({ $0.matches(of: pattern) }) {
        for number in match.1.matches(of: #/\d+/#).compactMap({ Int($0.0) }) {
          #expect(known.contains(number), "\(path) cites \(what) \(number)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }
}
