/// The share of each channel in a colour's luminance, in linear light (ITU-R BT.709, and WCAG 2.2: docs/rules.md,
/// Contrast).
public enum LuminanceWeight {
  @inlinable public static var red: Double { 0.2126 }
  @inlinable public static var green: Double { 0.7152 }
  @inlinable public static var blue: Double { 0.0722 }

  /// A weight in 1/65536, rounded to nearest. The three weights add up to 65,536.
  @inlinable @inline(__always)
  public static func fixed(_ weight: Double) -> UInt32 { UInt32(weight * 65_536 + 0.5) }
}
