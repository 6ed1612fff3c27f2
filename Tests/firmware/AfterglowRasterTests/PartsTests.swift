import AfterglowCore
import AfterglowRaster
import TestSupport
import Testing

/// A random scene that can be drawn any number of times.
struct RandomScene {
  enum Step {
    case rectangle(SubpixelRect, Color)
    case gradient(SubpixelRect, Subpixels, SubpixelPoint, SubpixelPoint)
    case rounded(SubpixelRect, Subpixels, Color)
    case arc(SubpixelPoint, Subpixels, Subpixels, Int32, Int32, Bool, Color)
    case polygon([SubpixelPoint], SubpixelPoint, Color)
    case hand([SubpixelPoint], SubpixelPoint, Int32, Color)
    case stroke([SubpixelPoint], Subpixels, Color)
    case glyph([UInt8], Int32, Int32, Int32, Int32, Color)
    case picture([UInt32], PixelSize, Int32, Int32, UInt8)
    case beginGroup(PixelRect)
    case endGroup(UInt8)
    case beginClip(SubpixelRect, Subpixels)
    case endClip
  }

  var steps: [Step] = []
  private let colors: [UInt32]
  private let reach: Int32

  /// Positions are within `reach` pixels of the surface.
  init(_ dice: inout Dice, size: PixelSize, stepCount: Int, reach: Int32) {
    self.reach = reach
    var table: [UInt32] = []
    for _ in 0..<64 { table.append(dice.color().argb) }
    colors = table
    var open: [Bool] = []
    for _ in 0..<stepCount {
      let kind = dice.int(0...13)
      if kind == 9 && open.count < 4 {
        open.append(true)
        steps.append(.beginGroup(pixelRect(&dice, size)))
      } else if kind == 10 && open.count < 4 {
        open.append(false)
        let rect = dice.int(0...2) == 0 ? SubpixelRect(pixelRect(&dice, size)) : subpixelRect(&dice, size)
        steps.append(.beginClip(rect, Swift.max(0, dice.int(-2000...5000))))
      } else if kind == 11, let isGroup = open.popLast() {
        steps.append(isGroup ? .endGroup(UInt8(dice.int(0...255))) : .endClip)
      } else {
        appendShape(&dice, size, kind)
      }
    }
    while let isGroup = open.popLast() { steps.append(isGroup ? .endGroup(200) : .endClip) }
  }

  private mutating func appendShape(_ dice: inout Dice, _ size: PixelSize, _ kind: Int32) {
    let color = dice.color()
    switch kind {
    case 0: steps.append(.rectangle(subpixelRect(&dice, size), color))
    case 1:
      steps.append(
        .gradient(
          subpixelRect(&dice, size), dice.int(0...3000), place(&dice, size),
          dice.int(0...3) == 0 ? SubpixelPoint(x: 0, y: 0) : place(&dice, size)))
    case 2, 3: steps.append(.rounded(subpixelRect(&dice, size), dice.int(0...9000), color))
    case 4:
      steps.append(
        .arc(
          place(&dice, size), dice.int(0...9000), dice.int(0...4000), dice.int(-99999...99999),
          dice.int(-70000...70000), dice.int(0...1) == 0, color))
    case 5: steps.append(.polygon(points(&dice, size), SubpixelPoint(x: dice.int(-900...900), y: 77), color))
    case 6: steps.append(.hand(points(&dice, size), place(&dice, size), dice.int(-99999...99999), color))
    case 7, 8: steps.append(.stroke(points(&dice, size), dice.int(0...3000), color))
    case 12:
      let width = dice.int(1...30)
      let height = dice.int(1...30)
      let coverage = (0..<Int(width * height)).map { _ in UInt8(clamping: dice.int(-300...500)) }
      let at = place(&dice, size)
      steps.append(
        .glyph(
          GlyphCode.encode(coverage: coverage, width: Int(width), height: Int(height)), width, height, at.x >> 8,
          at.y >> 8, color))
    default:
      let width = dice.int(1...20)
      let height = dice.int(1...20)
      let pixels = (0..<Int(width * height)).map { _ in dice.int(0...3) == 0 ? 0 : dice.color().premultiplied }
      let at = place(&dice, size)
      steps.append(
        .picture(pixels, PixelSize(width: width, height: height), at.x >> 8, at.y >> 8, UInt8(dice.int(0...255))))
    }
  }

  private func place(_ dice: inout Dice, _ size: PixelSize) -> SubpixelPoint {
    SubpixelPoint(
      x: dice.int((-reach << 8)...((size.width + reach) << 8)),
      y: dice.int((-reach << 8)...((size.height + reach) << 8)))
  }

