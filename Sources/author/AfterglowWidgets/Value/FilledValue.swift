import Afterglow
import Foundation

/// A value without a past in a system family: its name above, its figures as large as their place, the further line below.
/// A small place has the unit below the figures, which have its whole width; a wider one has it behind them.
struct FilledValue: WidgetView {
  let entry: ValueEntry

  private var content: ValueContent { entry.content }
  /// Whether the value is a number, or written like one.
  private var isFigures: Bool { content.isNumber || !content.value.contains(where: \.isLetter) }
  private var hasFoot: Bool {
    (family == .systemSmall || !isFigures) && (content.unit != nil || content.trend != nil)
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

  /// The figures, and the unit below them, in the middle of their place.
  ///
  /// - Parameter foot: type size of the unit; 0 for none.
  private func figures(_ room: Size, foot: Double) -> some View {
    let gap = foot * 0.55
    // The unit is nearer to the figures than to the line below.
    let height = max(11, room.height - foot * HeroGrid.capShare - gap - foot * 1.5)
    let place = Size(width: room.width, height: height)
    return VStack(alignment: .leading, spacing: gap) {
      if isFigures {
        ValueFigure(content: shown, points: figureSize(in: place), width: room.width, isAlone: hasFoot)
      } else {
        let points = FittedWords.points(content.value, in: place, upTo: height * 0.8 / FittedWords.lineShare)
        Text(content.value).font(.system(size: points, weight: heroWeight))
          .lineLimit(2).shrinkable(from: points)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("value")
          .frame(width: room.width, height: wordHeight(points, width: room.width), alignment: .leading)
      }
      if foot > 0 {
        ValueFoot(content: content, points: foot)
          .frame(width: room.width, height: foot * HeroGrid.capShare, alignment: .leading)
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

  /// The largest type size of figures in a room.
  private func figureSize(in room: Size) -> Double {
    let most = room.height * (hasFoot ? 1 : 0.68) / HeroGrid.capShare
    if !hasFoot { return most }
    return min(most, room.width / ValueText.inkWidth(of: ValueText.shown(content, locale: locale)))
  }

  /// The height of words in lines of a type size.
  private func wordHeight(_ points: Double, width: Double) -> Double {
    let count = FittedWords.lineCount(content.value, points: points, width: width)
    return Double(count) * points * FittedWords.lineShare(of: content.value)
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
