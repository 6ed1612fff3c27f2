import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowWidgets

/// Values in what any service gives.
@Suite struct ValueQueryTests {
  private let zone = TimeZone(identifier: "Europe/Berlin")!

  private func read(
    _ configuration: [String: ConfigurationValue], _ content: String
  ) throws -> ValueQuery.Finding {
    let query = try #require(try ValueIntent(configuration: configuration).query)
    return try query.read(Array(content.utf8), file: "content", zone: zone)
  }

  private func problem(_ configuration: [String: ConfigurationValue], _ content: String) -> String {
    do {
      return "\(try read(configuration, content))"
    } catch {
      return (error as? DocumentError)?.problems.first?.description ?? "\(error)"
    }
  }

  private let rooms =
    #"{"rooms": [{"name": "Bath", "t": 21.5, "s": "21.25", "w": "Open"}], "u": "°C", "x": 21.499999999999996}"#

  @Test func `a path names the value, and what goes with it`() throws {
    let found = try read(
      ["value": "$.rooms[0].t", "title": "$.rooms[0].name", "unit": "$.u", "detail": "Window", "symbol": "drop"], rooms)
    #expect(
      found.content
        == ValueContent(title: "Bath", value: "21.5", isNumber: true, unit: "°C", detail: "Window", symbol: "drop"))
    #expect(found.number == 21.5 && found.history == nil)
  }

  @Test func `numbers in quotes are numbers, and have places for reading`() throws {
    #expect(try read(["value": "$.rooms[0].s"], rooms).content == ValueContent(value: "21.25", isNumber: true))
    #expect(try read(["value": "$.rooms[0].w"], rooms).content == ValueContent(value: "Open"))
    #expect(try read(["value": "$.x"], rooms).content.value == "21.50")
    #expect(try read(["value": "$.x"], rooms).number == 21.499999999999996)
    #expect(try read(["value": "$.rooms[0].s", "decimals": 1], rooms).content.value == "21.3")
    #expect(try read(["value": "$.v"], "{\"v\": 1e3}").content.value == "1000")
  }

  @Test(
    arguments: [
      ("\"19.50\"", 1, "19.5", true), ("\"19.5 °C\"", 1, "19.5 °C", false), ("-0.03", 1, "0.0", true),
      ("\"-0\"", nil, "0", true), ("-0.0", nil, "0.0", true), ("\"unavailable\"", 1, "–", false),
      ("\"unknown\"", nil, "–", false), ("null", nil, "–", false), ("\"NaN\"", 0, "–", false),
      ("\"-inf\"", 0, "–", false), ("true", 0, "true", false), ("4e21", 0, "4e+21", true), ("0.1", 0, "0", true),
      ("98765432.25", 1, "98765432.3", true), ("\"2,345.5\"", 1, "2,345.5", false), ("\"off\"", nil, "off", false),
      ("0.200000", nil, "0.2", true), ("54.50", nil, "54.50", true), ("\"08\"", nil, "08", true),
      ("+5", nil, "5", true),
    ] as [(String, Int?, String, Bool)])
  func `states of a service are shown as numbers, words or a dash`(
    state: String, decimals: Int?, shown: String, isNumber: Bool
  ) throws {
    // JSON has no plus sign, but services write one in quotes.
    let written = state.hasPrefix("+") ? "\"\(state)\"" : state
    var configuration: [String: ConfigurationValue] = ["value": "$.state"]
    if let decimals { configuration["decimals"] = .number(Double(decimals)) }
    let found = try read(configuration, "{\"state\": \(written)}")
    #expect(found.content == ValueContent(value: shown, isNumber: isNumber))
    #expect((found.number == nil) == !isNumber)
  }

  @Test func `what cannot be shown is said with its place`() {
    #expect(
      problem(["value": "$.rooms"], rooms)
        == "content:1:11: expected a number or text at \"$.rooms\", found a list; name a value in it, such as $.rooms[0].t"
    )
    #expect(
      problem(["value": "$.v"], #"{"v": {"a b": "on"}}"#).hasSuffix(
        "found a mapping; name a value in it, such as $.v['a b']"))
    #expect(problem(["value": "$.v"], #"{"v": [[], {}]}"#).hasSuffix("found a list"))
    #expect(
      problem(["value": "$.v"], #"{"v": "more than twelve"}"#)
        == "content:1:7: expected a number or text of at most 12 characters, found \"more than twelve\"")
    #expect(problem(["value": "$.v"], "<html>").hasPrefix("content:1:1: expected"))
  }

  @Test func `a scene is checked`() {
    for configuration: [String: ConfigurationValue] in [
      ["value": "rooms"], ["value": "$.a", "column": "b"], ["value": "$.a", "decimals": 9], ["title": "Bath"],
      ["value": "$.a", "symbol": "no such symbol"], ["value": "$.a", "unit": "$.["],
    ] {
      #expect(throws: ConfigurationError.self, "\(configuration)") { try ValueIntent(configuration: configuration) }
    }
  }

  // MARK: CSV

  @Test func `the last row of a table is the present, and the rows are the past`() throws {
    let table =
      "# made daily\r\ntime,\"level, m\",note\r\n2026-11-21T07:00:00Z,1.5,\"a \"\"b\"\"\r\nc\"\r\n2026-11-21T08:00:00Z,1.75,\r\n2026-11-21T09:00:00Z,,\r\n"
    let found = try read(["column": "level, m", "unit": "m"], table)
    #expect(found.content == ValueContent(value: "1.75", isNumber: true, unit: "m"))
    #expect(found.history?.points.map(\.value) == [1.5, 1.75])
    #expect(found.date == Date(timeIntervalSince1970: 1_795_248_000))
  }

  @Test(arguments: [
    ("day;value\n21.11.26;1,5\n2026-11-21 09:00;2,25\n", 1_795_248_000.0),
    ("t\tvalue\n1795248000\t2.25\n", 1_795_248_000),
    ("t,value\n1795248000000,2.25\n", 1_795_248_000), ("id,t,value\n7,2026-11-21,2.25\n", 1_795_215_600),
  ])
  func `separators, decimal commas and dates are those of the table`(table: String, seconds: Double) throws {
    let found = try read(["column": "value"], table)
    #expect(found.number == 2.25)
    #expect(found.date == Date(timeIntervalSince1970: seconds))
  }

  @Test func `a table of an office has a byte order mark, dates of its country and words for no value`() throws {
    let table = "\u{FEFF}Datum;Wasser (m)\n27.11.2026 07:00;1,5\n27.11.2026 08:00;1,75\n27.11.2026 09:00;n/a\n"
    let found = try read(["column": "Wasser (m)"], table)
    #expect(found.content == ValueContent(value: "1.75", isNumber: true) && found.history == nil)
    #expect(found.problems.count == 1 && found.problems[0].message.contains("27.11.2026"))
    // The first column, behind the mark, has its name.
    #expect(try read(["column": "wasser (m)", "dates": "Datum"], table).number == 1.75)
  }

  @Test func `a table without what is asked for is refused`() {
    #expect(
      problem(["column": "c"], "a,b\n1,2\n") == "content: expected a column \"c\" in content, found \"a\", \"b\"")
    #expect(
      problem(["column": "levl"], "date,level\n1,2\n").hasSuffix("found \"date\", \"level\"; did you mean \"level\"?"))
    #expect(
      problem(["column": "level", "dates": "dat"], "date,level\n1,2\n")
        == "content: expected a column \"dat\" in content, found \"date\", \"level\"; did you mean \"date\"?")
    #expect(
      problem(["column": "b"], "\na,b\n")
        == "content:2:1: the table has no rows yet; its first one belongs below this line of column names")
    #expect(problem(["column": "b"], "a,b\n1,nan\n") == "content:1:1: expected a value in the column \"b\", found none")
    #expect(problem(["column": "b"], "a,b\n1,\"2\n").hasPrefix("content:2:1: expected the end of a quoted text"))
    #expect(problem(["column": "b"], "#\n").hasPrefix("content:1:1: expected a line of column names"))
    #expect(problem(["column": "b"], "") == "content:1:1: the file is empty")
  }

  @Test func `the present is never a row before one that is not understood`() throws {
    let rows = "t,level,note\n2026-11-21T07:00Z,1.5,\"calm, clear\"\n"
    let joined = "2026-11-21T08:00Z,1.75,\"calm, clear\"2026-11-21T09:00Z,2,good\n"
    #expect(problem(["column": "level"], rows + joined).hasPrefix("content:3:1: expected a separator"))
    #expect(problem(["column": "level"], rows + joined.replacing("\"2026", with: "\",2026")).contains("no more cells"))
    let found = try read(["column": "level"], rows + joined + "2026-11-21T10:00Z,4711,good\n")
    #expect(found.number == 4711 && found.history?.points.map(\.value) == [1.5, 4711])
    #expect(found.problems.map(\.line) == [3])
    #expect(try read(["column": "level"], rows).problems.isEmpty)
  }

  @Test(arguments: [
    ("a.b", "expected a path that begins with \"$\", found \"a.b\"; write $.a.b"),
    (".a", "expected a path that begins with \"$\", found \".a\"; write $.a"),
    ("[0].a", "expected a path that begins with \"$\", found \"[0].a\"; write $[0].a"),
    (
      "{{ temperature }}",
      "expected a path that begins with \"$\", found \"{{ temperature }}\"; write $.temperature"
    ),
    (
      "${temperature}",
      "expected \".\" or \"[\", found \"{\", at character 2 of \"${temperature}\"; write $.temperature"
    ),
    (
      "$.{{ temperature }}",
      "expected a name, found \"{\", at character 3 of \"$.{{ temperature }}\"; write $.temperature"
    ),
    ("$.rooms.0.t", "expected a name, found \"0\", at character 9 of \"$.rooms.0.t\"; write $.rooms[0].t"),
    ("$temperature", "expected \".\" or \"[\", found \"t\", at character 2 of \"$temperature\"; write $.temperature"),
    ("$.a b", "expected \".\" or \"[\", found \" \", at character 4 of \"$.a b\""),
    (
      "21.5",
      "expected a path that begins with \"$\", found \"21.5\"; a path leads to a value in the file or source, and a "
        + "number that stays is the text of \"kind: note\""
    ),
  ])
  func `a path with a mistake says how it begins, or where it goes wrong`(path: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try ValueIntent(configuration: ["value": .string(path)]) }
    #expect(error?.message == message && error?.path == ["value"])
    let values: [String: ConfigurationValue] = ["values": .object(["x": .string(path)])]
    let other = #expect(throws: ConfigurationError.self) { try DocumentIntent(configuration: values) }
    #expect(other?.message == message)
  }

  // MARK: tables as people write them

  /// 2026-11-21T09:00 in Berlin.
  private func readNow(_ configuration: [String: ConfigurationValue], _ content: String) throws -> ValueQuery.Finding {
    let query = try #require(try ValueIntent(configuration: configuration).query)
    let now = Date(timeIntervalSince1970: 1_795_248_000)
    return try query.read(Array(content.utf8), file: "content", zone: zone, at: now)
  }

  @Test func `a row that is dated later than now is not the present`() throws {
    let rows = "date,level\n2026-11-21T08:00,1\n2026-11-21T09:00,2\n2026-11-21T10:00,3\n2026-12-29T11:00,4\n"
    let found = try readNow(["column": "level"], rows)
    #expect(found.number == 2 && found.problems.isEmpty)
    #expect(found.nextDate == Date(timeIntervalSince1970: 1_795_251_600))
    let later = try readNow(["column": "level"], "date,level\n2026-12-29T11:00,4\n")
    #expect(later.number == 4 && later.problems.map(\.line) == [2])
    #expect(try readNow(["column": "level"], "level\n4\n").nextDate == nil)
  }

  @Test func `a row with a word in the place of its date is not the present`() throws {
    let table = "date,level\n2026-11-21T07:00,1.0\n2026-11-21T08:00,2.0\nTotal,3.0\n"
    for configuration: [String: ConfigurationValue] in [["column": "level"], ["column": "level", "dates": "date"]] {
      let found = try readNow(configuration, table)
      #expect(found.number == 2 && found.history?.points.count == 2)
      #expect(
        found.problems.map(\.description)
          == ["content:4:1: the row \"Total\" has no date in the column \"date\" and is left out"])
    }
    #expect(try readNow(["column": "level"], "room,level\nBath,1\nKitchen,2\n").number == 2)
  }

  @Test func `a unit in the value is not shown twice`() throws {
    let found = try readNow(["column": "level", "unit": "m"], "date,level\n2026-11-20,1.5 m\n2026-11-21,2.0 m\n")
    #expect(found.content == ValueContent(value: "2.0", isNumber: true, unit: "m"))
    #expect(found.history?.points.map(\.value) == [1.5, 2])
    let state = try readNow(["value": "$.v", "unit": "°C"], #"{"v": "19.5 °C"}"#)
    #expect(state.content == ValueContent(value: "19.5", isNumber: true, unit: "°C") && state.number == 19.5)
    #expect(try readNow(["value": "$.v", "unit": "n"], #"{"v": "open"}"#).content.value == "open")
  }

  @Test func `a decimal comma in a table with commas is named`() {
    let words = problem(["column": "level"], "date,level\n2026-11-28T08:00:00,1,23\n")
    #expect(words.hasPrefix("content:2:1: ") && words.hasSuffix("separate the cells with semicolons"), "\(words)")
    #expect(!problem(["column": "level"], "date;level\n2026-11-28;1,2;3\n").contains("semicolons"))
  }

  @Test(arguments: [
    ("date;level\n2026-11-28;1.235,5\n", "1.235,5"), ("date;level\n2026-11-28;1,235.5\n", "1,235.5"),
    ("date;level\n2026-11-28;-1’235,5\n", "-1’235,5"), ("date,level\n2026-11-28,\"1 235,5\"\n", "1 235,5"),
    ("date,level\n2026-11-28,\"1,23\"\n", "1,23"), ("date,level\n2026-11-28,\"1,235,500\"\n", "1,235,500"),
  ])
  func `a number with marks between thousands is never shown as text`(table: String, number: String) throws {
    #expect(problem(["column": "level"], table).hasPrefix("content:2:1: expected a number with a decimal point"))
    #expect(problem(["column": "level"], table).hasSuffix("found \"\(number)\""))
    let mark = table.contains(";") ? ";" : ","
    let found = try read(["column": "level"], table + "2026-11-29\(mark)7\n")
    #expect(found.number == 7 && found.problems.map(\.line) == [2])
  }

  @Test(arguments: ["10.10.10.100", "1.2.3", "12:30", "555 1234 567", "0555 123 456", "3 of 4", "2026-11-28", "A,B"])
  func `text that is no number is shown as it is`(text: String) throws {
    let found = try read(["column": "level"], "date;level\n2026-11-27;\(text)\n")
    #expect(found.number == nil && found.problems.isEmpty)
  }

  @Test(arguments: [
    ("1 300", 1300.0), ("1\u{A0}300", 1300), ("12\u{202F}300\u{202F}500", 12_300_500), ("-1 235,5", -1235.5),
    ("−1\u{2009}235.25", -1235.25), ("+1 000 m", 1000), ("555 123 456", 555_123_456),
  ])
  func `blanks between groups of three digits are thousands`(text: String, number: Double) throws {
    for (mark, cell) in [(";", text), (",", text.contains(",") ? "" : "\"\(text)\"")] where !cell.isEmpty {
      let table = "date\(mark)level\n2026-11-27\(mark)7\n2026-11-28\(mark)\(cell)\n"
      let found = try read(["column": "level", "unit": "m"], table)
      #expect(found.number == number && found.content.isNumber && found.problems.isEmpty, "\(table)")
      #expect(found.history?.points.map(\.value) == [7, number])
    }
  }

  @Test(arguments: ["28.11.2026 08:00", "11/28/2026 8:00 AM", "28-11-26"])
  func `dates of another form are reported, and the value is shown`(date: String) throws {
    for configuration: [String: ConfigurationValue] in [["column": "level"], ["column": "level", "dates": "day"]] {
      let found = try read(configuration, "day,level\n\(date),1.5\n\(date),2\n")
      #expect(found.number == 2 && found.history == nil)
      #expect(found.problems.map(\.line) == [2])
      #expect(found.problems[0].message.hasPrefix("the date \"\(date)\" in the column \"day\" cannot be read"))
      #expect(found.problems[0].message.hasSuffix("such as 2026-11-28T08:00"))
    }
    let mixed = try read(["column": "level"], "day,level\n\(date),1\n,2\n2026-11-28,3\n")
    #expect(mixed.history?.points.count == 1 && mixed.problems.map(\.line) == [2])
    for text in ["1.2.3", "10.0.0.1", "12-34"] {
      #expect(try read(["column": "level"], "version,level\n\(text),1\n").problems.isEmpty)
    }
  }

  @Test(arguments: ["day", "date"])
  func `a spreadsheet's number of a day is named with the day, and is no date`(name: String) throws {
    let table = "\(name),level\n46355.5,1.5\n46356,2\n"
    for configuration: [String: ConfigurationValue] in [
      ["column": "level"], ["column": "level", "dates": .string(name)],
    ] {
      let found = try read(configuration, table)
      #expect(found.number == 2 && found.history == nil && found.date == nil)
      #expect(
        found.problems.map(\.description) == [
          "content:2:1: the date \"46355.5\" in the column \"\(name)\" is a spreadsheet's number for 2026-11-29, and its "
            + "value is not in the graph; format the cells of a spreadsheet as dates before you export them, such as "
            + "2026-11-28T08:00"
        ])
    }
    // Numbers in a column of another name are values, and a year is no date either.
    #expect(try read(["column": "level"], "count,level\n46355,1\n").problems.isEmpty)
    #expect(try read(["column": "level"], "time,level\n46355,1\n").problems.isEmpty)
    let years = try read(["column": "level", "dates": "year"], "year,level\n2025,1\n2026,2\n")
    #expect(years.history == nil && years.problems.map(\.line) == [2])
    let comma = try read(["column": "level"], "day;level\n46355,75;1,5\n")
    #expect(comma.problems.map(\.line) == [2] && comma.problems[0].message.contains("2026-11-29"))
  }

  @Test func `a day and a time in columns of their own are one date`() throws {
    let table = "date,time,level\n2026-11-21,8:00,1\n2026-11-21,08:30:00,2\n2026-11-21,10:00,3\n"
    for configuration: [String: ConfigurationValue] in [["column": "level"], ["column": "level", "dates": "date"]] {
      let found = try readNow(configuration, table)
      #expect(found.number == 2 && found.problems.isEmpty && found.advice.isEmpty)
      #expect(
        found.history?.points.map { Int($0.date.timeIntervalSince1970) } == [
          1_795_244_400, 1_795_246_200, 1_795_251_600,
        ])
      #expect(found.nextDate == Date(timeIntervalSince1970: 1_795_251_600))
    }
    // In any order, with a zone, and in German.
    let german = try readNow(["column": "Pegel"], "Uhrzeit;Datum;Pegel\n07:00Z;2026-11-21;1,5\n")
    #expect(german.date == Date(timeIntervalSince1970: 1_795_244_400) && german.number == 1.5)
    let hours = try readNow(["column": "level"], "date,hour,level\n2026-11-21,7,1\n2026-11-21,08,2\n")
    #expect(hours.date == Date(timeIntervalSince1970: 1_795_244_400) && hours.number == 2)
    let wrong = try readNow(["column": "level"], table + "2026-11-21,8:45 AM,4\n")
    #expect(wrong.problems.map(\.line) == [5])
    #expect(wrong.problems.first?.message.hasPrefix("the date \"2026-11-21T08:45 AM\"") == true, "\(wrong.problems)")
    // A column of other times, such as sunrise, is left alone.
    let sunrise = try readNow(["column": "level"], "date,sunrise,level\n2026-11-21,07:40,1\n")
    #expect(sunrise.date == Date(timeIntervalSince1970: 1_795_215_600) && sunrise.advice.isEmpty)
  }

  @Test func `rows of one day without times are advised on`() throws {
    let table = "date,at,level\n2026-11-20,8:00,1\n2026-11-20,9:00,2\n2026-11-20,10:00,3\n"
    let found = try readNow(["column": "level"], table)
    #expect(found.number == 3 && found.history?.points.map(\.value) == [3] && found.problems.isEmpty)
    #expect(
      found.advice.map(\.description) == [
        "content:3:1: several rows have the date \"2026-11-20\", and only the last of them is in the graph; write the time "
          + "into the same cell, such as 2026-11-28T08:00, or into a column \"time\""
      ])
    #expect(try readNow(["column": "level"], "t,level\n2026-11-20T08:00,1\n2026-11-20T08:00,2\n").advice.isEmpty)
  }

  @Test func `a table whose newest row is the first is advised on, and shows its last row`() throws {
    let rows = ["2026-11-20T10:00,3", "2026-11-20T09:00,2", "2026-11-20T08:00,1"]
    let found = try readNow(["column": "level"], "date,level\n" + rows.joined(separator: "\n") + "\n")
    #expect(found.number == 1 && found.problems.isEmpty)
    #expect(
      found.advice.map(\.description) == [
        "content:4:1: the dates of the table descend, and its last row is shown as the present; sort the rows by their "
          + "dates, the newest one last"
      ])
    let sorted = "date,level\n" + rows.reversed().joined(separator: "\n") + "\n"
    #expect(try readNow(["column": "level"], sorted).advice.isEmpty)
    // One reading that came late is no order.
    #expect(try readNow(["column": "level"], sorted + "2026-11-20T09:30,5\n").advice.isEmpty)
  }

  // MARK: tables of spreadsheets and of other forms

  @Test(arguments: ["time", "hour", "hora"], [1, 8, 20])
  func `a number of at most two digits in a column of times is an hour`(name: String, hour: Int) throws {
    let found = try readNow(["column": "level"], "date,\(name),level\n2026-11-20,\(hour),2\n")
    #expect(found.date == Date(timeIntervalSince1970: 1_795_129_200 + 3600 * Double(hour)))
    #expect(found.problems.isEmpty && found.advice.isEmpty)
  }

  @Test(arguments: ["8:00 AM", "0800", "8h30", "24"], ["time", "Time (UTC)"])
  func `a time of another form is named, and its row is dated at midnight`(time: String, name: String) throws {
    for more in ["", "2026-11-20,\(time),2\n"] {
      let found = try readNow(["column": "level"], "date,\(name),level\n2026-11-20,\(time),1\n" + more)
      #expect(found.date == Date(timeIntervalSince1970: 1_795_129_200) && found.problems.isEmpty)
      #expect(
        found.advice.map(\.description) == [
          "content:2:1: the time \"\(time)\" in the column \"\(name)\" cannot be read, and its row is dated at midnight; "
            + "write times such as 08:00 or 20:30, and name the column \"time\""
        ])
    }
  }

  @Test func `a column of times with another name is named, and columns of other things are not`() throws {
    let found = try readNow(["column": "level"], "date,Time (UTC),level\n2026-11-20,08:00,1\n")
    #expect(found.date == Date(timeIntervalSince1970: 1_795_129_200))
    #expect(
      found.advice.map(\.description) == [
        "content:1:1: the times in the column \"Time (UTC)\" are not read, and its rows are dated at midnight; name the "
          + "column \"time\", and write times of UTC as 08:00Z"
      ])
    let remedied = try readNow(["column": "level"], "date,time,level\n2026-11-20,08:00Z,1\n")
    #expect(remedied.date == Date(timeIntervalSince1970: 1_795_161_600) && remedied.advice.isEmpty)
    #expect(try readNow(["column": "level"], "date,time zone,level\n2026-11-20,UTC+1,1\n").advice.isEmpty)
    let value = try readNow(["column": "time"], "date,time\n2026-11-20,45.5\n")
    #expect(value.number == 45.5 && value.advice.isEmpty)
  }

  @Test func `JSON in the place of a table is answered with a path`() throws {
    let words = "content:1:1: expected a table, found JSON; in place of \"column\" write the path of a value, such as "
    let object = #"{"at": "x", "level": 54.5}"#
    #expect(problem(["column": "level"], object) == words + "\"value: $.level\"")
    for text in ["[1, 2]", "{\"level\": 1}\n{\"level\": 2}\n", " \n{\"rooms\": []}"] {
      #expect(problem(["column": "level"], text) == words + "\"value: $.temperature\"", "\(text)")
    }
    #expect(try read(["column": "level"], "[t],level\n1,2\n").number == 2)
  }

  @Test(arguments: [
    "sep=;\ndate;level\n2026-11-28;1,5\n", "\u{FEFF}\"SEP=;\"\r\ndate;level\r\n2026-11-28;1,5\r\n",
    "sep=|\ndate|level\n2026-11-28|1,5\n", "sep=\t\ndate\tlevel\n2026-11-28\t1,5\n",
    "# Made daily, at noon\ndate;level\n2026-11-28;1,5\n",
  ])
  func `the separator is that of the first line, where it names one, or of the header`(table: String) throws {
    let found = try read(["column": "level"], table + table.split(whereSeparator: \.isNewline)[2])
    #expect(found.number == 1.5 && found.problems.isEmpty && found.date != nil)
    #expect(problem(["column": "x"], table).hasSuffix("expected a column \"x\" in content, found \"date\", \"level\""))
  }

  @Test(arguments: [
    "Water level 2026\n\ndate;level\n2026-11-28;1,5\n", "Station 4711;;\nCologne;;\ndate;level;\n2026-11-28;1,5;\n",
    "sep=;\nWater, by day\nDate;Level\n2026-11-28;1,5\n",
  ])
  func `a title above the names of the columns is no part of the table`(table: String) throws {
    let found = try read(["column": "level", "decimals": 1], table)
    #expect(found.content == ValueContent(value: "1.5", isNumber: true) && found.problems.isEmpty && found.date != nil)
  }

  @Test func `a title that cannot be distinguished from a header is named`() {
    #expect(
      problem(["column": "level"], "Levels, in metres\ndate,level\n2026-11-28,1.5\n")
        == "content:1:1: expected a column \"level\", found \"Levels\", \"in metres\"; if line 2 names the columns, "
        + "remove the lines above it")
    // A row of words is none, and no value of the first row is shown as the next one.
    #expect(problem(["column": "Bath"], "room,state\nBath,open\nHall,closed\n").contains("expected a column \"Bath\""))
    #expect(problem(["column": "level"], "Water\n2026-11-28;level\n").contains("expected a column \"level\""))
  }

  @Test func `a table without a header is named, and one with years as names is not`() {
    #expect(
      problem(["column": "level"], "2026-11-28;1,5\n2026-11-29;2\n")
        == "content:1:1: expected a column \"level\", found \"2026-11-28\", \"1,5\"; the table has no line of column names: "
        + "write one above its rows, such as date;level")
    #expect(problem(["column": "level"], "Bath,21.5\n").hasSuffix("such as date,level"))
    #expect(problem(["column": "level"], "1795248000;20\n1795251600;21\n").hasSuffix("such as date;level"))
    for table in [
      "room,2025,2026\nBath,1,2\n", "room,2026-11-28,2026-11-29\nBath,1,2\n", "date,0.5,0.95\n2026-11-28,1,2\n",
      "0,1,2\n3,4,5\n",
    ] {
      #expect(!problem(["column": "x"], table).contains("no line of column names"), "\(table)")
    }
  }

  @Test func `of columns with one name the first is read, and they are named`() throws {
    let table = "date,level,level\n2026-11-28,1,9\n"
    let words = "the column \"level\" is there 2 times, and the first one is read; give each column a name of its own"
    let found = try read(["column": "level"], table)
    #expect(found.number == 1 && found.problems.map(\.description) == ["content:1:1: \(words)"])
    #expect(try read(["column": "Level"], table).problems.map(\.message) == [words])
    let dates = try read(["column": "level", "dates": "date"], "date,date,level\n2026-11-28,2026-11-29,1\n")
    #expect(dates.problems.map(\.message) == [words.replacing("\"level\"", with: "\"date\"")])
    #expect(try read(["column": "level"], "date,note,note,level\n2026-11-28,a,b,1\n").problems.isEmpty)
  }

  @Test func `a spreadsheet under the name of a table is named`() throws {
    let query = try #require(try ValueIntent(configuration: ["column": "level"]).query)
    let bytes = [0x50, 0x4B, 0x03, 0x04, 0x14, 0] + Array("xl/workbook.xml".utf8)
    let error = #expect(throws: DocumentError.self) { try query.read(bytes, file: "n.csv", zone: zone) }
    #expect(
      error?.problems.map(\.description) == [
        "n.csv:1:1: expected UTF-8 text, found a spreadsheet (.xlsx or .ods); export it as CSV in UTF-8"
      ])
  }

  @Test(arguments: ["#N/A", "#REF!", "#DIV/0!", "#WERT!", "#NAME?", "Err:502"])
  func `an error of a spreadsheet's formula is no value`(cell: String) throws {
    let rows = "date,level\n2026-11-19,1\n2026-11-20,2\n2026-11-21,"
    let found = try readNow(["column": "level"], rows + cell + "\n")
    #expect(found.number == 2 && found.history?.points.map(\.value) == [1, 2] && found.problems.isEmpty)
    #expect(
      found.advice.map(\.description) == [
        "content:4:1: the cell \"\(cell)\" is an error of a spreadsheet's formula, and its row is left out; correct the "
          + "formula"
      ])
    #expect(try read(["value": "$.v"], "{\"v\": \"\(cell)\"}").content == ValueContent(value: "–"))
    for word in ["#Top!", "#1", "N/A!", "Err:", "Err:5021"] {
      let other = try readNow(["column": "level"], rows + word + "\n")
      #expect(other.content.value == word && other.advice.isEmpty)
    }
  }

  @Test func `a formula's error in a table of a view is an empty cell`() throws {
    let query = try ValuesQuery(format: .csv, values: [:])
    for cell in ["#REF!", "Err:502"] {
      let found = try query.read(Array("t,level\n1,\(cell)\n".utf8), file: "content")
      #expect(found.entries.map(\.values) == [["rows": .list([.object(["t": .number(1, decimals: 0)])])]])
      #expect(
        found.problems.map(\.description) == [
          "content:2:1: the cell \"\(cell)\" is an error of a spreadsheet's formula, and is read as empty; correct the formula"
        ])
    }
  }

  @Test(arguments: [
    ("a,a\n1,2\n", "the column \"a\" is there 2 times, and the first one is read; give each column a name of its own"),
    (
      "2026-11-28,1.5\n2026-11-29,2\n",
      "expected names of columns, found a row that begins with \"2026-11-28\"; the table has no line of column names: write "
        + "one above its rows, such as date,value"
    ),
    (
      "Water 2026\nt;level\nlow;open\nhigh;closed\n",
      "the line \"Water 2026\" has one cell, and the next one several; if it is a title, remove it, so that the names of the "
        + "columns are in the first line"
    ),
    (
      "Water 2026;\nt;level\nlow;open\n",
      "the line \"Water 2026\" has one cell, and the next one several; if it is a title, remove it, so that the names of the "
        + "columns are in the first line"
    ),
    ("note\nmilk; eggs\nbread\n", ""), ("room,2025,2026\nBath,1,2\n", ""),
    ("room,2026-11-28\nBath,1\n", ""), ("a,,\n1,2,3\n", ""),
  ])
  func `a first line that hardly names columns is reported for a view`(table: String, words: String) throws {
    let query = try ValuesQuery(format: .csv, values: [:])
    let found = try query.read(Array(table.utf8), file: "content")
    #expect(found.problems.map(\.description) == (words.isEmpty ? [] : ["content:1:1: \(words)"]))
    if table.hasPrefix("a,a") {
      #expect(found.entries.map(\.values) == [["rows": .list([.object(["a": .number(1, decimals: 0)])])]])
    }
  }

  @Test func `a last row that is dated long before the others is advised on`() throws {
    let rows = "date,level\n2026-11-19T08:00,1.4\n2026-11-20T08:00,1.5\n2025-11-21T08:00,1.6\n"
    // A row of the future is neither the present nor the latest one.
    for more in ["", "2026-12-21T08:00,9\n"] {
      let found = try readNow(["column": "level"], rows + more)
      #expect(found.number == 1.6 && found.problems.isEmpty)
      #expect(
        found.advice.map(\.description) == [
          "content:4:1: the last row, which is shown as the present, has the date \"2025-11-21T08:00\", which is earlier than "
            + "that of line 3; correct its date, or sort the rows by their dates"
        ])
    }
    #expect(try readNow(["column": "level"], rows + "2026-11-21T08:00,1.7\n").advice.isEmpty)
  }

  @Test(arguments: [
    "Nov 29 2026", "29. November 2026", "Sun, 29 Nov 2026 08:00", "29-Nov-26", "29 März 2026", "'2026-11-29",
    "’29.11.2026",
  ])
  func `a date in words or with a spreadsheet's apostrophe is reported`(date: String) throws {
    let found = try read(["column": "level"], "at;level\n\(date);1.5\n\(date);2\n")
    #expect(found.number == 2 && found.history == nil && found.problems.map(\.line) == [2])
    let message = found.problems.first?.message ?? ""
    #expect(message.hasPrefix("the date \"\(date)\" in the column \"at\" cannot be read"), "\(message)")
    let isMarked = date.hasPrefix("'") || date.hasPrefix("’")
    #expect(message.contains("without an apostrophe") == isMarked && message.hasSuffix("such as 2026-11-28T08:00"))
  }

  @Test func `a day of eight digits is reported below the name of a date, and other texts are none`() throws {
    let found = try read(["column": "level"], "date;level\n20261129;1\n20261130;2\n")
    #expect(found.number == 2 && found.problems.map(\.line) == [2])
    #expect(
      found.problems.first?.message.hasPrefix("the date \"20261129\" in the column \"date\" cannot be read") == true)
    for table in [
      "count;level\n20261129;1\n", "date;level\n20261329;1\n", "at;level\nMarket 12 10;1\n", "at;level\nMay 5;1\n",
      "at;level\n'top';1\n",
    ] {
      #expect(try read(["column": "level"], table).problems.isEmpty, "\(table)")
    }
    // A value may be a date itself.
    for text in ["29 Nov 2026", "29.11.2026"] {
      let next = try read(["column": "next"], "bin;next\nPaper;\(text)\n")
      #expect(next.content.value == text && next.problems.isEmpty)
    }
  }

  @Test func `a table in another encoding is refused, or says which line is`() throws {
    let text = "date;Höhe;level\n2026-11-28;2;1\n"
    func read(_ column: String, _ encoding: String.Encoding) throws -> ValueQuery.Finding {
      let bytes = [UInt8](try #require(text.data(using: encoding)))
      let query = try #require(try ValueIntent(configuration: ["column": .string(column)]).query)
      return try query.read(bytes, file: "content", zone: zone)
    }
    func words(_ found: String) -> String { "content:1:1: expected UTF-8 text, found \(found); save the file as UTF-8" }
    for (column, encoding, found) in [
      ("level", String.Encoding.utf16, "UTF-16"), ("level", .utf16LittleEndian, "UTF-16"),
      ("Höhe", .isoLatin1, "other bytes"),
    ] {
      let error = #expect(throws: DocumentError.self) { try read(column, encoding) }
      #expect(error?.problems.map(\.description) == [words(found)])
    }
    let western = try read("level", .isoLatin1)
    #expect(western.number == 1 && western.problems.map(\.description) == [words("other bytes")])
  }

  // MARK: the kept past

  @Test func `the past of a service that gives the present is the one that was kept`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = SourceFolder(root: root)
    try SourceFolder.$standard.withValue(folder) {
      let intent = try ValueIntent(configuration: ["source": "https://example.org/r.json", "value": "$.rooms[0].t"])
      let use = WidgetUse(
        kind: "value", configuration: ["source": "https://example.org/r.json", "value": "$.rooms[0].t"])
      let request = try #require(WidgetGallery.builtIn.sources(of: use).first)
      #expect(request.samples.map { $0.read(Array(rooms.utf8)) } == [21.5])
      #expect(request.refusal(of: Array("{}".utf8))?.words.hasPrefix("expected \"rooms\"") == true)
      let key = try #require(intent.source.key)
      try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
      try rooms.write(toFile: folder.content(key), atomically: true, encoding: .utf8)
      let now = Date(timeIntervalSince1970: 1_795_248_000)
      var record = SourceRecord(name: "x")
      record.fetchedAtMs = 1_795_248_000_000
      try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder.record(key)))
      try "1795100000,18\n1795200000,19\n".write(
        toFile: folder.samples(key, request.samples[0].name), atomically: true, encoding: .utf8)
      let context = TimelineProviderContext(family: .systemSmall, displaySize: Size(width: 170, height: 170), date: now)
      let entry = try ValueProvider().timeline(for: intent, in: context).entries[0]
      #expect(entry.content.history.map(\.value) == [18, 19, 21.5])
      #expect(entry.content.history.map { $0.date.timeIntervalSince(now) } == [-86_400, -48_000, 0])
      let huge = #"{"rooms": [{"t": 1e300}]}"#
      #expect(request.samples[0].read(Array(huge.utf8)) == nil)
      try huge.write(toFile: folder.content(key), atomically: true, encoding: .utf8)
      let beyond = try ValueProvider().timeline(for: intent, in: context).entries[0].content
      #expect(beyond.value == "1e+300" && beyond.history.map(\.value) == [18, 19])
    }
  }

  // MARK: notes

  @Test func `a note shows a text, or one of JSON`() throws {
    func words(_ configuration: [String: ConfigurationValue], _ content: String) throws -> String {
      try NoteIntent(configuration: configuration).words(in: Array(content.utf8), file: "n")
    }
    #expect(try words(["file": "n.txt"], "\n Bins out \r\n\r\nBy eight\u{7}\n") == "Bins out\n\nBy eight")
    #expect(try words(["file": "n.json", "text": "$.m"], #"{"m": "Hello"}"#) == "Hello")
    #expect(try words(["file": "n.txt"], String(repeating: "x", count: 900)).count == 500)
    #expect(throws: DocumentError.self) { try words(["file": "n.json", "text": "$.m"], "{}") }
    #expect(throws: DocumentError.self) { try words(["file": "n.txt"], "\n") }
    #expect(throws: DocumentError.self) { try words(["file": "n.txt"], "B\0i\0n\0s\0") }
    #expect(throws: ConfigurationError.self) { try NoteIntent(configuration: ["file": "n", "text": "$.["]) }
    // Without content a text is a text.
    #expect(try NoteIntent(configuration: ["text": "$.50 each"]).hasContent == false)
  }
}
