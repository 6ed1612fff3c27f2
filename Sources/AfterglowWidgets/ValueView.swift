import Afterglow
import Foundation

/// A value in the layout of its family. One with a past shows its course; where there is none yet, its place stays free, so
/// that nothing moves when the first points arrive (rule 86).
struct ValueView: View {
  let entry: ValueEntry
  @Environment(\.widgetFamily) private var family
  @Environment(\.levelOfDetail) private var level

  var body: some View {
    switch family {
    case .accessoryCircular: CircularValue(entry: entry)
    case .accessoryCorner: CornerValue(entry: entry)
    case .accessoryRectangular: RectangularValue(entry: entry)
    case .accessoryInline: InlineValue(entry: entry)
    // A course says nothing from across a room.
    case _ where level == .simplified: PlainValue(entry: entry)
    case .systemMedium: MediumValue(entry: entry)
    case .systemLarge: LargeValue(entry: entry)
    case .systemExtraLarge: ExtraLargeValue(entry: entry)
    case .systemExtraLargePortrait: PortraitValue(entry: entry)
    default: SmallValue(entry: entry)
    }
  }
}

/// Title, value with its unit, detail with a trend: at most four pieces, on the grid of the other widgets.
private struct PlainValue: View {
  let entry: ValueEntry
  @Environment(\.widgetContentMargins) private var margins
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced
  @Environment(\.widgetRenderingMode) private var mode
  @Environment(\.locale) private var locale
  @Environment(\.levelOfDetail) private var level

  var body: some View {
    let grid = HeroGrid(
      size: entry.displaySize, margins: margins, isNight: mode.isNight(isLuminanceReduced: isLuminanceReduced),
      level: level)
    HeroLayout(grid) {
      VStack(spacing: 0) {
        heading(grid).frame(width: grid.width, height: headingSize(grid) * HeroGrid.capShare)
        Spacer(minLength: 0)
        value(grid)
        Spacer(minLength: 0)
      }
    } caption: {
      ValueCaption(grid: grid, content: entry.content)
    }
  }

  private var content: ValueContent { entry.content }

  /// Without it nobody knows what the value is of: from far away it is larger than a caption.
  private func headingSize(_ grid: HeroGrid) -> Double { grid.captionSize * (grid.isSimplified ? 1.4 : 1) }

  private func heading(_ grid: HeroGrid) -> some View {
    HStack(alignment: .center, spacing: headingSize(grid) * 0.2) {
      if let symbol = content.symbol.flatMap(Symbol.init(named:)) {
        // No larger: it would reach far into the margin, where the host's marks stand.
        Image(symbol: symbol).font(.system(size: headingSize(grid) * 0.9)).foregroundStyle(.secondary)
      }
      if let title = content.title {
        Text(title).font(.system(size: headingSize(grid), weight: .medium)).lineLimit(1)
          .shrinkable(from: headingSize(grid))
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("title")
      }
    }
  }

  private func value(_ grid: HeroGrid) -> some View {
    let text = ValueText.shown(content, locale: locale)
    let unitWidth = Double(content.unit?.count ?? 0) * 0.26
    let size = grid.size(fitting: ValueText.width(of: text) + unitWidth)
    return HStack(alignment: .lastTextBaseline, spacing: max(3, size * 0.06)) {
      Text(text).font(.system(size: size, weight: HeroWeight.hero(isLuminanceReduced: isLuminanceReduced)))
        .monospacedDigit().lineLimit(1).shrinkable(from: size)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("value")
      if let unit = content.unit {
        Text(unit).font(.system(size: max(11, size * 0.36), weight: .regular)).lineLimit(1)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("unit")
      }
    }
  }
}

/// The line at the bottom: where it goes, and one more thing.
private struct ValueCaption: View {
  let grid: HeroGrid
  let content: ValueContent
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced

  var body: some View {
    let cap = grid.captionSize * HeroGrid.capShare
    HStack(spacing: grid.captionSize * 0.4) {
      if let trend = content.trend {
        TrendMark(trend: trend)
          .stroke(
            .primary,
            style: StrokeStyle(lineWidth: cap * (isLuminanceReduced ? 0.11 : 0.16), lineCap: .round, lineJoin: .round)
          )
          .frame(width: cap * 0.84, height: cap * 0.84)
          .accessibilityIdentifier("trend")
      }
      if let detail = content.detail {
        Text(detail).font(.system(size: grid.captionSize, weight: .medium)).lineLimit(1)
          .shrinkable(from: grid.captionSize)
          .frame(height: cap)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("detail")
      }
    }
  }
}

/// An arrow by direction alone: meaning never by colour (rule 39).
struct TrendMark: Shape {
  let trend: ValueContent.Trend
  /// It points as the graph goes.
  var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

  var body: some View { PathShape(path(in:)) }

  func path(in rect: Rect) -> Path {
    let direction: Double =
      switch trend {
      case .rising: -45
      case .steady: 0
      case .falling: 45
      }
    let middle = Point(x: rect.midX, y: rect.midY)
    let reach = min(rect.width, rect.height) / 2
    let tip = middle.away(reach, .degrees(direction))
    var path = Path()
    path.addLines([middle.away(-reach, .degrees(direction)), tip])
    path.addLines([
      tip.away(-reach, .degrees(direction - 45)), tip, tip.away(-reach, .degrees(direction + 45)),
    ])
    return path
  }
}

extension TrendMark {
  /// The arrow as a line as strong as the type beside it.
  @ViewBuilder func drawn(side: Double, isLuminanceReduced: Bool) -> some View {
    stroke(
      .primary,
      style: StrokeStyle(
        lineWidth: max(1, side * (isLuminanceReduced ? 0.13 : 0.19)), lineCap: .round, lineJoin: .round)
    )
    .frame(width: side, height: side)
    .accessibilityIdentifier("trend")
  }
}

/// A value as its place writes it.
enum ValueText {
  static func shown(_ content: ValueContent, locale: Locale) -> String {
    guard content.isNumber else { return content.value }
    let mark = locale.decimalSeparator ?? "."
    return content.value.replacing("-", with: "\u{2212}").replacing("+", with: "").replacing(".", with: mark)
  }

  /// A generous guess in shares of the type size: marks are narrow, digits sit in cells, capitals are wide.
  static func width(of text: String) -> Double {
    text.reduce(0) { width, character in
      switch character {
      case ".", ",", ":", "'", "’", " ": width + 0.3
      case _ where character.isNumber: width + HeroGrid.digitShare
      default: width + 0.72
      }
    }
  }

  /// A number with as many places as the value itself has.
  static func shown(_ number: Double, like content: ValueContent, locale: Locale) -> String {
    let places = content.isNumber ? content.value.split(separator: ".").dropFirst().first?.count ?? 0 : 1
    let text = String(format: "%.\(min(places, 6))f", number)
    return shown(ValueContent(value: text, isNumber: true), locale: locale)
  }

  /// With fewer places, then in thousands or millions, until it is no wider than so many shares of the type size.
  static func short(_ content: ValueContent, locale: Locale, fitting share: Double) -> String {
    let full = shown(content, locale: locale)
    guard content.isNumber, width(of: full) > share, let number = Double(content.value), number.isFinite else {
      return full
    }
    let plain = [1, 0].map { places in
      shown(ValueContent(value: String(format: "%.\(places)f", number), isNumber: true), locale: locale)
    }
    let compact = number.formatted(.number.notation(.compactName).precision(.significantDigits(1...2)).locale(locale))
    return plain.first { width(of: $0) <= share && $0.count < full.count } ?? compact
  }
}
