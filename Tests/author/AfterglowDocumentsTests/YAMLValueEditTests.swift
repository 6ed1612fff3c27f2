import Foundation
import TestSupport
import Testing

@testable import AfterglowDocuments

/// Changes of values of any kind: nothing else in the file is touched, and the file says what was meant.
@Suite struct YAMLValueEditTests {
  enum Change: Sendable {
    case set([String], YAMLValue, order: [String] = [])
    case remove([String])
    case exchange(Int, Int, in: [String])
  }

  private func edited(_ text: String, _ change: Change) throws -> String {
    var editor = try YAMLEditor(bytes: Array(text.utf8), file: "scene.yaml")
    switch change {
    case .set(let path, let value, let order): try editor.set(path, to: value, order: order)
    case .remove(let path): try editor.remove(path)
    case .exchange(let one, let other, let path): try editor.exchange(one, other, in: path)
    }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private static let note = YAMLValue.mapping([
    .init("kind", .text("note")), .init("at", .mapping([.init("column", .plain("2")), .init("row", .plain("1"))])),
    .init("configuration", .mapping([.init("text", .text("Milk: 2 l"))])),
  ])

  static let cases: [(String, Change, String)] = [
    // Scalars of each style, with what follows them.
    ("a: one  # why\nb: 2\n", .set(["a"], .text("two")), "a: two  # why\nb: 2\n"),
    ("a: \"one\" # why\n", .set(["a"], .text("two: #3")), "a: \"two: #3\" # why\n"),
    ("a: 1\n", .set(["//b"], .plain("2")), "a: 1\n\"//b\": 2\n"),
    ("a: 'it''s'\nb: 1", .set(["a"], .text("no")), "a: \"no\"\nb: 1"),
    ("a: 5\n", .set(["a"], .text("5")), "a: \"5\"\n"),
    ("a:\nb: 1\n", .set(["a"], .text("x")), "a: x\nb: 1\n"),
    ("a: ~\nb: 1\n", .set(["a"], .plain("3")), "a: 3\nb: 1\n"),
    ("a: |\n  one\n\n  # two\nb: 1\n", .set(["a"], .text("x\ny")), "a: \"x\\ny\"\nb: 1\n"),
    ("a: one\n  two # why\n# b\nb: 1\n", .set(["a"], .text("x")), "a: x # why\n# b\nb: 1\n"),
    ("a: {b: 'x, }y', c: [1, 2]} # why\n", .set(["a", "b"], .text("z")), "a: {b: z, c: [1, 2]} # why\n"),
    ("a: {b: don't, c: 1}\n", .set(["a", "c"], .plain("2")), "a: {b: don't, c: 2}\n"),
    // Missing keys, in the style of their mapping.
    ("a: 1 # why\n\n# end\n", .set(["b"], .text("x")), "a: 1 # why\nb: x\n\n# end\n"),
    ("a: {b: 1}\n", .set(["a", "c"], .text("x, y")), "a: {b: 1, c: \"x, y\"}\n"),
    ("a: {}\n", .set(["a", "c"], .text("x")), "a: {c: x}\n"),
    ("a: 1", .set(["b", "c"], .plain("2")), "a: 1\nb: {c: 2}"),
    (
      "kind: note\nat: 1\n", .set(["name"], .text("bins"), order: ["kind", "name", "at"]),
      "kind: note\nname: bins\nat: 1\n"
    ),
    ("a: |\n  text\nb: 1\n", .set(["c"], .plain("2"), order: ["a", "c", "b"]), "a: |\n  text\nc: 2\nb: 1\n"),
    // Lists.
    (
      "w:\n  # first\n  - kind: clock\n    at: 1 # here\n\n# end\n", .set(["w", "1"], note),
      "w:\n  # first\n  - kind: clock\n    at: 1 # here\n  - kind: note\n    at: {column: 2, row: 1}\n"
        + "    configuration: {text: \"Milk: 2 l\"}\n\n# end\n"
    ),
    ("w:\n- a\n- b # two\n", .set(["w", "2"], .text("c")), "w:\n- a\n- b # two\n- c\n"),
    ("w: [a, 'b, c']\n", .set(["w", "2"], .text("d")), "w: [a, 'b, c', d]\n"),
    ("w: []\n", .set(["w", "0"], .text("d")), "w: [d]\n"),
    ("w:\n  - a\n  # about b\n  - b\n  - c\n", .remove(["w", "1"]), "w:\n  - a\n  - c\n"),
    ("w:\n  - kind: a\n    x: 1\n  - kind: b\n", .remove(["w", "0"]), "w:\n  - kind: b\n"),
    ("w:\n  - a\nb: 1\n", .remove(["w", "0"]), "w: []\nb: 1\n"),
    ("w: [a, b, c]\n", .remove(["w", "1"]), "w: [a, c]\n"),
    ("w: [a, b, c]\n", .remove(["w", "0"]), "w: [b, c]\n"),
    ("w: [{k: a}]\n", .remove(["w", "0"]), "w: []\n"),
    (
      "w:\n  - a # 1\n  - b # 2\n  - c # 3\n", .set(["w"], .list([.text("a"), .text("x"), .text("b"), .text("c")])),
      "w:\n  - a # 1\n  - x\n  - b # 2\n  - c # 3\n"
    ),
    (
      "w: # all\n  - {n: a} # 1\n  - {n: b} # 2\n", .set(["w"], .list([.mapping([.init("n", .text("c"))])])),
      "w: # all\n  - {n: c} # 1\n"
    ),
    // Items of a list that change places, with their comments.
    (
      "w:\n  # a\n  - a # 1\n\n  # b\n  - b # 2\n  - c\n# end\n", .exchange(1, 0, in: ["w"]),
      "w:\n  # b\n  - b # 2\n\n  # a\n  - a # 1\n  - c\n# end\n"
    ),
    (
      "w:\n  - k: a\n    x: 1   # why\n    # y: 2\n  - k: b\n\n# end\n", .exchange(0, 1, in: ["w"]),
      "w:\n  - k: b\n  - k: a\n    x: 1   # why\n    # y: 2\n\n# end\n"
    ),
    (
      "w:\n  - k: b\n  - k: a\n    x: 1\n    # y: 2\n  # all\n", .exchange(0, 1, in: ["w"]),
      "w:\n  - k: a\n    x: 1\n    # y: 2\n  - k: b\n  # all\n"
    ),
    ("v:\n  w:\n  - a\n  - b", .exchange(0, 1, in: ["v", "w"]), "v:\n  w:\n  - b\n  - a"),
    ("w:\r\n- a: 1\r\n  b: 2\r\n- c\r\n", .exchange(0, 1, in: ["w"]), "w:\r\n- c\r\n- a: 1\r\n  b: 2\r\n"),
    ("w: [a, {k: b}, 'c, d'] # all\n", .exchange(0, 2, in: ["w"]), "w: ['c, d', {k: b}, a] # all\n"),
    ("w: [a, b]\n", .exchange(1, 1, in: ["w"]), "w: [a, b]\n"),
    // Removing keys.
    ("a: 1\n# why\nb: 2 # too\nc: 3\n", .remove(["b"]), "a: 1\n# why\nc: 3\n"),
    ("a:\n  x: 1\n  y:\n    - 1\n    - 2\nb: 1\n", .remove(["a", "y"]), "a:\n  x: 1\nb: 1\n"),
    ("a:\n  x: 1\nb: 1\n", .remove(["a", "x"]), "b: 1\n"),
    ("a: {x: 1, y: 2}\n", .remove(["a", "x"]), "a: {y: 2}\n"),
    ("w:\n  - kind: a\n    x: 1\n", .remove(["w", "0", "kind"]), "w:\n  - x: 1\n"),
    ("a: 1\n", .remove(["b", "c"]), "a: 1\n"),
    // A mapping as a whole changes key by key.
    (
      "c:\n  # one\n  a: 1 # keeps\n  b: 2\n",
      .set(["c"], .mapping([.init("a", .plain("1")), .init("d", .plain("4"))])),
      "c:\n  # one\n  a: 1 # keeps\n  d: 4\n"
    ),
    // Windows.
    ("a: 1\r\nw:\r\n  - x\r\n", .set(["w", "1"], .text("z")), "a: 1\r\nw:\r\n  - x\r\n  - z\r\n"),
  ]

  @Test(arguments: cases)
  func `one value changes and every other character stays`(before: String, change: Change, after: String) throws {
    #expect(try edited(before, change) == after)
  }

  @Test(arguments: [
    ("a: &x {b: 1}\nc: *x\n", Change.set(["c", "b"], .plain("2"))), ("a: &x 1\nb: *x\n", .set(["a"], .plain("2"))),
    ("- a\n", .set(["a"], .plain("1"))), ("a: 1\n", .set(["a", "b"], .plain("1"))),
    ("a: [1]\n", .set(["a", "4"], .plain("1"))),
    ("a: [\n", .set(["a"], .plain("1"))), ("d: &d {x: 1}\na: {<<: *d, y: 2}\n", .remove(["a", "y"])),
    ("w: [a]\n", .exchange(0, 1, in: ["w"])), ("w: {a: 1, b: 2}\n", .exchange(0, 1, in: ["w"])),
    ("v: &v x\nw:\n  - *v\n  - b\n", .exchange(0, 1, in: ["w"])),
  ])
  func `what cannot be changed surely is refused, and stays`(text: String, change: Change) {
    #expect(throws: Problem.self) { _ = try edited(text, change) }
  }

  @Test func `a value is read as it was meant, whatever it is`() throws {
    let texts = [
      "", " ", "a", "true", "null", "~", "12", "-1.5", "1e3", "0x1F", "2027-01-01", "12:30", "a: b", "a #b", "#a",
      "- a",
      "a:", "'", "\"", "\\", "a\nb", "a\tb", "\u{7F}", "\u{FEFF}", "\u{2028}", "ä", "日本", "😀", "{a}", "[a", "a, b",
      "*a",
      "&a", "!a", "|", ">", "%a", "@a", "`a", "? a", "a b ", "...", "---", "<<", "yes", "No", "$.a[0]", "/etc/x",
      "http://a/b",
    ]
    for text in texts {
      let value = YAMLValue.text(text)
      for (document, path) in [
        ("k: old # c\n", ["k"]), ("k: {x: old, y: 1}\n", ["k", "x"]), ("k:\n  - old\n  - z\n", ["k", "0"]),
      ] {
        // Characters that no document may have are refused.
        guard let after = try? edited(document, .set(path, value)) else {
          #expect(
            text.unicodeScalars.contains { $0 == "\u{FEFF}" || $0 == "\u{7F}" || $0.value < 32 },
            "\(text.debugDescription)")
          continue
        }
        let node = try #require(try YAMLReader.read(after, file: "", problems: ProblemCollector()))
        #expect(YAMLValue(node)?.at(path[...]) == value, "\(after)")
      }
    }
  }
}
