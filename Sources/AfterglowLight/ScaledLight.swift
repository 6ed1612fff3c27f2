import AfterglowCore

extension ChannelLines {
  /// The two lines nearest to multiplying linear light by `factor` / 65536: nowhere further than one code from it.
  ///
  /// Where both the code and its result lie in sRGB's power part, scaling light is exactly a line; in its straight part as
  /// well, another one. Between them lies a bend, and it is there that the place to meet is sought: in few steps, each of
  /// which is judged by its worst code.
  public init(scalingLightBy factor: UInt32, _ sRGB: borrowing SRGB) {
    if factor >= 65_536 {
      self = .unchanged
      return
    }
    if factor == 0 {
      self = .dark
      return
    }
    // encode(f · decode(c)) = a · (c + 0.055) − 0.055 with a = f^(1/2.4).
    let a = UInt32(truncatingIfNeeded: exp2NegativeQ32((log2Q32(65_536) - log2Q32(UInt64(factor))) * 5 / 12) >> 16)
    let deficit = (65_536 - a) * 14_025 / 1000
    let bend = ScaledLight(factor: factor, a: a, deficit: deficit, sRGB)
    var best = ChannelLines.dark
    var bestError = UInt32.max
    for i in UInt32(0)..<16 {
      let slope = factor + (a - factor) * i / 16
      let gain = a - slope
      for j in UInt32(0)..<8 {
        // Results are rounded down, so that the lines run up to a code too high.
        let lift = Swift.min(deficit, 8_192 * j)
        let threshold = Swift.min(65_535, UInt64(deficit - lift) * 256 / UInt64(Swift.max(gain, 1)))
        let lines = ChannelLines(
          slope: UInt16(truncatingIfNeeded: Swift.min(slope, 65_535)), gain: UInt16(truncatingIfNeeded: gain),
          threshold: UInt16(truncatingIfNeeded: threshold))
        let error = bend.worstError(of: lines, below: bestError)
        if error < bestError {
          best = lines
          bestError = error
        }
      }
    }
    self = best
  }
}

/// encode(f · decode(c)) in 1/256 of a code, for codes up to where it becomes a straight line.
private struct ScaledLight {
  private var values: InlineArray<256, UInt32>
  private var count: Int

  init(factor: UInt32, a: UInt32, deficit: UInt32, _ sRGB: borrowing SRGB) {
    values = InlineArray(repeating: 0)
    count = 256
    // 0.0031308, where sRGB's straight part ends, in 1/(65536 · 65535); its slope of 12.92 · 255 · 256.
    let end: UInt64 = 13_446_487
    for code in UInt32(0)..<256 {
      let light = UInt64(factor) * UInt64(sRGB.linear(UInt8(truncatingIfNeeded: code)))
      if light <= end {
        values[Int(code)] = UInt32(light * 843_418 / (65_536 * 65_535))
      } else {
        values[Int(code)] = (a * code - deficit) >> 8
        // Two more codes: the lines must have met by then.
        if count == 256 { count = Swift.min(256, Int(code) + 3) }
      }
    }
  }

  /// Gives up once it is not below `limit`.
  func worstError(of lines: ChannelLines, below limit: UInt32) -> UInt32 {
    var worst: UInt32 = 0
    for code in 0..<count {
      let found = UInt32(lines.value(UInt8(truncatingIfNeeded: code))) << 8
      let wanted = values[code]
      worst = Swift.max(worst, found > wanted ? found - wanted : wanted - found)
      if worst >= limit { return worst }
    }
    return worst
  }
}
