import Foundation
import TestSupport
import Testing

/// Private words that a reader from another project would not understand, in pages, board files, units, messages and
/// comments. They are replaced by plain technical English as in git, cargo, systemd and clang.
@Suite struct WordListTests {
  private struct Entry {
    /// A regular expression (ICU).
    var pattern: String
    /// What to write instead, or why not this.
    var reason: String
  }

  private static let entries = [
    Entry(pattern: #"(?i)\b(tell|tells|told|telling)\b"#, reason: "report, say, show, set or send"),
    Entry(
      pattern: #"(?i)\b(nobody|no one(?!-)|whoever|somebody|anybody)\b"#, reason: "name the process, user or viewer"),
    Entry(pattern: #"(?i)\bheld against\b"#, reason: "checked against, or compared with"),
    Entry(pattern: #"(?i)\bunheeded\b"#, reason: "ignored"),
    Entry(pattern: #"(?i)\bvouch"#, reason: "trusted or untrusted"),
    Entry(pattern: #"(?i)\b(onto|pixels of) the glass\b"#, reason: "panel or display; glass is a material of widgets"),
    Entry(pattern: #"(?i)\bin vain\b"#, reason: "missing"),
    Entry(pattern: #"(?i)\b(board's|only by the) word\b"#, reason: "only if board.yaml sets it"),
    Entry(pattern: #"\bWhat there is\b"#, reason: "Programs"),
    Entry(pattern: #"\bReading on\b"#, reason: "Documentation"),
    Entry(pattern: #"\bKnown are\b"#, reason: "Supported"),
    Entry(pattern: #"(?i)\bthe panel goes on\b"#, reason: "the panel keeps running"),
    Entry(pattern: #"(?i)\bas dim as can be read\b"#, reason: "as dim as is still legible"),
    Entry(pattern: #"(?i)\bstands? in (its|their|the) way\b"#, reason: "is blocking it"),
    Entry(pattern: #"(?i)\bmakes day of\b"#, reason: "wakes to day"),
    Entry(pattern: #"(?i)\bsaid last\b"#, reason: "the last reading"),
    Entry(pattern: #"(?i)\bruns beside what\b"#, reason: "concurrency"),
    Entry(pattern: #"(?i)\bthat is no number\b"#, reason: "a non-numeric value"),
    Entry(pattern: #"(?i)\bfull of light\b"#, reason: "saturated"),
    Entry(pattern: #"(?i)\bknows black and white\b"#, reason: "is black and white only"),
    Entry(pattern: #"(?i)\bno dark room\b"#, reason: "the room is not dark enough"),
    Entry(pattern: #"(?i)\bfor what comes out\b"#, reason: "output folder"),
    Entry(
      pattern: #"\b(SeatHome|CallFilter|LineChip|NightTeacher|RendererLack|ArchiveShelf)\b"#,
      reason: "a type that has another name now"),
  ]

  /// Words that comments avoid in addition.
  private static let commentEntries = [
    Entry(pattern: #"(?i)\b(hear|hears|heard)\b"#, reason: "receives or reads"),
    Entry(pattern: #"(?i)\b(lend|lends|lent)\b"#, reason: "passes"),
    Entry(pattern: #"(?i)\b(bury|buries|buried)\b"#, reason: "reaps"),
    Entry(pattern: #"(?i)\bbeside\b"#, reason: "next to, in addition to, or compared with"),
    Entry(pattern: #"(?i)\banew\b"#, reason: "again"),
    Entry(pattern: #"(?i)\bfor ever\b"#, reason: "forever or indefinitely"),
    Entry(pattern: #"(?i)\ball the same\b"#, reason: "nevertheless"),
    Entry(pattern: #"(?i)\bamid\b"#, reason: "in"),
    Entry(pattern: #"(?i)\bformer\b"#, reason: "previous"),
    Entry(pattern: #"(?i)\bas [\w' -]+ has it\b"#, reason: "in, or according to"),
    Entry(pattern: #"(?i)\bknows (of|no|its)\b"#, reason: "has or supports; a thing knows nothing"),
    Entry(pattern: #"(?i)\bon the glass\b(?! of)"#, reason: "on the panel or display"),
    Entry(pattern: #"(?i)\bon the word of\b"#, reason: "because of"),
    Entry(pattern: #"(?i)\bwhat is over\b"#, reason: "has ended, or what is left"),
    Entry(pattern: #"(?i)\b(bits?|bytes?|pixels?|instructions) an? (pixel|channel|point|second|row)\b"#, reason: "per"),
  ]

  /// Places where such a word is the right one.
  private static let allowed: [(path: String, line: String, reason: String)] = [
    ("docs/lockdown.md", "65534:65534 = nobody", "the system's own name of its user without rights"),
    ("service/afterglow-renderer@.service.in", "becomes nobody", "the same user"),
    ("Sources/firmware/AfterglowLinux/Lockdown/Confinement.swift", "by default 65534, `nobody`", "the same user"),
    (
      "Sources/author/AfterglowGuide/Guide/GuideVocabulary.swift", "switch take tell test",
      "a verb that descriptions may begin with"
    ),
  ]

  @Test func `pages, board files, units and messages use standard words`() throws {
    let texts = try Self.texts()
    #expect(texts.count > 300)
    try Self.report(Self.entries, in: texts)
  }

  @Test func `comments use standard words`() throws {
    let texts = try Self.comments()
    #expect(texts.count > 500)
    try Self.report(Self.entries + Self.commentEntries, in: texts)
  }

  /// Records an issue for each match that is not allowed.
  private static func report(_ entries: [Entry], in texts: [(path: String, text: String)]) throws {
    for entry in entries {
      let expression = try NSRegularExpression(pattern: entry.pattern)
      for (path, text) in texts {
        for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
          guard let found = Range(match.range, in: text) else { continue }
          let number = text[..<found.lowerBound].count { $0 == "\n" } + 1
          let line = String(text[text.lineRange(for: found)]).trimmingCharacters(in: .whitespacesAndNewlines)
          if Self.allowed.contains(where: { $0.path == path && line.contains($0.line) }) { continue }
          Issue.record("\(path):\(number): “\(text[found])” in “\(line.prefix(120))”; \(entry.reason)")
        }
      }
    }
  }

  @Test func `every exception to the word list is still needed`() throws {
    for place in Self.allowed {
      let text = try RepositoryText.read(place.path)
      #expect(text.contains(place.line), "\(place.path) has no “\(place.line)” any more (\(place.reason))")
    }
  }

  @Test func `of code only string literals are looked at`() {
    let quotes = "\"\"\""
    let source = """
      // "a comment"
      let told = "one \\(told("x")) two" + name + "three\\n"
      let long = \(quotes)
        four \\(told)
        \(quotes)
      let last = "five"
      """
    let lines = SwiftText.literals(in: source).components(separatedBy: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(lines == ["", "one two three", "", "four", "", "five"])
  }

  @Test func `comments are found after code, but not in string literals`() {
    let quotes = "\"\"\""
    let source = """
      /// One
      let url = "http://host // two"  // three
      let long = \(quotes)
        // four
        \(quotes)
        // five
      let last = 6
      """
    #expect(SwiftText.comments(in: source) == "One\nthree\n\n\n\nfive\n")
  }

  /// The comments of Swift files, by path; lines keep their numbers.
  private static func comments() throws -> [(path: String, text: String)] {
    try (RepositoryText.files(in: "Sources", ["swift"]) + RepositoryText.files(in: "Tests", ["swift"]))
      .map { ($0, SwiftText.comments(in: try RepositoryText.read($0))) }
  }

  /// What people read, by its path; lines keep their numbers.
  private static func texts() throws -> [(path: String, text: String)] {
    var texts: [(path: String, text: String)] = []
    let pages = RepositoryText.pages.filter { $0 != "CHANGELOG.md" }
    let schemas = RepositoryText.files(in: "docs/schemas", ["json"])
    for path in pages + schemas + RepositoryText.files(in: "service", ["in", "conf"]) {
      texts.append((path, try RepositoryText.read(path)))
    }
    for path in RepositoryText.files(in: "boards", ["yaml", "csv"]) {
      texts.append((path, comments(try RepositoryText.read(path))))
    }
    for path in RepositoryText.files(in: "Sources", ["swift"]) {
      texts.append((path, SwiftText.literals(in: try RepositoryText.read(path))))
    }
    return texts
  }

  /// What follows "#" on each line.
  private static func comments(_ text: String) -> String {
    let lines = text.components(separatedBy: "\n").map { line -> String in
      guard let start = line.firstIndex(of: "#") else { return "" }
      return String(line[start...])
    }
    return lines.joined(separator: "\n")
  }
}
