import Afterglow
import Foundation

/// A value's past as a line in a unit square: 0 at the left and at the bottom.
struct ValueCourse {
  var points: [ValuePoint]
  var lowest: Double
  var highest: Double

  var first: Date { points[0].date }
  var last: Date { points[points.count - 1].date }
  /// Whether there is no difference that an axis could show: steps smaller than the numbers' own precision are none.
  var isLevel: Bool { highest - lowest <= max(1e-12, max(abs(lowest), abs(highest)) * 1e-9) }
  var mean: Double { points.map(\.value).reduce(0, +) / Double(points.count) }

  /// The position of a value between the lowest and the highest, 0 to 1.
  func share(of value: Double) -> Double { isLevel ? 0.5 : min(1, max(0, (value - lowest) / (highest - lowest))) }

  /// The position of an instant between the first and the last, 0 to 1.
  func share(of date: Date) -> Double { date.timeIntervalSince(first) / last.timeIntervalSince(first) }

  /// The line in a rectangle whose height is that of an axis; nil: from the lowest to the highest.
  func line(in rect: Rect, axis: ValueAxis? = nil) -> [Point] {
    points.map { point in
      Point(
        x: rect.minX + rect.width * share(of: point.date),
        y: rect.maxY - rect.height * (axis?.share(of: point.value) ?? share(of: point.value)))
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
  /// Whose bounds are the lower and the upper edge; nil: the lowest and the highest value.
  var axis: ValueAxis?

  var body: some View {
    let stroke = min(3.5, max(1.5, size.height * 0.03)) * (isLuminanceReduced ? 0.6 : 1)
    let dot = stroke * 2.6
    // The line begins at the edge; the dot at its end stays inside.
    let inset = axis == nil ? dot / 2 : 0
    let plot = Rect(
      x: stroke / 2, y: inset, width: max(1, size.width - stroke / 2 - dot / 2),
      height: max(1, size.height - 2 * inset))
    let line = course.line(in: plot, axis: axis)
    ZStack(alignment: .topLeading) {
      if isPlaceholder {
        HiddenShape(RoundedRectangle(cornerRadius: 6)).opacity(0.5)
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

  private var color: Color { .marked(.blue, grey: 200) }
}

/// The line, moved into its place.
private struct CourseLine: Shape {
  let line: [Point]

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
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

  func path(in rect: CGRect) -> Path {
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

  var body: some View {
    ZStack {
      if let course = content.course {
        LabelledCourse(content: content, course: course, size: size, points: points)
      } else if let symbol = content.symbol.flatMap(Symbol.init(named:)) {
        Image(symbol: symbol).font(.system(size: min(size.width, size.height) * 0.62)).foregroundStyle(.tertiary)
          .widgetAccentable()
      }
    }
    .frame(width: size.width, height: size.height)
  }
}

/// The course over lines at round values, which stand next to them, and above round times.
struct LabelledCourse: WidgetView {
  let content: ValueContent
  let course: ValueCourse
  let size: Size
  /// Type size of the labels at the default one.
  let points: Double

  var body: some View {
    let points = max(11, points * typeSize.growth(upTo: 1.35))
    let cap = points * HeroGrid.capShare
    let axis = ValueAxis(course)
    let labels = axis.values.map { axis.text($0, locale: locale) }
    let column = points * ((labels.map(ValueText.width).max() ?? 0) + 0.1)
    let gap = points * 0.5
    let times = cap + points * 0.75
    // Half of the outermost labels stands above and below the graph.
    let graph = Size(width: max(1, size.width - column - gap), height: max(1, size.height - times - cap / 2))
    ZStack(alignment: .topLeading) {
      ForEach(Array(axis.values.enumerated()), id: \.offset) { index, value in
        let y = cap / 2 + graph.height * (1 - axis.share(of: value))
        Rectangle().fill(.quaternary).frame(width: graph.width, height: 1).offset(y: y - 0.5)
        label(labels[index], points)
          .accessibilityIdentifier("line")
          .frame(width: column, alignment: .trailing)
          .offset(x: graph.width + gap, y: y - cap / 2)
      }
      CourseGraph(course: course, size: graph, axis: axis).offset(y: cap / 2)
      timeLabels(graph.width, points).offset(y: size.height - cap)
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
    .environment(\.layoutDirection, .leftToRight)
  }

  private func label(_ text: String, _ points: Double) -> some View {
    CapText(text: Text(text), size: points, weight: .regular).monospacedDigit().foregroundStyle(.secondary)
  }

  /// Each below its time, as far as it has room there.
  private func timeLabels(_ width: Double, _ points: Double) -> some View {
    let axis = TimeAxis(course.first, course.last, calendar: calendar)
    let all: [(date: Date, text: String)] = axis.dates.map { ($0, axis.text($0, dateStyle, calendar)) }
    var end = -Double.infinity
    let shown = all.filter { time in
      let (middle, half) = (course.share(of: time.date) * width, Double(time.text.count) * points * 0.3)
      guard middle - half >= max(0, end + points * 0.6), middle + half <= size.width else { return false }
      end = middle + half
      return true
    }
    return ZStack(alignment: .topLeading) {
      ForEach(Array(shown.enumerated()), id: \.offset) { index, time in
        let room = Double(time.text.count + 2) * points
        label(time.text, points)
          .accessibilityIdentifier(index == 0 ? "first" : index == shown.count - 1 ? "last" : "line")
          .frame(width: room)
          .offset(x: course.share(of: time.date) * width - room / 2)
      }
    }
  }
}
