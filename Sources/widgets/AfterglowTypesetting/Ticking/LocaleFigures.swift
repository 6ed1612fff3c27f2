import Foundation
import Synchronization

/// The ten figures that a locale writes numbers with.
enum LocaleFigures {
  private static let cache = Mutex<[String: [String]]>([:])

  static func of(_ locale: String) -> [String] {
    if let known = cache.withLock({ $0[locale] }) { return known }
    let figures = (0...9).map { $0.formatted(.number.locale(Locale(identifier: locale))) }
    cache.withLock { $0[locale] = figures }
    return figures
  }

  /// A whole number in those figures, with zeros before it.
  static func text(_ number: Int, minimumDigits: Int, in locale: String) -> String {
    let figures = of(locale)
    let digits = String(number).compactMap(\.wholeNumberValue)
    let zeros = [Int](repeating: 0, count: max(0, minimumDigits - digits.count))
    return (zeros + digits).map { figures[$0] }.joined()
  }
}
