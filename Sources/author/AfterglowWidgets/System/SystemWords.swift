/// The words about the board's state.
enum SystemWord: String, WidgetWords {
  case temperature
  case memory
  case disk
  case load
  case noNetwork
  case powerTooLow
  case powerWasLow
  case slowedDown
  /// For how long the board has been running.
  case upFor

  static let table: [Self: [String]] = [
    .temperature: [
      "Temperature", "Temperatur", "Température", "Temperatura", "Temperatura", "Temperatuur", "Temperatura", "温度",
      "温度", "الحرارة", "טמפרטורה",
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
  ]
}
