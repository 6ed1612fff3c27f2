import Afterglow
import Foundation

/// A clock in the style that its owner chose.
struct ClockView: View {
  let entry: ClockEntry
  @Environment(\.widgetContentMargins) private var margins
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced
  @Environment(\.widgetRenderingMode) private var mode
  @Environment(\.levelOfDetail) private var level

  var body: some View {
    let grid = HeroGrid(
      size: entry.displaySize, margins: margins, isNight: mode.isNight(isLuminanceReduced: isLuminanceReduced),
      level: level)
    let zone = entry.intent.zone.flatMap(TimeZone.init(identifier:))
    HeroLayout(grid) {
      switch entry.intent.style {
      case .digital: StackedTime(grid: grid, is24: entry.intent.hour == .twentyFour, zone: zone)
      case .inline: InlineTime(grid: grid, is24: entry.intent.hour == .twentyFour, zone: zone)
      case .analogue: Dial(grid: grid, showsSeconds: entry.intent.seconds, zone: zone)
      }
    } caption: {
      if entry.intent.date { DateLine(grid: grid, zone: zone) }
    }
  }
}

/// Hours above minutes.
private struct StackedTime: View {
  let grid: HeroGrid
  let is24: Bool
  let zone: TimeZone?
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced

  var body: some View {
    let weight = HeroWeight.hero(isLuminanceReduced: isLuminanceReduced)
    VStack(spacing: grid.rowGap) {
      hour(weight).accessibilityIdentifier("hour")
      CapText(text: Text(clock: .minute, in: zone), size: grid.heroSize, weight: weight)
        .accessibilityIdentifier("minute")
    }
    .multilineTextAlignment(.center)
    .foregroundStyle(.primary)
  }

  /// Whether hours run to 12 or 24 is the locale's word; the United Kingdom's is 24.
  @ViewBuilder private func hour(_ weight: Font.Weight) -> some View {
    let text = CapText(text: Text(clock: .hour, in: zone), size: grid.heroSize, weight: weight)
    if is24 {
      text.environment(\.locale, Locale(identifier: "en_GB"))
    } else {
      text
    }
  }
}

private struct InlineTime: View {
  let grid: HeroGrid
  let is24: Bool
  let zone: TimeZone?
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced

  var body: some View {
    CapText(
      text: Text(clock: is24 ? .hourMinute24 : .hourMinute, in: zone), size: grid.size(fitting: 2.9),
      weight: HeroWeight.hero(isLuminanceReduced: isLuminanceReduced)
    )
    .multilineTextAlignment(.center)
    .foregroundStyle(.primary)
    .accessibilityIdentifier("time")
  }
}

/// The line under the time.
private struct DateLine: View {
  let grid: HeroGrid
  let zone: TimeZone?
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced

  var body: some View {
    let weight = HeroWeight.caption(isLuminanceReduced: isLuminanceReduced, isNight: grid.isNight)
    HStack(spacing: grid.captionSize * 0.35) {
      // Ticking text has the box of its widest value: the two lean on the gap between them.
      CapText(text: Text(clock: .weekdayAbbreviated, in: zone), size: grid.captionSize, weight: weight)
        .multilineTextAlignment(.trailing)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("weekday")
      CapText(text: Text(clock: .day, in: zone), size: grid.captionSize, weight: weight)
        .multilineTextAlignment(.leading)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("day")
    }
  }
}

/// Ticks, hour and minute hand, and a second hand where it is asked for.
private struct Dial: View {
  let grid: HeroGrid
  let showsSeconds: Bool
  let zone: TimeZone?
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced
  @Environment(\.widgetRenderingMode) private var mode

  var body: some View {
    let side = min(grid.width, grid.height - grid.captionGap - grid.captionCap)
    // In shares of the dial: hands as wide as the hour ticks are long read as one family.
    let hand = side * (isLuminanceReduced ? 0.024 : 0.046) * (grid.isSimplified ? 1.3 : 1)
    ZStack {
      if !grid.isSimplified {
        DialTicks(isHours: false, width: side * 0.008, length: side * 0.030).fill(.tertiary)
      }
      DialTicks(isHours: true, width: side * (isLuminanceReduced ? 0.010 : 0.020), length: side * 0.075).fill(.primary)
      ClockHand(unit: .hour, length: 0.52, width: hand, in: zone).foregroundStyle(.primary)
        .accessibilityIdentifier("hour hand")
      ClockHand(unit: .minute, length: 0.84, width: hand, in: zone).foregroundStyle(.primary)
        .accessibilityIdentifier("minute hand")
      if showsSeconds && !isLuminanceReduced && !grid.isSimplified {
        ClockHand(unit: .second, length: 0.92, width: side * 0.012, tail: 0.16, in: zone)
          .foregroundStyle(Color.marked(.orange, grey: 200, in: mode))
          .accessibilityIdentifier("second hand")
      }
      Circle().fill(.background).frame(width: side * 0.022, height: side * 0.022)
    }
    .frame(width: side, height: side)
  }
}

/// Twelve or forty-eight marks with round ends, all one outline.
private struct DialTicks: Shape {
  let isHours: Bool
  let width: Double
  let length: Double

  var body: some View { PathShape(path(in:)) }

  func path(in rect: Rect) -> Path {
    let center = Point(x: rect.midX, y: rect.midY)
    let outer = min(rect.width, rect.height) / 2
    var path = Path()
    for index in 0..<60 where (index % 5 == 0) == isHours {
      let angle = Angle.turns(Double(index) / 60)
      path.addCapsule(
        from: center.away(outer - length + width / 2, angle), to: center.away(outer - width / 2, angle),
        width: width)
    }
    return path
  }
}
