import Afterglow
import Foundation

/// The settings of the world clock in a scene: its cities.
struct WorldClockIntent: WidgetConfigurationIntent {
  /// A city with its time zone.
  struct City: Codable, Equatable, Sendable {
    /// As shown; empty: the zone's own city.
    var name = ""
    /// An IANA name such as `Asia/Tokyo`.
    var zone: String

    var title: String { name.isEmpty ? TimeZone(identifier: zone)?.cityName ?? zone : name }
  }

  var cities = [
    City(zone: "America/New_York"), City(zone: "Europe/London"), City(zone: "Asia/Tokyo"),
    City(zone: "Australia/Sydney"),
  ]

  func validate() throws(ConfigurationError) {
    guard (1...12).contains(cities.count) else {
      throw ConfigurationError(path: ["cities"], message: "expected 1 to 12 cities, found \(cities.count)")
    }
  }
}

extension WorldClockIntent.City {
  enum CodingKeys: CodingKey { case name, zone }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    zone = try container.decode(String.self, forKey: .zone)
    name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    guard TimeZone(identifier: zone) != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .zone, in: container, debugDescription: "expected a time zone such as Asia/Tokyo, found \"\(zone)\"")
    }
  }
}

/// The cities from a date on.
struct WorldClockEntry: TimelineEntry {
  /// A city as it is shown.
  struct City: Equatable, Sendable {
    var title: String
    var zone: TimeZone
    /// To the scene's own time, such as "+8 h"; empty where they agree.
    var difference: String
    var isNight: Bool
  }

  var date: Date
  var cities: [City]
  var displaySize: Size
}

/// Makes an entry for each day and change of clocks, on which differences and nights depend; times tick by themselves.
struct WorldClockProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> WorldClockEntry { placeholder(for: WorldClockIntent(), in: context) }

  func placeholder(for intent: WorldClockIntent, in context: Context) -> WorldClockEntry {
    entry(intent, context.date, context)
  }

  func snapshot(for intent: WorldClockIntent, in context: Context) throws -> WorldClockEntry {
    entry(intent, context.date, context)
  }

  func timeline(for intent: WorldClockIntent, in context: Context) throws -> Timeline<WorldClockEntry> {
    let hour = (context.date.timeIntervalSince1970 / 3600).rounded(.down) * 3600
    var entries = [entry(intent, context.date, context)]
    // A dial and a time are right for ever: nothing beside them grows old.
    if Self.ticksAlone(context.family) { return Timeline(entries: entries, policy: .never) }
    for step in 1...48 {
      let next = entry(intent, Date(timeIntervalSince1970: hour + Double(step) * 3600), context)
      if next.cities != entries[entries.count - 1].cities { entries.append(next) }
    }
    return Timeline(entries: entries, policy: .after(Date(timeIntervalSince1970: hour + 24 * 3600)))
  }

  private static func ticksAlone(_ family: WidgetFamily) -> Bool {
    family == .accessoryCircular || family == .accessoryInline
  }

  private func entry(_ intent: WorldClockIntent, _ date: Date, _ context: Context) -> WorldClockEntry {
    let home = context.environment.timeZone.secondsFromGMT(for: date)
    let cities = intent.cities.compactMap { city -> WorldClockEntry.City? in
      guard let zone = TimeZone(identifier: city.zone) else { return nil }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let hour = calendar.component(.hour, from: date)
      return WorldClockEntry.City(
        title: city.title, zone: zone, difference: Self.difference(zone.secondsFromGMT(for: date) - home),
        isNight: hour < 6 || hour >= 20)
    }
    return WorldClockEntry(date: date, cities: cities, displaySize: context.displaySize)
  }

  /// "+5:30 h", with a true minus sign.
  static func difference(_ seconds: Int) -> String {
    if seconds == 0 { return "" }
    let minutes = abs(seconds) / 60
    let sign = seconds < 0 ? "\u{2212}" : "+"
    return minutes % 60 == 0
      ? "\(sign)\(minutes / 60) h" : "\(sign)\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60) h"
  }
}

/// The time elsewhere.
struct WorldClockWidget: BuiltInWidget {
  typealias Intent = WorldClockIntent

  static let kind = "worldClock"

  var body: some WidgetConfiguration {
    configuration("World Clock", "See what time it is for people far away.", WorldClockProvider()) {
      WorldClockView(entry: $0)
    }
    .supportedFamilies([
      .systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline,
    ])
  }
}

