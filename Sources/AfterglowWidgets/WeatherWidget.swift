import Afterglow
import Foundation

/// What a person can set on a weather widget.
public struct WeatherIntent: WidgetConfigurationIntent {
  /// The forecast document, relative to the board's folder.
  public var file = "forecast.json"
  /// Show the document's first day as today: sample data that always lives.
  public var rebase = false

  public init() {}
}

extension WeatherIntent {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    file = try container.decodeIfPresent(String.self, forKey: .file) ?? file
    rebase = try container.decodeIfPresent(Bool.self, forKey: .rebase) ?? rebase
  }

  enum CodingKeys: CodingKey { case file, rebase }
}

public struct WeatherEntry: TimelineEntry {
  public var date: Date
  public var temperature: Double
  public var weatherCode: Int
  public var isNight: Bool
  /// Of the entry's day; nil beyond the forecast's days.
  public var high: Double?
  public var low: Double?
  /// What follows, for layouts with room for it.
  public var hours: [Forecast.Hour] = []
  public var days: [Forecast.Day] = []
  /// Hours of `hours` between sunset and sunrise.
  public var nightHours: Set<Date> = []
  var rain: RainNews?
  public var displaySize: Size
}

/// Makes an entry an hour from a forecast that someone else reads.
public struct WeatherProvider: AppIntentTimelineProvider {
  /// Reads the forecast that the configuration names.
  public typealias Source = @Sendable (WeatherIntent, TimelineProviderContext) throws -> Forecast

  /// Two days: the panel lives on for that long after the author has died.
  public static let maximumEntryCount = 48
  /// Layouts that show hours and days are larger, and go on for half a day.
  public static let maximumRichEntryCount = 12

  let source: Source

  public init(source: @escaping Source) { self.source = source }

  public func placeholder(in context: Context) -> WeatherEntry {
    entries(of: .sample(at: context.date), in: context)[0]
  }

  public func snapshot(for intent: WeatherIntent, in context: Context) throws -> WeatherEntry {
    if context.isPreview { return placeholder(in: context) }
    guard let entry = entries(of: try source(intent, context), in: context).first else {
      throw WeatherError.isOver(file: intent.file)
    }
    return entry
  }

  public func timeline(for intent: WeatherIntent, in context: Context) throws -> Timeline<WeatherEntry> {
    let entries = entries(of: try source(intent, context), in: context)
    guard let first = entries.first else { throw WeatherError.isOver(file: intent.file) }
    // The document changes about once an hour; a changed file is noticed at once anyway.
    let nextHour = entries.count > 1 ? entries[1].date : first.date.addingTimeInterval(3600)
    return Timeline(entries: entries, policy: .after(nextHour))
  }

  /// From the hour that holds at the context's date on.
  func entries(of forecast: Forecast, in context: Context) -> [WeatherEntry] {
    let hours = forecast.hours
    let first = hours.lastIndex { $0.date <= context.date } ?? hours.startIndex
    guard first < hours.endIndex, context.date < hours[hours.endIndex - 1].date.addingTimeInterval(3600) else {
      return []
    }
    let isRich = WeatherView.isRich(context.family)
    var shown = Array(hours[first...].prefix(isRich ? Self.maximumRichEntryCount : Self.maximumEntryCount))
    // A shower in the next hour is told by the quarter (rule 76).
    for quarter in forecast.quarters where forecast.rain(at: quarter.date) != nil {
      guard let index = shown.lastIndex(where: { $0.date < quarter.date }),
        quarter.date < shown[index].date.addingTimeInterval(3600), quarter.date > context.date
      else { continue }
      var part = shown[index]
      part.date = quarter.date
      shown.insert(part, at: index + 1)
    }
    if let current = forecast.current, let next = shown.dropFirst().first?.date, current.date >= shown[0].date,
      current.date <= context.date, current.date < next
    {
      shown[0] = current
    }
    let calendar = context.environment.calendar
    var entries = shown.map { hour in
      let day = forecast.day(at: hour.date)
      return WeatherEntry(
        date: hour.date, temperature: hour.temperature, weatherCode: hour.weatherCode,
        isNight: forecast.isNight(at: hour.date, calendar: calendar), high: day?.high, low: day?.low,
        hours: isRich ? Array(hours.filter { $0.date > hour.date }.prefix(8)) : [],
        days: isRich ? Array(forecast.days.filter { $0.date > hour.date.addingTimeInterval(-86_400) }.prefix(7)) : [],
        nightHours: isRich
          ? Set(hours.map(\.date).filter { forecast.isNight(at: $0, calendar: calendar) }) : [],
        rain: forecast.rain(at: hour.date), displaySize: context.displaySize)
    }
    // A forecast that begins later is better than nothing.
    entries[0].date = min(entries[0].date, context.date)
    return entries
  }
}

/// Why there is no timeline although there is a document.
public enum WeatherError: Error, Equatable, CustomStringConvertible {
  case isOver(file: String)

  public var description: String {
    switch self {
    case .isOver(let file):
      "expected \"\(file)\" to cover the present hour, found a forecast that is over; write a new one, or set "
        + "\"rebase: true\" for sample data"
    }
  }
}

/// What it is like outside and what the day brings.
public struct WeatherWidget: Widget {
  public static let kind = "weather"
  private let provider: WeatherProvider

  public init(source: @escaping WeatherProvider.Source) { provider = WeatherProvider(source: source) }

  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: Self.kind, intent: WeatherIntent.self, provider: provider) { entry in
      WeatherView(entry: entry).containerBackground(.background)
    }
    .configurationDisplayName("Weather")
    .description("See what it is like outside and what the day brings.")
    .contentMarginsDisabled()
  }
}
