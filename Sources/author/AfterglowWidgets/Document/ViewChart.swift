import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

extension ViewReader {
  /// Most series of a chart in addition to its own.
  static let maximumSeriesCount = 4

  func chart(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("chart", required: "a mapping with \"values\"") else { return nil }
    let first = series(&part)
    var all = [first].compactMap(\.self)
    for var further in part.mappings("series", of: "series", maximumCount: Self.maximumSeriesCount) ?? [] {
      if let first, let series = series(&further, after: first) { all.append(series) }
    }
    let domain = bounds(&part, "domain")
    let showsX = part.boolean("xAxis") ?? false
    let showsY = part.boolean("yAxis") ?? false
    let rule = number(&part, "rule")
    part.finish()
    guard first != nil else { return nil }
    return made { [all] scope in
      ViewChart(
        series: ViewChart.drawn(all, in: scope), domain: domain?.value(in: scope), rule: rule?.number(in: scope),
        showsX: showsX, showsY: showsY)
    }
  }

  /// The series of a chart's own keys, or a further one with keys of its own.
  ///
  /// - Parameter first: the chart's own series, whose list and look a further one has where it names no others.
  private func series(_ part: inout StrictDecoder, after first: ViewSeries? = nil) -> ViewSeries? {
    let isOwn = first == nil
    if !isOwn, !part.contains("values"), !part.contains("y") {
      part.missing("y", "a member's name, or \"values\", which distinguishes it from the chart's own series")
    }
    let hasList = isOwn || part.contains("values")
    let list = hasList ? listExpression(&part, "values") : first?.list
    _ = part.node("values")
    let x = member(&part, "x")
    let y = member(&part, "y")
    let mark = part.choice("mark", ViewChart.Mark.allCases.map { ($0.rawValue, $0) })
    let curves: [(String, InterpolationMethod)] = [("linear", .linear), ("monotone", .monotone), ("step", .stepEnd)]
    let curve = part.choice("interpolation", curves)
    let style = style(&part, "style")
    let highlight = part.contains("highlight") ? test(&part, "highlight") : nil
    _ = part.node("highlight")
    if !isOwn { part.finish() }
    guard let list else { return nil }
    if hasList { uses.lists.append(list) }
    // A name that the chart's own series has is right there: what may lack it is this list.
    let position = hasList ? list.position : nil
    let width = x ?? first?.x?.placed(at: position)
    let height = y ?? first?.y.placed(at: position) ?? ViewChart.Member(name: "value", position: list.position)
    let plain = isOwn ? AnyShapeStyle(TintShapeStyle()) : AnyShapeStyle(HierarchicalShapeStyle.secondary)
    return ViewSeries(
      list: list, x: width, y: height, mark: mark ?? first?.mark ?? .line, curve: curve ?? first?.curve ?? .linear,
      style: style ?? { _ in plain }, highlight: highlight)
  }

  /// The name of a member of a chart's items.
  private func member(_ part: inout StrictDecoder, _ key: String) -> ViewChart.Member? {
    part.text(key, maximumCount: 40).map { ViewChart.Member(name: $0, position: part.valuePosition(of: key)) }
  }
}

/// A list of a chart, and how its items are drawn.
struct ViewSeries: Sendable {
  var list: ViewExpression
  /// The member for the horizontal axis; nil = the order of the items.
  var x: ViewChart.Member?
  /// The member for the vertical axis.
  var y: ViewChart.Member
  var mark: ViewChart.Mark
  var curve: InterpolationMethod
  var style: StyleMaker
  /// The condition for items that are set off from the others.
  var highlight: ViewTest?

  /// Most items of a list that are drawn.
  private static let maximumPointCount = 2000

