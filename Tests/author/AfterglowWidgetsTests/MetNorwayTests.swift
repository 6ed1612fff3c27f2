import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowWidgets

/// The shape of MET Norway's Locationforecast, and of the air's quality.
@Suite struct MetNorwayTests {
  private func step(_ time: String, _ temperature: Double, _ following: String) -> String {
    """
    {"time": "\(time)", "data": {"instant": {"details": {"air_temperature": \(temperature), "wind_speed": 3.2, \
    "wind_speed_of_gust": 7.1, "relative_humidity": 80.6, "ultraviolet_index_clear_sky": 1.2}}\(following)}}
    """
  }

  private func hour(_ symbol: String, _ probability: Double) -> String {
    """
    , "next_1_hours": {"summary": {"symbol_code": "\(symbol)"}, "details": {"precipitation_amount": 0.2, \
    "probability_of_precipitation": \(probability)}}
    """
  }

  private func six(_ symbol: String, _ high: Double, _ low: Double) -> String {
    """
    , "next_6_hours": {"summary": {"symbol_code": "\(symbol)"}, "details": {"air_temperature_max": \(high), \
    "air_temperature_min": \(low)}}
    """
  }

  private func document(_ steps: [String]) -> [UInt8] {
    Array(
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-8.611, 41.1496, 80]},
       "properties": {"meta": {"updated_at": "2026-11-21T07:05:21Z", "units": {"air_temperature": "celsius"}},
       "timeseries": [\(steps.joined(separator: ",\n"))]}}
      """.utf8)
  }

  private let oslo = TimeZone(identifier: "Europe/Oslo")!

  @Test func `hours, wind and rain are read, an instant without what follows is left out`() throws {
    let bytes = document([
      step("2026-11-21T08:00:00Z", 5.5, hour("lightrainshowers_day", 40.2) + six("cloudy", 9, 5)),
      step("2026-11-21T09:00:00Z", 6.5, hour("clearsky_day", 0)),
      step("2026-11-22T12:00:00Z", 2, six("heavysnow", 3, -1)),
      step("2026-11-30T12:00:00Z", 1, ""),
    ])
    let forecast = try Forecast(bytes: bytes, file: "content", zone: oslo)
    #expect(forecast.hours.map(\.weatherCode) == [80, 0, 75])
    #expect(forecast.hours.map(\.temperature) == [5.5, 6.5, 2])
    #expect(forecast.hours[0].precipitationProbability == 40)
    #expect(forecast.hours[0].windGusts == 7.1 && forecast.hours[0].humidity == 81)
    #expect(forecast.speedUnit == .metresPerSecond && forecast.temperatureUnit == .celsius)
    #expect(forecast.place?.latitude == 41.1496 && forecast.place?.longitude == -8.611)
    #expect(forecast.hours[0].date == Date(timeIntervalSince1970: 1_795_248_000))
  }

  @Test func `days begin in the reader's zone`() throws {
    let bytes = document([
      step("2026-11-21T22:00:00Z", 5, hour("fog", 0)), step("2026-11-21T23:00:00Z", -4, hour("fair_night", 0)),
      step("2026-11-22T11:00:00Z", 2, hour("rain", 90) + six("rain", 4, 1)),
    ])
    let days = try Forecast(bytes: bytes, file: "content", zone: oslo).days
    #expect(days.map(\.high) == [5, 4])
    #expect(days.map(\.low) == [5, -4])
    #expect(days.map(\.weatherCode) == [45, 63])
    // Midnight in Oslo is 23:00 of the day before.
    #expect(days[1].date == Date(timeIntervalSince1970: 1_795_302_000))
  }

  @Test func `every symbol of the service has a code with a picture`() {
    let names = [
      "clearsky", "cloudy", "fair", "fog", "heavyrain", "heavyrainandthunder", "heavyrainshowers",
      "heavyrainshowersandthunder", "heavysleet", "heavysleetandthunder", "heavysleetshowers",
      "heavysleetshowersandthunder", "heavysnow", "heavysnowandthunder", "heavysnowshowers",
      "heavysnowshowersandthunder", "lightrain", "lightrainandthunder", "lightrainshowers",
      "lightrainshowersandthunder", "lightsleet", "lightsleetandthunder", "lightsleetshowers", "lightsnow",
      "lightsnowandthunder", "lightsnowshowers", "lightssleetshowersandthunder", "lightssnowshowersandthunder",
      "partlycloudy", "rain", "rainandthunder", "rainshowers", "rainshowersandthunder", "sleet", "sleetandthunder",
      "sleetshowers", "sleetshowersandthunder", "snow", "snowandthunder", "snowshowers", "snowshowersandthunder",
    ]
    for name in names {
      for suffix in ["", "_day", "_night", "_polartwilight"] {
        let code = MetNorwayReader.code(of: name + suffix)
        #expect(code.flatMap(WeatherCondition.init(code:)) != nil, "\(name)")
      }
    }
    #expect(MetNorwayReader.code(of: "frogs_day") == nil)
  }

  @Test(arguments: ["{\"properties\": {}}", "{\"properties\": {\"timeseries\": []}}", "{\"properties\": 3}", "[]"])
  func `what is no forecast is refused`(text: String) {
    #expect(throws: DocumentError.self) { try Forecast(bytes: Array(text.utf8), file: "content") }
  }

  @Test func `the air's quality joins the hours of a forecast`() throws {
    let air = try AirQuality(
      bytes: Array(
        """
        {"utc_offset_seconds": 3600, "hourly_units": {"time": "iso8601"}, "hourly": {
         "time": ["2026-11-21T09:00", "2026-11-21T10:00"], "european_aqi": [31.6, null]}}
        """.utf8), file: "content")
    let bytes = document([
      step("2026-11-21T08:00:00Z", 5.5, hour("fog", 0)), step("2026-11-21T09:00:00Z", 5.5, hour("fog", 0)),
    ])
    let forecast = try Forecast(bytes: bytes, file: "content", zone: oslo).completed(by: air)
    #expect(forecast.hours.map(\.airQuality) == [32, nil])
    #expect(throws: DocumentError.self) { try AirQuality(bytes: Array("{\"hourly\": 1}".utf8), file: "content") }
  }
}
