import AfterglowCore
import AfterglowGeometry
import Foundation

/// Glyphs of our own, which no font file has: drawn from the middle lines of their strokes. They are baked, shared and
/// painted like any other glyph.
package enum DrawnGlyphs: Hashable {
  /// The figures 0 to 9 with round ends, each as wide and as high as it is asked for. All in quarters of a pixel.
  case numerals(width: Int, height: Int, stroke: Int)
  /// A disc of so many quarters of a pixel across, its middle at the pen.
  case dot(diameter: Int)

  /// The columns of a glyph's ink, in pixels to the right of the pen.
  package func columns(of glyph: UInt32) -> (left: Double, right: Double) {
    switch self {
    case .numerals(_, _, let stroke):
      let radius = Double(stroke) / 8
      let places = lines(of: glyph, radius: radius).flatMap { $0 }.map(\.x)
      return ((places.min() ?? 0) - radius, (places.max() ?? 0) + radius)
    case .dot(let diameter): return (-Double(diameter) / 8, Double(diameter) / 8)
    }
  }

  /// The middle lines of a figure's strokes, with the pen at the lower left corner of its box; none for a disc.
  private func lines(of glyph: UInt32, radius: Double, shift: Point = .zero) -> [[Point]] {
    guard case .numerals(let width, let height, _) = self else { return [] }
    let box = Rect(
      x: radius + shift.x, y: radius - Double(height) / 4 + shift.y, width: max(1, Double(width) / 4 - 2 * radius),
      height: max(1, Double(height) / 4 - 2 * radius))
    return Numeral.lines(Int(glyph), in: box)
  }

  /// - Parameters:
  ///   - right, down: distance of the pen from its pixel, in quarters of a pixel.
  ///   - isInk: whether a pixel is covered or not, by its middle.
  func image(of glyph: UInt32, right: Int, down: Int, isInk: Bool = false) -> GlyphImage {
    let shift = Point(x: Double(right) / 4, y: Double(down) / 4)
    switch self {
    case .numerals(_, _, let stroke):
      let radius = Double(stroke) / 8
      return Self.stroked(lines(of: glyph, radius: radius, shift: shift), radius: radius, isInk)
    case .dot(let diameter): return Self.stroked([[shift, shift]], radius: Double(diameter) / 8, isInk)
    }
  }

  /// Coverage by the distance to the nearest line.
  private static func stroked(_ lines: [[Point]], radius: Double, _ isInk: Bool) -> GlyphImage {
    let points = lines.flatMap { $0 }
    let left = Int(clamping: (points.map(\.x).min()! - radius).rounded(.down)) - 1
    let top = Int(clamping: (points.map(\.y).min()! - radius).rounded(.down)) - 1
    let width = Int(clamping: (points.map(\.x).max()! + radius).rounded(.up)) + 1 - left
    let height = Int(clamping: (points.map(\.y).max()! + radius).rounded(.up)) + 1 - top
    var nearest = [Double](repeating: .infinity, count: width * height)
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let columns =
          Int(clamping: min(a.x, b.x) - radius - 2) - left...Int(clamping: max(a.x, b.x) + radius + 2) - left
        let rows = Int(clamping: min(a.y, b.y) - radius - 2) - top...Int(clamping: max(a.y, b.y) + radius + 2) - top
        for row in rows.clamped(to: 0...(height - 1)) {
          for column in columns.clamped(to: 0...(width - 1)) {
            let (x, y) = (Double(column + left) + 0.5 - a.x, Double(row + top) + 0.5 - a.y)
            let along = length > 0 ? min(1, max(0, (x * dx + y * dy) / length)) : 0
            let (ex, ey) = (x - along * dx, y - along * dy)
            nearest[row * width + column] = min(nearest[row * width + column], ex * ex + ey * ey)
          }
        }
      }
    }
    let coverage = nearest.map { square in
      let share = min(1, max(0, radius - square.squareRoot() + 0.5))
      return isInk ? (share >= 0.5 ? 255 : 0) : UInt8(clamping: share * 255)
    }
    return GlyphImage(
      left: left, top: top, width: width, height: height,
      code: GlyphCode.encode(coverage: coverage, width: width, height: height))
  }
}

/// The middle lines of the figures' strokes.
private struct Numeral {
  private let box: Rect
  private(set) var lines: [[Point]] = []
  private var line: [Point] = []

  /// In a box, with round parts that are parts of circles where there is room.
  static func lines(_ figure: Int, in box: Rect) -> [[Point]] {
    var numeral = Numeral(box: box)
    numeral.draw(figure)
    return numeral.lines
  }

