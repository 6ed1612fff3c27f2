/// The countdown's own words.
enum CountdownWord: String, WidgetWords {
  /// Below a number of days: singular and plural.
  case daysLeft
  case daysAgo
  /// For an event that is today.
  case isToday

  static let table: [Self: [String]] = [
    .daysLeft: [
      "day left;days left", "Tag noch;Tage noch", "jour restant;jours restants", "día restante;días restantes",
      "giorno rimasto;giorni rimasti", "dag te gaan;dagen te gaan", "dia restante;dias restantes", "日後", "天后",
      "يوم متبقٍ;يومان متبقيان;أيام متبقية;يومًا متبقيًا;يوم متبقٍ", "יום נותר;ימים נותרו",
    ],
    .daysAgo: [
      "day ago;days ago", "Tag her;Tage her", "jour passé;jours passés", "día pasado;días pasados",
      "giorno fa;giorni fa", "dag geleden;dagen geleden", "dia atrás;dias atrás", "日前", "天前",
      "يوم مضى;يومان مضيا;أيام مضت;يومًا مضى;يوم مضى", "יום עבר;ימים עברו",
    ],
    .isToday: [
      "%@ today", "%@ heute", "%@ : aujourd’hui", "%@: hoy", "%@: oggi", "%@ vandaag", "%@: hoje", "%@は今日", "%@：今天",
      "%@ اليوم", "%@ היום",
    ],
  ]
}
