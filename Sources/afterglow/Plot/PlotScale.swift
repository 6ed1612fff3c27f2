import Foundation

/// A logarithmic scale of whole decades, from bottom to top.
struct LogScale {
  let lowest: Double
  let highest: Double
  let top: Double
  let bottom: Double

  /// Covers every value, and at least `least`.
  init(_ values: some Sequence<Double>, least: ClosedRange<Double>, top: Double, bottom: Double) {
    var low = least.lowerBound
    var high = least.upperBound
    for value in values where value > 0 {
      low = min(low, value)
      high = max(high, value)
    }
    // What is darker than a hundredth of the least decade is as dark as that.
    lowest = pow(10, max(log10(low), log10(least.lowerBound) - 2).rounded(.down))
    highest = pow(10, log10(high).rounded(.up))
    self.top = top
    self.bottom = bottom
  }

  func y(_ value: Double) -> Double {
    let share = log10(min(max(value, lowest), highest) / lowest) / log10(highest / lowest)
    return bottom - share * (bottom - top)
  }

  var decades: [Double] {
    let first = Int(log10(lowest).rounded())
    return (first...Int(log10(highest).rounded())).map { pow(10, Double($0)) }
  }

  /// `0.01`, `1`, `10 000`.
  static func label(_ decade: Double) -> String {
    if decade < 1 { return String(format: "%.\(Int(-log10(decade).rounded()))f", decade) }
    let digits = String(Int(decade.rounded()))
    return digits.count > 4 ? digits.dropLast(3) + " " + digits.suffix(3) : digits
  }
}

/// A scale of civil time from left to right.
struct TimeScale {
  let from: Double
  let to: Double
  let left: Double
  let right: Double
  let zone: TimeZone

  func x(_ second: Double) -> Double {
    left + (min(max(second, from), to) - from) / (to - from) * (right - left)
  }

  private static let steps: [Double] = [
    10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  ]

  /// Round times on the wall clock, at most a dozen of them.
  var ticks: [Double] {
    let step = Self.steps.first { (to - from) / $0 <= 12 } ?? (to - from) / 12
    // A change of the clocks moves what is round; the offset at each tick counts.
    var ticks: [Double] = []
    var at = from
    for _ in 0..<64 {
      let offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: at)))
      let next = ((at + offset) / step).rounded(.up) * step - offset
      if next > to { break }
      if ticks.last != next { ticks.append(next) }
      at = next + step / 2
    }
    return ticks
  }

  func clock(_ second: Double, seconds: Bool = false) -> String { text(second, seconds ? "HH:mm:ss" : "HH:mm") }
  func date(_ second: Double) -> String { text(second, "EEE d MMM yyyy") }

  func isMidnight(_ second: Double) -> Bool { clock(second, seconds: true) == "00:00:00" }

  private func text(_ second: Double, _ pattern: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_GB")
    formatter.timeZone = zone
    formatter.dateFormat = pattern
    return formatter.string(from: Date(timeIntervalSince1970: second))
  }
}
