import Afterglow
import Foundation

/// The weather in a small place, in a column: the city, the temperature, the sky with its words, and the day's range. They
/// are four pieces of information (docs/rules.md, rule 21). The city begins where the hours of a clock next to it begin,
/// the words stand at the foot of its minutes, and the range stands on the line of its date.
struct SmallWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let grid = heroGrid(entry.displaySize)
    HeroLayout(grid) {
      if grid.isSimplified { far(grid) } else { near(SmallWeatherRoom(grid, typeSize: typeSize, hasHead: hasHead)) }
    } caption: {
      DayRange(grid: grid, entry: entry).frame(width: grid.width, height: grid.captionCap)
    }
  }

  private var text: String { Temperature.text(entry.temperature, in: locale) }
  private var figures: Double { Double(text.count) * HeroGrid.digitShare }
  /// Invented weather is that of no place: the words that mark it stand in place of the city.
  private var hasHead: Bool { !entry.sampleWords.isEmpty || !entry.place.isEmpty }

  // MARK: near

  private func near(_ room: SmallWeatherRoom) -> some View {
    VStack(spacing: 0) {
      if hasHead {
        head(room.words).frame(width: room.width, height: room.wordsCap).padding(.bottom, room.gap)
      }
      if room.isWide {
        HStack(spacing: room.points * 0.3) {
          degrees(min(room.points, room.cell / (figures + 2 * Temperature.degreeShare)))
            .frame(width: room.cell, height: room.degreesCap)
          sky(room.symbol)
        }
        // The room before the digits is empty: what is seen of both stands in the middle.
        .padding(.trailing, room.points * 0.4)
      } else {
        degrees(min(room.points, room.width / (figures + 2 * Temperature.degreeShare)))
          .frame(width: room.width, height: room.degreesCap)
        sky(room.symbol).padding(.top, room.gap)
      }
      words(room.words).frame(width: room.width, height: room.wordsCap).padding(.top, room.wordsGap)
    }
    .frame(width: room.width, height: room.height)
  }

  @ViewBuilder private func head(_ points: Double) -> some View {
    if entry.sampleWords.isEmpty {
      CapText(
        text: Text(entry.place), size: points, weight: isLuminanceReduced ? captionWeight : .semibold, isFitted: true
      )
      .foregroundStyle(.primary)
      .accessibilityIdentifier("place")
    } else {
      SampleWords(words: entry.sampleWords, points: points)
    }
  }

  private func sky(_ height: Double) -> some View {
    WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: height)
      .widgetAccentable()
      .accessibilityIdentifier("symbol")
      .accessibilityLabel(entry.words(in: locale))
  }

  /// Rain that begins or ends within the hour (docs/rules.md, rule 76), else the words for the sky, which its drawing says
  /// as well.
  private func words(_ points: Double) -> some View {
    let rain = entry.rain.map { RainWords.text($0, locale, timeZone) }
    return CapText(
      text: Text(rain ?? entry.words(in: locale)), size: points, weight: captionWeight, isFitted: true
    )
    .foregroundStyle(.primary)
    .accessibilityIdentifier(rain == nil ? "condition" : "rain")
    .givesWayToAgeMark(min(points, 14))
  }

  /// The digits and their sign, which hangs outside, so that the digits stand in the middle as a clock's do.
  private func degrees(_ points: Double) -> some View {
    let size = max(11, points)
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
      .foregroundStyle(.primary)
      .accessibilityIdentifier("temperature")
      // The sign is drawn.
      .accessibilityLabel(text + "°")
  }

  // MARK: from afar

  /// The temperature on the line of a clock's hours, the sky on that of its minutes.
  private func far(_ grid: HeroGrid) -> some View {
    // Without their sign two figures next to a clock's would be read as a time. One alone is as large as two.
    let points = min(
      GlanceTime.rowPoints(width: grid.width, height: grid.height),
      grid.width / (max(figures, 2 * HeroGrid.digitShare) + Temperature.farSignShare))
    return VStack(spacing: grid.rowGap) {
      degrees(points)
        .offset(x: -points * Temperature.ringShare / 2)
        .frame(height: grid.heroCap, alignment: .bottom)
      MarkedSymbol(entry: entry, size: Size(width: grid.width, height: grid.heroCap))
        .frame(width: grid.width, height: grid.heroCap)
        .givesWayToAgeMark(grid.heroSize * 0.16)
    }
  }
}

