import Afterglow
import Foundation

/// A value without a past in a system family: its name above, its figures as large as their place, the further line below.
/// A small place has the unit below the figures, which have its whole width; a wider one has it behind them.
struct FilledValue: WidgetView {
  let entry: ValueEntry

  private var content: ValueContent { entry.content }
  private var hasFoot: Bool {
    (family == .systemSmall || !content.isNumber) && (content.unit != nil || content.trend != nil)
  }

  var body: some View {
    let grid = HeroGrid(size: entry.displaySize, margins: margins)
    let words = min(max(13, grid.height * 0.105), max(13, grid.width * 0.13), 34)
    let cap = ValueHeading.points(words, typeSize) * HeroGrid.capShare
    let room = Size(width: grid.width, height: max(1, grid.height - 2 * cap))
    VStack(alignment: .leading, spacing: 0) {
      ValueHeading(content: content, size: words)
      figures(room, foot: hasFoot ? min(max(13, grid.height * 0.14), grid.width * 0.16, 44) : 0)
        .frame(width: room.width, height: room.height, alignment: .leading)
      ValueDetail(content: content, size: words, width: grid.width)
    }
    .frame(width: grid.width, height: grid.height, alignment: .topLeading)
    .padding(grid.margins)
  }

  /// The figures in the middle of their place, whether there is something at their foot or not.
  ///
  /// - Parameter foot: type size of the unit below them; 0 for none.
  private func figures(_ room: Size, foot: Double) -> some View {
    let gap = foot * 0.55
    // As much as the unit takes below stays free above; it is nearer to the figures than to the line below.
    let height = max(11, room.height - 2 * (foot * HeroGrid.capShare + gap + foot * 0.75))
    let (points, cap) = measures(Size(width: room.width, height: height))
    return ZStack(alignment: .leading) {
      if content.isNumber {
        ValueFigure(content: shown, points: points, width: room.width, isAlone: hasFoot)
      } else {
        Text(content.value).font(.system(size: points, weight: heroWeight))
          .lineLimit(2).shrinkable(from: points)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("value")
          .frame(width: room.width, height: height, alignment: .leading)
      }
      if foot > 0 {
        ValueFoot(content: content, points: foot)
          .frame(width: room.width, height: foot * HeroGrid.capShare, alignment: .leading)
          .offset(y: (cap + foot * HeroGrid.capShare) / 2 + gap)
      }
    }
  }

  /// The content of the figures: unit and arrow stand at the foot, where there is one.
  private var shown: ValueContent {
    guard hasFoot else { return content }
    var shown = content
    (shown.unit, shown.trend) = (nil, nil)
    return shown
  }

  /// The largest type size in such a room, and the height of what is drawn in it.
  private func measures(_ room: Size) -> (points: Double, height: Double) {
    if content.isNumber {
      let share = max(0.5, ValueText.width(of: ValueText.shown(content, locale: locale)))
      let most = room.height * (hasFoot ? 1 : 0.68) / HeroGrid.capShare
      return (most, min(most, room.width / share) * HeroGrid.capShare)
    }
    let most = room.height * 0.8 / FittedWords.lineShare
    let points = FittedWords.points(content.value, in: room, upTo: most)
    let count = FittedWords.lineCount(content.value, points: points, width: room.width)
    return (points, Double(count - 1) * points * FittedWords.lineShare + points * HeroGrid.capShare)
  }
}

/// The unit of a value and its arrow, on the line below the figures.
private struct ValueFoot: WidgetView {
  let content: ValueContent
  /// Type size of the unit.
  let points: Double

  var body: some View {
    HStack(spacing: points * 0.4) {
      if let unit = content.unit {
        CapText(text: Text(unit), size: points, weight: .medium).foregroundStyle(.secondary)
          .accessibilityIdentifier("unit")
      }
      if let trend = content.trend {
        TrendMark(trend: trend).drawn(side: points * 0.6, isLuminanceReduced: isLuminanceReduced)
      }
    }
  }
}
