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

  /// The aspect ratio of the sky's drawing.
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
struct MarkedSymbol: WidgetView {
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
