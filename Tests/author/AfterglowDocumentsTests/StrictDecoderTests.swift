import Testing

@testable import AfterglowDocuments

/// Decodes a small document of every type and returns its problems.
private func problems(_ text: String, file: String = "board.yaml") -> [String] {
  let collector = ProblemCollector()
  guard var root = StrictDecoder.open(bytes: Array(text.utf8), file: file, problems: collector) else {
    return collector.sorted.map(\.description)
  }
  _ = root.text("name", maximumCount: 8)
  if var size = root.mapping("size", required: "width and height in px", pair: ("width", "height")) {
    _ = size.integer("width", in: 1...16384, unit: "px", required: true)
    _ = size.integer("height", in: 1...16384, unit: "px", required: true)
    size.finish()
  }
  _ = root.choice("rotation", [("0", 0), ("90", 90), ("180", 180), ("270", 270)])
  _ = root.number("lux", in: 0...200_000, unit: "lx")
  _ = root.boolean("seconds")
  _ = root.instant("date")
  for var item in root.mappings("widgets", of: "widgets", maximumCount: 2) ?? [] {
    _ = item.text("kind", required: "the name of a widget")
    item.finish()
  }
  root.finish()
  return collector.sorted.map(\.description)
}

private let size = "size: {width: 800, height: 480}\n"

@Suite struct StrictDecoderTests {
  @Test func `a right document has no problems`() {
    #expect(problems("name: bed\nsize:\n  width: 800\n  height: 480\nwidgets:\n  - kind: clock\n") == [])
    #expect(problems(#"{"name":"bed","size":{"width":800,"height":480},"lux":1e2}"#, file: "b.json") == [])
  }

  @Test(
    arguments: [
      (
        "nam: bed\n" + size,
        """
        board.yaml:1:1: expected one of "date", "lux", "name", "rotation", "seconds", "size", "widgets", found "nam"; \
        did you mean "name"?
        """
      ),
      (
        "size:\n  widht: 800\n  height: 480\n",
        """
        board.yaml:2:3: expected "width" in "size" (a whole number from 1 to 16384 px), found nothing
        board.yaml:2:3: expected one of "height", "width", found "widht"; did you mean "width"?
        """
      ),
      (
        "size: {width: 20000, height: 0}",
        """
        board.yaml:1:15: expected a whole number from 1 to 16384 px for "size.width", found 20000
        board.yaml:1:30: expected a whole number from 1 to 16384 px for "size.height", found 0
        """
      ),
      (
        "size: {width: wide, height: 4.5}",
        """
        board.yaml:1:15: expected a whole number from 1 to 16384 px for "size.width", found "wide"
        board.yaml:1:29: expected a whole number from 1 to 16384 px for "size.height", found 4.5
        """
      ),
      (
        "size: {width: \"800\", height: 480}",
        "board.yaml:1:15: expected a whole number from 1 to 16384 px for "
          + "\"size.width\", found the text \"800\"; write 800 without quotes"
      ),
      ("size: 800", "board.yaml:1:7: expected a mapping of keys to values for \"size\", found \"800\""),
      ("name: bed", "board.yaml:1:1: expected \"size\" (width and height in px), found nothing"),
      (size + "rotation: 45", "board.yaml:2:11: expected one of 0, 90, 180, 270 for \"rotation\", found \"45\""),
      (
        size + "rotation: 27",
        "board.yaml:2:11: expected one of 0, 90, 180, 270 for \"rotation\", found \"27\"; "
          + "did you mean \"270\"?"
      ),
      (size + "lux: -1", "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found -1"),
      (size + "lux: .nan", "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found \".nan\""),
      (size + "lux: 1e999", "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found 1e999"),
      (size + "seconds: yes", "board.yaml:2:10: expected true or false for \"seconds\", found \"yes\"; write true"),
      (
        size + "seconds: \"off\"",
        "board.yaml:2:10: expected true or false for \"seconds\", found the text \"off\"; write false without quotes"
      ),
      (size + "seconds: 2", "board.yaml:2:10: expected true or false for \"seconds\", found \"2\""),
      (
        size + "lux: 5,5", "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found \"5,5\"; write 5.5"
      ),
      (
        size + "lux: 40 lx",
        "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found \"40 lx\"; write 40"
      ),
      (
        size + "lux: 4klx",
        "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found \"4klx\"; write the number alone, in lx"
      ),
      (size + "lux: dark", "board.yaml:2:6: expected a number from 0 to 200000 lx for \"lux\", found \"dark\""),
      (
        "size: 800x480",
        "board.yaml:1:7: expected a mapping of keys to values for \"size\", found \"800x480\"; write \"size: {width: 800, "
          + "height: 480}\""
      ),
      (
        "size: [800, 480]",
        "board.yaml:1:7: expected a mapping of keys to values for \"size\", found a list; write \"size: {width: 800, "
          + "height: 480}\""
      ),
      (
        size + "widgets:\n  kind: clock\n",
        "board.yaml:3:3: expected a list of at most 2 widgets for \"widgets\", found a mapping; begin each item with \"- \""
      ),
      (size + "name: 7", "board.yaml:2:7: expected text for \"name\", found the number 7; put it in quotes"),
      (size + "name: true", "board.yaml:2:7: expected text for \"name\", found the truth value true; put it in quotes"),
      (size + "name: bedroom clock", "board.yaml:2:7: expected 1 to 8 characters for \"name\", found 13"),
      (size + "name: [a]", "board.yaml:2:7: expected text for \"name\", found a list"),
      (
        size + "date: 2026-11-21T07:30",
        "board.yaml:2:7: expected a date and time with zone such as 2026-11-21T07:30:00+01:00 for \"date\", "
          + "found \"2026-11-21T07:30\""
      ),
      (
        size + "widgets: clock",
        "board.yaml:2:10: expected a list of at most 2 widgets for \"widgets\", found \"clock\""
      ),
      (
        size + "widgets: [clock, {kind: clock}]",
        "board.yaml:2:11: expected a mapping of keys to values for \"widgets[0]\", found \"clock\""
      ),
      (
        size + "widgets: [{kind: a}, {kind: b}, {kind: c}]",
        "board.yaml:2:10: expected at most 2 widgets in \"widgets\", found 3"
      ),
      (
        size + "widgets:\n  - knd: clock\n",
        """
        board.yaml:3:5: expected "kind" in "widgets[0]" (the name of a widget), found nothing
        board.yaml:3:5: expected only the key "kind", found "knd"; did you mean "kind"?
        """
      ),
      (
        "name: a\nname: b\nseconds: no\n" + size,
        """
        board.yaml:2:1: expected "name" once, found it again; the first is on line 1
        board.yaml:3:10: expected true or false for "seconds", found "no"; write false
        """
      ),
    ] as [(String, String)])
  func `every slip is named with its place`(text: String, expected: String) {
    #expect(problems(text).joined(separator: "\n") == expected)
  }

