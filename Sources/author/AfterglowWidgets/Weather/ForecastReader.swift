import Afterglow
import AfterglowDocuments
import AfterglowSources
import AfterglowTimeline
import Foundation

/// How a document's wall-clock times become instants.
enum ForecastTimes: Equatable, Sendable {
  /// As they are, with the document's own `utc_offset_seconds`.
  case asWritten
  /// Moved by whole days, so that the first day is the day of `now` in `zone`: sample data that never expires.
  case rebased(now: Date, zone: TimeZone)
}

/// Read from a document in the shape of Open-Meteo's `/v1/forecast` response (`timeformat=iso8601`): `current`, `hourly`,
/// `minutely_15` and `daily` with `temperature_2m`, `weather_code`, `wind_speed_10m` and the like. Other keys may be there; these are read
/// strictly. Or from one in the shape of MET Norway's Locationforecast (`MetNorwayReader`).
extension Forecast {
  /// Hours that a document may have: a little more than the 16 days that the service gives.
  static let maximumHourCount = 400
  static let maximumDayCount = 17
  /// Of wind, in any unit.
  static let speeds = 0.0...500

  /// Reads a file of at most 1 MiB.
  ///
  /// - Throws: `DocumentError` with every problem and its place; a truncated file is one.
  init(
    path: String, times: ForecastTimes = .asWritten, zone: TimeZone = .current
  ) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path), file: path, times: times, zone: zone)
  }

  /// - Parameter zone: days begin in it, where the document names no zone that its times are in.
  init(
    bytes: [UInt8], file: String, times: ForecastTimes = .asWritten, zone: TimeZone = .current
  ) throws(DocumentError) {
    let problems = ProblemCollector()
    // The format is JSON whatever the file is called.
    let name = file.lowercased().hasSuffix(".json") ? file : file + "#.json"
    let root = StrictDecoder.open(bytes: bytes, file: name, problems: problems, hasEmptyTexts: true)
    let document = root.flatMap { root -> Forecast? in
      if let fault = root.serviceFault {
        root.fail(at: root.position, fault)
        return nil
      }
      if root.contains("properties") {
        var reader = MetNorwayReader(root: root, zone: zone)
        return reader.read()
      }
      var reader = ForecastReader(root: root, times: times, zone: zone)
      return reader.read()
    }
    guard let document, problems.isEmpty else {
      throw DocumentError(
        problems: problems.sorted.map { Problem(file: file, line: $0.line, column: $0.column, message: $0.message) })
    }
    self = document
  }
}

extension StrictDecoder {
  /// Why the answer of a service is no forecast: the reason that it gives itself, or another form; nil for a forecast.
  fileprivate var serviceFault: String? {
    var root = self
    let own = [
      "latitude", "longitude", "utc_offset_seconds", "current", "hourly", "minutely_15", "daily", "properties",
    ]
    guard !own.contains(where: root.contains), !root.keys.isEmpty else { return nil }
    if let reason = (root.node("reason") ?? root.node("message"))?.text {
      return "expected a forecast, found an answer of the service: \(OneLine.of(String(reason.prefix(200))) ?? "")"
    }
    let keys = root.keys.prefix(6).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return "expected a forecast of Open-Meteo or MET Norway (\"latitude\" and \"hourly\", or \"properties\"), found "
      + keys
  }
}

/// Decodes the parts; an invalid part is reported and read as nil.
private struct ForecastReader {
  private static let temperatures = -120.0...160.0

  var root: StrictDecoder
  let times: ForecastTimes
  /// The panel's zone.
  let zone: TimeZone
  /// Days from the document's first day to the day it is shown as.
  private var shiftDays: Int64 = 0
  private var offsetSeconds: Int64 = 0
  /// The calendar by whose midnights days begin; nil where no zone has the document's offset.
  private var calendar: Calendar?

  init(root: StrictDecoder, times: ForecastTimes, zone: TimeZone) {
    self.root = root
    self.times = times
    self.zone = zone
  }

