import Foundation

/// The state of the sky, in as few kinds as a small picture can distinguish.
enum WeatherCondition: String, CaseIterable, Sendable {
  case clear, mostlyClear, partlyCloudy, cloudy, fog, drizzle, rain, heavyRain, sleet, snow, thunderstorm

  /// The condition of a code of WMO's table 4677, as Open-Meteo uses it; nil for other codes.
  init?(code: Int) {
    guard let condition = Self.meaning(of: code)?.condition else { return nil }
    self = condition
  }

  /// The one place where codes get a picture and words.
  private static func meaning(of code: Int) -> (condition: WeatherCondition, word: WeatherWord)? {
    switch code {
    case 0: (.clear, .clear)
    case 1: (.mostlyClear, .mostlyClear)
    case 2: (.partlyCloudy, .partlyCloudy)
    case 3: (.cloudy, .overcast)
    case 45: (.fog, .fog)
    case 48: (.fog, .freezingFog)
    case 51: (.drizzle, .lightDrizzle)
    case 53: (.drizzle, .drizzle)
    case 55: (.drizzle, .heavyDrizzle)
    case 56, 57: (.sleet, .freezingDrizzle)
    case 61: (.rain, .lightRain)
    case 63: (.rain, .rain)
    case 65: (.heavyRain, .heavyRain)
    case 66, 67: (.sleet, .freezingRain)
    case 71: (.snow, .lightSnow)
    case 73: (.snow, .snow)
    case 75: (.snow, .heavySnow)
    case 77: (.snow, .snowGrains)
    case 80, 81: (.rain, .showers)
    case 82: (.heavyRain, .heavyShowers)
    case 85, 86: (.snow, .snowShowers)
    case 95: (.thunderstorm, .thunderstorm)
    case 96, 99: (.thunderstorm, .hailstorm)
    default: nil
    }
  }

  /// Whether what falls under this code is snow.
  static func isSnow(_ code: Int) -> Bool { WeatherCondition(code: code) == .snow }

  /// Words for a code. They differ by night: a clear night is not "sunny".
  static func words(forCode code: Int, isNight: Bool, in locale: Locale) -> String {
    if code == 0 && !isNight { return WeatherWord.sunny.text(in: locale) }
    if code == 1 && !isNight { return WeatherWord.mostlySunny.text(in: locale) }
    return meaning(of: code)?.word.text(in: locale) ?? WeatherWord.weatherCode.text("\(code)", in: locale)
  }
}
