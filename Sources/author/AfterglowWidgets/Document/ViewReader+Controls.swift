import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// Gauges, progress and charts.
extension ViewReader {
  static let gaugeStyles: [(String, AnyGaugeStyle)] = [
    ("linearCapacity", AnyGaugeStyle(.linearCapacity)), ("accessoryLinear", AnyGaugeStyle(.accessoryLinear)),
    ("accessoryLinearCapacity", AnyGaugeStyle(.accessoryLinearCapacity)),
    ("accessoryCircular", AnyGaugeStyle(.accessoryCircular)),
    ("accessoryCircularCapacity", AnyGaugeStyle(.accessoryCircularCapacity)),
  ]

  func gauge(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("gauge", required: "a mapping with \"value\"") else { return nil }
    let value = number(&part, "value", required: true)
    let range = bounds(&part, "in")
    refuseEnds(&part)
    let label = part.contains("label") ? views(&part, "label") : ignore(&part, "label")
    let current = part.contains("currentValue") ? template(&part, "currentValue") : ignore(&part, "currentValue")
    let minimum = template(&part, "minimum")
    let maximum = template(&part, "maximum")
    let style = part.choice("style", Self.gaugeStyles) ?? AnyGaugeStyle(.automatic)
    part.finish()
    guard let value else { return nil }
    return made { scope in
      let limits = range?.value(in: scope) ?? 0...1
      let number = value.number(in: scope)
      if range == nil { Self.checkShare(number, of: value, remedy: "write its range, such as \"in: [0, 100]\"", scope) }
      let share = number ?? limits.lowerBound
      return ViewGauge(
        value: share, limits: limits, label: label?(scope) ?? AnyView(EmptyView()),
        current: current?.text(in: scope), minimum: minimum?.text(in: scope), maximum: maximum?.text(in: scope)
      ).gaugeStyle(style)
    }
  }

  /// Reports a range that is written as `min` and `max`.
  private func refuseEnds(_ part: inout StrictDecoder) {
    let ends = ["min", "max"].filter(part.contains)
    guard let first = ends.first else { return }
    let words = ["min", "max"].map { part.node($0)?.text ?? "…" }
    let bounds = ends.count == 2 ? words : [ends == ["min"] ? words[0] : "0", ends == ["max"] ? words[1] : "100"]
    part.fail(
      at: part.position(of: first),
      "expected the range of \"\(part.path)\" as \"in\", found \"\(first)\"; write "
        + "\"in: [\(bounds.joined(separator: ", "))]\"")
  }

  /// Remarks on a number that is no share of 1 where it must be one.
  private static func checkShare(_ number: Double?, of value: ViewExpression, remedy: String, _ scope: ViewScope) {
    // Shares may be rounded.
    guard let number, number > 1.05 else { return }
    scope.ledger.remark(
      ViewFault(
        message: "expected a share from 0 to 1 from \"\(value.text)\", found a larger number; \(remedy)",
        position: value.position))
  }

  /// Accepts an optional key without using it.
  private func ignore<T>(_ decoder: inout StrictDecoder, _ key: String) -> T? {
    _ = decoder.node(key)
    return nil
  }

  /// A range of two numbers or values.
  struct Bounds: Sendable {
    var lower: ViewExpression
    var upper: ViewExpression

    /// nil when the two are no range.
    func value(in scope: ViewScope) -> ClosedRange<Double>? {
      guard let lower = lower.number(in: scope), let upper = upper.number(in: scope), lower < upper else { return nil }
      return lower...upper
    }
  }

  /// `[lowest, highest]`, numbers or names of values.
  func bounds(_ decoder: inout StrictDecoder, _ key: String) -> Bounds? {
    guard let items = decoder.items(key, of: "bounds", maximumCount: 2) else { return nil }
    let name = Self.path(decoder, key)
    guard items.count == 2 else {
      decoder.fail(key, "expected [lowest, highest] for \"\(name)\", found \(items.count) of them")
      return nil
    }
    guard let lower = number(items[0], decoder, name), let upper = number(items[1], decoder, name) else { return nil }
    if let lowest = lower.literal, let highest = upper.literal, lowest >= highest {
      decoder.fail(key, "expected the lower bound first for \"\(name)\", found \(lowest) and \(highest)")
      return nil
    }
    return Bounds(lower: lower, upper: upper)
  }