  mutating func read() -> Forecast? {
    let latitude = root.number("latitude", in: -90...90, unit: "degrees", required: true)
    let longitude = root.number("longitude", in: -180...180, unit: "degrees", required: true)
    offsetSeconds = Int64(root.utcOffsetSeconds() ?? 0)
    var hourly = root.mapping("hourly", required: "the hours of the forecast")
    let hourTimes = hourly?.localTimes("time")
    let known = (hourTimes ?? []).compactMap(\.self)
    if let first = known.first, let last = known.last {
      setShift(firstLocal: first)
      setCalendar(from: first, to: last)
    }
    let hours = hourTimes.flatMap { hourly?.hours(at: $0, Self.temperatures, instant: instant) }
    let days = days()
    let current = current()
    let quarters = quarters()
    guard let latitude, let longitude, let hours, let days else { return nil }
    return Forecast(
      current: current, hours: hours, days: days, quarters: quarters,
      place: Place(latitude: latitude, longitude: longitude), temperatureUnit: unit(), speedUnit: speedUnit())
  }

  /// Rain by the quarter of an hour; a day that was moved has them too.
  private mutating func quarters() -> [Forecast.Quarter] {
    guard var quarters = root.mapping("minutely_15"), let times = quarters.localTimes("time") else { return [] }
    let limit = Forecast.maximumHourCount
    let amounts = quarters.numbers("precipitation", in: 0...200, unit: "mm", maximumCount: limit, required: true)
    guard let amounts, quarters.hasCount("precipitation", amounts.count, times.count) else { return [] }
    return times.indices.compactMap { index in
      guard let time = times[index], let amount = amounts[index] else { return nil }
      return Forecast.Quarter(date: instant(time), precipitationMm: amount)
    }
  }

