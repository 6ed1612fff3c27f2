import Foundation
import TestSupport

@testable import AfterglowViews
@testable import AfterglowWidgets

extension HostileReader {
  /// Content that is generated: well-formed as a whole, with anything in its first part.
  func generated(_ writer: inout HostileWriter) -> [UInt8] {
    switch self {
    case .photos: Self.picture(&writer)
    default: Array(document(hostile(&writer)).utf8)
    }
  }

  /// A realistic file of which bytes of the first part were changed.
  func mutated(_ writer: inout HostileWriter) -> [UInt8] {
    if self == .photos {
      var bytes = Self.pictures[writer.number(0...(Self.pictures.count - 1))]
      writer.mutate(&bytes, in: 8..<bytes.count)
      return bytes
    }
    let (head, tail) = frame
    let middle = realistic
    var bytes = Array((head + middle).utf8)
    // Half of them spare what the file begins with.
    writer.mutate(&bytes, in: (writer.chance(50) ? 0 : head.utf8.count)..<bytes.count)
    return bytes + Array(tail.utf8)
  }

  func document(_ part: String) -> String { frame.head + part + frame.tail }

  // MARK: Realistic content

  /// A file as programs write them, without the good part.
  var realistic: String { records.joined() }

  /// The realistic file as other days have it: records are missing, and words are others. It is well-formed.
  func varied(_ writer: inout HostileWriter) -> [UInt8] {
    if self == .photos { return Self.pictures[writer.number(0...(Self.pictures.count - 1))] }
    let (head, tail) = frame
    var middle = ""
    let records = self.records
    for record in records where records.count < 3 || !writer.chance(20) {
      var record = record
      if writer.chance(50) {
        for word in Self.words where record.contains(word) {
          record = record.replacing(word, with: writer.one(Self.otherWords))
        }
      }
      middle += record
    }
    return Array((head + middle + tail).utf8)
  }

  /// The words of realistic files that a person writes.
  private static let words = [
    "News", "night", "Words", "happened", "Tank", "Bath", "Hall", "Bring bread", "Call", "short", "calm", "Task",
  ]

  /// Words that a person could write instead; a title of a timeline has room for forty letters.
  private static let otherWords = [
    "Bins", "über", "日本語", "مرحبا", "नमस्ते", "🎂 party", "ภาษาไทย", "x", "A title that goes on to the end of all",
  ]

  /// The parts of a realistic file, each of which may be missing.
  private var records: [String] {
    switch self {
    case .rss:
      (1...8).map {
        "<item>\n<title>News of day \($0) &amp; night</title>\n<link>https://example.org/\($0)?a=1&amp;b=2</link>\n"
          + "<guid isPermaLink=\"false\">n-\($0)</guid><description><![CDATA[<p>What <b>happened</b> at \($0)</p>]]></description>"
          + "<pubDate>Fri, 20 Nov 2026 0\($0):30:00 +0100</pubDate></item>\n"
      }
    case .atom:
      (1...8).map {
        "<entry><title type=\"html\">News &lt;i&gt;\($0)&lt;/i&gt;</title><id>urn:n:\($0)</id><link href=\"https://example.org/\($0)\"/>"
          + "<updated>2026-11-20T0\($0):30:00Z</updated><summary>Words \($0)</summary></entry>\n"
      }
    case .jsonFeed:
      (1...8).map {
        "{\"id\": \"\($0)\", \"title\": \"News \\u00e9 \($0)\", \"date_published\": \"2026-11-20T0\($0):30:00Z\"},\n"
      }
    case .forecast: []
    case .metNorway:
      (0...9).map { Self.metNorwayStep("2026-11-21T0\($0):00:00Z", "7.\($0)") + ",\n" }
    case .timeline:
      (1...8).map {
        "{\"date\": \"2026-11-21T0\($0):00:00Z\", \"value\": \(20 + $0).5, \"unit\": \"°C\", \"title\": \"Tank\", \"symbol\": \"thermometer\"},\n"
      }
    case .valuePath, .values:
      [
        "\"rooms\": [{\"name\": \"Bath\", \"t\": 21.5}, {\"name\": \"Hall\", \"t\": 18.25}], \"at\": \"2026-11-21T08:00:00Z\",\n"
      ]
    case .valueTable, .valuesTable:
      (1...8).map { "\($0 < 5 ? "2026-11-20T" : "2026-11-21T")0\($0):00:00Z,1\($0).5,\"calm, clear\"\n" }
    case .historyLines: (1...20).map { "2026-11-20T\(String(format: "%02d", $0)):00:00Z,\($0).5\n" }
    case .historyDocument:
      (1...9).map { "{\"date\": \"2026-11-20T0\($0):00:00Z\", \"value\": \($0).5},\n" }
    case .note: ["Bring bread\n", "Call Ana – it's late\n"]
    case .calendar: Self.events
    case .reminders:
      (1...8).map { "  - {title: \"Task \($0)\", due: 2026-11-2\($0), list: Home}\n" }
    case .tasks:
      (1...8).map { "BEGIN:VTODO\r\nUID:t\($0)\r\nSUMMARY:Task \($0)\r\nDUE:2026112\($0)T120000Z\r\nEND:VTODO\r\n" }
    case .photos: []
    }
  }

