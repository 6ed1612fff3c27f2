import AfterglowDocuments
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

private func read(_ text: String) throws -> Feed { try Feed(bytes: Array(text.utf8), file: "news.xml") }

private func problem(_ text: String) -> String? {
  do {
    _ = try read(text)
    return nil
  } catch {
    return (error as? DocumentError)?.problems.first?.description ?? "\(error)"
  }
}

private func rss(_ items: String, head: String = "<title>Post</title>") -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel>\(head)\(items)</channel></rss>"
}

private func item(_ title: String) -> String { "<item><title>\(title)</title></item>" }

private func atom(_ entries: String) -> String {
  "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Post</title>\(entries)</feed>"
}

private func utc(_ date: Date?) -> String? { date?.formatted(.iso8601) }

/// Feeds in the shapes that their specifications have, and in those that servers send.
@Suite struct FeedTests {
  @Test func `dates that cannot be read are named once, with their number`() throws {
    func dated(_ date: String) -> String { "<item><title>A</title>\n<pubDate>\(date)</pubDate></item>" }
    let good = dated("Sat, 21 Nov 2026 10:00:00 +0000")
    let feed = try read(rss(good + dated("21.11.2026") + dated("22.11.2026")))
    #expect(
      feed.dateAdvice?.description
        == "news.xml:4:1: the date \"21.11.2026\" cannot be read (2 items); write dates such as Sat, 21 Nov 2026 10:00:00 "
        + "+0000")
    #expect(try read(rss(good + dated("") + item("B"))).dateAdvice == nil)
  }

  @Test func `dates of a JSON Feed that cannot be read are named once, with their place and number`() throws {
    func feed(_ items: String...) -> String {
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\n\(items.joined(separator: ",\n"))]}"
    }
    func dated(_ dates: String) -> String { "{\"title\": \"A\", \(dates)}" }
    let good = dated("\"date_published\": \"2026-11-21T10:00:00Z\"")
    let bad = try read(
      feed(good, dated("\"date_published\": \"21.11.2026\""), dated("\"date_modified\": \"yesterday\"")))
    #expect(bad.items.map { utc($0.date) } == ["2026-11-21T10:00:00Z", nil, nil])
    #expect(
      bad.dateAdvice?.description
        == "news.xml:3:34: the date \"21.11.2026\" cannot be read (2 items); write dates such as 2026-11-21T10:00:00Z")
    // The date of the last change stands in for one of publication that cannot be read, and seconds are a date.
    let changed = try read(
      feed(dated("\"date_published\": \"soon\", \"date_modified\": \"2026-11-21T11:00:00Z\"")))
    #expect(utc(changed.items[0].date) == "2026-11-21T11:00:00Z" && changed.dateAdvice == nil)
    let none = try read(
      feed(good, dated("\"date_published\": \"\""), dated("\"date_published\": null"), "{\"title\": \"B\"}"))
    #expect(none.items.count == 4 && none.dateAdvice == nil)
  }

  @Test func `RSS 2 is read`() throws {
    let feed = try read(
      rss(
        """
        <image><title>Not this</title></image>
        <item><title>Star City</title><link>http://liftoff.msfc.nasa.gov/news/2003/news-starcity.asp</link>
        <description>How do Americans get ready to work with Russians?</description>
        <pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate><guid>x#573</guid></item>
        <item><description>Sky watchers in Europe will see a partial eclipse.</description></item>
        """, head: "<title>Liftoff News</title><lastBuildDate>Tue, 10 Jun 2003 09:41:01 GMT</lastBuildDate>"))
    #expect(feed.title == "Liftoff News")
    #expect(utc(feed.date) == "2003-06-10T09:41:01Z")
    #expect(feed.items.map(\.title) == ["Star City", "Sky watchers in Europe will see a partial eclipse."])
    #expect(feed.items[0].link == "http://liftoff.msfc.nasa.gov/news/2003/news-starcity.asp")
    #expect(feed.items[0].summary == "How do Americans get ready to work with Russians?")
    #expect(utc(feed.items[0].date) == "2003-06-03T09:39:21Z")
  }

  @Test func `RSS 1 is read, whose items are beside their channel`() throws {
    let feed = try read(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
       xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="http://www.xml.com/xml/news.rss"><title>XML.com</title><items><rdf:Seq/></items></channel>
      <image><title>Not this</title></image>
      <item rdf:about="a"><title>Processing Inclusions with XSLT</title><link>http://xml.com/p.html</link>
      <dc:date>2000-08-09T12:00:00+02:00</dc:date></item></rdf:RDF>
      """)
    #expect(feed.title == "XML.com")
    #expect(feed.items.map(\.title) == ["Processing Inclusions with XSLT"])
    #expect(utc(feed.items[0].date) == "2000-08-09T10:00:00Z")
  }

  @Test(arguments: ["", "atom:"]) func `Atom is read, with and without a prefix`(prefix: String) throws {
    let text = """
      <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Example</title>
      <updated>2003-12-13T18:30:02Z</updated>
      <entry><title type="html">Less: &lt;em&gt; &amp;amp;lt; &lt;/em&gt;</title><link rel="enclosure" href="no"/>
      <link href="http://example.org/a"/><id>urn:a</id><updated>2003-12-14T00:00:00Z</updated>
      <published>2003-12-13T08:29:29-04:00</published><author><name>No</name></author></entry>
      <entry><title type="text">Use of &lt;b&gt; in HTML</title><id>urn:b</id><updated>2003-12-13T18:30:02.25Z</updated>
      <source><title>Elsewhere</title><id>c</id></source></entry>
      <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b><br/>line</div></title></entry>
      </feed>
      """
    let prefixed = text.replacing(#/<(\/?)([a-z])/#) { "<\($0.1)\(prefix)\($0.2)" }
      .replacing("xmlns=", with: prefix.isEmpty ? "xmlns=" : "xmlns:atom=")
    let feed = try read(prefixed)
    #expect(feed.title == "Example")
    #expect(feed.items.map(\.title) == ["Less: <", "Use of <b> in HTML", "A bold line"])
    #expect(feed.items.map(\.link) == ["http://example.org/a", "urn:b", nil])
    #expect(feed.items.map(\.source) == [nil, "Elsewhere", nil])
    #expect(
      feed.items.map { utc($0.date) } == ["2003-12-13T12:29:29Z", "2003-12-13T18:30:02Z", nil])
  }

  @Test func `a text of Atom keeps its ampersands, and an item of HTML alone has its words`() throws {
    let feed = try read(atom("<entry><title type=\"text\">Salt &lt; 4 g &amp;amp; more</title><id>a</id></entry>"))
    #expect(feed.items.map(\.title) == ["Salt < 4 g &amp; more"])
    let json = try read(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "Shop",
       "items": [{"id": "h", "content_html": "<p>Open <b>again</b> on Monday</p>"}]}
      """)
    #expect(json.items.map(\.title) == ["Open again on Monday"])
  }

  @Test func `a byte order mark and blank lines before the declaration are no fault`() throws {
    let text = rss(item("Bridge opens"))
    for start in ["\u{FEFF}", "\n\n", "\u{FEFF}\r\n \t\n"] {
      #expect(try read(start + text).items.map(\.title) == ["Bridge opens"], "\(start.debugDescription)")
    }
  }

  @Test func `JSON Feed is read, and other JSON is none`() throws {
    let feed = try read(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "My Feed", "_x": [1],
       "items": [{"id": "2", "content_text": "A second\\nitem.", "url": "https://e.org/2", "extra": null},
        {"id": 1, "title": "First", "content_html": "<p>Hello,&nbsp;world!</p>", "date_published":
         "2010-02-07T14:04:00-05:00"}, {"id": "3"}]}
      """)
    #expect(feed.title == "My Feed")
    #expect(feed.items.map(\.title) == ["A second item.", "First"])
    #expect(feed.items.map(\.summary) == [nil, "Hello, world!"])
    #expect(feed.items.map(\.link) == ["https://e.org/2", "1"])
    #expect(utc(feed.items[1].date) == "2010-02-07T19:04:00Z")
    #expect(
      problem("{\"version\": 2, \"items\": []}")
        == "news.xml:1:1: expected a feed (RSS, Atom or JSON Feed with its \"version\"), found another JSON document")
    #expect(problem("{\"version\": \"https://jsonfeed.org/version/1\"}")?.contains("expected a list") == true)
  }

  @Test func `a title of JSON Feed may have references of HTML, its plain text has none`() throws {
    let feed = try read(
      """
      {"version": "https://jsonfeed.org/version/1.1", "items": [
        {"id": "1", "title": "Fish &amp; chips", "content_text": "Write &amp; for an ampersand"}]}
      """)
    #expect(feed.items.map(\.title) == ["Fish & chips"])
    #expect(feed.items.map(\.summary) == ["Write &amp; for an ampersand"])
  }

  // MARK: what servers send

  @Test(arguments: [
    ("AT&T &amp; others", "AT&T & others"), ("Caf&eacute; &nbsp;ouvert", "Café ouvert"),
    ("<![CDATA[Don&#8217;t <b>panic</b> & carry on]]>", "Don’t panic & carry on"),
    ("Tom &amp;amp; Jerry", "Tom & Jerry"), ("Don&#146;t", "Don’t"), ("It&amp;#8217;s", "It’s"),
    ("a < b".replacing("<", with: "&lt;"), "a < b"), ("One<b>two</b>", "Onetwo"), ("  Two\n  lines ", "Two lines"),
    ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;", "One Two"), ("R&D budgets; and more", "R&D budgets; and more"),
    ("A&#0;B &#x1F; C", "A B C"), ("A\u{1}B\u{202E}C", "A B C"), ("Family 👨‍👩‍👧", "Family 👨‍👩‍👧"),
    ("&lt;script&gt;x()&lt;/script&gt;Real", "Real"), ("&unknown; thing", "&unknown; thing"),
    ("&lt;!-- no --&gt;Yes", "Yes"), ("5 &gt; 3 &amp;&amp; 2 &lt; 4", "5 > 3 && 2 < 4"),
    ("Smith&#X2019;s &Omega; &amp;rarr; &frac34; &NotEqualTilde;", "Smith’s Ω → ¾ ≂̸"),
    ("Fish &chips; &amp;peas; &#more; &amp;#+38;", "Fish &chips; &peas; &#more; &#+38;"),
    ("Rust&lt;T&gt; &amp; a std::map&lt;int, T&gt; of &lt;strings", "Rust<T> & a std::map<int, T> of <strings"),
    ("A map&lt;std::string, int&gt; and a &lt;class T = int&gt;", "A map<std::string, int> and a <class T = int>"),
    ("How &lt;template&gt; works in C++", "How <template> works in C++"),
    ("A&lt;template&gt;hidden&lt;/template&gt;B &lt;style media=x&gt;p {}", "A B"),
    ("&lt;o:p&gt;Word&lt;/o:p&gt; &lt;amp-img src='a'&gt;&lt;fb size=\"1\"&gt;x&lt;/fb&gt;", "Word x"),
    ("Donau&shy;dampf&#8203;schiff", "Donaudampfschiff"),
  ])
  func `a title is one line of plain text`(written: String, shown: String) throws {
    #expect(try read(rss(item(written))).items.map(\.title) == [shown])
    try TextContent.expectDrawn(shown)
  }

  @Test func `every name of HTML is found, and no other`() {
    let names = HTMLEntities.names
    #expect(names.count == 2125 && Set(names).count == 2125)
    for name in names { #expect(HTMLEntities.text(named: name)?.isEmpty == false, "\(name)") }
    for name in ["", "A", "AMp", "amp=", "Aacut", "zzzz", "26", " ", "é"] {
      #expect(HTMLEntities.text(named: name) == nil, "\(name)")
    }
    for (name, text) in [("AElig", "Æ"), ("amp", "&"), ("nbsp", "\u{A0}"), ("Afr", "𝔄"), ("zwnj", "\u{200C}")] {
      #expect(HTMLEntities.text(named: name) == text, "\(name)")
    }
  }

  @Test func `many pieces of tags are read in steps that grow with the text alone`() throws {
    for piece in ["&lt;template&gt;", "&lt;T", "&lt;a", "&lt;x y=", "&chips;"] {
      let title = String(repeating: piece, count: 20_000)
      #expect(try read(rss(item("Start " + title))).items[0].title.hasPrefix("Start"), "\(piece)")
    }
  }

  @Test func `a headline of any length ends at a word`() throws {
    let title = try read(rss(item(Array(repeating: "word", count: 500).joined(separator: " ")))).items[0].title
    #expect(title.count <= 240 && title.hasSuffix("word…"))
    #expect(try read(rss(item(String(repeating: "x", count: 5000)))).items[0].title.count == 240)
  }

  @Test(arguments: [
    "<item><title/></item>", "<item></item>",
    "<item><title> </title><description><![CDATA[<img src='x'>]]></description></item>",
  ])
  func `an item without words is none`(text: String) throws {
    #expect(try read(rss(text + "<item><title>Good</title></item>")).items.map(\.title) == ["Good"])
    // Items that are all refused do not look like a day without news.
    #expect(problem(rss(text)) == "news.xml:1:1: expected a title or a text in an item of the feed, found 1 without")
    #expect(try read(rss("")).items.isEmpty)
  }

  @Test func `a JSON Feed whose items are all without words is refused`() throws {
    func feed(_ items: String) -> String {
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\(items)]}"
    }
    #expect(problem(feed("{\"id\": \"1\"}, 2, null"))?.hasSuffix("found 3 without") == true)
    #expect(try read(feed("{\"id\": \"1\"}, {\"title\": \"Good\"}")).items.map(\.title) == ["Good"])
    #expect(try read(feed("")).items.isEmpty)
  }

  @Test func `the newest date of several is not the one of publication`() throws {
    let text =
      "<item><title>A</title><dc:date>2026-11-20T01:00:00Z</dc:date><pubDate>Fri, 20 Nov 2026 02:00 GMT</pubDate>"
      + "<atom:updated>2026-11-21T00:00:00Z</atom:updated></item>"
    #expect(utc(try read(rss(text)).items[0].date) == "2026-11-20T02:00:00Z")
  }

  @Test func `a paper that collects others' news does not repeat their names`() throws {
    let text = "<item><title>Tram runs early - City Courier</title><source url=\"x\">City Courier</source></item>"
    let found = try read(rss(text)).items[0]
    #expect(found.title == "Tram runs early" && found.source == "City Courier")
  }

  // MARK: encodings

  private static let title = "Žluťoučký kůň"

  @Test(arguments: [
    ("UTF-8", String.Encoding.utf8), ("iso-8859-1", .utf8), ("utf-16", .utf16), ("utf-16", .utf16LittleEndian),
    ("UTF-16", .utf16BigEndian), ("iso-8859-2", .isoLatin2), ("windows-1250", .windowsCP1250),
  ])
  func `an encoding is what it is, whatever it is called`(name: String, encoding: String.Encoding) throws {
    let text = rss(item(Self.title)).replacing("UTF-8", with: name)
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    #expect(try Feed(bytes: bytes, file: "n").items.map(\.title) == [Self.title])
  }

  @Test func `a feed that gzip has compressed is named as such`() {
    let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x04, 0]
    let error = #expect(throws: DocumentError.self) { try Feed(bytes: bytes, file: "n") }
    #expect(
      error?.problems.map(\.description) == [
        "n:1:1: expected UTF-8 text, found data compressed with gzip; unpack it, for example with gunzip"
      ])
  }

  @Test func `bytes that are not what they are called are Windows-1252`() throws {
    let bytes = Array(rss(item("Caf? ?so?")).utf8)
    let marks: [UInt8] = [0xE9, 0x93, 0x94]
    var left = marks[...]
    // The first question marks are those of the declaration.
    let start = try #require(bytes.firstIndex(of: UInt8(ascii: "C")))
    let replaced = bytes.enumerated().map { index, byte in
      index > start && byte == UInt8(ascii: "?") ? left.popFirst() ?? byte : byte
    }
    #expect(try Feed(bytes: replaced, file: "n").items.map(\.title) == ["Café “so”"])
  }

  /// As browsers read it: ISO-8859-1 has control characters there.
  @Test func `what is called ISO-8859-1 may have the signs of Windows-1252`() throws {
    let signs = [UInt8(ascii: "~"): UInt8(0x96), UInt8(ascii: "^"): 0x80]
    let text = rss(item("Weeks 30 ~ 31, ^5")).replacing("UTF-8", with: "ISO-8859-1")
    let feed = try Feed(bytes: text.utf8.map { signs[$0] ?? $0 }, file: "n")
    #expect(feed.items.map(\.title) == ["Weeks 30 – 31, €5"])
  }

  @Test func `an encoding of another script is read, and one that is not known is refused`() throws {
    let text = rss(item("夜行列車が戻る")).replacing("UTF-8", with: "Shift_JIS")
    let bytes = [UInt8](try #require(text.data(using: .shiftJIS)))
    #expect(try Feed(bytes: bytes, file: "n").items.map(\.title) == ["夜行列車が戻る"])
    var unknown = Array(rss(item("?")).replacing("UTF-8", with: "x-klingon").utf8)
    unknown[try #require(unknown.lastIndex(of: UInt8(ascii: "?")))] = 0xE9
    let error = #expect(throws: DocumentError.self) { try Feed(bytes: unknown, file: "n") }
    #expect(
      error?.problems.map(\.description) == ["n:1:1: expected UTF-8 or another known encoding, found \"x-klingon\""])
  }

  // MARK: dates

  @Test(arguments: [
    ("Tue, 10 Jun 2003 04:00:00 GMT", "2003-06-10T04:00:00Z"), ("10 Jun 03 04:00 EST", "2003-06-10T09:00:00Z"),
    ("Tue, 10 June 2003 04:00:00 +0200", "2003-06-10T02:00:00Z"),
    ("Tue,10 Jun 2003 4:00:00 PDT", "2003-06-10T11:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 +02:00", "2003-06-10T02:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 Z", "2003-06-10T04:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 CEST", "2003-06-10T02:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 GMT+1", "2003-06-10T03:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 XYZ", "2003-06-10T04:00:00Z"),
    ("ven., 21 nov. 2003 06:50:00 +0100", "2003-11-21T05:50:00Z"),
    ("Di, 10 Jun 2003 04:00:00 -0330", "2003-06-10T07:30:00Z"),
    ("Jun 10, 2003 04:00", "2003-06-10T04:00:00Z"), ("10 Jun 2003", "2003-06-10T00:00:00Z"),
    ("2003-06-10T04:00:00Z", "2003-06-10T04:00:00Z"), ("2003-06-10T04:00:00.123+0200", "2003-06-10T02:00:00Z"),
    ("2003-06-10 04:00:00 -05:00", "2003-06-10T09:00:00Z"), ("2003-06-10 04:00:00", "2003-06-10T04:00:00Z"),
    ("2003-06-10", "2003-06-10T00:00:00Z"), ("Tue, 10 Jun 2003 04:00:00 +0000 (UTC)", "2003-06-10T04:00:00Z"),
    ("Tue, 10 Jun 2003 04:00:00 GMT+02:00", "2003-06-10T02:00:00Z"), ("1055217600", "2003-06-10T04:00:00Z"),
    (" 1055217600000 ", "2003-06-10T04:00:00Z"), ("2003-06-10T04:00:00.123456+00:00", "2003-06-10T04:00:00Z"),
  ])
  func `dates are read as they are written`(written: String, instant: String) {
    #expect(utc(FeedDate.of(written)) == instant)
  }

  @Test(arguments: [
    "", "yesterday", "Tue, 31 Feb 2003 04:00:00 GMT", "10 Foo 2003", "99 Jun 2003", "2003-13-01", "1 2 3", "20030610",
    "10 Mai 2003 06:50:00 +0200", "6/10/2003 7:20 AM", "10552176000", "9999999999999999999",
  ])
  func `what is no date is none`(written: String) { #expect(FeedDate.of(written) == nil) }

  // MARK: refusals

  @Test(arguments: [
    ("<html><body></body></html>", "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a web page"),
    (
      "<!DOCTYPE html><link rel=alternate type=\"application/rss+xml\" href=\"https://a.org/feed\"><p>",
      "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a web page; its feed is https://a.org/feed"
    ),
    (
      "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
      "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a calendar; show it with \"kind: calendar\""
    ),
    (
      "<opml/>",
      "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a list of feeds (OPML); name the address of a feed in it"
    ),
    (
      "<?xml version=\"1.0\"?>\n<!-- mine -->\n<opml version=\"2.0\"><body><outline text=\"Papers\">\n"
        + "<outline type=\"rss\" xmlUrl=\"https://a.org/feed?a=1&amp;b=2\"/></outline></body></opml>",
      "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a list of feeds (OPML); name the address of a feed in "
        + "it, such as https://a.org/feed?a=1&b=2"
    ),
    (
      "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url/></urlset>",
      "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found a map of a web site (sitemap); it has addresses and no "
        + "headlines: name the address of the site's RSS or Atom feed"
    ),
    ("<svg/>", "news.xml:1:1: expected a feed (rss, rdf:RDF or feed), found \"svg\""),
    ("", "news.xml:1:1: the file is empty"), (" \n", "news.xml:1:1: the file is empty"),
    ("<rss><channel>\n<item></channel>", "news.xml:2:9: expected well-formed XML, found \"mismatched tag\""),
  ])
  func `what is no feed is refused with its place`(text: String, message: String) {
    #expect(problem(text) == message)
  }

  @Test func `a feed without items is advised on`() throws {
    let empty = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}"
    for text in [rss(""), atom(""), empty] {
      #expect(
        try read(text).emptyAdvice(file: "news.xml")?.description
          == "news.xml:1:1: the feed has no items, so that no news is shown; if it should have some, check its address"
      )
    }
    #expect(try read(rss(item("A"))).emptyAdvice(file: "news.xml") == nil)
  }

  /// A transfer that was cut leaves no feed of fewer news.
  @Test func `half a feed is refused`() throws {
    let whole = Array(rss((0..<20).map { item("Headline \($0)") }.joined()).utf8)
    for count in stride(from: 0, to: whole.count - 1, by: 37) {
      #expect(throws: DocumentError.self) { try Feed(bytes: Array(whole[..<count]), file: "n") }
    }
  }

  @Test func `entities that multiply are refused at their declaration`() {
    var text = "<!DOCTYPE rss [<!ENTITY a \"ha\">"
    for (name, last) in zip("bcdefghij", "abcdefghi") {
      text += "<!ENTITY \(name) \"" + String(repeating: "&\(last);", count: 10) + "\">"
    }
    text += "]><rss><channel><item><title>&j;</title></item></channel></rss>"
    #expect(problem(text)?.hasSuffix("expected no entities of its own, found a declaration of one") == true)
    let outside = "<!DOCTYPE rss [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><rss><channel/></rss>"
    #expect(problem(outside)?.contains("expected no entities") == true)
  }

  @Test func `depth and numbers are bounded`() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(problem("<rss><channel>" + deep)?.contains("expected at most 256 levels of elements") == true)
    let many = try read(rss((0..<5000).map { item("Headline \($0)") }.joined()))
    #expect(many.items.count == Feed.maximumItemCount)
    let long = try read(rss(item(String(repeating: "y ", count: 1_000_000))))
    #expect(long.items[0].title.count <= Feed.maximumTitleCount)
  }

  @Test func `an external document type is not loaded, and its entities are HTML's`() throws {
    let type =
      "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://my.netscape.com/rss.dtd\">"
    #expect(try read(type + "<rss><channel>\(item("&copy; Caf&eacute;"))</channel></rss>").items[0].title == "© Café")
  }

  /// Whatever bytes a server sends: an answer, soon, and only such titles as can be drawn.
  @Test func `no mutation of a feed does harm`() throws {
    let samples = [
      rss(
        "<item><title><![CDATA[A & <b>B</b>]]></title><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate></item>"
          + item("C &amp; &eacute; &#8217;")),
      atom(
        "<entry><title type=\"xhtml\"><div>A<br/>B</div></title><link href=\"x\"/><updated>2003-12-13T18:30:02Z</updated></entry>"
      ),
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "A", "content_html": "<p>B"}]}"#,
    ].map { Array($0.utf8) }
    let pieces = [
      "<", ">", "&", ";", "]]>", "<![CDATA[", "<!--", "\"", "<item>", "</title>", "&#x", "\u{0}", "é", "<?",
      "<!DOCTYPE a [", "%",
    ]
    var random = SeededNumbers(seed: 7)
    var readCount = 0
    for round in 0..<6000 {
      var bytes = samples[round % samples.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(contentsOf: Array(pieces.randomElement(using: &random)!.utf8), at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
        }
      }
      guard let feed = try? Feed(bytes: bytes, file: "n") else { continue }
      readCount += 1
      for item in feed.items {
        #expect(!item.title.isEmpty && item.title.count <= Feed.maximumTitleCount)
        #expect(ScalarText.isOneLine(item.title))
        if let date = item.date { #expect(abs(date.timeIntervalSince1970) < 1e12) }
      }
    }
    // Else the mutations would have shown nothing.
    #expect((300...5500).contains(readCount), "\(readCount)")
  }
}
