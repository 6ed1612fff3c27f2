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
      let figure = (0x30...0x39).contains(scalar.value) ? Unicode.Scalar(zero + scalar.value - 0x30) : nil
      changed.append(figure ?? scalar)
    }
    return String(changed)
  }

  private static func zero(of locale: Locale) -> UInt32 {
    let name = locale.identifier
    if let zero = zeros.withLock({ $0[name] }) { return zero }
    let scalar = 0.formatted(.number.locale(locale)).unicodeScalars.first { $0.properties.numericType == .decimal }
    let zero = scalar?.value ?? 0x30
    zeros.withLock { $0[name] = zero }
    return zero
  }
}
