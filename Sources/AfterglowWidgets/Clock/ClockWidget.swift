import Afterglow
import Foundation

/// The settings of a clock in a scene.
struct ClockIntent: WidgetConfigurationIntent {
  /// How the time is shown.
  enum Style: String, ConfigurationChoice {
    /// Hours above minutes, as large as the place allows.
    case digital
    /// Hours and minutes in one line.
    case inline
    /// A dial with hands.
    case analogue
  }

  /// Whether hours run to 12 or 24.
  enum HourFormat: String, ConfigurationChoice {
    /// By the locale.
    case automatic
    /// 0 to 23 in every locale.
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

  /// Writes null as well, so that hosts see every key.
  ///
  /// - Throws: what the encoder throws.
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

/// The settings only: the renderer draws the time.
typealias ClockEntry = SettingsEntry<ClockIntent>
typealias ClockProvider = SettingsProvider<ClockIntent>

/// The time, legible across a room.
struct ClockWidget: BuiltInWidget {
  typealias Intent = ClockIntent

  static let kind = "clock"

  var body: some WidgetConfiguration {
    configuration("Clock", "See the time from across the room.", ClockProvider()) { ClockView(entry: $0) }
  }
}
