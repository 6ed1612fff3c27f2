import Foundation
import Synchronization

/// Numbers in the figures of a locale, so that a widget has one kind of them: dates and ticking text have the locale's.
enum Figures {
  /// The figure 0 of each locale; a number formatter takes longer than everything else here.
  private static let zeros = Mutex<[String: UInt32]>([:])

  static func text(_ number: Int, in locale: Locale) -> String { text("\(number)", in: locale) }

  /// The same text with the locale's figures in place of 0 to 9.
  static func text(_ text: String, in locale: Locale) -> String {
    let zero = zero(of: locale)
    if zero == 0x30 { return text }
    var changed = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isFigure = (0x30...0x39).contains(scalar.value)
      let figure: Unicode.Scalar? = isFigure ? Unicode.Scalar(zero + scalar.value - 0x30) : nil
      changed.append(figure ?? scalar)
    }
    return String(changed)
  }

  /// A rounded number with the locale's figures and decimal mark and a true minus sign.
  static func text(_ number: Double, decimals: Int, in locale: Locale) -> String {
    localized(RoundedNumber.text(number, decimals: decimals), in: locale)
  }

  /// A number that is written with a point and a hyphen, with the locale's figures and mark and a true minus sign.
  static func localized(_ written: String, in locale: Locale) -> String {
    // Most numbers are figures alone.
    if written.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return text(written, in: locale) }
    var changed = ""
    for scalar in written.unicodeScalars {
      switch scalar {
      case "-": changed.append("\u{2212}")
      case "+": break
      case ".": changed.append(locale.decimalSeparator ?? ".")
      default: changed.unicodeScalars.append(scalar)
      }
    }
    return text(changed, in: locale)
  }

  /// What a locale writes before and after the figures of a share: "%" alone, with a space that does not break, or before
  /// the figures.
  private struct PercentSign {
    var before: String
    var after: String
  }

  private static let percentSigns = Mutex<[String: PercentSign]>([:])

  /// A share, 1 for the whole, in hundredths: "86%", in German "86 %".
  static func percent(_ share: Double, in locale: Locale) -> String {
    percent(RoundedNumber.text(RoundedNumber.rounded(share, decimals: 2) * 100, decimals: 0), in: locale)
  }

  /// The same for a number of hundredths that is written out.
  static func percent(_ hundredths: String, in locale: Locale) -> String {
    let sign = percentSign(of: locale)
    return sign.before + text(hundredths, in: locale) + sign.after
  }

  /// Room for the sign next to the figures, in shares of the type size.
  static func percentShare(in locale: Locale) -> Double {
    let sign = percentSign(of: locale)
    return 0.86 + ((sign.before + sign.after).contains(where: \.isWhitespace) ? 0.28 : 0)
  }

  private static func percentSign(of locale: Locale) -> PercentSign {
    let name = locale.identifier
    if let sign = percentSigns.withLock({ $0[name] }) { return sign }
    let whole: String = (0 as Int).formatted(.percent.locale(locale))
    let sign: PercentSign
    if let figure = whole.firstIndex(where: \.isNumber) {
      sign = PercentSign(before: String(whole[..<figure]), after: String(whole[whole.index(after: figure)...]))
    } else {
      sign = PercentSign(before: "", after: "%")
    }
    percentSigns.withLock { $0[name] = sign }
    return sign
  }

  private static func zero(of locale: Locale) -> UInt32 {
    let name = locale.identifier
    if let zero = zeros.withLock({ $0[name] }) { return zero }
    let text: String = (0 as Int).formatted(.number.locale(locale))
    let scalar = text.unicodeScalars.first { $0.properties.numericType == .decimal }
    let zero = scalar?.value ?? 0x30
    zeros.withLock { $0[name] = zero }
    return zero
  }
}
