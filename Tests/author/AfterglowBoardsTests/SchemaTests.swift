import Afterglow
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowDocuments
@testable import AfterglowWidgets

/// docs/schemas, compared with the shipped files and with the decoders.
@Suite struct SchemaTests {
  /// A whole document as one node.
  private func document(_ text: String, _ file: String) throws -> DocumentNode {
    let problems = ProblemCollector()
    var decoder = try #require(StrictDecoder.open(bytes: Array(text.utf8), file: file, problems: problems))
    #expect(problems.isEmpty)
    return DocumentNode(
      value: .mapping(
        decoder.keys.compactMap { key in
          decoder.node(key).map { .init(key: key, keyPosition: decoder.position(of: key), value: $0) }
        }), position: decoder.position)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Schema.folder.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: ["board", "scene"]) func `every shipped board fits`(name: String) throws {
    let schema = try Schema(name)
    let boards = try FileManager.default.contentsOfDirectory(atPath: Schema.folder.appending(path: "boards").path)
    #expect(boards.count > 5)
    for board in boards {
      let node = try document(read("boards/\(board)/\(name).yaml"), "\(name).yaml")
      #expect(schema.mismatch(node) == nil, "\(board)")
    }
  }

  @Test func `the examples of the pages fit`() throws {
    let page = try read("docs/data-widgets.md")
    for (file, name) in [("scene.yaml", "scene"), ("thermostat.yaml", "view")] {
      let block = page.components(separatedBy: "`\(file)`:\n\n```yaml\n")[1].components(separatedBy: "```")[0]
      #expect(try Schema(name).mismatch(document(block, file)) == nil, "\(file)")
    }
    let lines = try read("docs/timeline-documents.md").split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.drop { $0 != "    {" }.prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
    #expect(try Schema("timeline").mismatch(document(block, "timeline.json")) == nil)
    let values = page.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
    #expect(try Schema("values").mismatch(document(values, "values.json")) == nil)
    let files = try read("docs/data-files.md")
    let json = try #require(files.components(separatedBy: "Or JSON:\n\n    ").last?.components(separatedBy: "\n")[0])
    #expect(try Schema("history").mismatch(document(json, "history.json")) == nil)
    let yaml = files.components(separatedBy: "YAML or JSON:\n\n")[1].components(separatedBy: "\n\n")[0]
    #expect(try Schema("reminders").mismatch(document(yaml, "reminders.yaml")) == nil)
  }

  @Test func `every shipped forecast fits`() throws {
    let schema = try Schema("forecast")
    let boards = try FileManager.default.contentsOfDirectory(atPath: Schema.folder.appending(path: "boards").path)
    var count = 0
    for board in boards
    where FileManager.default.fileExists(
      atPath: Schema.folder.appending(path: "boards/\(board)/forecast.json").path)
    {
      count += 1
      #expect(schema.mismatch(try document(read("boards/\(board)/forecast.json"), "forecast.json")) == nil, "\(board)")
    }
    #expect(count > 5)
  }

  @Test(arguments: [
    ("board", "name: A\ndisplay: {kind: hdmi}"), ("board", "display: {kind: drm}"),
    ("board", "name: A\ndisplay: {kind: drm}\nsize: {width: 0, height: 1}"), ("scene", "widgets: []"),
    ("scene", "widgets: [{kind: clock, at: {column: 1}}]"), ("scene", "widgets: [{kind: clock}]\ntint: red"),
    ("timeline", "kind: value\nentries: [{date: \"2026-11-21T08:00:00\", value: 1}]"),
    ("view", "families: {}"), ("view", "families: {systemSmall: {text: a, symbol: b}}"),
    ("view", "families: {systemSmall: {vstack: [{text: a, opacity: 2}]}}"),
    ("view", "families: {systemSmall: {gauge: {in: [1, 2]}}}"),
    ("scene", "widgets: [{kind: clock}]\nplace: {name: A, latitude: 91, longitude: 0}"),
    ("scene", "widgets: [{kind: clock}]\nplace: {name: A, latitude: 1}"),
    ("reminders", "reminders: [{title: A, due: tomorrow}]"), ("history", "values: [{date: 2026-11-21, value: 1}]"),
    ("values", "entries: []"), ("values", "entries: [{temperature: 1}]"),
  ]) func `what is wrong does not fit`(name: String, text: String) throws {
    #expect(try Schema(name).mismatch(document(text, "a.yaml")) != nil)
  }

