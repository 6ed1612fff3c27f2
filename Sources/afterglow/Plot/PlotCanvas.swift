import Afterglow
import AfterglowCore
import AfterglowRaster

/// A picture drawn by the same painter as a panel's, in pixels from the top left corner.
final class PlotCanvas {
  typealias Dot = (x: Double, y: Double)

  let width: Int
  let height: Int
  private let pixels: ZeroedMemory
  private let scratch: ZeroedMemory
  private var painter: Painter
  private let lettering: Lettering

  init(width: Int, height: Int, background: Color) throws {
    self.width = width
    self.height = height
    let size = PixelSize(width: Int32(width), height: Int32(height))
    pixels = ZeroedMemory(byteCount: width * height * 4)
    scratch = ZeroedMemory(byteCount: Painter.scratchByteCount(for: size))
    lettering = try Lettering()
    let plane = PixelPlane(
      base: pixels.bytes.baseAddress!.bindMemory(to: UInt32.self, capacity: width * height), stridePx: width,
      size: size)
    painter = Painter(target: plane, scratch: scratch.bytes)
    painter.setClip(PixelRect(size))
    painter.clear(background)
  }

  var picture: PanelPicture {
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    return PanelPicture(width: width, height: height, pixels: words[..<(width * height)].map { $0 & 0xFF_FFFF })
  }

  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color, radius: Double = 0) {
    let rect = SubpixelRect(
      x0: Self.fine(x), y0: Self.fine(y), x1: Self.fine(x + width), y1: Self.fine(y + height))
    painter.fillRoundedRectangle(rect, radius: Self.fine(radius), .solid(color))
  }

  /// One line with round joins; long ones in pieces that meet.
  func line(_ dots: [Dot], width: Double, _ color: Color) {
    let piece = 1_000
    for first in stride(from: 0, to: max(1, dots.count - 1), by: piece) {
      let points = dots[first..<min(dots.count, first + piece + 1)].map(Self.point)
      points.withUnsafeBufferPointer { painter.strokeLine($0, width: Self.fine(width), .solid(color)) }
    }
  }

  func dashes(from: Dot, to: Dot, width: Double, dash: Double, gap: Double, _ color: Color) {
    let length = max(abs(to.x - from.x), abs(to.y - from.y))
    for start in stride(from: 0, to: length, by: dash + gap) {
      func at(_ place: Double) -> Dot {
        let share = min(1, place / length)
        return (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      }
      line([at(start), at(start + dash)], width: width, color)
    }
  }

  /// The area between a line and the level `base`, fading from `top` to nothing.
  func area(_ dots: [Dot], base: Double, top: Double, _ color: Color) {
    guard dots.count > 1 else { return }
    let colors = (0..<64).map { step in
      Color(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(Int(color.alpha) * (63 - step) / 63))
        .argb
    }
    let piece = 500
    for first in stride(from: 0, to: dots.count - 1, by: piece) {
      let part = dots[first..<min(dots.count, first + piece + 1)]
      let outline = [(part.first!.x, base)] + part.map { ($0.x, $0.y) } + [(part.last!.x, base)]
      let points = outline.map { Self.point($0) }
      points.withUnsafeBufferPointer { points in
        colors.withUnsafeBufferPointer { colors in
          painter.fillPolygon(
            points, offset: SubpixelPoint(x: 0, y: 0),
            .gradient(
              start: SubpixelPoint(x: 0, y: Self.fine(top)), end: SubpixelPoint(x: 0, y: Self.fine(base)),
              colors: colors.baseAddress!))
        }
      }
    }
  }

  /// Another picture, its top left corner at whole pixels, clipped to this one.
  func paste(_ picture: PanelPicture, x: Int, y: Int) {
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    for row in 0..<picture.height where (0..<height).contains(y + row) {
      for column in 0..<picture.width where (0..<width).contains(x + column) {
        words[(y + row) * width + x + column] = 0xFF00_0000 | picture.pixels[row * picture.width + column]
      }
    }
  }

  func text(
    _ text: String, _ x: Double, _ baseline: Double, size: Double, weight: Font.Weight = .regular, _ color: Color,
    anchor: Lettering.Anchor = .leading
  ) {
    lettering.draw(
      text, sizePx: size, weight: weight, color: color, x: x, baseline: baseline, anchor: anchor, on: &painter)
  }

  /// In a square from its top left corner.
  func symbol(_ symbol: Symbol, _ x: Double, _ y: Double, side: Double, _ color: Color) {
    lettering.draw(symbol, sidePx: side, color: color, x: x, y: y, on: &painter)
  }

  func textWidth(_ text: String, size: Double, weight: Font.Weight = .regular) -> Double {
    lettering.width(text, sizePx: size, weight: weight)
  }

  private static func point(_ dot: Dot) -> SubpixelPoint { SubpixelPoint(x: fine(dot.x), y: fine(dot.y)) }
  private static func fine(_ px: Double) -> Int32 { Int32((px * 256).rounded()) }
}
