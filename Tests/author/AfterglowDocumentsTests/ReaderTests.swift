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
    ("", "a.yaml:1:1: the file is empty"), ("\u{FEFF} \r\n", "a.yaml:1:1: the file is empty"),
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
    ("a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document (\"---\") begins here; write all keys in one"),
    ("? [a]\n: 1\n", "a.yaml:1:3: expected a name as key, found a list or mapping"),
  ])
  func `YAML that is no settings is refused`(text: String, expected: String) {
    #expect(refusal(text, "a.yaml") == expected)
  }

  @Test(arguments: [
    ("a: 1\nname: \"kitchen\nwidgets: []\n", "2:7: the quote that begins here is never closed; add the closing quote"),
    ("name: 'it\n", "1:7: the quote that begins here is never closed; add the closing quote"),
    ("widgets: [a, b\nname: x\n", "1:10: the list that begins here is not closed; add \"]\" after its last part"),
    ("at: {column: 1, row: 2\nname: x\n", "1:5: the mapping that begins here is not closed; add \"}\" after"),
    ("a: [\"x\" \"y\"]\n", "1:9: expected \",\" or \"]\", found \"\"\"; separate the parts of a list by commas"),
    (
      "title: Family: today\n",
      "1:14: a colon with a space after it is not expected here; put text that has one in quotes"
    ),
    ("kind: clock\n  family: small\n", "2:9: a colon with a space after it is not expected here"),
    ("a: 1\nfoo\n", "2:1: expected a key and its value, as in \"key: value\", found a line without a colon"),
    ("size:\n    width: 1\n  height: 2\n", "3:3: expected a key of the mapping that begins on line 1, found \"h\""),
    ("widgets:\n  - kind: clock\n   family: x\n", "3:4: expected another item of the list that begins on line 2"),
    ("a:\n  b: 1\n  - c\n", "3:3: expected a key of the mapping that begins on line 2, found an item of a list"),
    ("a: [1]]\n", "1:7: expected a key, found \"]\" that closes nothing; remove it"),
    ("a: - b\n", "1:4: a list cannot begin on the line of its key"),
    ("name: @home\n", "1:7: a value cannot begin with \"@\"; put it in quotes"),
    ("name: %home\n", "1:7: a value cannot begin with \"%\"; put it in quotes"),
    ("name: \"C:\\Users\"\n", ": a backslash in double quotes begins an escape such as \\n; write two"),
    ("name: & x\n", ": text cannot begin with \"*\" or \"&\""),
    ("name: !x!y bar\n", ": text cannot begin with \"!\""),
    (
      "size: {width: 154,1, height: 85,9}\n",
      "1:15: expected a decimal point, found a comma: write 154.1, not 154,1"
    ),
    ("a: {b: 1,5, c: 2,5}\n", "1:8: expected a decimal point, found a comma: write 1.5, not 1,5"),
    ("at: {x: -1,5}\n", "1:9: expected a decimal point, found a comma: write -1.5, not -1,5"),
    ("a:\n\u{A0}\u{A0}b: 1\n", "2:1: expected spaces for indentation, found a no-break space (U+00A0)"),
    ("a:\n  b: 1\n \u{A0}c: 1\n", "3:2: expected spaces for indentation, found a no-break space (U+00A0)"),
    ("a:\n\u{3000}b: 1\n", "2:1: expected spaces for indentation, found another space (U+3000)"),
    (
      "{text: 'Don't forget'}\n",
      "1:13: the quoted text that begins at column 8 ends here; write '' for an apostrophe, or use double quotes"
    ),
    ("a: 1\ntext: 'Don't forget'\n", "2:12: the quoted text that begins at column 7 ends here; write '' for"),
    ("{a: \"Say \"hi\" to Ana\"}\n", "1:11: the quoted text that begins at column 5 ends here; write \\\" for a quote"),
    ("{from: \"00:30, to: \"06:00\"}\n", "1:21: the quoted text that begins at column 8 is not closed; add the"),
    ("a: [\"x, \"y\"]\n", "1:10: the quoted text that begins at column 5 is not closed; add the closing quote"),
    (
      "zone: \"Lisbon\nlocale: \"en\"\n",
      "2:10: the quoted text that begins on line 1, column 7, is not closed; add the closing quote"
    ),
    (
      "a: {color: #203040}\nb: 1\n",
      "1:12: \"color\" has no value; a \"#\" after a space begins a comment: write \"#203040\" in quotes"
    ),
    ("// my scene\nname: x\n", "1:1: a comment begins with \"#\", not \"//\""),
    ("a:\n  name: x\n    // mine\n", "3:5: a comment begins with \"#\", not \"//\""),
    ("widgets:\n  -kind: clock\n  -kind: note\n", "2:3: write a space after the dash that begins an item: \"- kind:\""),
    ("url: !secret home\n", "1:6: write {secret: home} in place of \"!secret\""),
    ("{url: !secret home, b: 1}\n", "1:7: write {secret: home} in place of \"!secret\""),
    (
      "url: !include home.yaml\n",
      "1:6: \"!include\" is not read; write the value itself, or in quotes where it is text"
    ),
    ("url: !home\n", "1:6: text cannot begin with \"!\", which names a type; put it in quotes"),
    ("note: |x\n  b\n", ": nothing may follow \"|\" or \">\" on its line"),
    (
      "{file: d.json, value: $.rooms[0].temp}\n",
      "1:30: expected \",\" or \"}\", found \"[\"; put text that has brackets in quotes: '$.rooms[0].temp'"
    ),
    ("{a:\n  {room: rooms[0].name, b: 1}}\n", "2:15: expected \",\" or \"}\", found \"[\"; put text that has"),
    ("{a:\n  {room: rooms[0].name, b: 1}}\n", "in quotes: 'rooms[0].name'"),
    ("e: {a: $[?@.a=='b'].c, d: 1}\n", "put text that has brackets in quotes: \"$[?@.a=='b'].c\""),
    (
      "{title: ${name}}\n",
      "1:10: expected \",\" or \"}\", found \"{\"; put text that has brackets in quotes: '${name}'"
    ),
    (
      "{text: Dont forget: milk, b: 1}\n",
      "1:19: expected \",\" or \"}\", found \":\"; put text that has a colon in quotes: 'Dont forget: milk', or write a "
        + "comma before the next key"
    ),
    (
      "{text: [urgent] call mum}\n",
      "1:17: expected \",\" or \"}\", found \"c\"; put text that begins with a bracket in quotes, or write a comma after"
    ),
    (
      "a: 1\ntext: [urgent] call mum\n",
      "2:16: expected the end of the line after \"]\", found \"c\"; put text that begins with a bracket in quotes"
    ),
    ("text: {name} is home\nb: 1\n", "1:14: expected the end of the line after \"}\", found \"i\"; put text"),
    ("texts:\n  - [urgent] call mum\n", "2:14: expected the end of the line after \"]\", found \"c\"; put text"),
  ])
  func `a mistake in the form of YAML is named with its cause and what to do`(text: String, expected: String) {
    for lineBreak in ["\n", "\r\n"] {
      let found = refusal(text.replacing("\n", with: lineBreak), "a.yaml")
      #expect(found.contains(expected), "\(found)")
      #expect(!found.contains("while ") && !found.contains("did not find") && !found.contains("token"), "\(found)")
    }
  }

  @Test(
    arguments: [
      ("  text: Room #5 is free", 14), ("- title: Meet in #general", 18), ("name: Bath # upstairs", nil),
      ("name: Bath", nil), ("text: \"Room #5\"", nil), ("tint: red #5", nil), ("text: C#5", nil),
      ("text: {a: b} #5", nil), ("# text: Room #5", nil), ("name: Bath #", nil),
    ] as [(String, Int?)])
  func `a comment that looks like the end of a text is remarked on`(line: String, column: Int?) {
    for end in ["", "\n", "\r\n"] {
      let found = YAMLComments.advice(on: Array(("a: 1\n" + line + end).utf8), file: "s.yaml")
      #expect(found.map(\.column) == [column].compactMap(\.self), "\(found)")
      #expect(found.allSatisfy { $0.line == 2 && $0.message.contains("put the text in quotes") })
    }
  }

  @Test(
    arguments: [
      (
        "tint: #FF3B30\nb: 1\n",
        ["1:7: \"tint\" has no value; a \"#\" after a space begins a comment: write \"#FF3B30\" in quotes"]
      ),
      (
        "w:\n  color: #203040\n",
        ["2:10: \"color\" has no value; a \"#\" after a space begins a comment: write \"#203040\" in quotes"]
      ),
      ("w: #a mapping\n  color: 1 #203040\n", []), ("tint: # FF3B30\nb: \"#203040\" #red\nc: ~ #none\n", []),
      ("tint:\n#FF3B30\n", []),
    ] as [(String, [String])])
  func `a key whose value is in a comment is reported`(text: String, expected: [String]) {
    for lineBreak in ["\n", "\r\n"] {
      let (decoder, problems) = open(Array(text.replacing("\n", with: lineBreak).utf8), "a.yaml")
      #expect(decoder != nil && problems == expected.map { "a.yaml:\($0)" }, "\(problems)")
    }
  }

  @Test func `commas, dashes and slashes that belong to a text stay`() {
    let text = """
      a: {b: 1, "2": 3, c: [1,2], 7: 8}
      d: https://example.org/a
      e:
        -5: low
      f: |
        // no comment
        \u{A0}-kind: no item
      g: !!str home
      h: {i: x,1: y}

      """
    let (decoder, problems) = open(Array(text.utf8), "a.yaml")
    #expect(decoder != nil && problems == [])
  }

  @Test(arguments: [
    ("", "a.json:1:1: the file is empty"),
    ("[1]", "a.json:1:1: expected a mapping of keys to values, found a list"),
    ("{\"a\": 1", "a.json:1:8: expected \",\" or \"}\", found the end of the file"),
    ("{\"a\": 1,}", "a.json:1:8: expected another key after the comma, found \"}\"; remove the comma"),
    ("{\n \"a\": 1,\n}", "a.json:2:8: expected another key after the comma, found \"}\"; remove the comma"),
    ("{\"a\": [{},\n ]}", "a.json:1:10: expected another value after the comma, found \"]\"; remove the comma"),
    ("{\"a\": 1,,}", "a.json:1:9: expected a key in quotes, found \",\""),
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
    #expect(problems == ["a.yaml:2:4: expected UTF-8 text, found other bytes; save the file as UTF-8"])
  }

  @Test(arguments: [
    (String.Encoding.utf16, "UTF-16"), (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"),
    (.utf32, "UTF-32"), (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"),
  ])
  func `text in another encoding is refused by its name`(encoding: String.Encoding, name: String) throws {
    let words = ":1:1: expected UTF-8 text, found \(name); save the file as UTF-8"
    #expect(open([UInt8](try #require("a: 1\n".data(using: encoding))), "a.yaml").1 == ["a.yaml" + words])
    #expect(open([UInt8](try #require("{\"a\": 1}".data(using: encoding))), "a.json").1 == ["a.json" + words])
  }

  @Test(arguments: ["a.yaml", "a.json"])
  func `a file that gzip has compressed is named as such`(file: String) {
    let words = ":1:1: expected UTF-8 text, found data compressed with gzip; unpack it, for example with gunzip"
    #expect(open([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x04, 0], file).1 == [file + words])
  }

  @Test(arguments: [
    (
      "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
      "a spreadsheet (.xlsx or .ods); export it as CSV in UTF-8"
    ),
    ("[Content_Types].xml…xl/workbook.xml", "a spreadsheet (.xlsx or .ods); export it as CSV in UTF-8"),
    ("word/document.xml", "a ZIP archive or a document of an office; unpack it, or export it as text"),
    ("", "a ZIP archive or a document of an office; unpack it, or export it as text"),
  ])
  func `a spreadsheet or an archive in the place of text is named as such`(names: String, words: String) {
    let bytes = [0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0] + Array(names.utf8)
    for file in ["a.yaml", "a.json"] {
      #expect(open(bytes, file).1 == ["\(file):1:1: expected UTF-8 text, found \(words)"])
    }
    let old: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0]
    #expect(open(old, "a.yaml").1.first?.contains("such as .xls); export a spreadsheet as CSV") == true)
  }

  @Test func `an empty file is called empty`() {
    #expect(refusal("", "a.json") == "a.json:1:1: the file is empty")
    #expect(refusal("\n\n", "a.json") == "a.json:1:1: the file is empty")
  }

  @Test(arguments: [("", nil), ("a\nb", nil), ("ä\n\u{FFFD}", nil), ("a\n\nb?", 3), ("?", 1)] as [(String, Int?)])
  func `the first line with bytes that are not UTF-8 is found`(text: String, line: Int?) {
    let bytes = text.utf8.map { $0 == 0x3F ? 0xFC : $0 }
    #expect(DocumentText.lineOfOtherBytes(in: bytes) == line)
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

/// JSON is read as bytes.
@Suite struct JSONBytesTests {
  @Test(arguments: [
    ("{\"a\": x}", "a.json:1:7: expected a value, found \"x\""),
    ("{\"ä🎂\": x}", "a.json:1:8: expected a value, found \"x\""),
    ("{\"ä\": \"文\",\n \"b\": ä}", "a.json:2:7: expected a value, found \"ä\""),
    ("{\"ä\\u00e4🎂\": 🎂}", "a.json:1:14: expected a value, found \"🎂\""),
    ("{\"a\": \"🎂\ta\"}", "a.json:1:9: expected text without control characters, found \"\t\""),
    ("{\"ä\" 1}", "a.json:1:6: expected \":\" after the key \"ä\", found \"1\""),
    ("\u{FEFF}{\"ä\": }", "a.json:1:7: expected a value, found \"}\""),
    ("{\"a\": \"é\\q\"}", "a.json:1:10: expected an escape such as \\n or \\u00B0, found \"q\""),
    ("{\"a\": \"é", "a.json:1:9: expected a closing quote, found the end of the file"),
    (
      "{\"a\": [1,\r\n2,]}", "a.json:2:2: expected another value after the comma, found \"]\"; remove the comma"
    ),
    ("{\"a\": -}", "a.json:1:7: expected a value, found \"-\""),
    ("{\"a\": --1}", "a.json:1:7: expected a value, found \"--1\""),
    ("{\"a\": 01}", "a.json:1:7: expected a value, found \"01\""),
    ("{\"a\": +1}", "a.json:1:7: expected a value, found \"+1\""),
    ("{\"a\": 1.}", "a.json:1:7: expected a value, found \"1.\""),
    ("{\"a\": 1e}", "a.json:1:7: expected a value, found \"1e\""),
  ])
  func `columns are counted in scalars, whatever their bytes`(text: String, expected: String) {
    #expect(refusal(text, "a.json") == expected)
  }

  @Test(arguments: [
    ("\"\"", ""), ("\"a\\nb\"", "a\nb"), ("\"\\u00e4\\ud83c\\udf82x\"", "ä🎂x"), ("\"ä\\/🎂\\\\\"", "ä/🎂\\"),
    ("\"\\\"\\\"\"", "\"\""), ("-0.5e-3", "-0.5e-3"), ("0", "0"), ("true", "true"),
  ])
  func `a value is what is written`(written: String, meant: String) throws {
    let root = try DocumentNode.json(Array("[ \(written) ,1]".utf8), file: "a")
    guard case .sequence(let items) = root.value else { return #expect(Bool(false)) }
    guard case .scalar(let text, let isQuoted) = items[0].value else { return #expect(Bool(false)) }
    #expect(items.count == 2 && text == meant && isQuoted == written.hasPrefix("\""))
    #expect(items[0].position == DocumentPosition(line: 1, column: 3))
  }

  /// A check that is quick accepts what the decoder of text accepts, and reports what it reports.
  @Test func `bytes are checked as text is`() {
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let pieces: [[UInt8]] = [
      Array("plain text".utf8), Array("ä文🎂\r\n\t".utf8), [0x80], [0xC1, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xEF, 0xBF, 0xBE], [0xEE, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F], [0xC2, 0x85], [0xC2, 0xA0],
      [0x7F], [0], [0xEF, 0xBB, 0xBF], [0xEF, 0xBF, 0xBD], [0xF5], [0xDF],
    ]
    func fault(_ body: () throws(Problem) -> Void) -> Problem? {
      do throws(Problem) {
        try body()
        return nil
      } catch {
        return error
      }
    }
    for _ in 0..<4000 {
      let bytes = (0..<(1 + random(4))).flatMap { _ in pieces[random(random(3) > 0 ? 2 : pieces.count)] }
      let decoded = fault { () throws(Problem) in _ = try DocumentText.decode(bytes, file: "a") }
      let checked = fault { () throws(Problem) in try DocumentText.check(bytes, file: "a") }
      #expect(checked == decoded, "\(bytes)")
    }
  }
}
