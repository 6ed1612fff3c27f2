import AfterglowCore
import AfterglowPictures
import AfterglowViews
import Foundation

extension LayerPicture {
  /// Moved by pixels, rounded to whole ones.
  func moved(x: Double, y: Double) -> LayerPicture {
    var copy = self
    copy.bounds = bounds.translated(x: Int32(pixels: x), y: Int32(pixels: y))
    return copy
  }

  /// One colour, 0xAARRGGBB, as opaque as this is.
  func silhouette(_ color: UInt32) -> LayerPicture { mapped { Self.premultiplied(color, $0 >> 24) } }

  /// As opaque as this and the mask are together; without a mask nothing is left.
  mutating func keep(_ mask: LayerPicture?) {
    let mask = mask?.filling(bounds)
    for index in pixels.indices {
      pixels[index] = Self.scaled(pixels[index], mask.map { $0.pixels[index] >> 24 } ?? 0)
    }
  }

  mutating func takeLuminanceAsAlpha() {
    self = mapped { pixel in
      let alpha = pixel >> 24
      if alpha == 0 { return 0 }
      func code(_ shift: UInt32) -> UInt8 { UInt8(min(255, (pixel >> shift & 255) * 255 / alpha)) }
      let light = LinearLight.luminance(red: code(16), green: code(8), blue: code(0))
      // Black, as opaque as it was bright.
      return UInt32(clamping: (light * Double(alpha)).rounded()) << 24
    }
  }

  /// This, with the shadow that its edges cast on it.
  func innerShadow(_ color: UInt32, sigma: Double, x: Double, y: Double) -> LayerPicture {
    let reach = Int32(pixels: (3 * sigma).rounded(.up)) + Int32(pixels: max(abs(x), abs(y)).rounded(.up)) + 1
    let around = PixelRect(
      x0: bounds.x0 - reach, y0: bounds.y0 - reach, x1: bounds.x1 + reach, y1: bounds.y1 + reach)
    guard PixelSize(width: around.width, height: around.height).area <= LayerPainter.maximumPixelCount else {
      return self
    }
    let hole = filling(around).mapped { (255 - ($0 >> 24)) << 24 }
    guard let edge = hole.blurred(sigma: sigma, within: around)?.moved(x: x, y: y).filling(bounds) else { return self }
    var result = self
    for index in pixels.indices {
      let shade = Self.premultiplied(color, edge.pixels[index] >> 24)
      let own = Self.scaled(shade, pixels[index] >> 24)
      result.pixels[index] = own &+ Self.scaled(pixels[index], 255 - own >> 24)
    }
    return result
  }

  func mapped(_ change: (UInt32) -> UInt32) -> LayerPicture {
    LayerPicture(bounds: bounds, pixels: pixels.map(change))
  }

  /// A colour, not premultiplied, at a coverage of 255.
  static func premultiplied(_ color: UInt32, _ coverage: UInt32) -> UInt32 {
    let alpha = ((color >> 24) * coverage + 127) / 255
    return alpha << 24 | scaled(color & 0xFF_FFFF, alpha)
  }

  /// All channels times a share of 255.
  static func scaled(_ pixel: UInt32, _ share: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 255) * share + 127) / 255) << shift }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }
}

// MARK: blur

extension LayerPicture {
  /// Convolved with a Gaussian of this standard deviation in pixels; three of its widths are added on each side, as far as
  /// the limit.
  func blurred(sigma: Double, within limit: PixelRect) -> LayerPicture? {
    let reach = Int32(pixels: (3 * sigma).rounded(.up))
    let wide = PixelRect(
      x0: bounds.x0 - reach, y0: bounds.y0 - reach, x1: bounds.x1 + reach, y1: bounds.y1 + reach)
    let visible = wide.intersection(limit)
    if visible.isEmpty { return nil }
    if reach == 0 { return filling(visible) }
    let size = PixelSize(width: wide.width, height: wide.height)
    guard size.area <= LayerPainter.maximumPixelCount else { return nil }
    var plane = filling(wide).pixels.map(Self.channels)
    let (width, height) = (Int(wide.width), Int(wide.height))
    plane = BlurKernel(sigma: sigma).rows(plane, width: width, height: height)
    plane = BlurKernel.transposed(plane, width: width, height: height)
    plane = BlurKernel(sigma: sigma).rows(plane, width: height, height: width)
    plane = BlurKernel.transposed(plane, width: height, height: width)
    return LayerPicture(bounds: wide, pixels: plane.map(Self.pixel)).filling(visible)
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }

  private static func pixel(_ channels: SIMD4<Float>) -> UInt32 {
    let rounded = channels.rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    let bytes = SIMD4<UInt32>(rounded)
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
  }
}

