import Afterglow
import Foundation

/// The parts of which the clock's layouts are composed.
struct ClockParts {
  let intent: ClockIntent
  /// Of the whole widget, in points.
  let size: Size
  let zone: TimeZone?

  init(_ entry: ClockEntry) {
    intent = entry.intent
    size = entry.displaySize
    zone = entry.intent.zone.flatMap(TimeZone.init(identifier:))
  }

  /// The hour as the clock is set: 0 to 23, or as the locale writes it.
  var hourText: Text { Text(clock: intent.hour == .twentyFour ? .hour24 : .hour, in: zone) }

  /// Hours and minutes in one line.
  var timeText: Text { Text(clock: intent.hour == .twentyFour ? .hourMinute24 : .hourMinute, in: zone) }

  /// The same, `points` large.
  func time(_ points: Double, weight: Font.Weight) -> some View {
    CapText(text: timeText, size: points, weight: weight).foregroundStyle(.primary).accessibilityIdentifier("time")
  }

  func dial(_ side: Double, isSimplified: Bool = false) -> ClockDial {
    ClockDial(side: side, showsSeconds: intent.seconds, zone: zone, isSimplified: isSimplified)
  }

  /// Width of the widest time from its first ink to its last, in shares of a large type size.
  static let timeShare = 2.76
}

/// Words below or next to a time.
private struct DateWords: WidgetView {
  let format: ClockFormat
  let points: Double
  var zone: TimeZone?
  var isSupporting = true
  /// Shrinks where its place is narrow.
  var isFitted = false
  /// In the weight of the time next to it.
  var isHero = false

  var body: some View {
    CapText(
      text: Text(clock: format, in: zone), size: points, weight: isHero ? heroWeight : captionWeight,
      isFitted: isFitted
    )
    .foregroundStyle(isSupporting ? HierarchicalShapeStyle.secondary : .primary)
  }
}

/// Weekday, day and month in one line; below each other where type is large.
private struct DayLines: WidgetView {
  let points: Double
  var zone: TimeZone?
  var isSupporting = true

  static func count(_ typeSize: DynamicTypeSize) -> Int { typeSize > .large ? 2 : 1 }

  var body: some View {
    Group {
      if Self.count(typeSize) > 1 {
        VStack(spacing: points * 0.55) {
          DateWords(format: .weekday, points: points, zone: zone, isSupporting: isSupporting)
          DateWords(format: .dayMonth, points: points, zone: zone, isSupporting: isSupporting)
        }
      } else {
        DateWords(format: .weekdayDayMonth, points: points, zone: zone, isSupporting: isSupporting)
      }
    }
    .multilineTextAlignment(.center)
    .widgetAccentable()
    .accessibilityIdentifier("date")
  }
}

/// Time at the leading edge, and next to it, behind a rule, the day as a leaf of a calendar; or a dial, and both next to it.
struct MediumClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    Group {
      if clock.intent.style == .analogue { analogue } else { digital }
    }
    .filling(clock.size, margins)
  }

  private var room: (width: Double, height: Double) { clock.size.room(inside: margins) }

  /// As large as the time may be next to its larger form from afar.
  private var largest: Double {
    GlanceRoom.near(GlanceTime.points(in: GlanceRoom(clock.size, margins, hasWords: false)))
  }

  @ViewBuilder private var digital: some View {
    // The leaf is as wide as its two figures.
    let share = clock.intent.date ? ClockParts.timeShare + Self.leafShare * 1.3 + 0.3 : ClockParts.timeShare
    let points = min(clock.size.height * 0.62, room.width / share, largest)
    HStack(spacing: 0) {
      clock.time(points, weight: heroWeight).multilineTextAlignment(clock.intent.date ? .leading : .center)
      if clock.intent.date {
        Spacer(minLength: 0)
        Rectangle().fill(.quaternary).frame(width: 1, height: points)
        Spacer(minLength: 0)
        leaf(points)
      }
    }
  }

  /// The day's figures, in shares of the time's size.
  private static let leafShare = 0.74

  private func leaf(_ points: Double) -> some View {
    VStack(spacing: points * 0.17) {
      DateWords(
        format: .weekdayAbbreviated, points: max(11, points * 0.24 * typeSize.growth(upTo: 1.5)), zone: clock.zone
      )
      .widgetAccentable()
      .accessibilityIdentifier("weekday")
      DateWords(format: .day, points: points * Self.leafShare, zone: clock.zone, isSupporting: false, isHero: true)
        .accessibilityIdentifier("day")
    }
    .multilineTextAlignment(.center)
    // As wide in every weight, so that the weekday stays where it is.
    .frame(width: points * Self.leafShare * 1.14)
  }

  @ViewBuilder private var analogue: some View {
    let gap = room.height * 0.14
    let width = room.width - room.height - gap
    let points = min(width / ClockParts.timeShare, largest)
    HStack(spacing: gap) {
      clock.dial(room.height)
      TimeAndDay(clock: clock, points: points).frame(width: width, alignment: .leading)
    }
  }
}

/// The time above the weekday and the date.
private struct TimeAndDay: WidgetView {
  let clock: ClockParts
  let points: Double

