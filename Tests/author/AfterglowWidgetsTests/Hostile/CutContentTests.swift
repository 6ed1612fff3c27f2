import AfterglowDocuments
import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowViews
@testable import AfterglowWidgets

/// A part of a file never passes for the whole.
@Suite struct CutContentTests {
  private static let readers = HostileReader.allCases.filter { $0 != .photos && $0 != .note }

  private func request(_ reader: HostileReader) throws -> SourceRequest {
    var configuration = reader.configuration
    let isHistory = reader == .historyLines || reader == .historyDocument
    configuration[isHistory ? "history" : "source"] = .object(["push": .string("h")])
    let use = WidgetUse(
      kind: reader.kind, configuration: configuration, folder: URL(fileURLWithPath: "/boards/none"),
      zone: TimeZone(identifier: "Europe/Lisbon")!)
    return try #require(WidgetGallery.builtIn.sources(of: use).first)
  }

  @Test(arguments: readers) func `content that is cut does not replace the last good one`(_ reader: HostileReader)
    throws
  {
    let request = try request(reader)
    let whole = Array(reader.document(reader.realistic).utf8)
    #expect(request.refusal(of: whole, isEndKnown: false) == nil)
    for twentieth in 0..<20 {
      let cut = Array(whole[..<(whole.count * twentieth / 20)])
      // Of lines, those before the cut are a file too, if it falls between two.
      if [.valueTable, .valuesTable, .historyLines, .reminders].contains(reader), cut.last == 0x0A { continue }
      #expect(request.refusal(of: cut, isEndKnown: false) != nil, "\(reader), cut after \(cut.count) bytes")
    }
  }

  @Test func `lines without an end are whole if their way here says so`() throws {
    let request = try request(.valueTable)
    let table = Array("time,level\n2026-11-21T08:00Z,12.5".utf8)
    #expect(request.refusal(of: table, isEndKnown: true) == nil)
    #expect(request.refusal(of: table, isEndKnown: false)?.words.contains("may have been cut") == true)
    #expect(request.refusal(of: table + [0x0A], isEndKnown: false) == nil)
  }

  @Test(arguments: [
    ("{\"a\": [1, 2", true), ("{\"a\": [1, 2]}", false), ("[1, \"]", true), ("<rss><channel></channel>", true),
    ("<?xml version=\"1.0\"?>\n<rss><channel></channel></rss>\n", false), ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", true),
    ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", false), ("a,b\n1,2", true), ("a,b\n1,2\n", false), ("Buy milk", false),
    ("<3 you", false), ("", false),
  ])
  func `what nobody reads yet must end as it began`(_ text: String, _ isCut: Bool) {
    #expect((ContentEnd.fault(Array(text.utf8)) != nil) == isCut, "\(text)")
  }

