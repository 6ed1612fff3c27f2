/// A span of time in which something stays the same.
struct Stretch<Key: Equatable & Sendable>: Equatable, Sendable {
  /// Seconds since 1970.
  var from: Double
  var to: Double
  var key: Key

  /// The spans between changes of `key`.
  ///
  /// - Parameters:
  ///   - changes: in the order of time; of several at one time only the last was to be seen.
  ///   - end: of the last span.
  ///   - least: of those that begin within this many seconds, too short to be distinguished, the longest is shown for all.
  static func between(_ changes: some Sequence<(at: Double, key: Key)>, end: Double, least: Double) -> [Stretch] {
    var found: [Stretch] = []
    for (at, key) in changes {
      if found.last?.key == key { continue }
      if !found.isEmpty { found[found.count - 1].to = at }
      found.append(Stretch(from: at, to: end, key: key))
    }
    return joined(visible(found.filter { $0.to > $0.from }, least: least))
  }

  private static func visible(_ stretches: [Stretch], least: Double) -> [Stretch] {
    var shown: [Stretch] = []
    /// The length of the longest of those that the last one stands for; nil = it stands for itself.
    var longest: Double?
    for stretch in stretches {
      let length = stretch.to - stretch.from
      if length < least, let known = longest, let last = shown.last, stretch.to - last.from < least {
        shown[shown.count - 1].to = stretch.to
        if length > known {
          shown[shown.count - 1].key = stretch.key
          longest = length
        }
      } else {
        shown.append(stretch)
        longest = length < least ? length : nil
      }
    }
    return shown
  }

  private static func joined(_ stretches: [Stretch]) -> [Stretch] {
    stretches.reduce(into: []) { joined, stretch in
      if joined.last?.key == stretch.key {
        joined[joined.count - 1].to = stretch.to
      } else {
        joined.append(stretch)
      }
    }
  }
}
