import AfterglowDocuments
import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowWidgets

private func date(_ text: String) -> Date {
  Date(timeIntervalSince1970: Double(ISO8601.instantMilliseconds(text)!) / 1000)
}

private func problems(_ body: () throws(DocumentError) -> Void) -> [String] {
  do throws(DocumentError) {
    try body()
    return []
  } catch {
    return error.problems.map(\.description)
  }
}

@Suite struct ValueHistoryTests {
  private func read(_ text: String) throws(DocumentError) -> ValueHistory {
    try ValueHistory(bytes: Array(text.utf8), file: "h.csv")
  }

  @Test(arguments: [
    "2026-11-21T08:00:00Z,20.5\n2026-11-21T09:00:00Z,-3e1\n",
    "date,value\r\n2026-11-21T09:00:00Z,-30\r\n2026-11-21T08:00:00Z,20.5\r\n",
    "\u{FEFF}# tank\n\nZeit;Wert\n\"2026-11-21T09:00+01:00\";\"20,5\"\n2026-11-21T09:00:00Z;-30;more",
    "1795248000\t20.5\n1795251600\t-30.0", "date,value,count\n2026-11-21T09:00Z,-30,4\n2026-11-21T08:00Z,20.5,3\n",
    "{\"values\": [{\"date\": \"2026-11-21T09:00Z\", \"value\": -30}, {\"date\": \"2026-11-21T08:00Z\", \"value\": 20.5}]}",
  ])
  func `values are read as people and programs write them`(_ text: String) throws {
    let history = try read(text)
    #expect(
      history.points == [
        .init(date: date("2026-11-21T08:00Z"), value: 20.5), .init(date: date("2026-11-21T09:00Z"), value: -30),
      ])
    #expect(history.range == -30...20.5)
  }

  @Test(arguments: [
    ("", "h.csv:1:1: the file is empty"),
    ("date,value\n", "h.csv:1:1: expected at least one line of a date and a number, found none"),
    (
      "date,value\n2026-11-21T08:00Z,1,23\n",
      "h.csv:2:1: expected a date and one number, found two numbers; if numbers have decimal commas, separate dates and "
        + "values with semicolons"
    ),
    (
      "2026-11-21T08:00Z,\"1,23\"\n",
      "h.csv:1:1: expected a date and one number, found two numbers; if numbers have decimal commas, separate dates and "
        + "values with semicolons"
    ),
    (
      "level\nx,2\n",
      "h.csv:2:1: expected a date with zone (or seconds since 1970) and a number, found \"x,2\""
    ),
    (
      "date,value\n2026-11-21 8:00,5\n",
      "h.csv:2:1: expected a date with zone (or seconds since 1970) and a number, found \"2026-11-21 8:00,5\""
    ),
    (
      "2026-11-21T08:00Z,nan\n",
      "h.csv:1:1: expected a date with zone (or seconds since 1970) and a number, found \"2026-11-21T08:00Z,nan\""
    ),
    (
      "date,value\n46355.5,5\n",
      "h.csv:2:1: expected a date with zone (or seconds since 1970) and a number, found \"46355.5,5\"; format the cells of "
        + "a spreadsheet as dates before you export them, such as 2026-11-28T08:00"
    ),
    (
      "{\"value\": []}",
      "h.csv:1:1: expected \"values\" (a list of at most 120000 values), found nothing"
    ),
  ])
  func `what is no history says where`(_ text: String, _ expected: String) {
    #expect(problems { () throws(DocumentError) in _ = try read(text) }.contains(expected))
  }

  @Test func `a history that a spreadsheet wrote has its separator and blanks between thousands`() throws {
    let text = "sep=;\ndate;value\n2026-11-21T08:00Z;1 300,5\n2026-11-21T09:00Z;\"12\u{202F}000\"\n"
    #expect(try read(text).points.map(\.value) == [1300.5, 12_000])
  }

  @Test func `of two values with one date the later counts`() throws {
    let history = try read("2026-11-21T08:00Z,1\n2026-11-21T08:00Z,2\n2026-11-21T07:00Z,3")
    #expect(history.points.map(\.value) == [3, 2])
  }

  @Test func `the direction is that of its last span`() {
    func direction(_ values: [Double]) -> ValueTrend? {
      let start = date("2026-11-21T08:00Z")
      return ValueHistory(
        values.enumerated().map { .init(date: start.addingTimeInterval(Double($0) * 600), value: $1) }
      )
      .direction(over: 3600)
    }
    #expect(direction([0, 1, 2, 3, 4, 5, 6, 7]) == .rising)
    #expect(direction([9, 8, 7, 6, 5, 4, 3]) == .falling)
    #expect(direction([0, 100, 50, 50.5, 50, 50.2, 50, 51, 50.5, 51]) == .steady)
    #expect(direction([5]) == nil && direction([]) == nil)
    #expect(direction([5, 5]) == .steady)
  }

  @Test func `a thinned history keeps its peaks`() {
    let start = date("2026-11-21T08:00Z")
    var points = (0..<10_000).map {
      ValuePoint(date: start.addingTimeInterval(Double($0)), value: Double($0 % 7))
    }
    points[4321].value = 99
    points[8000].value = -99
    let thin = ValueHistory(points).thinned(to: 100)
    #expect(thin.points.count <= 100 && thin.range == -99...99)
    #expect(thin.points.first == points.first && thin.points.last == points.last)
    #expect(ValueHistory(points).thinned(to: 20_000).points.count == 10_000)
    #expect(ValueHistory(Array(points.prefix(3))).thinned(to: 2).points.count == 3)
  }
}

