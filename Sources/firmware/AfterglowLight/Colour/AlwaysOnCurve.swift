import AfterglowCore

/// Always-on's dimming, the same for text, shapes and pictures: each pair of colours keeps the same share of the
/// logarithm of its contrast (docs/rules.md, Reduced luminance).
///
/// Where white keeps the luminance W, a colour of the relative luminance L gets 0.05 · ((L + 0.05) / 0.05)^γ − 0.05
/// with γ = log((W + 0.05) / 0.05) / log 21: the WCAG contrast of any two colours, C, becomes C^γ. So what was brighter
/// stays brighter, equal ratios stay equal, and nothing is cut off at either end.
///
/// A colour keeps its hue: its channels are scaled alike in linear light. Codes of eight bits are then chosen so that
/// the luminance is right: the remainder of green's rounding is added to red, and what is left after that to blue, each
/// by a few codes at most, which is invisible (bit-stealing).
public struct AlwaysOnCurve: Sendable {
  /// Light that is kept, × 65536, at every 256th of the luminances 0...65535 and one beyond.
  private var factors: InlineArray<257, UInt16>
  /// Whether colours stay as they are.
  public let isIdentity: Bool

  /// How far red and blue may be from their nearest codes to make up for what the others' rounding took. Less for greys,
  /// whose tint is seen soonest, and whose steps are small enough for it.
  private static var redReach: Int32 { 2 }
  private static var blueReach: Int32 { 4 }
  private static var reachOfGreys: Int32 { 1 }

  /// - Parameters: `part` / `whole` is the share that white keeps; 1 or more changes nothing.
  public init(white part: UInt64, of whole: UInt64) {
    factors = InlineArray(repeating: 0)
    isIdentity = part >= whole
    if isIdentity { return }
    // (W + 0.05) / 0.05 in whole numbers.
    let kept = log2Q32(20 * part + whole) - log2Q32(whole)
    let share = (kept << 24) / (log2Q32(21))
    // At black the curve's slope is the share itself.
    factors[0] = UInt16(truncatingIfNeeded: share >> 8)
    for index in UInt64(1)...256 {
      let luminance = index << 8
      let day = log2Q32(20 * luminance + 65_535) - log2Q32(65_535)
      let power = exp2NegativeQ32((5 << 32) - (day * share) >> 24) << 5
      let light = (Swift.max(power, 1 << 32) - 1 << 32) / 20
      factors[Int(index)] = UInt16(truncatingIfNeeded: Swift.min(65_535, (light * 65_535 / luminance) >> 16))
    }
  }

  /// The new luminance for one of 0...65535, in the same unit.
  public func luminance(_ day: UInt32) -> UInt32 {
    isIdentity ? day : (day &* AlwaysOnCurve.factor(factors.span, at: day) &+ 32_768) >> 16
  }

  /// A colour as the panel shows it; alpha is kept.
  public func dimmed(_ color: Color, _ sRGB: SRGB) -> Color {
    if isIdentity { return color }
    return Color(argb: AlwaysOnCurve.dimmed(color.argb, factors.span, sRGB))
  }

  /// The same for opaque pixels, in place: `height` rows of `width` pixels whose first ones are `stridePx` apart.
  public func dim(
    _ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stridePx: Int, _ codes: LightCodes
  ) {
    if isIdentity { return }
    var known = DimmedColors()
    for row in 0..<height { dim(pixels + row &* stridePx, count: width, &known, codes) }
  }

  @inline(__always)
  private func dim(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ known: inout DimmedColors, _ codes: LightCodes
  ) {
    // An element of an inline array is read by copying all of it.
    let factors = factors.span
    var index = 0
    var last: UInt32 = 0
    var lastDimmed: UInt32 = 0
    while index < count {
      // Most of a panel is black.
      if index &+ 16 <= count && isBlack(pixels + index) {
        index = index &+ 16
        continue
      }
      let end = Swift.min(count, index &+ 16)
      while index < end {
        let pixel = pixels[index]
        if pixel != last {
          last = pixel
          lastDimmed =
            pixel & 0xFF_FFFF == 0
            ? pixel : known.value(of: pixel) { AlwaysOnCurve.dimmed(pixel, factors, codes) }
        }
        pixels[index] = lastDimmed
        index = index &+ 1
      }
    }
  }

