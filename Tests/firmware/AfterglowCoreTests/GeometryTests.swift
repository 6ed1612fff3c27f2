import AfterglowCore
import Testing

/// Every rectangle with corners on a grid of 0...4, including empty and inverted ones.
private var smallRects: [PixelRect] {
  var all: [PixelRect] = []
  for x0 in Int32(0)...4 {
    for y0 in Int32(0)...4 {
      for x1 in Int32(0)...4 {
        for y1 in Int32(0)...4 { all.append(PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)) }
      }
    }
  }
  return all
}

private func contains(_ rect: PixelRect, _ x: Int32, _ y: Int32) -> Bool {
  x >= rect.x0 && x < rect.x1 && y >= rect.y0 && y < rect.y1
}

@Suite struct GeometryTests {
  @Test func `intersection holds exactly the pixels that both hold`() {
    let rects = smallRects.filter { ($0.x0 + $0.y0 * 3 + $0.x1 * 5) % 4 != 1 }
    for a in rects {
      for b in rects.prefix(200) {
        let both = a.intersection(b)
        var count: Int64 = 0
        for y in Int32(0)..<4 {
          for x in Int32(0)..<4 where contains(a, x, y) && contains(b, x, y) { count += 1 }
        }
        if both.area != count { Issue.record("\(a) ∩ \(b) = \(both), expected \(count) pixels") }
      }
    }
  }

  @Test func `union is the smallest rectangle that contains both`() {
    for a in smallRects {
      for b in smallRects.prefix(150) {
        let all = a.union(b)
        if !all.contains(a) || !all.contains(b) { Issue.record("\(a) ∪ \(b) = \(all)") }
        if a.isEmpty && !b.isEmpty && all != b { Issue.record("an empty rectangle grew \(b) to \(all)") }
      }
    }
  }

  @Test(arguments: [(0, 0, 0, 0), (1, 0, 1, 1), (255, 0, 256, 1), (-1, -1, 1, 1), (-256, -257, 0, 1)])
  func `pixel bounds round outwards`(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    let bounds = SubpixelRect(x0: x0, y0: y0, x1: x1, y1: y1).pixelBounds
    #expect(bounds.x0 * 256 <= x0 && bounds.x0 * 256 > x0 - 256)
    #expect(bounds.y0 * 256 <= y0 && bounds.y0 * 256 > y0 - 256)
    #expect(bounds.x1 * 256 >= x1 && bounds.x1 * 256 < x1 + 256)
    #expect(bounds.y1 * 256 >= y1 && bounds.y1 * 256 < y1 + 256)
  }
}

/// Rectangles compared with the sets of pixels that they represent, for every pair on a small grid.
@Suite struct GeometryAlgebraTests {
  private static let grid = Int32(-2)..<2

  /// One bit for each pixel of the grid.
  private static func pixels(_ rect: PixelRect) -> UInt32 {
    var set: UInt32 = 0
    for y in grid {
      for x in grid where contains(rect, x, y) { set |= 1 << UInt32((y + 2) * 4 + x + 2) }
    }
    return set
  }

  private static let all: [(rect: PixelRect, set: UInt32)] = smallRects.map {
    let rect = $0.translated(x: -2, y: -2)
    return (rect, pixels(rect))
  }

