import Afterglow
import AfterglowCore
import AfterglowRaster

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
    painter.clear(background)
  }

  var picture: PanelPicture {
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    return PanelPicture(width: width, height: height, pixels: words[..<(width * height)].map { $0 & 0xFF_FFFF })
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
    _ text: String, _ x: Double, _ baseline: Double, size: Double, weight: Font.Weight = .regular, _ color: Color
  ) {
    lettering.draw(text, sizePx: size, weight: weight, color: color, x: x, baseline: baseline, on: &painter)
  }

  /// In a square from its top left corner.
  func symbol(_ symbol: Symbol, _ x: Double, _ y: Double, side: Double, _ color: Color) {
    lettering.draw(symbol, sidePx: side, color: color, x: x, y: y, on: &painter)
  }

  func textWidth(_ text: String, size: Double, weight: Font.Weight = .regular) -> Double {
    lettering.width(text, sizePx: size, weight: weight)
  }
}