  func progress(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("progress", required: "a mapping with \"value\"") else { return nil }
    let value = number(&part, "value", required: true)
    let total = number(&part, "total")
    let label = template(&part, "label")
    let current = template(&part, "currentValue")
    let styles = [("linear", AnyProgressViewStyle(.linear)), ("circular", AnyProgressViewStyle(.circular))]
    let style = part.choice("style", styles) ?? AnyProgressViewStyle(.automatic)
    part.finish()
    guard let value else { return nil }
    return made { scope in
      let share = value.number(in: scope)
      if total == nil { Self.checkShare(share, of: value, remedy: "write the whole, such as \"total: 100\"", scope) }
      let whole = total.map { $0.number(in: scope) ?? 0 } ?? 1
      let title = label?.text(in: scope)
      return Group {
        if let current {
          ProgressView(value: share, total: whole) {
            title
          } currentValueLabel: {
            current.text(in: scope)
          }
        } else if let title {
          ProgressView(value: share, total: whole) { title }
        } else {
          ProgressView(value: share, total: whole)
        }
      }
      .progressViewStyle(style)
    }
  }

  func chart(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("chart", required: "a mapping with \"values\"") else { return nil }
    let list = listExpression(&part, "values")
    let x = part.text("x", maximumCount: 40)
    let y = part.text("y", maximumCount: 40)
    let mark = part.choice("mark", ViewChart.Mark.allCases.map { ($0.rawValue, $0) }) ?? .line
    let curves: [(String, InterpolationMethod)] = [("linear", .linear), ("monotone", .monotone), ("step", .stepEnd)]
    let curve = part.choice("interpolation", curves) ?? .linear
    let domain = bounds(&part, "domain")
    let showsX = part.boolean("xAxis") ?? false
    let showsY = part.boolean("yAxis") ?? false
    let style = style(&part, "style")
    let highlight = part.contains("highlight") ? test(&part, "highlight") : nil
    _ = part.node("highlight")
    let rule = number(&part, "rule")
    part.finish()
    guard let list else { return nil }
    return made { scope in
      ViewChart(
        points: ViewChart.points(list, x: x, y: y ?? "value", in: scope) { inner in
          ViewChart.Look(
            style: style?(inner) ?? AnyShapeStyle(TintShapeStyle()), isHighlighted: highlight?.holds(in: inner))
        }, mark: mark, curve: curve, domain: domain?.value(in: scope), rule: rule?.number(in: scope), showsX: showsX,
        showsY: showsY)
    }
  }
}

extension EntryValue {
  fileprivate func member(_ key: String) -> EntryValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}

/// A gauge with any of its labels.
private struct ViewGauge: View {
  let value: Double
  let limits: ClosedRange<Double>
  let label: AnyView
  let current: Text?
  let minimum: Text?
  let maximum: Text?

  var body: some View {
    if minimum != nil || maximum != nil {
      Gauge(value: value, in: limits) {
        label
      } currentValueLabel: {
        current
      } minimumValueLabel: {
        minimum
      } maximumValueLabel: {
        maximum
      }
    } else if let current {
      Gauge(value: value, in: limits) {
        label
      } currentValueLabel: {
        current
      }
    } else {
      Gauge(value: value, in: limits) { label }
    }
  }
}

/// A chart of one list of values.
struct ViewChart: WidgetView {
  /// How a chart draws its points.
  enum Mark: String, CaseIterable, Sendable { case line, bar, area, point }

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

  let points: [Point]
  let mark: Mark
  let curve: InterpolationMethod
  let domain: ClosedRange<Double>?
  /// A line across at this value.
  let rule: Double?
  let showsX: Bool
  let showsY: Bool