  private func points(_ dice: inout Dice, _ size: PixelSize) -> [SubpixelPoint] {
    let near = place(&dice, size)
    return (0..<Int(dice.int(0...12))).map { _ in
      if dice.int(0...9) == 0 { return SubpixelPoint(x: Int32.min, y: 0) }
      if dice.int(0...1) == 0 { return place(&dice, size) }
      return SubpixelPoint(x: near.x + dice.int(-2000...2000), y: near.y + dice.int(-2000...2000))
    }
  }

  private func subpixelRect(_ dice: inout Dice, _ size: PixelSize) -> SubpixelRect {
    let a = place(&dice, size)
    let b = place(&dice, size)
    return SubpixelRect(
      x0: Swift.min(a.x, b.x), y0: Swift.min(a.y, b.y), x1: Swift.max(a.x, b.x), y1: Swift.max(a.y, b.y))
  }

  private func pixelRect(_ dice: inout Dice, _ size: PixelSize) -> PixelRect { subpixelRect(&dice, size).pixelBounds }

  func draw(_ painter: inout Painter) {
    painter.clear(Color(argb: 0xFF20_3040))
    for step in steps { draw(step, &painter) }
  }

  private func draw(_ step: Step, _ painter: inout Painter) {
    switch step {
    case .rectangle(let r, let color): painter.fillRectangle(r, .solid(color))
    case .gradient(let r, let radius, let start, let end):
      colors.withUnsafeBufferPointer {
        painter.fillRoundedRectangle(r, radius: radius, .gradient(start: start, end: end, colors: $0.baseAddress!))
      }
    case .rounded(let r, let radius, let color): painter.fillRoundedRectangle(r, radius: radius, .solid(color))
    case .arc(let centre, let radius, let width, let start, let sweep, let caps, let color):
      painter.fillArc(
        centre: centre, radius: radius, width: width, start: start, sweep: sweep, roundCaps: caps, .solid(color))
    case .polygon(let points, let offset, let color): painter.polygon(points, offset: offset, .solid(color))
    case .hand(let points, let centre, let angle, let color):
      painter.hand(points, about: centre, angle: angle, .solid(color))
    case .stroke(let points, let width, let color): painter.stroke(points, width: width, .solid(color))
    case .glyph(let code, let width, let height, let x, let y, let color):
      painter.glyph(code, width, height, x, y, .solid(color))
    case .picture(let pixels, let size, let x, let y, let opacity):
      pixels.withUnsafeBufferPointer {
        painter.drawPicture($0.baseAddress!, size: size, atX: x, y: y, opacity: opacity)
      }
    case .beginGroup(let bounds): painter.beginGroup(bounds: bounds)
    case .endGroup(let opacity): painter.endGroup(opacity: opacity)
    case .beginClip(let r, let radius): painter.beginClip(r, radius: radius)
    case .endClip: painter.endClip()
    }
  }
}

@Suite struct PartsTests {
  /// Laws 5 and 6: damage decides what is repainted, never how it looks.
  @Test func `painting in parts equals painting at once`() {
    let size = PixelSize(width: 120, height: 90)
    for seed in UInt64(1)...150 {
      var dice = Dice(seed)
      let scene = RandomScene(&dice, size: size, stepCount: 25, reach: seed % 3 == 0 ? 8000 : 40)
      let whole = Canvas(size.width, size.height)
      whole.paint { scene.draw(&$0) }
      let parts = Canvas(size.width, size.height, background: Color(argb: 0xFFFF_00FF))
      for tile in tiles(&dice, PixelRect(size)) {
        parts.paint {
          $0.setClip(tile)
          scene.draw(&$0)
        }
      }
      #expect(whole.pixels == parts.pixels, "seed \(seed)")
      #expect(whole.areGuardsIntact && parts.areGuardsIntact, "seed \(seed)")
    }
  }

  /// Cuts a rectangle into random tiles.
  private func tiles(_ dice: inout Dice, _ rect: PixelRect) -> [PixelRect] {
    if rect.area < 60 || (rect.area < 3000 && dice.int(0...3) == 0) { return [rect] }
    var a = rect
    var b = rect
    if rect.width > rect.height {
      a.x1 = rect.x0 + dice.int(1...(rect.width - 1))
      b.x0 = a.x1
    } else {
      a.y1 = rect.y0 + dice.int(1...(rect.height - 1))
      b.y0 = a.y1
    }
    return tiles(&dice, a) + tiles(&dice, b)
  }

