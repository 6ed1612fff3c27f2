import AfterglowPictures

/// The inks of a panel, as colours that were measured.
public struct InkPalette: Hashable, Sendable {
  /// 0xRRGGBB in sRGB, at the index that the panel's data has; at most sixteen.
  public let colors: [UInt32]
  /// The index of the lightest, which is what an eye takes for white.
  public let white: Int

  /// - Parameter colors: at least two.
  public init(_ colors: [UInt32]) {
    precondition(colors.count >= 2 && colors.count <= 16)
    self.colors = colors.map { $0 & 0xFF_FFFF }
    let lights = colors.map { LinearLight.luminance($0) }
    white = lights.firstIndex(of: lights.max()!)!
  }

  /// Black, white, yellow, red, blue and green of Spectra 6: of four published measurements the median of each channel
  /// (docs/ink.md, Palettes). Measurements differ by 15 and more, with the panel and the light on it.
  public static let spectra6 = InkPalette([0x1C1224, 0xB9C8C8, 0xC6BA00, 0x75160A, 0x14428C, 0x2D553B])

  /// The light of each ink in linear light, red, green and blue, with the panel's white as 1: an eye that looks at the
  /// panel takes its lightest ink for white.
  public var lights: [SIMD3<Float>] {
    func light(_ color: UInt32) -> SIMD3<Float> {
      SIMD3(
        LinearLight.floats[Int(color >> 16 & 255)], LinearLight.floats[Int(color >> 8 & 255)],
        LinearLight.floats[Int(color & 255)])
    }
    let white = light(colors[white])
    return colors.map { light($0) / white }
  }
}
