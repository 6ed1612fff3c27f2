import AfterglowPictures
import Foundation

extension Color {
  /// How the components of a colour are meant. The panel shows sRGB: other colours are converted, and clamped to it.
  public enum RGBColorSpace: Hashable, Sendable {
    case sRGB
    /// sRGB's primaries, in proportion to light.
    case sRGBLinear
    case displayP3
  }

  /// A colour of components from 0 to 1 in a colour space.
  public init(_ colorSpace: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    let rgb = SIMD3(red, green, blue)
    let shown: SIMD3<Double> =
      switch colorSpace {
      case .sRGB: rgb
      case .sRGBLinear: Self.encoded(rgb)
      case .displayP3: Self.encoded(Self.fromP3(Self.decoded(rgb)))
      }
    self.init(red: shown.x, green: shown.y, blue: shown.z, opacity: opacity)
  }

  /// A grey in a colour space, from 0, black, to 1, white.
  public init(_ colorSpace: RGBColorSpace, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  static func decoded(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    var light = rgb
    for index in 0..<3 { light[index] = LinearLight.decode(fraction: min(max(rgb[index], 0), 1)) }
    return light
  }

  /// The inverse of IEC 61966-2-1's curve, of values clamped to 0…1.
  static func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
    var rgb = light
    for index in 0..<3 { rgb[index] = LinearLight.fraction(of: min(max(light[index], 0), 1)) }
    return rgb
  }

  /// Display P3's primaries in sRGB's, both for D65 (CSS Color 4, section 18).
  private static func fromP3(_ light: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      1.224_940_2 * light.x - 0.224_940_4 * light.y,
      -0.042_056_9 * light.x + 1.042_057_1 * light.y,
      -0.019_637_6 * light.x - 0.078_636_1 * light.y + 1.098_273_5 * light.z)
  }
}

extension Color {
  /// The values of a colour in an environment.
  public struct Resolved: ShapeStyle, Hashable, Sendable {
    /// sRGB-encoded, 0 to 1.
    public var red: Float
    public var green: Float
    public var blue: Float
    public var opacity: Float

    /// - Parameters:
    ///   - colorSpace: that of the components.
    ///   - red: 0 to 1.
    ///   - green: 0 to 1.
    ///   - blue: 0 to 1.
    ///   - opacity: 0 is clear, 1 opaque.
    public init(
      colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1
    ) {
      let color = Color(
        colorSpace, red: Double(red), green: Double(green), blue: Double(blue), opacity: Double(opacity))
      self.init(argb: color.argb)
    }

    public var erased: AnyShapeStyle { Color(self).erased }

    init(argb: UInt32) {
      func part(_ shift: UInt32) -> Float { Float(argb >> shift & 255) / 255 }
      (red, green, blue, opacity) = (part(16), part(8), part(0), part(24))
    }

    /// In proportion to light, 0 to 1; as are `linearGreen` and `linearBlue`.
    public var linearRed: Float { Float(LinearLight.decode(fraction: Double(red))) }
    public var linearGreen: Float { Float(LinearLight.decode(fraction: Double(green))) }
    public var linearBlue: Float { Float(LinearLight.decode(fraction: Double(blue))) }
  }

  public init(_ resolved: Resolved) {
    self.init(
      red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue),
      opacity: Double(resolved.opacity))
  }

  /// The values of the colour in an environment.
  public func resolve(in environment: EnvironmentValues) -> Resolved { Resolved(argb: value(in: environment)) }

  /// A colour between this and another one.
  ///
  /// - Parameter rhs: the other colour.
  /// - Parameter fraction: its share, clamped to 0…1.
  /// - Parameter colorSpace: where the values between lie.
  public func mix(
    with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual
  ) -> Color {
    let share = min(max(fraction.isNaN ? 0 : fraction, 0), 1)
    if case (.fixed(let from), .fixed(let to)) = (storage, rhs.storage) {
      return Color(argb: colorSpace.mix(from, to, share))
    }
    return Color(storage: .mixed(self, rhs, share, colorSpace))
  }
}

extension Gradient {
  /// The space in which two colours are mixed.
  public enum ColorSpace: Hashable, Codable, Sendable {
    /// sRGB-encoded values.
    case device
    /// Oklab, in which equal steps look equal (B. Ottosson, 2020; CSS Color 4, section 9).
    case perceptual

    /// Each 0xAARRGGBB. A colour counts by its alpha, which is mixed as well.
    func mix(_ from: UInt32, _ to: UInt32, _ share: Double) -> UInt32 {
      let (a, b) = (Color.Resolved(argb: from), Color.Resolved(argb: to))
      let (before, after) = (Double(a.opacity) * (1 - share), Double(b.opacity) * share)
      let opacity = before + after
      // Of what is transparent only the other colour is seen.
      let weight = opacity > 0 ? after / opacity : share
      let (start, end) = (point(a), point(b))
      let rgb = rgb(start + (end - start) * weight)
      return Color(red: rgb.x, green: rgb.y, blue: rgb.z, opacity: opacity).argb
    }

    private func point(_ color: Color.Resolved) -> SIMD3<Double> {
      let rgb = SIMD3(Double(color.red), Double(color.green), Double(color.blue))
      return self == .device ? rgb : Oklab.point(Color.decoded(rgb))
    }

    private func rgb(_ point: SIMD3<Double>) -> SIMD3<Double> {
      self == .device ? point : Color.encoded(Oklab.light(point))
    }
  }

  /// The gradient with its values between the stops in this colour space, and not in linear light: sampled at 64
  /// positions.
  public func colorSpace(_ space: ColorSpace) -> AnyGradient {
    let colors = (0..<64).map { index in
      Color(argb: color(at: Double(index) / 63) { space.mix($0, $1, $2) })
    }
    return AnyGradient(Gradient(colors: colors))
  }
}

/// Lightness and two opponent colours (B. Ottosson, "A perceptual color space for image processing", 2020).
private enum Oklab {
  static func point(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let l = cbrt(0.412_221_470_8 * rgb.x + 0.536_332_536_3 * rgb.y + 0.051_445_992_9 * rgb.z)
    let m = cbrt(0.211_903_498_2 * rgb.x + 0.680_699_545_1 * rgb.y + 0.107_396_956_6 * rgb.z)
    let s = cbrt(0.088_302_461_9 * rgb.x + 0.281_718_837_6 * rgb.y + 0.629_978_700_5 * rgb.z)
    return SIMD3(
      0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }

  static func light(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let l = lab.x + 0.396_337_777_4 * lab.y + 0.215_803_757_3 * lab.z
    let m = lab.x - 0.105_561_345_8 * lab.y - 0.063_854_172_8 * lab.z
    let s = lab.x - 0.089_484_177_5 * lab.y - 1.291_485_548_0 * lab.z
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return SIMD3(
      4.076_741_662_1 * l3 - 3.307_711_591_3 * m3 + 0.230_969_929_2 * s3,
      -1.268_438_004_6 * l3 + 2.609_757_401_1 * m3 - 0.341_319_396_5 * s3,
      -0.004_196_086_3 * l3 - 0.703_418_614_7 * m3 + 1.707_614_701_0 * s3)
  }
}
