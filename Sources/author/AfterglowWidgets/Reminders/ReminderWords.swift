/// The reminders' own words.
enum ReminderWord: String, WidgetWords {
  /// The title of reminders without one.
  case toDo
  case allDone
  case overdue

  static let table: [Self: [String]] = [
    .toDo: [
      "To do", "Zu erledigen", "À faire", "Por hacer", "Da fare", "Te doen", "A fazer", "やること", "待办", "للإنجاز",
      "לביצוע",
    ],
    .allDone: [
      "All done", "Alles erledigt", "Tout est fait", "Todo hecho", "Tutto fatto", "Alles gedaan", "Tudo feito", "すべて完了",
      "全部完成", "أُنجز كل شيء", "הכול בוצע",
    ],
    .overdue: [
      "Overdue", "Überfällig", "En retard", "Vencido", "Scaduto", "Te laat", "Atrasado", "期限切れ", "已过期", "متأخر",
      "באיחור",
    ],
  ]
}
