import Afterglow
import Foundation

/// The news' own words.
enum NewsWord: String, WidgetWords {
  /// Where no feed has any.
  case nothing
  /// An age: of less than a minute, and in minutes, hours and days.
  case now
  case minutes
  case hours
  case days

  static let table: [Self: [String]] = [
    .nothing: [
      "No news", "Keine Neuigkeiten", "Pas d’actualités", "Sin noticias", "Nessuna notizia", "Geen nieuws",
      "Sem notícias", "ニュースなし", "暂无新闻", "لا أخبار", "אין חדשות",
    ],
    .now: ["now", "jetzt", "à l’instant", "ahora", "ora", "nu", "agora", "今", "刚刚", "الآن", "עכשיו"],
    .minutes: [
      "%@ min", "%@ Min.", "%@ min", "%@ min", "%@ min", "%@ min", "%@ min", "%@分", "%@分钟", "%@ د", "%@ דק׳",
    ],
    .hours: ["%@ h", "%@ Std.", "%@ h", "%@ h", "%@ h", "%@ u", "%@ h", "%@時間", "%@小时", "%@ س", "%@ שע׳"],
    .days: ["%@ d", "%@ Tg.", "%@ j", "%@ d", "%@ g", "%@ d", "%@ d", "%@日", "%@天", "%@ ي", "%@ ימ׳"],
  ]

  /// How long ago something was.
  static func age(in locale: Locale) -> ElapsedWords {
    ElapsedWords(
      now: now.text(in: locale), minutes: minutes.text(in: locale), hours: hours.text(in: locale),
      days: days.text(in: locale))
  }
}