  @ViewBuilder var body: some View {
    let chart = Chart {
      for point in points { marks(point) }
      if let rule {
        RuleMark(y: .value("y", rule)).foregroundStyle(.secondary).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
      }
    }
    .chartXAxis(showsX ? .automatic : .hidden).chartYAxis(showsY ? .automatic : .hidden)
    if let domain { chart.chartYScale(domain: domain) } else { chart }
  }

  @ChartContentBuilder private func marks(_ point: Point) -> ChartMarks {
    let (x, y) = (PlottableValue<Double>("x", plotted: point.x), PlottableValue<Double>.value("y", point.y))
    switch mark {
    case .line: joined(LineMark(x: x, y: y), point)
    case .bar:
      BarMark(x: x, y: y).foregroundStyle(point.look.style.opacity(point.look.isHighlighted == false ? 0.35 : 1))
        .cornerRadius(2)
    case .point: PointMark(x: x, y: y).foregroundStyle(point.look.style)
    case .area:
      // Reduced luminance leaves the line.
      if !isLuminanceReduced { joined(AreaMark(x: x, y: y), point, opacity: 0.3) }
      joined(LineMark(x: x, y: y), point)
    }
    if point.look.isHighlighted == true, mark != .bar {
      PointMark(x: x, y: y).foregroundStyle(point.look.style).symbolSize(64)
    }
  }

  /// A place of what joins all items, which has the item's style around it.
  private func joined(_ mark: some ChartContent, _ point: Point, opacity: Double = 1) -> ChartMarks {
    mark.foregroundStyle(point.look.style.opacity(opacity)).interpolationMethod(curve).strand(0)
  }

  /// Numbers in a row, or members of mappings; what has no number is left out.
  ///
  /// - Parameter look: of an item, which is the value `item`.
  static func points(
    _ list: ViewExpression, x: String?, y: String, in scope: ViewScope, look: (ViewScope) -> Look
  ) -> [Point] {
    let items = scope.items(list)
    var named = scope
    named.itemNames.append(ViewScope.itemName)
    let points = items.prefix(2000).enumerated().compactMap { index, item -> Point? in
      guard scope.ledger.compute() else { return nil }
      var inner = named
      inner.values[ViewScope.itemName] = item
      let place = PlottedValue.number(Double(index))
      switch item {
      case .number(let number, _): return Point(x: place, y: number, look: look(inner))
      case .object(let members):
        guard case .number(let number, _)? = members[y] else { return nil }
        return Point(x: x.flatMap { members[$0] }.flatMap(plotted) ?? place, y: number, look: look(inner))
      default: return nil
      }
    }
    if points.isEmpty, let first = items.first {
      scope.note(absence(of: y, in: first, of: list), list.path, at: list.position)
    } else if let x, let first = items.first, case .object = first, !items.contains(where: { $0.member(x) != nil }) {
      scope.ledger.remark(ViewFault(message: absence(of: x, in: first, of: list), position: list.position))
    }
    return points
  }

  /// Why a list gives no points, by its first item.
  private static func absence(of key: String, in item: EntryValue, of list: ViewExpression) -> String {
    guard case .object(let members) = item else {
      return "expected numbers, or mappings with \"\(key)\", in \"\(list.text)\", found \(item.kind)"
    }
    if let value = members[key] {
      return "expected a number \"\(key)\" in the items of \"\(list.text)\", found \(value.kind)"
    }
    let keys = members.keys.sorted().prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return "expected a member \"\(key)\" in the items of \"\(list.text)\", found \(keys.isEmpty ? "none" : keys)"
  }

  private static func plotted(_ value: EntryValue) -> PlottedValue? {
    switch value {
    case .number(let number, _): return .number(number)
    case .text(let text):
      guard let date = ISO8601.instantMilliseconds(text) else { return .category(text) }
      return .date(Date(timeIntervalSince1970: Double(date) / 1000))
    default: return nil
    }
  }
}
