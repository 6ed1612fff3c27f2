import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowFetch

/// What is asked of a calendar service, and what follows each answer.
@Suite struct CalDAVConversationTests {
  private final class Rig {
    let rig: FetchRig
    let source: ContentSource

    init(_ url: String = "https://dav.example.org/cal/", names: [String] = [], bearer: Bool = false) throws {
      var address = WebAddress(url: .plain(url))
      if bearer { address.bearer = "token" } else { (address.user, address.password) = ("me", "token") }
      source = ContentSource(.calendars(CalendarAccount(address: address, names: names)))
      rig = try FetchRig(source)
      rig.secret("token", "s3cret")
    }

    var asked: FetchJob { rig.transport.started.last! }
    var failure: String? { rig.fetcher.records[0].failure }
    var content: String { rig.content(source) ?? "" }

    /// Answers each request in its order; the last events.
    @discardableResult
    func answer(_ answers: (status: Int, headers: String, body: String)...) -> [SourceFetcher.Event] {
      var events: [SourceFetcher.Event] = []
      for answer in answers {
        rig.turn()
        rig.transport.answer(answer.status, answer.headers, answer.body)
        events = rig.turn()
      }
      return events
    }

    func wait() { rig.time.nowMs += rig.pauseMs }
  }

  private static func multi(_ body: String, token: String = "") -> (Int, String, String) {
    (
      207, "Content-Type: application/xml\r\n",
      #"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" "#
        + #"xmlns:cs="http://calendarserver.org/ns/" xmlns:i="http://apple.com/ns/ical/">"#
        + body + (token.isEmpty ? "" : "<d:sync-token>\(token)</d:sync-token>") + "</d:multistatus>"
    )
  }

  private static func response(_ href: String, _ properties: String, status: Int = 200) -> String {
    "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
      + "<d:status>HTTP/1.1 \(status) X</d:status></d:propstat></d:response>"
  }

  private static let home = multi(
    response("/cal/", "<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set>"))

  private static func list(_ token: String, name: String = "Ours") -> (Int, String, String) {
    multi(
      response("/home/", "<d:resourcetype><d:collection/></d:resourcetype>")
        + response("/home/inbox/", "<d:resourcetype><d:collection/><c:schedule-inbox/></d:resourcetype>")
        + response(
          "/home/ours/",
          "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>\(name)</d:displayname>"
            + "<c:supported-calendar-component-set><c:comp name=\"VEVENT\"/></c:supported-calendar-component-set>"
            + "<d:sync-token>\(token)</d:sync-token>"))
  }

  private static func object(_ href: String, _ title: String, _ tag: String) -> String {
    response(
      href,
      "<d:getetag>\(tag)</d:getetag><c:calendar-data>BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(href)\r\n"
        + "SUMMARY:\(title)\r\nEND:VEVENT\r\nEND:VCALENDAR</c:calendar-data>")
  }

  private static func gone(_ href: String) -> String {
    "<d:response><d:href>\(href)</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>"
  }

  @Test func `it asks for the home, the calendars, and what they hold, with the password each time`() throws {
    let rig = try Rig()
    rig.answer(Self.home)
    #expect(rig.rig.transport.started[0].method == "PROPFIND")
    #expect(rig.rig.transport.started[0].headers.contains("Depth: 0"))
    rig.answer(Self.list("t1"))
    #expect(rig.rig.transport.started[1].url == "https://dav.example.org/home/")
    #expect(rig.rig.transport.started[1].headers.contains("Depth: 1"))
    let events = rig.answer(Self.multi(Self.object("/home/ours/a", "A &amp; B", "1")))
    #expect(rig.asked.method == "REPORT" && rig.asked.url == "https://dav.example.org/home/ours/")
    #expect(String(decoding: rig.asked.body, as: UTF8.self).contains("<C:time-range start=\"20261009T"))
    #expect(events == [.changed(key: rig.source.key!, name: "https://dav.example.org/cal/")])
    #expect(rig.content.contains("SUMMARY:A & B\r\n") && rig.content.contains("X-WR-CALNAME:Ours\r\n"))
    let password = "Authorization: Basic " + Data("me:s3cret".utf8).base64EncodedString()
    #expect(rig.rig.transport.started.allSatisfy { $0.headers.contains(password) })
  }

  @Test func `a token is sent as one, and an account without a path is looked for where it is well known`() throws {
    let rig = try Rig("https://dav.example.org", bearer: true)
    rig.answer((301, "Location: /dav/\r\n", ""))
    #expect(rig.rig.transport.started[0].url == "https://dav.example.org/.well-known/caldav")
    rig.answer(Self.home)
    #expect(rig.asked.url == "https://dav.example.org/dav/" && rig.asked.method == "PROPFIND")
    #expect(rig.asked.headers.contains("Authorization: Bearer s3cret"))
  }

