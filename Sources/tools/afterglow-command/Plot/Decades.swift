import Foundation

/// A logarithmic axis of whole powers of ten.
struct Decades: Sendable {
  let lowest: Double
  let highest: Double

  /// Covers every value, and at least `least`.
  init(_ values: some Sequence<Double>, least: ClosedRange<Double>) {
    var (low, high) = (least.lowerBound, least.upperBound)
    for value in values where value > 0 { (low, high) = (min(low, value), max(high, value)) }
    // What is darker than a hundredth of the least decade is as dark as that.
    lowest = pow(10, max(log10(low), log10(least.lowerBound) - 2).rounded(.down))
    highest = pow(10, log10(high).rounded(.up))
  }

  /// A little more than the powers of ten, so that a line at an end is not cut.
  var domain: ClosedRange<Double> { lowest * 0.86...highest * 1.16 }

  var ticks: [Double] {
    let first = Int(log10(lowest).rounded())
    return (first...Int(log10(highest).rounded())).map { pow(10, Double($0)) }
  }

  /// Twofold, threefold … of each power of ten.
  var fineTicks: [Double] { ticks.dropLast().flatMap { decade in (2...9).map { decade * Double($0) } } }

  func clamped(_ value: Double) -> Double { min(max(value, lowest), highest) }
}
