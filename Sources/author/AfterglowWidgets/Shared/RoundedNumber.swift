import Afterglow
import AfterglowDocuments
import Foundation

/// Numbers as text, rounded by one rule for all widgets and documents (`DecimalRounding`).
enum RoundedNumber {
  /// Shown in place of a number that is missing or not finite.
  static let missing = "–"
  /// Most places after the decimal mark that a widget shows.
  static let maximumDecimals = 6
  /// The places that a user may ask for.
  static let places = 0...maximumDecimals
  /// Numbers from this one on are written with a power of ten.
  static let plainLimit = DecimalRounding.limit
  /// Larger numbers that a program has computed are written with a power of ten.
  private static let computedLimit = 1e9
  /// Characters of a number that is shown as written.
  private static let maximumWrittenCount = 12

  /// A number with so many places after a point, and a hyphen before a negative one.
  static func text(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return missing }
    guard abs(number) < plainLimit else { return String(format: "%.4g", number) }
    return DecimalRounding.text(number, places: max(decimals, 0))
  }

  /// The rounded number itself.
  static func rounded(_ number: Double, decimals: Int) -> Double {
    DecimalRounding.rounded(number, places: max(decimals, 0))
  }

  /// A written number as it is shown: with its own places, except those that only a computation makes.
  ///
  /// - Parameter decimals: the places to show; nil = as written.
  /// - Returns: nil for a non-numeric value, or one beyond all bounds.
  static func text(of written: String, decimals: Int? = nil) -> String? {
    guard ScalarText.isNumber(written), let number = Double(written), number.isFinite else { return nil }
    if let decimals { return text(number, decimals: decimals) }
    guard isComputed(written) else { return plain(written) }
    return abs(number) < computedLimit
      ? text(number, decimals: self.decimals(of: written)) : String(format: "%.4g", number)
  }

  /// The places that a written number means. `54.50` keeps its zero. Zeros at the end of six places are those of a program's
  /// format, as in `0.200000`; a long number such as `21.499999999999996` has two places, or none if these are zeros.
  static func decimals(of written: String) -> Int {
    if isComputed(written) {
      guard let number = Double(written), abs(number) < computedLimit else { return 0 }
      return text(number, decimals: 2).hasSuffix(".00") ? 0 : 2
    }
    let fraction = written.split(separator: ".", maxSplits: 1).dropFirst().first ?? ""
    let zeroCount = fraction.count < maximumDecimals ? 0 : fraction.reversed().prefix { $0 == "0" }.count
    return fraction.count - zeroCount
  }

  /// A short number as written, without a plus sign, a sign before zero and zeros that mean nothing.
  private static func plain(_ written: String) -> String {
    let parts = written.split(separator: ".", maxSplits: 1)
    let places = decimals(of: written)
    let fraction = places > 0 ? ".\(parts[1].prefix(places))" : ""
    let text = "\(parts[0])\(fraction)"
    let isZero = !text.contains { $0.isNumber && $0 != "0" }
    let hasIdleSign = text.first == "+" || text.first == "-" && isZero
    return hasIdleSign ? String(text.dropFirst()) : text
  }

  /// As few places as show a number, within bounds.
  static func decimals(_ number: Double, in bounds: ClosedRange<Int>) -> Int {
    let most = rounded(number, decimals: bounds.upperBound)
    return bounds.first { rounded(number, decimals: $0) == most } ?? bounds.upperBound
  }

  /// Whether a text stands for a number that is none, as programs write it.
  static func isNoNumber(_ text: String) -> Bool { noNumbers.contains(text) }

  private static let noNumbers: Set<String> = [
    "NaN", "nan", ".nan", ".NaN", "-nan", "inf", "-inf", "+inf", ".inf", "-.inf", "Infinity", "-Infinity",
  ]

  private static func isComputed(_ written: String) -> Bool {
    written.count > maximumWrittenCount || written.contains { $0 == "e" || $0 == "E" }
  }
}
