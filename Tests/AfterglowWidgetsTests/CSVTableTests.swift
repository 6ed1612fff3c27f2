import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Rows are found in one pass, and cells are read when they are asked for.
@Suite struct CSVTableTests {
  private func table(_ text: String) throws -> CSVTable { try CSVTable(Array(text.utf8), file: "t.csv") }

  @Test(arguments: [",", ";", "\t"], ["\n", "\r\n"])
  func `cells are read as they were written`(separator: String, lineEnd: String) throws {
    let pieces = ["a", "12,5", "x y", "\"", "ä", ";", "\t", "\n", "", " ", "🎂", "''", "#"]
    var random = SeededNumbers(seed: 10)
    func quoted(_ cell: String) -> String {
      let isPlain = !cell.contains { [",", ";", "\t", "\n", "\""].contains($0) }
      return isPlain && Bool.random(using: &random) ? cell : "\"\(cell.replacingOccurrences(of: "\"", with: "\"\""))\""
    }
    for _ in 0..<40 {
      let rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        (0..<3).map { _ in
          (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
      }
      let lines = rows.map { $0.map(quoted).joined(separator: separator) }
      let head = ["one", "two", "three"].joined(separator: separator)
      let last = Bool.random(using: &random) ? lineEnd : ""
      let read = try table(([head] + lines).joined(separator: lineEnd) + last)
      #expect(read.header == ["one", "two", "three"])
      #expect(read.rows.map(\.cells) == rows, "\(lines)")
      for (row, cells) in zip(read.rows, rows) {
        #expect((0..<3).compactMap(row.cell) == cells && row.cell(3) == nil)
      }
    }
  }

  @Test func `a row knows its line, and rows without text are none`() throws {
    let read = try table("\n# made daily\n\na,b\r\n\r\n1,\"x\n\ny\"\n\"\"\n2,z\n   \n")
    #expect(read.header == ["a", "b"])
    #expect(read.rows.map(\.line) == [6, 10, 11])
    #expect(read.rows.map { $0.cell(0) } == ["1", "2", "   "])
    #expect(read.rows.first?.cell(1) == "x\n\ny" && read.rows.last?.cell(1) == nil)
  }

  @Test func `more cells than a table may have are refused`() throws {
    let row = String(repeating: ",", count: 999) + "\n"
    let head = "a" + row
    #expect(try table(head + String(repeating: row, count: 1999)).rows.count == 1999)
    #expect(throws: (any Error).self) { try table(head + String(repeating: row, count: 2000)) }
  }

  @Test func `rows beyond the limit cost no place`() throws {
    let count = CSVTable.maximumRowCount + 7
    let read = try table("n,m\n" + (0..<count).map { "\($0),1\n" }.joined())
    #expect(read.isShortened && read.rows.count == CSVTable.maximumRowCount)
    #expect(read.rows.compactMap { Int($0.cell(0) ?? "") } == Array(7..<count))
    #expect(read.rows.first?.line == 9)
  }
}
