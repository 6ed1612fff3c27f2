import Afterglow
import Foundation
import Synchronization

/// What the built-in widgets say themselves, in the language of their scene; English where it is not in the table.
///
/// `%@` stands for what is told: a number, a time or a name. Words that depend on a number have their forms one after the
/// other, see `PluralForms`.
enum WidgetWord: String, CaseIterable {
  case today
  case tomorrow
  case allDay
  case nothingPlanned
  /// How many things more there are than are shown.
  case more
  /// The title of reminders that have none.
  case toDo
  case allDone
  case overdue
  /// Below a number of days: singular and plural.
  case daysLeft
  case daysAgo
  /// What it is that comes today.
  case isToday
  case noPictures
  /// A folder of pictures.
  case folderIsEmpty
  case memory
  case disk
  case load
  case noNetwork
  case powerTooLow
  case powerWasLow
  case slowedDown
  /// For how long the board has been running.
  case upFor
  case highest
  case average
  case lowest
  case sunny
  case mostlySunny
  case clear
  case mostlyClear
  case partlyCloudy
  case overcast
  case fog
  case freezingFog
  case lightDrizzle
  case drizzle
  case heavyDrizzle
  case freezingDrizzle
  case lightRain
  case rain
  case heavyRain
  case freezingRain
  case lightSnow
  case snow
  case heavySnow
  case snowGrains
  case showers
  case heavyShowers
  case snowShowers
  case thunderstorm
  case hailstorm
  /// A code that the table of the weather does not name.
  case weatherCode
  /// A time of day.
  case rainUntil
  case rainFrom
  /// And beyond it.
  case rainForAnHour
  case snowUntil
  case snowFrom
  case snowForAnHour

  /// The word itself, without what it tells.
  func text(in locale: Locale) -> String { form(0, in: locale) }

  /// With a number, time or name in its place.
  func text(_ value: String, in locale: Locale) -> String { form(0, in: locale).replacing("%@", with: value) }

  /// In the form that stands with a number of things.
  func text(for count: Int, in locale: Locale) -> String {
    let language = WidgetLanguage.of(locale)
    return form(language.plurals.index(of: count), in: locale)
  }

  private func form(_ index: Int, in locale: Locale) -> String {
    let forms = forms(in: WidgetLanguage.of(locale))
    return forms[min(index, forms.count - 1)]
  }

  /// All forms of a language.
  func forms(in language: WidgetLanguage) -> [String] {
    let words = Self.table[self] ?? []
    let text = language.index < words.count ? words[language.index] : words.first ?? rawValue
    return text.split(separator: ";").map(String.init)
  }
}

/// A language that the built-in widgets speak.
enum WidgetLanguage: String, CaseIterable {
  // In the order of the table's columns.
  case en, de, fr, es, it, nl, pt, ja, zh, ar, he

  /// The column.
  var index: Int { Self.allCases.firstIndex(of: self)! }

  /// Taking a locale to pieces takes longer than all else here, and each text asks.
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

/// Which form of a word stands with a whole number (CLDR, cardinal rules for integers). The forms' order is CLDR's: one, two,
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
