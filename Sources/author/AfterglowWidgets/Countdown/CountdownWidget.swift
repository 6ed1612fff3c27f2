import Afterglow
import Foundation

/// The settings of a countdown in a scene.
struct CountdownIntent: WidgetConfigurationIntent {
  var title = "New Year"
  /// A day, or an instant: `2027-01-01`, or with a time of day `2027-01-01T00:00`, in the scene's zone.
  var date = "2027-01-01"
  /// The day from which the ring fills; empty: a hundred days before.
  var from = ""
  var symbol = "hourglass"

  func validate() throws(ConfigurationError) {
    for (key, text) in [("date", date), ("from", from)] where !(key == "from" && text.isEmpty) {
      guard CivilDate(text) != nil else {
        throw ConfigurationError(
          path: [key], message: "expected a day such as 2027-01-01, with or without T18:30, found \"\(text)\"")
      }
    }
    try Self.checkSymbol(symbol)
  }
}

/// A day or a second on the wall clock, without a zone.
struct CivilDate: Equatable {
  var components: DateComponents
  var hasTime: Bool

  init?(_ text: String) {
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    let day = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard (1...2).contains(halves.count), day.count == 3, let year = day[0], let month = day[1], let number = day[2],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(number)
    else { return nil }
    components = DateComponents(year: year, month: month, day: number)
    hasTime = halves.count == 2
    if hasTime {
      let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
      guard (2...3).contains(time.count), let hour = time[0], let minute = time[1], let second = time.last ?? nil,
        (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
      else { return nil }
      components.hour = hour
      components.minute = minute
      if time.count == 3 { components.second = second }
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    guard let date = calendar.date(from: components), calendar.component(.day, from: date) == number else { return nil }
  }

  /// Digits only, no sign.
  private static func number(_ text: Substring) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  func instant(in calendar: Calendar) -> Date {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    return gregorian.date(from: components) ?? .distantFuture
  }
}

/// The countdown on one day.
struct CountdownEntry: TimelineEntry {
  var date: Date
  var title: String
  var symbol: String
  var target: Date
  /// Whole days on the calendar from the entry's day to the target's; negative once it is over.
  var days: Int
  /// Share of the way that is behind, 0 to 1.
  var share: Double
  /// Less than a day is left: hours, minutes and seconds tick.
  var isTicking: Bool
  var displaySize: Size
}

/// Makes an entry a day; the last day ticks by itself.
struct CountdownProvider: AppIntentTimelineProvider {
  /// Days that the panel continues to count without its author.
  static let maximumEntryCount = 60

  func placeholder(in context: Context) -> CountdownEntry {
    let target = context.date.addingTimeInterval(12 * 86_400)
    return CountdownEntry(
      date: context.date, title: "Holiday", symbol: "airplane", target: target, days: 12, share: 0.7, isTicking: false,
      displaySize: context.displaySize)
  }

  func placeholder(for intent: CountdownIntent, in context: Context) -> CountdownEntry {
    entry(intent, at: context.date, context)
  }

  func snapshot(for intent: CountdownIntent, in context: Context) throws -> CountdownEntry {
    context.isPreview ? placeholder(in: context) : entry(intent, at: context.date, context)
  }

  func timeline(for intent: CountdownIntent, in context: Context) throws -> Timeline<CountdownEntry> {
    let calendar = context.environment.calendar
    var dates = [context.date]
    var midnight = calendar.startOfDay(for: context.date)
    for _ in 1..<Self.maximumEntryCount {
      guard let next = calendar.date(byAdding: .day, value: 1, to: midnight) else { break }
      midnight = calendar.startOfDay(for: next)
      dates.append(midnight)
    }
    if let target = CivilDate(intent.date)?.instant(in: calendar) {
      // The day before begins to tick, and the moment itself is shown at once.
      dates += [target.addingTimeInterval(-86_400), target].filter { $0 > context.date && $0 < dates.last! }
    }
    let entries = Set(dates).sorted().map { entry(intent, at: $0, context) }
    return Timeline(entries: entries, policy: .atEnd)
  }

  private func entry(_ intent: CountdownIntent, at date: Date, _ context: Context) -> CountdownEntry {
    let calendar = context.environment.calendar
    let wanted = CivilDate(intent.date)
    let target = wanted?.instant(in: calendar) ?? date
    let days =
      calendar.dateComponents(
        [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: target)
      ).day ?? 0
    let start = CivilDate(intent.from)?.instant(in: calendar) ?? target.addingTimeInterval(-100 * 86_400)
    let length = target.timeIntervalSince(start)
    let left = target.timeIntervalSince(date)
    return CountdownEntry(
      date: date, title: intent.title, symbol: intent.symbol, target: target, days: days,
      share: length > 0 ? min(1, max(0, 1 - left / length)) : 1,
      isTicking: left > 0 && left <= 86_400 && wanted?.hasTime == true, displaySize: context.displaySize)
  }
}

/// The time until an event.
struct CountdownWidget: BuiltInWidget {
  typealias Intent = CountdownIntent

  static let kind = "countdown"
  static var words: (any WidgetWords.Type)? { CountdownWord.self }

  /// A ring that fills from a day after its end is full from the beginning.
  static func advice(
    _ intent: CountdownIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    guard let from = CivilDate(intent.from)?.instant(in: calendar),
      let date = CivilDate(intent.date)?.instant(in: calendar), from >= date
    else { return nil }
    return ConfigurationRemark(
      path: ["from"],
      message: "the countdown's \"from\" (\(intent.from)) is not before its \"date\" (\(intent.date)), and its ring is "
        + "always full; write the day from which it fills")
  }

  var body: some WidgetConfiguration {
    configuration("Countdown", "See how many days are left.", CountdownProvider()) { CountdownView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .accessoryCircular, .accessoryRectangular, .accessoryInline,
      ])
  }
}

/// A number of days, the event's title, and a ring or bar of the share that has passed.
struct CountdownView: WidgetView {
  let entry: CountdownEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .systemMedium: medium
    case .accessoryCircular: circular
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    default: small
    }
  }

  private var number: String { Figures.text(abs(entry.days), in: locale) }
  private var unitWords: String {
    (entry.days > 0 ? CountdownWord.daysLeft : .daysAgo).text(for: entry.days, in: locale)
  }

  private func unit(_ points: Double) -> some View {
    Text(unitWords).font(.system(size: points, weight: .medium)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.secondary)
  }

  @ViewBuilder private func amount(_ points: Double, weight: Font.Weight) -> some View {
    if entry.isTicking {
      Text(entry.target, style: .timer).font(.system(size: points * 0.62, weight: weight)).monospacedDigit()
        .lineLimit(1).shrinkable(from: points * 0.62).accessibilityIdentifier("amount")
    } else if entry.days == 0 {
      Text(SharedWord.today.text(in: locale)).font(.system(size: points * 0.62, weight: weight)).lineLimit(1)
        .shrinkable(from: points * 0.62)
        .accessibilityIdentifier("amount")
    } else {
      Text(number).font(.system(size: points, weight: weight)).lineLimit(1).fixedSize()
        .frame(height: points * HeroGrid.capShare).accessibilityIdentifier("amount")
    }
  }

  /// The symbol comes second: a title stands where it stands, with or without one.
  private func heading(_ points: Double, hasAgeMark: Bool = false) -> some View {
    HStack(spacing: points * 0.5) {
      Text(entry.title).lineLimit(1).shrinkable(from: points).accessibilityIdentifier("title")
      if hasAgeMark {
        InlineSymbol(symbol: Symbol(named: entry.symbol), points: points / 0.86, isAccentable: true)
      } else if let symbol = Symbol(named: entry.symbol) {
        Image(symbol: symbol).widgetAccentable()
      }
    }
    .font(.system(size: points, weight: .semibold))
    .foregroundStyle(.secondary)
  }

  /// The title, and how many days are left.
  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    let isAlone = !entry.isTicking && entry.days != 0
    return GlanceLayout(room, factCap: isAlone ? far(in: room) * HeroGrid.capShare : nil) {
      heading(room.words)
    } fact: {
      if isAlone {
        GlanceFact(text: number, points: far(in: room), name: "amount")
      } else {
        amount(far(in: room), weight: heroWeight).foregroundStyle(.primary)
      }
    }
  }

  /// Type size of the number from across the room.
  private func far(in room: GlanceRoom) -> Double { room.points(figures: number.count) }

  /// The number's unit; gives way to the mark of old content.
  @ViewBuilder private func foot(_ points: Double, _ width: Double) -> some View {
    if entry.days != 0 && !entry.isTicking {
      unit(points).accessibilityIdentifier("unit")
        .frame(width: width, alignment: .leading)
        .givesWayToAgeMark(min(points, 14), alignment: .leading)
    } else {
      Rectangle().fill(.background).frame(width: width, height: 0).hidden().ageMark(alignment: .bottomLeading)
    }
  }

  private var small: some View {
    let size = entry.displaySize
    let (width, height) = size.room(inside: margins)
    let points = min(
      height * (0.7 - 0.12 * typeSize.growth(upTo: 1.5)), width / (Double(number.count) * HeroGrid.digitShare + 0.1),
      GlanceRoom.near(far(in: GlanceRoom(size, margins))))
    return VStack(alignment: .leading, spacing: 0) {
      heading(max(12, height * 0.1 * typeSize.growth(upTo: 1.5)))
      Spacer(minLength: 0)
      amount(points, weight: heroWeight).foregroundStyle(.primary)
      Spacer(minLength: 0)
      foot(max(12, height * 0.11 * typeSize.growth(upTo: 1.5)), width)
    }
    .frame(width: width, height: height, alignment: .leading)
    .padding(margins)
  }

  private var medium: some View {
    let size = entry.displaySize
    let (width, height) = size.room(inside: margins)
    let points = min(
      height * (0.68 - 0.12 * typeSize.growth(upTo: 1.5)), GlanceRoom.near(far(in: GlanceRoom(size, margins))))
    return HStack(spacing: 16) {
      VStack(alignment: .leading, spacing: 0) {
        heading(max(12, height * 0.12 * typeSize.growth(upTo: 1.5)))
        Spacer(minLength: 0)
        amount(points, weight: heroWeight).foregroundStyle(.primary)
        Spacer(minLength: 0)
        foot(max(12, height * 0.12 * typeSize.growth(upTo: 1.5)), width - height - 16)
      }
      .frame(width: width - height - 16, height: height, alignment: .leading)
      ZStack {
        ShareRing(share: entry.share, side: height, line: height * 0.08)
        date(height)
      }
    }
    .padding(margins)
  }

  /// The day that is counted to, inside of the ring.
  private func date(_ side: Double) -> some View {
    VStack(spacing: side * 0.075) {
      CapText(
        text: Text(entry.target.formatted(dateStyle.month(.abbreviated))), size: max(11, side * 0.125),
        weight: captionWeight
      )
      .foregroundStyle(.secondary).widgetAccentable().accessibilityIdentifier("month")
      CapText(
        text: Text(Figures.text(calendar.component(.day, from: entry.target), in: locale)), size: side * 0.34,
        weight: heroWeight
      )
      .foregroundStyle(.primary).accessibilityIdentifier("day")
    }
  }

  private var circular: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let inside = side * 0.66
    let text = entry.days == 0 ? Figures.text(0, in: locale) : number
    let points = min(side * 0.4, inside / (Double(text.count) * HeroGrid.digitShare))
    return ZStack {
      // On a small circle there is no room for both.
      ShareRing(share: entry.share, side: side, line: side * 0.085).givesWayToAgeMark(
        side * 0.15, hasWords: false, alignment: .bottom)
      Text(text).font(.system(size: points, weight: .semibold)).lineLimit(1).fixedSize().foregroundStyle(.primary)
        .accessibilityIdentifier("amount")
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var rectangular: some View {
    let height = entry.displaySize.height
    return VStack(alignment: .leading, spacing: height * 0.08) {
      heading(max(11, height * 0.19), hasAgeMark: true)
      HStack(alignment: .lastTextBaseline, spacing: height * 0.08) {
        amount(height * 0.44, weight: .semibold).foregroundStyle(.primary)
        if entry.days != 0 && !entry.isTicking {
          unit(max(11, height * 0.2))
        }
      }
    }
    .frame(width: entry.displaySize.width, height: height, alignment: .leading)
  }

  private var inline: some View {
    let words =
      entry.days == 0 ? CountdownWord.isToday.text(entry.title, in: locale) : "\(entry.title): \(number) \(unitWords)"
    return InlineWords(
      text: words, symbol: Symbol(named: entry.symbol), size: entry.displaySize, name: "amount", isFitted: true)
  }
}
