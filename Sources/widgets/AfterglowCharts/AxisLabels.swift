import AfterglowViews
import Foundation

/// A value that an axis marks.
struct AxisPlace {
  /// As a fraction of the axis.
  var share: Double
  var value: PlottedValue
  /// In the axis's format.
  var words: String
}

/// The labels along an axis: positions as fractions of its length, and texts.
struct AxisLabels {
  let scale: ChartScale
  let marks: AxisMarks
  let environment: EnvironmentValues

  /// - Parameter count: how many fit; values that were set explicitly are not thinned out.
  func labels(count: Int) -> [AxisPlace] {
    switch scale.domain {
    case .categories(let names): categories(names)
    case .numbers(let range):
      values(range, count: count).compactMap { value, words in
        let share = scale.position(value)
        guard share >= -1e-9, share <= 1 + 1e-9 else { return nil }
        return AxisPlace(
          share: share, value: plotted(value), words: marks.format?(plotted(value), environment) ?? words)
      }
    }
  }

  /// The steps to which the ends of the axis were rounded, if these labels are the ones.
  private func steps(_ desired: Int?) -> ChartSteps? {
    if let desired, scale.rounding != ChartRounding.count(desired) { return nil }
    return scale.steps
  }

  private func plotted(_ value: Double) -> PlottedValue {
    scale.isDates ? .date(Date(timeIntervalSinceReferenceDate: value)) : .number(value)
  }

  private func categories(_ names: [String]) -> [AxisPlace] {
    var wanted: Set<String>?
    if case .list(let values) = marks.values.storage { wanted = Set(values.map(\.name)) }
    return names.filter { wanted?.contains($0) ?? true }.map { name in
      AxisPlace(
        share: scale.position(.category(name)) ?? 0, value: .category(name),
        words: marks.format?(.category(name), environment) ?? name)
    }
  }

  private func values(_ range: ClosedRange<Double>, count: Int) -> [(Double, String)] {
    switch marks.values.storage {
    case .automatic(let desired):
      let count = desired ?? count
      if scale.isDates { return ChartTicks.dates(range, count: count, environment: environment) }
      return scale.isLogarithmic
        ? ChartTicks.decades(range, count: count, locale: environment.locale)
        : ChartTicks.numbers(range, count: count, locale: environment.locale, steps: steps(desired))
    case .list(let values): return written(values.compactMap(\.position), range, count)
    case .stride(let step):
      guard step > 0, (range.upperBound - range.lowerBound) / step <= 100 else { return [] }
      let first = (range.lowerBound / step - 1e-9).rounded(.up)
      let last = (range.upperBound / step + 1e-9).rounded(.down)
      return written(stride(from: first, through: last, by: 1).map { $0 * step + 0 }, range, count)
    case .calendar(let component, let every):
      return ChartTicks.dates(range, component, every, environment: environment)
    }
  }

  /// Numbers with the same number of decimals, as many as needed, or on a logarithmic axis each with its own; dates in
  /// the axis's automatic format.
  private func written(_ values: [Double], _ range: ClosedRange<Double>, _ count: Int) -> [(Double, String)] {
    if scale.isDates {
      let words = ChartTicks.dateWords(range, count: count, environment: environment)
      return values.map { ($0, words(Date(timeIntervalSinceReferenceDate: $0))) }
    }
    if scale.isLogarithmic { return values.map { ($0, ChartTicks.short($0, locale: environment.locale)) } }
    let digits =
      (0..<6).first { digits in
        values.allSatisfy { value in
          let raised = value * pow(10, Double(digits))
          return abs(raised.rounded() - raised) < 1e-6
        }
      } ?? 6
    return values.map { ($0, ChartTicks.text($0, places: digits...digits, locale: environment.locale)) }
  }
}
