import Afterglow
import Foundation

/// A weather forecast, independent of the form of its document.
struct Forecast: Equatable, Sendable {
  /// The weather in one hour, or the present weather.
  struct Hour: Equatable, Sendable {
    var date: Date
    /// In the forecast's unit.
    var temperature: Double
    /// WMO 4677, 0 to 99.
    var weatherCode: Int
    /// Percent; nil = not given.
    var precipitationProbability: Int?
    /// Ten metres above the ground, in the forecast's unit.
    var windSpeed: Double?
    var windGusts: Double?
    /// Relative, in percent.
    var humidity: Int?
    var uvIndex: Double?
    /// Of the air: the European index, or the American one.
    var airQuality: Int?
  }

  /// Precipitation in the quarter of an hour from `date` on.
  struct Quarter: Equatable, Sendable {
    var date: Date
    /// As rain, in mm.
    var precipitationMm: Double

    /// The end of the quarter.
    var end: Date { date.addingTimeInterval(900) }
  }

  /// The weather of one day.
  struct Day: Equatable, Sendable {
    /// Midnight of the place's clocks, also after they are changed.
    var date: Date
    var high: Double
    var low: Double
    /// WMO 4677 of the whole day; nil = not given.
    var weatherCode: Int?
    var sunrise: Date?
    var sunset: Date?
  }

  /// The unit of all temperatures.
  enum TemperatureUnit: String, Equatable, Sendable {
    case celsius = "°C"
    case fahrenheit = "°F"
  }

  /// The unit of wind and gusts.
  enum SpeedUnit: String, CaseIterable, Equatable, Sendable {
    case kilometresPerHour = "km/h"
    case metresPerSecond = "m/s"
    case milesPerHour = "mph"
    case knots = "kn"

    var kilometresPerHour: Double {
      switch self {
      case .kilometresPerHour: 1
      case .metresPerSecond: 3.6
      case .milesPerHour: 1.609344
      case .knots: 1.852
      }
    }

    /// As the locale's language writes it next to a figure (CLDR, short units).
    func name(in locale: Locale) -> String {
      locale.language.languageCode.flatMap { Self.names[$0.identifier]?[self] } ?? rawValue
    }

    /// Of languages that write some units otherwise than the document.
    private static let names: [String: [SpeedUnit: String]] = [
      "nl": [.kilometresPerHour: "km/u"],
      "ar": [.kilometresPerHour: "كم/س", .metresPerSecond: "م/ث", .milesPerHour: "ميل/س", .knots: "عقدة"],
      "he": [.kilometresPerHour: "קמ״ש", .metresPerSecond: "מ/ש", .milesPerHour: "מייל/ש", .knots: "קשר"],
    ]
  }

  /// An observation, newer than the hours.
  var current: Hour?
  /// Sorted by date.
  var hours: [Hour]
  var days: [Day]
  /// The next hours in quarters, where the source has them; sorted.
  var quarters: [Quarter] = []
  /// The forecast's place; nil = not given.
  var place: Place?
  var temperatureUnit = TemperatureUnit.celsius
  var speedUnit = SpeedUnit.kilometresPerHour
}

extension Forecast.Hour {
  /// What an observation lacks, from the forecast of its hour.
  func completed(by hour: Forecast.Hour) -> Forecast.Hour {
    var whole = self
    whole.precipitationProbability = precipitationProbability ?? hour.precipitationProbability
    whole.windSpeed = windSpeed ?? hour.windSpeed
    whole.windGusts = windGusts ?? hour.windGusts
    whole.humidity = humidity ?? hour.humidity
    whole.uvIndex = uvIndex ?? hour.uvIndex
    whole.airQuality = airQuality ?? hour.airQuality
    return whole
  }
}

extension Forecast {
  /// The day of an instant: the last that has begun and is not over for longer than a change of clocks.
  func day(at date: Date) -> Day? {
    guard let day = days.last(where: { $0.date <= date }), date < day.date.addingTimeInterval(25 * 3600) else {
      return nil
    }
    return day
  }

  /// When a day ends: with the next one, and after 24 hours where the forecast has none.
  func end(of day: Day) -> Date {
    let next = days.first { $0.date > day.date }?.date ?? .distantFuture
    return next <= day.date.addingTimeInterval(25 * 3600) ? next : day.date.addingTimeInterval(86_400)
  }

  /// Whether it is between sunset and sunrise: by the forecast, else by the sun over its place, else by the hour in
  /// `calendar`.
  func isNight(at date: Date, calendar: Calendar) -> Bool {
    if let day = day(at: date), let sunrise = day.sunrise, let sunset = day.sunset {
      return date < sunrise || date >= sunset
    }
    if let place { return !Sun(over: place).isUp(at: date) }
    let hour = calendar.component(.hour, from: date)
    return hour < 7 || hour >= 20
  }

