import Foundation
import Testing

@testable import AfterglowBoards

/// The lines of Waveshare's HATs: the pages and the shipped boards name those that `LinesPart.hat` has.
@Suite struct PaperWiringTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: Self.repository + "/" + path, encoding: .utf8)
  }

  @Test func `the pages name the lines of a board without the key`() throws {
    let hat = LinesPart.hat
    let sentence = "D/C at \(hat.dataCommand), RST at \(hat.reset), BUSY at \(hat.busy), PWR at \(hat.power)."
    #expect(try read("docs/boards.md").contains(sentence))
    let page = try read("docs/panels/ssd1680.md")
    for (line, number) in [("D/C", hat.dataCommand), ("RST", hat.reset), ("BUSY", hat.busy), ("PWR", hat.power)] {
      #expect(page.contains(try Regex("(?m)^\\| \(line) \\| \(number)[ ,]")), "docs/panels/ssd1680.md, \(line)")
    }
  }

  @Test func `the shipped e-paper boards draw the same wiring`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.repository + "/boards")
      .filter { $0.hasPrefix("epaper-") }
    #expect(names.count >= 4)
    let hat = LinesPart.hat
    for name in names {
      let text = try read("boards/\(name)/board.yaml")
      for (signal, number) in [("DC", hat.dataCommand), ("RST", hat.reset), ("BUSY", hat.busy), ("PWR", hat.power)] {
        #expect(text.contains(try Regex("(?m)^#   \(signal) +[0-9]+ +\(number) ")), "\(name), \(signal)")
      }
    }
  }
}