/// A Gaussian along rows: exact where it is narrow, else three boxes one after another, which look the same.
private struct BlurKernel {
  private static let widestExact = 4.0

  let sigma: Double

  static func transposed(_ plane: [SIMD4<Float>], width: Int, height: Int) -> [SIMD4<Float>] {
    [SIMD4<Float>](unsafeUninitializedCapacity: plane.count) { target, count in
      for y in 0..<height {
        for x in 0..<width { target.initializeElement(at: x * height + y, to: plane[y * width + x]) }
      }
      count = plane.count
    }
  }

  func rows(_ plane: [SIMD4<Float>], width: Int, height: Int) -> [SIMD4<Float>] {
    if sigma <= Self.widestExact { return exact(plane, width: width, height: height) }
    return boxes.reduce(plane) { box($0, $1, width: width, height: height) }
  }

  private func exact(_ plane: [SIMD4<Float>], width: Int, height: Int) -> [SIMD4<Float>] {
    let reach = Int(pixels: (3 * sigma).rounded(.up))
    let shares = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = shares.reduce(0, +)
    let weights = shares.map { Float($0 / sum) }
    var result = plane
    for y in 0..<height {
      for x in 0..<width {
        var mixed = SIMD4<Float>(repeating: 0)
        for step in max(-reach, -x)...min(reach, width - 1 - x) {
          mixed += plane[y * width + x + step] * weights[step + reach]
        }
        result[y * width + x] = mixed
      }
    }
    return result
  }

  /// Odd widths whose variances add up to that of the Gaussian as nearly as whole pixels allow.
  private var boxes: [Int] {
    let ideal = (12 * sigma * sigma / 3 + 1).squareRoot()
    var lower = Int(clamping: ideal)
    if lower.isMultiple(of: 2) { lower -= 1 }
    let width = Double(lower)
    let narrow = (12 * sigma * sigma - 3 * width * width - 12 * width - 9) / (-4 * width - 4)
    return (0..<3).map { $0 < Int(clamping: narrow.rounded()) ? lower : lower + 2 }
  }

  private func box(_ plane: [SIMD4<Float>], _ length: Int, width: Int, height: Int) -> [SIMD4<Float>] {
    let reach = length / 2
    let share = 1 / Float(length)
    var result = plane
    for y in 0..<height {
      let row = y * width
      var sum = SIMD4<Float>(repeating: 0)
      for x in 0..<min(reach, width) { sum += plane[row + x] }
      for x in 0..<width {
        if x + reach < width { sum += plane[row + x + reach] }
        if x > reach { sum -= plane[row + x - reach - 1] }
        result[row + x] = sum * share
      }
    }
    return result
  }
}

// MARK: transforms

extension LayerPicture {
  /// Moved by a map of pixels: four samples a pixel, each mixed of the four nearest.
  func mapped(by map: CGAffineTransform, within limit: PixelRect) -> LayerPicture? {
    let corner = Rect(
      x: Double(bounds.x0), y: Double(bounds.y0), width: Double(bounds.width), height: Double(bounds.height)
    ).applying(map)
    guard map.isFinite, map.a * map.d != map.b * map.c, corner.isDrawable(within: 20_000) else { return nil }
    let target = PixelRect(
      x0: Int32(pixels: corner.minX.rounded(.down)), y0: Int32(pixels: corner.minY.rounded(.down)),
      x1: Int32(pixels: corner.maxX.rounded(.up)), y1: Int32(pixels: corner.maxY.rounded(.up))
    ).intersection(limit)
    guard !target.isEmpty, PixelSize(width: target.width, height: target.height).area <= LayerPainter.maximumPixelCount
    else { return nil }
    let back = map.inverted()
    var result = LayerPicture(target)
    var index = 0
    for y in target.y0..<target.y1 {
      for x in target.x0..<target.x1 {
        var sum = SIMD4<Float>(repeating: 0)
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
          sum += sample(Point(x: Double(x) + dx, y: Double(y) + dy).applying(back))
        }
        result.pixels[index] = Self.pixel(sum / 4)
        index += 1
      }
    }
    return result
  }

  private func sample(_ point: Point) -> SIMD4<Float> {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (right, down) = (Float(x - left), Float(y - top))
    let (column, row) = (Int(pixels: left), Int(pixels: top))
    let upper = Self.channels(self[column, row]) * (1 - right) + Self.channels(self[column + 1, row]) * right
    let lower = Self.channels(self[column, row + 1]) * (1 - right) + Self.channels(self[column + 1, row + 1]) * right
    return upper * (1 - down) + lower * down
  }
}
