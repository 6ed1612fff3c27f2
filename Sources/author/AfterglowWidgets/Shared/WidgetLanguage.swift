import Foundation
import Synchronization

/// A language of the built-in widgets.
enum WidgetLanguage: String, CaseIterable {
  // In the order of the table's columns.
  case en, de, fr, es, it, nl, pt, ja, zh, ar, he

  /// The column in tables of words.
  var index: Int { Self.allCases.firstIndex(of: self)! }

  /// Languages by locale identifier. Parsing a locale takes longer than everything else here, and each text needs it.
  private static let known = Mutex<[String: WidgetLanguage]>([:])

  static func of(_ locale: Locale) -> WidgetLanguage {
    let name = locale.identifier
    if let language = known.withLock({ $0[name] }) { return language }
    let language = locale.language.languageCode.flatMap { WidgetLanguage(rawValue: $0.identifier) } ?? .en
    known.withLock { $0[name] = language }
    return language
  }

  var plurals: PluralForms {
    switch self {
    case .fr, .pt: .zeroAndOne
    case .ja, .zh: .single
    case .ar: .arabic
    default: .one
    }
  }
}

/// The form of a word for a whole number (CLDR, cardinal rules for integers). The forms' order is CLDR's: one, two,
/// few, many, other.
enum PluralForms {
  case single
  /// 1, and all others.
  case one
  /// 0 and 1, and all others.
  case zeroAndOne
  /// 1, 2, 3 to 10, 11 to 99 of each hundred, and what remains.
  case arabic

  var count: Int {
    switch self {
    case .single: 1
    case .one, .zeroAndOne: 2
    case .arabic: 5
    }
  }

  func index(of number: Int) -> Int {
    let number = abs(number)
    switch self {
    case .single: return 0
    case .one: return number == 1 ? 0 : 1
    case .zeroAndOne: return number <= 1 ? 0 : 1
    case .arabic:
      switch number % 100 {
      case _ where number == 1 || number == 2: return number - 1
      case 3...10: return 2
      case 11...: return 3
      default: return 4
      }
    }
  }
}