  private init(box: Rect) { self.box = box }

  /// Half of the width: the radius of bowls.
  private var rx: Double { box.width / 2 }

  private mutating func move(_ x: Double, _ y: Double) { line = [Point(x: box.minX + x, y: box.minY + y)] }
  private mutating func to(_ x: Double, _ y: Double) { line.append(Point(x: box.minX + x, y: box.minY + y)) }
  private mutating func end() {
    lines.append(line)
    line = []
  }

  /// Part of an ellipse, from one angle to another: 0 at three o'clock, clockwise.
  private mutating func arc(_ x: Double, _ y: Double, rx: Double, ry: Double, from: Double, to: Double) {
    for step in 0...24 {
      let angle = (from + (to - from) * Double(step) / 24) * .pi / 180
      self.to(x + rx * cos(angle), y + ry * sin(angle))
    }
  }

  private mutating func curve(_ c1: (Double, Double), _ c2: (Double, Double), _ end: (Double, Double)) {
    guard let last = line.last else { return }
    let start = (last.x - box.minX, last.y - box.minY)
    for step in 1...24 {
      let t = Double(step) / 24
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      to(
        a * start.0 + b * c1.0 + c * c2.0 + d * end.0,
        a * start.1 + b * c1.1 + c * c2.1 + d * end.1)
    }
  }

  /// A closed ring with round ends between two heights.
  private mutating func ring(_ top: Double, _ bottom: Double, inset: Double = 0) {
    let (w, r) = (box.width, min(rx - inset, (bottom - top) / 2))
    let side = rx - inset
    line = []
    arc(w / 2, top + r, rx: side, ry: r, from: 180, to: 360)
    arc(w / 2, bottom - r, rx: side, ry: r, from: 0, to: 180)
    to(inset, top + r)
    end()
  }

  private mutating func draw(_ figure: Int) {
    let (w, h) = (box.width, box.height)
    let r = min(rx, h * 0.25)
    switch figure {
    case 0: ring(0, h)
    case 1:
      move(w * 0.16, h * 0.17)
      to(w * 0.6, 0)
      to(w * 0.6, h)
      end()
    case 2:
      line = []
      arc(rx, r, rx: rx, ry: r, from: 180, to: 360)
      curve((w, r + h * 0.26), (w * 0.16, h * 0.62), (0, h))
      to(w, h)
      end()
    case 3:
      let middle = h * 0.47
      line = []
      arc(rx, r, rx: rx, ry: r, from: 190, to: 360)
      arc(rx, middle - min(r, middle / 2), rx: rx, ry: min(r, middle / 2), from: 0, to: 90)
      to(w * 0.36, middle)
      end()
      let low = min(r, (h - middle) / 2)
      move(w * 0.36, middle)
      arc(rx, middle + low, rx: rx, ry: low, from: 270, to: 360)
      arc(rx, h - r, rx: rx, ry: r, from: 0, to: 170)
      end()
    case 4:
      move(w * 0.58, 0)
      to(0, h * 0.7)
      to(w, h * 0.7)
      end()
      move(w * 0.74, h * 0.44)
      to(w * 0.74, h)
      end()
    case 5:
      let top = h * 0.39
      move(w * 0.93, 0)
      to(w * 0.08, 0)
      to(0, h * 0.47)
      curve((w * 0.14, top + h * 0.01), (w * 0.3, top), (rx, top))
      arc(rx, top + min(r, (h - top) / 2), rx: rx, ry: min(r, (h - top) / 2), from: 270, to: 360)
      arc(rx, h - r, rx: rx, ry: r, from: 0, to: 165)
      end()
    case 6: six()
    case 7:
      move(0, 0)
      to(w, 0)
      curve((w * 0.66, h * 0.32), (w * 0.36, h * 0.64), (w * 0.32, h))
      end()
    case 8:
      ring(0, h * 0.47, inset: w * 0.05)
      ring(h * 0.47, h)
    default:
      six()
      lines = lines.map { $0.map { Point(x: 2 * box.midX - $0.x, y: 2 * box.midY - $0.y) } }
    }
  }

  private mutating func six() {
    let h = box.height
    let r = min(rx, h * 0.25)
    ring(h * 0.4, h)
    line = []
    arc(rx, r, rx: rx, ry: r, from: 345, to: 180)
    to(0, h - min(rx, h * 0.3))
    end()
  }
}
