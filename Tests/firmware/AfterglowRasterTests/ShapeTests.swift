import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowRaster

@Suite struct ShapeTests {
  let white = Ink.solid(.white)

  private func art(_ width: Int32, _ height: Int32, _ body: (inout Painter) -> Void) -> PixelPattern {
    let canvas = Canvas(width, height)
    canvas.paint(body)
    #expect(canvas.areGuardsIntact)
    return canvas.art
  }

  @Test func `a rectangle on whole pixels is crisp`() {
    #expect(
      art(5, 4) { $0.fillRectangle(rect(1, 1, 4, 3), white) } == """
        .....
        .###.
        .###.
        .....
        """)
  }

  @Test func `a rectangle's fractions become coverage`() {
    #expect(
      art(5, 4) { $0.fillRectangle(rect(0.5, 0.5, 3.5, 2.5), white) } == """
        2552.
        5##5.
        2552.
        .....
        """)
    #expect(
      art(3, 1) { $0.fillRectangle(rect(1.25, 0, 1.75, 1), white) } == """
        .5.
        """)
  }

  @Test func `empty, inside-out and far rectangles draw nothing`() {
    let nothing: PixelPattern = """
      ...
      ...
      """
    #expect(art(3, 2) { $0.fillRectangle(rect(1, 1, 1, 2), white) } == nothing)
    #expect(art(3, 2) { $0.fillRectangle(rect(2, 2, 1, 1), white) } == nothing)
    #expect(art(3, 2) { $0.fillRectangle(rect(-9, -9, -1, -1), white) } == nothing)
    #expect(
      art(3, 2) {
        $0.fillRectangle(SubpixelRect(x0: Int32.max - 5, y0: 0, x1: Int32.max, y1: 256), white)
      } == nothing)
  }

  @Test func `a rectangle larger than everything covers the clip and no more`() {
    let all = SubpixelRect(x0: Int32.min, y0: Int32.min, x1: Int32.max, y1: Int32.max)
    #expect(
      art(5, 3) {
        $0.setClip(PixelRect(x0: 1, y0: 1, x1: 4, y1: 9))
        $0.fillRectangle(all, white)
      } == """
        .....
        .###.
        .###.
        """)
  }

  @Test func `a rounded rectangle is symmetrical`() {
    let canvas = Canvas(9, 7)
    canvas.paint { $0.fillRoundedRectangle(rect(0, 0, 9, 7), radius: px(3), white) }
    for y in 0..<7 {
      for x in 0..<9 {
        // Heights and positions are rounded down to 1/256 px, which may change one code.
        #expect(abs(Int(canvas[x, y] & 255) - Int(canvas[8 - x, y] & 255)) <= 1)
        #expect(abs(Int(canvas[x, y] & 255) - Int(canvas[x, 6 - y] & 255)) <= 1)
      }
    }
    #expect(
      canvas.art.part(x: 0..<9, y: 0..<4) == """
        059###950
        5#######5
        9#######9
        #########
        """)
  }

  @Test func `a rounded rectangle without radius is a rectangle`() {
    let plain = art(6, 5) { $0.fillRectangle(rect(0.3, 0.6, 4.7, 4.2), white) }
    #expect(art(6, 5) { $0.fillRoundedRectangle(rect(0.3, 0.6, 4.7, 4.2), radius: 0, white) } == plain)
    #expect(art(6, 5) { $0.fillRoundedRectangle(rect(0.3, 0.6, 4.7, 4.2), radius: -9, white) } == plain)
  }

  @Test func `a rectangle as a polygon equals the rectangle`() {
    for (x0, y0, x1, y1) in [(0.0, 0.0, 3.0, 3.0), (0.3, 0.7, 4.6, 2.2), (1.1, 1.1, 1.9, 1.2), (-3, -2, 2.5, 9)] {
      let a = Canvas(6, 5)
      let b = Canvas(6, 5)
      a.paint { $0.fillRectangle(rect(x0, y0, x1, y1), white) }
      b.paint { $0.polygon([point(x0, y0), point(x1, y0), point(x1, y1), point(x0, y1)], white) }
      #expect(a.pixels == b.pixels)
    }
  }

  @Test func `a triangle's edge is halves`() {
    #expect(
      art(4, 4) { $0.polygon([point(0, 0), point(4, 4), point(0, 4)], white) } == """
        5...
        #5..
        ##5.
        ###5
        """)
  }

  @Test func `a contour of the other direction is a hole, of the same direction is not`() {
    let end = SubpixelPoint(x: Int32.min, y: 0)
    let outer = [point(0, 0), point(5, 0), point(5, 4), point(0, 4), end]
    let same = [point(1, 1), point(4, 1), point(4, 3), point(1, 3)]
    #expect(
      art(5, 4) { $0.polygon(outer + same.reversed(), white) } == """
        #####
        #...#
        #...#
        #####
        """)
    #expect(
      art(5, 4) { $0.polygon(outer + same, white) } == """
        #####
        #####
        #####
        #####
        """)
  }

  @Test func `a polygon moves by its offset`() {
    let square = [point(0, 0), point(2, 0), point(2, 2), point(0, 2)]
    #expect(
      art(4, 3) { $0.polygon(square, offset: point(1, 1), white) } == """
        ....
        .##.
        .##.
        """)
  }

  @Test func `polygons of none, one and two points draw nothing`() {
    let nothing: PixelPattern = """
      ...
      ...
      """
    #expect(art(3, 2) { $0.polygon([], white) } == nothing)
    #expect(art(3, 2) { $0.polygon([point(1, 1)], white) } == nothing)
    #expect(art(3, 2) { $0.polygon([point(0, 0), point(3, 2)], white) } == nothing)
  }

  @Test func `a hand turns by quarters exactly`() {
    let hand = [point(-1, -3), point(1, -3), point(1, 0), point(-1, 0)]
    #expect(
      art(6, 6) { $0.hand(hand, about: point(3, 3), angle: 0, white) }
        == """
        ..##..
        ..##..
        ..##..
        ......
        ......
        ......
        """)
    #expect(
      art(6, 6) { $0.hand(hand, about: point(3, 3), angle: 16384, white) }
        == """
        ......
        ......
        ...###
        ...###
        ......
        ......
        """)
    #expect(
      art(6, 6) { $0.hand(hand, about: point(3, 3), angle: -32768, white) }
        == """
        ......
        ......
        ......
        ..##..
        ..##..
        ..##..
        """)
  }

  @Test func `a straight stroke is its rectangle and caps`() {
    #expect(
      art(6, 4) { $0.stroke([point(1, 2), point(5, 2)], width: px(2), white) } == """
        ......
        7####7
        7####7
        ......
        """)
  }

  @Test func `a dot is a disc`() {
    let disc = art(5, 5) { $0.stroke([point(2.5, 2.5)], width: px(5), white) }
    #expect(disc == art(5, 5) { $0.stroke([point(2.5, 2.5), point(2.5, 2.5)], width: px(5), white) })
    #expect(disc.rows[2] == "9###9")
    #expect(art(5, 5) { $0.stroke([], width: 99, white) } == art(5, 5) { _ in })
    #expect(art(5, 5) { $0.stroke([point(2, 2)], width: 0, white) } == art(5, 5) { _ in })
  }

  @Test func `segments along one line cover no pixel twice`() {
    let whole = Canvas(40, 20)
    let cut = Canvas(40, 20)
    let ink = Ink.solid(Color(argb: 0x80FF_FFFF))
    whole.paint { $0.stroke([point(4, 4), point(34, 14)], width: px(3), ink) }
    cut.paint { painter in
      painter.stroke((0...30).map { point(4 + Double($0), 4 + Double($0) / 3) }, width: px(3), ink)
    }
    for (a, b) in zip(whole.pixels, cut.pixels) { #expect(abs(Int(a & 255) - Int(b & 255)) <= 3) }
  }

  @Test func `a full ring has a hole, an arc of nothing is empty`() {
    let ring = Canvas(21, 21)
    ring.paint {
      $0.fillArc(
        centre: point(10.5, 10.5), radius: px(8), width: px(4), start: 7, sweep: 65536, roundCaps: false, white)
    }
    #expect(
      ring.art == """
        .......0244420.......
        .....169#####961.....
        ...049#########940...
        ..06#############60..
        ..4#####86568#####4..
        .19###930...039###91.
        .6###91.......19###6.
        09###3.........3###90
        2###80.........08###2
        4###6...........6###4
        4###5...........5###4
        4###6...........6###4
        2###80.........08###2
        09###3.........3###90
        .6###91.......19###6.
        .19###930...039###91.
        ..4#####86568#####4..
        ..06#############60..
        ...049#########940...
        .....169#####961.....
        .......0244420.......
        """)
    let none = Canvas(21, 21)
    none.paint {
      $0.fillArc(centre: point(10, 10), radius: px(8), width: px(4), start: 0, sweep: 0, roundCaps: false, white)
      $0.fillArc(centre: point(10, 10), radius: px(8), width: 0, start: 0, sweep: 99999, roundCaps: true, white)
      $0.fillArc(centre: point(10, 10), radius: -5, width: 9, start: 0, sweep: 99999, roundCaps: true, white)
    }
    #expect(none.pixels.allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test func `an arc backwards equals the arc forwards`() {
    let a = Canvas(30, 30)
    let b = Canvas(30, 30)
    let c = point(15, 15)
    a.paint { $0.fillArc(centre: c, radius: px(10), width: px(4), start: 0, sweep: 20000, roundCaps: true, white) }
    b.paint { $0.fillArc(centre: c, radius: px(10), width: px(4), start: 20000, sweep: -20000, roundCaps: true, white) }
    #expect(a.pixels == b.pixels)
  }

  @Test func `a half transparent ink blends with one rounding`() {
    let canvas = Canvas(2, 1, background: Color(red: 10, green: 200, blue: 255))
    canvas.paint { $0.fillRectangle(rect(0, 0, 1, 1), .solid(Color(red: 255, green: 0, blue: 7, alpha: 100))) }
    func mix(_ c: Int, _ d: Int) -> UInt32 { UInt32((Double(c * 100 + d * 155) / 255).rounded()) }
    #expect(canvas[0, 0] == 0xFF00_0000 | mix(255, 10) << 16 | mix(0, 200) << 8 | mix(7, 255))
  }

  @Test func `a gradient runs from its first colour to its last`() {
    let colors = (0..<64).map { UInt32(0xFF00_0000) | UInt32($0 * 4) << 8 }
    let canvas = Canvas(130, 3)
    colors.withUnsafeBufferPointer { table in
      canvas.paint {
        $0.fillRectangle(
          rect(0, 0, 130, 3), .gradient(start: point(1, 0), end: point(129, 0), colors: table.baseAddress!))
      }
    }
    #expect(canvas[0, 0] == colors[0] && canvas[129, 2] == colors[63])
    for x in 1..<130 { #expect(canvas[x, 1] >= canvas[x - 1, 1]) }
    // 31.75 of its 63 steps along, each of four codes.
    #expect(canvas[65, 0] == 0xFF00_7F00)
  }

  @Test func `a gradient has every colour between two of its own`() {
    let colors = (0..<64).map { step -> UInt32 in
      let (red, blue) = (UInt32(step * 4), UInt32(252 - step * 4))
      return 0xFF00_0000 | red << 16 | blue
    }
    let (wide, slanted) = (Canvas(512, 8), Canvas(300, 300))
    colors.withUnsafeBufferPointer { table in
      wide.paint {
        $0.fillRectangle(
          rect(0, 0, 512, 8), .gradient(start: point(0, 0), end: point(512, 0), colors: table.baseAddress!))
      }
      slanted.paint {
        $0.fillRectangle(
          rect(0, 0, 300, 300), .gradient(start: point(0, 0), end: point(300, 300), colors: table.baseAddress!))
      }
    }
    for x in 0..<512 {
      let exact = 252 * (Double(x) + 0.5) / 512
      let (red, blue) = (Double(wide[x, 3] >> 16 & 255), Double(wide[x, 3] & 255))
      #expect(abs(red - exact) <= 0.51, "red at \(x)")
      #expect(abs(blue - 252 + exact) <= 0.51, "blue at \(x)")
    }
    for x in 0..<300 {
      let exact = 252 * (Double(x) + 0.5) / 300
      let red = Double(slanted[x, x] >> 16 & 255)
      #expect(abs(red - exact) <= 0.51, "red at \(x), \(x)")
    }
  }

  @Test func `sine is exact to one part in 65536`() {
    #expect(Turn.sine(angle: 0) == 0 && Turn.sine(angle: 16384) == 65536 && Turn.sine(angle: 32768) == 0)
    #expect(Turn.sine(angle: -16384) == -65536 && Turn.cosine(angle: 0) == 65536)
    // sin 30°, sin 45° in 1/65536, rounded.
    #expect(abs(Turn.sine(angle: 5461) - 32766) <= 1 && Turn.sine(angle: 8192) == 46341)
    for angle in Int32(0)..<65536 {
      let s = Int64(Turn.sine(angle: angle))
      let c = Int64(Turn.cosine(angle: angle))
      #expect(abs(s * s + c * c - (1 << 32)) < 140_000)
      #expect(Turn.sine(angle: angle &+ 65536) == Turn.sine(angle: angle))
    }
  }

  @Test func `a square root is the largest integer below`() {
    for value in UInt64(0)..<5000 {
      let root = squareRoot(value)
      #expect(root * root <= value && (root + 1) * (root + 1) > value)
    }
    #expect(squareRoot(UInt64.max) == 4_294_967_295)
    #expect(squareRoot(1 << 62) == 1 << 31)
  }
}