  var body: some View {
    let words = max(12, points * 0.26 * typeSize.growth(upTo: 1.5))
    VStack(alignment: .leading, spacing: points * 0.36) {
      clock.time(points, weight: heroWeight)
      if clock.intent.date {
        VStack(alignment: .leading, spacing: words * 0.58) {
          DateWords(format: .weekday, points: words, zone: clock.zone, isSupporting: false)
            .widgetAccentable()
            .accessibilityIdentifier("weekday")
          DateWords(format: .dayMonth, points: words, zone: clock.zone)
            .accessibilityIdentifier("date")
        }
      }
    }
  }
}

/// A dial, and the day in words below it.
struct LargeClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    let (width, height) = clock.size.room(inside: margins)
    let words = max(13, height * 0.062 * typeSize.growth(upTo: 1.6))
    let lines = DayLines.count(typeSize)
    VStack(spacing: words * 0.9) {
      clock.dial(min(width, height - (clock.intent.date ? words * (1.8 + 1.3 * Double(lines - 1)) : 0)))
      if clock.intent.date { DayLines(points: words, zone: clock.zone, isSupporting: false) }
    }
    .frame(width: clock.size.width, height: clock.size.height)
  }
}

/// A dial next to the time in figures and the day in words.
struct ExtraLargeClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    let (width, side) = clock.size.room(inside: margins)
    let gap = side * 0.14
    let room = width - side - gap
    HStack(spacing: gap) {
      clock.dial(side)
      TimeAndDay(clock: clock, points: room / ClockParts.timeShare).frame(width: room, alignment: .leading)
    }
    .frame(width: clock.size.width, height: clock.size.height)
  }
}

/// A dial above the time in figures and the day in words.
struct PortraitClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    let width = clock.size.room(inside: margins).width
    let points = min(width / ClockParts.timeShare, clock.size.height * 0.17)
    let words = max(13, points * 0.3 * typeSize.growth(upTo: 1.6))
    let side = min(width, clock.size.height * 0.58 - words * 1.3 * Double(DayLines.count(typeSize) - 1))
    VStack(spacing: points * 0.42) {
      clock.dial(side)
      clock.time(points, weight: heroWeight)
      if clock.intent.date { DayLines(points: words, zone: clock.zone) }
    }
    .multilineTextAlignment(.center)
    .frame(width: clock.size.width, height: clock.size.height)
  }
}

/// A dial of a thumb's size, or two rows of figures.
struct CircularClock: View {
  let clock: ClockParts

  var body: some View {
    let side = min(clock.size.width, clock.size.height)
    ZStack {
      if clock.intent.style == .analogue {
        clock.dial(side * 0.9, isSimplified: true)
      } else {
        VStack(spacing: side * 0.06) {
          CapText(text: clock.hourText, size: side * 0.36, weight: .semibold)
            .widgetAccentable()
            .accessibilityIdentifier("hour")
          CapText(text: Text(clock: .minute, in: clock.zone), size: side * 0.36, weight: .regular)
            .accessibilityIdentifier("minute")
        }
        .boundByInk()
        .multilineTextAlignment(.center)
        .foregroundStyle(.primary)
      }
    }
    .frame(width: clock.size.width, height: clock.size.height)
  }
}

/// Time above, the day below.
struct RectangularClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    let points = min(clock.size.height * 0.5, clock.size.width / ClockParts.timeShare)
    // "Wednesday, 30 September" has room; longer ones shrink.
    let words = max(11, min(clock.size.height * 0.19, clock.size.width / 13.1))
    VStack(alignment: .leading, spacing: words * 0.75) {
      clock.time(points, weight: isLuminanceReduced ? .light : .semibold)
      if clock.intent.date {
        // Where the longest day has no room at 11 pt, the weekday makes way.
        ViewThatFits(in: .horizontal) {
          DateWords(format: .weekdayDayMonth, points: words, zone: clock.zone)
          DateWords(format: .weekdayDayMonth, points: 11, zone: clock.zone)
          DateWords(format: .dayMonth, points: words, zone: clock.zone, isFitted: true)
        }
        .widgetAccentable()
        .accessibilityIdentifier("date")
      }
    }
    .frame(width: clock.size.width, height: clock.size.height, alignment: .leading)
  }
}

/// The day only: the system's inline place shows the time next to it.
struct InlineClock: View {
  let clock: ClockParts

  var body: some View {
    let points = max(11, clock.size.height * 0.6)
    Group {
      if let zone = clock.zone {
        // Somewhere else it is the time that one looks for.
        let line = Text(verbatim: "\(zone.cityName)  ") + clock.timeText
        CapText(text: line, size: points, weight: .medium, isFitted: true).foregroundStyle(.primary)
          .accessibilityIdentifier("time")
      } else {
        DateWords(format: .weekdayDayMonth, points: points, isSupporting: false, isFitted: true)
          .accessibilityIdentifier("date")
      }
    }
    .multilineTextAlignment(.center)
    .frame(width: clock.size.width, height: clock.size.height)
  }
}
