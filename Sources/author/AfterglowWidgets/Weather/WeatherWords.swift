/// The words about the weather.
enum WeatherWord: String, WidgetWords {
  case sunny
  case mostlySunny
  case clear
  case mostlyClear
  case partlyCloudy
  case overcast
  case fog
  case freezingFog
  case lightDrizzle
  case drizzle
  case heavyDrizzle
  case freezingDrizzle
  case lightRain
  case rain
  case heavyRain
  case freezingRain
  case lightSnow
  case snow
  case heavySnow
  case snowGrains
  case showers
  case heavyShowers
  case snowShowers
  case thunderstorm
  case hailstorm
  /// For a code that WMO's table does not name.
  case weatherCode
  /// With a time of day.
  case rainUntil
  case rainFrom
  /// For an hour and longer.
  case rainForAnHour
  case snowUntil
  case snowFrom
  case snowForAnHour
  /// Marks invented weather.
  case sample

  static let table: [Self: [String]] = [
    .sample: [
      "Sample weather", "Beispielwetter", "Météo d’exemple", "Tiempo de ejemplo", "Meteo di esempio", "Voorbeeldweer",
      "Tempo de exemplo", "サンプルの天気", "示例天气", "طقس تجريبي", "מזג אוויר לדוגמה",
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
