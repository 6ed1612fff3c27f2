import Afterglow
import Foundation

// A value with its past, family by family. What each adds: small the course, medium its values, large its times, extra
// large and portrait a summary; accessories one thing each (rule 100).

/// Symbol and title of the value.
struct ValueHeading: WidgetView {
  let content: ValueContent
  /// At the default type size.
  let size: Double
  /// Whether the symbol gives way to the mark of old content.
  var hasAgeMark = false

  /// The type size of a value's words that have a size at the default one.
  static func points(_ size: Double, _ typeSize: DynamicTypeSize) -> Double {
    max(11, size * typeSize.growth(upTo: 1.35))
  }

  var body: some View {
    let points = Self.points(size, typeSize)
    // The symbol comes second: a title stands where it stands, with or without one.
    HStack(alignment: .center, spacing: points * 0.45) {
      if let title = content.title {
        Text(title).font(.system(size: points, weight: .medium)).lineLimit(1)
          .shrinkable(from: points)
          .accessibilityIdentifier("title")
      }
      let symbol = content.symbol.flatMap(Symbol.init(named:))
      if hasAgeMark {
        InlineSymbol(symbol: symbol, points: points / 0.9, isAccentable: true)
      } else if let symbol {
        Image(symbol: symbol).font(.system(size: max(11, points * 0.95))).widgetAccentable()
      }
    }
    .foregroundStyle(.secondary)
    .frame(height: points * HeroGrid.capShare)
  }
}

/// The value, its unit and its trend, in one line of limited width.
struct ValueFigure: WidgetView {
  let content: ValueContent
  /// Type size where there is room enough.
  let points: Double
  let width: Double
  var weight: Font.Weight?
  /// Of the whole widget; nil in accessories, which are the same from afar.
  var widget: Size?
  /// Whether no past will come, and with it no arrow, and the unit is elsewhere.
  var isAlone = false

  var body: some View {
    let text = ValueText.shown(content, locale: locale)
    let unit = content.unit.map { 0.12 + Double($0.count) * 0.28 } ?? 0
    // An arrow comes with the past: there is room for it before.
    let arrow = content.isNumber && !isAlone || content.trend != nil ? 0.4 : 0
    let far =
      widget.map { GlanceValue.points(content, in: GlanceRoom($0, margins), locale: locale) } ?? .infinity
    let share = isAlone ? ValueText.inkWidth(of: text) : ValueText.width(of: text) + unit + arrow
    let size = max(11, min(points, width / share, GlanceRoom.near(far)))
    let cap = size * HeroGrid.capShare
    HStack(alignment: .lastTextBaseline, spacing: max(3, size * 0.12)) {
      steady { hero in
        Text(text)
          .font(.system(size: size, weight: weight ?? hero))
          .lineLimit(1)
          // As large as it was reckoned to fit; at the smallest size it is cut rather than let out.
          .fixedSize(horizontal: size > 11, vertical: size > 11)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("value")
      }
      if let unit = content.unit {
        // What room there is belongs to the value.
        Text(unit).font(.system(size: max(11, size * 0.36), weight: .regular)).lineLimit(1).fixedSize()
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("unit")
      }
      if let trend = content.trend {
        TrendMark(trend: trend).drawn(side: max(6, cap * 0.38), isLuminanceReduced: isLuminanceReduced)
          .padding(.leading, size * 0.04)
      }
    }
    .frame(height: cap)
    // As high as the largest: what stands below does not rise for a longer number.
    .frame(height: max(cap, points * HeroGrid.capShare))
  }
}

/// The document's further line.
struct ValueDetail: WidgetView {
  let content: ValueContent
  /// At the default type size.
  let size: Double
  /// Room for it; nil = its own.
  var width: CGFloat?
  /// Whether it gives way to the mark of old content.
  var hasAgeMark = true

  var body: some View {
    let points = ValueHeading.points(size, typeSize)
    // Its line stays free where there is none.
    let line = ZStack {
      let words = [content.detail, content.since].compactMap(\.self)
      if !words.isEmpty {
        Text(words.joined(separator: " · ")).font(.system(size: points, weight: .medium)).lineLimit(1)
          .shrinkable(from: points).foregroundStyle(.secondary)
          .accessibilityIdentifier("detail")
      }
    }
    .frame(width: width, height: points * HeroGrid.capShare, alignment: .leading)
    if hasAgeMark {
      line.givesWayToAgeMark(min(points, 14), alignment: .leading)
    } else {
      line
    }
  }
}

/// The extremes and the mean in words; nothing where there is no past.
private struct ValueSummary: WidgetView {
  let content: ValueContent
  let course: ValueCourse?
  /// At the default type size.
  let size: Double
  /// From row to row, in points.
  let pitch: Double

  /// One of highest, mean and lowest.
  struct Fact: Identifiable {
    var id: String
    var text: String
  }

  var facts: [Fact] {
    guard let course else { return [] }
    return [(ValueWord.highest, course.highest), (.average, course.mean), (.lowest, course.lowest)].map {
      word, number in
      let text = ValueText.shown(number, like: content, locale: locale)
      return Fact(
        id: word.text(in: locale),
        text: ValueText.withUnit(text, of: content, space: "\u{202F}", locale: locale))
    }
  }

