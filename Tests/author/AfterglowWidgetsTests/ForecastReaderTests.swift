import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowWidgets

private var sample: [UInt8] {
  get throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: repository.appendingPathComponent("boards/bedside-clock/forecast.json")))
  }
}

private let small = """
  {"latitude": 52.5, "longitude": 13.4, "utc_offset_seconds": 3600, "timezone": "Europe/Berlin",
   "current": {"time": "2026-11-21T10:15", "temperature_2m": 6.4, "weather_code": 3},
   "hourly": {"time": ["2026-11-21T10:00", "2026-11-21T11:00"], "temperature_2m": [6.1, 7.0],
    "weather_code": [3, 61], "precipitation_probability": [10, null]},
   "daily": {"time": ["2026-11-21"], "temperature_2m_max": [8.2], "temperature_2m_min": [1.5],
    "weather_code": [61], "sunrise": ["2026-11-21T07:35"], "sunset": ["2026-11-21T16:02"]}}
  """

private func problems(_ text: String) -> [String] {
  do {
    _ = try Forecast(bytes: Array(text.utf8), file: "f.json")
    return []
  } catch {
    return error.problems.map(\.description)
  }
}

@Suite struct ForecastReaderTests {
  @Test(arguments: [
    (#"{"error": true, "reason": "Latitude must be in range"}"#, "an answer of the service: Latitude must be in range"),
    (#"{"cod": 401, "message": "Invalid API key"}"#, "an answer of the service: Invalid API key"),
    (#"{"lat": 38.7, "list": []}"#, "expected a forecast of Open-Meteo or MET Norway"),
  ]) func `an answer that is no forecast is one problem with its reason`(text: String, words: String) {
    let found = problems(text)
    #expect(found.count == 1 && found[0].hasPrefix("f.json:1:1: ") && found[0].contains(words), "\(found)")
  }

  @Test func `times are instants of the document's zone`() throws {
    let document = try Forecast(bytes: Array(small.utf8), file: "f.json")
    #expect(document.hours.map(\.date.timeIntervalSince1970) == [1_795_251_600, 1_795_255_200])
    #expect(document.hours.map(\.precipitationProbability) == [10, nil])
    #expect(document.current?.date == Date(timeIntervalSince1970: 1_795_252_500))
    #expect(document.days[0].sunrise == Date(timeIntervalSince1970: 1_795_242_900))
    #expect(document.temperatureUnit == .celsius)
  }

  @Test func `wind, humidity and the ultraviolet index are read where they are`() throws {
    let text = small.replacing(
      "\"precipitation_probability\": [10, null]",
      with: "\"precipitation_probability\": [10, null], \"wind_speed_10m\": [12.4, 30], "
        + "\"wind_gusts_10m\": [15, 52.5], \"relative_humidity_2m\": [81, null], \"uv_index\": [0.2, 2.6], "
        + "\"european_aqi\": [null, 40], \"us_aqi\": [55, 60]"
    ).replacing("\"hourly\":", with: "\"hourly_units\": {\"wind_speed_10m\": \"mp/h\"}, \"hourly\":")
    let document = try Forecast(bytes: Array(text.utf8), file: "f.json")
    #expect(document.speedUnit == .milesPerHour)
    #expect(document.hours.map(\.windSpeed) == [12.4, 30] && document.hours.map(\.windGusts) == [15, 52.5])
    #expect(document.hours.map(\.humidity) == [81, nil] && document.hours.map(\.uvIndex) == [0.2, 2.6])
    #expect(document.hours.map(\.airQuality) == [55, 40])
    #expect(problems(text.replacing("[15, 52.5]", with: "[15]")).count == 1)
    // The observation has what its hour has.
    let now = try #require(document.current?.completed(by: document.hours[0]))
    #expect(now.windSpeed == 12.4 && now.precipitationProbability == 10 && now.temperature == 6.4)
  }

  @Test func `gusts are told where they matter, and an index of nought is not`() {
    func facts(
      _ wind: Double, _ gusts: Double?, _ unit: Forecast.SpeedUnit = .kilometresPerHour, uv: Double? = nil
    ) -> [WeatherFact] {
      let hour = Forecast.Hour(
        date: GalleryItem.now, temperature: 10, weatherCode: 0, windSpeed: wind, windGusts: gusts, uvIndex: uv)
      return WeatherDetail.allCases.compactMap { WeatherFact($0, hour, unit) }
    }
    let english = Locale(identifier: "en_GB")
    #expect(facts(14.4, 38).map { $0.text(in: english) } == ["14–38\u{00A0}km/h"])
    #expect(facts(14.4, 29).map { $0.text(in: english) } == ["14\u{00A0}km/h"])
    #expect(facts(30, 40).map { $0.text(in: english) } == ["30\u{00A0}km/h"])
    #expect(facts(4, 9, .metresPerSecond).map { $0.text(in: english) } == ["4–9\u{00A0}m/s"])
    #expect(facts(4, nil, uv: 0.4).count == 1 && facts(4, nil, uv: 0.6).count == 2)
  }

  @Test func `a rebased day is today in the scene's zone`() throws {
    let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let now = Date(timeIntervalSince1970: 1_800_000_000)  // 2027-01-15T21:00 in Auckland
    let document = try Forecast(
      bytes: try sample, file: "f.json", times: .rebased(now: now, zone: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    #expect(document.days[0].date == calendar.startOfDay(for: now))
    #expect(document.hours.contains { $0.date <= now } && document.hours.last!.date > now.addingTimeInterval(86_400))
    #expect(calendar.component(.hour, from: try #require(document.days[0].sunrise)) == 7)
    #expect(document.current == nil)
  }

  @Test func `a rebased day keeps its wall clock across a change of clocks`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let now = Date(timeIntervalSince1970: 1_774_774_800)  // 2026-03-29, the day of the change, 11:00
    let document = try Forecast(bytes: try sample, file: "f.json", times: .rebased(now: now, zone: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    for (index, hour) in document.hours.enumerated() where index != 2 {
      #expect(calendar.component(.hour, from: hour.date) == index % 24)
    }
  }

  @Test(arguments: [
    ("52.5", "152.5", "f.json:1:14: expected a number from -90 to 90 degrees for \"latitude\", found 152.5"),
    (
      "[6.1, 7.0]", "[6.1]",
      "f.json:3:81: expected 2 values for \"hourly.temperature_2m\" as in \"hourly.time\", found 1"
    ),
    (
      "[6.1, 7.0]", "[6.1, \"7\"]",
      "f.json:3:87: expected a number from -120 to 160 degrees for \"hourly.temperature_2m[1]\", found the text \"7\""
    ),
    (
      "2026-11-21T11:00", "2026-11-21T09:00",
      "f.json:3:21: expected each time of \"hourly.time\" to be later than the one before, found otherwise at [1]"
    ),
    (
      "2026-11-21T11:00", "11 o'clock",
      "f.json:3:42: expected a local time such as 2026-11-21T07:30 for \"hourly.time[1]\", "
        + "found the text \"11 o'clock\""
    ),
    (
      "[3, 61]", "[3, 161]",
      "f.json:4:23: expected a number from 0 to 99 (WMO) for \"hourly.weather_code[1]\", found \"161\""
    ),
    ("\"hourly\"", "\"hours\"", "f.json:1:1: expected \"hourly\" (the hours of the forecast), found nothing"),
    (
      "\"latitude\": 52.5, ", "",
      "f.json:1:1: expected \"latitude\" (a number from -90 to 90 degrees), found nothing"
    ),
  ])
  func `every wrong shape is named with its place`(part: String, replacement: String, expected: String) {
    #expect(problems(small.replacing(part, with: replacement)).contains(expected))
  }

  @Test func `every cut is an error with a place and never a crash`() throws {
    let bytes = Array(small.utf8)
    for count in 0..<bytes.count {
      #expect(throws: DocumentError.self) {
        try Forecast(bytes: Array(bytes[..<count]), file: "f.json")
      }
    }
    let shipped = try sample
    for count in stride(from: 0, to: shipped.count - 2, by: 61) {
      do {
        _ = try Forecast(bytes: Array(shipped[..<count]), file: "f.json")
        Issue.record("a document cut at byte \(count) was taken")
      } catch {
        #expect(error.problems.first.map { $0.line > 0 } == true)
      }
    }
  }

  @Test func `changed bytes are read or refused`() throws {
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let original = Array(small.utf8)
    let alphabet = Array("0123456789-.eE\"[]{},:nulltrue \u{7F}".utf8) + [0xFF, 0x00, 0xC3]
    var refused = 0
    for _ in 0..<5000 {
      var bytes = original
      for _ in 0...random(3) { bytes[random(bytes.count)] = alphabet[random(alphabet.count)] }
      do {
        let document = try Forecast(bytes: bytes, file: "f.json")
        #expect(
          document.hours.allSatisfy { (-120...160).contains($0.temperature) && (0...99).contains($0.weatherCode) })
      } catch {
        refused += 1
        #expect(!error.problems.isEmpty)
      }
    }
    #expect(refused > 1000)
  }
}
