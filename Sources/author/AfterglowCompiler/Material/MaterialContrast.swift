import AfterglowCore
import AfterglowPictures

/// How bright a background may be so that content on it is legible.
enum MaterialContrast {
  /// A kind of content: its colour, its opacity, and the contrast that it needs.
  struct Ink: Equatable, Sendable {
    var argb: UInt32
    /// 0 to 1.
    var cover: Double
    /// By the WCAG formula.
    var least: Double
  }

  /// Text, and content that is read like text; then marks and large text (WCAG 2.2, 1.4.3 and 1.4.11).
  static let text = 4.5
  static let marks = 3.0

  /// Maximum of any channel of the background, in linear light, for light ink on it.
  ///
  /// A limit on the brightest channel instead of on luminance, because translucent ink on a saturated colour has less
  /// contrast than on a grey of the same luminance. Determined for greys; a tenth is reserved for the loss on colours
  /// and for the rounding of codes.
  static func brightest(for inks: [Ink]) -> Double {
    let grey = (0...255).last { holds(inks, on: UInt32($0) * 0x01_0101) }
    return LinearLight.decode(UInt8(grey ?? 0)) * 0.9
  }

  /// Whether each light ink has its contrast on a colour.
  static func holds(_ inks: [Ink], on rgb: UInt32) -> Bool {
    inks.allSatisfy { contrast(of: $0, on: rgb) >= $0.least }
  }

  private static func contrast(of ink: Ink, on rgb: UInt32) -> Double {
    let front = LinearLight.luminance(laid(ink.argb, over: rgb, share: ink.cover))
    let behind = LinearLight.luminance(rgb)
    // Dark ink is not supported here: it would have contrast in the wrong direction.
    return front < behind ? 0 : LinearLight.contrast(front, behind)
  }

  /// Coverage is blended in encoded values, as the renderer does.
  static func laid(_ argb: UInt32, over behind: UInt32, share: Double) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let code = Double(argb >> shift & 255) * share + Double(behind >> shift & 255) * (1 - share)
      return UInt32(clamping: code.rounded()) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }
}

extension Palette {
  /// The inks on a material in this look, from text to marks.
  var inks: [MaterialContrast.Ink] {
    let least = [MaterialContrast.text, MaterialContrast.text, MaterialContrast.marks]
    var inks = least.indices.map { level in
      let color = color(of: level)
      let cover = Double(color.argb >> 24) / 255 * Double(color.opacity) / 255
      return MaterialContrast.Ink(argb: color.argb, cover: cover, least: least[level])
    }
    if renderingMode == .accented {
      inks.append(MaterialContrast.Ink(argb: accents.accented, cover: 1, least: MaterialContrast.text))
    }
    return inks
  }
}
