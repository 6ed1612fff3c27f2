/// A cache of results that are requested repeatedly: entries that were not used while the cache filled up twice are
/// evicted. An author compiles for years, and each text of a clock or a forecast is used once.
struct RecentCache<Key: Hashable, Value> {
  /// Number of values after which older ones are evicted; up to twice as many are stored between calls of `age`.
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

  /// Called between compiles, so that values used twice in one compile are not evicted.
  mutating func age() {
    if recent.count < limit { return }
    older = recent
    recent = [:]
  }
}
