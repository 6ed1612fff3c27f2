import AfterglowCore

/// sRGB's transfer function in integers (facts.md 3.8): 8-bit codes to linear light in 1/65535 and back.
///
/// Both directions are the nearest value; a test holds all of them against the formula.
public struct SRGB: Sendable {
  private var linearOfCode: InlineArray<256, UInt16>
  /// The least light whose nearest code is the index.
  private var leastLightOfCode: InlineArray<256, UInt16>

  /// Computes both tables, some tens of microseconds: once at start.
  public init() {
    linearOfCode = InlineArray(repeating: 0)
    leastLightOfCode = InlineArray(repeating: 0)
    let white = log2Q32(10_761)
    for code in 1..<256 {
      linearOfCode[code] = UInt16(truncatingIfNeeded: SRGB.light(halfCodes: UInt64(2 * code), roundingUp: false, white))
      leastLightOfCode[code] = UInt16(
        truncatingIfNeeded: SRGB.light(halfCodes: UInt64(2 * code - 1), roundingUp: true, white))
    }
  }

  /// Light of a code, 0...65535.
  @inline(__always)
  public func linear(_ code: UInt8) -> UInt32 { UInt32(linearOfCode[Int(code)]) }

  /// The code nearest to a light of 0...65535; more counts as 65535.
  public func code(nearest light: UInt32) -> UInt8 { search(leastLightOfCode, light) }

  /// The greatest code whose light does not exceed `light`.
  public func code(notAbove light: UInt32) -> UInt8 { search(linearOfCode, light) }

  /// The least code whose light is not below `light`; 255 when there is none.
  public func code(notBelow light: UInt32) -> UInt8 {
    let below = code(notAbove: light)
    return linear(below) >= light || below == 255 ? below : below + 1
  }

  /// Lends the light of each code, 0...65535: for loops, in which a look into the table itself would copy it.
  @inline(__always)
  func withLinear<Result>(_ body: (UnsafePointer<UInt16>) -> Result) -> Result {
    var table = linearOfCode
    return withUnsafeMutableBytes(of: &table) { body($0.baseAddress!.assumingMemoryBound(to: UInt16.self)) }
  }

  /// Luminance of a colour in 1/65535, alpha left aside.
  @inline(__always)
  public func luminance(_ color: Color) -> UInt32 {
    SRGB.luminance(red: linear(color.red), green: linear(color.green), blue: linear(color.blue))
  }

  /// Of three lights: 0.2126, 0.7152 and 0.0722 in 1/65536.
  @inline(__always)
  static func luminance(red: UInt32, green: UInt32, blue: UInt32) -> UInt32 {
    (red &* 13_933 &+ green &* 46_871 &+ blue &* 4_732) >> 16
  }

  private func search(_ table: borrowing InlineArray<256, UInt16>, _ light: UInt32) -> UInt8 {
    var code = 0
    var step = 128
    while step > 0 {
      if UInt32(table[code + step]) <= light { code += step }
      step >>= 1
    }
    return UInt8(truncatingIfNeeded: code)
  }

  /// For each code from 1 on, the code nearest to its light × `part` / `whole`, a share of at most 1.
  ///
  /// By walking up both tables once: a search for each code would copy a table for each of its looks.
  func scaledCodes(_ part: UInt64, of whole: UInt64) -> InlineArray<256, UInt8> {
    var least = leastLightOfCode
    var scaled = InlineArray<256, UInt8>(repeating: 0)
    withLinear { light in
      withUnsafeMutableBytes(of: &least) { least in
        withUnsafeMutableBytes(of: &scaled) { scaled in
          let least = least.baseAddress!.assumingMemoryBound(to: UInt16.self)
          var nearest = 0
          for code in 1..<256 {
            let wanted = (UInt64(light[code]) * part + whole / 2) / whole
            while nearest < 255 && UInt64(least[nearest + 1]) <= wanted { nearest += 1 }
            scaled[code] = UInt8(truncatingIfNeeded: nearest)
          }
        }
      }
    }
    return scaled
  }

  /// 65535 × the light of a code given in halves, rounded to nearest or up. `white` is the logarithm of white's n.
  private static func light(halfCodes: UInt64, roundingUp: Bool, _ white: Int64) -> UInt64 {
    // c ≤ 0.04045: c / 12.92, with c = halves / 510 and 65535 / 510 = 128.5.
    if halfCodes <= 20 {
      let numerator = halfCodes * 12_850
      return (numerator + (roundingUp ? 1_291 : 646)) / 1_292
    }
    // ((c + 0.055) / 1.055)^2.4 = (n / 10761)^(12/5) with n = 20 × halves + 561.
    let exponent = (white - log2Q32(20 * halfCodes + 561)) * 12 / 5
    let scaled = exp2NegativeQ32(exponent) * 65_535
    return (scaled + (roundingUp ? 0xFFFF_FFFF : 0x8000_0000)) >> 32
  }
}
