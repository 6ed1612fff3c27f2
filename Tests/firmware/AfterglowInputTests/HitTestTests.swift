import AfterglowCore
import AfterglowInput
import TestSupport
import Testing

@Suite struct HitTestTests {
  /// 40×20 pixels.
  private static let panel = PixelRect(x0: 0, y0: 0, x1: 40, y1: 20)

  private static func rect(_ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>) -> PixelRect {
    PixelRect(x0: x.lowerBound, y0: y.lowerBound, x1: x.upperBound + 1, y1: y.upperBound + 1)
  }

  private static func hit(_ regions: [PixelRect], x: Int32, y: Int32, least: Int32 = 10) -> Int32? {
    var test = HitTest(at: PixelPoint(x: x, y: y), leastSidePx: least, panel: panel)
    for (number, region) in regions.enumerated() { test.add(region, number: Int32(number)) }
    return test.target
  }

  /// The targets of a row of pixels: a digit for each region, a point for none.
  private static func row(_ regions: [PixelRect], y: Int32, least: Int32 = 10) -> String {
    (0..<40).map { x in hit(regions, x: x, y: y, least: least).map { "\($0)" } ?? "." }.joined()
  }

  @Test func `a small region grows to the least size about its centre`() {
    let region = Self.rect(18...21, 8...11)
    #expect(Self.row([region], y: 9) == "...............0000000000...............")
    #expect(Self.row([region], y: 5) == Self.row([region], y: 14))
    #expect(Self.row([region], y: 4) == String(repeating: ".", count: 40))
    #expect(Self.row([region], y: 15) == String(repeating: ".", count: 40))
    #expect(Self.row([region], y: 9, least: 4) == "..................0000..................")
  }

  @Test func `a region at the edge grows into the panel`() {
    #expect(Self.row([Self.rect(0...3, 8...11)], y: 9) == "0000000000..............................")
    #expect(Self.row([Self.rect(38...39, 8...11)], y: 9) == "..............................0000000000")
    #expect(Self.row([Self.rect(1...38, 8...11)], y: 0, least: 30) == ".00000000000000000000000000000000000000.")
  }

  @Test func `between small regions each point belongs to the nearest`() {
    // The gap of five pixels has a middle, which belongs to the region drawn last.
    let regions = [Self.rect(12...15, 8...11), Self.rect(21...24, 8...11)]
    #expect(Self.row(regions, y: 9) == ".........0000000001111111111............")
    #expect(Self.row(regions.reversed(), y: 9) == ".........1111111111000000000............")
  }

  @Test func `a grown part never covers a neighbour`() {
    let regions = [Self.rect(18...21, 8...11), Self.rect(23...35, 0...19)]
    #expect(Self.row(regions, y: 9) == "...............000000001111111111111....")
    #expect(Self.row(regions.reversed(), y: 9) == "...............111111110000000000000....")
  }

  @Test func `a grown part covers the region that surrounds the small one`() {
    let regions = [Self.rect(10...29, 2...17), Self.rect(18...21, 8...11)]
    #expect(Self.row(regions, y: 9) == "..........00000111111111100000..........")
    #expect(Self.row(regions, y: 2) == "..........00000000000000000000..........")
    // Drawn before the large one, the small one is covered.
    #expect(Self.row(regions.reversed(), y: 9) == "..........11111111111111111111..........")
  }

  @Test func `of overlapping regions the one drawn last is hit, and an empty one never`() {
    let regions = [Self.rect(5...20, 2...17), Self.rect(15...30, 2...17), PixelRect(x0: 9, y0: 5, x1: 9, y1: 9)]
    #expect(Self.row(regions, y: 9) == ".....00000000001111111111111111.........")
    #expect(Self.hit([], x: 3, y: 3) == nil)
  }

  @Test func `any bounds and points are followed`() {
    let values = [Int32.min, -1, 0, 7, .max]
    for x in values {
      for y in values {
        let bounds = PixelRect(x0: x, y0: y, x1: .max, y1: .max)
        var test = HitTest(at: PixelPoint(x: y, y: x), leastSidePx: .max, panel: PixelRect(x0: y, y0: x, x1: 9, y1: 9))
        test.add(bounds, number: 1)
        #expect(test.target == nil || test.target == 1)
      }
    }
  }

  // MARK: An independent hit test

  /// The least window of `least` pixels that holds a side, nearest to its centre, by trying all.
  private static func grown(_ start: Int, _ end: Int, _ span: (least: Int, limit: Int)) -> Range<Int> {
    if end - start >= span.least { return start..<end }
    let wanted = start - (span.least - (end - start)) / 2
    let windows = (0...(span.limit - span.least)).filter { $0 <= start && $0 + span.least >= end }
    let first = windows.min { abs($0 - wanted) < abs($1 - wanted) } ?? start
    return first..<first + span.least
  }