@Suite struct ReminderDocumentTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin")!

  private func read(_ text: String) throws(DocumentError) -> ReminderDocument {
    try ReminderDocument(bytes: Array(text.utf8), file: "r.yaml")
  }

  @Test func `what is due comes first and what is done is gone`() throws {
    let document = try read(
      """
      title: Home
      reminders:
        - {title: Some day}
        - {title: Evening, due: "2026-11-21T20:00:00+01:00"}
        - {title: Day, due: 2026-11-21, list: Garden}
        - {title: Done, due: 2026-11-20, done: true}
        - {title: Morning, due: "2026-11-21T06:00:00Z"}
        - {title: Flagged, due: 2026-11-21, flagged: true}
        - {title: Yesterday, due: 2026-11-20}
      """)
    #expect(document.title == "Home")
    #expect(
      document.open(zone: berlin).map(\.title) == ["Yesterday", "Flagged", "Morning", "Evening", "Day", "Some day"])
    #expect(document.open(list: "Garden", zone: berlin).map(\.title) == ["Day"])
  }

  @Test(arguments: [
    ("# Home\n- [ ] Water the plants\n- [x] Bins\n", "such as \"- title: Water the plants\", found a Markdown list"),
    ("- Water\n- Bins\n", "found a list; write \"reminders:\" and below it tasks such as"),
  ])
  func `a list of tasks in another form is answered with the form that it needs`(text: String, words: String) {
    let error = #expect(throws: DocumentError.self) { try ReminderDocument(bytes: Array(text.utf8), file: "todo.md") }
    #expect(
      error?.problems.count == 1 && error?.problems.first?.message.contains(words) == true, "\(error?.problems ?? [])")
  }

  @Test func `a list that the document lacks is answered with a similar one`() throws {
    let document = try read("reminders: [{title: Weed, list: Garden}, {title: Cook}]")
    #expect(document.advice(onList: "Gardn", of: "r.yaml") == "no list \"Gardn\" in r.yaml; did you mean \"Garden\"?")
    for list in ["", "Garden", "Kitchen"] { #expect(document.advice(onList: list, of: "r.yaml") == nil, "\(list)") }
  }

  @Test func `a day is overdue at its end whatever its length`() {
    #expect(Reminder.Due.day(20_751).overdue(in: berlin) == date("2026-10-25T23:00Z"))
    #expect(Reminder.Due.instant(date("2026-11-21T06:00Z")).overdue(in: berlin) == date("2026-11-21T06:00Z"))
  }

  @Test(arguments: [
    ("reminders: [{due: 2026-11-21}]", "expected \"title\""),
    ("reminders: [{title: a, due: tomorrow}]", "expected a date such as 2026-11-21"),
    ("reminders: [{title: a, don: true}]", "did you mean \"done\"?"),
    ("title: a", "expected \"reminders\""),
  ])
  func `what is wrong says where`(_ text: String, _ expected: String) {
    let found = problems { () throws(DocumentError) in _ = try read(text) }
    #expect(found.contains { $0.hasPrefix("r.yaml:1:") && $0.contains(expected) })
  }
}

@Suite struct PhotoFolderTests {
  /// A folder of small pictures by all of their names; no file has notes.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")

