import Afterglow
import AfterglowDocuments
import AfterglowSources
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
  /// A face that fills its place; nil = what `style` says.
  var face: ClockFace?
  /// iCalendar files, or where they come from, of the faces `agenda` and `almanac`; none: the month.
  var calendar = SourceList()
}

extension ClockIntent {
  enum CodingKeys: CodingKey { case style, seconds, hour, zone, date, face, calendar }

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
    try container.encode(face, forKey: .face)
    try container.encode(calendar, forKey: .calendar)
  }

  func validate() throws(ConfigurationError) {
    if let zone, ZoneName.zone(zone) == nil {
      throw ConfigurationError(path: ["zone"], message: "expected a time zone such as Europe/Lisbon, found \"\(zone)\"")
    }
    try NamedSource.check(calendar.items, at: "calendar")
  }
}

/// The time, legible across a room.
struct ClockWidget: BuiltInWidget {
  typealias Intent = ClockIntent

  static let kind = "clock"
  static var words: (any WidgetWords.Type)? { ClockWord.self }

  /// What the faces with a calendar have of it; nil for all others.
  private static func agenda(_ content: WidgetContent<ClockIntent>) -> WidgetContent<CalendarIntent>? {
    guard [.agenda, .almanac].contains(content.intent.face) else { return nil }
    return WidgetContent(
      intent: content.intent.agenda, files: content.files, folder: content.folder, place: content.place,
      zone: content.zone, date: content.date)
  }

  static func files(_ content: WidgetContent<ClockIntent>) -> [String] {
    agenda(content).map(CalendarWidget.files) ?? []
  }

  static func sources(_ content: WidgetContent<ClockIntent>) -> [SourceRequest] {
    agenda(content).map(CalendarWidget.sources) ?? []
  }

  static func problems(
    _ content: WidgetContent<ClockIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let agenda = agenda(content) else { return [] }
    return try CalendarWidget.problems(agenda, advice: advice)
  }

  /// Without a place there is no sky to draw; seconds and calendars are shown by some faces alone.
  static func advice(
    _ intent: ClockIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    // Large places have a dial in every style.
    let hasFigures = [.systemSmall, .systemMedium].contains(family)
    let hidesSeconds = intent.face.map { ![.analogue, .seconds].contains($0) } ?? hasFigures
    if intent.seconds, intent.style != .analogue, hidesSeconds {
      return ConfigurationRemark(
        path: ["seconds"],
        message: "\"seconds\" has no effect on this clock; write \"style: analogue\" or \"face: seconds\"")
    }
    if !intent.calendar.isEmpty, ![.agenda, .almanac].contains(intent.face) {
      return ConfigurationRemark(
        path: ["calendar"],
        message: "\"calendar\" has no effect on this clock; write \"face: agenda\" or \"face: almanac\"")
    }
    if let message = intent.zone.flatMap(ZoneAdvice.of) { return ConfigurationRemark(path: ["zone"], message: message) }
    guard intent.face == .solar, place == nil else { return nil }
    return ConfigurationRemark(
      path: ["face"],
      message: "expected the scene's \"place\" for the clock's face solar, found none, so that it shows the figures "
        + "alone; add place: {name: …, latitude: …, longitude: …}")
  }

  var body: some WidgetConfiguration {
    configuration("Clock", "See the time from across the room.", ClockProvider()) { ClockView(entry: $0) }
  }
}
