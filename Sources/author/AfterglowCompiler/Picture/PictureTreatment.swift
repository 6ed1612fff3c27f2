import AfterglowCore
import AfterglowInk
import AfterglowPictures
import AfterglowViews

/// How a picture's colours are changed; determined by rendering mode and panel, and applied before it is added to the
/// archive.
enum PictureTreatment: Hashable, Sendable {
  case untouched
  /// Luminance only (rule 34), and for paper with greys.
  case gray
  /// Luminance in the hue of a tint.
  case hue(UInt32)
  /// Black and white ink.
  case ink(InkDithering)
  /// The colours of the six inks, whose measured colours are mixed.
  case sixInks(InkDithering)
  /// The four greys of paper.
  case fourGreys(InkDithering)
  /// One colour, with the picture's luminance as its alpha.
  case luminanceToAlpha(UInt32)
  /// One colour, with the picture's alpha.
  case template(UInt32)
}

extension PictureTreatment {
  /// Whether photographs get the tones of paper before it.
  var wantsPaperTones: Bool {
    switch self {
    case .ink, .fourGreys: true
    default: false
    }
  }
}

extension Palette {
  /// - Parameter corner: of the picture on the panel.
  func treatment(
    of request: PictureRequest, isAccentable: Bool, at corner: PixelPoint = PixelPoint(x: 0, y: 0)
  ) -> (treatment: PictureTreatment, isAccented: Bool) {
    let dithering = dithering.inkDithering(at: corner)
    switch surface {
    case .reflective(.shades): return (.gray, false)
    case .reflective(.blackAndWhite): return (.ink(dithering), false)
    case .reflective(.six): return (.sixInks(dithering), false)
    case .reflective(.fourGreys): return (.fourGreys(dithering), false)
    case .emissive: break
    }
    switch renderingMode {
    case .fullColor: return (.untouched, false)
    case .vibrant: return (vibrantInk & 0xFF_FFFF == 0xFF_FFFF ? .gray : .hue(vibrantInk), false)
    case .accented: break
    }
    // Each group has its own colour (rules 28, 29); if a host does not tint, both are white.
    func color(isAccented: Bool) -> UInt32 { self.color(of: 0, isAccented: isAccented).argb }
    switch request.accentedMode ?? (isAccentable ? .accentedDesaturated : .desaturated) {
    case .accented: return (.template(color(isAccented: true)), true)
    case .accentedDesaturated: return (.luminanceToAlpha(color(isAccented: true)), true)
    case .desaturated: return (.luminanceToAlpha(color(isAccented: false)), false)
    case .fullColor: return (.untouched, false)
    }
  }
}

extension ScaledPicture {
  var mirrored: ScaledPicture {
    let width = Int(size.width)
    var result = self
    for start in stride(from: 0, to: pixels.count, by: max(1, width)) {
      result.pixels[start..<start + width] = ArraySlice(pixels[start..<start + width].reversed())
    }
    return result
  }

  func treated(_ treatment: PictureTreatment) -> ScaledPicture {
    switch treatment {
    case .untouched: return self
    case .gray:
      return mapped { pixel in
        let level = UInt32(clamping: (Self.lightness(pixel) * 255).rounded())
        return pixel & 0xFF00_0000 | level << 16 | level << 8 | level
      }
    case .hue(let tint):
      // Multiplies linear light: white becomes the tint. Alpha is premultiplied.
      let ramp = (0...255).map { LinearLight.mix(0xFF00_0000, tint, LinearLight.decode(UInt8($0))) }
      return mapped { pixel in
        let alpha = pixel >> 24
        if alpha == 0 { return 0 }
        let level = Int(clamping: (Self.lightness(pixel) * 255 * 255 / Double(alpha)).rounded())
        let color = ramp[min(level, 255)]
        func channel(_ shift: UInt32) -> UInt32 { (((color >> shift & 255) * alpha + 127) / 255) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
      }
    case .ink(let dithering): return ScaledPicture(inBlackAndWhite(dithering))
    case .fourGreys(let dithering): return inFourGreys(dithering)
    case .sixInks(let dithering): return ScaledPicture(inSixInks(dithering))
    case .luminanceToAlpha(let color): return mapped { Self.tinted(color, Self.lightness($0)) }
    case .template(let color): return mapped { Self.tinted(color, Double($0 >> 24) / 255) }
    }
  }

  private func mapped(_ change: (UInt32) -> UInt32) -> ScaledPicture {
    ScaledPicture(size: size, pixels: pixels.map(change))
  }

  /// A colour at an opacity, premultiplied.
  private static func tinted(_ color: UInt32, _ share: Double) -> UInt32 {
    let alpha = UInt32(clamping: (Double(color >> 24) * share).rounded())
    func channel(_ shift: UInt32) -> UInt32 { (((color >> shift & 255) * alpha + 127) / 255) << shift }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }

  /// The luminance of a pixel as a code from 0 to 1, still premultiplied.
  private static func lightness(_ pixel: UInt32) -> Double {
    let alpha = Double(pixel >> 24)
    if alpha == 0 { return 0 }
    func code(_ shift: UInt32) -> UInt8 {
      UInt8(clamping: min(Double(pixel >> shift & 255) * 255 / alpha, 255).rounded())
    }
    return Double(LinearLight.encode(LinearLight.luminance(red: code(16), green: code(8), blue: code(0)))) / 255 * alpha
      / 255
  }
}
