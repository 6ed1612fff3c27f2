import Afterglow
import Foundation

/// Weather to come.
struct Forecast: Equatable, Sendable {
  struct Hour: Equatable, Sendable {
    var date: Date
    /// In the unit that the forecast was asked for.
    var temperature: Double
    /// WMO 4677, 0 to 99.
    var weatherCode: Int
    /// Percent; nil = not told.
    var precipitationProbability: Int?
  }

  /// What falls within a quarter of an hour from `date` on.
  struct Quarter: Equatable, Sendable {
    var date: Date
    /// As rain, in mm.
    var precipitationMm: Double
  }

  struct Day: Equatable, Sendable {
    /// Midnight.
    var date: Date
    var high: Double
    var low: Double
    /// WMO 4677 of the whole day; nil = not told.
    var weatherCode: Int?
    var sunrise: Date?
    var sunset: Date?
  }

  enum TemperatureUnit: String, Equatable, Sendable {
    case celsius = "°C"
    case fahrenheit = "°F"
  }

  /// An observation, newer than the hours.
  var current: Hour?
  /// Sorted by date.
  var hours: [Hour]
  var days: [Day]
  /// The next hours in quarters, where the source has them; sorted.
  var quarters: [Quarter] = []
  /// Where it is for; nil = not told.
  var place: Place?
  var temperatureUnit = TemperatureUnit.celsius
}

extension Forecast {
  /// The day that an instant falls in: the last that has begun and is not over for longer than a change of clocks.
  func day(at date: Date) -> Day? {
    guard let day = days.last(where: { $0.date <= date }), date < day.date.addingTimeInterval(25 * 3600) else {
      return nil
    }
    return day
  }

  /// Between sunset and sunrise; where the forecast has neither, by the sun over its place; where nobody knows that, by
  /// the hour in `calendar`.
  func isNight(at date: Date, calendar: Calendar) -> Bool {
    if let day = day(at: date), let sunrise = day.sunrise, let sunset = day.sunset {
      return date < sunrise || date >= sunset
    }
    if let place { return !Sun(over: place).isUp(at: date) }
    let hour = calendar.component(.hour, from: date)
    return hour < 7 || hour >= 20
  }

  /// When the sun rises and sets within a span: as the forecast has it, else by the sun over its place.
  func sunTurns(in span: Range<Date>) -> [SkyTurn] {
    let told = days.flatMap { day in
      [day.sunrise.map { SkyTurn(date: $0, isRise: true) }, day.sunset.map { SkyTurn(date: $0, isRise: false) }]
    }.compactMap(\.self).sorted { $0.date < $1.date }
    // What the forecast has counts as far as it reaches.
    let end = told.last?.date ?? .distantPast
    let rest = max(span.lowerBound, end.addingTimeInterval(1))
    let computed =
      rest < span.upperBound ? place.map { Sun(over: $0).turns(in: rest..<span.upperBound) } ?? [] : []
    return told.filter { span.contains($0.date) } + computed
  }

  /// When rain or snow begins or ends within the hour from `date` on (rule 76); nil when nothing changes or nobody knows.
  func rain(at date: Date) -> RainNews? {
    let end = date.addingTimeInterval(3600)
    let next = quarters.filter { $0.date.addingTimeInterval(900) > date && $0.date < end }
    guard let first = next.first, let last = next.last, first.date <= date else { return nil }
    let isRaining = first.precipitationMm >= Self.leastRainMm
    let turn = next.first { ($0.precipitationMm >= Self.leastRainMm) != isRaining }
    // What comes after the last quarter is unknown.
    if turn == nil && (!isRaining || last.date.addingTimeInterval(900) < end) { return nil }
    let falls = isRaining ? date : turn?.date ?? date
    let code = hours.last { $0.date <= falls }?.weatherCode
    return RainNews(
      isRaining: isRaining, isSnow: code.map(WeatherCondition.isSnow) ?? false, changesAt: turn?.date)
  }

  /// What one feels: a tenth of a millimetre in a quarter of an hour.
  static let leastRainMm = 0.1

  /// A realistic day for galleries and placeholders (rule 84): a cool morning, a mild afternoon, rain on the third day.
  static func sample(at date: Date) -> Forecast {
    let start = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600)
    let codes = [2, 2, 1, 1, 2, 3, 3, 61, 61, 2, 1, 0]
    let hours = (0..<24).map { index in
      Hour(
        date: start.addingTimeInterval(Double(index) * 3600),
        temperature: (18 + 3 * sin(Double(index) / 24 * 2 * .pi)).rounded(), weatherCode: codes[index % codes.count],
        precipitationProbability: codes[index % codes.count] >= 61 ? 60 : 5)
    }
    let highs = [21.0, 22, 17, 15, 18, 20, 23]
    let lows = [12.0, 13, 11, 9, 8, 11, 13]
    let midnight = start.addingTimeInterval(-12 * 3600)
    let days = highs.indices.map { index in
      Day(
        date: midnight.addingTimeInterval(Double(index) * 86_400), high: highs[index], low: lows[index],
        weatherCode: [2, 1, 63, 80, 3, 2, 0][index])
    }
    return Forecast(hours: hours, days: days)
  }
}

/// Rain that begins or ends soon.
struct RainNews: Equatable, Sendable {
  var isRaining: Bool
  /// By the hour's code: it falls as snow.
  var isSnow = false
  /// nil: not within the hour.
  var changesAt: Date?
}
