import AfterglowCore
import AfterglowRaster

#if canImport(Glibc)
  import Glibc
#endif

/// The clock scene of the performance notes (stacked 09/41, card, gauge, graph, six labels), k = height / 480.
final class ClockScene {
  struct Placed {
    var code: UnsafeRawBufferPointer
    var width: Int32
    var height: Int32
    var x: Int32
    var y: Int32
    var color: Color

    var box: PixelRect { PixelRect(x0: x, y0: y, x1: x + width, y1: y + height) }
  }

  let size: PixelSize
  private let k: Double
  private let right: Double
  private let source: GlyphSource
  private(set) var glyphs: [Placed] = []
  private let graph: [SubpixelPoint]
  /// The last digit of the label with seconds: two states, and the area that both cover.
  private(set) var seconds: [Placed] = []
  private(set) var secondsBox = PixelRect.empty

  init(_ size: PixelSize, _ source: GlyphSource) {
    self.size = size
    self.source = source
    let k = Double(size.height) / 480
    let right = Double(size.width) / 2
    self.k = k
    self.right = right
    graph = (0..<60).map { i in
      let x = right + 200 * k + (right - 240 * k) * Double(i) / 59
      let level = 0.5 + 0.35 * sin(0.21 * Double(i)) + 0.13 * sin(0.67 * Double(i) + 1)
      return ClockScene.point(x, (190 + 120 * (1 - level)) * k)
    }
    placeText()
  }

  private func placeText() {
    let gray = Color(argb: 0xFF9A_9AA0)
    text("09", x: 60 * k, baseline: 215 * k, em: 220, .white)
    text("4", x: 60 * k, baseline: 430 * k, em: 220, .white)
    text("1", x: 200 * k, baseline: 430 * k, em: 220, .white)
    text("21°", x: right + 40 * k, baseline: 120 * k, em: 96, .white)
    let labels: [(String, Double, Double)] = [
      ("Partly cloudy", 200, 60), ("H 24° L 14°", 200, 92), ("Rain 20 %", 200, 124), ("Battery", 40, 360),
      ("Next 10:30", 40, 400),
    ]
    for (label, x, y) in labels { text(label, x: right + x * k, baseline: y * k, em: 24, gray) }
    let end = text("09:41:3", x: right + 200 * k, baseline: 400 * k, em: 24, gray)
    for digit in "23".unicodeScalars {
      seconds.append(place(digit, pen: end, baseline: 400 * k, em: 24, gray))
      secondsBox = secondsBox.union(seconds[seconds.count - 1].box)
    }
  }

  @discardableResult
  private func text(_ string: String, x: Double, baseline: Double, em: Double, _ color: Color) -> Double {
    var pen = x
    for scalar in string.unicodeScalars {
      glyphs.append(place(scalar, pen: pen, baseline: baseline, em: em, color))
      pen += source.glyph(scalar, em: em * k).advance
    }
    return pen
  }

  private func place(_ scalar: Unicode.Scalar, pen: Double, baseline: Double, em: Double, _ color: Color)
    -> Placed
  {
    let glyph = source.glyph(scalar, em: em * k)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: glyph.code.count + 1, alignment: 8)
    memory.copyBytes(from: glyph.code)
    return Placed(
      code: UnsafeRawBufferPointer(rebasing: memory[..<glyph.code.count]), width: glyph.width, height: glyph.height,
      x: Int32(pen.rounded()) + glyph.left, y: Int32(baseline.rounded()) + glyph.top, color: color)
  }

  private static func point(_ x: Double, _ y: Double) -> SubpixelPoint {
    SubpixelPoint(x: Int32((x * 256).rounded()), y: Int32((y * 256).rounded()))
  }

  private func sub(_ value: Double) -> Int32 { Int32((value * 256).rounded()) }

  /// Draws everything inside the painter's clip; `second` is 0 or 1. Nodes outside `damage` are skipped by their
  /// bounds, as in a display list.
  func draw(_ painter: inout Painter, second: Int, damage: PixelRect) {
    painter.setClip(damage)
    painter.clear(.black)
    drawShapes(&painter, damage)
    for glyph in glyphs where glyph.box.intersects(damage) { draw(glyph, &painter) }
    draw(seconds[second], &painter)
  }

  private func draw(_ glyph: Placed, _ painter: inout Painter) {
    painter.drawGlyph(
      glyph.code, width: glyph.width, height: glyph.height, atX: glyph.x, y: glyph.y, .solid(glyph.color))
  }

  private func drawShapes(_ painter: inout Painter, _ damage: PixelRect) {
    let card = SubpixelRect(
      x0: sub(right + 20 * k), y0: sub(20 * k), x1: sub(2 * right - 20 * k), y1: sub(Double(size.height) - 20 * k))
    painter.fillRoundedRectangle(card, radius: sub(32 * k), .solid(Color(argb: 0xFF1C_1C1E)))
    let centre = ClockScene.point(right + 110 * k, 250 * k)
    if Bounds.arc(centre: centre, radius: sub(60 * k), width: sub(14 * k)).intersects(damage) {
      painter.fillArc(
        centre: centre, radius: sub(60 * k), width: sub(14 * k), start: 24576, sweep: 49152, roundCaps: true,
        .solid(Color(argb: 0xFF3A_3A3C)))
      painter.fillArc(
        centre: centre, radius: sub(60 * k), width: sub(14 * k), start: 24576, sweep: 31457, roundCaps: true,
        .solid(Color(argb: 0xFFFF_9F0A)))
    }
    graph.withUnsafeBufferPointer { line in
      if Bounds.strokedLine(line, width: sub(3 * k)).intersects(damage) {
        painter.strokeLine(line, width: sub(3 * k), .solid(Color(argb: 0xFF32_D74B)))
      }
    }
  }
}
