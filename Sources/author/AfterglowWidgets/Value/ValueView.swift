import Afterglow
import Foundation

/// A value in the layout of its family. One with a past shows its course; if that has no points yet, its place stays free,
/// so that nothing moves when the first ones arrive (docs/rules.md, rule 86). One without a past fills its place.
struct ValueView: WidgetView {
  let entry: ValueEntry

  var body: some View {
    switch family {
    case .accessoryCircular: CircularValue(entry: entry)
    case .accessoryCorner: CornerValue(entry: entry)
    case .accessoryRectangular: RectangularValue(entry: entry)
    case .accessoryInline: InlineValue(entry: entry)
    // A course says nothing from across a room.
    case _ where level == .simplified: GlanceValue(entry: entry)
    case _ where entry.content.course == nil && !entry.content.expectsPast: FilledValue(entry: entry)
    case .systemMedium: MediumValue(entry: entry)
    case .systemLarge: LargeValue(entry: entry)
    case .systemExtraLarge: ExtraLargeValue(entry: entry)
    case .systemExtraLargePortrait: PortraitValue(entry: entry)
    default: SmallValue(entry: entry)
    }
  }
}

/// Title, value and unit from afar, with the trend below.
struct GlanceValue: WidgetView {
  let entry: ValueEntry

  private var content: ValueContent { entry.content }

  /// Type size of the value in such a room; below it there is as much free as the words above take.
  static func points(_ content: ValueContent, in room: GlanceRoom, locale: Locale) -> Double {
    let text = ValueText.shown(content, locale: locale)
    let height = room.factHeight - room.wordsCap - room.gap
    return max(
      11, min(height * 0.94 / HeroGrid.capShare, room.width / (ValueText.width(of: text) - GlanceRoom.bearings)))
  }

  var body: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    let points = points(in: room)
    let hasFoot = content.unit != nil || content.trend != nil
    GlanceLayout(room, factCap: points * HeroGrid.capShare + (hasFoot ? room.gap + room.wordsCap : 0)) {
      GlanceWords(
        text: content.title ?? "", points: room.words, symbol: content.symbol.flatMap(Symbol.init(named:)))
    } fact: {
      // The unit belongs to the figures, not to the edge.
      VStack(spacing: room.gap) {
        value(points).frame(width: room.width, height: points * HeroGrid.capShare)
        if hasFoot { foot(room).frame(width: room.width, height: room.wordsCap) }
      }
    }
  }

  /// A value without a past fills its place near by as well, and is no smaller from afar.
  private func points(in room: GlanceRoom) -> Double {
    let usual = Self.points(content, in: room, locale: locale)
    if content.course != nil || content.expectsPast { return usual }
    let height = room.factHeight - room.wordsCap - room.gap
    let width = ValueText.inkWidth(of: ValueText.shown(content, locale: locale))
    return max(usual, min(height * 0.94 / HeroGrid.capShare, room.width / width))
  }

  private func value(_ points: Double) -> some View {
    Text(ValueText.shown(content, locale: locale))
      .font(.system(size: points, weight: heroWeight))
      .lineLimit(1).shrinkable(from: points)
      .fixedSize(horizontal: content.isNumber, vertical: true)
      .foregroundStyle(.primary)
      .accessibilityIdentifier("value")
  }

  private func foot(_ room: GlanceRoom) -> some View {
    HStack(spacing: room.words * 0.35) {
      if let unit = content.unit {
        CapText(text: Text(unit), size: room.words, weight: .medium).foregroundStyle(.secondary)
          .accessibilityIdentifier("unit")
      }
      if let trend = content.trend {
        TrendMark(trend: trend).drawn(side: room.wordsCap * 0.9, isLuminanceReduced: isLuminanceReduced)
      }
    }
  }
}

/// An arrow whose direction alone has the meaning, never its colour (docs/rules.md, rule 39).
struct TrendMark: Shape {
  let trend: ValueTrend
  /// It points as the graph goes.
  var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
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
  /// The arrow as a line as strong as the type next to it.
  @ViewBuilder func drawn(side: Double, isLuminanceReduced: Bool) -> some View {
    stroke(
      .primary,
      style: StrokeStyle(
        lineWidth: max(1, side * (isLuminanceReduced ? 0.13 : 0.19)), lineCap: .round, lineJoin: .round)
    )
    .frame(width: side, height: side)
    .accessibilityIdentifier("trend")
    // Where it went when it was last read says nothing once that is long ago.
    .hiddenOnceOld()
  }
}

/// A value in the locale's form.
enum ValueText {
  static func shown(_ content: ValueContent, locale: Locale) -> String {
    content.isNumber ? Figures.localized(content.value, in: locale) : content.value
  }

  /// A value that is shown already with its unit next to it. Locales differ in what stands between a number and its per cent
  /// sign, and on which side the sign is.
  static func withUnit(_ shown: String, of content: ValueContent, space: String, locale: Locale) -> String {
    guard let unit = content.unit else { return shown }
    return unit == "%" && content.isNumber ? Figures.percent(shown, in: locale) : "\(shown)\(space)\(unit)"
  }

  /// A generous estimate in shares of the type size: punctuation is narrow, digits have cells, capitals are wide.
  static func width(of text: String) -> Double {
    text.reduce(0) { width, character in
      switch character {
      case ".", ",", ":", "'", "’", " ": width + 0.3
      case _ where character.isNumber: width + HeroGrid.digitShare
      default: width + 0.72
      }
    }
  }

  /// The width of large figures from their first ink to their last, in shares of the type size.
  static func inkWidth(of text: String) -> Double {
    let width = text.reduce(0) { width, character in
      switch character {
      case ".", ",", ":", "'", "’", " ": width + 0.25
      case _ where character.isNumber: width + 0.62
      default: width + 0.72
      }
    }
    return max(0.5, width - 0.1)
  }

  /// A number with as many places as the value itself has.
  static func shown(_ number: Double, like content: ValueContent, locale: Locale) -> String {
    let places = content.isNumber ? RoundedNumber.decimals(of: content.value) : 1
    return Figures.text(number, decimals: min(places, RoundedNumber.maximumDecimals), in: locale)
  }

  /// With fewer places, then in thousands or millions, until it is no wider than so many shares of the type size.
  static func short(_ content: ValueContent, locale: Locale, fitting share: Double) -> String {
    let full = shown(content, locale: locale)
    guard content.isNumber, width(of: full) > share, let number = Double(content.value), number.isFinite else {
      return full
    }
    let plain = [1, 0].map { Figures.text(number, decimals: $0, in: locale) }
    let style = FloatingPointFormatStyle<Double>(locale: locale).notation(.compactName)
      .precision(.significantDigits(1...2))
    let compact = style.format(DecimalRounding.rounded(number, figures: 2)).replacing("-", with: "\u{2212}")
    return plain.first { width(of: $0) <= share && $0.count < full.count } ?? compact
  }
}
