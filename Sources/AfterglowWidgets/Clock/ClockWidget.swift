import Afterglow
import Foundation

/// What a person can set on a clock.
struct ClockIntent: WidgetConfigurationIntent {
  enum Style: String, ConfigurationChoice {
    /// Hours above minutes, as large as the place allows.
    case digital
    /// Hours and minutes in one line.
    case inline
    /// A dial with hands.
    case analogue
  }

  enum HourFormat: String, ConfigurationChoice {
    /// As people write it where the locale says.
    case automatic
    /// 0 to 23 whatever the locale.
    case twentyFour = "24"
  }

  var style = Style.digital
  /// A second hand on the dial; digital styles have none.
  var seconds = false
  var hour = HourFormat.automatic
  /// An IANA name such as `Europe/Lisbon`; nil = the scene's.
  var zone: String?
  /// The line under the time.
  var date = true
}

extension ClockIntent {
  enum CodingKeys: CodingKey { case style, seconds, hour, zone, date }

  /// Also null is written, so that hosts know every key there is.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(style, forKey: .style)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(hour, forKey: .hour)
    try container.encode(zone, forKey: .zone)
    try container.encode(date, forKey: .date)
  }

  func validate() throws(ConfigurationError) {
    if let zone, TimeZone(identifier: zone) == nil {
      throw ConfigurationError(path: ["zone"], message: "expected a time zone such as Europe/Lisbon, found \"\(zone)\"")
    }
  }
}

/// The time itself is the renderer's.
typealias ClockEntry = SettingsEntry<ClockIntent>
typealias ClockProvider = SettingsProvider<ClockIntent>

/// The time, large enough for the other end of the room.
struct ClockWidget: BuiltInWidget {
  typealias Intent = ClockIntent

  static let kind = "clock"

  var body: some WidgetConfiguration {
    configuration("Clock", "See the time from across the room.", ClockProvider()) { ClockView(entry: $0) }
  }
}
