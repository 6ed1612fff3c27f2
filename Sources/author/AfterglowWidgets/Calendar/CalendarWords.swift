import Foundation

/// The calendar's own words.
enum CalendarWord: String, WidgetWords {
  case allDay
  case nothingPlanned
  /// In place of what the panel cannot know when a part of the calendar is missing.
  case incomplete
  /// The end of an event that began on another day.
  case until
  /// The number of a day within an event of several days.
  case dayOfDays
  /// In place of the hour of an event whose zone is unknown.
  case unknownZone
  /// The title of events without one.
  case untitled
  /// After the number of a day's events.
  case events

  static let table: [Self: [String]] = [
    .allDay: [
      "All day", "Ganztägig", "Toute la journée", "Todo el día", "Tutto il giorno", "Hele dag", "Todo o dia", "終日",
      "全天", "طوال اليوم", "כל היום",
    ],
    .nothingPlanned: [
      "Nothing planned", "Nichts geplant", "Rien de prévu", "Nada previsto", "Nessun impegno", "Niets gepland",
      "Nada planeado", "予定なし", "没有安排", "لا مواعيد", "אין תוכניות",
    ],
    .incomplete: [
      "Calendar incomplete", "Nicht alle Termine", "Agenda incomplet", "Agenda incompleta", "Agenda incompleta",
      "Agenda onvolledig", "Agenda incompleta", "予定は一部のみ", "日历不完整", "التقويم غير مكتمل", "היומן חלקי",
    ],
    .until: [
      "until %@", "bis %@", "jusqu’à %@", "hasta %@", "fino a %@", "tot %@", "até %@", "%@まで", "至%@", "حتى %@", "עד %@",
    ],
    .dayOfDays: [
      "day %@ of %@", "Tag %@ von %@", "jour %@ sur %@", "día %@ de %@", "giorno %@ di %@", "dag %@ van %@",
      "dia %@ de %@", "%@日目（全%@日）", "第%@天，共%@天", "اليوم %@ من %@", "יום %@ מתוך %@",
    ],
    .unknownZone: [
      "Unknown time zone", "Zeitzone unbekannt", "Fuseau inconnu", "Huso desconocido", "Fuso sconosciuto",
      "Tijdzone onbekend", "Fuso desconhecido", "時間帯が不明", "时区未知", "منطقة زمنية مجهولة", "אזור זמן לא ידוע",
    ],
    .untitled: [
      "No title", "Ohne Titel", "Sans titre", "Sin título", "Senza titolo", "Zonder titel", "Sem título", "タイトルなし",
      "无标题", "بلا عنوان", "ללא כותרת",
    ],
    .events: [
      "event;events", "Termin;Termine", "événement;événements", "evento;eventos", "evento;eventi", "afspraak;afspraken",
      "evento;eventos", "件の予定", "项日程", "موعد;موعدان;مواعيد;موعدًا;موعد", "אירוע;אירועים",
    ],
  ]
}
