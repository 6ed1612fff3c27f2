import Afterglow
import AfterglowCore
import AfterglowDocuments
import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowWidgets

private func date(_ text: String) -> Date {
  Date(timeIntervalSince1970: Double(ISO8601.instantMilliseconds(text)!) / 1000)
}

private func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

/// A forecast of clear days by the hour, their highs 20, 21 and so on.
private func document(
  _ days: [String], offset: Int, zone: String, latitude: Double = 47.4, longitude: Double = 8.5,
  sunrise: [String]? = nil, sunset: [String]? = nil
) -> String {
  let hours = days.flatMap { day in (0..<24).map { "\(day)T\($0 < 10 ? "0" : "")\($0):00" } }
  let sun = [("sunrise", sunrise), ("sunset", sunset)].map { name, times in
    times.map { ", \"\(name)\": [\(list($0))]" } ?? ""
  }
  return """
    {"latitude": \(latitude), "longitude": \(longitude), "utc_offset_seconds": \(offset), "timezone": "\(zone)",
     "hourly": {"time": [\(list(hours))], "temperature_2m": \(hours.map { _ in 10 }),
       "weather_code": \(hours.map { _ in 0 })},
     "daily": {"time": [\(list(days))], "temperature_2m_max": \(days.indices.map { 20 + $0 }),
       "temperature_2m_min": \(days.indices.map { 5 + $0 }), "weather_code": \(days.map { _ in 0 })\(sun.joined())}}
    """
}

