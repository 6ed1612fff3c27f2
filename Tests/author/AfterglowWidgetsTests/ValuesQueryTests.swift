import Afterglow
import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowWidgets

/// Values for widgets written as data, in what any service gives.
@Suite struct ValuesQueryTests {
  private func read(
    _ configuration: [String: ConfigurationValue], _ content: String, file: String = "content"
  ) throws -> [String: EntryValue] {
    try DocumentIntent(configuration: configuration).read(Array(content.utf8), file: file).entries[0].values
  }

  private func problem(_ configuration: [String: ConfigurationValue], _ content: String) -> String {
    do {
      return "\(try read(configuration, content))"
    } catch {
      return (error as? DocumentError)?.problems.first?.description ?? "\(error)"
    }
  }

  private let rooms = #"[{"name": "Bath", "t": 21.5}, {"name": "Hall", "t": 18, "on": true}]"#

  @Test func `each name is what its path leads to, and all of it with a star`() throws {
    let values = try read(
      ["values": ["bath": "$[?@.name == 'Bath'].t", "names": "$[*].name", "last": "$[-1]", "warm": "$[?@.t > 18]"]],
      rooms)
    #expect(values["bath"] == .number(21.5, decimals: 1))
    #expect(values["names"] == .list([.text("Bath"), .text("Hall")]))
    #expect(values["last"] == .object(["name": .text("Hall"), "t": .number(18, decimals: 0), "on": .truth(true)]))
    #expect(values["warm"] == .object(["name": .text("Bath"), "t": .number(21.5, decimals: 1)]))
    #expect(values.count == 4)
  }

