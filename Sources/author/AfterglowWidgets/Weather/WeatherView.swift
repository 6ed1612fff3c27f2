import Afterglow
import Foundation

/// The weather in the layout of its family (docs/rules.md, rule 19): the larger, the further it looks ahead.
struct WeatherView: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    switch family {
    case .systemSmall: SmallWeather(entry: entry)
    case _ where level == .simplified && family.isSystem: GlanceWeather(entry: entry)
    case .systemMedium: MediumWeather(entry: entry)
    case .systemLarge: ColumnWeather(entry: entry, degrees: 0.165, hours: 0.038, places: 5, days: 0.44)
    case .systemExtraLarge: ExtraLargeWeather(entry: entry)
    case .systemExtraLargePortrait:
      ColumnWeather(entry: entry, degrees: 0.14, hours: 0.032, places: 7, days: 0.52)
    case .accessoryCircular: CircularWeather(entry: entry)
    case .accessoryCorner: CornerWeather(entry: entry)
    case .accessoryRectangular: RectangularWeather(entry: entry)
    case .accessoryInline: InlineWeather(entry: entry)
    }
  }

  /// Whether a family shows hours and days to come.
  static func isRich(_ family: WidgetFamily) -> Bool { family.isSystem && family != .systemSmall }

  /// Whether a family has a place of its own for the words that mark invented weather; the host marks the others, which are
  /// as small as a circle.
  static func hasPlaceForSampleWords(_ family: WidgetFamily) -> Bool {
    ![.accessoryCircular, .accessoryCorner].contains(family)
  }
}

extension WeatherEntry {
  var condition: WeatherCondition { WeatherCondition(code: weatherCode) ?? .cloudy }
  func words(in locale: Locale) -> String {
    WeatherCondition.words(forCode: weatherCode, isNight: isNight, in: locale)
  }
}

/// Temperature above the sky's picture on the clock's two lines; high and low where the clock has its date; the city
/// above them, except next to StandBy's clock, which has the same lines. Four pieces of information (docs/rules.md, rule
/// 21).
private struct SmallWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let whole = heroGrid(entry.displaySize)
    // Invented weather is that of no place.
    let isSample = !entry.sampleWords.isEmpty
    if isSample || entry.place.isEmpty || whole.isSimplified || !value(\.showsWidgetContainerBackground) {
      rows(whole)
    } else {
      let points = max(11, whole.captionSize * 0.86)
      let head = whole.margins.top + points * HeroGrid.capShare
      let size = Size(width: entry.displaySize.width, height: entry.displaySize.height - head)
      VStack(spacing: 0) {
        CapText(text: Text(entry.place), size: points, weight: .semibold, isFitted: true)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("place")
          .frame(width: whole.width, height: head, alignment: .bottom)
        rows(
          HeroGrid(
            size: size,
            margins: EdgeInsets(
              top: points, leading: whole.margins.leading, bottom: whole.margins.bottom,
              trailing: whole.margins.trailing), level: level, typeSize: typeSize))
      }
    }
  }

  private func rows(_ grid: HeroGrid) -> some View {
    HeroLayout(grid) {
      VStack(spacing: grid.rowGap) {
        temperature(grid)
        symbol(grid)
      }
    } caption: {
      WeatherCaption(grid: grid, entry: entry)
        .frame(width: grid.width, height: grid.captionCap)
        .givesWayToAgeMark(min(grid.captionSize, 14))
    }
  }

  @ViewBuilder private func symbol(_ grid: HeroGrid) -> some View {
    let symbol = MarkedSymbol(entry: entry, size: Size(width: grid.width, height: grid.heroCap))
    if grid.isSimplified {
      symbol.frame(width: grid.width, height: grid.heroCap).givesWayToAgeMark(grid.heroSize * 0.16)
    } else {
      symbol
    }
  }

  private func temperature(_ grid: HeroGrid) -> some View {
    let text = Temperature.text(entry.temperature, in: locale)
    let figures = Double(text.count) * HeroGrid.digitShare
    // Without their sign two figures next to a clock's would be read as a time. One alone is as large as two.
    let far = min(
      GlanceTime.rowPoints(width: grid.width, height: grid.height),
      grid.width / (max(figures, 2 * HeroGrid.digitShare) + Temperature.farSignShare))
    // The degree sign hangs outside, so that the digits stand in the middle as the clock's do.
    let near = min(grid.size(fitting: figures + 2 * Temperature.degreeShare), GlanceRoom.near(far))
    let size = max(11, grid.isSimplified ? far : near)
    let ring = size * 0.19
    return CapText(text: Text(text), size: size, weight: heroWeight)
      .overlay(alignment: .topTrailing) {
        if !isPlaceholder {
          // As strong as the digits.
          Circle().strokeBorder(.primary, lineWidth: size * 0.72 * (isLuminanceReduced ? 0.046 : 0.07))
            .frame(width: ring, height: ring)
            .offset(x: size * Temperature.ringShare)
            .accessibilityIdentifier("degree")
        }
      }
      .offset(x: grid.isSimplified ? -size * Temperature.ringShare / 2 : 0)
      // On the line of the clock's hours, also where they are smaller.
      .frame(height: grid.heroCap, alignment: .bottom)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("temperature")
      // The sign is drawn.
      .accessibilityLabel(text + "°")
  }
}

