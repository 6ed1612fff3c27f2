/// The calendar's own words.
enum CalendarWord: String, WidgetWords {
  case allDay
  case nothingPlanned

  static let table: [Self: [String]] = [
    .allDay: [
      "All day", "Ganztägig", "Toute la journée", "Todo el día", "Tutto il giorno", "Hele dag", "Todo o dia", "終日",
      "全天", "طوال اليوم", "כל היום",
    ],
    .nothingPlanned: [
      "Nothing planned", "Nichts geplant", "Rien de prévu", "Nada previsto", "Nessun impegno", "Niets gepland",
      "Nada planeado", "予定なし", "没有安排", "لا مواعيد", "אין תוכניות",
    ],
  ]
}