  @Test func `CSV is a list of rows, by its file's name or by the scene`() throws {
    let text = "time;level;note\n2026-11-21T07:00;1,5;\n2026-11-21T08:00;1,75;\"high; rising\"\n"
    let row = EntryValue.object([
      "time": .text("2026-11-21T08:00"), "level": .number(1.75, decimals: 2), "note": .text("high; rising"),
    ])
    for values in [try read([:], text, file: "river.csv"), try read(["format": "csv"], text)] {
      guard case .list(let rows)? = values["rows"] else {
        Issue.record("no rows: \(values)")
        continue
      }
      #expect(rows.count == 2 && rows[1] == row)
      #expect(rows[0] == .object(["time": .text("2026-11-21T07:00"), "level": .number(1.5, decimals: 1)]))
    }
    #expect(
      try read(["format": "csv", "values": ["now": "$.rows[-1].level", "all": "$.rows[*].level"]], text)
        == ["now": .number(1.75, decimals: 2), "all": .list([.number(1.5, decimals: 1), .number(1.75, decimals: 2)])])
    let long = "n\n" + (0..<3000).map { "\($0)\n" }.joined()
    #expect(
      try read(["format": "csv", "values": ["first": "$.rows[0].n"]], long) == ["first": .number(2000, decimals: 0)])
  }

  @Test func `a row that is not understood keeps its place and is reported`() throws {
    let (head, joined) = ("t,level\n1,5\n", "2,\"6\"3,7\n")
    let values: [String: ConfigurationValue] = ["first": "$.rows[0].level", "last": "$.rows[-1].level"]
    let intent = try DocumentIntent(configuration: ["format": "csv", "values": .object(values)])
    let document = try intent.read(Array((head + joined + "4,8\n").utf8), file: "content")
    #expect(document.entries[0].values == ["first": .number(5, decimals: 0), "last": .number(8, decimals: 0)])
    #expect(document.problems.map(\.line) == [3])
    #expect(
      try read(["format": "csv"], head + joined)["rows"]
        == .list([
          .object(["t": .number(1, decimals: 0), "level": .number(5, decimals: 0)]), .object([:]),
        ]))
    #expect(problem(["format": "csv", "values": .object(values)], head + joined).contains("expected \"level\""))
  }

  @Test func `what does not lead on is said with its place, and a scene is checked`() {
    #expect(
      problem(["values": ["x": "$[0].humidity"]], rooms)
        == "content:1:2: expected \"humidity\" in \"$[0]\" of \"$[0].humidity\", found a mapping of name, t")
    #expect(problem(["values": ["x": "$.a"]], "<html>").hasPrefix("content:1:1: expected"))
    #expect(problem(["format": "csv"], "").contains("the file is empty"))
    for configuration: [String: ConfigurationValue] in [
      ["values": ["x": "rooms"]], ["values": ["x": "$[?"]], ["format": "xml"],
      ["values": .object(Dictionary(uniqueKeysWithValues: (0...64).map { ("k\($0)", "$.a") }))],
    ] { #expect(throws: ConfigurationError.self) { try DocumentIntent(configuration: configuration) } }
  }

  @Test(arguments: [
    ("Water level 2026\n\nt;level\n1;1,5\n2;1,75\n", 3, "Water level 2026"),
    ("Station 4711;\nCologne;\nt;level\n1;1,5\n2;1,75\n", 3, "Station 4711"),
    (";\nWater, by day;\nt;level\n1;1,5\n2;1,75\n", 3, "Water, by day"),
    ("sep=;\nWater\nt;level\n1;1,5\n2;1,75\n", 3, "Water"),
    ("\"Water, by day\",\nt,level\n1,1.5\n2,1.75\n", 2, "Water, by day"),
  ])
  func `a title above a table is left out, and the line of the names is said`(
    table: String, line: Int, title: String
  ) throws {
    let intent = try DocumentIntent(configuration: ["format": "csv", "values": ["now": "$.rows[-1].level"]])
    let found = try intent.read(Array(table.utf8), file: "content")
    #expect(found.entries[0].values == ["now": .number(1.75, decimals: 2)] && found.problems.isEmpty)
    #expect(found.columns == ["t", "level"])
    #expect(
      found.advice.map(\.description) == [
        "content:\(line):1: line \(line) is read as the names of the columns, and \"\(title)\" above it as a title, which is "
          + "left out"
      ])
  }

  @Test(arguments: [
    // The first line may have the names.
    "t,level\n1;2\nlow;4\n", "note,count\ncalm; mild,5\nwindy; cold,6\n", "room,2025\nBath,1\n",
    // No row below shows that the second line has the names.
    "Chores\nwho;what\nAnna;dishes\n", "Water\nt;level\n", "Water\n1;2\n3;4\n",
    // A row is narrower than the names.
    "Water\nt;level\n1;2\n3\n",
  ])
  func `a first line that may have the names is no title`(table: String) {
    let found = try? DocumentIntent(configuration: ["format": "csv"]).read(Array(table.utf8), file: "content")
    #expect(found?.advice.contains { $0.message.contains("as a title") } != true)
  }

  @Test(arguments: [
    ("$.rows[-1].levl", "expected a column \"levl\" in content, found \"t\", \"level\"; did you mean \"level\"?"),
    ("$.rows[?@.levl > 1].t", "expected a column \"levl\" in content, found \"t\", \"level\"; did you mean \"level\"?"),
    (
      "$.level",
      "expected \"rows\", the list of a table's rows, first in \"$.level\"; for the last row of content write "
        + "$.rows[-1].level"
    ),
    ("$.rows.level", "expected a row of content in \"$.rows.level\"; for the last one write $.rows[-1].level"),
    ("$.rows[7].level", "content: expected an item 7 in \"$.rows\" of \"$.rows[7].level\", found a list"),
  ])
  func `a path that a table does not have is answered at its key`(path: String, words: String) throws {
    let intent = try DocumentIntent(configuration: ["format": "csv", "values": ["now": .string(path)]])
    let error = #expect(throws: DocumentError.self) { try intent.read(Array("t,level\n1,2\n".utf8), file: "content") }
    #expect(error?.problems == [Problem(file: "content", message: words, keys: ["values", "now"])])
  }

  @Test func `every path that does not lead on is reported`() throws {
    let intent = try DocumentIntent(configuration: [
      "values": ["a": "$.roms[0]", "b": "$.rooms[0].tmp", "c": "$.rooms"]
    ])
    let text = #"{"rooms": [{"temp": 1}]}"#
    let error = #expect(throws: DocumentError.self) { try intent.read(Array(text.utf8), file: "content") }
    let messages = error?.problems.map(\.message) ?? []
    #expect(messages.count == 2 && messages.contains { $0.hasSuffix("; did you mean \"$.rooms[0]\"?") }, "\(messages)")
    #expect(messages.contains { $0.hasSuffix("; did you mean \"$.rooms[0].temp\"?") }, "\(messages)")
  }

  @Test(arguments: [
    ("t,level\n1,\n", "$.rows[-1].level", "content:2:1: expected a value in the column \"level\" for", "an empty cell"),
    (
      "t,level\n1,\n2,\n", "$.rows[*].level", "content:2:1: expected a value in the column \"level\", in any row for",
      "an empty cell"
    ),
    (
      "t,level\n1,#REF!\n", "$.rows[-1].level", "content:2:1: expected a value in the column \"level\" for",
      "(\"#REF!\")"
    ),
    ("t,level\n", "$.rows[-1].level", "content:1:1: the table has no rows yet", "column names"),
  ])
  func `a cell that is not there is answered at its row`(table: String, path: String, words: String, end: String) {
    let found = problem(["format": "csv", "values": ["now": .string(path)]], table)
    #expect(found.hasPrefix(words) && found.hasSuffix(end), "\(found)")
  }

  @Test func `a table that is read as JSON is answered with its format`() {
    let words = "content:1:1: expected JSON or YAML, found a table; read it with \"format: csv\""
    for configuration: [String: ConfigurationValue] in [[:], ["values": ["now": "$.rows[-1].level"]]] {
      #expect(problem(configuration, "t,level\n1,2\n") == words)
    }
    #expect(!problem([:], "t: [1\n").contains("format: csv"))
  }

  @Test func `all members of an empty list are none`() throws {
    let empty = #"{"rooms": [], "more": {}}"#
    let values: [String: ConfigurationValue] = ["names": "$.rooms[*].name", "more": "$.more.*"]
    #expect(try read(["values": .object(values)], empty) == ["names": .list([]), "more": .list([])])
    #expect(problem(["values": ["first": "$.rooms[0].name"]], empty).hasSuffix("found an empty list"))
    #expect(problem(["values": ["names": "$.rooms[*].nme"]], #"{"rooms": [{"name": "a"}]}"#).contains("did you mean"))
  }

  @Test func `without paths a document is read as before`() throws {
    #expect(try read([:], #"{"a": 1}"#) == ["a": .number(1, decimals: 0)])
    #expect(problem([:], rooms).contains("expected a mapping of keys to values"))
  }
}
