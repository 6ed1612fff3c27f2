import Afterglow
import Foundation

/// No settings: the place is the scene's.
struct MoonIntent: WidgetConfigurationIntent {}

/// The moon at one instant.
struct MoonEntry: TimelineEntry {
  /// The moon's rises and sets over the scene's place.
  enum Sky: Equatable, Sendable {
    /// The scene has no place.
    case unknown
    /// When it next rises and sets, in order.
    case turns([SkyTurn])
    /// For a day at least.
    case staysUp, staysDown
  }

  var date: Date
  var phase: Moon.Phase
  /// 0 to 1.
  var illumination: Double
  /// Direction of the bright limb's middle, clockwise from three o'clock.
  var light: Angle
  /// Whether its north is below, as seen from south of the equator.
  var isTurned: Bool
  var sky: Sky
  var nextFull: Date
  var displaySize: Size

  /// How much is lit, as the locale writes a share.
  func percent(in locale: Locale) -> String { Figures.percent(illumination, in: locale) }
}

/// Entries for five days ahead, computed without any file.
struct MoonProvider: AppIntentTimelineProvider {
  /// Seconds between entries, in which the lit share changes by little more than a hundredth.
  static let step = 3 * 3600.0
  static let stepCount = 40

  func placeholder(in context: Context) -> MoonEntry { entry(context.date, context, in: turns(context, days: 2)) }

  func snapshot(for intent: MoonIntent, in context: Context) throws -> MoonEntry { placeholder(in: context) }

  func timeline(for intent: MoonIntent, in context: Context) throws -> Timeline<MoonEntry> {
    let days = Self.step * Double(Self.stepCount) / 86_400
    let turns = turns(context, days: days + 2)
    let end = context.date + days * 86_400
    let steps = (1..<Self.stepCount).map {
      Date(
        timeIntervalSince1970: ((context.date.timeIntervalSince1970 / Self.step).rounded(.down) + Double($0))
          * Self.step)
    }
    // When a rise, a set or the full moon is over, the next entry names the one after it.
    let marks = turns.map(\.date) + [Moon.nextFull(after: context.date)]
    let dates = Set(steps + marks.map { $0 + 1 }).filter { $0 > context.date && $0 < end }.sorted()
    return Timeline(entries: ([context.date] + dates).map { entry($0, context, in: turns) }, policy: .atEnd)
  }

  private func turns(_ context: Context, days: Double) -> [SkyTurn] {
    let start = Self.hour(of: context.date)
    return SamplePlace.sky(context).map { Moon.turns(over: $0, in: start..<(start + days * 86_400)) } ?? []
  }

  /// The start of an instant's hour in Unix time. All that is drawn of the moon is computed for it: a board that is compiled
  /// again within the hour has the same pixels, and e-paper no reason for a refresh. An hour moves the lit share by less than
  /// 0.005.
  private static func hour(of date: Date) -> Date {
    Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600)
  }

  private func entry(_ date: Date, _ context: Context, in turns: [SkyTurn]) -> MoonEntry {
    let moon = MoonPosition(at: Self.hour(of: date))
    let place = SamplePlace.sky(context)
    let isTurned = (place?.latitude ?? 0) < 0
    // East is left of north in the sky.
    let light = -90 - moon.brightLimb + (isTurned ? 180 : 0)
    return MoonEntry(
      date: date, phase: Moon.Phase(elongation: moon.elongation), illumination: moon.illumination,
      light: .degrees(light), isTurned: isTurned, sky: place.map { sky(over: $0, date, turns) } ?? .unknown,
      nextFull: Moon.nextFull(after: date), displaySize: context.displaySize)
  }

  private func sky(over place: Place, _ date: Date, _ turns: [SkyTurn]) -> MoonEntry.Sky {
    // Each rise comes some fifty minutes later than the one of the day before: 26 hours have both.
    let next = turns.filter { $0.date > date && $0.date < date + 93_600 }.prefix(2)
    return next.isEmpty ? Moon.isUp(over: place, at: date) ? .staysUp : .staysDown : .turns(Array(next))
  }
}

/// The moon's phase, its illumination, when it rises and sets, and the next full moon.
struct MoonWidget: BuiltInWidget {
  typealias Intent = MoonIntent

  static let kind = "moon"
  static var words: (any WidgetWords.Type)? { MoonWord.self }

  var body: some WidgetConfiguration {
    configuration("Moon", "See how much of the moon is lit and when it rises.", MoonProvider()) { MoonView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline,
      ])
  }
}
