import Foundation

/// Content that took an author minutes, or that has the documented maximum of everything: a board with one widget, and
/// what its panel must show. A good part follows the costly one.
struct CostlyInput {
  /// The proof that the panel hides nothing.
  struct Proof {
    /// Words of the good part that a text on the panel must contain; nil = the content is refused as a whole.
    var words: String?
    /// The identifier of another node that the picture must have.
    var node: String?
    /// A part of a problem that reading must report.
    var problem: String?
    /// Whether nothing may be reported or said to be incomplete.
    var isWhole = false
  }

  var name: String
  /// Maximum number of instructions from start to exit; nil = the number is only reported.
  var limit: Double? = 3e9
  /// The widget's item in the scene.
  var widget: String
  /// The widget's files in the board's folder.
  var files: () -> [(name: String, text: String)]
  var proof: Proof

  /// The instant at which all are shown, in seconds since 1970: 2026-11-28T09:41:00Z.
  static let start: Int64 = 1_795_858_860

  private static let board = """
    name: Input
    display: {kind: virtual-framebuffer}
    size: {width: 800, height: 480}
    physicalSize: {width: 154.1, height: 85.9}
    light: {sensor: constant, lux: 180}
    clock: {trust: always}
    memory: {archive: 4096}

    """

  /// Makes a board's folder with the content.
  ///
  /// - Throws: if a file cannot be written.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let scene = "context: home\nzone: Europe/Lisbon\nlocale: en-GB\nwidgets:\n  - \(widget)\n"
    let settings: [(name: String, text: String)] = [("board.yaml", Self.board), ("scene.yaml", scene)]
    for (name, text) in files() + settings {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
  }

  static var all: [CostlyInput] { calendars + values + [stack] }
}

// MARK: - Calendars

extension CostlyInput {
  private static var calendars: [CostlyInput] {
    var maximum = calendar("calendar of the documented maximum", maximalCalendar)
    maximum.limit = 6e9
    maximum.proof.isWhole = true
    // Shows what start, fonts and picture take of all the others.
    var alone = calendar("the good event alone") { "" }
    alone.limit = nil
    alone.proof.isWhole = true
    return [
      alone,
      calendar("hourly BYDAY=-53MO") {
        event("other", "DTSTART:19700101T000000Z\r\nRRULE:FREQ=HOURLY;BYDAY=-53MO")
      },
      calendar("zone that changes each second") {
        zone("Hall", changing: "SECONDLY") + event("other", "DTSTART;TZID=Hall clock:20261127T100000")
      },
      calendar("10,000 zones") {
        (0..<10_000).map { zone("Hall \($0)", changing: "YEARLY;BYMONTH=10;BYDAY=-1SU") }.joined()
          + (0..<10_000).map { event("other\($0)", "DTSTART;TZID=Hall \($0) clock:20261127T100000") }.joined()
      },
      calendar("500,000 empty events") { String(repeating: "BEGIN:VEVENT\r\nEND:VEVENT\r\n", count: 500_000) },
      calendar("16 MiB of line breaks") { String(repeating: "\n", count: (16 << 20) - 1024) },
      maximum,
    ]
  }

  /// - Parameter costly: the parts before the good event.
  private static func calendar(_ name: String, _ costly: @escaping () -> String) -> CostlyInput {
    CostlyInput(
      name: name,
      widget: "{kind: calendar, family: systemLarge, configuration: {file: c.ics, layout: agenda, holidays: none}}",
      files: {
        let good = "SUMMARY:Lantern walk\r\nDTSTART:20261128T120000Z\r\nDTEND:20261128T130000Z"
        let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Choir//Planner//EN\r\n"
        return [("c.ics", head + costly() + event("good", good) + "END:VCALENDAR\r\n")]
      }, proof: Proof(words: "Lantern walk"))
  }

  private static func event(_ identifier: String, _ lines: String) -> String {
    "BEGIN:VEVENT\r\nUID:\(identifier)@choir.example\r\n\(lines)\r\nEND:VEVENT\r\n"
  }

