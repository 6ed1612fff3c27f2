/// Results that are asked for again and again, as long as they are: what was not asked for since the cache was full twice is
/// dropped. An author compiles for years, and each text of a clock or a forecast comes once.
struct RecentCache<Key: Hashable, Value> {
  /// Values after which older ones are dropped; at most twice as many are kept from one `age` to the next.
  let limit: Int
  private var recent: [Key: Value] = [:]
  private var older: [Key: Value] = [:]

  init(limit: Int) { self.limit = limit }

  var count: Int { recent.count + older.count }

  subscript(key: Key) -> Value? {
    mutating get {
      if let value = recent[key] { return value }
      guard let value = older.removeValue(forKey: key) else { return nil }
      recent[key] = value
      return value
    }
    set {
      older[key] = nil
      recent[key] = newValue
    }
  }

  /// Between compiles, so that one never loses what it asks for twice.
  mutating func age() {
    if recent.count < limit { return }
    older = recent
    recent = [:]
  }
}
