import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowBoards

/// The wiring that the page of each e-paper board shows, compared with what the board's file makes the firmware drive.
@Suite struct WiringPageTests {
  static let boards: [String] = {
    let folder = Schema.folder.appending(path: "boards").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("epaper-") }.sorted()
  }()

  /// A row of a table of wiring.
  struct Row: Equatable {
    var signal: String
    var pin: Int
    /// The line's BCM number; nil = a supply.
    var line: Int16?
    var words: String
  }

  /// Pins of a Raspberry Pi's header by the BCM number of their lines.
  private static let pins: [Int16: Int] = [8: 24, 10: 19, 11: 23, 17: 11, 18: 12, 24: 18, 25: 22]

  private func text(_ board: String, _ name: String) throws -> String {
    try String(contentsOf: Schema.folder.appending(path: "boards/\(board)/\(name)"), encoding: .utf8)
  }

  private func row(_ cells: [String]) -> Row? {
    guard cells.count == 4, let pin = Int(cells[1]) else { return nil }
    return Row(signal: cells[0], pin: pin, line: Int16(cells[2]), words: cells[3])
  }

  /// The rows of the page's table.
  private func pageRows(_ board: String) throws -> [Row] {
    try text(board, "README.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
      row(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// The rows of the comment in the board's file, whose columns lie two blanks or more apart.
  private func fileRows(_ board: String) throws -> [Row] {
    try text(board, "board.yaml").split(separator: "\n").filter { $0.hasPrefix("#   ") }.compactMap { line in
      let words = line.dropFirst().split(separator: " ", maxSplits: 3).map(String.init)
      return row(words.map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  @Test func `four boards have e-paper`() { #expect(Self.boards.count == 4) }

  @Test(arguments: boards) func `the page shows the lines that the firmware drives`(_ board: String) throws {
    let rows = try pageRows(board)
    #expect(rows == (try fileRows(board)), "the page and the comment of board.yaml differ")
    let file = try text(board, "board.yaml").replacing("kind: epaper-simulated", with: "kind: epaper")
    var files: [String: String] = [:]
    for name in ["forecast.json", "calendar.ics"] { files[name] = try? text(board, name) }
    let (folder, problems) = load(board: file, scene: try text(board, "scene.yaml"), files: files)
    let record = try #require(folder, "\(problems)").board.record
    let lines = Dictionary(uniqueKeysWithValues: rows.compactMap { row in row.line.map { (row.signal, $0) } })
    #expect(lines["DC"] == record.dataCommandLine && lines["RST"] == record.resetLine)
    #expect(lines["BUSY"] == record.busyLine && lines["PWR"] == record.powerLine)
    #expect(lines["DIN"] == 10 && lines["CLK"] == 11 && lines["CS"] == 8, "the first SPI bus of the header")
    for row in rows { if let line = row.line { #expect(Self.pins[line] == row.pin, "\(row.signal)") } }
    let controller = try #require(PaperController(rawValue: record.panel.controller))
    let level = controller.traits.family.busyLevel ? "high" : "low"
    #expect(rows.first { $0.signal == "BUSY" }?.words == "\(level): busy")
  }

  @Test(arguments: boards) func `the page has the bus to switch on, the kind to write, and the board's own name`(
    _ board: String
  ) throws {
    let page = try text(board, "README.md")
    #expect(page.contains("dtparam=spi=on") && page.contains("`kind: epaper`"))
    #expect(page.contains("boards/\(board) /etc/afterglow/boards/"))
    let controller = try #require(try text(board, "board.yaml").firstMatch(of: #/\((GD[A-Z0-9]+), ([A-Za-z0-9 ]+)\)/#))
    #expect(page.contains(controller.1) && page.contains(controller.2), "the glass and its controller")
  }
}
