import Afterglow
import Foundation

/// A clock in its configured style, in the layout of its family (docs/rules.md, rule 19).
struct ClockView: WidgetView {
  let entry: ClockEntry

  var body: some View {
    let clock = ClockParts(entry)
    switch family {
    case _ where entry.face != nil && level == .default && family.isSystem: FaceView(entry: entry)
    case .systemSmall: SmallClock(entry: entry)
    case _ where level == .simplified && family.isSystem: GlanceClock(clock: clock)
    case .systemMedium: MediumClock(clock: clock)
    case .systemLarge: LargeClock(clock: clock)
    case .systemExtraLarge: ExtraLargeClock(clock: clock)
    case .systemExtraLargePortrait: PortraitClock(clock: clock)
    case .accessoryCircular, .accessoryCorner: CircularClock(clock: clock)
    case .accessoryRectangular: RectangularClock(clock: clock)
    case .accessoryInline: InlineClock(clock: clock)
    }
  }
}

/// Two rows of large type, or a dial, and the date below. From afar the same rows or dial alone, with the same names
/// and places in the tree (docs/rules.md, rule 54).
private struct SmallClock: WidgetView {
  let entry: ClockEntry

  var body: some View {
    let grid = heroGrid(entry.displaySize)
    let far = GlanceRoom(entry.displaySize, margins, hasWords: false)
    let zone = entry.intent.zone.flatMap(TimeZone.init(identifier:))
    let is24 = entry.intent.hour == .twentyFour
    HeroLayout(grid) {
      switch entry.intent.style {
      case .analogue where grid.isSimplified:
        ClockDial(side: min(far.width, far.height), zone: zone, level: .simplified)
      case .analogue: Dial(grid: grid, showsSeconds: entry.intent.seconds, zone: zone)
      case .inline where !grid.isSimplified: InlineTime(grid: grid, is24: is24, zone: zone)
      case _ where grid.isSimplified && far.isWide: GlanceTime(room: far, zone: zone, is24: is24)
      default:
        StackedTime(
          points: grid.heroSize, gap: grid.isSimplified ? GlanceTime.gap(grid.heroSize, in: far) : grid.rowGap,
          is24: is24, zone: zone
        )
        .foregroundStyle(.primary)
      }
    } caption: {
      if entry.intent.date { DateLine(grid: grid, zone: zone) }
    }
  }
}

/// The time alone, as large as its place allows.
private struct GlanceClock: WidgetView {
  let clock: ClockParts

  var body: some View {
    let room = GlanceRoom(clock.size, margins, hasWords: false)
    GlanceTime(room: room, zone: clock.zone, is24: clock.intent.hour == .twentyFour)
      .frame(width: clock.size.width, height: clock.size.height)
  }
}

/// Hours above minutes.
struct StackedTime: WidgetView {
  let points: Double
  /// Between the rows, in points.
  let gap: Double
  let is24: Bool
  let zone: TimeZone?

  var body: some View {
    VStack(spacing: gap) {
      CapText(text: Text(clock: is24 ? .hour24 : .hour, in: zone), size: points, weight: heroWeight)
        .accessibilityIdentifier("hour")
      CapText(text: Text(clock: .minute, in: zone), size: points, weight: heroWeight)
        .accessibilityIdentifier("minute")
    }
    .multilineTextAlignment(.center)
    // Read aloud as one time, not as two numbers.
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(clock: is24 ? .hourMinute24 : .hourMinute, in: zone))
  }
}

/// Hours and minutes in one line, on the grid.
private struct InlineTime: WidgetView {
  let grid: HeroGrid
  let is24: Bool
  let zone: TimeZone?

  var body: some View {
    CapText(
      text: Text(clock: is24 ? .hourMinute24 : .hourMinute, in: zone), size: grid.size(fitting: 2.9),
      weight: heroWeight
    )
    .multilineTextAlignment(.center)
    .foregroundStyle(.primary)
    .accessibilityIdentifier("time")
  }
}

/// The line under the time: one text, which the renderer centres as it is on each day.
private struct DateLine: WidgetView {
  let grid: HeroGrid
  let zone: TimeZone?

  var body: some View {
    CapText(
      text: Text(clock: .weekdayAbbreviated, in: zone) + Text(verbatim: " ") + Text(clock: .day, in: zone),
      size: grid.captionSize, weight: captionWeight
    )
    .multilineTextAlignment(.center)
    .foregroundStyle(.secondary)
    .widgetAccentable()
    .accessibilityIdentifier("date")
  }
}

/// The dial on the small widget's grid.
private struct Dial: View {
  let grid: HeroGrid
  let showsSeconds: Bool
  let zone: TimeZone?

  var body: some View {
    ClockDial(
      side: min(grid.width, grid.height - grid.captionGap - grid.captionCap), showsSeconds: showsSeconds, zone: zone)
  }
}