  /// The target of each pixel, painted region by region.
  private static func map(_ regions: [PixelRect], width: Int, height: Int, least: Int) -> [Int?] {
    var direct = [Int?](repeating: nil, count: width * height)
    for (number, region) in regions.enumerated() {
      for y in Int(region.y0)..<Int(region.y1) {
        for x in Int(region.x0)..<Int(region.x1) { direct[y * width + x] = number }
      }
    }
    var targets = direct
    var distances = [Int](repeating: .max, count: width * height)
    for (number, region) in regions.enumerated() {
      let columns = grown(Int(region.x0), Int(region.x1), (least, width))
      let rows = grown(Int(region.y0), Int(region.y1), (least, height))
      for y in rows {
        for x in columns {
          let pixel = PixelRect(x0: Int32(x), y0: Int32(y), x1: Int32(x) + 1, y1: Int32(y) + 1)
          if region.contains(pixel) { continue }
          if let below = direct[y * width + x], below > number || !regions[below].contains(region) { continue }
          let nearestX = min(max(x, Int(region.x0)), Int(region.x1) - 1)
          let nearestY = min(max(y, Int(region.y0)), Int(region.y1) - 1)
          let distance = (x - nearestX) * (x - nearestX) + (y - nearestY) * (y - nearestY)
          if distance <= distances[y * width + x] {
            distances[y * width + x] = distance
            targets[y * width + x] = number
          }
        }
      }
    }
    return targets
  }

  private static func region(_ random: inout SeededNumbers, inside outer: PixelRect) -> PixelRect {
    let width = 1 + Int32(random.next() % UInt64(outer.width))
    let height = 1 + Int32(random.next() % UInt64(outer.height))
    let x = outer.x0 + Int32(random.next() % UInt64(outer.width - width + 1))
    let y = outer.y0 + Int32(random.next() % UInt64(outer.height - height + 1))
    return PixelRect(x0: x, y0: y, x1: x + width, y1: y + height)
  }

  @Test func `every pixel of random panels has the target of an independent hit test`() {
    var random = SeededNumbers(seed: 44)
    var grownCount = 0
    for _ in 0..<400 {
      let width = Int32(20 + random.next() % 30)
      let height = Int32(20 + random.next() % 30)
      let panel = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
      let least = Int32(1 + random.next() % 20)
      var regions: [PixelRect] = []
      for _ in 0..<Int(1 + random.next() % 7) {
        // Some lie in others.
        let outer = regions.randomElement(using: &random) ?? panel
        regions.append(Self.region(&random, inside: random.next() % 2 == 0 ? outer : panel))
      }
      let targets = Self.map(regions, width: Int(width), height: Int(height), least: Int(least))
      for (index, expected) in targets.enumerated() {
        let point = PixelPoint(x: Int32(index) % width, y: Int32(index) / width)
        var test = HitTest(at: point, leastSidePx: least, panel: panel)
        for (number, region) in regions.enumerated() { test.add(region, number: Int32(number)) }
        if test.target != expected.map({ Int32($0) }) { Issue.record("\(regions) at \(point), least \(least)") }
        guard let expected, !regions[expected].contains(PixelRect(point, sidePx: 1)) else { continue }
        grownCount += 1
        // Where a grown part is, no region lies that does not surround the grown one.
        for (number, other) in regions.enumerated() where other.contains(PixelRect(point, sidePx: 1)) {
          let surrounds = other.contains(regions[expected]) && number < expected
          let isCovered = regions.indices.contains { above in
            above > number && above < expected && regions[above].contains(PixelRect(point, sidePx: 1))
          }
          if !surrounds && !isCovered { Issue.record("\(regions) at \(point), least \(least)") }
        }
      }
    }
    #expect(grownCount > 1_000)
  }

  /// 10,000 taps: a pixel of the scene is touched where the panel shows it, and hits what lies there.
  @Test func `a tap hits the region under the finger at every rotation`() {
    var random = SeededNumbers(seed: 49)
    for count in 0..<10_000 {
      let rotation = Rotation(rawValue: UInt8(count % 4)) ?? .none
      let size = PixelSize(width: 200 + Int32(random.next() % 800), height: 200 + Int32(random.next() % 800))
      let panel = PixelRect(size)
      let regions = (0..<5).map { _ in Self.region(&random, inside: panel) }
      let scene = PixelPoint(
        x: Int32(random.next() % UInt64(size.width)), y: Int32(random.next() % UInt64(size.height)))
      let surface = TouchSurface(
        sizePx: size, widthMicrometres: size.width * 187, heightMicrometres: size.height * 213, rotation: rotation)
      let gestures = PanelTaps.tap(on: surface, showing: scene, at: Int64(count))
      guard case .tap(let start, let end)? = gestures.last, gestures.count == 2 else {
        Issue.record("no tap: \(gestures)")
        continue
      }
      #expect(surface.pixel(at: start) == scene && surface.pixel(at: end) == scene)
      var test = HitTest(at: surface.pixel(at: end), leastSidePx: 1, panel: panel)
      for (number, region) in regions.enumerated() { test.add(region, number: Int32(number)) }
      let expected = regions.lastIndex { $0.contains(PixelRect(scene, sidePx: 1)) }
      if test.target != expected.map({ Int32($0) }) { Issue.record("\(regions) at \(scene)") }
    }
  }
}

extension PixelRect {
  /// The square whose first corner is a point.
  fileprivate init(_ point: PixelPoint, sidePx: Int32) {
    self.init(x0: point.x, y0: point.y, x1: point.x + sidePx, y1: point.y + sidePx)
  }
}