  private static let events = (1...6).map {
    "BEGIN:VEVENT\r\nUID:e\($0)@x\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Call \($0)\\, short\r\nLOCATION:Hall\r\n"
      + "DTSTART;TZID=Europe/Lisbon:2026110\($0)T093000\r\nDTEND;TZID=Europe/Lisbon:2026110\($0)T094500\r\n"
      + "RRULE:FREQ=MONTHLY;BYMONTHDAY=\($0)\r\nEXDATE;TZID=Europe/Lisbon:2026120\($0)T093000\r\nEND:VEVENT\r\n"
  }

  static func metNorwayStep(_ date: String, _ temperature: String, symbol: String = "rain") -> String {
    "{\"time\": \"\(date)\", \"data\": {\"instant\": {\"details\": {\"air_temperature\": \(temperature), \"wind_speed\": 3.1}},"
      + "\"next_1_hours\": {\"summary\": {\"symbol_code\": \"\(symbol)\"}, \"details\": {\"precipitation_amount\": 0.2}}}}"
  }

  // MARK: Head and tail

  /// What is around the hostile part; the tail has the good one.
  var frame: (head: String, tail: String) {
    let good = Self.good
    switch self {
    case .rss:
      return (
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>Post</title>\n"
          + "<item><title>Old</title><pubDate>Sun, 01 Nov 2026 08:00:00 GMT</pubDate></item>\n",
        "<item><title>\(good)</title><pubDate>Sat, 21 Nov 2026 10:09:35 GMT</pubDate></item></channel></rss>\n"
      )
    case .atom:
      return (
        "<?xml version=\"1.0\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Post</title>\n"
          + "<entry><title>Old</title><updated>2026-11-01T08:00:00Z</updated></entry>\n",
        "<entry><title>\(good)</title><updated>2026-11-21T10:09:35Z</updated></entry></feed>\n"
      )
    case .jsonFeed:
      return (
        "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"Post\", \"items\": [\n"
          + "{\"id\": \"0\", \"title\": \"Old\", \"date_published\": \"2026-11-01T08:00:00Z\"},\n",
        "{\"id\": \"good\", \"title\": \"\(good)\", \"date_published\": \"2026-11-21T10:09:35Z\"}]}\n"
      )
    case .forecast:
      let hours = (0..<24).map { String(format: "\"2026-11-21T%02d:00\"", $0) }.joined(separator: ", ")
      let degrees = Array(repeating: "47", count: 24).joined(separator: ", ")
      let codes = Array(repeating: "3", count: 24).joined(separator: ", ")
      return (
        "{\"latitude\": 38.7, \"longitude\": -9.1, \"utc_offset_seconds\": 0,\n",
        "\"hourly\": {\"time\": [\(hours)], \"temperature_2m\": [\(degrees)], \"weather_code\": [\(codes)]}}\n"
      )
    case .metNorway:
      return (
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [-9.1, 38.7, 10]}, \"properties\": {\"timeseries\": [\n",
        (10...20).map { Self.metNorwayStep("2026-11-21T\($0):00:00Z", "47") }.joined(separator: ",\n") + "]}}\n"
      )
    case .timeline:
      return (
        "{\"kind\": \"value\", \"policy\": \"never\", \"entries\": [\n",
        "{\"date\": \"2026-11-21T10:00:00Z\", \"value\": \(Self.goodNumber), \"title\": \"Tank\"}]}\n"
      )
    case .valuePath, .values: return ("{\"first\": 1,\n", "\"good\": \(Self.goodNumber)}\n")
    case .valueTable, .valuesTable:
      return ("time,level,note\n", "2026-11-21T10:00:00Z,\(Self.goodNumber),good\n")
    case .historyLines: return ("date,value\n", "2026-11-21T10:00:00Z,21.5\n")
    case .historyDocument: return ("{\"values\": [\n", "{\"date\": \"2026-11-21T10:00:00Z\", \"value\": 21.5}]}\n")
    case .note: return ("", "")
    case .calendar:
      return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//EN\r\n",
        "BEGIN:VEVENT\r\nUID:good@x\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:\(good)\r\nDTSTART:20261121T103000Z\r\n"
          + "DTEND:20261121T113000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      )
    case .reminders: return ("title: Home\nreminders:\n", "  - {title: \(good), due: 2026-11-01}\n")
    case .tasks:
      return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//EN\r\n",
        "BEGIN:VTODO\r\nUID:good@x\r\nSUMMARY:\(good)\r\nDUE:20261101T100000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
      )
    case .photos: return ("", "")
    }
  }

  /// What the good part stands in, for histories: a value of its own, next to the past.
  static let timelineWithoutPast =
    "{\"kind\": \"value\", \"policy\": \"never\", \"entries\": [{\"date\": \"2026-11-21T10:00:00Z\", \"value\": 21.5, \"title\": \"\(good)\"}]}\n"
}

