import AfterglowCore
import Foundation

/// A place of a format where an argument stands, such as `%lld`, `%.1f` and `%@`.
struct FormatConversion: Hashable, Sendable, CustomStringConvertible {
  /// Flags, width and precision: the letters between the percent sign and the length.
  var modifiers = ""
  var letter: Character

  /// The conversion `%@`.
  static let object = FormatConversion(letter: "@")

  static let letters: Set<Character> = [
    "@", "d", "D", "i", "u", "U", "x", "X", "o", "O", "f", "F", "e", "E", "g", "G", "a", "A", "c", "C", "s", "S",
  ]

  /// The place of the argument in a format, without a position.
  var description: String { "%\(modifiers)\(letter)" }

  /// Whether the argument stands in its usual form.
  var isPlain: Bool { modifiers.isEmpty }

  /// A number in this form, with the decimal separator of a locale; where the form is plain, a whole number also has the
  /// locale's figures and grouping.
  func text(_ number: Double, in locale: Locale) -> String {
    switch letter {
    case "f", "F", "e", "E", "g", "G", "a", "A":
      return String(format: "%\(modifiers)\(letter)", locale: locale, arguments: [number])
    case "x", "X", "o", "O":
      return String(
        format: "%\(modifiers)ll\(letter == "O" ? "o" : letter)", locale: locale, arguments: [Int(clamping: number)])
    case _ where isPlain && number.rounded() == number: return Int(clamping: number).formatted(.number.locale(locale))
    case "d", "D", "i", "u", "U":
      return isPlain
        ? Int(clamping: number).formatted(.number.locale(locale))
        // With a locale Foundation groups the zeros in front, too.
        : String(
          format: "%\(modifiers)lld", locale: modifiers.hasPrefix("0") ? nil : locale,
          arguments: [Int(clamping: number)])
    default: return number.formatted(.number.locale(locale))
    }
  }
}
