import AfterglowDocuments
import AfterglowSources
import Foundation

/// One headline.
struct NewsItem: Equatable, Sendable {
  /// One line.
  var title: String
  /// Who says so: the item's own source, else the feed.
  var source: String?
  /// When it was published; nil where the feed does not say.
  var date: Date?
  /// The first words of the text below the headline, on one line.
  var summary: String?
  /// Its address, or whatever names it.
  var link: String?
}

/// What a feed says now: RSS 0.9 to 2.0, Atom 1.0 or JSON Feed 1.1.
struct Feed: Equatable, Sendable {
  var title: String?
  /// When the feed as a whole was made.
  var date: Date?
  /// In the feed's order.
  var items: [NewsItem] = []
  /// A remark on dates that cannot be read; nil = none.
  var dateAdvice: Problem?
  /// Whether older items were left out.
  private(set) var isShortened = false
  /// Later items are of the future, and do not take the place of others.
  var present = Date.distantFuture

  /// Maximum number of items of one feed; a longer feed keeps its newest items, in any place.
  static let maximumItemCount = 300
  /// In characters.
  static let (maximumTitleCount, maximumSummaryCount, maximumSourceCount) = (240, 400, 60)
  /// Characters of a text that stands in place of a title.
  static let maximumTextCount = 140
}

/// The dates of a feed that cannot be read, of items without another one.
struct UnreadDates {
  /// The text of the first of them.
  var first: String
  /// The position of the first of them.
  var position: DocumentPosition
  /// The number of items.
  var count = 1

  /// A remark at the first of them.
  ///
  /// - Parameter example: a date as the feed should have it.
  func advice(example: String, file: String) -> Problem {
    Problem(
      file: file, line: position.line, column: position.column,
      message: "the date \"\(OneLine.of(String(first.prefix(40))) ?? "")\" cannot be read (\(count) "
        + "\(count == 1 ? "item" : "items")); write dates such as \(example)")
  }
}

extension Feed {
  /// Adds an item, and at times leaves out the oldest.
  mutating func add(_ item: NewsItem) {
    items.append(item)
    if items.count >= 4 * Self.maximumItemCount { keepNewest() }
  }

  /// Leaves out all but the newest items.
  mutating func keepNewest() {
    guard items.count > Self.maximumItemCount else { return }
    isShortened = true
    // One without a date, or of the future, stands behind the one before it, as in `NewsDigest`.
    let dates = items.map { item in item.date.flatMap { $0 <= present ? $0 : nil } }
    var order = dates.compactMap(\.self).first ?? .distantPast
    let places = items.indices.map { index in
      order = dates[index] ?? order
      return (index: index, order: order, isFuture: items[index].date != nil && dates[index] == nil)
    }
    let newest = places.sorted { a, b in
      if a.order != b.order { return a.order > b.order }
      return a.isFuture != b.isFuture ? b.isFuture : a.index < b.index
    }
    items = newest.prefix(Self.maximumItemCount).map(\.index).sorted().map { items[$0] }
  }

  /// The problem of a feed whose items are all without words: it must not look like one without news.
  static func wordless(_ count: Int, file: String) -> Problem {
    Problem(
      file: file, line: 1, column: 1,
      message: "expected a title or a text in an item of the feed, found \(count) without")
  }

  /// A remark on a feed without items, which looks like a day without news; nil = it has some.
  func emptyAdvice(file: String) -> Problem? {
    guard items.isEmpty else { return nil }
    return Problem(
      file: file, line: 1, column: 1,
      message: "the feed has no items, so that no news is shown; if it should have some, check its address")
  }

  /// A remark on older items that were left out; nil = none were.
  func lengthAdvice(file: String) -> Problem? {
    guard isShortened else { return nil }
    let limit = "\(Self.maximumItemCount) items"
    return Problem(
      file: file, line: 1, column: 1, message: ReadingCompleteness.remark(on: "the feed", beyond: limit))
  }

  /// The position of a date's text in a feed in XML: that of its line.
  private static func place(ofDate date: String, in bytes: [UInt8]) -> DocumentPosition {
    let text = String(decoding: bytes, as: UTF8.self)
    let place = text.range(of: ">\(date)") ?? text.range(of: date)
    let line = 1 + text[..<(place?.lowerBound ?? text.startIndex)].utf8.count { $0 == 0x0A }
    return DocumentPosition(line: line, column: 1)
  }

  /// Reads a file of at most 4 MiB.
  ///
  /// - Parameter now: of more items than are kept, those of the future do not displace older ones.
  /// - Throws: `DocumentError` with the first place that cannot be read.
  init(path: String, at now: Date = .distantFuture) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .feed), file: path, at: now)
  }

  init(bytes: [UInt8], file: String, at now: Date = .distantFuture) throws(DocumentError) {
    let present = now + NewsDigest.skewSeconds
    do throws(Problem) {
      try DocumentText.requireUnpacked(bytes, file: file)
      let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
      if first == UInt8(ascii: "{") {
        self = try JSONFeed.read(bytes, file: file, present: present)
      } else {
        let reader = FeedReader(present: present)
        let text = try FeedBytes.repaired(bytes, file: file)
        try DocumentText.requireText(text, file: file)
        try XMLScan.scan(text, file: file, into: reader)
        if reader.feed.items.isEmpty && reader.wordlessCount > 0 {
          throw Self.wordless(reader.wordlessCount, file: file)
        }
        self = reader.feed
        keepNewest()
        if let date = reader.unreadDate {
          let unread = UnreadDates(
            first: date, position: Self.place(ofDate: date, in: text), count: reader.unreadDateCount)
          dateAdvice = unread.advice(example: "Sat, 21 Nov 2026 10:00:00 +0000", file: file)
        }
      }
    } catch {
      throw DocumentError(problems: [Self.misplaced(bytes, file: file) ?? error])
    }
  }

  /// The problem of a file of another form; nil for a feed with a fault.
  private static func misplaced(_ bytes: [UInt8], file: String) -> Problem? {
    guard let form = ContentForm(bytes), form != .markdownList, form != .feed else { return nil }
    let remedy =
      switch form {
      case .calendar: "; show it with \"kind: calendar\""
      case .webPage: ContentForm.feed(ofPage: bytes).map { "; its feed is \($0)" } ?? ""
      case .outline:
        "; name the address of a feed in it" + (ContentForm.feed(ofOutline: bytes).map { ", such as \($0)" } ?? "")
      case .siteMap: "; it has addresses and no headlines: name the address of the site's RSS or Atom feed"
      case .contacts, .markdownList, .feed: ""
      }
    return Problem(
      file: file, line: 1, column: 1, message: "expected a feed (rss, rdf:RDF or feed), found \(form.words)\(remedy)")
  }
}
