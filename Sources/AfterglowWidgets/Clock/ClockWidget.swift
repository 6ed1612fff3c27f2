import Afterglow
import AfterglowDocuments
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
  /// A face that fills its place; nil = what `style` says.
  var face: ClockFace?
  /// iCalendar file of the face `agenda`; empty: the month.
  var calendar = ""
}

extension ClockIntent {
  enum CodingKeys: CodingKey { case style, seconds, hour, zone, date, face, calendar }

  /// Also null is written, so that hosts know every key there is.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(style, forKey: .style)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(hour, forKey: .hour)
    try container.encode(zone, forKey: .zone)
    try container.encode(date, forKey: .date)
    try container.encode(face, forKey: .face)
    try container.encode(calendar, forKey: .calendar)
  }

  func validate() throws(ConfigurationError) {
    if let zone, TimeZone(identifier: zone) == nil {
      throw ConfigurationError(path: ["zone"], message: "expected a time zone such as Europe/Lisbon, found \"\(zone)\"")
    }
  }
}

/// The time, large enough for the other end of the room.
struct ClockWidget: BuiltInWidget {
  typealias Intent = ClockIntent

  static let kind = "clock"
  static var words: (any WidgetWords.Type)? { ClockWord.self }

  static func files(_ intent: ClockIntent) -> [String] { intent.face == .agenda ? [intent.calendar] : [] }

  static func problems(
    _ content: WidgetContent<ClockIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    let calendar = WidgetContent(intent: CalendarIntent(), files: content.files, folder: content.folder)
    return try CalendarWidget.problems(calendar, advice: advice)
  }

  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: Self.kind, intent: ClockIntent.self, provider: ClockProvider()) { entry in
      ClockView(entry: entry).containerBackground(.background)
    }
    .configurationDisplayName("Clock")
    .description("See the time from across the room.")
    .contentMarginsDisabled()
  }
}