extension HostileReader {
  // MARK: Hostile parts

  private func hostile(_ writer: inout HostileWriter) -> String {
    var part = ""
    switch self {
    case .rss: for _ in 0..<writer.number(0...12) { part += Self.item(&writer) }
    case .atom: for _ in 0..<writer.number(0...12) { part += Self.entry(&writer) }
    case .jsonFeed:
      for _ in 0..<writer.number(0...12) { part += Self.feedItem(&writer) + ",\n" }
    case .forecast: for _ in 0..<writer.number(0...5) { part += Self.forecastPart(&writer) }
    case .metNorway:
      for _ in 0..<writer.number(0...8) {
        part +=
          writer.chance(60)
          ? Self.metNorwayStep(
            writer.pastDate(), writer.figureOfJSON(), symbol: writer.one(["rain", "cloudy", "plague", ""])) + ",\n"
          : "{\"time\": \(writer.quoted(writer.pastDate())), \"data\": \(writer.json())},\n"
      }
    case .timeline: for _ in 0..<writer.number(0...6) { part += Self.valueEntry(&writer) + ",\n" }
    case .valuePath, .values:
      for index in 0..<writer.number(0...8) {
        part += "\(writer.quoted("x\(index)" + writer.line())): \(writer.json()),\n"
      }
    case .valueTable, .valuesTable: for _ in 0..<writer.number(0...20) { part += Self.row(&writer) }
    case .historyLines:
      for _ in 0..<writer.number(0...20) {
        part += "2026-11-\(writer.number(10...20))T12:00:00Z,\(writer.figure())\n"
        if writer.chance(5) { part += writer.line() + "\n" }
      }
    case .historyDocument:
      for _ in 0..<writer.number(0...20) {
        part += "{\"date\": \"2026-11-\(writer.number(10...20))T12:00:00Z\", \"value\": \(writer.figureOfJSON())},\n"
      }
    case .note: part = writer.text() + "\n" + writer.text() + "\n"
    case .calendar: for index in 0..<writer.number(0...8) { part += Self.event(&writer, index) }
    case .reminders:
      for _ in 0..<writer.number(0...6) {
        part +=
          "  - {title: \(writer.quoted(writer.line())), due: \(writer.one(["2026-12-24", "2026-12-01T08:00:00Z", "2027-01-01"]))}\n"
      }
    case .tasks: for index in 0..<writer.number(0...8) { part += Self.task(&writer, index) }
    case .photos: break
    }
    return part
  }

  private static func item(_ writer: inout HostileWriter) -> String {
    var parts: [String] = []
    if writer.chance(90) { parts.append("<title>\(writer.markup())</title>") }
    if writer.chance(60) { parts.append("<description>\(writer.markup())</description>") }
    if writer.chance(70) { parts.append("<pubDate>\(writer.pastDate())</pubDate>") }
    if writer.chance(30) { parts.append("<link>https://example.org/\(writer.number(0...3))</link>") }
    if writer.chance(20) {
      parts.append(
        "<x:\(writer.one(["a", "title", "item"])) y=\"\(writer.number(0...9))\"><item/></x:a>".replacing(
          "</x:a>", with: ""))
    }
    if writer.chance(20) { parts.append("<source>\(writer.markup())</source>") }
    if writer.chance(10) {
      let depth = writer.number(1...200)
      parts.append(String(repeating: "<d>", count: depth) + String(repeating: "</d>", count: depth))
    }
    parts.removeAll { $0.hasPrefix("<x:") }
    return "<item>" + parts.shuffled(using: &writer.random).joined() + "</item>\n"
  }

  private static func entry(_ writer: inout HostileWriter) -> String {
    let type = writer.one(["text", "html", "xhtml", "x", ""])
    return "<entry><title type=\"\(type)\">\(writer.markup())</title><updated>\(writer.pastDate())</updated>"
      + (writer.chance(50) ? "<content type=\"html\">\(writer.markup())</content>" : "")
      + (writer.chance(30) ? "<link rel=\"\(writer.one(["alternate", "self", ""]))\" href=\"x\"/>" : "") + "</entry>\n"
  }

