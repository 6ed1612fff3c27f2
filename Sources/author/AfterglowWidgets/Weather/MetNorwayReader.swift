import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// Reads the shape of MET Norway's Locationforecast 2.0, `compact` or `complete`: GeoJSON with a series of instants, and
/// of what falls in the hours after each.
struct MetNorwayReader {
  private static let temperatures = -120.0...160.0

  var root: StrictDecoder
  /// Days begin in it: the document has none.
  let zone: TimeZone

  /// - Returns: nil, with problems reported, if there is no forecast.
  mutating func read() -> Forecast? {
    let place = place()
    guard var properties = root.mapping("properties", required: "the forecast") else { return nil }
    var meta = properties.mapping("meta")
    var units = meta?.mapping("units")
    let isFahrenheit = units?.text("air_temperature") == "fahrenheit"
    let steps = properties.mappings(
      "timeseries", of: "instants", maximumCount: Forecast.maximumHourCount, required: true)
    guard let steps else { return nil }
    var hours: [Forecast.Hour] = []
    var extremes: [(date: Date, high: Double, low: Double)] = []
    for var step in steps {
      guard let read = Self.step(&step) else { continue }
      hours.append(read.hour)
      if let span = read.extremes { extremes.append((read.hour.date, span.high, span.low)) }
    }
    guard !hours.isEmpty else {
      properties.fail("timeseries", "expected at least one hour with values in \"properties.timeseries\", found none")
      return nil
    }
    hours.sort { $0.date < $1.date }
    return Forecast(
      hours: hours, days: days(hours, extremes), place: place,
      temperatureUnit: isFahrenheit ? .fahrenheit : .celsius, speedUnit: .metresPerSecond)
  }

  private mutating func place() -> Place? {
    guard var geometry = root.mapping("geometry") else { return nil }
    let point = geometry.numbers("coordinates", in: -20_000...20_000, unit: "degrees", maximumCount: 3)
    guard let point, point.count >= 2, let longitude = point[0], let latitude = point[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }

  private typealias Step = (hour: Forecast.Hour, extremes: (high: Double, low: Double)?)

  /// nil for the last steps, which have an instant and nothing that follows.
  private static func step(_ step: inout StrictDecoder) -> Step? {
    let date = step.instant("time", required: true)
    guard var data = step.mapping("data", required: "the values") else { return nil }
    var instant = data.mapping("instant", required: "the values of the instant")
    guard var details = instant?.mapping("details", required: "the values of the instant") else { return nil }
    // A value that is not known is null; a key that is missing is misspelt.
    let isMissing = !details.keys.contains("air_temperature")
    let temperature = details.number("air_temperature", in: temperatures, unit: "degrees", required: isMissing)
    var next = data.mapping("next_1_hours")
    var later = data.mapping("next_6_hours")
    if next == nil { next = later }
    var summary = next?.mapping("summary")
    guard let date, let temperature, let symbol = summary?.text("symbol_code"), let code = code(of: symbol) else {
      return nil
    }
    var fall = next?.mapping("details")
    var hour = Forecast.Hour(
      date: Date(milliseconds: date), temperature: temperature, weatherCode: code,
      precipitationProbability: fall?.number("probability_of_precipitation", in: 0...100, unit: "%").map { Int($0) })
    hour.windSpeed = details.number("wind_speed", in: Forecast.speeds)
    hour.windGusts = details.number("wind_speed_of_gust", in: Forecast.speeds)
    hour.humidity = details.number("relative_humidity", in: 0...110, unit: "%").map { min(100, Int($0.rounded())) }
    hour.uvIndex = details.number("ultraviolet_index_clear_sky", in: 0...50)
    var span = later?.mapping("details")
    let high = span?.number("air_temperature_max", in: temperatures, unit: "degrees")
    let low = span?.number("air_temperature_min", in: temperatures, unit: "degrees")
    return (hour, high.flatMap { high in low.map { (high, $0) } })
  }

  /// Highs and lows of the days that have at least noon, in the reader's zone.
  private func days(_ hours: [Forecast.Hour], _ extremes: [(date: Date, high: Double, low: Double)]) -> [Forecast.Day] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var days: [Forecast.Day] = []
    for (midnight, hours) in Dictionary(grouping: hours, by: { calendar.startOfDay(for: $0.date) })
      .sorted(by: { $0.key < $1.key }).prefix(Forecast.maximumDayCount)
    {
      // Six hours that begin in a day and end in it.
      let spans = extremes.filter { calendar.startOfDay(for: $0.date) == midnight && $0.date < midnight + 18 * 3600 }
      let temperatures = hours.map(\.temperature)
      guard let high = (temperatures + spans.map(\.high)).max(), let low = (temperatures + spans.map(\.low)).min()
      else { continue }
      let noon = midnight.addingTimeInterval(12 * 3600)
      let nearest = hours.min { abs($0.date.timeIntervalSince(noon)) < abs($1.date.timeIntervalSince(noon)) }
      days.append(Forecast.Day(date: midnight, high: high, low: low, weatherCode: nearest?.weatherCode))
    }
    return days
  }

  /// The WMO code nearest to a symbol (api.met.no/weatherapi/weathericon/2.0/documentation); nil for an unknown one.
  static func code(of symbol: String) -> Int? {
    let name = symbol.split(separator: "_").first.map(String.init) ?? symbol
    if name.hasSuffix("andthunder") { return 95 }
    return codes[name]
  }

  private static let codes = [
    "clearsky": 0, "fair": 1, "partlycloudy": 2, "cloudy": 3, "fog": 45, "lightrain": 61, "rain": 63, "heavyrain": 65,
    "lightrainshowers": 80, "rainshowers": 81, "heavyrainshowers": 82, "lightsleet": 66, "sleet": 66,
    "heavysleet": 67, "lightsleetshowers": 66, "sleetshowers": 66, "heavysleetshowers": 67, "lightsnow": 71,
    "snow": 73, "heavysnow": 75, "lightsnowshowers": 85, "snowshowers": 85, "heavysnowshowers": 86,
  ]
}