  var body: some View {
    let points = ValueHeading.points(size, typeSize)
    VStack(spacing: 0) {
      ForEach(facts) { fact in
        Divider()
        HStack(spacing: 0) {
          CapText(text: Text(fact.id), size: points, weight: .regular).foregroundStyle(.secondary)
          Spacer(minLength: 0)
          CapText(text: Text(fact.text), size: points, weight: .medium).foregroundStyle(.primary)
        }
        // The last one stands on the margin.
        .frame(
          height: fact.id == facts.last?.id ? (pitch + points * HeroGrid.capShare) / 2 : pitch,
          alignment: fact.id == facts.last?.id ? .bottom : .center)
      }
    }
    .monospacedDigit()
    .accessibilityIdentifier("summary")
  }
}

/// The room inside the margins.
private struct ValueRoom<Content: View>: WidgetView {
  let entry: ValueEntry
  let content: (Size) -> Content

  init(_ entry: ValueEntry, @ViewBuilder content: @escaping (Size) -> Content) {
    self.entry = entry
    self.content = content
  }

  var body: some View {
    let grid = HeroGrid(size: entry.displaySize, margins: margins)
    content(Size(width: grid.width, height: grid.height))
      .frame(width: grid.width, height: grid.height, alignment: .topLeading)
      .padding(grid.margins)
  }
}

/// Heading, value and, below, the course or the detail.
struct SmallValue: View {
  let entry: ValueEntry

  var body: some View {
    ValueRoom(entry) { size in
      VStack(alignment: .leading, spacing: 0) {
        let words = min(max(13, size.height * 0.1), 24)
        ValueHeading(content: entry.content, size: words)
        Spacer(minLength: 0)
        ValueFigure(
          content: entry.content, points: size.height * 0.36, width: size.width, widget: entry.displaySize)
        Spacer(minLength: 0)
        Rectangle().fill(.background).frame(width: size.width, height: 8).hidden().ageMark(alignment: .leading)
        Spacer(minLength: 0)
        ZStack(alignment: .bottomLeading) {
          if let course = entry.content.course {
            CourseGraph(course: course, size: Size(width: size.width, height: size.height * 0.32))
          } else {
            ValueDetail(content: entry.content, size: words, hasAgeMark: false)
          }
        }
        .frame(width: size.width, height: size.height * 0.32, alignment: .bottomLeading)
      }
    }
  }
}

/// Heading, value and detail; the course next to them.
struct MediumValue: View {
  let entry: ValueEntry

  var body: some View {
    ValueRoom(entry) { size in
      let words = min(max(13, size.height * 0.115), 24)
      let left = size.width * 0.42
      HStack(spacing: size.width * 0.05) {
        VStack(alignment: .leading, spacing: 0) {
          ValueHeading(content: entry.content, size: words)
          Spacer(minLength: 0)
          ValueFigure(
            content: entry.content, points: size.height * 0.42, width: left, widget: entry.displaySize)
          Spacer(minLength: 0)
          ValueDetail(content: entry.content, size: words, width: left)
        }
        .frame(width: left, height: size.height, alignment: .leading)
        CoursePlace(
          content: entry.content, size: Size(width: size.width * 0.53, height: size.height),
          points: max(11, size.height * 0.09))
      }
    }
  }
}

/// Heading, value and detail above each other, for large families.
private struct ValueHead: View {
  let entry: ValueEntry
  let points: Double
  let width: Double

  var body: some View {
    let words = max(13, points * 0.24)
    VStack(alignment: .leading, spacing: words) {
      ValueHeading(content: entry.content, size: words)
      ValueFigure(content: entry.content, points: points, width: width, widget: entry.displaySize)
      ValueDetail(content: entry.content, size: words, width: width)
    }
  }
}

/// The head above the course.
struct LargeValue: View {
  let entry: ValueEntry

  var body: some View {
    ValueRoom(entry) { size in
      let head = size.height * 0.44
      VStack(alignment: .leading, spacing: 0) {
        ValueHead(entry: entry, points: size.height * 0.24, width: size.width)
        Spacer(minLength: 0)
        CoursePlace(
          content: entry.content, size: Size(width: size.width, height: size.height - head),
          points: max(11, size.height * 0.04))
      }
    }
  }
}

/// The head and a summary; the course next to them.
struct ExtraLargeValue: View {
  let entry: ValueEntry

  var body: some View {
    ValueRoom(entry) { size in
      let left = size.width * 0.36
      HStack(spacing: size.width * 0.05) {
        VStack(alignment: .leading, spacing: 0) {
          ValueHead(entry: entry, points: size.height * 0.28, width: left)
          Spacer(minLength: 0)
          ValueSummary(
            content: entry.content, course: entry.content.course, size: max(12, size.height * 0.05),
            pitch: size.height * 0.14)
        }
        .frame(width: left, height: size.height, alignment: .leading)
        CoursePlace(
          content: entry.content, size: Size(width: size.width * 0.59, height: size.height),
          points: max(11, size.height * 0.042))
      }
    }
  }
}

/// The head, the course and a summary below each other.
struct PortraitValue: View {
  let entry: ValueEntry

  var body: some View {
    ValueRoom(entry) { size in
      let words = max(12, size.height * 0.03)
      VStack(alignment: .leading, spacing: 0) {
        ValueHead(entry: entry, points: size.height * 0.16, width: size.width)
        Spacer(minLength: 0)
        CoursePlace(
          content: entry.content, size: Size(width: size.width, height: size.height * 0.46),
          points: max(11, size.height * 0.026))
        Spacer(minLength: 0)
        ZStack(alignment: .bottom) {
          ValueSummary(
            content: entry.content, course: entry.content.course, size: words, pitch: size.height * 0.066)
        }
        .frame(width: size.width, height: size.height * 0.18, alignment: .bottom)
      }
    }
  }
}