    init(_ names: [String]) throws {
      for name in names {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(TinyPNG(side: 2, colorType: 2).bytes).write(to: file)
      }
    }
    deinit { try? FileManager.default.removeItem(at: url) }

    func names(_ day: String? = nil) throws -> [String] {
      let folder = PhotoFolder(path: url.path)
      let photos = try day.map { try folder.photos(on: date($0), zone: TimeZone(identifier: "Europe/Berlin")!) }
      return try (photos.map { $0.memories + $0.others } ?? folder.contents().photos).map {
        String($0.path.dropFirst(url.path.count + 1))
      }
    }
  }

  @Test func `pictures come in the order in which people count`() throws {
    let folder = try Folder([
      "img10.jpg", "IMG2.JPG", "img1.png", "notes.txt", ".hidden.jpg", "b/2.jpeg", "b/10.jpeg", "a.gif", "img02b.jpg",
    ])
    #expect(try folder.names() == ["b/2.jpeg", "b/10.jpeg", "img1.png", "IMG2.JPG", "img02b.jpg", "img10.jpg"])
  }

  @Test func `this day in past years comes first`() throws {
    let folder = try Folder([
      "a.jpg", "IMG-20191121-WA0003.jpg", "20231121_081500.jpg", "2025-11-20 10.00.jpg", "PXL_20231121_071500.jpg",
      "2026-11-21.jpg",
    ])
    // 23:30 in UTC is the next day in Berlin.
    #expect(
      try folder.names("2026-11-20T23:30:00Z").prefix(3)
        == ["20231121_081500.jpg", "PXL_20231121_071500.jpg", "IMG-20191121-WA0003.jpg"])
    #expect(try folder.names("2026-11-20T22:30:00Z").first == "2025-11-20 10.00.jpg")
    #expect(try folder.names("2026-11-21T12:00:00Z").count == 6)
  }

  @Test(arguments: [
    ("2019-07-04.jpg", 20_190_704), ("IMG_20190704_182011.jpg", 20_190_704), ("20190704182011.jpg", 20_190_704),
    ("Screenshot 2019.07.04.png", 20_190_704), ("DSC_0042.jpg", 0), ("20191304.jpg", 0), ("1234567890123.jpg", 0),
    ("2019-02-29.jpg", 0), ("2019-07_04.jpg", 0), ("x20190704y.jpg", 20_190_704), ("201907041.jpg", 0), ("2019.jpg", 0),
  ])
  func `dates are found in names`(_ name: String, _ expected: Int) {
    let found = PhotoFolder.date(inName: name)
    #expect((found.map { $0.year * 10_000 + $0.month * 100 + $0.day } ?? 0) == expected)
  }

  @Test(.enabled(if: getuid() != 0, "root lists every folder"))
  func `subfolders that cannot be listed are reported, the others are shown`() throws {
    let folder = try Folder(["open/a.jpg", "closed/b.jpg"])
    let closed = folder.url.appending(path: "closed").path
    #expect(chmod(closed, 0o300) == 0)
    defer { chmod(closed, 0o700) }
    let contents = try PhotoFolder(path: folder.url.path).contents()
    #expect(contents.photos.count == 1 && contents.closedFolders.map(\.path) == [closed])
    #expect(contents.closedFolders[0].reason.hasPrefix("this user has no permission to list the folder"))
    #expect(try folder.names() == ["open/a.jpg"])
    let failure = #expect(throws: PhotoFolder.Failure.self) { try PhotoFolder(path: closed).contents() }
    #expect(failure?.description.hasPrefix("\(closed): this user has no permission to list the folder") == true)
  }

  @Test func `a folder that is not there is an error`() {
    let missing = #expect(throws: PhotoFolder.Failure.self) { try PhotoFolder(path: "/nowhere").contents() }
    #expect(missing?.description == "/nowhere: expected a folder of pictures, found nothing; check the name")
    let file = #expect(throws: PhotoFolder.Failure.self) { try PhotoFolder(path: "/etc/passwd").contents() }
    #expect(file?.description == "/etc/passwd: expected a folder of pictures, found a file")
  }

  @Test func `links in a circle end`() throws {
    let folder = try Folder(["a.jpg", "in/b.jpg"])
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "in/round"), withDestinationURL: folder.url)
    #expect(try folder.names() == ["a.jpg", "in/b.jpg"])
  }
}
