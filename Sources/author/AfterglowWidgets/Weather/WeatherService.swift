import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// Services that give the weather of a place without registration.
enum WeatherService: String, ConfigurationChoice {
  /// Open-Meteo: forecast and air quality (open-meteo.com/en/docs); free for non-commercial use, data under CC BY 4.0.
  case openMeteo = "open-meteo"
  /// MET Norway's Locationforecast 2.0 (api.met.no/weatherapi/locationforecast/2.0/documentation); CC BY 4.0.
  case metNorway = "met-norway"

  /// Who is named next to its data, as CC BY 4.0 asks for (section 3.a).
  var credit: String {
    switch self {
    case .openMeteo: "Open-Meteo.com"
    case .metNorway: "MET Norway"
    }
  }

  /// The service that an address belongs to; nil for all others.
  init?(of source: ContentSource) {
    guard case .web(let address) = source.origin, let host = address.host else { return nil }
    switch host {
    case _ where host == "open-meteo.com" || host.hasSuffix(".open-meteo.com"): self = .openMeteo
    case "api.met.no": self = .metNorway
    default: return nil
    }
  }
}

/// Units of a forecast that is asked for by place.
enum WeatherUnits: String, ConfigurationChoice {
  case metric, imperial
}

extension WeatherService {
  /// Seconds between two requests: models of the next hours are computed every hour, and both services ask not to
  /// be asked more often than needed.
  static let pauseSeconds = 1800

  /// The forecast of a place. Coordinates have four decimals (11 m), which MET Norway demands and no forecast exceeds.
  func forecast(of place: Place, _ units: WeatherUnits) -> ContentSource {
    let (latitude, longitude) = (Self.degrees(place.latitude), Self.degrees(place.longitude))
    switch self {
    case .metNorway:
      return ContentSource(
        text: "https://api.met.no/weatherapi/locationforecast/2.0/complete?lat=\(latitude)&lon=\(longitude)")
    case .openMeteo:
      let imperial = units == .imperial ? "&temperature_unit=fahrenheit&wind_speed_unit=mph" : ""
      return ContentSource(
        text: "https://api.open-meteo.com/v1/forecast?latitude=\(latitude)&longitude=\(longitude)"
          + "&current=temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,wind_gusts_10m"
          + "&hourly=temperature_2m,relative_humidity_2m,precipitation_probability,weather_code,wind_speed_10m,"
          + "wind_gusts_10m,uv_index&minutely_15=precipitation&forecast_minutely_15=24"
          + "&daily=weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset&timezone=auto&forecast_days=8"
          + imperial)
    }
  }

  /// The quality of a place's air, by the European index or, in imperial units, the American one; nil where the service
  /// has none.
  func airQuality(of place: Place, _ units: WeatherUnits) -> ContentSource? {
    guard self == .openMeteo else { return nil }
    let (latitude, longitude) = (Self.degrees(place.latitude), Self.degrees(place.longitude))
    let index = units == .imperial ? "us_aqi" : "european_aqi"
    return ContentSource(
      text: "https://air-quality-api.open-meteo.com/v1/air-quality?latitude=\(latitude)&longitude=\(longitude)"
        + "&hourly=\(index)&timezone=auto&forecast_days=3")
  }

  /// Degrees with four decimals, whatever the locale.
  static func degrees(_ value: Double) -> String {
    let rounded = Int((abs(value) * 10_000).rounded())
    let fraction = String(rounded % 10_000)
    let sign = value < 0 && rounded > 0 ? "-" : ""
    return "\(sign)\(rounded / 10_000)." + String(repeating: "0", count: 4 - fraction.count) + fraction
  }
}
