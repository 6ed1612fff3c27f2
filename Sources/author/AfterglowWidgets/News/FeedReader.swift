import AfterglowDocuments
import Foundation

/// Reads RSS 0.9 to 2.0 (rssboard.org/rss-specification), RSS 1.0 (web.resource.org/rss/1.0) and Atom (RFC 4287). What
/// stands elsewhere than these say is left out.
final class FeedReader: XMLSink {
  private(set) var feed: Feed
  /// Items that have neither a title nor a text.
  private(set) var wordlessCount = 0
  /// The first date that cannot be read of an item without another one, and the number of such items.
  private(set) var unreadDate: String?
  private(set) var unreadDateCount = 0
  /// Names of the open elements, without the root's prefix.
  private var path: [String] = []
  /// What the root's name begins with where all elements have it: `atom:feed`.
  private var prefix = ""
  private var item: Draft?
  private var text: OpenText?

  /// An item while it is read.
  private struct Draft {
    /// Of its own element.
    var depth: Int
    var title: String?
    var summary: String?
    /// With how much its name says that it is the date of publication.
    var date: (rank: Int, date: Date)?
    /// A date that cannot be read.
    var unreadDate: String?
    var link: String?
    var source: String?
  }

  /// The text of an element while it is read.
  private struct OpenText {
    var field: Field
    var depth: Int
    var isMarkup: Bool
    var bytes: [UInt8] = []
    /// Longer text is not read: no headline is.
    static let maximumByteCount = 16 << 10

    var string: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether more text followed.
    var isCut: Bool { bytes.count >= Self.maximumByteCount }
  }

  private enum Field: Equatable {
    case feedTitle, feedDate
    case title, summary, link, source
    case date(rank: Int)
  }

  /// - Parameter present: as in `Feed`.
  init(present: Date) {
    feed = Feed()
    feed.present = present
  }

  // MARK: XML

  /// An entity that HTML does not have stays as written.
  func entity(named name: String) -> String? { HTMLText.character(named: name) ?? "&\(name);" }

  func begin(_ name: String, attributes: [String: String]) -> String? {
    if path.isEmpty {
      let parts = name.split(separator: ":")
      let root = parts.last?.lowercased() ?? ""
      guard ["rss", "rdf", "feed"].contains(root) else {
        return "expected a feed (rss, rdf:RDF or feed), found \"\(name.prefix(40))\""
      }
      prefix = parts.count == 2 && root == "feed" ? parts[0] + ":" : ""
      path = [root]
      return nil
    }
    let local = !prefix.isEmpty && name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    path.append(local)
    if text != nil {
      // A piece of a page inside of a text parts words, unless it is a mere emphasis.
      if ["br", "p", "div", "li"].contains(local) { text!.bytes.append(0x20) }
    } else if item == nil, isItem(local) {
      item = Draft(depth: path.count)
    } else if let field = field(local, attributes) {
      text = OpenText(field: field, depth: path.count, isMarkup: isMarkup(local, attributes))
    }
    return nil
  }

  func take(_ characters: UnsafeBufferPointer<UInt8>) {
    guard text != nil, text!.bytes.count < OpenText.maximumByteCount else { return }
    text!.bytes.append(contentsOf: characters)
  }

  func end() {
    if let open = text, open.depth == path.count {
      close(open)
      text = nil
    }
    if let draft = item, draft.depth == path.count {
      add(draft)
      item = nil
    }
    path.removeLast()
  }

  // MARK: what is where

  private var isAtom: Bool { path.first == "feed" }

  /// Whether the innermost element, of this name, is an item.
  private func isItem(_ name: String) -> Bool {
    switch path.first {
    case "feed": name == "entry" && path.count == 2
    case "rdf": name == "item" && path.count == 2
    default: name == "item" && path.count == 3
    }
  }

  private func field(_ name: String, _ attributes: [String: String]) -> Field? {
    guard let item else { return feedField(name) }
    if path.count == item.depth + 2, path[path.count - 2] == "source" { return name == "title" ? .source : nil }
    guard path.count == item.depth + 1 else { return nil }
    switch name {
    case "title": return .title
    case "description", "summary": return .summary
    case "content", "content:encoded": return item.summary == nil ? .summary : nil
    case "source": return isAtom ? nil : .source
    case "link":
      guard isAtom else { return .link }
      if attributes["rel"] ?? "alternate" == "alternate" { self.item!.link = attributes["href"] }
      return nil
    case "guid", "id": return item.link == nil ? .link : nil
    case "pubDate", "published": return .date(rank: 3)
    case "dc:date", "issued": return .date(rank: 2)
    case "updated", "modified", "atom:updated": return .date(rank: 1)
    default: return nil
    }
  }

  private func feedField(_ name: String) -> Field? {
    guard path.count == (isAtom ? 2 : 3), isAtom || path[1] == "channel" else { return nil }
    switch name {
    case "title": return .feedTitle
    case "lastBuildDate", "pubDate", "updated", "modified", "dc:date": return .feedDate
    default: return nil
    }
  }

  /// RSS does not say what a text is, and most write HTML; Atom does.
  private func isMarkup(_ name: String, _ attributes: [String: String]) -> Bool {
    guard isAtom else { return true }
    let type = attributes["type"] ?? "text"
    return type == "html" || type == "text/html" || name == "content" && type != "text"
  }

  // MARK: what is read

  private func close(_ open: OpenText) {
    func line(_ limit: Int) -> String? {
      HTMLText.line(open.string, isMarkup: open.isMarkup, limit: limit, isCut: open.isCut)
    }
    switch open.field {
    case .feedTitle: feed.title = feed.title ?? line(Feed.maximumSourceCount)
    case .feedDate: feed.date = feed.date ?? FeedDate.of(open.string)
    case .title: if item?.title == nil { item?.title = line(Feed.maximumTitleCount) }
    case .summary: if let summary = line(Feed.maximumSummaryCount) { item?.summary = summary }
    case .source: if item?.source == nil { item?.source = line(Feed.maximumSourceCount) }
    case .link:
      let link = open.string.trimmingCharacters(in: .whitespacesAndNewlines)
      // An item's address says more than a guid, whichever comes first.
      if !link.isEmpty, item?.link == nil || path.last == "link" { item?.link = link }
    case .date(let rank):
      guard rank > item?.date?.rank ?? 0 else { return }
      guard let date = FeedDate.of(open.string) else {
        let words = open.string.trimmingCharacters(in: .whitespacesAndNewlines)
        if item?.unreadDate == nil, !words.isEmpty { item?.unreadDate = words }
        return
      }
      item?.date = (rank, date)
    }
  }

  private func add(_ draft: Draft) {
    let limit = Feed.maximumTextCount
    let headline = draft.title ?? draft.summary.flatMap { HTMLText.line($0, isMarkup: false, limit: limit) }
    guard var title = headline else {
      wordlessCount += 1
      return
    }
    if draft.date == nil, let words = draft.unreadDate {
      unreadDate = unreadDate ?? words
      unreadDateCount += 1
    }
    // Collections of other papers' news repeat the paper's name in the headline.
    if let source = draft.source, title.hasSuffix(" - " + source), title.count > source.count + 3 {
      title.removeLast(source.count + 3)
    }
    feed.add(
      NewsItem(
        title: title, source: draft.source, date: draft.date?.date, summary: draft.title == nil ? nil : draft.summary,
        link: draft.link))
  }
}