  private static func feedItem(_ writer: inout HostileWriter) -> String {
    if writer.chance(20) { return writer.json() }
    return "{\"id\": \(writer.json(depth: 6)), \"title\": \(writer.quoted(writer.text())), \"content_html\": "
      + "\(writer.quoted(writer.text())), \"date_published\": \(writer.quoted(writer.pastDate()))}"
  }

  private static func forecastPart(_ writer: inout HostileWriter) -> String {
    switch writer.number(0...4) {
    case 0: return "\"x\(writer.number(0...99_999))\": \(writer.json()),\n"
    case 1:
      return
        "\"current\": {\"time\": \"2026-11-21T10:00\", \"temperature_2m\": \(writer.figureOfJSON()), \"weather_code\": \(writer.figureOfJSON())},\n"
    case 2:
      return
        "\"daily\": {\"time\": [\"2026-11-21\"], \"temperature_2m_max\": [\(writer.figureOfJSON())], \"temperature_2m_min\": "
        + "[\(writer.figureOfJSON())], \"sunrise\": [\(writer.quoted(writer.pastDate()))]},\n"
    case 3: return "\"minutely_15\": {\"time\": [\"2026-11-21T10:00\"], \"precipitation\": [\(writer.json())]},\n"
    default: return "\"hourly_units\": \(writer.json()),\n"
    }
  }

  private static func valueEntry(_ writer: inout HostileWriter) -> String {
    "{\"date\": \"2026-11-2\(writer.number(0...1))T\(writer.number(10...19)):00:00Z\", \"value\": "
      + (writer.chance(50) ? writer.figureOfJSON() : writer.quoted(String(writer.line().prefix(12))))
      + (writer.chance(30) ? ", \"title\": \(writer.quoted(String(writer.line().prefix(40))))" : "")
      + (writer.chance(10) ? ", \"\(writer.one(["unit", "detail", "trend", "symbol", "x"]))\": \(writer.json())" : "")
      + "}"
  }

  private static func row(_ writer: inout HostileWriter) -> String {
    switch writer.number(0...5) {
    case 0: "\n"
    case 1: writer.line().replacing(",", with: ";") + "\n"
    case 2: "\(writer.pastDate()),\(writer.figure()),\"\(writer.line())\"\"\n\"\n"
    case 3: String(repeating: ",", count: writer.number(0...400)) + "\n"
    default: "\(writer.pastDate()),\(writer.figure()),\(writer.line().replacing(",", with: " "))\n"
    }
  }

  private static let rules = [
    "FREQ=SECONDLY", "FREQ=HOURLY;BYDAY=-53MO", "FREQ=YEARLY;BYDAY=53MO", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;INTERVAL=0",
    "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20250101", "FREQ=DAILY;UNTIL=99991231T235959Z",
    "FREQ=NEVER", "X",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;INTERVAL=7", "FREQ=DAILY;BYSETPOS=-366",
  ]

  /// Events that are over before the good one begins, or that are no events.
  private static func event(_ writer: inout HostileWriter, _ index: Int) -> String {
    var lines = ["UID:h\(index)", "SUMMARY:\(writer.line())"]
    let day = writer.number(10...28)
    lines.append(
      writer.one([
        "DTSTART:202610\(day)T080000Z", "DTSTART;VALUE=DATE:202610\(day)",
        "DTSTART;TZID=Nowhere/Land:202610\(day)T080000",
        "DTSTART:garbage", "DTSTART;TZID=Europe/Lisbon:20261025T013000", "DTSTART:00010101T000000Z",
      ]))
    if writer.chance(40) { lines.append("DTEND:202610\(day)T090000Z") }
    if writer.chance(20) { lines.append("DURATION:\(writer.one(["PT1H", "P-1D", "P99999999999D", "x"]))") }
    if writer.chance(30) { lines.append("RRULE:\(writer.one(Self.rules))") }
    if writer.chance(20) { lines.append("EXDATE:\(writer.one(["20261020T080000Z", "x,y", "20261020"]))") }
    if writer.chance(10) { lines.append("RECURRENCE-ID:\(writer.one(["20261020T080000Z", "x"]))") }
    if writer.chance(10) { lines.append("BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM") }
    return "BEGIN:VEVENT\r\n" + lines.joined(separator: "\r\n") + "\r\nEND:VEVENT\r\n"
  }

  private static func task(_ writer: inout HostileWriter, _ index: Int) -> String {
    "BEGIN:VTODO\r\nUID:h\(index)\r\nSUMMARY:\(writer.line())\r\nDUE:\(writer.one(["20261224T080000Z", "x", "20270101"]))\r\n"
      + (writer.chance(20) ? "RRULE:\(writer.one(Self.rules))\r\n" : "") + "END:VTODO\r\n"
  }
}
