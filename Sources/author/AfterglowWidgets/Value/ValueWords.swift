/// The words about a value's past and future.
enum ValueWord: String, WidgetWords {
  case highest
  case average
  case lowest
  /// With the time at which the first value begins.
  case from
  /// With the time since which a value has been the same.
  case since

  static let table: [Self: [String]] = [
    .highest: [
      "Highest", "Höchstwert", "Maximum", "Máximo", "Massimo", "Hoogste", "Máximo", "最高", "最高", "الأعلى", "שיא",
    ],
    .average: [
      "Average", "Mittelwert", "Moyenne", "Media", "Media", "Gemiddeld", "Média", "平均", "平均", "المتوسط", "ממוצע",
    ],
    .lowest: [
      "Lowest", "Tiefstwert", "Minimum", "Mínimo", "Minimo", "Laagste", "Mínimo", "最低", "最低", "الأدنى", "שפל",
    ],
    .from: [
      "from %@", "ab %@", "dès %@", "desde %@", "da %@", "vanaf %@", "desde %@", "%@から", "%@起", "من %@", "מ־%@",
    ],
    .since: [
      "since %@", "seit %@", "depuis %@", "desde %@", "da %@", "sinds %@", "desde %@", "%@から", "自%@起", "منذ %@",
      "מאז %@",
    ],
  ]
}
