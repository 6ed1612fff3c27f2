import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore

/// The scene of a new board: clock, weather, calendar and news, as the panel has room for them.
struct NewScene {
  var board: String
  var settings: BoardSettings
  var place: NewPlace
  /// A language tag.
  var language: String
  /// Addresses and files, in the scene's own form.
  var calendars: [String]
  var news: [String]

  /// How a panel is filled.
  enum Layout: Equatable {
    /// A grid of four.
    case wall(clock: String, weather: String, calendar: String, news: String)
    /// Clock and weather.
    case pair
    /// A watch's face.
    case watch
  }

  /// Pixels per point at least: text of 11 pt then has the pixels that its strokes need, and can be read from where the
  /// viewer is.
  private var leastScale: Double {
    max(0.85, settings.geometry.readableScale(distanceMm: settings.viewingDistanceMm))
  }

  var layout: Layout {
    if settings.geometry.isRound { return .watch }
    let wide = "systemMedium"
    if scale(columns: 4, rows: 2) >= leastScale {
      // Without one of the four another has its place: a forecast fills it on each day, an agenda does not.
      return .wall(
        clock: wide, weather: news.isEmpty ? "systemLarge" : wide, calendar: isSlow ? "systemLarge" : wide, news: wide)
    }
    if !news.isEmpty && scale(columns: 3, rows: 2) >= leastScale {
      return .wall(clock: "systemSmall", weather: "systemSmall", calendar: wide, news: wide)
    }
    return .pair
  }

  /// Pixels per point in a grid of so many small widgets, or of as many upright, with the gaps around them.
  private func scale(columns: Int, rows: Int) -> Double {
    let sides = [settings.geometry.widthPx, settings.geometry.heightPx].map(Double.init)
    func scale(_ columns: Int, _ rows: Int) -> Double {
      min(sides[0] / (Double(columns) * 194 + 24), sides[1] / (Double(rows) * 194 + 24))
    }
    return max(scale(columns, rows), scale(rows, columns))
  }

  /// Whether it is paper that needs many seconds for any change: nothing on it changes by the minute.
  private var isSlow: Bool { settings.record.pixelFormat == PixelFormat.spectra6.rawValue }

  /// What was asked for and has no place.
  var leftOut: [String] {
    switch layout {
    case .wall: []
    case .pair: news.isEmpty ? [] : ["news"]
    case .watch: news.isEmpty ? [] : ["news"]
    }
  }

  var text: String {
    let widgets =
      switch layout {
      case .wall(let clock, let weather, let calendar, let news): wall(clock, weather, calendar: calendar, news: news)
      case .pair: pair
      case .watch: watch
      }
    return head + widgets.joined(separator: "\n")
  }

  private var context: String {
    switch layout {
    case .wall: "context: home                 # a grid of widgets, or standBy, lockScreen, …: docs/widgets.md"
    case .pair: "context: standBy              # two widgets side by side, or home, lockScreen, …: docs/widgets.md"
    case .watch: "context: watchFace            # a dial with widgets, or standBy, home, …: docs/widgets.md"
    }
  }

  private var head: String {
    let place = place.place
    let country = place.country.map { ", country: \($0)" } ?? ""
    let zone =
      self.place.zone.map { "zone: \($0.identifier)\n" } ?? "# zone: Europe/Lisbon        the system's, unless set\n"
    let locale = language.isEmpty ? "" : "locale: \(language)\n"
    return """
      # What the panel shows. It follows as soon as this file is saved; `afterglow check` reports what is wrong.
      # All widgets, families and settings: docs/widgets.md, `afterglow gallery`. All other keys: docs/boards.md.
      \(context)
      \(locale)\(zone)# For the weather, the sun and holidays:
      place: {name: \(NewText.quoted(place.name)), latitude: \(NewPlace.text(place.latitude)), longitude: \
      \(NewPlace.text(place.longitude))\(country)}

      widgets:

      """
  }

  // MARK: Widgets

  private func wall(_ clock: String, _ weather: String, calendar: String, news: String) -> [String] {
    // What is large has the whole of one side: it comes before what stands below the first.
    let isLarge = weather == "systemLarge" && !isSlow
    let two = [calendarItem(calendar), weatherItem(weather)]
    return [isSlow ? nil : clockItem(clock)].compactMap(\.self) + (isLarge ? two.reversed() : two)
      + [newsItem(news)].compactMap(\.self)
  }

  private var pair: [String] {
    let clock = """
        - kind: clock
          configuration:
            \(calendars.isEmpty || isSlow ? face : "face: agenda            # or another: docs/widgets.md#clock-faces")

      """
    return [clock + list("calendar", calendars, indent: 6), weatherItem(nil)]
  }

  private var watch: [String] {
    [
      item("weather", "accessoryCircular", "of the place above"),
      item("calendar", "accessoryCircular", nil) + configuration("sources", calendars, none: "file: \"\""),
    ]
  }

  /// Without a calendar.
  private var face: String {
    isSlow
      ? "face: almanac           # the day: six inks take 15 s for a change, so there is no time"
      : "style: digital          # or inline, analogue; or a face: docs/widgets.md#clock-faces"
  }

  private func clockItem(_ family: String) -> String {
    item("clock", family, nil)
      + """
          configuration:
            style: digital          # or inline, analogue; or a face: docs/widgets.md#clock-faces

      """
  }

  private func weatherItem(_ family: String?) -> String {
    item("weather", family, "of the place above, by Open-Meteo.com")
      + """
          # configuration: {units: imperial}      or {service: met-norway}

      """
  }

  private func calendarItem(_ family: String) -> String {
    let hint = """
          # More of them, with a colour of their own:
          #   - {url: https://example.org/club.ics, color: green}
          #   - {url: {secret: work-calendar}}    a private address, kept in a file: docs/sources.md#secrets
          #   - {caldav: https://cloud.example.org, user: ana, password: {secret: cloud}}    all of an account

      """
    let none = "file: \"\"                # no calendar\n      layout: month           # days and holidays"
    return item("calendar", family, nil) + configuration("sources", calendars, none: none) + hint
  }

  private func newsItem(_ family: String) -> String? {
    news.isEmpty ? nil : item("news", family, nil) + configuration("sources", news, none: "")
  }

  private func item(_ kind: String, _ family: String?, _ comment: String?) -> String {
    "  - kind: \(kind)\(comment.map { "               # \($0)" } ?? "")\n"
      + (family.map { "    family: \($0)\n" } ?? "")
  }

  private func configuration(_ key: String, _ values: [String], none: String) -> String {
    "    configuration:\n" + (values.isEmpty ? "      \(none)\n" : list(key, values, indent: 6))
  }

  private func list(_ key: String, _ values: [String], indent: Int) -> String {
    if values.isEmpty { return "" }
    let space = String(repeating: " ", count: indent)
    return space + key + ":\n" + values.map { space + "  - " + NewText.quoted($0) + "\n" }.joined()
  }
}
