/// The inks of six-colour e-paper. The raw values are those of Spectra 6 controllers (docs/panels/spectra6.md, Hardware).
public enum PaperInk: UInt8, Sendable, BitwiseCopyable {
  case black = 0
  case white = 1
  case yellow = 2
  case red = 3
  case blue = 5
  case green = 6

  /// The colour that stands for this ink in scenes and archives: pure, so that it is the ink exactly.
  @inlinable public var color: Color {
    switch self {
    case .black: Color(argb: 0xFF00_0000)
    case .white: Color(argb: 0xFFFF_FFFF)
    case .yellow: Color(argb: 0xFFFF_FF00)
    case .red: Color(argb: 0xFFFF_0000)
    case .blue: Color(argb: 0xFF00_00FF)
    case .green: Color(argb: 0xFF00_FF00)
    }
  }

  /// How the ink looks on the panel, 0xRRGGBB: its measured colour in linear light relative to the measured white, which an
  /// eye takes for white (docs/ink.md, Palettes).
  @inlinable public var appearance: UInt32 {
    switch self {
    case .black: 0x2B1A31
    case .white: 0xFFFFFF
    case .yellow: 0xFFED00
    case .red: 0xA31F10
    case .blue: 0x2057B4
    case .green: 0x426E4E
    }
  }

  /// The appearance of a code of panel data; codes of no ink are black.
  @inlinable
  public static func appearance(ofCode code: UInt8) -> UInt32 { (PaperInk(rawValue: code) ?? .black).appearance }

  /// The code of the ink whose colour is nearest to the red, green and blue of a pixel (0xAARRGGBB), by distance in the
  /// cube of sRGB codes; of equals the highest code.
  ///
  /// The nearest ink has the largest sum of 2c − 255 over the channels c that are lit in its colour. On an edge between
  /// two inks every blend is one of both, and the coverage of one half is the limit.
  @inlinable
  @inline(__always)
  public static func nearestCode(_ pixel: UInt32) -> UInt8 {
    let red = Int32(truncatingIfNeeded: pixel >> 16 & 255) &* 2 &- 255
    let green = Int32(truncatingIfNeeded: pixel >> 8 & 255) &* 2 &- 255
    let blue = Int32(truncatingIfNeeded: pixel & 255) &* 2 &- 255
    // Sums with the code in the three lowest bits, so that the largest has the code.
    var best = Int32(0)
    best = Swift.max(best, ((red &+ green &+ blue) &<< 3) | 1)
    best = Swift.max(best, ((red &+ green) &<< 3) | 2)
    best = Swift.max(best, (red &<< 3) | 3)
    best = Swift.max(best, (blue &<< 3) | 5)
    best = Swift.max(best, (green &<< 3) | 6)
    return UInt8(truncatingIfNeeded: best & 7)
  }
}

#if !hasFeature(Embedded)
  // A list of all cases allocates, which the firmware cannot.
  extension PaperInk: CaseIterable {}
#endif
