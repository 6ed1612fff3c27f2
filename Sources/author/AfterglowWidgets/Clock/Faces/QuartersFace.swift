import Afterglow
import Foundation

/// "half past" small, "nine" as large as there is room for, and below a ruler of the day's hours with the day in it and a mark
/// at the time. It changes four times an hour and has no minute that could be wrong.
struct QuartersFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let facts: QuarterFacts

  /// Type size of the small words and the gap to them, in shares of the hour's.
  private static let smallShare = 0.36
  private static let gapShare = 0.22

  private var isLight: Bool { isLuminanceReduced }
  private var hasDate: Bool { !isNight && time.clock.intent.date }
  private var weight: Font.Weight { isNight ? .regular : isLight ? .thin : .bold }

  var body: some View {
    switch room.shape {
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  // MARK: Words

  private func words(_ size: Size, _ alignment: HorizontalAlignment) -> some View {
    let language = WidgetLanguage.of(locale)
    let said = QuarterTime(facts.spoken, in: language)
    let measure = QuarterTime.measure(language)
    let rows = Double(measure.lines) * (Self.smallShare * HeroGrid.capShare + Self.gapShare)
    // Descenders of the last line have room.
    // As large as this word's width allows, so that a short one fills its place as well.
    let share = min(measure.hour, Double(said.hour.count) * measure.letter)
    let points = max(11, min(size.width / share, size.height / (HeroGrid.capShare + rows + 0.1)))
    let small = max(11, points * Self.smallShare)
    return VStack(alignment: alignment, spacing: points * Self.gapShare) {
      if !said.before.isEmpty { line(said.before, small, "before") }
      Text(said.hour)
        .font(.system(size: points, weight: weight, design: isLight ? .default : .serif))
        .lineLimit(1).minimumScaleFactor(0.5)
        .frame(height: points * HeroGrid.capShare)
        .foregroundStyle(.primary).accessibilityIdentifier("hour word")
      if !said.after.isEmpty { line(said.after, small, "after") }
    }
    .multilineTextAlignment(alignment == .center ? .center : .leading)
  }

  private func line(_ text: String, _ points: Double, _ name: String) -> some View {
    Text(text).font(.system(size: points, weight: isLight ? .light : .medium)).lineLimit(1)
      .shrinkable(from: points)
      .frame(height: points * HeroGrid.capShare)
      .foregroundStyle(.primary).accessibilityIdentifier(name)
  }

  // MARK: Day

  private func ruler(_ width: Double) -> some View { DayRuler(facts: facts, width: width, height: rulerHeight) }

  private func day(_ format: ClockFormat, _ points: Double) -> some View {
    time.date(format, points, isLight ? .light : .semibold).foregroundStyle(.primary)
  }

  private var turns: [SkyTurn] { isLight ? [] : (facts.sky?.turns ?? []).prefix(2).map(\.turn) }

  /// "Wednesday 30 September", and when the sun rises and sets: in one line where its letters are not too small, else in two.
  private static let footShare = 22.2
  /// Width of the longest day in words, in shares of the type size, with room to spare.
  private static let dayShare = 16.0
  private var footPoints: Double { min(room.words, max(11, room.width / Self.footShare)) }
  private var isFootDouble: Bool { room.width < 11 * (isLight ? Self.dayShare : Self.footShare) }
  private var footHeight: Double { footPoints * (isFootDouble ? 2 * HeroGrid.capShare + 0.7 : HeroGrid.capShare) }

  /// The day alone, in the middle below the ruler; in two lines where one may be too long.
  @ViewBuilder private var lightFoot: some View {
    let points = footPoints
    VStack(spacing: points * 0.7) {
      if hasDate {
        if isFootDouble {
          day(.weekday, points)
          day(.dayMonth, points)
        } else {
          day(.weekdayDayMonth, points)
        }
      }
    }
    .multilineTextAlignment(.center)
    .frame(width: room.width, height: footHeight)
  }

  private func doubleFoot(_ points: Double) -> some View {
    HStack(spacing: 0) {
      VStack(alignment: .leading, spacing: points * 0.7) {
        if hasDate {
          day(.weekday, points)
          time.date(.dayMonth, points, .medium).foregroundStyle(.primary)
        }
      }
      Spacer(minLength: 1)
      VStack(alignment: .trailing, spacing: points * 0.7) {
        ForEach(Array(turns.enumerated()), id: \.offset) { _, turn in TurnWords(turn: turn, points: points) }
      }
    }
  }

  @ViewBuilder private var foot: some View {
    let points = footPoints
    if isLight {
      lightFoot
    } else if isFootDouble {
      // Where times have AM and PM, a narrow place has no room for them.
      ViewThatFits(in: .horizontal) {
        doubleFoot(points)
        lightFoot
      }
      .frame(width: room.width, height: footHeight)
    } else {
      HStack(spacing: 0) {
        if hasDate { day(.weekdayDayMonth, points) }
        Spacer(minLength: 0)
        HStack(spacing: points * 0.9) {
          ForEach(Array(turns.enumerated()), id: \.offset) { _, turn in TurnWords(turn: turn, points: points) }
        }
      }
      .frame(width: room.width, height: footHeight)
    }
  }

  // MARK: Places

  private var isBare: Bool { isNight }
  private var rulerHeight: Double { room.side * 0.15 }

  private var wide: some View {
    let gap = room.words * 0.85
    let below = isBare ? 0 : footHeight + gap + rulerHeight + room.side * 0.06
    let place = Size(width: room.width, height: room.height - below)
    return VStack(spacing: 0) {
      words(place, .center).frame(width: place.width, height: place.height)
      if !isBare {
        Spacer(minLength: 0)
        ruler(room.width)
        Spacer(minLength: 0).frame(height: gap)
        foot
      }
    }
    .frame(width: room.width, height: room.height)
  }

  private var tall: some View {
    VStack(spacing: 0) {
      words(Size(width: room.width, height: room.height * 0.6), .center)
        .frame(width: room.width, height: room.height * 0.6)
      if !isBare {
        Spacer(minLength: 0)
        ruler(room.width)
        Spacer(minLength: 0).frame(height: room.words * 1.2)
        foot
      }
    }
    .frame(width: room.width, height: room.height)
  }

  private var round: some View {
    let side = room.side
    return VStack(spacing: side * 0.05) {
      words(Size(width: side * 0.72, height: side * 0.42), .center).frame(width: side * 0.74)
      if !isBare {
        ruler(side * 0.62)
        if hasDate { day(.dayMonth, room.words).frame(width: side * 0.5) }
      }
    }
    .multilineTextAlignment(.center)
  }
}

/// The hours of a day from midnight to midnight, marks below every third hour, and above a mark at the time. On paper the night
/// is black and the day yellow or empty; on a dark panel the day is filled, and the night an outline.
struct DayRuler: WidgetView {
  let facts: QuarterFacts
  /// In points; a third of the height is the band, the rest its marks.
  let width: Double
  let height: Double

  private var band: Rect { Rect(x: 0, y: height * 0.38, width: width, height: height * 0.36) }
  private var line: Double { max(1, height * (isLuminanceReduced ? 0.035 : 0.06)) }
  private var sunny: Color { Color.marked(.yellow, grey: 200, scheme) }

  var body: some View {
    ZStack(alignment: .topLeading) {
      if isPaper { night.fill(.primary) }
      day
      Rectangle().strokeBorder(.primary, lineWidth: line).frame(width: band.width, height: band.height)
        .offset(x: band.minX, y: band.minY)
      marks.fill(.primary)
      pointer.fill(accent).widgetAccentable().accessibilityIdentifier("time mark")
    }
    .frame(width: width, height: height, alignment: .topLeading)
    // A day runs from left to right, as a chart does.
    .environment(\.layoutDirection, .leftToRight)
  }

  private var accent: Color { Color.marked(.red, grey: 230, scheme) }
  /// Whether the ruler marks the dark hours and not the light ones.
  private var isPaper: Bool { value(\.accessibilityInvertColors) || scheme == .light && !isLuminanceReduced }
  private var hasColour: Bool { (inks == .shades || inks == .six) && mode == .fullColor }

  /// The hours of the sun. On paper of one ink they are empty.
  @ViewBuilder private var day: some View {
    if isPaper {
      if hasColour { bars(days).fill(sunny) }
    } else {
      bars(days).fill(hasColour ? AnyShapeStyle(sunny) : AnyShapeStyle(.secondary))
        .opacity(isLuminanceReduced ? 0.6 : 1).accessibilityIdentifier("day")
    }
  }

  /// The hours without sun, in one piece each: seams between twilights would be seen. A day in colour lies over all of them.
  private var night: Path {
    if hasColour && !spans.isEmpty { return bars([0...1]) }
    var nights: [ClosedRange<Double>] = []
    for (isDay, span) in spans where !isDay {
      if let last = nights.last, span.lowerBound - last.upperBound < 1e-6 {
        nights[nights.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        nights.append(span)
      }
    }
    return bars(nights)
  }

  /// Stretches of the band; under reduced luminance they are half as high, and light less.
  private func bars(_ spans: [ClosedRange<Double>]) -> Path {
    let share = isLuminanceReduced ? 0.5 : 1
    let top = band.minY + band.height * (1 - share) / 2
    var path = Path()
    for span in spans {
      let length = width * (span.upperBound - span.lowerBound)
      path.addRect(Rect(x: width * span.lowerBound, y: top, width: length, height: band.height * share))
    }
    return path
  }

  /// Marks of three hours below the band; those of six are longer.
  private var marks: Path {
    var path = Path()
    for hour in stride(from: 0, through: 24, by: 3) {
      let length = (height - band.maxY) * (hour % 6 == 0 ? 1 : 0.55)
      path.addRect(Rect(x: (width - line) * Double(hour) / 24, y: band.maxY, width: line, height: length))
    }
    return path
  }

  /// A triangle that points down at the time.
  private var pointer: Path {
    let side = height * 0.32
    let middle = min(max(facts.share * width, side * 0.6), width - side * 0.6)
    var path = Path()
    path.addLines([
      Point(x: middle - side * 0.6, y: 0), Point(x: middle + side * 0.6, y: 0), Point(x: middle, y: side),
    ])
    path.closeSubpath()
    return path
  }

  private var spans: [(isDay: Bool, span: ClosedRange<Double>)] {
    facts.sky.map { $0.lights.map { ($0.light == .day, $0.span) } } ?? []
  }

  private var days: [ClosedRange<Double>] { spans.filter(\.isDay).map(\.span) }
}
