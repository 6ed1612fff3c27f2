import Foundation
import Testing

/// Facts that once stood in several files. One source file writes each, and all others name it
/// (docs/architecture.md, Laws, 9).
@Suite struct FactTests {
  /// A fact as it would be written again, outside of comments.
  struct Fact: CustomStringConvertible {
    var description: String
    /// Lines of code that have one of these write it.
    var spellings: [String]
    /// A line counts only if it has one of these words as well, in any case; empty = every line counts.
    var words: [String] = []
    /// The files that write it.
    var files: Set<String>
  }

  static let facts = [
    Fact(
      description: "the largest light", spellings: ["200_000", "200000"], words: ["lx", "lux"],
      files: ["Light.swift"]),
    // The curve has their reciprocals as well.
    Fact(
      description: "the weights of luminance", spellings: ["0.2126", "0.7152", "13_933", "46_871"],
      files: ["LuminanceWeight.swift", "AlwaysOnCurve.swift"]),
    // The measurements have a curve of their own.
    Fact(
      description: "the curve of sRGB", spellings: ["0.0031308", "0.003_130_8", "0.04045"],
      files: ["LinearLight.swift", "ColorRows.swift"]),
    // The others name a key of a board.
    Fact(
      description: "the names of modes", spellings: ["\"alwaysOn\""],
      files: ["ModeNames.swift", "LightPart.swift", "NightCalibration.swift"]),
    Fact(
      description: "the words of calendars",
      spellings: ["\"VEVENT\"", "\"VTODO\"", "\"VTIMEZONE\"", "X-AFTERGLOW-INCOMPLETE"],
      files: ["CalendarComponent.swift", "CalendarName.swift"]),
    // Files are replaced by FileReplacement. The others rename a folder, a copied program and a full log, and keep
    // requests of a program that has crashed.
    Fact(
      description: "the replacement of a file", spellings: [" rename(", " .atomic"],
      files: [
        "FileReplacement.swift", "NewFolder.swift", "WidgetRegistry.swift", "RunLog.swift", "ExtensionProcess.swift",
      ]),
  ]

  @Test(arguments: facts) func `a fact is written in its file alone`(fact: Fact) throws {
    var found: Set<String> = []
    for file in HouseRulesTests.swiftFiles(in: "Sources") {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard fact.spellings.contains(where: text.contains) else { continue }
      let isWritten = text.split(separator: "\n").contains { line in
        if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") { return false }
        let lower = line.lowercased()
        return fact.spellings.contains(where: line.contains)
          && (fact.words.isEmpty || fact.words.contains(where: lower.contains))
      }
      if isWritten { found.insert(file.lastPathComponent) }
    }
    #expect(found == fact.files, "\(fact) is written in \(found.sorted())")
  }
}
