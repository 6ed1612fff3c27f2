/// Integer trigonometry. Angles are in 1/65536 turn, any value, wrapping.
public enum Turn {
  /// Sine in 1/65536, -65536 ... 65536; the same on every architecture, the exact value rounded (± 1 in the last place).
  public static func sine(angle: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (fineSine(angle) &+ (1 << 13)) >> 14)
  }

  /// Cosine in 1/65536.
  public static func cosine(angle: Int32) -> Int32 { sine(angle: angle &+ 16384) }

  /// Sine in 1/2^30. A polynomial of ninth degree, fitted by least squares over a quarter turn with exact end points;
  /// largest error 8e-9.
  static func fineSine(_ angle: Int32) -> Int64 {
    var fraction = Int64(angle & 16383)
    if angle & 16384 != 0 { fraction = 16384 - fraction }
    let x = fraction << 16
    let square = (x &* x) >> 30
    var sum: Int64 = 161_498
    sum = ((sum &* square) >> 30) - 5_015_921
    sum = ((sum &* square) >> 30) + 85_564_386
    sum = ((sum &* square) >> 30) - 693_597_819
    sum = ((sum &* square) >> 30) + 1_686_629_680
    let sine = (sum &* x) >> 30
    return angle & 32768 != 0 ? -sine : sine
  }

  static func fineCosine(_ angle: Int32) -> Int64 { fineSine(angle &+ 16384) }

  /// `length` times a value in 1/2^30, rounded to nearest.
  static func scaled(_ length: Int64, by value: Int64) -> Int32 {
    Int32(truncatingIfNeeded: (length &* value &+ (1 << 29)) >> 30)
  }
}