  @Test(
    arguments: [
      ("brightness: up", true), ("brightness: 1%", true), ("brightness: 100%", true), ("brightness: 0%", false),
      ("brightness: 101%", false), ("brightness: +40%", false), ("brightness: 040%", false), ("page: next", true),
      ("page: 1", true), ("mode: night", true), ("reload: all", true),
    ] as [(String, Bool)])
  func `the schema and the decoder accept the same actions`(action: String, fits: Bool) throws {
    let text =
      "widgets: [{kind: clock}, {kind: clock}]\nactions: [{name: a, \(action)}]\n"
      + "pages: [{widgets: [{kind: clock}, {kind: clock}]}]\n"
    #expect(try (Schema("scene").mismatch(document(text, "scene.yaml")) == nil) == fits)
    let problems = ProblemCollector()
    var root = try #require(StrictDecoder.open(bytes: Array(text.utf8), file: "scene.yaml", problems: problems))
    _ = SceneSettings(&root, gallery: .builtIn)
    #expect(problems.isEmpty == fits, "\(problems.sorted)")
  }

  @Test(arguments: ["board", "scene", "timeline", "view", "forecast", "reminders", "history", "values"])
  func `the validator knows every keyword`(name: String) throws {
    #expect(try Schema(name).unknownKeywords == [])
  }

  /// A required key of a part has no default.
  @Test func `the page of boards says which keys a part requires`() throws {
    let rows = try read("docs/boards.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let required = try Schema("board").requiredKeys
    #expect(required.contains("light.sensor") && required.count > 10)
    for key in required where key.contains(".") {
      let row = rows.first { row in
        // `.leave` after `light.night.enter` is `light.night.leave`.
        let names = row[0].split(separator: "`").map(String.init).filter { !$0.contains(",") && $0 != " " }
        let part = names[0].split(separator: ".").dropLast().joined(separator: ".")
        return names.contains(key) || names.contains { $0.hasPrefix(".") && part + $0 == key }
      }
      #expect(try #require(row, "\(key)").last?.contains("required") == true, "\(key)")
    }
  }

  @Test func `the schema of boards has the decoder's keys`() throws {
    let required = ["kind": "\"epaper\"", "sensor": "\"none\"", "panel": "\"waveshare-7in5-v2\""]
    try expectSameKeys(Schema("board").probes(required: required)) {
      BoardFolder.settings(in: $0, file: "probe.json").problems
    }
  }

  @Test func `the schema of scenes has the decoder's keys`() throws {
    try expectSameKeys(Schema("scene").probes()) { bytes in
      let problems = ProblemCollector()
      if var root = StrictDecoder.open(bytes: bytes, file: "probe.json", problems: problems) {
        _ = SceneSettings(&root, gallery: .builtIn)
      }
      return problems.sorted
    }
  }

  @Test func `the schema of timelines has the decoder's keys`() throws {
    try expectSameKeys(Schema("timeline").probes()) { bytes in
      do throws(DocumentError) {
        _ = try TimelineDocument(bytes: bytes, file: "probe.json")
        return []
      } catch {
        return error.problems
      }
    }
  }

  /// Eight thousand names would be too long a list for editors: those of SF Symbols are listed, the font's have a
  /// pattern, and the decoder knows each.
  @Test func `the schema of views lists the names of symbols of SF Symbols`() throws {
    let schema = try Schema("view")
    let symbol = schema.resolve(["$ref": "#/$defs/symbol"])
    let options = try #require(symbol["anyOf"] as? [Schema.Object])
    #expect(options.first?["enum"] as? [String] == Symbol.systemNames)
    func fits(_ name: String) throws -> Bool {
      try schema.mismatch(document("families: {systemSmall: {symbol: \"\(name)\"}}", "a.yaml")) == nil
    }
    for name in Symbol.names { #expect(try fits(name), "\(name)") }
    for name in ["mdi:home", "house.fill", "{icon}", "weather-{kind}"] { #expect(try fits(name), "\(name)") }
    for name in ["cloud.rian", "Home", "a b"] { #expect(try !fits(name), "\(name)") }
  }

  /// Styles are only followed where nothing else is allowed.
  @Test func `the schema of views has the decoder's keys`() throws {
    let layers: Set = ["background", "overlay", "containerBackground"]
    let required = ["if": "\"a\"", "value": "1", "values": "\"a\""]
    let probes = try Schema("view").probes(required: required, passingOver: layers)
    #expect(probes.count > 20)
    expectSameKeys(probes) { bytes in
      do throws(DocumentError) {
        _ = try ViewDocument(bytes: bytes, file: "probe.json")
        return []
      } catch {
        return error.problems
      }
    }
  }

  /// The keys that the decoder expected instead of the unknown one are those that the schema lists.
  private func expectSameKeys(_ probes: [Schema.Probe], problems: ([UInt8]) -> [Problem]) {
    for probe in probes {
      let messages = problems(Array(probe.document.utf8)).map(\.message)
      let unknown = messages.first { $0.contains(", found \"zzzz\"") } ?? ""
      let names = unknown.components(separatedBy: ", found ")[0].split(separator: "\"").enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      #expect(Set(names) == probe.keys, "\(probe.document): \(messages)")
    }
  }
}
