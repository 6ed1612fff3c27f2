import Afterglow
import AfterglowDocuments
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Several feeds as one.
@Suite struct NewsDigestTests {
  private let now = Date(timeIntervalSince1970: 1_795_255_775)

  private func feed(_ title: String, _ items: [(String, Double?, String?)]) -> Feed {
    var feed = Feed(title: title)
    feed.items = items.map { NewsItem(title: $0.0, date: $0.1.map { now - $0 * 60 }, link: $0.2) }
    return feed
  }

  private func titles(_ feeds: [Feed], count: Int = 24) -> [String] {
    NewsDigest(feeds.map { NewsDigest.Part(feed: $0) }, at: now, count: count).items.map(\.title)
  }

  @Test func `the newest comes first, whatever feed it is from`() {
    let all = titles([feed("A", [("one", 30, nil), ("two", 5, nil)]), feed("B", [("three", 10, nil)])])
    #expect(all == ["two", "three", "one"])
    #expect(titles([feed("A", [("one", 30, nil), ("two", 5, nil)])], count: 1) == ["two"])
  }

  @Test func `what has no date stays behind the one before it`() {
    let undated = feed("A", [("one", 5, nil), ("two", nil, nil), ("three", nil, nil)])
    #expect(
      titles([undated, feed("B", [("old", 500, nil), ("new", 1, nil)])]) == ["new", "one", "two", "three", "old"])
    #expect(titles([feed("A", [("one", nil, nil), ("two", nil, nil)])]) == ["one", "two"])
  }

  @Test func `the same news is shown once, its newest form`() {
    let all = titles([
      feed(
        "A",
        [
          ("Ferries sail again", 30, "http://www.example.org/a/?utm_source=rss#top"),
          ("Other", 40, "https://e.org/?id=1"),
        ]),
      feed(
        "B",
        [
          ("Ferries sail, again!", 5, "https://b.org/x"), ("Another headline", 6, "https://example.org/a"),
          ("More", 50, "https://e.org/?id=2"),
        ]),
    ])
    // The first is the second's by address, and the third's by its words.
    #expect(all == ["Ferries sail, again!", "Another headline", "Other", "More"])
  }

  @Test func `an item of the future does not lead the list, and takes its place when its date has come`() {
    let parts = [
      NewsDigest.Part(
        feed: feed("A", [("planned", -660, nil), ("old", 90, nil), ("later", -720, nil), ("older", 95, nil)])),
      NewsDigest.Part(feed: feed("B", [("new", 1, nil)])),
    ]
    let digest = NewsDigest(parts, at: now, count: 5)
    #expect(digest.items.map(\.title) == ["new", "old", "planned", "later", "older"])
    // Its age is "now" until then, and does not grow.
    #expect(digest.items[2].date == now + 660 * 60)
    #expect(digest.changeDate == now + 660 * 60 - NewsDigest.skewSeconds)
    let then = NewsDigest(parts, at: now + 660 * 60, count: 5)
    #expect(then.items.first?.title == "planned")
    // A calendar of events has no other items.
    #expect(titles([feed("A", [("fair", -3000, nil)]), feed("B", [("old", 5000, nil)])]) == ["old", "fair"])
  }

  @Test func `a feed whose clock is a little ahead has new items`() {
    let digest = NewsDigest(
      [NewsDigest.Part(feed: feed("A", [("ahead", -4, nil)])), NewsDigest.Part(feed: feed("B", [("b", 1, nil)]))],
      at: now, count: 5)
    #expect(digest.items.map(\.title) == ["ahead", "b"])
    #expect(digest.items[0].date == now + 240 && digest.changeDate == nil)
  }

  @Test func `a source has the scene's name, else its own, else its feed's`() {
    var own = feed("Feed", [("a", 1, nil), ("b", 2, nil)])
    own.items[1].source = "Own"
    func names(_ name: String?) -> [String?] {
      NewsDigest([NewsDigest.Part(feed: own, name: name)], at: now, count: 5).items.map(\.source)
    }
    #expect(names(nil) == ["Feed", "Own"])
    #expect(names("Scene") == ["Scene", "Scene"])
  }

  @Test func `any mixture is in order, without doubles, and no longer than asked for`() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<300 {
      let feeds = (0..<Int.random(in: 0...4, using: &random)).map { index in
        feed(
          "F\(index)",
          (0..<Int.random(in: 0...9, using: &random)).map { _ in
            (
              "Headline number \(Int.random(in: 0...12, using: &random))",
              Bool.random(using: &random) ? Double.random(in: -10...3000, using: &random) : nil,
              Bool.random(using: &random) ? "https://e.org/\(Int.random(in: 0...9, using: &random))" : nil
            )
          })
      }
      let items = NewsDigest(feeds.map { NewsDigest.Part(feed: $0) }, at: now, count: 6).items
      #expect(items.count <= 6)
      let dates = items.compactMap(\.date)
      // Those of the future stand behind others.
      let past = dates.filter { $0 < now }
      #expect(past == past.sorted(by: >))
      #expect(Set(items.map(\.title)).count == items.count)
      #expect(Set(items.compactMap(\.link)).count == items.compactMap(\.link).count)
    }
  }

  // MARK: scenes

  private func use(_ configuration: [String: ConfigurationValue], folder: URL? = nil) -> WidgetUse {
    WidgetUse(kind: "news", configuration: configuration, folder: folder)
  }

  @Test func `a scene names one feed or several`() throws {
    let sources: ConfigurationValue = [
      "https://example.org/a.xml", ["url": "https://example.org/b.xml", "every": 600, "name": "B"],
      ["file": "c.xml", "name": "C"],
    ]
    let several = use(["sources": sources], folder: URL(fileURLWithPath: "/boards/none"))
    let requests = WidgetGallery.builtIn.sources(of: several)
    #expect(requests.map(\.pauseSeconds) == [900, 600])
    #expect(requests.allSatisfy { $0.maximumByteCount == 4 << 20 })
    #expect(requests[0].refusal(of: Array("<rss><channel/></rss>".utf8)) == nil)
    #expect(requests[0].refusal(of: Array("{}".utf8)) != nil)
    #expect(WidgetGallery.builtIn.files(of: several).last == "/boards/none/c.xml")
    let intent = try NewsIntent(configuration: ["sources": sources])
    #expect(intent.all.map(\.name) == ["", "B", "C"])
    #expect(throws: ConfigurationError.self) { try NewsIntent(configuration: ["sources": sources, "source": "x.xml"]) }
    #expect(throws: ConfigurationError.self) { try NewsIntent(configuration: ["sources": [["name": "B"]]]) }
    #expect(throws: ConfigurationError.self) { try NewsIntent(configuration: ["sources": []]) }
    for key in ["source", "sources"] {
      let refusal = ConfigurationError(path: ["file"], message: "expected either \"file\" or \"\(key)\", found both")
      #expect(throws: refusal) {
        try NewsIntent(configuration: ["file": "a.xml", key: key == "source" ? "b.xml" : ["b.xml"]])
      }
    }
    #expect(throws: ConfigurationError.self) {
      try NewsIntent(configuration: ["sources": [["url": "https://example.org/b.xml", "nane": "B"]]])
    }
  }

  @Test func `one feed that cannot be read leaves the others`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "news-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<rss><channel><item><title>Good</title></item></channel></rss>".utf8).write(
      to: folder.appending(path: "a.xml"))
    try Data("<rss><channel>".utf8).write(to: folder.appending(path: "b.xml"))
    var context = TimelineProviderContext(family: .systemSmall, displaySize: Size(width: 170, height: 170), date: now)
    context.folder = folder
    let intent = try NewsIntent(configuration: ["sources": ["a.xml", "b.xml", "c.xml"]])
    #expect(try NewsProvider().timeline(for: intent, in: context).entries.map { $0.items.map(\.title) } == [["Good"]])
    let problems = WidgetGallery.builtIn.problems(of: use(["sources": ["a.xml", "b.xml"]], folder: folder))
    #expect(problems.count == 1 && problems[0].file.hasSuffix("b.xml"))
    // An empty feed is no day without news while another feed cannot be read.
    try Data("<rss><channel/></rss>".utf8).write(to: folder.appending(path: "d.xml"))
    let unknown = try NewsIntent(configuration: ["sources": ["d.xml", "b.xml"]])
    #expect(throws: DocumentError.self) { try NewsProvider().timeline(for: unknown, in: context) }
    let planned = "<item><title>Soon</title><pubDate>\((now + 3600).formatted(.iso8601))</pubDate></item>"
    try Data("<rss><channel>\(planned)<item><title>Good</title></item></channel></rss>".utf8).write(
      to: folder.appending(path: "c.xml"))
    let timeline = try NewsProvider().timeline(for: NewsIntent(configuration: ["file": "c.xml"]), in: context)
    #expect(timeline.policy == .after(now + 3600 - NewsDigest.skewSeconds))
    let none = try NewsIntent(configuration: ["file": "b.xml"])
    #expect(throws: DocumentError.self) { try NewsProvider().timeline(for: none, in: context) }
  }
}