  /// Numbers in a row, or members of mappings; what has no number is left out.
  func points(in scope: ViewScope) -> [ViewChart.Point] {
    let items = scope.items(list)
    var inner = scope
    inner.itemNames.append(ViewScope.itemName)
    var hasPlaces = false
    var points: [(place: PlottedValue?, point: ViewChart.Point)] = []
    for (index, item) in items.prefix(Self.maximumPointCount).enumerated() where scope.ledger.compute() {
      guard case .number(let number, _)? = value(y.name, of: item) else { continue }
      inner.values[ViewScope.itemName] = item
      let look = ViewChart.Look(style: style(inner), isHighlighted: highlight?.holds(in: inner))
      let place = x.flatMap { item.inner([$0.name]) }.flatMap(Self.plotted)
      hasPlaces = hasPlaces || place != nil
      points.append((place, ViewChart.Point(x: .number(Double(index)), y: number, look: look)))
    }
    guard let first = items.first else { return [] }
    if points.isEmpty {
      noteAbsence(in: first, scope)
    } else if let x, !hasPlaces, case .object = first, !items.contains(where: { $0.inner([x.name]) != nil }) {
      scope.ledger.remark(
        ViewFault(
          message: absence(of: x.name, in: first, columns: scope.columns), position: x.position, isOfValues: true))
    }
    return hasPlaces ? placed(points, in: scope) : points.map(\.point)
  }

  /// Notes that no item has a number: at the member's name, because the list's is right.
  private func noteAbsence(in item: EntryValue, _ scope: ViewScope) {
    let message = absence(of: y.name, in: item, columns: scope.columns)
    if let path = list.path, let place = ValuePath("\(path.name).\(y.name)", at: y.position) {
      scope.note(place, because: message)
    } else {
      scope.ledger.note(ViewFault(message: message, position: y.position, isOfValues: true))
    }
  }

  /// Points at the places of their members. One without a place has none among dates or names.
  private func placed(
    _ points: [(place: PlottedValue?, point: ViewChart.Point)], in scope: ViewScope
  ) -> [ViewChart.Point] {
    let placed = points.compactMap { place, point in
      place.map { ViewChart.Point(x: $0, y: point.y, look: point.look) }
    }
    if let x, placed.count < points.count {
      scope.ledger.remark(
        ViewFault(
          message: "expected a member \"\(x.name)\" in all items of \"\(list.text)\", found "
            + "\(points.count - placed.count) without one, which are left out", position: x.position, isOfValues: true))
    }
    return placed
  }

  /// The number of an item that is one, or its member's.
  private func value(_ key: String, of item: EntryValue) -> EntryValue? {
    if case .object(let members) = item { members[key] } else { item }
  }

  /// Why a list gives no points, by its first item.
  private func absence(of key: String, in item: EntryValue, columns: [String]) -> String {
    guard case .object(let members) = item else {
      return "expected numbers, or mappings with \"\(key)\", in \"\(list.text)\", found \(item.kind)"
    }
    if columns.contains(key) {
      return "expected a number in the column \"\(key)\" of \"\(list.text)\", found none"
    }
    if let value = members[key] {
      return "expected a number \"\(key)\" in the items of \"\(list.text)\", found \(value.kind)"
    }
    let names = columns.isEmpty ? members.keys.sorted() : columns.filter { !$0.isEmpty }
    return "expected a member \"\(key)\" in the items of \"\(list.text)\", \(ViewScope.foundWords(names, like: key))"
  }

  private static func plotted(_ value: EntryValue) -> PlottedValue? {
    switch value {
    case .number(let number, _): return .number(number)
    case .date(let date): return .date(date)
    case .text(let text):
      guard let date = ISO8601.instantMilliseconds(text) else { return .category(text) }
      return .date(Date(timeIntervalSince1970: Double(date) / 1000))
    default: return nil
    }
  }
}

/// A chart of lists of values.
struct ViewChart: WidgetView {
  /// How a chart draws its points.
  enum Mark: String, CaseIterable, Sendable {
    case line, bar, area, point

    /// The place among other marks of a chart, from the back to the front.
    var depth: Int {
      switch self {
      case .area: 0
      case .bar: 1
      case .line: 2
      case .point: 3
      }
    }
  }

  /// The name of a member of each item, and its position in the view's file.
  struct Member: Sendable {
    var name: String
    var position: DocumentPosition

    /// The name at another position; nil = at its own.
    func placed(at position: DocumentPosition?) -> Member {
      Member(name: name, position: position ?? self.position)
    }
  }