  @Test(arguments: [
    ([0xFF, 0xD8, 0xFF, 0xE0, 0x0A, 0x10] as [UInt8], "a JPEG picture"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00], "a PNG picture"),
    (Array("%PDF-1.7\n1 0 obj".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04, 0x14], "a ZIP archive or a spreadsheet (export it as CSV)"),
  ])
  func `content that is a picture, a document or an archive is named`(_ bytes: [UInt8], _ kind: String) {
    #expect(ForeignContent.refusal(of: bytes) == "the content is \(kind); no widget reads one that is pushed")
  }

  @Test(arguments: ["{\"now\": 21}", "PK,value\n1,2\n", "PNG", "%", ""])
  func `text is content of no foreign kind`(_ text: String) {
    #expect(ForeignContent.refusal(of: Array(text.utf8)) == nil)
  }

  // MARK: Limits

  private static func date(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
  }

  @Test func `of a long feed the newest items are kept, wherever they stand`() throws {
    let old = (0..<2000).map {
      "<item><title>Item \($0)</title><pubDate>\(Self.date(1_700_000_000 + $0))</pubDate></item>"
    }
    let new = "<item><title>Newest</title><pubDate>\(Self.date(1_795_250_000))</pubDate></item>"
    for items in [old + [new], [new] + old, old[..<1000] + [new] + old[1000...]] {
      let feed = try Feed(bytes: Array("<rss><channel>\(items.joined())</channel></rss>".utf8), file: "n")
      #expect(feed.items.count == Feed.maximumItemCount)
      #expect(feed.items.contains { $0.title == "Newest" } && feed.items.contains { $0.title == "Item 1999" })
      #expect(!feed.items.contains { $0.title == "Item 0" })
    }
  }

  @Test func `the last row of a table is the present, however many there are`() throws {
    let count = CSVTable.maximumRowCount + 500
    let table = "t,level\n" + (0..<count).map { "\(1_700_000_000 + $0),\($0)\n" }.joined()
    let read = try CSVTable(Array(table.utf8), file: "t")
    #expect(read.isShortened && read.rows.count == CSVTable.maximumRowCount)
    #expect(read.rows.last?.cells == ["\(1_700_000_000 + count - 1)", "\(count - 1)"])
    #expect(read.rows.first?.cells[1] == "500" && read.rows.first?.line == 502)
  }

  @Test func `a cell, a title and a line that are cut end with an ellipsis`() throws {
    let table = try CSVTable(Array("a\n\"\(String(repeating: "é", count: 4000))\"\n".utf8), file: "t")
    #expect(table.rows[0].cells[0].hasSuffix("é…"))
    #expect(OneLine.of(String(repeating: "a", count: 501))?.hasSuffix("a…") == true)
    #expect(OneLine.of(String(repeating: "a", count: 500))?.hasSuffix("a") == true)
    let title = "<b></b>" + String(repeating: "<i></i>", count: 3000) + "End"
    #expect(HTMLText.line("Start " + title, limit: 240) == "Start…")
    let intent = try ValueIntent(
      configuration: ["value": .string("$.v"), "title": .string("$.t"), "unit": .string("$.u")])
    let content = try #require(intent.query).read(
      Array(#"{"v": 1, "t": "\#(String(repeating: "t", count: 50))", "u": "per cubic metre"}"#.utf8), file: "v",
      zone: .gmt
    ).content
    #expect(content.title?.hasSuffix("…") == true && content.title?.count == 40)
    #expect(content.unit == "per cub…")
  }

  // MARK: Counted bounds

  @Test func `unknown keys in any number are reported once each, and not all`() {
    let keys = (0..<80_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
    let bytes = Array("{\"kind\": \"value\", \"entries\": [], \(keys)}".utf8)
    do throws(DocumentError) {
      _ = try TimelineDocument(bytes: bytes, file: "v.json")
      Issue.record("read")
    } catch {
      #expect(error.problems.count < 30)
      #expect(error.problems.last?.message.contains("79980 more") == true, "\(error.problems.suffix(2))")
    }
  }

  @Test func `a history of the largest size is read for each of 500 entries`() throws {
    let lines = (0..<ValueHistory.maximumPointCount).map { "\(1_700_000_000 + 300 * $0),\($0 % 97).5\n" }.joined()
    let history = try ValueHistory(bytes: Array(lines.utf8), file: "h")
    #expect(history.points.count == ValueHistory.maximumPointCount)
    var last = 0
    for entry in 0..<500 {
      last =
        history.until(Date(timeIntervalSince1970: 1_700_000_000 + 72_000 * Double(entry))).thinned(to: 240).points.count
    }
    #expect(last <= 240)
    let breaks = [UInt8](repeating: 0x0A, count: 16 << 20)
    #expect(throws: DocumentError.self) { try ValueHistory(bytes: breaks, file: "h") }
    #expect(throws: Problem.self) { try CSVTable(breaks, file: "t") }
  }

  @Test func `values without a difference that can be shown are level`() throws {
    for (low, high) in [(0, Double.leastNonzeroMagnitude), (1e15, 1e15 + 0.125), (-1e-13, 1e-13), (1, 1.000_000_000_1)]
    {
      var content = ValueContent(value: "1", isNumber: true)
      content.history = [low, high, low].enumerated().map {
        ValuePoint(date: Date(timeIntervalSince1970: Double($0)), value: $1)
      }
      let course = try #require(content.course)
      let axis = ValueAxis(course)
      #expect(axis.share(of: low).isFinite && axis.values.allSatisfy(\.isFinite))
    }
  }
}
