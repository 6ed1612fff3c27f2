import Afterglow
import AfterglowDocuments
import Foundation

/// Gauges and progress.
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
      ).gaugeStyle(style).fittingRings()
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
      .progressViewStyle(style).fittingRings()
    }
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
