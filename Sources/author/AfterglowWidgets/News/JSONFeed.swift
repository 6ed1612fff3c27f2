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
    for node in nodes { if let item = item(node) { feed.add(item) } }
    if feed.items.isEmpty && !nodes.isEmpty { throw Feed.wordless(nodes.count, file: file) }
    feed.keepNewest()
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
    guard let title = own ?? text(140) else { return nil }
    let date = node["date_published"]?.text ?? node["date_modified"]?.text
    return NewsItem(
      title: title, date: date.flatMap(FeedDate.of), summary: own == nil ? nil : text(Feed.maximumSummaryCount),
      link: node["url"]?.text ?? node["id"]?.text)
  }
}
