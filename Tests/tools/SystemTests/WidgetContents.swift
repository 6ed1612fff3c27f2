import Foundation

/// Content of each built-in widget, none of it invented by the widget itself.
enum WidgetContents {
  /// The configurations of all kinds, as in scene.yaml.
  static let configurations = [
    "clock": "{}",
    "weather": "{file: forecast.json}",
    "moon": "{}",
    "value": "{file: value.json}",
    "calendar": "{file: calendar.ics}",
    "reminders": "{file: reminders.yaml}",
    "news": "{file: news.xml}",
    "system": "{}",
    "photos": "{folder: photos}",
    "worldClock": "{}",
    "countdown": "{title: Anniversary, date: \"2040-05-01\"}",
    "note": "{title: Kitchen, text: Water the plants on the balcony and bring the newspaper up}",
    "document": "{view: thermostat.yaml, file: thermostat.json}",
  ]

  /// Writes the files that the configurations name into a board's folder.
  static func write(to folder: URL) throws {
    for (name, text) in files { try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8) }
    try forecast().write(to: folder.appending(path: "forecast.json"))
    try FileManager.default.createDirectory(at: folder.appending(path: "photos"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: CommandLineProgram.root.appending(path: "Tests/support/Golden/faces/square-300.png"),
      to: folder.appending(path: "photos/one.png"))
  }

  private static let files = [
    "value.json":
      #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "title": "Boiler room", "#
      + #""value": 21.5, "unit": "°C", "detail": "Warm enough to dry the laundry"}]}"#,
    "calendar.ics": """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//test//EN
    BEGIN:VEVENT
    UID:1
    DTSTAMP:20260101T000000Z
    DTSTART;VALUE=DATE:20260101
    RRULE:FREQ=DAILY
    SUMMARY:Swimming
    END:VEVENT
    END:VCALENDAR

    """,
    "reminders.yaml": """
    title: Home
    reminders:
      - title: Water the plants
      - title: Call the plumber

    """,
    "news.xml": """
    <rss version="2.0"><channel><title>Harbour</title>
    <item><title>The ferry sails again</title><pubDate>Thu, 01 Jan 2026 08:00:00 GMT</pubDate></item>
    <item><title>The market moves</title><pubDate>Thu, 01 Jan 2026 07:00:00 GMT</pubDate></item>
    </channel></rss>

    """,
    "thermostat.yaml": """
    displayName: Thermostat
    description: See how warm a room is.
    families:
      systemSmall:
        vstack:
          - label: {title: "{room}", symbol: thermometer}
          - spacer
          - text: "{temperature:.1} °C"
          - text: Heating is off until six
        alignment: leading

    """,
    "thermostat.json": #"{"room": "Living room", "temperature": 21.5}"#,
  ]

  /// A forecast from yesterday on: a run follows the real clock.
  private static func forecast() throws -> Data {
    let start = (Date().timeIntervalSince1970 / 86_400).rounded(.down) - 1
    let hours = (0..<120).map { hour -> String in
      let date = Date(timeIntervalSince1970: start * 86_400 + Double(hour) * 3600)
      return String(date.ISO8601Format().prefix(16))
    }
    return try JSONSerialization.data(
      withJSONObject: [
        "latitude": 41.15, "longitude": -8.61, "utc_offset_seconds": 0,
        "hourly": [
          "time": hours, "temperature_2m": hours.indices.map { 8 + Double($0 % 24) / 4 },
          "weather_code": hours.indices.map { _ in 2 },
        ] as [String: Any],
      ] as [String: Any])
  }
}