/// One city large, four side by side, or a list.
struct WorldClockView: WidgetView {
  let entry: WorldClockEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .systemMedium: medium
    case .systemLarge: large
    case .accessoryCircular: circular
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    default: small
    }
  }

  private var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }

  private func time(_ city: WorldClockEntry.City, _ points: Double, _ weight: Font.Weight) -> some View {
    CapText(text: Text(clock: .hourMinute, in: city.zone), size: points, weight: weight).foregroundStyle(.primary)
      .accessibilityIdentifier("time")
  }

  private func title(_ city: WorldClockEntry.City, _ points: Double) -> some View {
    Text(city.title).font(.system(size: points, weight: .semibold)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.primary).accessibilityIdentifier("city")
  }

  /// The difference of the city beside which the mark of old content is shown.
  @ViewBuilder private func oldDifference(_ city: WorldClockEntry.City, _ points: Double) -> some View {
    if city.difference.isEmpty {
      AgeMarkRoom(points: points)
    } else {
      difference(city, points).givesWayToAgeMark(points, hasWords: false)
    }
  }

  @ViewBuilder private func difference(_ city: WorldClockEntry.City, _ points: Double) -> some View {
    if !city.difference.isEmpty {
      Text(city.difference).font(.system(size: points, weight: .regular)).lineLimit(1).foregroundStyle(.secondary)
        .accessibilityIdentifier("difference")
    }
  }

  /// The first city's time.
  private var glance: some View {
    let city = entry.cities[0]
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    return GlanceLayout(room) {
      GlanceWords(text: city.title, points: room.words)
    } fact: {
      GlanceTime(room: room, zone: city.zone)
    }
  }

  private var small: some View {
    let city = entry.cities[0]
    let words = max(12, height * 0.1 * typeSize.growth(upTo: 1.5))
    return VStack(spacing: words * 0.4) {
      ClockDial(side: height - words * 2.2, zone: city.zone)
      HStack(spacing: words * 0.4) {
        title(city, words)
        oldDifference(city, words)
      }
    }
    .filling(entry.displaySize, margins)
  }

  private var medium: some View {
    let cities = Array(entry.cities.prefix(4))
    let column = width / Double(max(1, cities.count))
    let words = max(11, height * 0.094 * typeSize.growth(upTo: 1.4))
    let side = min(column * 0.88, height - words * 3.2)
    return HStack(spacing: 0) {
      ForEach(Array(cities.enumerated()), id: \.offset) { index, city in
        VStack(spacing: words * 0.35) {
          ClockDial(side: side, zone: city.zone, isSimplified: true)
          title(city, words)
          // Free where there is none, so that all dials stand on one line.
          let line = ZStack { difference(city, words) }.frame(width: column * 0.98, height: words * 1.21)
          if index == 0 { line.givesWayToAgeMark() } else { line }
        }
        .frame(width: column)
      }
    }
    .filling(entry.displaySize, margins)
  }

  private var large: some View {
    let cities = Array(entry.cities.prefix(6))
    let row = height / Double(max(1, max(4, cities.count)))
    let words = min(20, row * 0.27)
    let names = max(11, words * typeSize.growth(upTo: 1.4))
    return VStack(spacing: 0) {
      ForEach(Array(cities.enumerated()), id: \.offset) { index, city in
        VStack(spacing: 0) {
          if index > 0 { Divider() }
          HStack(spacing: 12) {
            ClockDial(side: row * 0.66, zone: city.zone, isSimplified: true)
            VStack(alignment: .leading, spacing: 2) {
              title(city, names)
              if index == 0 {
                oldDifference(city, max(11, names * 0.76))
              } else {
                difference(city, max(11, names * 0.76))
              }
            }
            Spacer(minLength: 0)
            Image(symbol: city.isNight ? .moon : .sun).font(.system(size: words * 0.9)).foregroundStyle(.secondary)
            time(city, words * 1.5, heroWeight)
              .multilineTextAlignment(.trailing)
          }
          .frame(width: width, height: row - 1)
        }
      }
    }
    .filling(entry.displaySize, margins)
  }

  private var circular: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    return ClockDial(side: side * 0.9, zone: entry.cities[0].zone, isSimplified: true)
      .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var rectangular: some View {
    let city = entry.cities[0]
    let points = entry.displaySize.height
    return VStack(alignment: .leading, spacing: points * 0.14) {
      HStack(spacing: 5) {
        title(city, max(11, points * 0.19)).widgetAccentable()
        difference(city, max(11, points * 0.19))
        AgeMarkRoom(points: max(11, points * 0.17))
      }
      time(city, points * 0.42, .semibold)
    }
    .frame(width: entry.displaySize.width, height: points, alignment: .leading)
  }

  private var inline: some View {
    let points = max(11, entry.displaySize.height * 0.6)
    let city = entry.cities[0]
    let line = Text(verbatim: "\(city.title)  ") + Text(clock: .hourMinute, in: city.zone)
    return CapText(text: line, size: points, weight: .medium, isFitted: true)
      .multilineTextAlignment(.center)
      .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}

extension TimeZone {
  /// The city that a zone is named after: São Paulo's is "Sao Paulo".
  var cityName: String {
    (identifier.split(separator: "/").last.map(String.init) ?? identifier).replacing("_", with: " ")
  }
}
