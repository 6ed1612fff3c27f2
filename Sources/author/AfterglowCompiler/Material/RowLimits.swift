import AfterglowCore
import AfterglowPictures
import Foundation

/// How bright each row of a wallpaper may be under text without a pane: with a gradual transition above and below, so
/// that no edge is visible.
struct RowLimits: Equatable, Sendable {
  /// Rows of the panel with text, and the maximum luminance behind it.
  struct Band: Equatable, Sendable {
    var rows: ClosedRange<Double>
    /// See `MaterialContrast.brightest`.
    var brightest: Double
  }

  private let limits: [Float]

  /// The exponent of the tone curve: below 1 shadows lose less light than the rest, so that they are not black.
  private static let contrast = 0.75
  /// The luminance of the picture's lightest part, as a fraction of a low limit.
  private static let headroom: Float = 0.7
  /// The fraction of its purity that a colour keeps at least.
  private static let leastPurity: Float = 0.5
  /// Powers of light from 0 to 1, by the square root of light, which has fine steps in the dark.
  private static let powers: [Float] = (0...4097).map { Float(pow(Double($0) / 4096, 2 * contrast)) }

  /// - Parameters:
  ///   - bands: places of text; where they or their transitions meet, the darker one decides.
  ///   - featherRows: length of the transition on each side.
  init(_ bands: [Band], rowCount: Int, featherRows: Double) {
    limits = (0..<rowCount).map { row in
      let y = Double(row) + 0.5
      let stops = bands.map { band in
        let distance = max(0, band.rows.lowerBound - y, y - band.rows.upperBound)
        let near = max(0, 1 - distance / max(featherRows, 1))
        // In stops of light, which are perceptually uniform.
        return log2(max(band.brightest, 1e-4)) * near * near * (3 - 2 * near)
      }
      return Float(exp2(stops.min() ?? 0))
    }
  }

  /// 1 where there is no limit.
  subscript(row: Int) -> Float { limits[min(max(row, 0), limits.count - 1)] }

  /// The greatest luminance of some opaque colours.
  static func peak(of colors: some Sequence<UInt32>) -> Float {
    colors.reduce(0) { max($0, luminance(Codes.light(of: $1))) }
  }

  /// An opaque colour darkened for its row by a curve of the whole picture, so that its parts keep their order and their
  /// differences. A picture that is darker than the limit is unchanged.
  ///
  /// - Parameter peak: the greatest luminance of the picture.
  func apply(_ argb: UInt32, column: Int = 0, row: Int, peak: Float) -> UInt32 {
    let limit = self[row]
    if limit >= 0.999 { return argb }
    let light = Codes.light(of: argb)
    let luminance = Self.luminance(light)
    if luminance <= 0 { return argb }
    // White stays below the limit, so that colours as light as it have room for their brightest channel.
    let white = limit * (Self.headroom + (1 - Self.headroom) * limit)
    let wanted = min(luminance, white * Self.power(luminance / max(peak, white)))
    var toned = light * (wanted / luminance)
    // The limit is one of channels: what is too pure becomes greyer, up to a half, and then darker.
    let channel = max(toned.x, max(toned.y, toned.z))
    if channel > limit {
      let purity = max(Self.leastPurity, (limit - wanted) / (channel - wanted))
      let grey = SIMD4<Float>(wanted, wanted, wanted, 0)
      toned = (grey + (toned - grey) * purity) * min(1, limit / (wanted + (channel - wanted) * purity))
    }
    if toned == light { return argb }
    return CodeColor(codes: Codes.codes(of: toned)).rounded(column, row)
  }

  private static func luminance(_ light: SIMD4<Float>) -> Float {
    Float(LuminanceWeight.red) * light.x + Float(LuminanceWeight.green) * light.y
      + Float(LuminanceWeight.blue) * light.z
  }

  private static func power(_ light: Float) -> Float {
    let place = min(max(light, 0), 1).squareRoot() * 4096
    let index = Int(clamping: place)
    return powers[index] + (powers[index + 1] - powers[index]) * (place - Float(index))
  }
}