  @Test func `changes are asked for by their token, and what is gone leaves`() throws {
    let rig = try Rig()
    rig.answer(
      Self.home, Self.list("t1"),
      Self.multi(Self.object("/home/ours/a", "A", "1") + Self.object("/home/ours/b", "B", "1")))
    rig.wait()
    rig.answer(Self.list("t1"))
    #expect(rig.rig.transport.started.count == 4)
    rig.wait()
    let changes =
      Self.gone("/home/ours/a") + Self.response("/home/ours/b", "<d:getetag>2</d:getetag>")
      + Self.response("/home/ours/c", "<d:getetag>1</d:getetag>")
    rig.answer(Self.list("t3"), Self.multi(changes, token: "t2"))
    #expect(String(decoding: rig.rig.transport.started[5].body, as: UTF8.self).contains("<D:sync-token>t1<"))
    rig.answer(Self.multi(Self.object("/home/ours/b", "B2", "2") + Self.object("/home/ours/c", "C", "1")))
    #expect(
      String(decoding: rig.asked.body, as: UTF8.self).contains("<D:href>/home/ours/b</D:href><D:href>/home/ours/c"))
    #expect(
      !rig.content.contains("SUMMARY:A") && rig.content.contains("SUMMARY:B2") && rig.content.contains("SUMMARY:C"))
    rig.wait()
    // The list was older than the changes: they are asked for again, from where they ended.
    rig.answer(Self.list("t4"), Self.multi("", token: "t4"))
    #expect(String(decoding: rig.asked.body, as: UTF8.self).contains("<D:sync-token>t2<"))
    #expect(rig.failure == nil)
  }

  @Test(arguments: [403, 400, 409, 501, 507])
  func `a service that has forgotten the token is read as a whole`(_ status: Int) throws {
    let rig = try Rig()
    rig.answer(Self.home, Self.list("t1"), Self.multi(Self.object("/home/ours/a", "A", "1")))
    rig.wait()
    rig.answer(
      Self.list("t2"), (status, "", "<error/>"), Self.multi(Self.object("/home/ours/b", "B", "1")))
    #expect(rig.content.contains("SUMMARY:B") && !rig.content.contains("SUMMARY:A"))
    #expect(rig.failure == nil)
  }

  @Test func `what is cut into parts is asked for until it is whole`() throws {
    let rig = try Rig()
    rig.answer(Self.home, Self.list("t1"), Self.multi(""))
    rig.wait()
    let cut = "<d:response><d:href>/home/ours/</d:href><d:status>HTTP/1.1 507 X</d:status></d:response>"
    rig.answer(
      Self.list("t2"), Self.multi(Self.response("/home/ours/a", "<d:getetag>1</d:getetag>") + cut, token: "t1a"),
      Self.multi(Self.object("/home/ours/a", "A", "1")), Self.multi("", token: "t2"))
    #expect(String(decoding: rig.asked.body, as: UTF8.self).contains("<D:sync-token>t1a<"))
    #expect(rig.content.contains("SUMMARY:A"))
  }

  @Test func `what an account gives a part of is marked for its readers`() throws {
    let marked = "X-AFTERGLOW-INCOMPLETE:TRUE\r\n"
    let whole = Self.object("/home/ours/a", "A", "1")
    let tooMany = "<d:response><d:href>/home/ours/</d:href><d:status>HTTP/1.1 507 X</d:status></d:response>"
    let unreadable = Self.response("/home/ours/b", "<c:calendar-data/>", status: 500)
    let half = Self.object("/home/ours/b", "B", "1").replacing("END:VEVENT\r\nEND:VCALENDAR", with: "DTSTART:2026")
    for (answer, isMarked) in [
      (whole, false), (whole + tooMany, true), (whole + unreadable, true), (whole + half, true),
    ] {
      let rig = try Rig()
      rig.answer(Self.home, Self.list("t1"), Self.multi(answer))
      #expect(rig.failure == nil && rig.content.contains("SUMMARY:A\r\n"))
      #expect(rig.content.contains(marked) == isMarked)
    }
  }

  /// Two readers of lines once disagreed about what ends one.
  @Test func `events are kept as they are, and a zone that several objects have is kept once`() throws {
    let zone = "BEGIN:VTIMEZONE\nTZID:Europe/\n Lisbon\nBEGIN:STANDARD\nEND:STANDARD\nEND:VTIMEZONE\n"
    func object(_ href: String, _ title: String) -> String {
      Self.response(
        href,
        "<d:getetag>1</d:getetag><c:calendar-data>BEGIN:VCALENDAR\nVERSION:2.0\n\(zone)begin:vevent\n\nSUMMARY:\(title)\n"
          + "BEGIN:VALARM\nEND:VALARM\nend:vevent\nEND:VCALENDAR\n</c:calendar-data>")
    }
    let rig = try Rig()
    let title = "One\u{2028}line\u{85}, one title\n , folded"
    rig.answer(Self.home, Self.list("t1"), Self.multi(object("/home/ours/a", title) + object("/home/ours/b", "B")))
    #expect(rig.failure == nil)
    let lines = rig.content.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Afterglow//CalDAV//EN", "X-WR-CALNAME:Ours",
        "BEGIN:VTIMEZONE", "TZID:Europe/", " Lisbon", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE",
        "begin:vevent", "SUMMARY:One\u{2028}line\u{85}, one title", " , folded", "BEGIN:VALARM", "END:VALARM",
        "end:vevent", "begin:vevent", "SUMMARY:B", "BEGIN:VALARM", "END:VALARM", "end:vevent", "END:VCALENDAR", "",
      ])
  }

  @Test func `an answer that leaves out objects that were asked for is no answer`() throws {
    let rig = try Rig()
    rig.answer(Self.home, Self.list("t1"), Self.multi(Self.object("/home/ours/a", "A", "1")))
    rig.wait()
    let changes = ["b", "c"].map { Self.response("/home/ours/\($0)", "<d:getetag>1</d:getetag>") }.joined()
    rig.answer(Self.list("t2"), Self.multi(changes, token: "t2"), Self.multi(Self.object("/home/ours/b", "B", "1")))
    #expect(rig.failure?.hasPrefix("expected 2 objects of a calendar, found 1") == true)
    #expect(rig.content.contains("SUMMARY:A") && !rig.content.contains("SUMMARY:B"))
  }

  private static let faults: [(answers: [(Int, String, String)], words: String)] = [
    ([(401, "", "")], "it answered 401 (it wants a password or token)"),
    ([(404, "", ""), (404, "", "")], "expected calendars (CalDAV) at this address, found none; it answered 404"),
    ([(200, "Content-Type: text/html\r\n", "<!DOCTYPE html><p>Hotel")], "login page"),
    ([(503, "Retry-After: 600\r\n", "")], "it answered 503 (the server has a fault); it asks to wait for 600 s"),
    ([(302, "Location: https://evil.example/\r\n", "")], "to another host, which would get the password"),
    ([home, (207, "", "<multistatus xmlns='DAV:'><response>")], "expected an answer of CalDAV"),
    ([home, (207, "", "{}")], "expected an answer of CalDAV"),
    ([home, multi("")], "the account has no calendar"),
    ([home, list("t"), (500, "", "")], "it answered 500 (the server has a fault)"),
    (
      [home, list("t"), (207, "", "<!DOCTYPE a [<!ENTITY b 'c'>]><multistatus xmlns='DAV:'/>")],
      "expected no entities of its own"
    ),
  ]

  @Test(arguments: faults.indices)
  func `a fault is named, what was known stays, and the next attempt begins anew`(_ index: Int) throws {
    let rig = try Rig()
    rig.answer(Self.home, Self.list("t0"), Self.multi(Self.object("/home/ours/a", "A", "1")))
    let before = rig.content
    rig.rig.restart()
    rig.rig.fetcher.follow([SourceRequest(rig.source, limitBytes: 1 << 20) { _ in nil }])
    rig.wait()
    for answer in Self.faults[index].answers { rig.answer(answer) }
    #expect(rig.failure?.contains(Self.faults[index].words) == true, "\(rig.failure ?? "none")")
    #expect(rig.content == before)
    rig.wait()
    // Where the calendars are is known once it was found.
    if Self.faults[index].answers.count < 2 || Self.faults[index].answers[0].0 != 207 { rig.answer(Self.home) }
    rig.answer(Self.list("t1"), Self.multi(Self.object("/home/ours/b", "B", "1")))
    #expect(rig.failure == nil && rig.content.contains("SUMMARY:B"))
  }

  @Test func `mutations of an answer do no harm`() throws {
    let whole = Array(
      (Self.list("t1").2 + Self.multi(Self.object("/home/ours/a", "A", "1") + Self.gone("/b"), token: "t").2).utf8)
    var random = SeededNumbers(seed: 5)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place...].prefix(60), at: Int.random(in: bytes.indices, using: &random))
        }
        if bytes.isEmpty { bytes = whole }
      }
      guard let answer = try? DAVAnswer(bytes) else { continue }
      let calendars = answer.resources.compactMap { DAVCalendar($0, url: "https://dav.example.org\($0.href)") }
      _ = DAVCalendar.stream(
        calendars.map { calendar in
          var filled = calendar
          for resource in answer.resources {
            filled.items[resource.href] = DAVCalendar.Item(
              tag: nil, text: resource.texts[.data] ?? "BEGIN:\nEND:\nEND:")
          }
          return filled
        })
    }
  }

  @Test func `redirects end`() throws {
    let rig = try Rig()
    for step in 0...5 { rig.answer((302, "Location: /loop\(step)\r\n", "")) }
    #expect(rig.failure == "expected at most 5 redirects, found more")
  }

  @Test func `nothing secret is in what is kept or said`() throws {
    let rig = try Rig()
    let events = rig.answer(Self.home, Self.list("t1"), Self.multi(Self.object("/home/ours/a", "A", "1")))
    var texts = ["\(events)", "\(rig.rig.fetcher.records)", rig.source.publicName, rig.source.key!]
    for file in FileManager.default.enumerator(atPath: rig.rig.folder.root)?.allObjects as? [String] ?? [] {
      texts.append(
        String(
          decoding: FileManager.default.contents(atPath: rig.rig.folder.root + "/" + file) ?? Data(), as: UTF8.self))
    }
    #expect(texts.allSatisfy { !$0.contains("s3cret") && !$0.contains(Data("me:s3cret".utf8).base64EncodedString()) })
  }
}
