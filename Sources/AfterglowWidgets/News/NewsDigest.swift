import Foundation

/// Several feeds as one: newest first, each piece of news once.
enum NewsDigest {
  /// A feed and the name that its scene gives it.
  struct Part {
    var feed: Feed
    var name: String?
  }

  /// - Parameter now: no date is later, because a feed's clock or zone may be wrong.
  static func items(_ parts: [Part], at now: Date, count: Int) -> [NewsItem] {
    var dated: [(item: NewsItem, order: Date, place: Int)] = []
    for part in parts {
      var order = part.feed.items.lazy.compactMap(\.date).first ?? part.feed.date ?? .distantPast
      for var item in part.feed.items {
        item.date = item.date.map { min($0, now) }
        item.source = item.source ?? part.name ?? part.feed.title
        if part.name != nil { item.source = part.name }
        // One without a date stands where its feed has it: behind the one before.
        order = item.date ?? min(order, now)
        dated.append((item, order, dated.count))
      }
    }
    dated.sort { $0.order != $1.order ? $0.order > $1.order : $0.place < $1.place }
    var known: Set<String> = []
    var items: [NewsItem] = []
    for (item, _, _) in dated where items.count < count {
      let keys = keys(of: item)
      if known.isDisjoint(with: keys) { items.append(item) }
      known.formUnion(keys)
    }
    return items
  }

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
