import AfterglowPanelModels
import TestSupport
import Testing

@Suite struct PanelRecordingTests {
  private func read(_ text: String) throws -> PanelRecording {
    try PanelRecording(reading: Array(text.utf8), file: "a.jsonl")
  }

  @Test func `every kind of event is read, and written as it was`() throws {
    let text = """
      {"t":0.000000,"power":1}
      {"t":0.250000,"rst":0}
      {"t":0.250500,"dc":1}
      {"t":0.250500,"cs":0}
      {"t":1.000000,"write":"24FF00","hz":4000000}
      {"t":1.000001,"write":"0A"}
      {"t":12.500000,"busy_wait":{"level":0,"limit":10.000000}}

      """
    let recording = try read(text)
    #expect(
      recording.events.map(\.action) == [
        .power(true), .reset(false), .dataCommand(true), .chipSelect(false), .write([0x24, 0xFF, 0], hz: 4_000_000),
        .write([0x0A], hz: nil), .busyWait(level: false, limitUs: 10_000_000),
      ])
    #expect(recording.events.map(\.line) == Array(1...7))
    #expect(recording.events.last?.atUs == 12_500_000)
    #expect(recording.text == text)
  }

  @Test func `order of keys, spaces, empty lines, small digits and carriage returns do not matter`() throws {
    let recording = try read("{ \"rst\" : 1 , \"t\" : 1e-3 }\r\n\n  \n{\"hz\":1E6,\"write\":\"aF\",\"t\":2}")
    #expect(
      recording.events == [
        RecordedEvent(atUs: 1000, .reset(true), line: 1),
        RecordedEvent(atUs: 2_000_000, .write([0xAF], hz: 1_000_000), line: 4),
      ])
    #expect(try read("").events.isEmpty)
  }

  static let wrong: [(text: String, message: String)] = [
    ("[1]", "a.jsonl:1: expected an object, {…}, found \"[\" in column 1"),
    ("{}", "a.jsonl:1: expected a string, found \"}\" in column 2"),
    ("{\"rst\":1}", "a.jsonl:1: expected a key \"t\", found none"),
    (
      "{\"t\":1}", "a.jsonl:1: expected one of \"power\", \"rst\", \"dc\", \"cs\", \"write\", \"busy_wait\", found none"
    ),
    ("{\"t\":1,\"rst\":1,\"dc\":1}", "a.jsonl:1: expected only \"t\", \"rst\", found \"dc\""),
    ("{\"t\":1,\"rst\":1,\"hz\":1}", "a.jsonl:1: expected only \"t\", \"rst\", found \"hz\""),
    ("{\"t\":1,\"rst\":2}", "a.jsonl:1: expected \"rst\" as 0 or 1, found 2.0"),
    ("{\"t\":1,\"rst\":\"0\"}", "a.jsonl:1: expected \"rst\" as 0 or 1, found \"0\""),
    ("{\"t\":-1,\"rst\":0}", "a.jsonl:1: expected \"t\" in seconds, 0 or more, found -1.0"),
    ("{\"t\":1,\"t\":1}", "a.jsonl:1: expected each key once, found \"t\" twice"),
    ("{\"t\":01,\"rst\":0}", "a.jsonl:1: expected a number without leading zeros, found 01"),
    ("{\"t\":1,\"rst\":0} x", "a.jsonl:1: expected the end of the line, found \"x\" in column 17"),
    ("{\"t\":1,\"rst\":0", "a.jsonl:1: expected \",\" or \"}\", found the end of the line"),
    ("{\"t\":1,\"rst\":true}", "a.jsonl:1: expected a number, a string or an object, found \"t\" in column 14"),
    (
      "{\"t\":1,\"write\":\"2\"}",
      "a.jsonl:1: expected \"write\" as an even number of hexadecimal digits, found \"2\""
    ),
    (
      "{\"t\":1,\"write\":\"2G\"}",
      "a.jsonl:1: expected \"write\" as hexadecimal digits, found something else at digit 1"
    ),
    (
      "{\"t\":1,\"write\":\"22\",\"hz\":0}",
      "a.jsonl:1: expected \"hz\" as whole number from 1 to 1000000000, found 0.0"
    ),
    (
      "{\"t\":1,\"busy_wait\":{\"level\":0}}",
      "a.jsonl:1: expected \"busy_wait\" with \"level\" and \"limit\", found an object"
    ),
    (
      "{\"t\":1,\"busy_wait\":{\"level\":0,\"limit\":0}}",
      "a.jsonl:1: expected \"limit\" in seconds, more than 0, found 0.0"
    ),
    ("{\"t\":2,\"rst\":0}\n{\"t\":1,\"rst\":1}", "a.jsonl:2: expected a time from 2.000000 on, found t 1.000000"),
    ("{\"t\":2,\"write\":\"\\u0030\"}", "a.jsonl:1: expected a string without escapes, found \"\\\" in column 17"),
  ]

  @Test(arguments: wrong)
  func `what is no recording is refused with file, line and expectation`(_ text: String, _ message: String) throws {
    let error = #expect(throws: RecordingError.self) { try read(text) }
    #expect(error?.description == message)
  }

  /// Lines of a recording with bytes changed, left out and put in: the reader refuses or accepts, and what it accepts
  /// has the meaning that it writes. Models take whatever is accepted.
  @Test func `random bytes are refused or read, and never harm a model`() throws {
    var random = SeededNumbers(seed: 7)
    let seeds = PanelRecipeTests.all.map { recipe in
      Array(PanelRecording(events: recipe.recording.events.filter { $0.text.utf8.count < 200 }).text.utf8)
    }
    var accepted = 0
    for round in 0..<4000 {
      let recipe = PanelRecipeTests.all[round % seeds.count]
      var text = seeds[round % seeds.count]
      let start = Int.random(in: 0..<text.count, using: &random)
      text = Array(text[start..<min(text.count, start + 1500)])
      if let end = text.firstIndex(of: 10), round % 8 != 0 { text.removeSubrange(...end) }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !text.isEmpty {
        let at = Int.random(in: text.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text[at] = UInt8.random(in: 0...255, using: &random)
        case 1: text.remove(at: at)
        case 2: text.insert(Array("0123456789ABCDEF{}\",:.".utf8).randomElement(using: &random)!, at: at)
        default: text[at] = Array("0123456789ABCDEF".utf8).randomElement(using: &random)!
        }
      }
      guard let recording = try? PanelRecording(reading: text, file: "f") else { continue }
      accepted += 1
      let again = try PanelRecording(reading: Array(recording.text.utf8), file: "f")
      #expect(again.events.map(\.action) == recording.events.map(\.action))
      var settings = ModelSettings()
      settings.isStrict = round % 2 == 0
      SimulatedPanel(recipe.panel, settings: settings).play(recording)
    }
    #expect(accepted > 300, "\(accepted)")
  }

  /// Commands and parameters without any meaning.
  @Test(arguments: PanelDescription.all.map(\.name))
  func `random bytes on the wire never harm a model`(_ name: String) throws {
    let panel = try #require(PanelDescription.named(name))
    var random = SeededNumbers(seed: 11)
    for round in 0..<30 {
      var recorder = RecipeRecorder()
      recorder.power(true)
      recorder.reset(10, 10, 20)
      for _ in 0..<120 {
        let command = UInt8.random(in: 0...255, using: &random)
        if [0x08, 0x36, 0x39, 0xA0, 0xA1].contains(command) { continue }
        let count = [0, 1, 2, 4, 9, 10, 42, 153, 227].randomElement(using: &random)!
        recorder.send(command, (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        if round % 2 == 0 { recorder.wait(panel.controller == .ssd1680 || panel.controller == .ssd1683 ? false : true) }
      }
      let simulated = SimulatedPanel(panel)
      simulated.play(recorder.recording)
      #expect(!simulated.violations.isEmpty)
    }
  }
}
