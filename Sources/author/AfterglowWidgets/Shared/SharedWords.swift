/// Words of several widgets.
enum SharedWord: String, WidgetWords {
  case today
  case tomorrow
  /// The number of things that are not shown.
  case more
  /// In place of the number of things that are not shown, when it is unknown.
  case listIncomplete
  /// The skies of a day without sunrise and sunset.
  case midnightSun
  case polarNight
  /// A statement about a thing, and the thing's name.
  case named

  static let table: [Self: [String]] = [
    .today: [
      "Today", "Heute", "Aujourd’hui", "Hoy", "Oggi", "Vandaag", "Hoje", "今日", "今天", "اليوم", "היום",
    ],
    .tomorrow: [
      "Tomorrow", "Morgen", "Demain", "Mañana", "Domani", "Morgen", "Amanhã", "明日", "明天", "غدًا", "מחר",
    ],
    .midnightSun: [
      "Midnight sun", "Mitternachtssonne", "Soleil de minuit", "Sol de medianoche", "Sole di mezzanotte",
      "Middernachtzon", "Sol da meia-noite", "白夜", "极昼", "شمس منتصف الليل", "שמש חצות",
    ],
    .polarNight: [
      "Polar night", "Polarnacht", "Nuit polaire", "Noche polar", "Notte polare", "Poolnacht", "Noite polar", "極夜",
      "极夜", "ليل قطبي", "לילה קוטבי",
    ],
    .more: [
      "%@ more", "%@ weitere", "%@ de plus", "%@ más", "Altri %@", "Nog %@", "Mais %@", "他%@件", "还有%@项", "%@ أخرى",
      "עוד %@",
    ],
    .listIncomplete: [
      "List incomplete", "Liste lückenhaft", "Liste incomplète", "Lista incompleta", "Elenco incompleto",
      "Lijst onvolledig", "Lista incompleta", "一部のみ表示", "列表不完整", "القائمة غير مكتملة", "הרשימה חלקית",
    ],
    .named: [
      "%@: %@", "%@: %@", "%@\u{A0}: %@", "%@: %@", "%@: %@", "%@: %@", "%@: %@", "%@：%@", "%@：%@", "%@: %@", "%@: %@",
    ],
  ]
}
