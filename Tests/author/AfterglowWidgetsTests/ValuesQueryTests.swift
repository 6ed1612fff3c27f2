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

  @Test func `without paths a document is read as before`() throws {
    #expect(try read([:], #"{"a": 1}"#) == ["a": .number(1, decimals: 0)])
    #expect(problem([:], rooms).contains("expected a mapping of keys to values"))
  }
}
