import AfterglowSources
import Foundation
import Testing

/// `source:` as it is written, and what of it may be seen.
@Suite struct ContentSourceTests {
  private func decode(_ json: String) throws -> ContentSource {
    try JSONDecoder().decode(ContentSource.self, from: Data(json.utf8))
  }

  private func message(_ json: String) -> String {
    do {
      return "\(try decode(json))"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test func `text is a path or an address`() throws {
    #expect(try decode(#""data/x.json""#).origin == .file("data/x.json"))
    #expect(try decode(#""https://example.org/x""#).origin == .web(WebAddress(url: .plain("https://example.org/x"))))
    #expect(try decode(#""""#) == .none)
  }

  @Test func `an address of a calendar is asked by https`() throws {
    let plain = try decode(#""https://example.org/a.ics?x=1""#)
    for text in [#""webcal://example.org/a.ics?x=1""#, #"{"url": "WebCals://example.org/a.ics?x=1"}"#] {
      #expect(try decode(text) == plain, "\(text)")
      #expect(try decode(text).key == plain.key)
    }
    #expect(try decode(#""webcalendar.ics""#).origin == .file("webcalendar.ics"))
  }

  @Test func `a mapping has exactly one origin`() throws {
    #expect(try decode(#"{"push": "boiler"}"#).origin == .push("boiler"))
    let program = try decode(#"{"command": ["./tide.py", "-v"], "every": 60, "timeout": 5, "limit": 64}"#)
    #expect(program.origin == .command(["./tide.py", "-v"]))
    #expect([program.everySeconds, program.timeoutSeconds, program.limitKiB] == [60, 5, 64])
    #expect(message(#"{"push": "a", "url": "https://a.org"}"#).contains("found url and push"))
    #expect(message(#"{"every": 60}"#).contains("found none"))
    #expect(message(#"{"url": "https://a.org", "every": 1}"#) == "expected 10 to 604800 s, found 1")
    let minutes = message(#"{"url": "https://a.org", "every": "15m"}"#)
    #expect(minutes == #"expected a whole number of s, from 10 to 604800, found "15m"; write 900"#)
    #expect(message(#"{"url": "https://a.org", "every": "daily"}"#).hasSuffix(#"found "daily""#))
    #expect(message(#"{"url": "https://a.org", "limit": "2 MB"}"#).contains("a whole number of KiB"))
    #expect(message(#"{"command": []}"#).contains("found no program"))
    #expect(message(#"{"push": "../x"}"#).contains("expected a name"))
  }

  /// Also where the rest would be the same as one text.
  @Test func `a misspelt key is refused`() {
    #expect(message(#"{"url": "https://a.org", "evry": 60}"#) == #"unknown key; did you mean "every"?"#)
    #expect(message(#"{"file": "x.json", "colour": "red"}"#).hasPrefix("unknown key; expected one of file, url,"))
    #expect(message(#"{"caldav": "https://a.org", "username": "ana"}"#) == #"unknown key; did you mean "user"?"#)
    #expect(message(#"{"secret": "work"}"#) == "unknown key; write {url: {secret: NAME}}")
  }

  @Test func `a text in place of a list is refused with an example`() {
    #expect(
      message(#"{"command": "./x.sh"}"#)
        == #"expected a list such as [curl, "https://example.org/data.json"], found text; "#
        + "programs are started without a shell")
    #expect(
      message(#"{"caldav": "https://a.org", "calendars": "Family"}"#) == "expected a list such as [Family], found text")
  }

  @Test func `an address is one of the web, without a user`() {
    for text in ["ftp://a.org/x", "https://", "https://a b.org", "https://ü.org/x"] {
      #expect(message("{\"url\": \"\(text)\"}").hasPrefix("expected an address such as"), "\(text)")
    }
    #expect(message(#""https://me:pw@a.org/x""#).hasPrefix("expected an address without a user"))
    #expect(message(#"{"url": "https://me@a.org"}"#).hasPrefix("expected an address without a user"))
  }

  @Test(arguments: [
    ("htp://a.org/x", "http://"), ("htps://a.org/x", "https://"), ("HTTPSS://a.org/x", "https://"),
    ("webcall://a.org/x.ics", "webcal://"), ("https:/a.org/x", "https://"), ("http:a.org/x", "http://"),
    ("https//a.org/x", "https://"), ("www.a.org/x.ics", "https://www.a.org/x.ics"),
  ])
  func `an address with a mistake is no path, and the right one is suggested`(_ text: String, _ meant: String) {
    let hint = "; did you mean \"\(meant)\"?"
    #expect(
      message("\"\(text)\"")
        == "expected a path or an address such as https://example.org/data.json, found \"\(text)\"\(hint)")
    #expect(message("{\"file\": \"\(text)\"}").hasSuffix(hint))
    #expect(message("{\"url\": \"\(text)\"}").hasPrefix("expected an address such as"))
  }

  @Test(arguments: ["caldav", "CalDAVs"])
  func `an address of an account is answered with the mapping`(scheme: String) {
    let text = "\(scheme)://cloud.example.org/dav"
    let hint =
      "found \"\(text)\"; an account is a mapping: {caldav: https://cloud.example.org/dav, user: NAME, password: {secret: NAME}}"
    for value in ["\"\(text)\"", "{\"url\": \"\(text)\"}", "{\"caldav\": \"\(text)\"}", "{\"file\": \"\(text)\"}"] {
      #expect(message(value).hasSuffix(hint), "\(value)")
    }
  }

  @Test(arguments: [
    "https://calendar.google.com/calendar/embed?src=a%40b.org", "webcal://calendar.google.com/calendar/u/0/r",
    "https://calendar.google.com/calendar/u/0?cid=abc", "https://www.google.com/calendar/embed?src=a",
    "https://CALENDAR.google.com",
  ])
  func `a page of Google Calendar is answered with the address of the calendar`(address: String) {
    let words =
      "expected the address of a calendar, found that of a page of Google Calendar; copy the \"Secret address in iCal "
      + "format\" from the calendar's settings in Google Calendar, under \"Integrate calendar\", and keep it as a secret: "
      + "{url: {secret: NAME}}"
    #expect(message("\"\(address)\"") == words && message("{\"url\": \"\(address)\"}") == words)
  }

  @Test func `a page of Outlook's calendar is answered with the address of the calendar`() {
    #expect(
      message("\"https://outlook.office365.com/owa/calendar/a@b.org/c/calendar.html\"")
        == "expected the address of a calendar, found that of a page of Outlook; write calendar.ics in place of "
        + "calendar.html")
  }

  @Test(arguments: [
    "https://calendar.google.com/calendar/ical/a%40b.org/private-1/basic.ics",
    "https://www.google.com/calendar/dav/a/user", "https://outlook.live.com/owa/calendar/a/b/calendar.ics",
    "https://example.org/calendar.google.com/calendar/embed", "https://www.google.com/x.json",
  ])
  func `other addresses are none of a page of a calendar`(address: String) throws {
    #expect(try decode("\"\(address)\"").origin == .web(WebAddress(url: .plain(address))))
  }

  @Test(arguments: [
    ("https://127.0.0.1:99999/x.ics", "99999"), ("https://a.org:0/x", "0"), ("http://[::1]:65536", "65536"),
    ("https://a.org:80a/x", "80a"), ("webcal://a.org:-1/x.ics", "-1"),
  ])
  func `a port that there cannot be is refused`(address: String, port: String) {
    #expect(message("\"\(address)\"") == "expected a port from 1 to 65535, found \(port)")
    #expect(message("{\"caldav\": \"\(address)\"}") == "expected a port from 1 to 65535, found \(port)")
  }

  @Test(arguments: ["https://192.168.1.300/x.json", "http://1.2.3.4.5", "http://10.0.0.256:80/"])
  func `an address of numbers that there cannot be is refused`(address: String) {
    #expect(message("\"\(address)\"").hasPrefix("expected a host, or an address of four numbers from 0 to 255, found "))
    #expect(WebAddress.wrongNumbers(of: "http://192.168.1.30:8080/x") == nil)
    #expect(WebAddress.wrongNumbers(of: "http://1.example.org") == nil)
    #expect(WebAddress.wrongNumbers(of: "http://[::1]") == nil)
  }

  @Test(arguments: [
    ("https://a.org/a b.json", "; it has a space: write %20"), ("https://a.org/é", "; write %C3%A9 for the sign \"é\""),
    ("https://ü.org/x", "; write its host in the letters of ASCII (xn--…)"),
    ("https://a.org/x ", "; remove the space at its beginning or end"),
    (
      "mqtt://a.org/x",
      "; http and https alone are fetched, and a program hands over other content (source: {push: NAME})"
    ),
  ])
  func `what an address cannot have is named with its remedy`(address: String, words: String) {
    #expect(message("{\"url\": \"\(address)\"}").hasSuffix("found \"\(address)\"\(words)"))
  }

  @Test(arguments: ["https://a.org:8443/x", "http://[::1]:80", "http://[::1]/x:y", "https://a.org:/x"])
  func `other addresses have a valid port, or none`(address: String) {
    #expect(WebAddress.wrongPort(of: address) == nil)
  }

  @Test func `another scheme is refused, and a path with a colon is one`() throws {
    #expect(message(#""ftp://a.org/x""#).contains("found \"ftp://a.org/x\"; http and https alone are fetched"))
    #expect(message(#""file:///home/me/a.ics""#).hasSuffix("; write the path alone"))
    for path in ["C:/a.ics", "www.ics", "www.data/a.json", "a:b.json", "https.json", "feeds/http:a.xml"] {
      #expect(try decode("\"\(path)\"").origin == .file(path), "\(path)")
    }
  }

  @Test func `secrets are named, never written`() throws {
    let json =
      #"{"url": "https://a.org/x", "query": {"q": 7, "k": {"secret": "key"}}, "user": "me", "password": {"secret": "pw"}}"#
    let source = try decode(json)
    guard case .web(let address) = source.origin else { return #expect(Bool(false)) }
    #expect(address.query == ["q": .plain("7"), "k": .secret("key")])
    #expect(address.password == "pw")
    let words = "a scene keeps no secret"
    #expect(message(#"{"url": "https://a.org", "bearer": "abc"}"#).hasSuffix(words))
    #expect(message(#"{"url": "https://a.org", "user": "me", "password": "abc"}"#).hasSuffix(words))
    #expect(message(#"{"url": "https://a.org", "headers": {"authorization": "Bearer abc"}}"#).hasSuffix(words))
    #expect(message(#"{"url": "https://a.org", "headers": {"X": "a\nY: b"}}"#).contains("control character"))
    #expect(message(#"{"url": "https://a.org", "bearer": {"secret": "../../etc/shadow"}}"#).contains("expected a name"))
    #expect(message(#"{"url": "https://a.org", "user": "me"}"#).contains("together"))
  }

  @Test(arguments: [
    #""x.json""#, #""https:\/\/a.org\/x?y=1""#, #"{"command":["a","b"],"every":60}"#, #"{"push":"b"}"#,
    #"{"bearer":{"secret":"t"},"headers":{"X":"1"},"limit":9,"url":{"secret":"u"}}"#,
  ]) func `it is written as it was read`(json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(try decode(json)), as: UTF8.self) == json)
  }

  @Test func `equal sources have equal keys, others do not`() throws {
    var quick = try decode(#""https://a.org/x""#)
    quick.everySeconds = 10
    let texts = [
      #""https://a.org/x""#, #""https://a.org/y""#, #"{"url":"https://a.org/x","bearer":{"secret":"a"}}"#,
      #"{"url":"https://a.org/x","headers":{"a":"b"}}"#, #"{"url":"https://a.org/x","query":{"a":"b"}}"#,
      #"{"command":["a","bc"]}"#, #"{"command":["ab","c"]}"#, #"{"push":"a"}"#,
    ]
    let keys = try texts.map { try #require(try decode($0).key) }
    #expect(Set(keys).count == texts.count)
    #expect(quick.key == keys[0])
    for key in keys { #expect(!key.contains("/") && !key.hasPrefix(".")) }
    #expect(try decode(#""x.json""#).key == nil)
  }

  @Test func `a program's name is relative to the board unless it is looked up`() throws {
    let folder = URL(fileURLWithPath: "/boards/one", isDirectory: true)
    let near = try decode(#"{"command":["./tide.py"]}"#)
    #expect(near.resolved(in: folder).origin == .command(["/boards/one/./tide.py"]))
    #expect(near.resolved(in: folder).key != near.resolved(in: URL(fileURLWithPath: "/boards/two")).key)
    let known = try decode(#"{"command":["tide"]}"#)
    #expect(known.resolved(in: folder) == known)
  }

  @Test func `a name for messages has no query`() throws {
    #expect(try decode(#""https://a.org:8443/x?key=1#z""#).publicName == "https://a.org:8443/x")
    #expect(ContentSource.withoutQuery("https://me:pw@a.org/x?y") == "https://a.org/x")
    #expect(try decode(#"{"url":{"secret":"cal"}}"#).publicName == "the secret address \"cal\"")
  }

  @Test func `content is read where it is kept`() throws {
    let folder = SourceFolder(root: "/state")
    let source = try decode(#"{"push":"boiler"}"#)
    #expect(folder.path(of: source, in: nil) == "/state/push-boiler/content")
    #expect(folder.path(of: try decode(#""x.json""#), in: URL(fileURLWithPath: "/b")) == "/b/x.json")
    #expect(folder.path(of: .none, in: nil) == nil)
  }
}