/// Degrees and sky side by side, or below each other where the place is high.
private struct GlanceWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let room = GlanceRoom(entry.displaySize, margins, hasWords: false)
    Group {
      if room.isWide {
        let height = min(room.height * 0.66, room.width * 0.24)
        HStack(spacing: room.width * 0.05) {
          degrees(
            min(room.height / HeroGrid.capShare, (room.width * 0.95 - height * Self.aspect) / share))
          symbol(Size(width: height * Self.aspect, height: height))
        }
      } else {
        let points = min(room.height * 0.58 / HeroGrid.capShare, room.width / share)
        let rest = room.height - points * HeroGrid.capShare
        VStack(spacing: rest * 0.16) {
          degrees(points)
          symbol(Size(width: room.width, height: min(rest * 0.7, room.width / Self.aspect)))
        }
      }
    }
    .filling(entry.displaySize, margins)
  }

  /// Of the sky's drawing.
  private static let aspect = 1.24
  private var text: String { Temperature.text(entry.temperature, in: locale) }
  /// Figures and their sign.
  private var share: Double { Double(text.count) * HeroGrid.digitShare + 0.28 }

  private func degrees(_ points: Double) -> some View {
    GlanceFact(text: text + "°", points: max(11, points), name: "temperature")
  }

  private func symbol(_ size: Size) -> some View {
    MarkedSymbol(entry: entry, size: size)
      .frame(width: size.width, height: size.height)
      .givesWayToAgeMark(min(30, size.height * 0.24))
  }
}

/// The sky's drawing. If the weather is invented, the drawing is smaller and the words that mark it stand below, in the same
/// place.
private struct MarkedSymbol: WidgetView {
  let entry: WeatherEntry
  let size: Size

  var body: some View {
    if entry.sampleWords.isEmpty {
      symbol(size.height)
    } else {
      let points = max(11, min(size.height * 0.2, size.width / 8, 22))
      let gap = points * 0.6
      VStack(spacing: gap) {
        symbol(max(1, size.height - gap - points * HeroGrid.capShare))
        SampleWords(words: entry.sampleWords, points: points)
          .frame(width: max(size.width, points * 9), height: points * HeroGrid.capShare)
      }
    }
  }

  private func symbol(_ height: Double) -> some View {
    WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: height)
      .widgetAccentable()
      .accessibilityIdentifier("symbol")
      .accessibilityLabel(entry.words(in: locale))
  }
}

/// The words that mark invented weather.
struct SampleWords: View {
  let words: String
  /// Type size in points.
  let points: Double

  var body: some View {
    CapText(text: Text(words), size: points, weight: .medium, isFitted: true)
      .foregroundStyle(.secondary)
      .accessibilityIdentifier("sampleMark")
  }
}

/// Temperatures as people read them: whole degrees.
enum Temperature {
  /// Room for the degree sign next to the digits, in shares of the type size: its ring overlaps the last cell's edge.
  static let degreeShare = 0.17
  /// How far the ring reaches beyond the ink of the digits.
  static let ringShare = 0.24
  /// Room for it beyond their cells, where it has room on its own side only.
  static let farSignShare = 0.11

  static func text(_ value: Double, in locale: Locale) -> String { Figures.text(value, decimals: 0, in: locale) }
}

/// Rain that begins or ends within the hour (docs/rules.md, rule 76), else high and low of the day; the words for the
/// sky where the day is not known.
private struct WeatherCaption: WidgetView {
  let grid: HeroGrid
  let entry: WeatherEntry

  var body: some View {
    if let rain = entry.rain {
      Text(RainWords.text(rain, locale, timeZone)).font(.system(size: grid.captionSize, weight: captionWeight))
        .lineLimit(1).shrinkable(from: grid.captionSize)
        .frame(height: grid.captionSize * HeroGrid.capShare)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("rain")
    } else if let high = entry.high, let low = entry.low {
      HStack(spacing: grid.captionSize * 0.7) {
        extreme(high, isHigh: true)
        extreme(low, isHigh: false)
      }
    } else {
      CapText(text: Text(entry.words(in: locale)), size: grid.captionSize, weight: captionWeight, isFitted: true)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("condition")
    }
  }

  private func extreme(_ value: Double, isHigh: Bool) -> some View {
    let cap = grid.captionSize * HeroGrid.capShare
    return HStack(spacing: grid.captionSize * 0.3) {
      ArrowMark(pointsUp: isHigh)
        .stroke(
          .secondary,
          style: StrokeStyle(lineWidth: cap * (isLuminanceReduced ? 0.11 : 0.16), lineCap: .round, lineJoin: .round)
        )
        .frame(width: cap * 0.66, height: cap * 0.84)
      CapText(text: Text(Temperature.text(value, in: locale) + "°"), size: grid.captionSize, weight: captionWeight)
        .foregroundStyle(isHigh ? HierarchicalShapeStyle.primary : .secondary)
        .accessibilityIdentifier(isHigh ? "high" : "low")
    }
  }
}

/// A plain arrow, as high as its room.
struct ArrowMark: Shape {
  let pointsUp: Bool

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    let tip = pointsUp ? rect.minY : rect.maxY
    let end = pointsUp ? rect.maxY : rect.minY
    let wing = pointsUp ? rect.minY + rect.width / 2 : rect.maxY - rect.width / 2
    var path = Path()
    path.addLines([Point(x: rect.midX, y: end), Point(x: rect.midX, y: tip)])
    path.addLines([
      Point(x: rect.minX, y: wing), Point(x: rect.midX, y: tip), Point(x: rect.maxX, y: wing),
    ])
    return path
  }
}