  private mutating func setShift(firstLocal: Int64) {
    guard case .rebased(let now, let zone) = times else { return }
    let local = Int64(now.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: now))
    shiftDays = local.dividedDown(by: 86_400) - firstLocal.dividedDown(by: 86_400_000)
  }

  /// The document has one offset for all of its times, also for those beyond a change of clocks, where its days would begin
  /// an hour before or after midnight. They begin in its own zone or in the panel's, whichever has that offset.
  private mutating func setCalendar(from first: Int64, to last: Int64) {
    var named: TimeZone?
    if let name = root.node("timezone")?.text, case .system(let system)? = CalendarZone(identifier: name) {
      named = system.zone
    }
    let own = [named, zone].compactMap(\.self).first { zone in
      [first, last].contains { time in
        let date = Date(timeIntervalSince1970: Double(time / 1000 - offsetSeconds))
        return zone.secondsFromGMT(for: date) == Int(offsetSeconds)
      }
    }
    guard let own else { return }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = own
    self.calendar = calendar
  }

  /// The beginning of a day that is written as days since 1970.
  private func midnight(_ day: Int64) -> Date {
    let written = instant(day * 86_400_000)
    guard times == .asWritten, let calendar else { return written }
    // Its noon is in the same day, however the clocks were changed.
    return calendar.startOfDay(for: written.addingTimeInterval(43_200))
  }

  /// When the sun rises and sets on a day. Services write two equal times, a whole day or dates of 1970 for a sun that does
  /// neither; it is computed then.
  private func turns(_ rise: Int64?, _ set: Int64?, of day: Int64) -> (rise: Date?, set: Date?) {
    let (dayLength, minute) = (Int64(86_400_000), Int64(60_000))
    let near = (day - 1) * dayLength..<(day + 3) * dayLength
    if let rise, let set, set <= rise || set - rise > dayLength - minute { return (nil, nil) }
    return (
      rise.flatMap { near.contains($0) ? instant($0) : nil }, set.flatMap { near.contains($0) ? instant($0) : nil }
    )
  }

  /// The instant of a wall-clock time in the document.
  private func instant(_ localMilliseconds: Int64) -> Date {
    switch times {
    case .asWritten:
      return Date(timeIntervalSince1970: Double(localMilliseconds / 1000 - offsetSeconds))
    case .rebased(_, let zone):
      let local = Double(localMilliseconds / 1000 + shiftDays * 86_400)
      // Twice: the first guess may fall on the other side of a change to or from summer time.
      let guess = local - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: local)))
      return Date(timeIntervalSince1970: local - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: guess))))
    }
  }

  private mutating func unit() -> Forecast.TemperatureUnit {
    var units = root.mapping("hourly_units")
    return units?.choice("temperature_2m", [("°C", .celsius), ("°F", .fahrenheit)]) ?? .celsius
  }

  private mutating func speedUnit() -> Forecast.SpeedUnit {
    var units = root.mapping("hourly_units")
    let names = Forecast.SpeedUnit.allCases.map { ($0.rawValue, $0) }
    // The service writes miles so.
    return units?.choice("wind_speed_10m", names + [("mp/h", .milesPerHour)]) ?? .kilometresPerHour
  }

  private mutating func current() -> Forecast.Hour? {
    // A day that was moved has no "now" of its own: its hours hold.
    guard times == .asWritten, var current = root.mapping("current") else { return nil }
    // A value that is not known is null; a key that is missing is misspelt.
    let keys = current.keys
    let timeWords = keys.contains("time") ? nil : "the local time of the observation"
    let time = current.text("time", required: timeWords)
    let temperature = current.number(
      "temperature_2m", in: Self.temperatures, unit: "degrees", required: !keys.contains("temperature_2m"))
    let code = current.integer("weather_code", in: 0...99, required: !keys.contains("weather_code"))
    let wind = current.number("wind_speed_10m", in: Forecast.speeds)
    let gusts = current.number("wind_gusts_10m", in: Forecast.speeds)
    let humidity = current.number("relative_humidity_2m", in: 0...100, unit: "%")
    guard let time, let temperature, let code else { return nil }
    guard let local = ISO8601.localMilliseconds(time) else {
      current.fail("time", "expected a local time such as 2026-11-21T07:30 for \"current.time\", found \"\(time)\"")
      return nil
    }
    return .init(
      date: instant(local), temperature: temperature, weatherCode: code, windSpeed: wind, windGusts: gusts,
      humidity: humidity.map { Int($0.rounded()) })
  }

  private mutating func days() -> [Forecast.Day]? {
    guard var daily = root.mapping("daily") else { return [] }
    let limit = Forecast.maximumDayCount
    let wanted = "a date such as 2026-11-21"
    let dates = daily.values("time", of: wanted, maximumCount: limit, required: true) { $0.text.flatMap(ISO8601.days) }
    guard let dates, daily.isInOrder("time", dates) else { return nil }
    let highs = daily.numbers(
      "temperature_2m_max", in: Self.temperatures, unit: "degrees", maximumCount: limit, required: true)
    let lows = daily.numbers(
      "temperature_2m_min", in: Self.temperatures, unit: "degrees", maximumCount: limit, required: true)
    let codes = daily.numbers("weather_code", in: 0...99, unit: "(WMO)", maximumCount: limit)
    let sunrises = daily.optionalLocalTimes("sunrise", limit)
    let sunsets = daily.optionalLocalTimes("sunset", limit)
    guard let highs, let lows else { return nil }
    for (key, count) in [
      ("temperature_2m_max", highs.count), ("temperature_2m_min", lows.count), ("weather_code", codes?.count),
      ("sunrise", sunrises?.count), ("sunset", sunsets?.count),
    ] where !daily.hasCount(key, count, dates.count) { return nil }
    return dates.indices.compactMap { index in
      guard let date = dates[index], let high = highs[index], let low = lows[index] else { return nil }
      let sun = turns(sunrises?[index], sunsets?[index], of: date)
      return Forecast.Day(
        date: midnight(date), high: high, low: low, weatherCode: codes?[index].map { Int($0) }, sunrise: sun.rise,
        sunset: sun.set)
    }
  }
}

extension StrictDecoder {
  /// The offset of a service's local times, at most 18 h from UTC.
  mutating func utcOffsetSeconds() -> Int? {
    integer("utc_offset_seconds", in: -64_800...64_800, unit: "s", required: true)
  }

  fileprivate mutating func optionalLocalTimes(_ key: String, _ limit: Int) -> [Int64?]? {
    values(key, of: "a local time such as 2026-11-21T07:30", maximumCount: limit) {
      $0.text.flatMap(ISO8601.localMilliseconds)
    }
  }

