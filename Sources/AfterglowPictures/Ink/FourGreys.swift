import AfterglowCore

extension InkPalette {
  /// Black, dark, light and white of e-paper in four greys: equal steps of the sRGB code, because no measurement is
  /// published (docs/ink.md, Palettes). Indices are the codes of `PaperGray`.
  public static let fourGreys = InkPalette([0x000000, 0x555555, 0xAAAAAA, 0xFFFFFF])
}

extension ScaledPicture {
  private static let greyDiffusion = ColorDiffusion(.fourGreys)

  /// The picture in the colours that stand for the four greys of e-paper, by error diffusion of its luminance in linear
  /// light, as large as it was. Transparent parts are paper, which is white. It is the same on every machine.
  public func inFourGreys() -> ScaledPicture {
    var plane = InkLights(size: size)
    for (index, pixel) in pixels.enumerated() {
      // Premultiplied: what paper adds is the same in all channels.
      let paper = 255 - pixel >> 24
      let light = Float(LinearLight.luminance((pixel & 0xFF_FFFF) &+ paper &* 0x01_0101))
      plane.lights[index] = SIMD3(light, light, light)
    }
    let colors = (0..<4).map { (PaperGray(rawValue: $0) ?? .black).color.argb }
    let greys = Self.greyDiffusion.indices(of: plane)
    return ScaledPicture(size: size, pixels: greys.indices.map { colors[Int($0)] })
  }
}