  @Test func `a wide scene with groups painted in bands equals the same in narrower tiles`() {
    let size = PixelSize(width: 700, height: 200)
    for seed in UInt64(500)...512 {
      var dice = Dice(seed)
      let scene = RandomScene(&dice, size: size, stepCount: 20, reach: 50)
      let bands = Canvas(size.width, size.height)
      let tiles = Canvas(size.width, size.height)
      for (canvas, width) in [(bands, Int32(700)), (tiles, Int32(128))] {
        let height = Painter.bandHeight(forWidth: width)
        for y in stride(from: 0, to: size.height, by: Int(height)) {
          for x in stride(from: 0, to: size.width, by: Int(width)) {
            canvas.paint {
              $0.setClip(PixelRect(x0: x, y0: y, x1: x + width, y1: y + height))
              scene.draw(&$0)
            }
          }
        }
      }
      #expect(bands.pixels == tiles.pixels, "seed \(seed)")
    }
  }

  @Test func `nothing writes outside the clip, the plane or the scratch, whatever comes`() {
    for seed in UInt64(1000)...1300 {
      var dice = Dice(seed)
      let size = PixelSize(width: dice.int(1...90), height: dice.int(1...60))
      let scene = RandomScene(&dice, size: size, stepCount: 30, reach: seed % 2 == 0 ? 1_000_000 : 20)
      let canvas = Canvas(size.width, size.height)
      let clip = PixelRect(x0: dice.int(-5...60), y0: dice.int(-5...50), x1: dice.int(0...99), y1: dice.int(0...70))
      canvas.paint {
        $0.setClip(clip)
        scene.draw(&$0)
      }
      #expect(canvas.isUntouched(outside: clip, background: 0xFF00_0000), "seed \(seed)")
    }
  }

  @Test func `extreme coordinates are bounded`() {
    let extremes: [Int32] = [Int32.min + 1, -(1 << 22), -1, 0, 1, 255, 256, 1 << 22, Int32.max]
    let canvas = Canvas(20, 10)
    canvas.paint { painter in
      let white = Ink.solid(.white)
      for a in extremes {
        for b in extremes {
          let p = SubpixelPoint(x: a, y: b)
          painter.fillRectangle(SubpixelRect(x0: a, y0: b, x1: b, y1: a), white)
          painter.fillRoundedRectangle(SubpixelRect(x0: a, y0: a, x1: b, y1: b), radius: b, white)
          painter.fillArc(centre: p, radius: b, width: a, start: a, sweep: b, roundCaps: true, white)
          painter.polygon([p, SubpixelPoint(x: b, y: a), SubpixelPoint(x: 5, y: 5)], offset: p, white)
          painter.hand([p, SubpixelPoint(x: b, y: a), SubpixelPoint(x: 5, y: 5)], about: p, angle: a, white)
          painter.stroke([p, SubpixelPoint(x: b, y: a), SubpixelPoint(x: 5, y: 5)], width: b, white)
          painter.glyph([0x40], 1, 1, a, b, white)
          painter.beginClip(SubpixelRect(x0: a, y0: a, x1: b, y1: b), radius: b)
          painter.beginGroup(bounds: PixelRect(x0: a, y0: b, x1: b, y1: b))
          painter.endGroup(opacity: 9)
          painter.endClip()
        }
      }
    }
    #expect(canvas.areGuardsIntact)
  }

  @Test func `groups deeper than allowed draw on, unbalanced ends are ignored`() {
    let canvas = Canvas(4, 2)
    canvas.paint { painter in
      painter.endGroup(opacity: 3)
      painter.endClip()
      for _ in 0..<7 { painter.beginGroup(bounds: PixelRect(x0: 0, y0: 0, x1: 4, y1: 2)) }
      painter.fillRectangle(rect(1, 0, 3, 1), .solid(.white))
      for _ in 0..<7 { painter.endGroup(opacity: 255) }
      painter.endGroup(opacity: 255)
    }
    #expect(
      canvas.art == """
        .##.
        ....
        """)
  }

  @Test func `a group fades as a whole`() {
    let canvas = Canvas(3, 1)
    canvas.paint { painter in
      painter.beginGroup(bounds: PixelRect(x0: 0, y0: 0, x1: 3, y1: 1))
      painter.fillRectangle(rect(0, 0, 2, 1), .solid(.white))
      painter.fillRectangle(rect(1, 0, 3, 1), .solid(.white))
      painter.endGroup(opacity: 100)
    }
    #expect(PixelPattern(canvas.pixels, width: 3, key: [0xFF64_6464: "g"]) == "ggg")
  }
}
