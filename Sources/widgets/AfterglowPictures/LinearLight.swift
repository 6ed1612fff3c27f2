import AfterglowCore
import Foundation

/// The author's sRGB transfer function (IEC 61966-2-1) in floating point; the firmware has its own in integers
/// (`SRGB`). Light is linear, from 0 to 1; codes are bytes, from 0 to 255.
public enum LinearLight {
  @usableFromInline static let lights: [Double] = (0...255).map { decode(fraction: Double($0) / 255) }
  /// The light of each of the 256 codes, for passes over many pixels.
  public static let floats: [Float] = lights.map { Float($0) }

  /// The light of a code, from a table.
  @inlinable
  public static func decode(_ code: UInt8) -> Double { lights[Int(code)] }

  /// The light of a code given as a fraction of 255, from 0 to 1.
  public static func decode(fraction: Double) -> Double {
    fraction <= 0.04045 ? fraction / 12.92 : pow((fraction + 0.055) / 1.055, 2.4)
  }

  /// The nearest code; light outside 0 to 1 is clamped.
  public static func encode(_ light: Double) -> UInt8 { UInt8(code(of: min(max(light, 0), 1)).rounded()) }

  /// The code with its fraction; light slightly above 1 is not clamped.
  public static func code(of light: Double) -> Double { fraction(of: light) * 255 }

  /// The code as a fraction of 255, from 0 to 1; light slightly above 1 is not clamped.
  public static func fraction(of light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Relative luminance, 0 to 1 (WCAG 2.2, with the weights of ITU-R BT.709; docs/rules.md, Contrast).
  @inlinable
  public static func luminance(red: UInt8, green: UInt8, blue: UInt8) -> Double {
    LuminanceWeight.red * decode(red) + LuminanceWeight.green * decode(green) + LuminanceWeight.blue * decode(blue)
  }

  /// The relative luminance of 0xRRGGBB; higher bits are ignored.
  @inlinable
  public static func luminance(_ rgb: UInt32) -> Double {
    luminance(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Contrast ratio of two luminances, 1 to 21 (WCAG 2.2; docs/rules.md, Contrast).
  public static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
