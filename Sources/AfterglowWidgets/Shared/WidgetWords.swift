import Afterglow
import Foundation

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