  /// The smallest rectangle that holds all pixels of a set that is not empty.
  private static func bounds(_ set: UInt32) -> PixelRect {
    var (x0, y0, x1, y1) = (Int32(9), Int32(9), Int32(-9), Int32(-9))
    for bit in Int32(0)..<16 where set >> UInt32(bit) & 1 == 1 {
      let (x, y) = (bit % 4 - 2, bit / 4 - 2)
      (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x + 1), max(y1, y + 1))
    }
    return PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
  }

  @Test func `intersection, contact, containment and union are those of the sets, for each pair`() {
    for (a, aSet) in Self.all {
      for (b, bSet) in Self.all {
        let both = a.intersection(b)
        if Self.pixels(both) != aSet & bSet || both.isEmpty != (aSet & bSet == 0) { Issue.record("\(a) ∩ \(b)") }
        if a.intersects(b) != (aSet & bSet != 0) { Issue.record("whether \(a) meets \(b)") }
        if a.contains(b) != (bSet & ~aSet == 0) { Issue.record("whether \(a) contains \(b)") }
        let union = a.union(b)
        let isRight = aSet | bSet == 0 ? union.isEmpty : union == Self.bounds(aSet | bSet)
        if !isRight { Issue.record("\(a) ∪ \(b) = \(union)") }
      }
    }
  }

  @Test func `area counts pixels, and moving a rectangle keeps it`() {
    for (rect, set) in Self.all {
      if rect.area != set.nonzeroBitCount || rect.isEmpty != (set == 0) { Issue.record("the area of \(rect)") }
      let moved = rect.translated(x: 1_000, y: -77)
      if moved.area != rect.area || moved.translated(x: -1_000, y: 77) != rect { Issue.record("\(rect) moved") }
    }
  }

  @Test func `areas of the largest rectangles do not overflow`() {
    let side = Int64(Int32.max)
    #expect(PixelSize(width: .max, height: .max).area == side * side)
    #expect(PixelRect(PixelSize(width: .max, height: .max)).area == side * side)
  }

  @Test func `pixels touched by subpixels are those that a search finds`() {
    for low in Int32(-600)...600 {
      for length in [Int32(0), 1, 255, 256, 257, 511, 512] {
        let bounds = SubpixelRect(x0: low, y0: -low, x1: low + length, y1: -low + length).pixelBounds
        for (start, end, first) in [(bounds.x0, bounds.x1, low), (bounds.y0, bounds.y1, -low)] {
          let isFirst = start * 256 <= first && (start + 1) * 256 > first
          let isLast = end * 256 >= first + length && (end - 1) * 256 < first + length
          if !isFirst || !isLast { Issue.record("\(length) subpixels from \(first) touch \(start)..<\(end)") }
        }
      }
    }
    for (rect, _) in Self.all { #expect(SubpixelRect(rect).pixelBounds == rect) }
  }

  @Test func `a quarter turn trades the axes, a half turn does not`() {
    #expect((UInt8(0)..<4).map { Rotation(rawValue: $0)?.swapsAxes } == [false, true, false, true])
  }
}

@Suite struct DamageTests {
  @Test func `random rectangles are covered, never overlap and never exceed the capacity`() {
    var seed: UInt64 = 1
    func random(_ limit: Int32) -> Int32 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int32(truncatingIfNeeded: (seed >> 33) % UInt64(limit))
    }
    for round in 0..<300 {
      var damage = Damage()
      var inserted: [PixelRect] = []
      for _ in 0..<(1 + round % 40) {
        let x = random(200)
        let y = random(200)
        let rect = PixelRect(x0: x, y0: y, x1: x + random(30), y1: y + random(30))
        damage.insert(rect)
        inserted.append(rect)
      }
      #expect(damage.count <= Damage.capacity)
      for rect in inserted where !rect.isEmpty {
        let covered = (0..<damage.count).contains { damage[$0].contains(rect) }
        #expect(covered, "\(rect) was lost")
      }
      for i in 0..<damage.count {
        for j in 0..<i { #expect(!damage[i].intersects(damage[j])) }
      }
    }
  }

  @Test func `an empty rectangle is ignored`() {
    var damage = Damage()
    damage.insert(PixelRect(x0: 5, y0: 5, x1: 5, y1: 9))
    #expect(damage.isEmpty)
    #expect(damage.bounds.isEmpty)
  }

  @Test func `apart rectangles stay apart, so that two small changes never become one large one`() {
    var damage = Damage()
    damage.insert(PixelRect(x0: 0, y0: 0, x1: 2, y1: 2))
    damage.insert(PixelRect(x0: 90, y0: 90, x1: 92, y1: 92))
    #expect(damage.count == 2)
    #expect(damage.area == 8)
  }
}