  /// Local times that only ever grow; nil for those that are missing.
  fileprivate mutating func localTimes(_ key: String) -> [Int64?]? {
    let limit = Forecast.maximumHourCount
    let wanted = "a local time such as 2026-11-21T07:30"
    let read = values(key, of: wanted, maximumCount: limit, required: true) {
      $0.text.flatMap(ISO8601.localMilliseconds)
    }
    guard let read else { return nil }
    guard !read.isEmpty else {
      fail(key, "expected at least one local time in \"\(path).\(key)\", found none")
      return nil
    }
    return isInOrder(key, read) ? read : nil
  }

  /// Whether times only ever grow; reports the first one that does not.
  fileprivate func isInOrder(_ key: String, _ times: [Int64?]) -> Bool {
    var last = Int64.min
    for (index, time) in times.enumerated() {
      guard let time else { continue }
      guard time > last else {
        fail(
          key,
          "expected each time of \"\(path).\(key)\" to be later than the one before, found otherwise at [\(index)]")
        return false
      }
      last = time
    }
    return true
  }

  fileprivate mutating func hours(
    at times: [Int64?], _ range: ClosedRange<Double>, instant: (Int64) -> Date
  ) -> [Forecast.Hour]? {
    let limit = Forecast.maximumHourCount
    let temperatures = numbers("temperature_2m", in: range, unit: "degrees", maximumCount: limit, required: true)
    let codes = numbers("weather_code", in: 0...99, unit: "(WMO)", maximumCount: limit, required: true)
    let rain = numbers("precipitation_probability", in: 0...100, unit: "%", maximumCount: limit)
    let wind = numbers("wind_speed_10m", in: Forecast.speeds, unit: "(wind)", maximumCount: limit)
    let gusts = numbers("wind_gusts_10m", in: Forecast.speeds, unit: "(wind)", maximumCount: limit)
    let humidity = numbers("relative_humidity_2m", in: 0...100, unit: "%", maximumCount: limit)
    let uv = numbers("uv_index", in: 0...50, unit: "(index)", maximumCount: limit)
    let european = numbers("european_aqi", in: 0...1000, unit: "(index)", maximumCount: limit)
    let american = numbers("us_aqi", in: 0...1000, unit: "(index)", maximumCount: limit)
    guard let temperatures, let codes else { return nil }
    let counts: [(key: String, count: Int?)] = [
      ("temperature_2m", temperatures.count), ("weather_code", codes.count), ("precipitation_probability", rain?.count),
      ("wind_speed_10m", wind?.count), ("wind_gusts_10m", gusts?.count), ("relative_humidity_2m", humidity?.count),
      ("uv_index", uv?.count), ("european_aqi", european?.count), ("us_aqi", american?.count),
    ]
    for (key, count) in counts where !hasCount(key, count, times.count) { return nil }
    func whole(_ value: Double?) -> Int? { value.map { Int(clamping: $0) } }
    let hours = times.indices.compactMap { index -> Forecast.Hour? in
      guard let time = times[index], let temperature = temperatures[index], let code = codes[index] else { return nil }
      let airQuality = european?[index] ?? american?[index]
      return Forecast.Hour(
        date: instant(time), temperature: temperature, weatherCode: Int(clamping: code),
        precipitationProbability: whole(rain?[index]), windSpeed: wind?[index], windGusts: gusts?[index],
        humidity: whole(humidity?[index]?.rounded()), uvIndex: uv?[index], airQuality: whole(airQuality?.rounded()))
    }
    if hours.isEmpty { fail("time", "expected at least one hour with values in \"\(path)\", found none") }
    return hours.isEmpty ? nil : hours
  }

  fileprivate func hasCount(_ key: String, _ count: Int?, _ expected: Int) -> Bool {
    guard let count, count != expected else { return true }
    fail(key, "expected \(expected) values for \"\(path).\(key)\" as in \"\(path).time\", found \(count)")
    return false
  }
}

extension DocumentNode {
  fileprivate var text: String? {
    if case .scalar(let text, _) = value { text } else { nil }
  }
}

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
