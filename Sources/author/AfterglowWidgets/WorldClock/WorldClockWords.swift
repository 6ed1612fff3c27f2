/// The world clock's own words.
enum WorldClockWord: String, WidgetWords {
  case yesterday

  static let table: [Self: [String]] = [
    .yesterday: [
      "Yesterday", "Gestern", "Hier", "Ayer", "Ieri", "Gisteren", "Ontem", "昨日", "昨天", "أمس", "אתמול",
    ]
  ]
}
