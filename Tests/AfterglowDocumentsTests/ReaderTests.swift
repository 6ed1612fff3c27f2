import Foundation
import Testing

@testable import AfterglowDocuments

private func open(_ bytes: [UInt8], _ file: String) -> (StrictDecoder?, [String]) {
  let collector = ProblemCollector()
  let decoder = StrictDecoder.open(bytes: bytes, file: file, problems: collector)
  return (decoder, collector.sorted.map(\.description))
}

private func refusal(_ text: String, _ file: String) -> String {
  let (decoder, problems) = open(Array(text.utf8), file)
  #expect(decoder == nil)
  return problems.joined(separator: "\n")
}

@Suite struct ReaderTests {
  @Test(arguments: [
    ("", "a.yaml:1:1: expected a mapping of keys to values, found nothing"),
    ("# only a comment\n", "a.yaml:1:1: expected a mapping of keys to values, found nothing"),
    ("- a\n- b\n", "a.yaml:1:1: expected a mapping of keys to values, found a list"),
    ("hello", "a.yaml:1:1: expected a mapping of keys to values, found \"hello\""),
    ("a:\n\tb: 1\n", "a.yaml:2:1: expected spaces for indentation, found a tab"),
    (
      "a: *x\nb: &x 1\n",
      "a.yaml:1:4: expected \"&x\" before \"*x\"; put text that starts with \"*\" in quotes"
    ),
    ("a: &x [*x]\n", "a.yaml:1:8: expected \"&x\" before \"*x\"; put text that starts with \"*\" in quotes"),
    ("a: &x b\n*x : 1\n", "a.yaml:2:1: expected a name as key, found an alias"),
    ("a: &x 1\n<<: *x\n", "a.yaml:1:4: expected a mapping to merge by \"<<\", found \"1\""),
    ("a: |\n  a lone \" quote\nb:\n\tc: 1\n", "a.yaml:4:1: expected spaces for indentation, found a tab"),
    ("a: rock 'n roll\nb:\n\tc: 1\n", "a.yaml:3:1: expected spaces for indentation, found a tab"),
    ("a: \u{7}", "a.yaml:1:4: expected text, found the control character U+0007"),
    ("a: 1\n---\nb: 2\n", "a.yaml:2:1: expected one document, but found another document"),
    ("? [a]\n: 1\n", "a.yaml:1:3: expected a name as key, found a list or mapping"),
  ])
  func `YAML that is no settings is refused`(text: String, expected: String) {
    #expect(refusal(text, "a.yaml") == expected)
  }

  @Test(arguments: [
    ("", "a.json:1:1: expected a JSON document, found the end of the file"),
    ("[1]", "a.json:1:1: expected a mapping of keys to values, found a list"),
    ("{\"a\": 1", "a.json:1:8: expected \",\" or \"}\", found the end of the file"),
    ("{\"a\": 1,}", "a.json:1:9: expected a key in quotes, found \"}\""),
    ("{a: 1}", "a.json:1:2: expected a key in quotes or \"}\", found \"a\""),
    ("{\"a\" 1}", "a.json:1:6: expected \":\" after the key \"a\", found \"1\""),
    ("{\"a\": 01}", "a.json:1:7: expected a value, found \"01\""),
    ("{\"a\": nul", "a.json:1:7: expected a value, found \"nul\""),
    ("{\"a\": }", "a.json:1:7: expected a value, found \"}\""),
    ("{\"a\": \"x\n\"}", "a.json:1:9: expected a closing quote, found the end of the line"),
    ("{\"a\": \"\\q\"}", "a.json:1:9: expected an escape such as \\n or \\u00B0, found \"q\""),
    ("{\"a\": \"\\ud83d\"}", "a.json:1:14: expected the second half of a character, found \"\"\""),
    ("{} x", "a.json:1:4: expected the end of the file, found \"x\""),
  ])
  func `text that is no JSON is refused where it ends`(text: String, expected: String) {
    #expect(refusal(text, "a.json") == expected)
  }

  @Test func `bytes that are no text are refused with their place`() {
    let (_, problems) = open(Array("a: 1\nb: ".utf8) + [0xFF], "a.yaml")
    #expect(problems == ["a.yaml:2:4: expected UTF-8 text, found other bytes"])
  }

  @Test func `nesting is bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(refusal("{\"a\": " + deep, "a.json").contains("expected at most 32 levels of nesting, found more"))
    #expect(refusal("a: " + deep, "a.yaml").contains("expected at most 32 levels of nesting, found more"))
    let dashes = String(repeating: "- ", count: 5000)
    #expect(refusal(dashes + "a", "a.yaml").contains("expected at most 32 levels of nesting, found more"))
    let blocks = (0..<2000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(refusal(blocks, "a.yaml").contains("expected at most 32 levels of nesting, found more"))
  }

  @Test func `escapes and surrogate pairs are read`() {
    var decoder = open(Array(#"{"t": "\u00b0 \ud83c\udf27 \/ \" \\"}"#.utf8), "a.json").0
    #expect(decoder?.text("t") == "° 🌧 / \" \\")
  }

  @Test func `a byte order mark is no text`() {
    var decoder = open([0xEF, 0xBB, 0xBF] + Array("a: x".utf8), "a.yaml").0
    #expect(decoder?.text("a") == "x")
  }
}
