import Foundation
import Testing

@testable import AfterglowDocuments
@testable import AfterglowWidgets

/// The schemas of widgets' data files, compared with their decoders: thousands of valid and invalid variants are made
/// of a valid document, and both must agree on each.
@Suite struct DataSchemaTests {
  private struct Variant {
    var what: String
    var value: Any
  }

  /// All variants of a value with one change each.
  private static func variants(_ value: Any, isRoot: Bool = true) -> [Variant] {
    var found: [Variant] = []
    if !isRoot {
      let others: [(String, Any)] = [
        ("null", NSNull()), ("text", "zzzz"), ("no text", ""), ("long text", String(repeating: "a", count: 300)),
        ("two lines", "a\nb"), ("truth", true), ("list", [Any]()), ("mapping", [String: Any]()), ("large", 1e17),
        ("small", -1e17), ("half", 0.5), ("a day", "2026-11-21"), ("no day", "2026-13-21"),
        ("a time", "2026-11-21T07:30"), ("no time", "2026-11-21T24:30"), ("an instant", "2026-11-21 07:30:00.5+0100"),
      ]
      found = others.map { Variant(what: $0.0, value: $0.1) }
    }
    if let object = value as? [String: Any] {
      for key in object.keys.sorted() {
        var without = object
        without[key] = nil
        found.append(Variant(what: "without \(key)", value: without))
        for inner in variants(object[key]!, isRoot: false) {
          var changed = object
          changed[key] = inner.value
          found.append(Variant(what: "\(key).\(inner.what)", value: changed))
        }
      }
      var more = object
      more["zzzz"] = 1
      found.append(Variant(what: "with an unknown key", value: more))
    } else if let list = value as? [Any], let first = list.first {
      for inner in variants(first, isRoot: false) {
        found.append(Variant(what: "[0].\(inner.what)", value: [inner.value] + list.dropFirst()))
      }
    }
    return found
  }

  /// Schemas cannot express rules about control characters in text, or relations between lists.
  private static let beyondSchemas = [
    "expected one line of text", " values for ", "to be later than", "at least one hour with values",
  ]

  private func expectSameVerdicts(
    _ name: String, _ good: String, leastWrong: Int = 20, decode: ([UInt8]) throws(DocumentError) -> Void
  ) throws {
    let schema = try Schema(name)
    let root = try JSONSerialization.jsonObject(with: Data(good.utf8))
    var (fine, wrong) = (0, 0)
    for variant in [Variant(what: "as it is", value: root)] + Self.variants(root) {
      let bytes = Array(try JSONSerialization.data(withJSONObject: variant.value))
      let problems = ProblemCollector()
      var reader = try #require(StrictDecoder.open(bytes: bytes, file: "a.json", problems: problems))
      let node = DocumentNode(
        value: .mapping(
          reader.keys.map { key in
            let null = DocumentNode(value: .scalar("null", isQuoted: false), position: reader.position)
            return .init(key: key, keyPosition: reader.position, value: reader.node(key) ?? null)
          }), position: reader.position)
      let mismatch = schema.mismatch(node)
      var messages: [String] = []
      do throws(DocumentError) { try decode(bytes) } catch { messages = error.problems.map(\.message) }
      if mismatch == nil {
        let rest = messages.filter { message in !Self.beyondSchemas.contains { message.contains($0) } }
        #expect(rest == [], "\(variant.what): the schema takes it")
      } else {
        #expect(!messages.isEmpty, "\(variant.what): the decoder takes it; schema: \(mismatch!)")
      }
      if messages.isEmpty { fine += 1 } else { wrong += 1 }
    }
    #expect(fine > 3 && wrong >= leastWrong, "\(fine) fine and \(wrong) wrong ones")
  }

  @Test func `a forecast's schema says what its decoder says`() throws {
    let good = """
      {"latitude": 41.16, "longitude": -8.62, "utc_offset_seconds": 0, "elevation": 86,
       "hourly_units": {"temperature_2m": "°C", "wind_speed_10m": "km/h"},
       "current": {"time": "2026-11-21T07:10", "temperature_2m": 11.5, "weather_code": 3, "wind_speed_10m": 12,
         "wind_gusts_10m": 30, "relative_humidity_2m": 80},
       "hourly": {"time": ["2026-11-21T07:00"], "temperature_2m": [11], "weather_code": [3],
         "precipitation_probability": [20], "wind_speed_10m": [12.5], "wind_gusts_10m": [30],
         "relative_humidity_2m": [80], "uv_index": [1.5], "european_aqi": [30], "us_aqi": [45]},
       "minutely_15": {"time": ["2026-11-21T07:00"], "precipitation": [0.2]},
       "daily": {"time": ["2026-11-21"], "temperature_2m_max": [15], "temperature_2m_min": [8], "weather_code": [61],
         "sunrise": ["2026-11-21T07:30"], "sunset": ["2026-11-21T17:11"]}}
      """
    try expectSameVerdicts("forecast", good) { bytes throws(DocumentError) in
      _ = try Forecast(bytes: bytes, file: "forecast.json")
    }
  }

  @Test func `the schema of reminders says what their decoder says`() throws {
    let good = """
      {"title": "Home", "reminders": [
        {"title": "Bins", "due": "2026-11-22T07:00:00+01:00", "done": false, "list": "House", "flagged": true}]}
      """
    try expectSameVerdicts("reminders", good) { bytes throws(DocumentError) in
      _ = try ReminderDocument(bytes: bytes, file: "reminders.json")
    }
  }

  @Test func `a history's schema says what its decoder says`() throws {
    try expectSameVerdicts(
      "history", #"{"unit": "°C", "values": [{"date": "2026-11-21T08:00:00+01:00", "value": 20.5}]}"#
    ) { bytes throws(DocumentError) in _ = try ValueHistory(bytes: bytes, file: "history.json") }
  }

  @Test func `the schema of values says what their decoder says`() throws {
    let dated = """
      {"policy": {"after": "2026-11-21T09:00:00Z"}, "entries": [
        {"date": "2026-11-21T08:00:00Z", "relevance": {"score": 1, "duration": 60}, "temperature": 21.5}]}
      """
    // Without entries any names and values are valid.
    let bare = #"{"temperature": 21.5, "rooms": [{"name": "Kitchen"}], "policy": "whatever"}"#
    for (good, leastWrong) in [(dated, 20), (bare, 0)] {
      try expectSameVerdicts("values", good, leastWrong: leastWrong) { bytes throws(DocumentError) in
        _ = try ValuesDocument(bytes: bytes, file: "values.json")
      }
    }
  }
}