private func read(_ text: String, zone: String = "Europe/Zurich") throws -> Forecast {
  try Forecast(bytes: Array(text.utf8), file: "f.json", zone: #require(TimeZone(identifier: zone)))
}

private func entries(
  _ forecast: Forecast, at instant: Date, zone: String, family: WidgetFamily = .systemLarge
) throws -> [WeatherEntry] {
  var environment = EnvironmentValues()
  environment.timeZone = try #require(TimeZone(identifier: zone))
  let context = TimelineProviderContext(
    family: family, displaySize: Size(width: 364, height: 382), date: instant, environment: environment)
  return try WeatherProvider { _, _ in forecast }.timeline(for: WeatherIntent(), in: context).entries
}

/// Days of forecasts: when they begin, and what the sun does on them.
@Suite struct ForecastDayTests {
  // MARK: changes of clocks

  private static let autumn = ["2027-10-29", "2027-10-30", "2027-10-31", "2027-11-01", "2027-11-02"]
  private static let spring = ["2027-03-26", "2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30"]

  @Test(arguments: [
    // Fetched on Friday; the clocks change on Sunday.
    (autumn, 7200, "Europe/Zurich", ["10-28T22:00", "10-29T22:00", "10-30T22:00", "10-31T23:00", "11-01T23:00"]),
    (spring, 3600, "Europe/Zurich", ["03-25T23:00", "03-26T23:00", "03-27T23:00", "03-28T22:00", "03-29T22:00"]),
    // Fetched after the change, on its day.
    (Array(autumn[2...]), 3600, "Europe/Zurich", ["10-30T22:00", "10-31T23:00", "11-01T23:00"]),
    // A name that does not have the document's offset is wrong: the scene's zone has it.
    (autumn, 7200, "Asia/Tokyo", ["10-28T22:00", "10-29T22:00", "10-30T22:00", "10-31T23:00", "11-01T23:00"]),
    // No zone at all has it.
    (
      autumn, 1234, "../zone",
      ["10-28T23:39:26", "10-29T23:39:26", "10-30T23:39:26", "10-31T23:39:26", "11-01T23:39:26"]
    ),
  ])
  func `days turn at midnight, whenever the forecast was fetched`(
    days: [String], offset: Int, zone: String, midnights: [String]
  ) throws {
    let forecast = try read(document(days, offset: offset, zone: zone))
    #expect(forecast.days.map(\.date) == midnights.map { date("2027-\($0)Z") })
    #expect(forecast.days.map(\.high) == days.indices.map { 20 + Double($0) })
    // Hours stay the instants that the document means.
    #expect(forecast.hours[0].date == date("\(days[0])T00:00Z").addingTimeInterval(-Double(offset)))
  }

  @Test func `each day is shown once and until its end, also one of 25 and one of 23 hours`() throws {
    for (days, offset, end) in [(Self.autumn, 7200, "2027-10-31T23:00Z"), (Self.spring, 3600, "2027-03-28T22:00Z")] {
      let forecast = try read(document(days, offset: offset, zone: "Europe/Zurich"))
      let midnight = date(end)
      let sunday = try entries(forecast, at: midnight - 1800, zone: "Europe/Zurich")
      #expect(sunday[0].high == 22 && sunday[0].days.map(\.high) == [22, 23, 24], "\(end)")
      let turn = try #require(sunday.first { $0.high == 23 })
      #expect(turn.date == midnight && turn.days.map(\.high) == [23, 24], "\(end)")
    }
  }

  @Test(arguments: [["2027-10-30", "2027-10-29"], ["2027-10-29", "2027-10-29"]])
  func `days in another order are refused as hours are`(days: [String]) {
    let good = document(["2027-10-29", "2027-10-30"], offset: 7200, zone: "Europe/Zurich")
    let text = good.replacing("[\"2027-10-29\", \"2027-10-30\"]", with: "[\(list(days))]")
    do {
      _ = try read(text)
      Issue.record("read")
    } catch {
      #expect("\(error)".contains("expected each time of \"daily.time\" to be later than the one before"))
    }
  }

  @Test func `hours are those of the clock on the day on which it goes back`() throws {
    let zone = "America/New_York"
    let text = document(["2027-11-07", "2027-11-08"], offset: -14_400, zone: zone, latitude: 40.7, longitude: -74)
      .replacing("\"hourly\": {", with: "\"hourly_units\": {\"temperature_2m\": \"°F\"}, \"hourly\": {")
    let forecast = try read(text, zone: zone)
    #expect(forecast.temperatureUnit == .fahrenheit)
    let shown = try entries(forecast, at: date("2027-11-07T04:30Z"), zone: zone)[0]
    let clock = try #require(TimeZone(identifier: zone))
    let style = Date.FormatStyle(locale: Locale(identifier: "en_US"), timeZone: clock)
    let hours = shown.hours.prefix(5).map { $0.date.formatted(style.hour()).replacing("\u{202F}", with: " ") }
    #expect(hours == ["1 AM", "1 AM", "2 AM", "3 AM", "4 AM"] && shown.days.map(\.high) == [20, 21])
  }

  // MARK: polar skies

  private static let june = ["2027-06-19", "2027-06-20", "2027-06-21"]
  private static let december = ["2027-12-19", "2027-12-20", "2027-12-21"]

  private static func midnights(_ days: [String]) -> [String] { days.map { $0 + "T00:00" } }

  /// Tromsø, as the service has written it.
  private static let polar: [(days: [String], offset: Int, rise: [String], set: [String], isUp: Bool)] = [
    (june, 7200, midnights(june), midnights(["2027-06-20", "2027-06-21", "2027-06-22"]), true),
    (december, 3600, midnights(december), midnights(december), false),
    (december, 3600, midnights(["1970-01-01", "1970-01-01", "1970-01-01"]), Array(repeating: "", count: 3), false),
  ]

  private func tromso(_ index: Int) throws -> Forecast {
    let (days, offset, rise, set, _) = Self.polar[index]
    return try read(
      document(
        days, offset: offset, zone: "Europe/Oslo", latitude: 69.65, longitude: 18.96, sunrise: rise, sunset: set))
  }

  @Test(arguments: 0..<3) func `times that stand for no sunrise are none`(index: Int) throws {
    let forecast = try tromso(index)
    #expect(forecast.days.count == 3 && forecast.days.allSatisfy { $0.sunrise == nil && $0.sunset == nil })
    let span = forecast.hours[0].date..<forecast.hours[71].date
    #expect(forecast.sunTurns(in: span).isEmpty)
  }

  @Test(arguments: 0..<3) func `midnight sun and polar night are named`(index: Int) throws {
    let isUp = Self.polar[index].isUp
    let forecast = try tromso(index)
    let shown = try entries(forecast, at: forecast.hours[23].date, zone: "Europe/Oslo")
    for entry in shown {
      #expect(entry.isNight == !isUp && entry.sun == nil && entry.polarSky == (isUp ? .midnightSun : .polarNight))
      #expect(entry.nightHours.count == (isUp ? 0 : entry.hours.count))
      // A day of polar night has no sun.
      #expect(entry.polarNights == (isUp ? [] : Set(forecast.days.map(\.date))))
    }
    let english = Locale(identifier: "en_GB")
    #expect(shown[0].polarSky?.word.text(in: english) == (isUp ? "Midnight sun" : "Polar night"))
  }

  @Test(arguments: 0..<3, [WidgetFamily.systemLarge, .systemExtraLarge, .systemExtraLargePortrait])
  func `a panel says midnight sun or polar night in place of the hours of the sun`(
    index: Int, family: WidgetFamily
  ) throws {
    let isUp = Self.polar[index].isUp
    let forecast = try tromso(index)
    let noon = forecast.hours[12].date
    let item = GalleryItem(kind: "weather", family: family)
    let widget = WeatherWidget(provider: WeatherProvider { _, _ in forecast })
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let scene = item.scene(isPreview: false, widget: widget) { $0.timeZone = oslo }
    let compiled = try CompilerPool.compile(scene, at: noon)
    let painted = try PaintedItem(compiled)
    painted.step(.day, later: Int64(noon.timeIntervalSince(GalleryItem.now)))
    let shown = compiled.layout.nodes.filter { $0.text != nil && painted.isVisible($0) }
    let named = shown.filter { $0.name == "polar sky" }
    #expect(named.map(\.text) == [isUp ? "Midnight sun" : "Polar night"], "\(shown.map(\.text))")
    #expect(!named.contains { $0.isCut } && !shown.contains { ["sunrise", "sunset"].contains($0.name) })
    // The yellow of the sun is in the rows of the days that have one.
    let drawn = compiled.layout.nodes.filter { $0.name == "days" && $0.text == nil && painted.isVisible($0) }
    let colors = Set(drawn.map { painted.color($0).argb })
    #expect(colors.contains { $0 >> 16 & 255 > 200 && $0 & 255 < 60 } == isUp, "\(colors)")
  }

  @Test func `a short night between two days of midnight sun keeps its times`() throws {
    // The sun sets after midnight for the first time since May, and rises again at once: the service has two days of which
    // one says nothing.
    let days = ["2027-07-26", "2027-07-27"]
    let text = document(
      days, offset: 7200, zone: "Europe/Oslo", latitude: 69.65, longitude: 18.96,
      sunrise: ["2027-07-26T00:00", "2027-07-27T01:30"], sunset: ["2027-07-27T00:00", "2027-07-27T23:50"])
    let forecast = try read(text, zone: "Europe/Oslo")
    #expect(forecast.days.map { $0.sunrise != nil } == [false, true])
    #expect(forecast.days[1].sunset == date("2027-07-27T21:50Z"))
    let turns = forecast.sunTurns(in: date("2027-07-27T12:00Z")..<date("2027-07-28T21:00Z"))
    #expect(turns.first == SkyTurn(date: date("2027-07-27T21:50Z"), isRise: false))
  }

  @Test func `a place without a forecast of the sun has ordinary days nevertheless`() throws {
    let forecast = try read(document(Self.december, offset: 3600, zone: "Europe/Zurich"))
    let shown = try entries(forecast, at: forecast.hours[12].date, zone: "Europe/Zurich")
    #expect(shown.allSatisfy { $0.polarSky == nil && $0.sun != nil && $0.polarNights.isEmpty })
  }

  @Test func `a face's day without sunrise is named`() {
    func arc(_ elevations: (Int) -> Double, turns: [(turn: SkyTurn, share: Double)] = []) -> DayArc {
      let values = (0...DayArc.stepCount).map(elevations)
      return DayArc(elevations: values, share: 0.5, elevation: values[DayArc.stepCount / 2], turns: turns)
    }
    #expect(arc { _ in -8 }.polarSky == .polarNight && arc { _ in 4 }.polarSky == .midnightSun)
    // Turns that are not known make no polar day.
    #expect(arc { $0 > 48 ? 4 : -4 }.polarSky == nil)
    let rise = (turn: SkyTurn(date: date("2027-01-01T08:00Z"), isRise: true), share: 0.3)
    #expect(arc({ _ in 4 }, turns: [rise]).polarSky == nil)
  }

  // MARK: missing values

  @Test(arguments: ["\"\"", "null"]) func `an empty text is a missing value, as null is`(missing: String) throws {
    let text = """
      {"latitude": 47.4, "longitude": 8.5, "utc_offset_seconds": 3600, "timezone": "",
       "current": {"time": "2027-11-20T10:15", "temperature_2m": "", "weather_code": 3, "wind_speed_10m": ""},
       "hourly": {"time": ["2027-11-20T10:00", "", "2027-11-20T12:00", "2027-11-20T13:00"],
        "temperature_2m": [6.1, 7, "", 8], "weather_code": [3, 61, 3, 2], "precipitation_probability": ["", 5, 5, 20],
        "wind_speed_10m": ""},
       "minutely_15": {"time": ["2027-11-20T10:00", "2027-11-20T10:15"], "precipitation": ["", 0.4]},
       "daily": {"time": ["2027-11-20", "2027-11-21", ""], "temperature_2m_max": [8, "", 9],
        "temperature_2m_min": [1, 2, 3], "weather_code": ["", 3, 3], "sunrise": ["", "", ""]}}
      """
    let forecast = try read(text.replacing("\"\"", with: missing))
    #expect(forecast.hours.map(\.temperature) == [6.1, 8])
    #expect(forecast.hours.map(\.precipitationProbability) == [nil, 20] && forecast.hours[0].windSpeed == nil)
    #expect(forecast.current == nil && forecast.quarters.map(\.precipitationMm) == [0.4])
    #expect(forecast.days.map(\.high) == [8] && forecast.days[0].weatherCode == nil)
  }

  @Test func `an observation without a key that is required is still a fault`() {
    let text = document(["2027-11-20"], offset: 3600, zone: "Europe/Zurich")
      .replacing("\"hourly\":", with: "\"current\": {\"time\": \"2027-11-20T10:15\", \"weather_code\": 3}, \"hourly\":")
    do {
      _ = try read(text)
      Issue.record("read")
    } catch {
      #expect("\(error)".contains("expected \"temperature_2m\" in \"current\""))
    }
  }

  @Test func `the air and MET Norway may leave out values too`() throws {
    let air = try AirQuality(
      bytes: Array(
        #"{"utc_offset_seconds": 0, "hourly": {"time": ["", "2027-11-20T10:00"], "european_aqi": ["", 31]}}"#.utf8),
      file: "air.json")
    #expect(air.indices == [date("2027-11-20T10:00Z"): 31])
    func step(_ time: String, _ temperature: String) -> String {
      """
      {"time": "\(time)", "data": {"instant": {"details": {"air_temperature": \(temperature), "wind_speed": ""}},
        "next_1_hours": {"summary": {"symbol_code": "rain"}}}}
      """
    }
    let met = """
      {"geometry": {"coordinates": [8.5, 47.4, 400]}, "properties": {"timeseries": [
        \(step("2027-11-20T10:00:00Z", "\"\"")), \(step("2027-11-20T11:00:00Z", "4.5"))]}}
      """
    #expect(try read(met).hours.map(\.temperature) == [4.5])
  }
}
