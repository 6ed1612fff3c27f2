import AfterglowDocuments
import Testing

/// Paths of RFC 9535, as far as they name one value.
@Suite struct JSONPathTests {
  private static let document = """
    {"store": {"book": [
      {"category": "reference", "author": "Nigel Rees", "price": 8.95},
      {"category": "fiction", "author": "Evelyn Waugh", "price": 12.99},
      {"category": "fiction", "author": "Herman Melville", "isbn": "0-553-21311-3", "price": 8.99}],
      "bicycle": {"color": "red", "price": 399}},
     "o": {"j j": {"k.k": 3}, "'": {"@": 2}}, "☺": "A", "a-b": 1, "none": null, "on": true, "a": [[1, 2], [3]]}
    """

  private func found(_ path: String) throws -> String? {
    let root = try DocumentNode.json(Array(Self.document.utf8), file: "d.json")
    return try JSONPath(path).first(in: root, file: "d.json").text
  }

  private func message(_ path: String) -> String {
    do {
      return try found(path) ?? "found"
    } catch let fault as JSONPath.Fault {
      return "\(fault.column): \(fault.message)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("$.store.book[0].author", "Nigel Rees"), ("$['store']['bicycle']['color']", "red"),
    ("$.store.book[-1].price", "8.99"), ("$.store.book[*].author", "Nigel Rees"), ("$.store.*.price", "399"),
    ("$.store.book[?@.isbn].author", "Herman Melville"), ("$.store.book[?@.price > 10].author", "Evelyn Waugh"),
    ("$.store.book[?(@.price<=8.95)].author", "Nigel Rees"),
    ("$.store.book[?@.category == 'fiction'].author", "Evelyn Waugh"),
    ("$.store.book[?@.category != \"reference\"].author", "Evelyn Waugh"),
    ("$.store.book[?@.isbn != 'x'].author", "Nigel Rees"),
    ("$.o['j j']['k.k']", "3"), ("$.o['\\''][\"@\"]", "2"), ("$.☺", "A"), ("$.a-b", "1"), ("$.on", "true"),
    ("$.a[1][0]", "3"), ("$[ 'a' ][ 0 ][ 1 ]", "2"), ("$.store[?@.color=='red'].price", "399"),
    ("$.a[?@[0] == 3][0]", "3"),
  ])
  func `a path leads to its first value`(path: String, value: String) throws { #expect(try found(path) == value) }

  @Test(arguments: [
    (
      "$.store.shelf",
      "d.json:1:11: expected \"shelf\" in \"$.store\" of \"$.store.shelf\", found a mapping of book, bicycle"
    ),
    (
      "$.store.book[7].author",
      "d.json:1:20: expected an item 7 in \"$.store.book\" of \"$.store.book[7].author\", found a list"
    ),
    ("$.on.off", "d.json:5:85: expected \"off\" in \"$.on\" of \"$.on.off\", found \"true\""),
    (
      "$.store.book[?@.price > 1000]",
      "d.json:1:20: expected something that meets the condition in \"$.store.book\" of \"$.store.book[?@.price > 1000]\", found a list"
    ),
  ])
  func `where a path does not go on is said`(path: String, words: String) {
    // The place is that of the value that has no such part.
    let parts = message(path).split(separator: " ", maxSplits: 1)
    #expect(parts.last.map(String.init) == words.split(separator: " ", maxSplits: 1).last.map(String.init))
    #expect(parts.first?.hasPrefix("d.json:") == true)
  }

  @Test(arguments: [
    ("$.store.book.author", 0, "$.store.book[0].author"), ("$.store.book.isbn", 2, "$.store.book[2].isbn"),
    ("$['store'].book.price", 0, "$.store.book[0].price"), ("$.x[*].y.t['u v']", 1, "$.x[*].y[1].t['u v']"),
    ("$.x[-1].y.t", 1, "$.x[-1].y[1].t"),
  ])
  func `a name that the items of a list have is answered with the path of the first one`(
    path: String, index: Int, meant: String
  ) throws {
    let text = String(Self.document.dropLast()) + #", "x": [{"y": [{"a": 1}, {"t": {"u v": 2}}]}]}"#
    let root = try DocumentNode.json(Array(text.utf8), file: "d.json")
    let problem = #expect(throws: Problem.self) { try JSONPath(path).first(in: root, file: "d.json") }
    let words = ", found a list; name an item of the list by its place, such as \(meant)"
    #expect(problem?.message.hasSuffix(words) == true, "\(problem?.message ?? "none")")
    #expect(meant.contains("[\(index)]"))
    _ = try JSONPath(meant).first(in: root, file: "d.json")
    // A condition is no place, and a name that no item has is answered with the list alone.
    let condition = #expect(throws: Problem.self) {
      try JSONPath("$.x[?@.y].y.t").first(in: root, file: "d.json")
    }
    #expect(condition?.message.hasSuffix("; name an item of the list by its place, such as [1]") == true)
    let none = #expect(throws: Problem.self) { try JSONPath("$.store.book.shelf").first(in: root, file: "d.json") }
    #expect(none?.message.hasSuffix("found a list") == true)
  }

  @Test(arguments: [
    ("$.store.bicycel.color", "; did you mean \"$.store.bicycle.color\"?"),
    ("$['store'].book[0].auther", "; did you mean \"$.store.book[0].author\"?"),
    ("$.store.book[?@.price > 1].auther", "; did you mean \"author\"?"),
  ])
  func `a misspelt name is answered with the path that is meant`(path: String, words: String) {
    #expect(message(path).hasSuffix(words))
  }

  @Test(arguments: [
    ("store", "1: expected \"$\", found \"s\""), ("$store", "2: expected \".\" or \"[\", found \"s\""),
    ("$.", "3: expected a name, found the end"), ("$..a", "3: expected a name; \"..\" is not supported, found \".\""),
    ("$[", "3: expected an index, a quoted name, \"*\" or \"?\", found the end"),
    ("$['a", "5: expected ', found the end"),
    ("$[1:2]", "4: expected \"]\", found \":\""),
    ("$[?@.a == b]", "11: expected a number, a quoted text, true, false or null, found \"b\""),
    ("$.a b", "4: expected \".\" or \"[\", found \" \""), ("$[?a]", "4: expected \"@\", found \"a\""),
  ])
  func `what is no path is refused at its place`(path: String, words: String) { #expect(message(path) == words) }

  @Test func `no text harms the reader of paths`() {
    let pieces = [
      "$", ".", "[", "]", "?", "@", "'", "\"", "*", "-1", "a", " ", "==", "(", ")", "\\", "é", "9999999999999999999",
    ]
    var state: UInt64 = 5
    for _ in 0..<20_000 {
      var path = "$"
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        path += pieces[Int(state >> 33) % pieces.count]
      }
      _ = message(path)
    }
    #expect(message("$" + String(repeating: "[0]", count: 400)).hasPrefix("501: expected at most 500"))
  }
}
