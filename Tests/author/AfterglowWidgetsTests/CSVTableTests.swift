import AfterglowDocuments
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

  // MARK: Rows that are not understood

  @Test(arguments: [
    ("1,\"calm\"2,3\n", "after a quoted text"), ("1,\"calm\n", "the end of a quoted text"),
    ("1,\"calm\nx\"loud,2\n", "after a quoted text"), ("1,\"calm\"\"2,3\n", "the end of a quoted text"),
    ("1,calm2,calm\n", "no more cells"), ("1,\"calm\",2,calm\n", "no more cells"),
  ])
  func `a row that is not understood is named, and takes no later row with it`(rows: String, words: String) throws {
    let read = try table("a,b\n" + rows + "8,x\n9,y\n")
    #expect(read.rows.suffix(2).map(\.cells) == [["8", "x"], ["9", "y"]])
    #expect(read.rows.first?.isUnderstood == false && read.rows.first?.cells == [] && read.rows.first?.cell(0) == nil)
    #expect(read.problems.map(\.line) == [2] && read.lastProblem?.line == 2)
    #expect(read.problems.first?.message.contains(words) == true, "\(read.problems)")
  }

  @Test func `quotes in a cell, blanks after a quoted one and empty cells at the end are no fault`() throws {
    let read = try table("a,b\n5\" pipe,\"x\" \n1,2,,\n,\n")
    #expect(read.rows.map { $0.cells.prefix(2) } == [["5\" pipe", "x "], ["1", "2"], ["", ""]])
    #expect(read.problems.isEmpty && read.lastProblem == nil)
  }

  @Test func `a header that is not understood, or is longer than most rows, is refused`() throws {
    #expect(throws: Problem.self) { try table("a,\"b\n1,2\n") }
    #expect(throws: Problem.self) { try table("a,\"b\"c,d\n1,2,3\n") }
    // A part of a name that is there twice moves all that follow.
    #expect(throws: Problem.self) { try table("time,ltime,level\n1,2\n1,2,3\n1,2\n") }
    #expect(try table("a,b,,\n1,2\n").rows.count == 1)
    #expect(try table("a,b,c\n1,2\n1,2,3\n").rows.count == 2)
  }

  @Test func `tangled quotes are looked at twice at most`() throws {
    let count = 100_000
    let header = "a" + String(repeating: ",", count: count) + "\n"
    // From each of its lines on it is one row, up to the same fault.
    let row = "\"" + String(repeating: "\nz\" ,\"", count: count - 1) + "x\"y\n"
    let read = try table(header + row + "1\n")
    #expect(read.rows.last?.cells == ["1"] && read.problems.map(\.line) == [2, 3])
  }
}
