import Foundation
import Synchronization

/// The locale of the board for which a process makes content. `String(localized:)` and others that are called away from a view
/// use it: Foundation on Linux has one locale for all, `en_001`.
enum BoardLocale {
  private static let stored = Mutex(initial)

  static var current: Locale {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// A locale that was passed to a function; in place of Foundation's current one, the board's.
  static func resolved(_ locale: Locale) -> Locale {
    locale.identifier == Locale.current.identifier ? current : locale
  }

  /// A locale with the country where most people speak its language, if it names none.
  static func withCountry(_ locale: Locale) -> Locale {
    guard locale.region == nil else { return locale }
    var components = Locale.Components(locale: locale)
    components.languageComponents.region = Locale.Language(identifier: locale.language.maximalIdentifier).region
    return Locale(components: components)
  }

  /// The locale until a host names a board: that of the user who adds a widget or performs an intent, elsewhere American English.
  private static var initial: Locale {
    let variables = WidgetProcess.isThis ? ["LC_ALL", "LC_TIME", "LANG"] : []
    let value = variables.lazy.compactMap { ProcessInfo.processInfo.environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = String(value.prefix { $0 != "." && $0 != "@" })
    return Locale(identifier: LanguageTag(name) == nil ? "en_US" : name)
  }
}
