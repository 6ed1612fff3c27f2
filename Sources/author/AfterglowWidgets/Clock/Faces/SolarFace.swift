import Afterglow
import Foundation

/// The sun's way through the day: where it rises and sets, through which twilight, and where it stands.
struct SolarFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let arc: DayArc

  var body: some View {
    switch room.shape {
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  private var weight: Font.Weight { isNight ? .light : isLuminanceReduced ? .thin : .regular }

  private func tint(_ light: DayArc.Light) -> Color {
    let colors: [UInt32] = [0x66_6CB4, 0x94_7ACB, 0xF0_7F6A, 0xFF_C24A]
    let greys: [UInt8] = [110, 130, 160, 230]
    return Color.marked(Color(hex: colors[light.rawValue]), grey: greys[light.rawValue], scheme)
  }

  // MARK: A band of sky

  private var wide: some View {
    let points = min(room.height * 0.36, room.width * 0.2)
    let cap = points * HeroGrid.capShare
    let band = Rect(
      x: room.inset, y: room.inset + cap + room.side * 0.1, width: room.width,
      height: room.height - cap - room.side * 0.1)
    return ZStack {
      SkyBand(arc: arc, band: band, words: room.words, tint: tint)
      VStack(spacing: 0) {
        HStack(alignment: .top, spacing: 0) {
          time.line(points, weight).foregroundStyle(.primary)
          Spacer(minLength: 0)
          if !isNight && time.clock.intent.date { date(.trailing) }
        }
        .frame(width: room.width, height: cap, alignment: .top)
        Spacer(minLength: 0)
      }
      .multilineTextAlignment(.leading)
      .frame(width: room.width, height: room.height)
    }
  }

  private func date(_ alignment: HorizontalAlignment) -> some View {
    VStack(alignment: alignment, spacing: room.words * 0.5) {
      time.date(.weekday, room.words, .medium).foregroundStyle(.primary)
      time.date(.dayMonth, room.words, .regular).foregroundStyle(.secondary)
    }
    .multilineTextAlignment(alignment == .trailing ? .trailing : .leading)
    .frame(width: room.width * 0.36, alignment: alignment == .trailing ? .trailing : .leading)
  }

  private var tall: some View {
    let points = room.width / 2.86
    let cap = points * HeroGrid.capShare
    let head = cap + (isNight ? 0 : room.words * 1.9) + room.side * 0.16
    let foot = room.words * 2.6
    let band = Rect(x: room.inset, y: room.inset + head, width: room.width, height: room.height - head - foot)
    return ZStack {
      SkyBand(arc: arc, band: band, words: room.words, hasTurns: false, tint: tint)
      VStack(spacing: 0) {
        VStack(spacing: room.words) {
          time.line(points, weight).foregroundStyle(.primary)
          if !isNight && time.clock.intent.date {
            time.dayLine(room.words).foregroundStyle(.secondary).frame(width: room.width)
          }
        }
        Spacer(minLength: 0)
        if !isLuminanceReduced {
          HStack(spacing: 0) {
            ForEach(Array(arc.turns.prefix(2).enumerated()), id: \.offset) { index, item in
              if index > 0 { Spacer(minLength: 0) }
              TurnWords(turn: item.turn, points: room.words)
            }
            if let sky = arc.polarSky { PolarWords(sky: sky, points: room.words) }
          }
        }
      }
      .multilineTextAlignment(.center)
      .frame(width: room.width, height: room.height)
    }
  }

  // MARK: A ring of a day

  private var round: some View {
    let side = room.side
    let line = side * (isLuminanceReduced ? 0.012 : 0.04)
    let radius = side * 0.44
    let sun = Point(x: room.size.width / 2, y: room.size.height / 2).away(radius, angle(arc.share))
    let points = side * 0.245
    return ZStack {
      ForEach(Array(arc.lights.enumerated()), id: \.offset) { _, stretch in
        Arc(
          start: angle(stretch.span.lowerBound), sweep: .turns(stretch.span.upperBound - stretch.span.lowerBound)
        )
        .stroke(
          tint(stretch.light),
          style: StrokeStyle(lineWidth: stretch.light == .day ? line : line * 0.55)
        )
        .frame(width: radius * 2, height: radius * 2)
      }
      SunMark(isUp: DayArc.Light(arc.elevation) == .day, side: side * 0.085, color: tint(.day)).position(CGPoint(sun))
      VStack(spacing: side * 0.075) {
        if !isNight && time.clock.intent.date {
          time.date(.dayMonth, room.words, .medium).foregroundStyle(.secondary).frame(width: side * 0.5)
        }
        time.line(points, weight).foregroundStyle(.primary)
        if !isLuminanceReduced, !arc.turns.isEmpty {
          // Where times have AM and PM, two of them would lie over the ring.
          ViewThatFits(in: .horizontal) {
            HStack(spacing: side * 0.05) { turns }
            VStack(spacing: side * 0.045) { turns }
          }
          .frame(width: side * 0.66)
        } else if !isLuminanceReduced, let sky = arc.polarSky {
          PolarWords(sky: sky, points: room.words).frame(width: side * 0.6)
        }
      }
      .multilineTextAlignment(.center)
    }
    .frame(width: room.size.width, height: room.size.height)
    .environment(\.layoutDirection, .leftToRight)
  }

  private var turns: some View {
    ForEach(Array(arc.turns.prefix(2).enumerated()), id: \.offset) { _, item in
      TurnWords(turn: item.turn, points: room.words)
    }
  }

  /// Noon is above, midnight below; the day goes round as the sun does in the north.
  private func angle(_ share: Double) -> Angle { .turns(share + 0.25) }
}

/// A rise or a set, with the hour of it.
struct TurnWords: WidgetView {
  let turn: SkyTurn
  let points: Double

  var body: some View {
    HStack(spacing: points * 0.2) {
      Image(symbol: turn.isRise ? .arrowUp : .arrowDown).font(.system(size: max(11, points * 0.86)))
        .frame(height: points * HeroGrid.capShare)
      Text(ShortTime.text(turn, locale, timeZone)).font(.system(size: points, weight: .medium))
        .lineLimit(1).fixedSize().frame(height: points * HeroGrid.capShare)
        .accessibilityIdentifier(turn.isRise ? "sunrise" : "sunset")
    }
    .foregroundStyle(.secondary)
  }
}

/// The sun: full above the horizon, a ring below it. Around it the line that it stands on is left out.
private struct SunMark: WidgetView {
  let isUp: Bool
  let side: Double
  let color: Color

  var body: some View {
    ZStack {
      Circle().fill(.background).frame(width: side * 1.5, height: side * 1.5)
      if isUp && !isLuminanceReduced {
        Circle().fill(color).frame(width: side, height: side)
      } else {
        Circle().strokeBorder(color, lineWidth: side * (isLuminanceReduced ? 0.12 : 0.2)).frame(
          width: side, height: side)
      }
    }
    .frame(width: side * 1.5, height: side * 1.5)
    .widgetAccentable()
    .accessibilityIdentifier("sun")
  }
}

/// The sun's height through the day, in a rectangle of the face.
private struct SkyBand: WidgetView {
  let arc: DayArc
  let band: Rect
  let words: Double
  var hasTurns = true
  let tint: (DayArc.Light) -> Color

  private var highest: Double { max(arc.elevations.max() ?? 0, 2) }
  private var lowest: Double {
    let least = min(arc.elevations.min() ?? 0, -2)
    guard hasTurns else { return least }
    // Where the sun hardly sets, a line of words has room below the horizon nevertheless.
    let share = min(0.5, words * 1.7 / band.height)
    return min(least, (Sun.horizon - share * highest) / (1 - share))
  }

  private func point(_ share: Double, _ elevation: Double) -> Point {
    Point(
      x: band.minX + share * band.width,
      y: band.minY + (highest - elevation) / (highest - lowest) * band.height)
  }

  private func line(_ span: ClosedRange<Double>) -> [Point] {
    let first = Int(clamping: (span.lowerBound * Double(DayArc.stepCount)).rounded(.down)) + 1
    let last = Int(clamping: (span.upperBound * Double(DayArc.stepCount)).rounded(.up)) - 1
    let inner = first <= last ? (first...last).map { Double($0) / Double(DayArc.stepCount) } : []
    return ([span.lowerBound] + inner + [span.upperBound]).map { point($0, arc.elevation(at: $0)) }
  }

  private var horizon: Double { point(0, Sun.horizon).y }

  var body: some View {
    let side = min(band.height, band.width * 0.6)
    let thick = side * (isLuminanceReduced ? 0.012 : 0.034)
    ZStack {
      if !isLuminanceReduced && mode == .fullColor {
        ForEach(Array(arc.lights.enumerated()), id: \.offset) { _, stretch in
          if stretch.light == .day { ground(stretch.span) }
        }
      }
      Path(Rect(x: band.minX, y: horizon - 0.4, width: band.width, height: 0.8)).fill(.tertiary)
      ForEach(Array(arc.lights.enumerated()), id: \.offset) { _, stretch in
        Path { $0.addLines(line(stretch.span)) }
          .stroke(
            tint(stretch.light),
            style: StrokeStyle(lineWidth: stretch.light == .day ? thick : thick * 0.62, lineJoin: .round))
      }
      if hasTurns && !isLuminanceReduced { turns }
      SunMark(
        isUp: DayArc.Light(arc.elevation) == .day, side: side * (isLuminanceReduced ? 0.1 : 0.13),
        color: tint(.day)
      )
      .position(CGPoint(point(arc.share, arc.elevation)))
    }
    .environment(\.layoutDirection, .leftToRight)
  }

  /// Between the arc and the horizon.
  private func ground(_ span: ClosedRange<Double>) -> some View {
    Path {
      $0.addLines(line(span))
      $0.addLine(to: Point(x: point(span.upperBound, 0).x, y: horizon))
      $0.addLine(to: Point(x: point(span.lowerBound, 0).x, y: horizon))
      $0.closeSubpath()
    }
    .fill(
      LinearGradient(
        colors: [Color(hex: 0xFF_B43A, opacity: 0.5), Color(hex: 0xFF_7F50, opacity: 0.05)], startPoint: .top,
        endPoint: .bottom))
  }

  /// The longest stretch between turns in which the sun is up: a day may begin or end in its middle.
  private var longestLight: ClosedRange<Double> {
    let edges = [0] + arc.turns.map(\.share) + [1]
    let spans = zip(edges, edges.dropFirst()).filter { from, to in
      arc.elevation(at: (from + to) / 2) > Sun.horizon
    }
    return spans.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { $0.0...$0.1 } ?? 0...0
  }

  /// Inside of the arc, below the horizon, where nothing else stands: side by side on long days, else stacked; in the
  /// order of the day, whether it rises or sets first, or does but one of them.
  @ViewBuilder private var turns: some View {
    let shown = Array(arc.turns.prefix(2))
    let light = longestLight
    let room = (light.upperBound - light.lowerBound) * band.width - words * 1.6
    let middle = band.minX + (light.lowerBound + light.upperBound) / 2 * band.width
    if let sky = arc.polarSky {
      // Below the horizon at the beginning of the day: in polar night the arc is lowest there.
      PolarWords(sky: sky, points: words)
        .frame(width: band.width * 0.4, height: words, alignment: .leading)
        .position(x: band.minX + band.width * 0.2, y: horizon + words * 1.15)
    } else if shown.isEmpty {
      EmptyView()
    } else if room > words * 8.4 || shown.count == 1 && room > words * 4.2 {
      HStack(spacing: 0) {
        // What is alone stands on its own side.
        if shown.count == 1 && !shown[0].turn.isRise { Spacer(minLength: 0) }
        ForEach(Array(shown.enumerated()), id: \.offset) { index, item in
          if index > 0 { Spacer(minLength: 0) }
          TurnWords(turn: item.turn, points: words)
        }
        if shown.count == 1 && shown[0].turn.isRise { Spacer(minLength: 0) }
      }
      .frame(width: room, height: words)
      .position(x: middle, y: horizon + words * 1.15)
    } else if room > words * 3 {
      VStack(alignment: .leading, spacing: words * 0.7) {
        ForEach(Array(shown.enumerated()), id: \.offset) { _, item in TurnWords(turn: item.turn, points: words) }
      }
      .position(x: middle, y: horizon + words * 1.9)
    }
  }
}
