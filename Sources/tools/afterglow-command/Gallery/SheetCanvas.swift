import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview
import AfterglowRaster

import struct Afterglow.Color

/// A sheet of pictures with their names, drawn by the same painter as a panel's, in pixels from the top left corner.
final class SheetCanvas {
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
    painter.clear(AfterglowCore.Color(argb: background.argb))
  }

  var picture: PanelPicture {
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    return PanelPicture(width: width, height: height, pixels: words[..<(width * height)].map { $0 & 0xFF_FFFF })
  }

  /// Another picture, its top left corner at whole pixels, clipped to this one and to its own round corners.
  ///
  /// - Parameter corner: its radius, and how far inside of it the picture ends: a card whose own corners are smoothed
  ///   would show what is behind them.
  func paste(_ picture: PanelPicture, x: Int, y: Int, corner: (radius: Double, inset: Double) = (0, 0)) {
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    let corners = CornerMask(
      width: picture.width, height: picture.height, radius: corner.radius, inset: corner.inset)
    for row in 0..<picture.height where (0..<height).contains(y + row) {
      for column in 0..<picture.width where (0..<width).contains(x + column) {
        let place = (y + row) * width + x + column
        let pixel = picture.pixels[row * picture.width + column]
        words[place] = 0xFF00_0000 | CornerMask.mixed(words[place], pixel, corners.coverage(column, row))
      }
    }
  }

  func text(
    _ text: String, x: Double, baseline: Double, size: Double, weight: Font.Weight = .regular, _ color: Color
  ) {
    lettering.draw(text, sizePx: size, weight: weight, color: color, x: x, baseline: baseline, on: &painter)
  }

  /// In a square from its top left corner.
  func symbol(_ symbol: Symbol, _ x: Double, _ y: Double, side: Double, color: Color) {
    lettering.draw(symbol, sidePx: side, color: color, x: x, y: y, on: &painter)
  }

  func textWidth(_ text: String, size: Double, weight: Font.Weight = .regular) -> Double {
    lettering.width(text, sizePx: size, weight: weight)
  }
}

/// How much of each pixel lies inside of a rectangle with round corners.
private struct CornerMask {
  let width: Double
  let height: Double
  let radius: Double
  let inset: Double

  init(width: Int, height: Int, radius: Double, inset: Double) {
    self.inset = inset
    self.width = Double(width)
    self.height = Double(height)
    self.radius = min(radius, Double(min(width, height)) / 2)
  }

  /// 0 to 1.
  func coverage(_ column: Int, _ row: Int) -> Double {
    let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
    let across = max(radius - x, x - (width - radius), 0)
    let down = max(radius - y, y - (height - radius), 0)
    guard radius > 0, across > 0, down > 0 else { return 1 }
    return min(1, max(0, radius + 0.5 - inset - (across * across + down * down).squareRoot()))
  }

  static func mixed(_ below: UInt32, _ above: UInt32, _ share: Double) -> UInt32 {
    if share >= 1 { return above & 0xFF_FFFF }
    if share <= 0 { return below & 0xFF_FFFF }
    return [16, 8, 0].reduce(0) { mixed, shift in
      let (low, high) = (Double(below >> shift & 255), Double(above >> shift & 255))
      return mixed | UInt32((low + (high - low) * share).rounded()) << shift
    }
  }
}
