extension WidgetWord {
  /// One row a word, one column a language of `WidgetLanguage`. Words are short: they stand in small widgets.
  static let table: [WidgetWord: [String]] = [
    .today: [
      "Today", "Heute", "Aujourd’hui", "Hoy", "Oggi", "Vandaag", "Hoje", "今日", "今天", "اليوم", "היום",
    ],
    .tomorrow: [
      "Tomorrow", "Morgen", "Demain", "Mañana", "Domani", "Morgen", "Amanhã", "明日", "明天", "غدًا", "מחר",
    ],
    .allDay: [
      "All day", "Ganztägig", "Toute la journée", "Todo el día", "Tutto il giorno", "Hele dag", "Todo o dia", "終日",
      "全天", "طوال اليوم", "כל היום",
    ],
    .nothingPlanned: [
      "Nothing planned", "Nichts geplant", "Rien de prévu", "Nada previsto", "Nessun impegno", "Niets gepland",
      "Nada planeado", "予定なし", "没有安排", "لا مواعيد", "אין תוכניות",
    ],
    .more: [
      "%@ more", "%@ weitere", "%@ de plus", "%@ más", "Altri %@", "Nog %@", "Mais %@", "他%@件", "还有%@项", "%@ أخرى",
      "עוד %@",
    ],
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
    .daysLeft: [
      "day left;days left", "Tag noch;Tage noch", "jour restant;jours restants", "día restante;días restantes",
      "giorno rimasto;giorni rimasti", "dag te gaan;dagen te gaan", "dia restante;dias restantes", "日後", "天后",
      "يوم متبقٍ;يومان متبقيان;أيام متبقية;يومًا متبقيًا;يوم متبقٍ", "יום נותר;ימים נותרו",
    ],
    .daysAgo: [
      "day ago;days ago", "Tag her;Tage her", "jour passé;jours passés", "día pasado;días pasados",
      "giorno fa;giorni fa", "dag geleden;dagen geleden", "dia atrás;dias atrás", "日前", "天前",
      "يوم مضى;يومان مضيا;أيام مضت;يومًا مضى;يوم مضى", "יום עבר;ימים עברו",
    ],
    .isToday: [
      "%@ today", "%@ heute", "%@ : aujourd’hui", "%@: hoy", "%@: oggi", "%@ vandaag", "%@: hoje", "%@は今日", "%@：今天",
      "%@ اليوم", "%@ היום",
    ],
    .noPictures: [
      "No pictures", "Keine Bilder", "Aucune image", "Sin imágenes", "Nessuna immagine", "Geen foto’s", "Sem imagens",
      "写真なし", "没有照片", "لا صور", "אין תמונות",
    ],
    .folderIsEmpty: [
      "“%@” is empty", "„%@“ ist leer", "« %@ » est vide", "«%@» está vacía", "«%@» è vuota", "‘%@’ is leeg",
      "“%@” está vazia", "「%@」は空です", "“%@”是空的", "«%@» فارغ", "״%@״ ריקה",
    ],
    .memory: [
      "Memory", "Speicher", "Mémoire", "Memoria", "Memoria", "Geheugen", "Memória", "メモリ", "内存", "الذاكرة", "זיכרון",
    ],
    .disk: [
      "Disk", "Laufwerk", "Disque", "Disco", "Disco", "Schijf", "Disco", "ディスク", "磁盘", "القرص", "דיסק",
    ],
    .load: [
      "Load", "Last", "Charge", "Carga", "Carico", "Belasting", "Carga", "負荷", "负载", "الحمل", "עומס",
    ],
    .noNetwork: [
      "No network", "Kein Netzwerk", "Pas de réseau", "Sin red", "Nessuna rete", "Geen netwerk", "Sem rede", "ネットなし",
      "无网络", "لا شبكة", "אין רשת",
    ],
    .powerTooLow: [
      "Power too low", "Strom zu schwach", "Courant trop faible", "Poca corriente", "Poca corrente", "Stroom te laag",
      "Pouca energia", "電力不足", "供电不足", "الطاقة منخفضة", "המתח נמוך",
    ],
    .powerWasLow: [
      "Power was low", "Strom war schwach", "Courant a baissé", "Faltó corriente", "Calo di corrente",
      "Stroom was laag", "Faltou energia", "電力不足あり", "曾供电不足", "انخفضت الطاقة", "המתח ירד",
    ],
    .slowedDown: [
      "Slowed down", "Gedrosselt", "Ralenti", "Ralentizado", "Rallentato", "Vertraagd", "Abrandado", "速度低下", "已降速",
      "تم الإبطاء", "הואט",
    ],
    .upFor: [
      "Up %@", "Läuft: %@", "Actif : %@", "Activo: %@", "Attivo: %@", "Actief: %@", "Ativo: %@", "稼働 %@", "已运行 %@",
      "يعمل: %@", "פועל: %@",
    ],
    .highest: [
      "Highest", "Höchstwert", "Maximum", "Máximo", "Massimo", "Hoogste", "Máximo", "最高", "最高", "الأعلى", "שיא",
    ],
    .average: [
      "Average", "Mittelwert", "Moyenne", "Media", "Media", "Gemiddeld", "Média", "平均", "平均", "المتوسط", "ממוצע",
    ],
    .lowest: [
      "Lowest", "Tiefstwert", "Minimum", "Mínimo", "Minimo", "Laagste", "Mínimo", "最低", "最低", "الأدنى", "שפל",
    ],
    .sunny: [
      "Sunny", "Sonnig", "Ensoleillé", "Soleado", "Soleggiato", "Zonnig", "Sol", "晴れ", "晴", "مشمس", "שמשי",
    ],
    .mostlySunny: [
      "Mostly sunny", "Meist sonnig", "Plutôt ensoleillé", "Casi soleado", "Quasi soleggiato", "Vrij zonnig",
      "Quase sol", "おおむね晴れ", "晴间少云", "مشمس غالبًا", "שמשי לרוב",
    ],
    .clear: [
      "Clear", "Klar", "Dégagé", "Despejado", "Sereno", "Helder", "Céu limpo", "快晴", "晴朗", "صافٍ", "בהיר",
    ],
    .mostlyClear: [
      "Mostly clear", "Meist klar", "Plutôt dégagé", "Casi despejado", "Quasi sereno", "Vrij helder", "Quase limpo",
      "ほぼ快晴", "大致晴朗", "صافٍ غالبًا", "בהיר לרוב",
    ],
    .partlyCloudy: [
      "Partly cloudy", "Teils bewölkt", "Peu nuageux", "Algo nublado", "Poco nuvoloso", "Half bewolkt", "Pouco nublado",
      "時々曇り", "多云", "غائم جزئيًا", "מעונן חלקית",
    ],
    .overcast: [
      "Overcast", "Bedeckt", "Couvert", "Cubierto", "Coperto", "Bewolkt", "Encoberto", "曇り", "阴", "غائم", "מעונן",
    ],
    .fog: [
      "Fog", "Nebel", "Brouillard", "Niebla", "Nebbia", "Mist", "Nevoeiro", "霧", "雾", "ضباب", "ערפל",
    ],
    .freezingFog: [
      "Freezing fog", "Eisnebel", "Brouillard givrant", "Niebla helada", "Nebbia gelata", "IJsmist", "Nevoeiro gelado",
      "着氷性の霧", "冻雾", "ضباب متجمد", "ערפל קופא",
    ],
    .lightDrizzle: [
      "Light drizzle", "Leichter Niesel", "Bruine légère", "Llovizna débil", "Pioviggine debole", "Lichte motregen",
      "Chuvisco fraco", "弱い霧雨", "小毛毛雨", "رذاذ خفيف", "טפטוף קל",
    ],
    .drizzle: [
      "Drizzle", "Nieselregen", "Bruine", "Llovizna", "Pioviggine", "Motregen", "Chuvisco", "霧雨", "毛毛雨", "رذاذ",
      "טפטוף",
    ],
    .heavyDrizzle: [
      "Heavy drizzle", "Starker Niesel", "Bruine dense", "Llovizna densa", "Pioviggine fitta", "Dichte motregen",
      "Chuvisco forte", "強い霧雨", "大毛毛雨", "رذاذ كثيف", "טפטוף חזק",
    ],
    .freezingDrizzle: [
      "Freezing drizzle", "Eisniesel", "Bruine givrante", "Llovizna helada", "Pioviggine gelata", "Lichte ijzel",
      "Chuvisco gelado", "着氷性の霧雨", "冻毛毛雨", "رذاذ متجمد", "טפטוף קופא",
    ],
    .lightRain: [
      "Light rain", "Leichter Regen", "Pluie faible", "Lluvia débil", "Pioggia debole", "Lichte regen", "Chuva fraca",
      "小雨", "小雨", "مطر خفيف", "גשם קל",
    ],
    .rain: [
      "Rain", "Regen", "Pluie", "Lluvia", "Pioggia", "Regen", "Chuva", "雨", "雨", "مطر", "גשם",
    ],
    .heavyRain: [
      "Heavy rain", "Starker Regen", "Forte pluie", "Lluvia intensa", "Pioggia forte", "Zware regen", "Chuva forte",
      "大雨", "大雨", "مطر غزير", "גשם כבד",
    ],
    .freezingRain: [
      "Freezing rain", "Eisregen", "Pluie verglaçante", "Lluvia helada", "Pioggia gelata", "IJzel", "Chuva gelada",
      "着氷性の雨", "冻雨", "مطر متجمد", "גשם קופא",
    ],
    .lightSnow: [
      "Light snow", "Leichter Schnee", "Neige faible", "Nieve débil", "Neve debole", "Lichte sneeuw", "Neve fraca",
      "小雪", "小雪", "ثلج خفيف", "שלג קל",
    ],
    .snow: [
      "Snow", "Schnee", "Neige", "Nieve", "Neve", "Sneeuw", "Neve", "雪", "雪", "ثلج", "שלג",
    ],
    .heavySnow: [
      "Heavy snow", "Starker Schnee", "Forte neige", "Nevada intensa", "Neve forte", "Zware sneeuw", "Neve forte", "大雪",
      "大雪", "ثلج كثيف", "שלג כבד",
    ],
    .snowGrains: [
      "Snow grains", "Schneegriesel", "Neige en grains", "Nieve granulada", "Neve granulosa", "Motsneeuw",
      "Neve em grãos", "霧雪", "米雪", "حبيبات ثلج", "גרגירי שלג",
    ],
    .showers: [
      "Showers", "Schauer", "Averses", "Chubascos", "Rovesci", "Buien", "Aguaceiros", "にわか雨", "阵雨", "زخات مطر",
      "ממטרים",
    ],
    .heavyShowers: [
      "Heavy showers", "Starke Schauer", "Fortes averses", "Chubascos fuertes", "Forti rovesci", "Zware buien",
      "Aguaceiros fortes", "強いにわか雨", "强阵雨", "زخات غزيرة", "ממטרים עזים",
    ],
    .snowShowers: [
      "Snow showers", "Schneeschauer", "Averses de neige", "Chubascos de nieve", "Rovesci di neve", "Sneeuwbuien",
      "Aguaceiros de neve", "にわか雪", "阵雪", "زخات ثلج", "ממטרי שלג",
    ],
    .thunderstorm: [
      "Thunderstorm", "Gewitter", "Orage", "Tormenta", "Temporale", "Onweer", "Trovoada", "雷雨", "雷暴", "عاصفة رعدية",
      "סופת רעמים",
    ],
    .hailstorm: [
      "Hailstorm", "Hagelgewitter", "Orage de grêle", "Granizada", "Grandinata", "Hagelbui", "Granizo", "ひょう", "冰雹",
      "عاصفة برد", "סופת ברד",
    ],
    .weatherCode: [
      "Code %@", "Code %@", "Code %@", "Código %@", "Codice %@", "Code %@", "Código %@", "コード%@", "代码 %@", "رمز %@",
      "קוד %@",
    ],
    .rainUntil: [
      "Rain until %@", "Regen bis %@", "Pluie jusqu’à %@", "Lluvia hasta %@", "Pioggia fino a %@", "Regen tot %@",
      "Chuva até %@", "雨 %@まで", "雨到%@", "مطر حتى %@", "גשם עד %@",
    ],
    .rainFrom: [
      "Rain from %@", "Regen ab %@", "Pluie dès %@", "Lluvia desde %@", "Pioggia da %@", "Regen vanaf %@",
      "Chuva desde %@", "雨 %@から", "%@起有雨", "مطر من %@", "גשם מ־%@",
    ],
    .rainForAnHour: [
      "Rain for the hour", "Eine Stunde Regen", "Une heure de pluie", "Lluvia la próxima hora",
      "Pioggia per un’ora", "Een uur regen", "Uma hora de chuva", "1時間は雨", "未来一小时有雨", "مطر طوال الساعة",
      "גשם בשעה הקרובה",
    ],
    .snowUntil: [
      "Snow until %@", "Schnee bis %@", "Neige jusqu’à %@", "Nieve hasta %@", "Neve fino a %@", "Sneeuw tot %@",
      "Neve até %@", "雪 %@まで", "雪到%@", "ثلج حتى %@", "שלג עד %@",
    ],
    .snowFrom: [
      "Snow from %@", "Schnee ab %@", "Neige dès %@", "Nieve desde %@", "Neve da %@", "Sneeuw vanaf %@",
      "Neve desde %@", "雪 %@から", "%@起有雪", "ثلج من %@", "שלג מ־%@",
    ],
    .snowForAnHour: [
      "Snow for the hour", "Eine Stunde Schnee", "Une heure de neige", "Nieve la próxima hora",
      "Neve per un’ora", "Een uur sneeuw", "Uma hora de neve", "1時間は雪", "未来一小时有雪", "ثلج طوال الساعة",
      "שלג בשעה הקרובה",
    ],
  ]
}
