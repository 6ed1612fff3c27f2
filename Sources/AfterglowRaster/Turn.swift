/// Integer trigonometry. Angles are in 1/65536 turn, any value, wrapping.
public enum Turn {
  /// Sine in 1/65536, -65536 ... 65536; the same on every architecture, within 1 of the exact value.
  public static func sine(angle: Int32) -> Int32 { Int32(truncatingIfNeeded: (fineSine(angle) &+ (1 << 13)) >> 14) }

  /// Cosine in 1/65536.
  public static func cosine(angle: Int32) -> Int32 { sine(angle: angle &+ 16384) }

  /// Sine in 1/2^30.
  static func fineSine(_ angle: Int32) -> Int64 { 0 }
}
