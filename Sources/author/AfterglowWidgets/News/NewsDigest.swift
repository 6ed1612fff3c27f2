import Foundation

/// Several feeds as one: newest first, each piece of news once.
struct NewsDigest {
  /// A feed and the name that its scene gives it.
  struct Part {
    var feed: Feed
    var name: String?
  }

  /// Newest first. An item of the future keeps its date: its age is "now" until that date has come.
  private(set) var items: [NewsItem] = []
  /// When the first item of the future takes its place by its date; nil without one.
  private(set) var changeDate: Date?
  /// Whether the list ends where a feed was cut, so that older news may be missing.
  private(set) var isIncomplete = false
  /// Whether a feed was cut.
  private(set) var isShortened = false

  /// How far a feed's clock may be ahead of the panel's: such an item is new, and not of the future.
  static let skewSeconds = 300.0

  /// An item with its place in the list.
  private struct Row {
    var item: NewsItem
    /// Its date, else that of the one before it in its feed.
    var order: Date
    /// Such an item follows those of the same order, so that it leads no list.
    var isFuture: Bool
    /// Its place in all feeds.
    var place: Int
    /// The index of its feed.
    var part: Int

    func precedes(_ other: Row) -> Bool {
      if order != other.order { return order > other.order }
      return isFuture != other.isFuture ? other.isFuture : place < other.place
    }
  }

  /// - Parameter now: no item leads the list by a later date, because a feed's clock, zone or plans may be ahead.
  init(_ parts: [Part], at now: Date, count: Int) {
    let present = now + Self.skewSeconds
    var rows: [Row] = []
    var unread: [Int] = []
    for (index, part) in parts.enumerated() {
      unread.append(part.feed.items.count)
      let first = part.feed.items.lazy.compactMap(\.date).first { $0 <= present }
      var order = min(first ?? part.feed.date ?? .distantPast, now)
      for var item in part.feed.items {
        let isFuture = item.date.map { $0 > present } ?? false
        if isFuture, let date = item.date { changeDate = min(changeDate ?? date, date) }
        item.source = item.source ?? part.name ?? part.feed.title
        if part.name != nil { item.source = part.name }
        // One without a date, or of the future, stands where its feed has it: behind the one before.
        if !isFuture, let date = item.date { order = min(date, now) }
        let orderDate = isFuture && first == nil ? Date.distantPast : order
        rows.append(Row(item: item, order: orderDate, isFuture: isFuture, place: rows.count, part: index))
      }
    }
    changeDate = changeDate.map { $0 - Self.skewSeconds }
    rows.sort { $0.precedes($1) }
    var known: Set<String> = []
    for row in rows where items.count < count {
      unread[row.part] -= 1
      let keys = Self.keys(of: row.item)
      if known.isDisjoint(with: keys) { items.append(row.item) }
      known.formUnion(keys)
    }
    // What was cut off a feed is older than all that is left of it.
    isIncomplete = zip(parts, unread).contains { $0.feed.isShortened && $1 == 0 }
    isShortened = parts.contains { $0.feed.isShortened }
  }

  /// Whether news are missing that might have been shown.
  var completeness: ReadingCompleteness { isIncomplete ? .cut(limit: Self.limit) : .whole }

  /// A remark on feeds that were cut where nothing shown depends on that; nil = there is none.
  var remark: String? {
    isShortened && !isIncomplete ? ReadingCompleteness.remark(on: "a feed", beyond: Self.limit) : nil
  }

  private static let limit = "\(Feed.maximumItemCount) items"

  /// Two items with one of them in common are the same news.
  private static func keys(of item: NewsItem) -> [String] {
    var keys: [String] = []
    let letters = item.title.lowercased().filter { $0.isLetter || $0.isNumber }
    // Short ones, such as "Update", belong to several.
    if letters.count >= 8 { keys.append("title " + letters) }
    if let link = item.link.flatMap(address) { keys.append("link " + link) }
    if keys.isEmpty { keys.append("item \(item.source ?? "") \(letters)") }
    return keys
  }

  /// An address without what does not say where it leads: scheme, `www.`, fragment, and who counts its readers.
  private static func address(_ link: String) -> String? {
    guard let start = link.range(of: "://")?.upperBound else { return link.isEmpty ? nil : link }
    let whole = link[start...].prefix { $0 != "#" }
    let parts = whole.split(separator: "?", maxSplits: 1)
    guard var path = parts.first.map(String.init) else { return nil }
    if path.lowercased().hasPrefix("www.") { path.removeFirst(4) }
    while path.hasSuffix("/") { path.removeLast() }
    let query = parts.dropFirst().first?.split(separator: "&").filter { !$0.lowercased().hasPrefix("utm_") } ?? []
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }
}
