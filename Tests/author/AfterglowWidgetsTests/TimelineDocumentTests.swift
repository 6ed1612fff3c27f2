import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

private func read(_ text: String) throws(DocumentError) -> TimelineDocument {
  try TimelineDocument(bytes: Array(text.utf8), file: "t.json")
}

private func problems(_ text: String) -> [String] {
  do {
    _ = try read(text)
    return []
  } catch {
    return error.problems.map(\.description)
  }
}

@Suite struct TimelineDocumentTests {
  @Test func `every field is read`() throws {
    let document = try read(
      """
      {"kind": "value", "policy": {"after": "2026-11-21T09:00:00Z"}, "entries": [
        {"date": "2026-11-21T08:00:00Z", "relevance": {"score": 2.5, "duration": 600}, "title": "Tank", "value": 54.50,
         "unit": "°C", "detail": "Hot water", "symbol": "drop", "trend": "rising"}]}
      """)
    #expect(document.policy == .after(Date(timeIntervalSince1970: 1_795_251_600)))
    let entry = try #require(document.entries.first)
    #expect(entry.relevance == TimelineEntryRelevance(score: 2.5, duration: 600))
    #expect(entry.content.value == "54.50" && entry.content.isNumber)
    #expect(
      [entry.content.title, entry.content.unit, entry.content.detail, entry.content.symbol] == [
        "Tank", "°C", "Hot water", "drop",
      ])
    #expect(entry.content.trend == .rising)
  }

  @Test func `the page names the limits that a document has`() throws {
    let page = try GeneratedPage("docs/timeline-documents.md").text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))
    let most = style.format(TimelineDocument.maximumEntryCount)
    #expect(TimelineDocument.maximumEntryCount >= 6 * 1440)
    for words in [
      "A document may have \(most) entries, such as a forecast by the minute for six days;",
      "the panel holds the next \(TimelineDocument.compiledEntryCount) of them, or up to "
        + "\(WidgetTimeline.maximumEntryCount) where they follow each other by the second",
      "the later one in the file is shown | 1 to \(most) | required |",
      "| 0 to \(TimelineDocument.maximumHistoryCount) of `{",
      "a file of more than \(DocumentKind.timeline.maximumByteCount >> 20) MiB",
    ] {
      #expect(page.contains(words), "the page does not say “\(words)”")
    }
    let views = try GeneratedPage("docs/data-widgets.md").text
    #expect(
      views.contains(
        "at most \(most) entries, of which the panel holds the next \(TimelineDocument.compiledEntryCount)."))
  }

  @Test func `the page names how long texts may be, and which numbers are rounded`() throws {
    let page = try GeneratedPage("docs/timeline-documents.md").text
    let row = #/\| `entries\[\]\.(\w+)` \|[^|]*\| (?:a number, or text of )?1 to (\d+) characters/#
    let limits = page.matches(of: row).compactMap { match in Int(match.2).map { (String(match.1), $0) } }
    #expect(limits.map(\.0) == ["value", "unit", "title", "detail"])
    func entry(_ key: String, _ count: Int) -> String {
      let fields = (key == "value" ? "" : "\"value\": 1, ") + "\"\(key)\": \"\(String(repeating: "x", count: count))\""
      return #"{"kind": "value", "entries": [{"date": "2026-11-21T08:00:00Z", \#(fields)}]}"#
    }
    for (key, limit) in limits {
      #expect(problems(entry(key, limit)) == [] && problems(entry(key, limit + 1)).count == 1, "\(key): \(limit)")
    }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let computed = try #require(words.firstMatch(of: #/A number of more than (\d+) characters/#).flatMap { Int($0.1) })
    let written = "0." + String(repeating: "1", count: computed - 2)
    #expect(RoundedNumber.text(of: written) == written && RoundedNumber.text(of: written + "1") == "0.11")
    #expect(words.contains("zeros at the end of six decimals") && RoundedNumber.maximumDecimals == 6)
  }

  @Test func `the value's past is read and sorted`() throws {
    let document = try read(
      """
      {"kind": "value", "entries": [{"date": "2026-11-21T10:00Z", "value": 5, "unit": "°C"}], "history": [
        {"date": "2026-11-21T09:00Z", "value": 4.5}, {"date": "2026-11-21T08:00Z", "value": 3}]}
      """)
    #expect(document.history?.points.map(\.value) == [3, 4.5] && document.history?.unit == "°C")
    #expect(
      problems(
        "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T10:00Z\", \"value\": 5}], \"history\": [{}]}"
      )
      .count == 2)
  }

  @Test func `entries are sorted and of two with one date the later in the file comes last`() throws {
    let document = try read(
      """
      {"kind": "value", "entries": [
        {"date": "2026-11-21T10:00Z", "value": "c"}, {"date": "2026-11-21T08:00Z", "value": "a"},
        {"date": "2026-11-21T10:00Z", "value": "d"}, {"date": "2026-11-21T09:00Z", "value": "b"}]}
      """)
    #expect(document.entries.map(\.content.value) == ["a", "b", "c", "d"])
    #expect(document.policy == .atEnd)
  }

  @Test(arguments: [
    (
      "{\"kind\": \"value\", \"entries\": []}",
      "t.json:1:30: expected at least one entry in \"entries\", found none"
    ),
    (
      "{\"kind\": \"vale\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": 1}]}",
      "t.json:1:10: expected one of value for \"kind\", found \"vale\"; did you mean \"value\"?"
    ),
    (
      "{\"kind\": \"value\", \"policy\": \"atend\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": 1}]}",
      "t.json:1:29: expected \"atEnd\", \"never\" or {\"after\": a date} for \"policy\", found the text \"atend\"; "
        + "did you mean \"atEnd\"?"
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21 08:00\", \"value\": 1}]}",
      "t.json:1:40: expected a date and time with zone such as 2026-11-21T07:30:00+01:00 for \"entries[0].date\", "
        + "found the text \"2026-11-21 08:00\""
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\"}]}",
      "t.json:1:31: expected \"value\" in \"entries[0]\" (a number or text of at most 12 characters), found nothing"
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": 1, \"symbol\": \"dorp\"}]}",
      "t.json:1:83: expected a symbol's name such as drop for \"entries[0].symbol\", found \"dorp\"; did you mean \"drop\"?"
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": true}]}",
      "t.json:1:70: expected a number or text of at most 12 characters for \"entries[0].value\", found \"true\""
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": \"a\\nb\"}]}",
      "t.json:1:70: expected one line of text for \"entries[0].value\", found a line break or control character"
    ),
    (
      "{\"kind\": \"value\", \"entries\": [{\"date\": \"2026-11-21T08:00Z\", \"value\": 1, \"title\": \"a\\u0000b\"}]}",
      "t.json:1:82: expected one line of text for \"entries[0].title\", found a line break or control character"
    ),
  ])
  func `every slip is named with its place`(text: String, expected: String) {
    #expect(problems(text).contains(expected), "\(problems(text))")
  }

  @Test func `ten thousand entries are read, and more are refused`() throws {
    func document(_ count: Int) -> String {
      let entry = "{\"date\": \"2026-11-21T08:00Z\", \"value\": 1}"
      return "{\"kind\": \"value\", \"entries\": ["
        + Array(repeating: entry, count: count).joined(separator: ",") + "]}"
    }
    #expect(try read(document(10_000)).entries.count == 10_000)
    #expect(
      problems(document(10_001)).contains { $0.contains("expected at most 10000 entries in \"entries\", found 10001") })
  }

  @Test func `a file of ten megabytes is refused unread`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/timeline-\(UUID().uuidString).json"
    try Data(repeating: 0x20, count: 10 * 1024 * 1024).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: DocumentError(problems: [Problem(file: path, message: "expected at most 2 MiB, found 10 MiB")])) {
      try TimelineDocument(path: path)
    }
  }
}
