import Foundation

/// Weather to come, from whatever source: what the weather widget shows.
public struct Forecast: Equatable, Sendable {
  public struct Hour: Equatable, Sendable {
    public var date: Date
    /// In the unit that the forecast was asked for.
    public var temperature: Double
    /// WMO 4677.
    public var weatherCode: Int

    public init(date: Date, temperature: Double, weatherCode: Int) {
      self.date = date
      self.temperature = temperature
      self.weatherCode = weatherCode
    }
  }

  public struct Day: Equatable, Sendable {
    /// Midnight.
    public var date: Date
    public var high: Double
    public var low: Double
    public var sunrise: Date?
    public var sunset: Date?

    public init(date: Date, high: Double, low: Double, sunrise: Date? = nil, sunset: Date? = nil) {
      self.date = date
      self.high = high
      self.low = low
      self.sunrise = sunrise
      self.sunset = sunset
    }
  }

  /// An observation, newer than the hours.
  public var current: Hour?
  /// Sorted by date.
  public var hours: [Hour]
  public var days: [Day]

  public init(current: Hour? = nil, hours: [Hour], days: [Day]) {
    self.current = current
    self.hours = hours
    self.days = days
  }
}

extension Forecast {
  /// The day that an instant falls in: the last that has begun and is not over for longer than a change of clocks.
  func day(at date: Date) -> Day? {
    guard let day = days.last(where: { $0.date <= date }), date < day.date.addingTimeInterval(25 * 3600) else {
      return nil
    }
    return day
  }

  /// Between sunset and sunrise; where the forecast has neither, by the hour in `calendar`.
  func isNight(at date: Date, calendar: Calendar) -> Bool {
    if let day = day(at: date), let sunrise = day.sunrise, let sunset = day.sunset {
      return date < sunrise || date >= sunset
    }
    let hour = calendar.component(.hour, from: date)
    return hour < 7 || hour >= 20
  }

  /// A realistic day for galleries and placeholders.
  static func sample(at date: Date) -> Forecast {
    let start = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600)
    let hours = (0..<24).map { index in
      Hour(date: start.addingTimeInterval(Double(index) * 3600), temperature: 18, weatherCode: 2)
    }
    return Forecast(hours: hours, days: [Day(date: start.addingTimeInterval(-12 * 3600), high: 21, low: 12)])
  }
}