  /// The sky at an instant around which the sun neither rises nor sets; nil without a place.
  func polarSky(at date: Date) -> PolarSky? {
    place.map { PolarSky(isSunUp: Sun(over: $0).isUp(at: date)) }
  }

  /// Days on which the sun does not rise over the forecast's place.
  var polarNights: Set<Date> {
    guard let sun = place.map(Sun.init(over:)) else { return [] }
    let untold = days.filter { $0.sunrise == nil && $0.sunset == nil }.map(\.date)
    return Set(untold.filter { !sun.isUp(at: sun.noon(near: $0.addingTimeInterval(43_200))) })
  }

  /// When the sun rises and sets within a span: by the forecast, and on days of which it does not say by the sun over its
  /// place.
  func sunTurns(in span: Range<Date>) -> [SkyTurn] {
    let told = days.flatMap { day in
      [day.sunrise.map { SkyTurn(date: $0, isRise: true) }, day.sunset.map { SkyTurn(date: $0, isRise: false) }]
    }.compactMap(\.self).sorted { $0.date < $1.date }
    let within = told.filter { span.contains($0.date) }
    guard let place, !isTold(span) else { return within }
    let computed = Sun(over: place).turns(in: span).filter { turn in
      // A given one may fall a little beyond its day.
      let isNear = told.contains { $0.isRise == turn.isRise && abs($0.date.timeIntervalSince(turn.date)) < 3600 }
      return !isNear && !isTold(turn.date)
    }
    return (within + computed).sorted { $0.date < $1.date }
  }

  /// Whether the forecast says when the sun rises and sets on all days of a span.
  private func isTold(_ span: Range<Date>) -> Bool {
    isTold(span.lowerBound) && isTold(span.upperBound.addingTimeInterval(-1))
      && days.allSatisfy { !span.contains($0.date) || isTold($0.date) }
  }

  /// Whether the forecast says when the sun rises or sets on the day of an instant.
  private func isTold(_ date: Date) -> Bool {
    guard let day = days.last(where: { $0.date <= date }), date < end(of: day) else { return false }
    return day.sunrise != nil || day.sunset != nil
  }

  /// How probable rain or snow is from an hour on until midnight, as the day's picture says it; nil = not known.
  func precipitationProbability(from hour: Hour) -> Int? {
    let end = day(at: hour.date).map { self.end(of: $0) } ?? hour.date.addingTimeInterval(1)
    let later = hours.filter { $0.date > hour.date && $0.date < end }.compactMap(\.precipitationProbability)
    return ([hour.precipitationProbability].compactMap(\.self) + later).max()
  }

  /// When rain or snow begins or ends within the hour from `date` on (docs/rules.md, rule 76); nil when nothing
  /// changes, or it is not known.
  func rain(at date: Date) -> RainNews? {
    let end = date.addingTimeInterval(3600)
    let next = quarters.filter { $0.end > date && $0.date < end }
    guard let first = next.first, let last = next.last, first.date <= date else { return nil }
    let isRaining = first.precipitationMm >= Self.leastRainMm
    let turn = next.first { ($0.precipitationMm >= Self.leastRainMm) != isRaining }
    // What comes after the last quarter is unknown.
    if turn == nil && (!isRaining || last.end < end) { return nil }
    let falls = isRaining ? date : turn?.date ?? date
    let code = hours.last { $0.date <= falls }?.weatherCode
    return RainNews(
      isRaining: isRaining, isSnow: code.map(WeatherCondition.isSnow) ?? false, changesAt: turn?.date)
  }

  /// Least perceptible rain, in mm in a quarter of an hour.
  static let leastRainMm = 0.1

  /// A realistic day for galleries and placeholders (docs/rules.md, rule 84): a cool morning, a mild afternoon, rain on
  /// the third day.
  static func sample(at date: Date) -> Forecast {
    let start = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600)
    let codes = [2, 2, 1, 1, 2, 3, 3, 3, 2, 2, 1, 0]
    let hours = (0..<24).map { index in
      Hour(
        date: start.addingTimeInterval(Double(index) * 3600),
        temperature: (18 + 3 * sin(Double(index) / 24 * 2 * .pi)).rounded(), weatherCode: codes[index % codes.count],
        precipitationProbability: 5, windSpeed: 14, windGusts: 20,
        humidity: 64, uvIndex: 3)
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
  /// Whether it falls as snow, by the hour's code.
  var isSnow = false
  /// nil: not within the hour.
  var changesAt: Date?
}
