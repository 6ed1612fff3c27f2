import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowWidgets

/// Every sample of data in the pages: a renamed key must not remain in a page. Swift samples are in `PageExampleTests`,
/// commands in `ShellSampleTests`, the readers of framebuffers in `VirtualFramebufferSampleTests`.
@Suite struct PageSampleTests {
  struct Sample: CustomTestStringConvertible {
    let page: String
    let line: Int
    let language: String
    let text: String

    var testDescription: String { "\(page):\(line) (\(language))" }
  }

  /// `text` is output and drawings.
  private static let languages: Set = ["sh", "yaml", "json", "jsonl", "csv", "ini", "swift", "c", "python", "text"]

  static let samples: [Sample] = {
    let root = Schema.folder
    let folders = ["docs", "boards"].flatMap { folder -> [String] in
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (files?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return (folders.sorted() + ["README.md", "CONTRIBUTING.md", "hil/README.md"]).flatMap { page -> [Sample] in
      guard let text = try? String(contentsOf: root.appending(path: page), encoding: .utf8) else { return [] }
      return samples(of: page, text)
    }
  }()

  private static func samples(of page: String, _ text: String) -> [Sample] {
    var found: [Sample] = []
    var open: (line: Int, language: String)?
    var lines: [Substring] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("```") else {
        if open != nil { lines.append(line) }
        continue
      }
      if let start = open {
        found.append(
          Sample(page: page, line: start.line, language: start.language, text: lines.joined(separator: "\n") + "\n"))
        open = nil
      } else {
        open = (index + 1, String(line.dropFirst(3)))
      }
      lines = []
    }
    return found
  }

  static func samples(_ language: String) -> [Sample] { samples.filter { $0.language == language } }

  @Test func `every sample is of a language that a test reads`() {
    #expect(Self.samples.count > 60)
    for sample in Self.samples { #expect(Self.languages.contains(sample.language), "\(sample.testDescription)") }
  }

  @Test(arguments: samples("jsonl"))
  func `JSON lines are JSON, each by itself`(sample: Sample) throws {
    for line in sample.text.split(separator: "\n") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test(arguments: samples("json"))
  func `JSON is JSON`(sample: Sample) throws {
    _ = try JSONSerialization.jsonObject(with: Data(sample.text.utf8))
  }

  @Test(arguments: samples("csv"))
  func `a history is read`(sample: Sample) throws {
    #expect(try ValueHistory(bytes: Array(sample.text.utf8), file: sample.page).points.count > 1)
  }

  /// Units of systemd, and boot settings of the Raspberry Pi.
  @Test(arguments: samples("ini"))
  func `a unit has sections and assignments only`(sample: Sample) {
    var isContinued = false
    for line in sample.text.split(separator: "\n") where !line.hasPrefix("#") {
      let isRight = isContinued || line.wholeMatch(of: #/\[\w+\]/#) != nil || line.contains(#/^[\w.-]+=?/#)
      #expect(isRight, "\(sample.testDescription): \(line)")
      isContinued = line.hasSuffix("\\")
    }
  }

  @Test(arguments: samples("yaml"))
  func `keys are those of boards, scenes, views and documents`(sample: Sample) throws {
    // A script of touches, which `simulate` reads.
    if sample.text.hasPrefix("- {at:") { return }
    let problems = ProblemCollector()
    let list = sample.text.hasPrefix("- kind:") ? "widgets:\n" + sample.text : sample.text
    guard let root = StrictDecoder.open(bytes: Array(list.utf8), file: sample.page, problems: problems) else {
      // A sample that is a comment only.
      #expect(sample.text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") }, "\(problems.sorted)")
      return
    }
    let keys = Set(root.keys)
    // Workflow files of another program.
    if keys.isSubset(of: ["on", "jobs", "hardware"]) { return }
    if keys.contains("families") {
      _ = try ViewDocument(bytes: Array(list.utf8), file: sample.page)
    } else if keys.contains("reminders") {
      _ = try ReminderDocument(bytes: Array(list.utf8), file: sample.page)
    } else if keys.isSubset(of: SceneSettings.keys) {
      let context = keys.contains("context") ? "" : "context: home\n"
      #expect(sceneProblems(context + list + (keys.contains("widgets") ? "" : "widgets: [{kind: clock}]\n")) == [])
    } else {
      #expect(boardProblems(list, keys) == [])
    }
  }

  private func sceneProblems(_ text: String) -> [String] {
    let problems = ProblemCollector()
    if var root = StrictDecoder.open(bytes: Array(text.utf8), file: "scene.yaml", problems: problems) {
      _ = SceneSettings(&root, gallery: .builtIn)
    }
    return problems.sorted.map(\.description)
  }

  private func boardProblems(_ text: String, _ keys: Set<String>) -> [String] {
    let rest = goodBoard.split(separator: "\n").filter { line in !keys.contains { line.hasPrefix("\($0):") } }
    let board = rest.joined(separator: "\n") + "\n" + text
    return BoardFolder.settings(in: Array(board.utf8), file: "board.yaml").problems.map(\.description)
  }
}
