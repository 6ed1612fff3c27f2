import AfterglowViews

/// The place of a legend or an annotation. A legend is above the plot for `top` and below it otherwise; an annotation is
/// above its mark by default, and `overlay` is in front of it.
public enum AnnotationPosition: Hashable, Sendable {
  case automatic, top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing, overlay
}

/// The names of a chart's series next to their colours, in lines as wide as the chart: colour alone must not carry
/// information (rule 39).
struct ChartLegend {
  struct Entry {
    var name: String
    var style: AnyShapeStyle
  }

  private struct Item {
    var entry: Entry
    var label: any Element
    var size: Size
    var origin: Point
  }

  /// Where it stands.
  struct Place: Sendable {
    var position = AnnotationPosition.automatic
    var alignment = HorizontalAlignment.leading
    /// Distance to the plot, in points.
    var gap = 5.0

    var isAbove: Bool { position == .top }
  }

  /// Distances from a dot to its name, and between entries, in points.
  private static let dotGap = 4.0
  private static let entryGap = 12.0
  /// Dots are slightly larger than lower-case letters, in ems.
  private static let dotShare = 0.62
  private let context: ResolveContext
  private let place: Place
  private let items: [Item]
  private let dot: Double
  /// Includes the gap to the plot; 0 if there are no entries.
  let height: Double

  /// - Parameter size: of the whole chart; a legend higher than a third of it is omitted.
  init(_ entries: [Entry], at place: Place, size: Size, in context: ResolveContext) {
    self.place = place
    var context = context
    context.environment.font = .caption2
    context.environment.lineLimit = 1
    context.environment.foregroundStyle = AnyShapeStyle(HierarchicalShapeStyle.secondary)
    self.context = context
    let dot = context.environment.font.size * Self.dotShare
    self.dot = dot
    var items: [Item] = []
    var pen = Point(x: 0, y: 0)
    for (index, entry) in entries.enumerated() {
      let label = TextElement(entry.name, in: context.attachment(30).child(index))
      let words = label.size(in: Proposal(width: max(1, size.width - dot - Self.dotGap), height: nil))
      let length = dot + Self.dotGap + words.width
      if pen.x > 0 && pen.x + length > size.width { pen = Point(x: 0, y: pen.y + words.height) }
      if pen.y + words.height > size.height / 3 { break }
      items.append(Item(entry: entry, label: label, size: words, origin: pen))
      pen.x += length + Self.entryGap
    }
    self.items = Self.aligned(items, place.alignment, start: dot + Self.dotGap, size: size)
    height = items.last.map { $0.origin.y + $0.size.height + place.gap } ?? 0
  }

  /// Lines as they stand in the chart's width.
  ///
  /// - Parameter start: from an item's origin to its name.
  private static func aligned(
    _ items: [Item], _ alignment: HorizontalAlignment, start: Double, size: Size
  ) -> [Item] {
    let lines = Dictionary(grouping: items, by: \.origin.y).mapValues { line in
      Size(width: line.last.map { $0.origin.x + start + $0.size.width } ?? 0, height: 0)
    }
    return items.map { item in
      var item = item
      item.origin.x += lines[item.origin.y].map { alignment.inset(of: $0, in: size) } ?? 0
      return item
    }
  }

  /// Draws it at an edge of the chart.
  func draw(in chart: Rect, into canvas: inout DrawCanvas) {
    let (left, top) = (chart.minX, place.isAbove ? chart.minY : chart.maxY - height + place.gap)
    for item in items {
      let (x, y) = (left + item.origin.x, top + item.origin.y)
      let box = Rect(x: x, y: y + (item.size.height - dot) / 2, width: dot, height: dot)
      canvas.append(
        .shape(Path(ellipseIn: box).geometry, stroke: nil), frame: box, style: item.entry.style, identity: context)
      item.label.draw(
        in: Rect(x: x + dot + Self.dotGap, y: y, width: item.size.width, height: item.size.height), into: &canvas)
    }
  }

  /// The rectangle that is left for the chart.
  func rest(of chart: Rect) -> Rect {
    Rect(
      x: chart.minX, y: place.isAbove ? chart.minY + height : chart.minY, width: chart.width,
      height: chart.height - height)
  }
}

extension View {
  /// Shows or hides the names of series. They are shown by default if `foregroundStyle(by:)` created any, in up to a
  /// third of the chart's height (docs/rules.md, rule 39).
  public func chartLegend(_ visibility: Visibility) -> some View { chart { $0.legend = visibility } }
}