  /// A zone called `NAME clock`, which the system does not have.
  private static func zone(_ name: String, changing rule: String) -> String {
    "BEGIN:VTIMEZONE\r\nTZID:\(name) clock\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0200\r\n"
      + "TZOFFSETTO:+0100\r\nRRULE:FREQ=\(rule)\r\nEND:STANDARD\r\nBEGIN:DAYLIGHT\r\nDTSTART:19700329T020000\r\n"
      + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\n"
      + "END:VTIMEZONE\r\n"
  }

  /// All events but the good one, each with a rule, which together stay just within each limit of docs/data-files.md:
  /// 20,000 events, 15 of 16 MiB, 1,999 of 2,000 occurrences, 4.7 of 5 million steps, 199,990 of 200,000 lists and
  /// listed times.
  private static func maximalCalendar() -> String {
    let words = String(repeating: "Bring the score. ", count: 24).prefix(390)
    // Folded as RFC 5545 wants it.
    let lines = stride(from: 0, to: words.count, by: 65).map { words.dropFirst($0).prefix(65) }.joined(
      separator: "\r\n ")
    let excepted = (11...19).map { "202611\($0)T180000" }.joined(separator: ",")
    // The second Tuesdays of seven months, and for 999 events those of twelve: November and December are shown.
    return (0..<19_999).map { index in
      event(
        "\(index)",
        """
        DTSTAMP:20260101T000000Z\r
        SUMMARY:Rehearsal \(index)\r
        LOCATION:Hall \(index % 40)\\, second floor\r
        DTSTART;TZID=Europe/Lisbon:20260113T180000\r
        DURATION:PT45M\r
        RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=\(index < 999 ? 12 : 7)\r
        EXDATE;TZID=Europe/Lisbon:\(excepted)\r
        DESCRIPTION:\(lines)
        """)
    }.joined()
  }
}

// MARK: - Values

extension CostlyInput {
  private static let keys = (0..<80_000).map { "\"k\($0)\":1" }.joined(separator: ",")
  private static let entry = #"{"date": "2026-11-28T08:00:00Z", "value": 47.5, "title": "Tank"}"#

  private static var values: [CostlyInput] {
    [
      CostlyInput(
        name: "80,000 unknown JSON keys", widget: "{kind: value, configuration: {file: v.json}}",
        files: { [("v.json", "{\(keys),\"kind\":\"value\",\"entries\":[\(entry)]}")] },
        proof: Proof(problem: "found \"k0\"")),
      CostlyInput(
        name: "80,000 JSON keys before a path's",
        widget: "{kind: value, configuration: {file: v.json, value: $.good}}",
        files: { [("v.json", "{\(keys),\"good\":47.5}")] }, proof: Proof(words: "47.5")),
      history("120,000 history values") {
        // Every five minutes, until now.
        (1...120_000).map { "\(start - Int64(120_000 - $0) * 300),\($0 % 97).5\n" }.joined()
      },
      history("history of 16 MiB of line breaks") {
        String(repeating: "\n", count: (16 << 20) - 1024)
          + (0..<9).map { "\(start - Int64(9 - $0) * 3600),\($0).5\n" }.joined()
      },
    ]
  }

  private static func history(_ name: String, _ lines: @escaping () -> String) -> CostlyInput {
    CostlyInput(
      name: name,
      widget: "{kind: value, family: systemMedium, configuration: {file: v.json, history: h.csv}}",
      files: { [("v.json", "{\"kind\":\"value\",\"policy\":\"never\",\"entries\":[\(entry)]}"), ("h.csv", lines())] },
      proof: Proof(words: "47.5", node: "course", isWhole: true))
  }

  private static var stack: CostlyInput {
    let view = """
      preview: {long: x, good: x}
      families:
        systemSmall:
          vstack: [{text: "{long}"}, {text: "{good}"}]
          frame: {maxWidth: infinity, maxHeight: infinity}

      """
    return CostlyInput(
      name: "100,000 letters in a stack", widget: "{kind: document, configuration: {view: w.yaml, file: v.json}}",
      files: {
        let long = String(repeating: "W", count: 100_000)
        return [("w.yaml", view), ("v.json", "{\"long\": \"\(long)\", \"good\": \"Lantern\"}")]
      }, proof: Proof(words: "Lantern"))
  }
}
