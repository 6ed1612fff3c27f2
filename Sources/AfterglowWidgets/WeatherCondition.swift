/// What the sky does, as few kinds as a small picture can tell apart.
public enum WeatherCondition: String, CaseIterable, Sendable {
  case clear, mostlyClear, partlyCloudy, cloudy, fog, drizzle, rain, heavyRain, sleet, snow, thunderstorm

  /// WMO code table 4677 as Open-Meteo uses it, the one place where codes get a picture and words.
  /// - Returns: nil for a code that the table does not name.
  public static func condition(forCode code: Int) -> (condition: WeatherCondition, words: String)? {
    switch code {
    case 0: (.clear, "Clear")
    case 1: (.mostlyClear, "Mostly clear")
    case 2: (.partlyCloudy, "Partly cloudy")
    case 3: (.cloudy, "Overcast")
    case 45: (.fog, "Fog")
    case 48: (.fog, "Freezing fog")
    case 51: (.drizzle, "Light drizzle")
    case 53: (.drizzle, "Drizzle")
    case 55: (.drizzle, "Heavy drizzle")
    case 56, 57: (.sleet, "Freezing drizzle")
    case 61: (.rain, "Light rain")
    case 63: (.rain, "Rain")
    case 65: (.heavyRain, "Heavy rain")
    case 66, 67: (.sleet, "Freezing rain")
    case 71: (.snow, "Light snow")
    case 73: (.snow, "Snow")
    case 75: (.snow, "Heavy snow")
    case 77: (.snow, "Snow grains")
    case 80: (.rain, "Showers")
    case 81: (.rain, "Showers")
    case 82: (.heavyRain, "Heavy showers")
    case 85, 86: (.snow, "Snow showers")
    case 95: (.thunderstorm, "Thunderstorm")
    case 96, 99: (.thunderstorm, "Hailstorm")
    default: nil
    }
  }

  /// Whether what falls under this code is snow.
  static func isSnow(_ code: Int) -> Bool { condition(forCode: code)?.condition == .snow }

  /// Words for the same code by night, where they differ: nobody calls a night sunny, but a clear one is clear.
  public static func words(forCode code: Int, isNight: Bool) -> String {
    let words = condition(forCode: code)?.words ?? "Code \(code)"
    return code == 0 && !isNight ? "Sunny" : code == 1 && !isNight ? "Mostly sunny" : words
  }
}