  /// A pair of values in a chart.
  struct Point {
    /// On the horizontal axis: a number, a date or a name.
    var x: PlottedValue
    var y: Double
    var look: Look
  }

  /// How one item is drawn.
  struct Look {
    var style: AnyShapeStyle
    /// nil where no item is set off from the others.
    var isHighlighted: Bool?
  }

  /// The points of a list.
  struct Series {
    /// The number of the list in the chart.
    var number: Int
    var points: [Point]
    var mark: Mark
    var curve: InterpolationMethod
  }

  let series: [Series]
  let domain: ClosedRange<Double>?
  /// A line across at this value.
  let rule: Double?
  let showsX: Bool
  let showsY: Bool

  /// The series of an entry, with places of one kind on the horizontal axis.
  static func drawn(_ all: [ViewSeries], in scope: ViewScope) -> [Series] {
    var kind: String?
    return all.enumerated().map { number, series in
      let points = series.points(in: scope)
      kind = kind ?? points.first?.x.kind
      let fitting = points.filter { $0.x.kind == kind }
      if let kind, let other = points.first(where: { $0.x.kind != kind }) {
        scope.note(
          "expected \(kind) on the horizontal axis from \"\(series.list.text)\", found \(other.x.kind)",
          series.list.path, at: series.list.position)
      }
      return Series(number: number, points: fitting, mark: series.mark, curve: series.curve)
    }
  }

  /// Areas behind bars behind lines. Of one mark the chart's own series is in front, and the first of the bars.
  private var ordered: [Series] {
    series.sorted { a, b in
      if a.mark != b.mark { return a.mark.depth < b.mark.depth }
      return a.mark == .bar ? a.number < b.number : a.number > b.number
    }
  }

  /// The part of the plot that values take up. The dot of a highlighted item does not move the others.
  private var range: PlotDimensionScaleRange? { series.contains { $0.mark == .point } ? nil : .plotDimension }

  @ViewBuilder var body: some View {
    let chart = Chart {
      for series in ordered {
        for point in series.points { marks(point, of: series) }
      }
      if let rule {
        RuleMark(y: .value("y", rule)).foregroundStyle(.secondary).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
      }
    }
    .chartXAxis(showsX ? .automatic : .hidden).chartYAxis(showsY ? .automatic : .hidden)
    .chartXScale(range: range).chartYScale(range: range)
    if let domain { chart.chartYScale(domain: domain) } else { chart }
  }

  @ChartContentBuilder private func marks(_ point: Point, of series: Series) -> ChartMarks {
    let (x, y) = (PlottableValue<Double>("x", plotted: point.x), PlottableValue<Double>.value("y", point.y))
    switch series.mark {
    case .line: joined(LineMark(x: x, y: y), point, of: series)
    case .bar:
      BarMark(x: x, y: y).foregroundStyle(point.look.style.opacity(point.look.isHighlighted == false ? 0.35 : 1))
        .cornerRadius(2).position(by: .value("series", series.number))
    case .point: PointMark(x: x, y: y).foregroundStyle(point.look.style)
    case .area:
      // Reduced luminance leaves the line.
      if !isLuminanceReduced { joined(AreaMark(x: x, y: y, stacking: .unstacked), point, of: series, opacity: 0.3) }
      joined(LineMark(x: x, y: y), point, of: series)
    }
    if point.look.isHighlighted == true, series.mark != .bar {
      PointMark(x: x, y: y).foregroundStyle(point.look.style).symbolSize(64)
    }
  }

  /// A place of what joins all items of a series, which has the item's style around it.
  private func joined(
    _ mark: some ChartContent, _ point: Point, of series: Series, opacity: Double = 1
  ) -> ChartMarks {
    mark.foregroundStyle(point.look.style.opacity(opacity)).interpolationMethod(series.curve).strand(series.number)
  }
}

extension PlottedValue {
  /// The kind of values on an axis, for messages.
  fileprivate var kind: String {
    switch self {
    case .number: "numbers"
    case .date: "dates"
    case .category: "names"
    }
  }
}
