/// Names of the phases, and the words about rises and sets.
enum MoonWord: String, WidgetWords {
  case new
  case waxingCrescent
  case firstQuarter
  case waxingGibbous
  case full
  case waningGibbous
  case lastQuarter
  case waningCrescent
  /// With the day.
  case nextFull
  /// For a day at least, near the poles.
  case staysUp
  case staysDown

  static let table: [Self: [String]] = [
    .new: [
      "New moon", "Neumond", "Nouvelle lune", "Luna nueva", "Luna nuova", "Nieuwe maan", "Lua nova", "新月", "新月", "محاق",
      "מולד הירח",
    ],
    .waxingCrescent: [
      "Waxing crescent", "Zunehmende Sichel", "Premier croissant", "Luna creciente", "Luna crescente",
      "Wassende sikkel", "Lua crescente", "三日月", "娥眉月", "هلال متزايد", "סהר מתמלא",
    ],
    .firstQuarter: [
      "First quarter", "Erstes Viertel", "Premier quartier", "Cuarto creciente", "Primo quarto", "Eerste kwartier",
      "Quarto crescente", "上弦の月", "上弦月", "تربيع أول", "רבע ראשון",
    ],
    .waxingGibbous: [
      "Waxing gibbous", "Zunehmender Mond", "Lune croissante", "Gibosa creciente", "Gibbosa crescente",
      "Wassende maan", "Gibosa crescente", "十三夜の月", "盈凸月", "أحدب متزايد", "ירח מתמלא",
    ],
    .full: [
      "Full moon", "Vollmond", "Pleine lune", "Luna llena", "Luna piena", "Volle maan", "Lua cheia", "満月", "满月", "بدر",
      "ירח מלא",
    ],
    .waningGibbous: [
      "Waning gibbous", "Abnehmender Mond", "Lune décroissante", "Gibosa menguante", "Gibbosa calante",
      "Afnemende maan", "Gibosa minguante", "寝待月", "亏凸月", "أحدب متناقص", "ירח מתמעט",
    ],
    .lastQuarter: [
      "Last quarter", "Letztes Viertel", "Dernier quartier", "Cuarto menguante", "Ultimo quarto", "Laatste kwartier",
      "Quarto minguante", "下弦の月", "下弦月", "تربيع أخير", "רבע אחרון",
    ],
    .waningCrescent: [
      "Waning crescent", "Abnehmende Sichel", "Dernier croissant", "Luna menguante", "Luna calante",
      "Afnemende sikkel", "Lua minguante", "有明の月", "残月", "هلال متناقص", "סהר מתמעט",
    ],
    .nextFull: [
      "Full moon %@", "Vollmond %@", "Pleine lune %@", "Luna llena %@", "Luna piena %@", "Volle maan %@",
      "Lua cheia %@", "満月 %@", "满月 %@", "البدر %@", "ירח מלא %@",
    ],
    .staysUp: [
      "Does not set", "Geht nicht unter", "Ne se couche pas", "No se pone", "Non tramonta", "Gaat niet onder",
      "Não se põe", "沈まない", "不落", "لا يغيب", "לא שוקע",
    ],
    .staysDown: [
      "Does not rise", "Geht nicht auf", "Ne se lève pas", "No sale", "Non sorge", "Komt niet op", "Não nasce", "昇らない",
      "不升", "لا يشرق", "לא זורח",
    ],
  ]

  /// The name of a phase.
  init(_ phase: Moon.Phase) { self = MoonWord(rawValue: phase.rawValue)! }
}
