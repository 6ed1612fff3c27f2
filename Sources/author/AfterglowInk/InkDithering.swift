import AfterglowCore
import AfterglowPictures

/// How a picture becomes inks (docs/ink.md, Dithering).
public enum InkDithering: Hashable, Sendable {
  /// Error diffusion of Floyd and Steinberg: the finest, and exact in the mean.
  case floydSteinberg
  /// Error diffusion of Atkinson, which drops a quarter of each error: more contrast, and bare light and dark parts.
  case atkinson
  /// A threshold for each pixel of the panel, from a square of blue noise. A pixel depends on nothing but its own colour
  /// and its place, so that a picture that changes in a part changes its dots only there.
  ///
  /// Column and row: where the picture's first pixel is in the square, 0 to 63.
  case blueNoise(column: Int, row: Int)

  /// - Parameter corner: the place of the picture's first pixel on the panel.
  public static func blueNoise(at corner: PixelPoint) -> InkDithering {
    .blueNoise(column: Int(corner.x) & (BlueNoise.side - 1), row: Int(corner.y) & (BlueNoise.side - 1))
  }
}

extension ScaledPicture {
  /// The picture in black and white, as large as it was. It is the same on every machine.
  ///
  /// The picture is at its final size; transparent parts are paper, which is white.
  public func inBlackAndWhite(_ dithering: InkDithering) -> InkBits {
    switch dithering {
    case .floydSteinberg: MonochromeDiffusion.bits(of: onPaper)
    case .atkinson: InkBits(atkinson(towards: .blackAndWhite))
    case .blueNoise(let column, let row): BlueNoise(column: column, row: row).bits(of: onPaper)
    }
  }

  /// The picture in the colours that stand for the four greys of e-paper, as large as it was. It is the same on every
  /// machine.
  ///
  /// The picture is at its final size; transparent parts are paper, which is white.
  public func inFourGreys(_ dithering: InkDithering) -> ScaledPicture {
    let levels = GreyLevels.four
    let greys =
      switch dithering {
      case .floydSteinberg: LevelDiffusion(levels).indices(of: onPaper)
      case .atkinson: atkinson(towards: levels)
      case .blueNoise(let column, let row): BlueNoise(column: column, row: row).indices(of: onPaper, levels)
      }
    let colors = (0..<4).map { (PaperGray(rawValue: $0) ?? .black).color.argb }
    return ScaledPicture(size: size, pixels: greys.indices.map { colors[Int($0)] })
  }

  /// The picture in the six inks of Spectra 6, as large as it was: indices are the places of inks in `PaperInk.allCases`.
  /// It is the same on every machine.
  ///
  /// The picture is at its final size; transparent parts are paper, which is white.
  public func inSixInks(_ dithering: InkDithering) -> InkIndices {
    switch dithering {
    case .floydSteinberg: SixInkDiffusion.spectra6.indices(of: onPaper)
    case .atkinson: SixInkDiffusion.spectra6.atkinson(of: onPaper)
    case .blueNoise(let column, let row):
      BlueNoise(column: column, row: row).indices(of: onPaper, InkMixtures.spectra6)
    }
  }
}
