import AfterglowDocuments
import Foundation

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1).
enum JSONFeed {
  /// - Parameter present: as in `Feed`.
  static func read(_ bytes: [UInt8], file: String, present: Date) throws(Problem) -> Feed {
    let root = try DocumentNode.json(bytes, file: file)
    guard root["version"]?.text?.contains("jsonfeed.org/version/") == true else {
      throw Problem(
        file: file, line: root.position.line, column: root.position.column,
        message: "expected a feed (RSS, Atom or JSON Feed with its \"version\"), found another JSON document")
    }
    guard case .sequence(let nodes) = root["items"]?.value else {
      throw Problem(
        file: file, line: root.position.line, column: root.position.column,
        message: "expected a list \"items\", found \(root["items"]?.foundDescription ?? "none")")
    }
    var feed = Feed(title: root["title"]?.text.flatMap { HTMLText.line($0, limit: Feed.maximumSourceCount) })
    feed.present = present
    var unread: UnreadDates?
    for node in nodes {
      guard var item = Self.item(node) else { continue }
      item.date = date(of: node, &unread)
      feed.add(item)
    }
    if feed.items.isEmpty && !nodes.isEmpty { throw Feed.wordless(nodes.count, file: file) }
    feed.keepNewest()
    feed.dateAdvice = unread?.advice(example: "2026-11-21T10:00:00Z", file: file)
    return feed
  }

  private static func item(_ node: DocumentNode) -> NewsItem? {
    func line(_ key: String, isMarkup: Bool, _ limit: Int) -> String? {
      node[key]?.text.flatMap { HTMLText.line($0, isMarkup: isMarkup, limit: limit) }
    }
    let text = { (limit: Int) in
      line("summary", isMarkup: false, limit) ?? line("content_text", isMarkup: false, limit)
        ?? line("content_html", isMarkup: true, limit)
    }
    let own = line("title", isMarkup: true, Feed.maximumTitleCount)
    guard let title = own ?? text(Feed.maximumTextCount) else { return nil }
    return NewsItem(
      title: title, summary: own == nil ? nil : text(Feed.maximumSummaryCount),
      link: node["url"]?.text ?? node["id"]?.text)
  }

  /// The date of publication, else that of the last change that can be read.
  ///
  /// - Parameter unread: counts the item if it has dates and none can be read.
  private static func date(of node: DocumentNode, _ unread: inout UnreadDates?) -> Date? {
    let written = ["date_published", "date_modified"].compactMap { key in
      node[key].flatMap { node in node.text.map { (text: $0, position: node.position) } }
    }
    for (text, _) in written { if let date = FeedDate.of(text) { return date } }
    guard let first = written.first(where: { !$0.text.trimmedBlanks.isEmpty }) else { return nil }
    if unread == nil {
      unread = UnreadDates(first: first.text, position: first.position)
    } else {
      unread?.count += 1
    }
    return nil
  }
}