  @Test func `JSON says the same`() {
    let text = "{\n  \"nam\": \"bed\", \"size\": {\"width\": 0, \"width\": 1, \"height\": 1}\n}"
    #expect(
      problems(text, file: "b.json") == [
        "b.json:2:3: expected one of \"date\", \"lux\", \"name\", \"rotation\", \"seconds\", \"size\", \"widgets\", "
          + "found \"nam\"; did you mean \"name\"?",
        "b.json:2:35: expected a whole number from 1 to 16384 px for \"size.width\", found 0",
        "b.json:2:38: expected \"width\" once, found it again; the first is on line 2",
      ])
  }

  @Test func `an item in place of a list is answered in the form of its file`() {
    let text = #"{"size": {"width": 800, "height": 480}, "widgets": {"kind": "clock"}}"#
    for (file, remedy) in [
      ("b.json", "write its items in brackets, as in [{…}, {…}]"), ("b.yml", "begin each item with \"- \""),
    ] {
      #expect(
        problems(text, file: file) == [
          "\(file):1:52: expected a list of at most 2 widgets for \"widgets\", found a mapping; \(remedy)"
        ])
    }
  }

  @Test func `a report is bounded`() {
    let text = size + (0..<5000).map { "key\($0): 1\n" }.joined()
    let found = problems(text)
    #expect(found.count == StrictDecoder.maximumUnknownCount + 1)
    #expect(found.last == "board.yaml: 4980 more problems are not listed")
  }

  @Test func `the last part of a path is a name of its own`() {
    let zones = ["America/New_York", "Asia/Tokyo", "Europe/Lisbon", "UTC"]
    let found = ["tokyo", "New York", "Europe/Lisbonn", "Lisbn", "Utopia"].map { NearestName.find($0, among: zones) }
    #expect(found == ["Asia/Tokyo", "America/New_York", "Europe/Lisbon", "Europe/Lisbon", nil])
    #expect(NearestName.find("a", among: ["b", "x/b"]) == nil, "every letter differs")
  }

  @Test func `a part of a name suggests it`() {
    let names = [
      "systemExtraLarge", "systemSmall", "systemMedium", "systemLarge", "systemExtraLargePortrait", "accessoryCircular",
      "kind", "configuration",
    ]
    func found(_ parts: [String]) -> [String?] { parts.map { NearestName.find($0, among: names) } }
    #expect(found(["medium", "Large", "circular"]) == ["systemMedium", "systemLarge", "accessoryCircular"])
    #expect(found(["portrait", "config", "conf"]) == ["systemExtraLargePortrait", "configuration", "configuration"])
    // A word in the middle, a part of a word, and the beginning of several names are none.
    #expect(found(["extra", "dium", "system", "co"]) == [nil, nil, nil, nil])
  }
}
