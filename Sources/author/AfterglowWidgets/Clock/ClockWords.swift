/// What clocks say.
enum ClockWord: String, WidgetWords {
  case week
  case month

  static let table: [Self: [String]] = [
    .week: ["Week", "Woche", "Semaine", "Semana", "Settimana", "Week", "Semana", "週", "周", "أسبوع", "שבוע"],
    .month: ["Month", "Monat", "Mois", "Mes", "Mese", "Maand", "Mês", "月", "月份", "شهر", "חודש"],
  ]
}
