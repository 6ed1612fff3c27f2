import AfterglowCore
import AfterglowViews
import Foundation

// Blend modes as in "Compositing and Blending Level 1" (W3C), on sRGB-encoded values, as the panel mixes colours.

extension LayerPicture {
  /// Blends another picture with this one, which lies behind it.
  mutating func blend(_ source: LayerPicture, _ mode: BlendMode) {
    let source = source.filling(bounds)
    for index in pixels.indices where source.pixels[index] != 0 {
      let (above, below) = (BlendPixel(source.pixels[index]), BlendPixel(pixels[index]))
      switch mode {
      case .destinationOut: pixels[index] = below.scaled(by: 1 - above.alpha).packed
      default: pixels[index] = above.mixed(over: below, mode).over(below).packed
      }
    }
  }

  /// Makes this picture what must be laid over the ground, so that the sum is the blend of both.
  ///
  /// - Parameter hole: 0xAARRGGBB that shows where the mode cuts the ground out.
  mutating func mix(over ground: LayerPicture, _ mode: BlendMode, hole: UInt32) {
    let ground = ground.filling(bounds)
    let empty = BlendPixel(hole | 0xFF00_0000)
    for index in pixels.indices where pixels[index] != 0 {
      let (above, below) = (BlendPixel(pixels[index]), BlendPixel(ground.pixels[index]))
      switch mode {
      case .destinationOut: pixels[index] = empty.scaled(by: above.alpha).packed
      default: pixels[index] = above.mixed(over: below, mode).packed
      }
    }
  }
}

/// A premultiplied pixel of shares of 1.
private struct BlendPixel {
  var color: SIMD3<Double>
  var alpha: Double

  init(color: SIMD3<Double>, alpha: Double) {
    self.color = color
    self.alpha = alpha
  }

  init(_ pixel: UInt32) {
    color = SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255)) / 255
    alpha = Double(pixel >> 24) / 255
  }

  var packed: UInt32 {
    func byte(_ share: Double) -> UInt32 { UInt32(clamping: (min(max(share, 0), min(1, alpha)) * 255).rounded()) }
    return UInt32(clamping: (min(max(alpha, 0), 1) * 255).rounded()) << 24 | byte(color.x) << 16 | byte(color.y) << 8
      | byte(color.z)
  }

  func scaled(by share: Double) -> BlendPixel { BlendPixel(color: color * share, alpha: alpha * share) }
  func over(_ below: BlendPixel) -> BlendPixel {
    BlendPixel(color: color + below.color * (1 - alpha), alpha: alpha + below.alpha * (1 - alpha))
  }

  private var plain: SIMD3<Double> { alpha > 0 ? color / alpha : SIMD3(repeating: 0) }

  /// What must be laid over `below` for this blended with it.
  func mixed(over below: BlendPixel, _ mode: BlendMode) -> BlendPixel {
    switch mode {
    case .sourceAtop: return scaled(by: below.alpha)
    case .destinationOver: return scaled(by: 1 - below.alpha)
    case .plusLighter: return laid(simdMin(color + below.color, 1), over: below)
    case .plusDarker: return laid(simdMax(below.color + color - alpha, 0), over: below)
    default:
      let mixed = mode.mixed(plain, below.plain)
      let shown = plain * (1 - below.alpha) + mixed * below.alpha
      return BlendPixel(color: shown * alpha, alpha: alpha)
    }
  }

  /// The least opaque pixel that makes `below` what is wanted.
  private func laid(_ wanted: SIMD3<Double>, over below: BlendPixel) -> BlendPixel {
    var least = below.alpha < 1 ? (min(1, alpha + below.alpha) - below.alpha) / (1 - below.alpha) : 0
    for index in 0..<3 {
      let (to, from) = (wanted[index], below.color[index])
      if to > from, from < 1 { least = max(least, (to - from) / (1 - from)) }
      if to < from { least = max(least, (from - to) / from) }
    }
    least = min(least, 1)
    return BlendPixel(color: wanted - below.color * (1 - least), alpha: least)
  }
}

private func simdMin(_ value: SIMD3<Double>, _ limit: Double) -> SIMD3<Double> {
  SIMD3(min(value.x, limit), min(value.y, limit), min(value.z, limit))
}

private func simdMax(_ value: SIMD3<Double>, _ limit: Double) -> SIMD3<Double> {
  SIMD3(max(value.x, limit), max(value.y, limit), max(value.z, limit))
}

extension BlendMode {
  /// B(cb, cs): both opaque and not premultiplied.
  fileprivate func mixed(_ source: SIMD3<Double>, _ ground: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hue: return source.saturated(ground.saturation).lit(ground.luminosity)
    case .saturation: return ground.saturated(source.saturation).lit(ground.luminosity)
    case .color: return source.lit(ground.luminosity)
    case .luminosity: return ground.lit(source.luminosity)
    default:
      var result = source
      for index in 0..<3 { result[index] = mixed(source[index], ground[index]) }
      return result
    }
  }

  private func mixed(_ source: Double, _ ground: Double) -> Double {
    switch self {
    case .multiply: return source * ground
    case .screen: return source + ground - source * ground
    case .overlay: return BlendMode.hardLight.mixed(ground, source)
    case .darken: return min(source, ground)
    case .lighten: return max(source, ground)
    case .colorDodge: return ground == 0 ? 0 : source >= 1 ? 1 : min(1, ground / (1 - source))
    case .colorBurn: return ground >= 1 ? 1 : source <= 0 ? 0 : 1 - min(1, (1 - ground) / source)
    case .hardLight: return source <= 0.5 ? 2 * source * ground : 1 - 2 * (1 - source) * (1 - ground)
    case .softLight:
      if source <= 0.5 { return ground - (1 - 2 * source) * ground * (1 - ground) }
      let root = ground <= 0.25 ? ((16 * ground - 12) * ground + 4) * ground : ground.squareRoot()
      return ground + (2 * source - 1) * (root - ground)
    case .difference: return abs(source - ground)
    case .exclusion: return source + ground - 2 * source * ground
    default: return source
    }
  }
}

extension SIMD3<Double> {
  fileprivate var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }
  fileprivate var saturation: Double { self.max() - self.min() }

  fileprivate func lit(_ luminosity: Double) -> SIMD3<Double> {
    var color = self + (luminosity - self.luminosity)
    let (least, most) = (color.min(), color.max())
    if least < 0 { color = (color - luminosity) * (luminosity / (luminosity - least)) + luminosity }
    if most > 1 { color = (color - luminosity) * ((1 - luminosity) / (most - luminosity)) + luminosity }
    return color
  }

  fileprivate func saturated(_ saturation: Double) -> SIMD3<Double> {
    let (least, most) = (self.min(), self.max())
    return most > least ? (self - least) * (saturation / (most - least)) : SIMD3(repeating: 0)
  }
}