/// The measures of a small weather that is seen from near by, in points: the height of a clock's two rows, shared by a
/// line of words above, the temperature, the sky, and a line of words below.
private struct SmallWeatherRoom {
  let width: Double
  let height: Double
  /// Type size of both lines of words.
  let words: Double
  /// Whether the sky stands next to the temperature, not below it.
  let isWide: Bool
  /// Height of the digits of the temperature.
  let degreesCap: Double
  /// Height of the drawing of the sky.
  let symbol: Double
  /// The distance below the city, and between temperature and sky where they are below each other.
  let gap: Double
  /// The distance above the words for the sky, which belong to it.
  let wordsGap: Double

  init(_ grid: HeroGrid, typeSize: DynamicTypeSize, hasHead: Bool) {
    width = grid.width
    height = 2 * grid.heroCap + grid.rowGap
    words = max(11, min(grid.height * 0.1, grid.width * 0.125, 30) * typeSize.growth(upTo: 1.22))
    isWide = width > grid.height * 1.5
    let free = max(1, height - words * HeroGrid.capShare * (hasHead ? 2 : 1))
    let far = min(
      GlanceTime.rowPoints(width: grid.width, height: grid.height),
      grid.width / (2 * HeroGrid.digitShare + Temperature.farSignShare))
    // The range grows with the type size: what it leaves belongs to the temperature first.
    let share = isWide ? 0.62 : typeSize.isAccessibilitySize ? 0.49 : 0.44
    degreesCap = min(free * share, GlanceRoom.near(far) * HeroGrid.capShare)
    symbol = isWide ? degreesCap * 0.9 : free * 0.28
    let rest = max(0, free - degreesCap - (isWide ? 0 : symbol))
    let gapCount = (hasHead ? 1.0 : 0) + (isWide ? 0 : 1)
    // Words stand nearer to the drawing that they name.
    wordsGap = rest * (isWide ? 1 : 0.75) / (gapCount + (isWide ? 1 : 0.75))
    gap = gapCount > 0 ? (rest - wordsGap) / gapCount : 0
  }

  var points: Double { degreesCap / HeroGrid.capShare }
  var wordsCap: Double { words * HeroGrid.capShare }
  /// Room for two digits with their sign on either side, next to the sky.
  var cell: Double { points * (2 * HeroGrid.digitShare + 2 * Temperature.ringShare) }
}

/// The high and the low of the day; nothing where the day is not known.
private struct DayRange: WidgetView {
  let grid: HeroGrid
  let entry: WeatherEntry

  /// The distance from the high to the low, in shares of the type size.
  private static let gapShare = 0.7
  /// Width of an arrow and of its distance from the figures, in shares of the type size.
  private static let (arrowShare, arrowGapShare) = (0.48, 0.3)

  var body: some View {
    if let high = entry.high, let low = entry.low {
      let (highText, lowText) = (Temperature.text(high, in: locale) + "°", Temperature.text(low, in: locale) + "°")
      // As large as a clock's date where two figures of two digits have room, and of one size then on every day.
      let figures = Double(max(6, highText.count + lowText.count)) * 0.6
      let share = figures + 2 * (Self.arrowShare + Self.arrowGapShare) + Self.gapShare
      let points = max(11, min(grid.captionSize, grid.width / share))
      HStack(spacing: points * Self.gapShare) {
        extreme(highText, points, isHigh: true)
        extreme(lowText, points, isHigh: false)
      }
    }
  }

  private func extreme(_ text: String, _ points: Double, isHigh: Bool) -> some View {
    let cap = points * HeroGrid.capShare
    return HStack(spacing: points * Self.arrowGapShare) {
      ArrowMark(pointsUp: isHigh)
        .stroke(
          isPlaceholder ? HierarchicalShapeStyle.tertiary : .secondary,
          style: StrokeStyle(lineWidth: cap * (isLuminanceReduced ? 0.11 : 0.16), lineCap: .round, lineJoin: .round)
        )
        .frame(width: points * Self.arrowShare, height: cap * 0.84)
      CapText(text: Text(text), size: points, weight: captionWeight)
        .foregroundStyle(isHigh ? HierarchicalShapeStyle.primary : .secondary)
        .accessibilityIdentifier(isHigh ? "high" : "low")
    }
  }
}
