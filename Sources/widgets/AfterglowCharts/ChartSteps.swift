import Foundation

/// How the ends of an axis of numbers are rounded: to the labels that it has.
enum ChartRounding: Hashable {
  /// About this many steps.
  case count(Int)
  /// Multiples of a number.
  case step(Double)
  /// As many steps as there is room for, at most this many.
  case fitting(Int)

  /// Largest number of steps of an automatic axis.
  static let mostSteps = 6
  /// The rounding of an axis with room for every label.
  static let most = ChartRounding.count(mostSteps)
}

/// The ends of an axis of numbers, and the distance between its labels: both ends have one.
struct ChartSteps {
  var lower: Double
  var upper: Double
  var step: Double
}

extension ChartSteps {
  /// Round ends around a range.
  init(around range: ClosedRange<Double>, _ rounding: ChartRounding) {
    switch rounding {
    case .step(let step):
      let isUsable = step > 0 && (range.upperBound - range.lowerBound) / step <= 100
      self = isUsable ? ChartSteps(around: range, step: step) : ChartSteps(around: range, .most)
    case .fitting(let count) where count < ChartRounding.mostSteps:
      self = Self.fitting(range, count: count)
    case .count(let count), .fitting(let count):
      var step = ChartTicks.step(range.upperBound - range.lowerBound, count: count)
      // The rounded range may need a longer step.
      for _ in 0..<3 {
        let rounded = ChartSteps(around: range, step: step)
        step = max(step, ChartTicks.step(rounded.upper - rounded.lower, count: count))
      }
      self.init(around: range, step: step)
    }
  }

  /// The nearest multiples of a step around a range.
  private init(around range: ClosedRange<Double>, step: Double) {
    self.init(
      lower: (range.lowerBound / step + 1e-9).rounded(.down) * step,
      upper: (range.upperBound / step - 1e-9).rounded(.up) * step, step: step)
  }

  /// Steps of 1, 2 or 5 times a power of ten if they leave little of the axis empty, also if there is one more of them; else
  /// less usual ones; else one from end to end.
  private static func fitting(_ range: ClosedRange<Double>, count: Int) -> ChartSteps {
    let least = min(2, count)
    let choices: [(leads: [Double], counts: ClosedRange<Int>)] = [
      ([1, 2, 5], least...count), ([1, 2, 5], least...(count < 3 ? count : count + 1)), ([2.5, 4], least...count),
      ([1.5, 3, 6, 8], least...count), ([1, 2, 5], 1...1),
    ]
    for choice in choices {
      if let steps = finest(choice.leads, around: range, choice.counts) { return steps }
    }
    let ends = ChartSteps(around: range, .most)
    return ChartSteps(lower: ends.lower, upper: ends.upper, step: ends.upper - ends.lower)
  }

  /// The finest of some steps, times a power of ten, that leave at most a quarter of the axis empty at either end.
  ///
  /// - Parameters:
  ///   - leads: from 1 to 10, in rising order; those with decimals for whole labels only.
  ///   - range: the values.
  ///   - counts: how many steps there may be.
  private static func finest(
    _ leads: [Double], around range: ClosedRange<Double>, _ counts: ClosedRange<Int>
  ) -> ChartSteps? {
    let length = max(range.upperBound - range.lowerBound, 1e-12)
    let least = (log10(length / Double(counts.upperBound)) + 1e-9).rounded(.down)
    for power in [least, least + 1] {
      for lead in leads where power >= 1 || lead == lead.rounded() {
        let steps = ChartSteps(around: range, step: lead * pow(10, power))
        let whole = steps.upper - steps.lower
        let count = (whole / steps.step).rounded()
        guard count >= Double(counts.lowerBound), count <= Double(counts.upperBound) else { continue }
        let empty = max(range.lowerBound - steps.lower, steps.upper - range.upperBound)
        if empty <= whole * (0.25 + 1e-9) { return steps }
      }
    }
    return nil
  }
}
