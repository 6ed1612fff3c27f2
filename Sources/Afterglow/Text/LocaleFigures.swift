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
}
