import AfterglowCore
import AfterglowRaster
import CCairo
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The same geometry drawn by Cairo with its best anti-aliasing and a fine tolerance, as an independent reference.
///
/// Cairo samples 15 lines per pixel row, so that a single pixel of a flat edge may differ by 17 codes; the mean is
/// checked if enough pixels are touched.
private struct Pair {
  static let width: Int32 = 200
  static let height: Int32 = 160
  let ours = Canvas(Pair.width, Pair.height)
  private let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Pair.width, Pair.height)!
  private let cairo: OpaquePointer

  init() {
    cairo = cairo_create(surface)
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_set_tolerance(cairo, 0.02)
    cairo_paint(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
  }

  func close() {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  func draw(_ ourBody: (inout Painter) -> Void, _ cairoBody: (OpaquePointer) -> Void) {
    ours.paint(ourBody)
    cairoBody(cairo)
    cairo_surface_flush(surface)
  }

  /// Mean and largest difference in codes over pixels that either touched.
  var difference: (mean: Double, max: Int, touched: Int) {
    let data = cairo_image_surface_get_data(surface)!
    let stride = Int(cairo_image_surface_get_stride(surface))
    var sum = 0
    var worst = 0
    var touched = 0
    for y in 0..<Int(Pair.height) {
      for x in 0..<Int(Pair.width) {
        let a = Int(ours[x, y] & 255)
        let b = Int(data[y * stride + x * 4])
        if a == 0 && b == 0 { continue }
        touched += 1
        sum += abs(a - b)
        worst = Swift.max(worst, abs(a - b))
      }
    }
    return (touched == 0 ? 0 : Double(sum) / Double(touched), worst, touched)
  }
}

@Suite struct CairoTests {
  private let white = Ink.solid(.white)

  private func check(
    _ name: String, mean limit: Double = 2, max most: Int, _ ours: (inout Painter) -> Void,
    _ cairo: (OpaquePointer) -> Void
  ) {
    let pair = Pair()
    defer { pair.close() }
    pair.draw(ours, cairo)
    let (mean, worst, touched) = pair.difference
    #expect(touched > 0, "\(name) draws nothing")
    if touched >= 1500 { #expect(mean <= limit, "\(name): mean \(mean), max \(worst) over \(touched) px") }
    #expect(worst <= most, "\(name): max \(worst), mean \(mean) over \(touched) px")
  }

  private func trace(_ cairo: OpaquePointer, _ points: [(Double, Double)], isClosed: Bool = true) {
    for (index, p) in points.enumerated() {
      if index == 0 { cairo_move_to(cairo, p.0, p.1) } else { cairo_line_to(cairo, p.0, p.1) }
    }
    if isClosed { cairo_close_path(cairo) }
  }

  @Test func `rectangles of every size and place`() {
    check("rectangle", max: 10) {
      $0.fillRectangle(rect(10.25, 20.5, 150.75, 90.125), white)
    } _: {
      cairo_rectangle($0, 10.25, 20.5, 140.5, 69.625)
      cairo_fill($0)
    }
  }

  @Test(arguments: [3.0, 12.5, 40])
  func `rounded rectangles`(_ radius: Double) {
    check("radius \(radius)", max: 18) {
      $0.fillRoundedRectangle(rect(10.5, 12, 180, 150.25), radius: px(radius), white)
    } _: { cairo in
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, 180 - radius, 12 + radius, radius, -Double.pi / 2, 0)
      cairo_arc(cairo, 180 - radius, 150.25 - radius, radius, 0, Double.pi / 2)
      cairo_arc(cairo, 10.5 + radius, 150.25 - radius, radius, Double.pi / 2, Double.pi)
      cairo_arc(cairo, 10.5 + radius, 12 + radius, radius, Double.pi, 1.5 * Double.pi)
      cairo_close_path(cairo)
      cairo_fill(cairo)
    }
  }

  @Test(arguments: [(24576, 49152), (0, 10000), (5000, 60000), (16384, 32768)])
  func `arcs with round caps`(_ start: Int32, _ sweep: Int32) {
    check("arc \(start) \(sweep)", max: 18) {
      $0.fillArc(
        centre: point(100, 80), radius: px(60), width: px(14), start: start, sweep: sweep, roundCaps: true, white)
    } _: { cairo in
      cairo_set_line_width(cairo, 14)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      let turn = 2 * Double.pi / 65536
      cairo_arc(cairo, 100, 80, 60, Double(start) * turn, Double(start + sweep) * turn)
      cairo_stroke(cairo)
    }
  }

  @Test func `polygons, with crossing edges too`() {
    var dice = Dice(9)
    for round in 0..<40 {
      let count = round < 20 ? 3 : 7
      let points = (0..<count).map { _ in
        (Double(dice.int(-20 * 256...220 * 256)) / 256, Double(dice.int(-20 * 256...180 * 256)) / 256)
      }
      // Self-intersecting contours sum their windings in the few pixels of an intersection; Cairo forms the union.
      check("polygon \(round)", max: round < 20 ? 18 : 190) {
        $0.polygon(points.map { point($0.0, $0.1) }, white)
      } _: {
        trace($0, points)
        cairo_fill($0)
      }
    }
  }

  @Test(arguments: [1.0, 3, 9])
  func `strokes with round joins`(_ width: Double) {
    let points = (0..<60).map { i -> (Double, Double) in
      let level = 0.5 + 0.35 * sin(0.21 * Double(i)) + 0.13 * sin(0.67 * Double(i) + 1)
      return (20 + 160 * Double(i) / 59, 20 + 120 * (1 - level))
    }
    check("stroke \(width)", max: 40) {
      $0.stroke(points.map { point($0.0, $0.1) }, width: px(width), white)
    } _: { cairo in
      cairo_set_line_width(cairo, width)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      trace(cairo, points, isClosed: false)
      cairo_stroke(cairo)
    }
  }

  @Test func `a zigzag with sharp bends`() {
    let points = [(20.0, 20.0), (120, 40), (30, 50), (170, 120), (165, 30), (60, 140)]
    check("zigzag", max: 90) {
      $0.stroke(points.map { point($0.0, $0.1) }, width: px(7), white)
    } _: { cairo in
      cairo_set_line_width(cairo, 7)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      trace(cairo, points, isClosed: false)
      cairo_stroke(cairo)
    }
  }

  @Test func `a letter's outline with a hole`() {
    let end = SubpixelPoint(x: Int32.min, y: 0)
    func ring(_ rx: Double, _ ry: Double, _ direction: Double) -> [(Double, Double)] {
      (0..<64).map { i in
        let angle = direction * Double(i) * Double.pi / 32
        return (100 + rx * cos(angle), 80 + ry * sin(angle))
      }
    }
    let outer = ring(50, 70, 1)
    let inner = ring(30, 52, -1)
    check("letter", max: 18) {
      $0.polygon(outer.map { point($0.0, $0.1) } + [end] + inner.map { point($0.0, $0.1) }, white)
    } _: {
      trace($0, outer)
      trace($0, inner)
      cairo_fill($0)
    }
  }

  @Test(arguments: [0, 1000, 9000, 21845, 40000])
  func `clock hands at any angle`(_ angle: Int32) {
    let hand = [(-3.0, -70.0), (3, -70), (5, 12), (-5, 12)]
    check("hand \(angle)", max: 18) {
      $0.hand(hand.map { point($0.0, $0.1) }, about: point(100, 80), angle: angle, white)
    } _: { cairo in
      cairo_translate(cairo, 100, 80)
      cairo_rotate(cairo, Double(angle) * 2 * Double.pi / 65536)
      trace(cairo, hand)
      cairo_fill(cairo)
    }
  }
}
