import AfterglowCore
import AfterglowPictures
import Foundation

/// The curve by which a photograph gets the tones that paper can show (docs/ink.md, Tones).
struct PictureTones: Equatable {
  /// Codes that become black and white, from 0 to 1.
  private var black: Double
  private var white: Double
  private var exponent = 1.0

  /// Points of the curve lie on sixteenths, so that a picture that changes in a part keeps its curve.
  private static let steps = 16.0
  /// A picture that comes as near to black and white has its tones already.
  private static let slack = 0.125
  /// Shares of the tones below which a picture's median is lifted, and to which.
  private static let darkMedian = 0.5625
  private static let liftedMedian = 0.6
  /// Limits, so that a dark wall stays dark and a grey one does not turn into noise.
  private static let highestBlack = 0.25
  private static let leastRange = 0.375
  private static let leastExponent = 0.45

  /// nil for pictures that have their tones already, and those without opaque pixels.
  init?(_ picture: ScaledPicture) {
    guard let tones = Tones(picture) else { return nil }
    let (first, last) = (tones.code(above: 0.01), tones.code(above: 0.99))
    // One colour has no tones that could be stretched.
    if last - first < 1 / Self.steps { return nil }
    let darkest = (first * Self.steps).rounded(.down) / Self.steps
    let lightest = (last * Self.steps).rounded(.up) / Self.steps
    black = darkest <= Self.slack ? 0 : min(darkest, Self.highestBlack)
    white = lightest >= 1 - Self.slack ? 1 : max(lightest, black + Self.leastRange)
    let median = (tones.code(above: 0.5) * Self.steps).rounded() / Self.steps
    let share = max((median - black) / (white - black), 1 / Self.steps)
    // A picture that is all black or has a black ground is a drawing.
    if median > 0 && share < Self.darkMedian {
      exponent = max(log(Self.liftedMedian) / log(share), Self.leastExponent)
    }
    if black == 0 && white == 1 && exponent == 1 { return nil }
  }

  /// The grey for each light of `LightTables`.
  var greys: [UInt32] {
    (0...Int(LightTables.one)).map { light in
      let code = LinearLight.fraction(of: Double(light) / Double(LightTables.one))
      let share = min(max((code - black) / (white - black), 0), 1)
      return 0xFF00_0000 | UInt32((pow(share, exponent) * 255).rounded()) * 0x01_0101
    }
  }

  /// How often each luminance is in a picture.
  private struct Tones {
    private var counts = [Int](repeating: 0, count: Int(LightTables.one) + 1)
    private var total = 0

    init?(_ picture: ScaledPicture) {
      LightTables.shared.withLookup { lookup in
        for pixel in picture.pixels where pixel >> 24 == 255 {
          counts[Int(lookup[pixel])] += 1
          total += 1
        }
      }
      if total == 0 { return nil }
    }

    /// The code, from 0 to 1, below which a share of the pixels lies.
    func code(above share: Double) -> Double {
      var left = Int(Double(total) * share)
      let light = counts.firstIndex { count in
        left -= count
        return left < 0
      }
      return LinearLight.fraction(of: Double(light ?? counts.count - 1) / Double(LightTables.one))
    }
  }
}

extension ScaledPicture {
  /// The picture with the tones that black and white or greys need: from black to white, the middle one not dark. Paper has no
  /// backlight, and of a photograph in few tones it would show little but black. A picture that has such tones is not changed.
  ///
  /// The picture is at its final size; transparent parts are paper, which is white.
  public var tonedForPaper: ScaledPicture {
    guard let tones = PictureTones(self) else { return self }
    let greys = tones.greys
    let opaque = onPaper
    return LightTables.shared.withLookup { lookup in
      ScaledPicture(size: size, pixels: opaque.pixels.map { greys[Int(lookup[$0])] })
    }
  }
}
