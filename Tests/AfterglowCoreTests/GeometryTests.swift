import AfterglowCore
import Testing

/// Every rectangle with corners on a grid of 0...4, empty and inverted ones too.
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
