import AfterglowCore

/// sRGB's transfer function (IEC 61966-2-1; docs/rules.md, Contrast) in integers: 8-bit codes to linear light in
/// 1/65535 and back.
///
/// Both directions give the nearest value; a test checks all of them against the formula.
public struct SRGB: Sendable {
  public init() {}

  /// Light of a code, 0...65535.
  @inline(__always)
  public func linear(_ code: UInt8) -> UInt32 { UInt32(SRGBTable.linearOfCode[Int(code)]) }

  /// The code nearest to a light of 0...65535; more counts as 65535.
  public func code(nearest light: UInt32) -> UInt8 {
    SRGB.search(light) { UInt32(SRGBTable.leastLightOfCode[$0]) }
  }

  /// The greatest code whose light does not exceed `light`.
  public func code(notAbove light: UInt32) -> UInt8 {
    SRGB.search(light) { UInt32(SRGBTable.linearOfCode[$0]) }
  }

  /// The least code whose light is not below `light`; 255 when there is none.
  public func code(notBelow light: UInt32) -> UInt8 {
    let below = code(notAbove: light)
    return linear(below) >= light || below == 255 ? below : below + 1
  }

  /// Luminance of a colour in 1/65535; alpha is ignored.
  @inline(__always)
  public func luminance(_ color: Color) -> UInt32 {
    SRGB.luminance(red: linear(color.red), green: linear(color.green), blue: linear(color.blue))
  }

  /// The same from three linear lights.
  @inline(__always)
  static func luminance(red: UInt32, green: UInt32, blue: UInt32) -> UInt32 {
    let weighted =
      red &* LuminanceWeight.fixed(LuminanceWeight.red) &+ green &* LuminanceWeight.fixed(LuminanceWeight.green)
      &+ blue &* LuminanceWeight.fixed(LuminanceWeight.blue)
    return weighted >> 16
  }

  /// The greatest code whose entry does not exceed `light`.
  @inline(__always)
  private static func search(_ light: UInt32, _ entry: (Int) -> UInt32) -> UInt8 {
    var code = 0
    var step = 128
    while step > 0 {
      if entry(code + step) <= light { code += step }
      step >>= 1
    }
    return UInt8(truncatingIfNeeded: code)
  }
}
