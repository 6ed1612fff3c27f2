/// The reminders' own words.
enum ReminderWord: String, WidgetWords {
  /// The title of reminders without one.
  case toDo
  case allDone
  case overdue
  /// In place of the number of tasks that are not shown, when it is unknown.
  case incomplete

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
    .incomplete: [
      "List incomplete", "Liste lückenhaft", "Liste incomplète", "Lista incompleta", "Elenco incompleto",
      "Lijst onvolledig", "Lista incompleta", "一部のみ表示", "列表不完整", "القائمة غير مكتملة", "הרשימה חלקית",
    ],
  ]
}
