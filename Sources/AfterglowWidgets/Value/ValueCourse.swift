import Afterglow
import Foundation

/// A value's past as a line in a unit square: 0 at the left and at the bottom.
struct ValueCourse {
  var points: [ValuePoint]
  var lowest: Double
  var highest: Double

  var first: Date { points[0].date }
  var last: Date { points[points.count - 1].date }
  var isLevel: Bool { lowest == highest }
  var mean: Double { points.map(\.value).reduce(0, +) / Double(points.count) }

  /// Where a value lies between the lowest and the highest.
  func share(of value: Double) -> Double { isLevel ? 0.5 : min(1, max(0, (value - lowest) / (highest - lowest))) }

  /// The line in a rectangle.
  func line(in rect: Rect) -> [Point] {
    let span = last.timeIntervalSince(first)
    return points.map { point in
      Point(
        x: rect.minX + rect.width * point.date.timeIntervalSince(first) / span,
        y: rect.maxY - rect.height * share(of: point.value))
    }
  }
}

extension ValueContent {
  /// nil where there is nothing to draw a line through.
  var course: ValueCourse? {
    let points = history.filter { $0.value.isFinite }
    guard points.count >= 2, points[0].date < points[points.count - 1].date, let lowest = points.map(\.value).min(),
      let highest = points.map(\.value).max()
    else { return nil }
    return ValueCourse(points: points, lowest: lowest, highest: highest)
  }
}

/// The line with its end marked, and an area below it where luminance is not reduced.
struct CourseGraph: WidgetView {
  let course: ValueCourse
  let size: Size
  var hasArea = true

  var body: some View {
    let stroke = min(3.5, max(1.5, size.height * 0.03)) * (isLuminanceReduced ? 0.6 : 1)
    let dot = stroke * 2.6
    // The line and the dot at its end stay inside.
    let plot = Rect(
      x: dot / 2, y: dot / 2, width: max(1, size.width - dot), height: max(1, size.height - dot))
    let line = course.line(in: plot)
    ZStack(alignment: .topLeading) {
      if redactionReasons.contains(.placeholder) {
        RoundedRectangle(cornerRadius: 6).fill(.tertiary).opacity(0.5)
      } else {
        if hasArea && !isLuminanceReduced {
          CourseArea(line: line, bottom: size.height).fill(color).opacity(0.22).widgetAccentable()
        }
        CourseLine(line: line)
          .stroke(color, style: StrokeStyle(lineWidth: stroke, lineCap: .round, lineJoin: .round))
          .widgetAccentable()
        Circle().fill(.primary).frame(width: dot, height: dot)
          .offset(x: line[line.count - 1].x - dot / 2, y: line[line.count - 1].y - dot / 2)
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
    // Time runs as in every chart, whichever way the words around it do.
    .environment(\.layoutDirection, .leftToRight)
    .accessibilityIdentifier("course")
  }

  private var color: Color { .marked(.blue, grey: 200, in: mode) }
}

/// The line, moved into its place.
private struct CourseLine: Shape {
  let line: [Point]

  var body: some View { PathShape(path(in:)) }

  func path(in rect: Rect) -> Path {
    var path = Path()
    path.addLines(line.map { Point(x: rect.minX + $0.x, y: rect.minY + $0.y) })
    return path
  }
}

/// The area from the line down to `bottom`.
private struct CourseArea: Shape {
  let line: [Point]
  let bottom: Double

  var body: some View { PathShape(path(in:)) }

  func path(in rect: Rect) -> Path {
    var path = Path()
    let outline = [Point(x: line[0].x, y: bottom)] + line + [Point(x: line[line.count - 1].x, y: bottom)]
    path.addLines(outline.map { Point(x: rect.minX + $0.x, y: rect.minY + $0.y) })
    path.closeSubpath()
    return path
  }
}

/// The course in its place. Without one, the value's symbol in the middle, large and quiet; else it stays free.
struct CoursePlace: View {
  let content: ValueContent
  let size: Size
  /// Type size of the labels.
  let points: Double
  var hasTimes = true

  var body: some View {
    ZStack {
      if let course = content.course {
        LabelledCourse(content: content, course: course, size: size, points: points, hasTimes: hasTimes)
      } else if let symbol = content.symbol.flatMap(Symbol.init(named:)) {
        Image(symbol: symbol).font(.system(size: min(size.width, size.height) * 0.62)).foregroundStyle(.tertiary)
          .widgetAccentable()
      }
    }
    .frame(width: size.width, height: size.height)
  }
}

/// The course with its highest and lowest value beside it and, with room, when it begins and ends.
struct LabelledCourse: WidgetView {
  let content: ValueContent
  let course: ValueCourse
  let size: Size
  /// Type size of the labels at the default one.
  let points: Double
  var hasTimes = true

  var body: some View {
    let points = max(11, points * typeSize.growth(upTo: 1.35))
    let cap = points * HeroGrid.capShare
    let high = ValueText.shown(course.highest, like: content, locale: locale)
    let low = ValueText.shown(course.lowest, like: content, locale: locale)
    let labels = points * (max(ValueText.width(of: high), ValueText.width(of: low)) + 0.1)
    let gap = points * 0.5
    let times = hasTimes ? cap + points * 0.6 : 0
    let graph = Size(width: max(1, size.width - labels - gap), height: max(1, size.height - times))
    VStack(alignment: .leading, spacing: points * 0.6) {
      HStack(spacing: gap) {
        CourseGraph(course: course, size: graph)
        VStack(alignment: .trailing, spacing: 0) {
          if !course.isLevel { label(high, points).accessibilityIdentifier("highest") }
          Spacer(minLength: 0)
          label(low, points).accessibilityIdentifier("lowest")
          if course.isLevel { Spacer(minLength: 0) }
        }
        .frame(width: labels, height: graph.height, alignment: .trailing)
      }
      if hasTimes {
        HStack(spacing: 0) {
          label(words(course.first), points).accessibilityIdentifier("first")
          Spacer(minLength: gap)
          label(words(course.last), points).accessibilityIdentifier("last")
        }
        .frame(width: graph.width, height: cap)
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
    .environment(\.layoutDirection, .leftToRight)
  }

  private func label(_ text: String, _ points: Double) -> some View {
    CapText(text: Text(text), size: points, weight: .regular).foregroundStyle(.secondary)
  }

  /// A date, as precise as needed to distinguish both ends.
  private func words(_ date: Date) -> String {
    switch course.last.timeIntervalSince(course.first) {
    case ..<86_400: return date.formatted(dateStyle.hour().minute())
    case ...(6 * 86_400): return date.formatted(dateStyle.weekday(.abbreviated).hour().minute())
    case ...(300 * 86_400): return date.formatted(dateStyle.day().month(.abbreviated))
    default: return date.formatted(dateStyle.month(.abbreviated).year())
    }
  }
}
