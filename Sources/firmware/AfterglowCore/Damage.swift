/// The changed part of a frame: at most `capacity` rectangles, merged where the area grows least.
///
/// Rectangles never overlap after `insert`, so that their areas add up to the number of pixels to be transferred.
public struct Damage: Sendable {
  /// The largest number of rectangles.
  public static var capacity: Int { 16 }

  @usableFromInline var storage: InlineArray<16, PixelRect>
  /// Rectangles in use, 0 to `capacity`.
  public private(set) var count: Int

  /// No damage.
  public init() {
    storage = InlineArray(repeating: .empty)
    count = 0
  }

  /// The rectangle at `index`, which must be below `count`; the order has no meaning.
  public subscript(index: Int) -> PixelRect {
    precondition(index >= 0 && index < count)
    return storage[index]
  }

  public var isEmpty: Bool { count == 0 }

  /// Pixels covered by all rectangles together.
  public var area: Int64 {
    var sum: Int64 = 0
    for index in 0..<count { sum += storage[index].area }
    return sum
  }

  /// The smallest rectangle that holds all of it.
  public var bounds: PixelRect {
    var all = PixelRect.empty
    for index in 0..<count { all = all.union(storage[index]) }
    return all
  }

  /// Removes all rectangles, after a frame was presented.
  public mutating func removeAll() { count = 0 }

  /// Adds a rectangle. An empty one is ignored, and one that is already covered changes nothing. When all `capacity`
  /// places are used, the rectangle is merged with the one whose area grows least.
  public mutating func insert(_ rect: PixelRect) {
    if rect.isEmpty { return }
    var merged = rect
    // Absorb whatever overlaps; the grown rectangle may reach further ones, so start over after each.
    var index = 0
    while index < count {
      let other = storage[index]
      if other.contains(merged) { return }
      if other.intersects(merged) {
        merged = merged.union(other)
        remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if count == Damage.capacity {
      let nearest = indexOfLeastGrowth(with: merged)
      let grown = storage[nearest].union(merged)
      remove(at: nearest)
      insert(grown)
    } else {
      storage[count] = merged
      count += 1
    }
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private func indexOfLeastGrowth(with rect: PixelRect) -> Int {
    var best = 0
    var bestGrowth = Int64.max
    for index in 0..<count {
      let growth = storage[index].union(rect).area - storage[index].area
      if growth < bestGrowth {
        best = index
        bestGrowth = growth
      }
    }
    return best
  }
}
