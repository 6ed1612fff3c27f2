/// Words of several widgets.
enum SharedWord: String, WidgetWords {
  case today
  case tomorrow
  /// The number of things that are not shown.
  case more

  static let table: [Self: [String]] = [
    .today: [
      "Today", "Heute", "Aujourd’hui", "Hoy", "Oggi", "Vandaag", "Hoje", "今日", "今天", "اليوم", "היום",
    ],
    .tomorrow: [
      "Tomorrow", "Morgen", "Demain", "Mañana", "Domani", "Morgen", "Amanhã", "明日", "明天", "غدًا", "מחר",
    ],
    .more: [
      "%@ more", "%@ weitere", "%@ de plus", "%@ más", "Altri %@", "Nog %@", "Mais %@", "他%@件", "还有%@项", "%@ أخرى",
      "עוד %@",
    ],
  ]
}
