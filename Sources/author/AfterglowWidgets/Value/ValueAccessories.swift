import Afterglow
import Foundation

/// The value between the lowest and the highest of its past; without one, above its unit.
struct CircularValue: WidgetView {
  let entry: ValueEntry

  var body: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let share = share
    // Inside the ring, at the height of the digits; without one, nearly all of a circle's width.
    let room = side * (share == nil ? 0.86 : 0.62)
    let least = room / 11
    let text = ValueText.short(entry.content, locale: locale, fitting: min(least, 3.2))
    let points = max(11, min(side * 0.34, room / max(1, ValueText.width(of: text))))
    ZStack {
      if let share { ring(side, share) }
      Text(text).font(.system(size: points, weight: .semibold)).lineLimit(1)
        .frame(width: room, height: points * HeroGrid.capShare)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("value")
      foot(side).givesWayToAgeMark(side * 0.15, hasWords: false).offset(y: side * 0.36)
    }
    .frame(width: side, height: side)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var share: Double? {
    guard let course = entry.content.course else { return nil }
    let number = entry.content.isNumber ? Double(entry.content.value) : nil
    return course.share(of: number ?? course.points[course.points.count - 1].value)
  }

  @ViewBuilder private func ring(_ side: Double, _ share: Double) -> some View {
    let line = side * (isLuminanceReduced ? 0.05 : 0.085)
    let dot = line * (isLuminanceReduced ? 1.9 : 1.5)
    let reach = side / 2 - dot / 2
    Arc(start: .degrees(135), sweep: .degrees(270))
      .stroke(.tertiary, style: StrokeStyle(lineWidth: line, lineCap: .round))
      .padding(dot / 2)
    if !isPlaceholder {
      Circle().fill(.primary).frame(width: dot, height: dot)
        .offset(x: reach * cos((135 + 270 * share) * .pi / 180), y: reach * sin((135 + 270 * share) * .pi / 180))
        .widgetAccentable()
        .accessibilityIdentifier("share")
    }
  }

  /// In the ring's gap: the trend, and the unit where 11 pt fit next to it.
  @ViewBuilder private func foot(_ side: Double) -> some View {
    let points = max(11, side * 0.17)
    HStack(spacing: side * 0.05) {
      if let trend = entry.content.trend {
        TrendMark(trend: trend).drawn(side: max(6, side * 0.13), isLuminanceReduced: isLuminanceReduced)
      }
      if side >= 60, let unit = entry.content.unit, unit.count <= 3 {
        CapText(text: Text(unit), size: points, weight: .medium).foregroundStyle(.secondary)
          .accessibilityIdentifier("unit")
      }
    }
  }
}

/// The symbol and trend above the value.
struct CornerValue: WidgetView {
  let entry: ValueEntry

  var body: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let room = side * 0.94
    let text = ValueText.short(entry.content, locale: locale, fitting: min(room / 11, 3.2))
    let points = max(11, min(side * 0.36, room / max(1, ValueText.width(of: text))))
    VStack(spacing: side * 0.12) {
      HStack(spacing: side * 0.08) {
        if let symbol = entry.content.symbol.flatMap(Symbol.init(named:)) {
          Image(symbol: symbol).font(.system(size: side * 0.32)).widgetAccentable()
            .frame(height: side * 0.3)
        }
        if let trend = entry.content.trend {
          TrendMark(trend: trend).drawn(side: side * 0.18, isLuminanceReduced: isLuminanceReduced)
        }
      }
      .frame(height: side * 0.3)
      .givesWayToAgeMark(side * 0.26, hasWords: false)
      Text(text).font(.system(size: points, weight: .semibold)).lineLimit(1)
        .frame(width: room, height: points * HeroGrid.capShare)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("value")
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}

/// The heading above the value, with its course next to it where it has one.
struct RectangularValue: View {
  let entry: ValueEntry

  var body: some View {
    let size = entry.displaySize
    let words = max(11, size.height * 0.2)
    let course = entry.content.course
    // A value without a past has all the room.
    let left = course == nil && !entry.content.expectsPast ? size.width : size.width * 0.52
    VStack(alignment: .leading, spacing: size.height * 0.14) {
      ValueHeading(content: entry.content, size: words, hasAgeMark: true)
      HStack(spacing: size.width * 0.04) {
        ValueFigure(
          content: entry.content, points: size.height * 0.46, width: left, weight: .semibold,
          isAlone: left == size.width
        )
        .frame(width: left, alignment: .leading)
        if let course {
          CourseGraph(
            course: course, size: Size(width: size.width * 0.44, height: size.height * 0.42), hasArea: false)
        }
      }
      .frame(height: size.height * 0.42)
    }
    .frame(width: size.width, height: size.height, alignment: .leading)
  }
}

/// Symbol, title, value, unit and trend in one line.
struct InlineValue: WidgetView {
  let entry: ValueEntry

  var body: some View {
    let points = max(11, entry.displaySize.height * 0.6)
    let value = ValueText.shown(entry.content, locale: locale)
    let words = [
      entry.content.title, ValueText.withUnit(value, of: entry.content, space: "\u{00A0}", locale: locale),
    ].compactMap { $0 }.joined(separator: "\u{00A0}")
    HStack(spacing: points * 0.35) {
      InlineSymbol(symbol: entry.content.symbol.flatMap(Symbol.init(named:)), points: points)
      Text(words).font(.system(size: points, weight: .medium)).lineLimit(1).accessibilityIdentifier("value")
      if let trend = entry.content.trend {
        TrendMark(trend: trend).drawn(side: points * 0.5, isLuminanceReduced: isLuminanceReduced)
      }
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}
