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
    guard ZoneName.zone(zone) != nil else {
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
    /// To the scene's own day: −1, 0 or 1.
    var days = 0
    var isNight: Bool
  }

  var date: Date
  var cities: [City]
  var displaySize: Size
}

/// Makes an entry whenever the sun rises or sets somewhere, a day begins or clocks change; times tick by themselves.
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
    // A dial and a time stay right: nothing next to them grows old.
    if Self.ticksAlone(context.family) { return Timeline(entries: entries, policy: .never) }
    // Zones differ by quarters of an hour.
    for step in 1...192 {
      let next = entry(intent, Date(timeIntervalSince1970: hour + Double(step) * 900), context)
      if next.cities != entries[entries.count - 1].cities { entries.append(next) }
    }
    var timeline = Timeline(entries: entries, policy: .after(Date(timeIntervalSince1970: hour + 24 * 3600)))
    timeline.knownUntil = Date(timeIntervalSince1970: hour + 48 * 3600)
    return timeline
  }

  private static func ticksAlone(_ family: WidgetFamily) -> Bool {
    family == .accessoryCircular || family == .accessoryInline
  }

  private func entry(_ intent: WorldClockIntent, _ date: Date, _ context: Context) -> WorldClockEntry {
    let home = context.environment.timeZone.secondsFromGMT(for: date)
    func day(_ seconds: Int) -> Int { Int(((date.timeIntervalSince1970 + Double(seconds)) / 86_400).rounded(.down)) }
    let cities = intent.cities.compactMap { city -> WorldClockEntry.City? in
      guard let zone = TimeZone(identifier: city.zone) else { return nil }
      let offset = zone.secondsFromGMT(for: date)
      return WorldClockEntry.City(
        title: city.title, zone: zone,
        difference: Figures.text(Self.difference(offset - home), in: context.environment.locale),
        days: day(offset) - day(home), isNight: ZonePlaces.isNight(in: zone, at: date))
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
  static var words: (any WidgetWords.Type)? { WorldClockWord.self }

  static func advice(
    _ intent: WorldClockIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    for (index, city) in intent.cities.enumerated() {
      guard let message = ZoneAdvice.of(city.zone) else { continue }
      return ConfigurationRemark(path: ["cities", "\(index)", "zone"], message: message)
    }
    return nil
  }

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

  /// Whether it is day or night there.
  private func light(_ city: WorldClockEntry.City, _ points: Double) -> some View {
    Image(symbol: city.isNight ? .moon : .sun).font(.system(size: max(11, points))).foregroundStyle(.secondary)
      .widgetAccentable().accessibilityIdentifier(city.isNight ? "night" : "day")
  }

  private func dayWord(_ city: WorldClockEntry.City) -> String {
    switch city.days {
    case 0: SharedWord.today.text(in: locale)
    case 1...: SharedWord.tomorrow.text(in: locale)
    default: WorldClockWord.yesterday.text(in: locale)
    }
  }

  /// In little room the day where it is another one, else the difference.
  private func shortDifference(_ city: WorldClockEntry.City) -> String {
    city.days != 0 || city.difference.isEmpty ? dayWord(city) : city.difference
  }

  private func longDifference(_ city: WorldClockEntry.City) -> String {
    city.difference.isEmpty ? dayWord(city) : "\(dayWord(city)) · \(city.difference)"
  }

  private func difference(_ words: String, _ points: Double) -> some View {
    Text(words).font(.system(size: points, weight: .regular)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.secondary)
      .accessibilityIdentifier("difference")
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
    let words = max(12, height * 0.1 * typeSize.growth(upTo: 1.4))
    return VStack(spacing: 0) {
      ClockDial(side: height - words * 3.1, zone: city.zone)
      Spacer(minLength: 0)
      HStack(spacing: words * 0.5) {
        light(city, words * 0.95)
        title(city, words)
      }
      .frame(height: words * HeroGrid.capShare)
      difference(shortDifference(city), max(11, words * 0.86))
        .frame(width: width, height: words * HeroGrid.capShare)
        .givesWayToAgeMark(max(11, words * 0.86))
        .padding(.top, words * 0.6)
    }
    .filling(entry.displaySize, margins)
  }

  private var medium: some View {
    let cities = Array(entry.cities.prefix(4))
    let column = width / Double(max(1, cities.count))
    let words = max(11, height * 0.094 * typeSize.growth(upTo: 1.3))
    // The dial, three lines, and the gaps between them.
    let side = min(column * 0.82, height - 3 * words * (HeroGrid.capShare + 0.72))
    let gap = (height - side - 3 * words * HeroGrid.capShare) / 3
    return HStack(spacing: 0) {
      ForEach(Array(cities.enumerated()), id: \.offset) { index, city in
        VStack(spacing: min(gap, words * 0.9)) {
          ClockDial(side: side, zone: city.zone, isSimplified: true)
          title(city, words).frame(width: column * 0.94, height: words * HeroGrid.capShare)
          CapText(text: Text(clock: .hourMinute, in: city.zone), size: words, weight: .medium)
            .multilineTextAlignment(.center).foregroundStyle(.primary).accessibilityIdentifier("time")
          let line = HStack(spacing: words * 0.42) {
            light(city, words * 0.95)
            difference(shortDifference(city), words)
          }
          .frame(width: column * 0.94, height: words * HeroGrid.capShare)
          if index == 0 { line.givesWayToAgeMark() } else { line }
        }
        .frame(width: column)
      }
    }
    .filling(entry.displaySize, margins)
  }

  @ViewBuilder private var large: some View {
    let offsets = Set(entry.cities.map { $0.zone.secondsFromGMT(for: entry.date) })
    // By a clock of twelve hours, figures do not say in which half of its day another city is.
    if let side = PeriodSide(locale), offsets.count > 1 {
      ViewThatFits(in: .horizontal) {
        rows(period: side)
        rows(period: nil)
      }
      .filling(entry.displaySize, margins)
    } else {
      rows(period: nil).filling(entry.displaySize, margins)
    }
  }

  private func rows(period: PeriodSide?) -> some View {
    let cities = Array(entry.cities.prefix(6))
    let row = height / Double(max(1, max(4, cities.count)))
    let words = min(20, row * 0.26)
    let names = max(11, words * typeSize.growth(upTo: 1.4))
    return VStack(spacing: 0) {
      ForEach(Array(cities.enumerated()), id: \.offset) { index, city in
        VStack(spacing: 0) {
          if index > 0 { Divider() }
          HStack(spacing: 0) {
            HStack(spacing: 14) {
              ClockDial(side: row * 0.68, zone: city.zone, isSimplified: true)
              VStack(alignment: .leading, spacing: names * 0.6) {
                title(city, names).frame(height: names * HeroGrid.capShare)
                let points = max(11, names * 0.76)
                let line = HStack(spacing: points * 0.5) {
                  light(city, points)
                  difference(longDifference(city), points)
                }
                .frame(height: points * HeroGrid.capShare)
                if index == 0 { line.givesWayToAgeMark(points, hasWords: false, alignment: .leading) } else { line }
              }
            }
            Spacer(minLength: 0)
            HStack(alignment: .lastTextBaseline, spacing: words * 0.4) {
              if period == .before { self.period(city, words * 0.8) }
              // A column of times: their colons stand below each other.
              time(city, words * 1.6, heroWeight).monospacedDigit()
                .multilineTextAlignment(.trailing)
              if period == .after { self.period(city, words * 0.8) }
            }
          }
          // At least as wide: what has no room in a row without being reduced is left out of all of them.
          .frame(minWidth: width)
          .frame(height: row - 1)
        }
      }
    }
  }

  /// AM or PM there.
  private func period(_ city: WorldClockEntry.City, _ points: Double) -> some View {
    Text(clock: .dayPeriod, in: city.zone).font(.system(size: max(11, points), weight: .medium)).lineLimit(1)
      .fixedSize().foregroundStyle(.secondary).accessibilityIdentifier("period")
  }

  /// The dial, and the city's name in the circle below it.
  private var circular: some View {
    let city = entry.cities[0]
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let words = max(11, side * 0.16)
    let dial = side * 0.94 - words * 1.5
    let height = dial + side * 0.06 + words * HeroGrid.capShare
    // The lower a name stands, the narrower the circle is.
    let room = max(0, side * side - height * height).squareRoot() - side * 0.03
    return VStack(spacing: side * 0.06) {
      ClockDial(side: dial, zone: city.zone, isSimplified: true)
      ViewThatFits(in: .horizontal) {
        name(city.title, words)
        name(city.abbreviation, words)
      }
      .frame(width: room, height: words * HeroGrid.capShare)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private func name(_ text: String, _ points: Double) -> some View {
    Text(text).font(.system(size: points, weight: .semibold)).lineLimit(1).foregroundStyle(.primary)
      .widgetAccentable().accessibilityIdentifier("city")
  }

  private var rectangular: some View {
    let city = entry.cities[0]
    let height = entry.displaySize.height
    let words = max(11, height * 0.19)
    return VStack(alignment: .leading, spacing: height * 0.14) {
      HStack(spacing: words * 0.4) {
        title(city, words).widgetAccentable()
        light(city, words * 0.9)
        difference(shortDifference(city), words)
        AgeMarkRoom(points: max(11, height * 0.17))
      }
      time(city, height * 0.42, .semibold)
    }
    .frame(width: entry.displaySize.width, height: height, alignment: .leading)
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

/// On which side of a time a locale writes AM and PM.
enum PeriodSide {
  case before, after

  /// nil where the clock runs to 24.
  init?(_ locale: Locale) {
    let pattern = DateFormatter.dateFormat(fromTemplate: "jmm", options: 0, locale: locale) ?? ""
    guard let period = pattern.firstIndex(of: "a") else { return nil }
    self = pattern.firstIndex(of: "m").map { period < $0 } == true ? .before : .after
  }
}

extension WorldClockEntry.City {
  /// For places too narrow for a name: the initials of several words, else the first three letters.
  var abbreviation: String {
    let words = title.split(separator: " ")
    return words.count > 1 ? String(words.compactMap(\.first)).uppercased() : String(title.prefix(3)).uppercased()
  }
}

extension TimeZone {
  /// The city that a zone is named after: São Paulo's is "Sao Paulo".
  var cityName: String {
    String((identifier.split(separator: "/").last ?? identifier[...]).map { $0 == "_" ? " " : $0 })
  }
}