  @inline(__always)
  private func isBlack(_ pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    var any: UInt32 = 0
    for index in 0..<16 { any |= pixels[index] }
    return any & 0xFF_FFFF == 0
  }

  @inline(__always)
  private static func factor(_ factors: Span<UInt16>, at luminance: UInt32) -> UInt32 {
    let index = Int(luminance >> 8)
    let above = UInt32(factors[index])
    return above &- ((above &- UInt32(factors[index &+ 1])) &* (luminance & 255) &+ 128) >> 8
  }

  @inline(__always)
  private static func dimmed(_ argb: UInt32, _ factors: Span<UInt16>, _ codes: some CodesOfLight) -> UInt32 {
    let (red, green, blue) = (argb >> 16 & 255, argb >> 8 & 255, argb & 255)
    let (r, g, b) = (codes.light(red), codes.light(green), codes.light(blue))
    let factor = factor(factors, at: SRGB.luminance(red: r, green: g, blue: b))
    let wantedGreen = (g &* factor &+ 32_768) >> 16
    let newGreen = codes.nearest(wantedGreen)
    let isGrey = red == green && green == blue
    let redReach = isGrey ? reachOfGreys : redReach
    let blueReach = isGrey ? reachOfGreys : blueReach
    // Luminance that is still missing, in 1/65536 of a light; the weights' reciprocals are in 1/2³².
    var missing = (Int32(bitPattern: wantedGreen) &- Int32(bitPattern: codes.light(newGreen))) &* 46_871
    let wantedRed = (r &* factor &+ 32_768) >> 16
    let newRed = Swift.min(red, near(wantedRed, missing: missing, reciprocal: 308_259, reach: redReach, codes))
    missing = missing &+ (Int32(bitPattern: wantedRed) &- Int32(bitPattern: codes.light(newRed))) &* 13_933
    let wantedBlue = (b &* factor &+ 32_768) >> 16
    let newBlue = Swift.min(blue, near(wantedBlue, missing: missing, reciprocal: 907_643, reach: blueReach, codes))
    return argb & 0xFF00_0000 | newRed << 16 | newGreen << 8 | newBlue
  }

  /// The code nearest to a light and what is missing, but not far from the light's own.
  @inline(__always)
  private static func near(
    _ wanted: UInt32, missing: Int32, reciprocal: Int64, reach: Int32, _ codes: some CodesOfLight
  ) -> UInt32 {
    let own = Int32(bitPattern: codes.nearest(wanted))
    let moved = Int32(bitPattern: wanted) &+ Int32(truncatingIfNeeded: (Int64(missing) &* reciprocal) >> 32)
    let code = Int32(bitPattern: codes.nearest(UInt32(bitPattern: Swift.max(0, Swift.min(65_534, moved)))))
    return UInt32(bitPattern: Swift.max(0, Swift.max(own &- reach, Swift.min(own &+ reach, code))))
  }
}

/// Colours that were dimmed before: anti-aliased edges have few, in an order in which neighbours differ.
private struct DimmedColors {
  /// A colour in the upper half, what became of it in the lower; 0 where none is known yet.
  private var entries = InlineArray<128, UInt64>(repeating: 0)

  @inline(__always)
  mutating func value(of color: UInt32, _ dimmed: () -> UInt32) -> UInt32 {
    let index = Int((color &* 0x9E37_79B1) >> 25)
    var span = entries.mutableSpan
    let entry = span[index]
    if UInt32(truncatingIfNeeded: entry >> 32) == color { return UInt32(truncatingIfNeeded: entry) }
    let value = dimmed()
    span[index] = UInt64(color) << 32 | UInt64(value)
    return value
  }
}
