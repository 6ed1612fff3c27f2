import Foundation

/// Round values with equal steps, and the bounds of a graph that its course fills.
struct ValueAxis {
  /// At least two, lowest first.
  private(set) var values: [Double]
  /// Decimal places that the steps need.
  let places: Int
  /// Of the graph: half steps, as near to the course as they can be.
  let bounds: ClosedRange<Double>

  /// How many round values there are.
  private static let counts = 3...5

  init(_ course: ValueCourse) {
    let room = course.isLevel ? max(1, abs(course.lowest) * 0.1) / 2 : 0
    let span = (course.lowest - room)...(course.highest + room)
    let power = pow(10, (span.upperBound - span.lowerBound).log10Floor)
    let steps = [0.1, 0.2, 0.25, 0.5, 1, 2].map { $0 * power }
    let plans = steps.map { Plan(span, step: $0) }
    let best = plans.filter { Self.counts.contains($0.count) }.min { $0.cost < $1.cost } ?? plans[3]
    bounds = best.bounds
    values = (0..<best.count).map { (best.first + Double($0)) * best.step }
    places = best.places
  }

  /// The values and bounds that a step leads to.
  private struct Plan {
    let step: Double
    let bounds: ClosedRange<Double>
    /// The lowest value, in steps.
    let first: Double
    let count: Int
    let cost: Double

    init(_ span: ClosedRange<Double>, step: Double) {
      self.step = step
      let half = step / 2
      let lower = (span.lowerBound / half + 1e-6).rounded(.down)
      let upper = max((span.upperBound / half - 1e-6).rounded(.up), lower + 2)
      bounds = lower * half...upper * half
      first = (lower / 2).rounded(.up)
      count = Int((upper / 2).rounded(.down) - first) + 1
      // Little empty room counts for most, then few lines, then whole steps.
      let isQuarter = abs(step / pow(10, step.log10Floor) - 2.5) < 1e-6
      let room = (upper - lower) * half / (span.upperBound - span.lowerBound)
      cost = room + Double(count) * 0.02 + (isQuarter ? 0.1 : 0)
    }

    var places: Int {
      let isQuarter = abs(step / pow(10, step.log10Floor) - 2.5) < 1e-6
      return max(0, -Int(step.log10Floor) + (isQuarter ? 1 : 0))
    }
  }

  /// Where a value lies between the bounds.
  func share(of value: Double) -> Double {
    min(1, max(0, (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)))
  }

  func text(_ value: Double, locale: Locale) -> String {
    Figures.text(value, decimals: min(places, RoundedNumber.maximumDecimals), in: locale)
  }
}

extension Double {
  /// The largest whole power of ten that is no more than the number.
  fileprivate var log10Floor: Double { (Foundation.log10(self) + 1e-9).rounded(.down) }
}

/// Round times with equal steps in a span: whole minutes, hours, days or months of a calendar.
struct TimeAxis {
  let dates: [Date]
  /// Seconds from one to the next, or about so many.
  private let step: Double
  private let span: Double

  private static let day = 86_400.0
  private static let month = 30 * day
  /// Seconds; those above a day in whole days, those of a month and more in whole months.
  private static let steps: [Double] =
    [60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200] + [1, 2, 7, 14].map { $0 * day }
    + [1, 2, 3, 6, 12, 24, 60].map { $0 * month }
  private static let mostSteps = 4.0

  init(_ first: Date, _ last: Date, calendar: Calendar) {
    let span = last.timeIntervalSince(first)
    let step = Self.steps.first { span / $0 <= Self.mostSteps } ?? Self.steps[Self.steps.count - 1]
    self.span = span
    self.step = step
    let midnight = calendar.startOfDay(for: first)
    var dates: [Date] = []
    if step >= Self.month {
      let months = Int(step / Self.month)
      var parts = calendar.dateComponents([.era, .year, .month], from: first)
      parts.month = ((parts.month ?? 1) - 1) / months * months + 1
      var next = calendar.date(from: parts)
      while let date = next, date <= last, dates.count < 40 {
        dates.append(date)
        next = calendar.date(byAdding: .month, value: months, to: date)
      }
    } else {
      let days = max(1, Int(step / Self.day))
      var next: Date? = midnight
      while let date = next, date <= last, dates.count < 400 {
        next = calendar.date(byAdding: .day, value: days, to: date)
        let end = next ?? date.addingTimeInterval(Self.day)
        dates += stride(from: 0, to: end.timeIntervalSince(date) - step / 2, by: step).map(date.addingTimeInterval)
      }
    }
    self.dates = dates.filter { $0 >= first && $0 <= last }
  }

  /// As precise as the steps.
  func text(_ date: Date, _ style: Date.FormatStyle, _ calendar: Calendar) -> String {
    switch step {
    case ..<Self.day:
      // A day's beginning says which day.
      date == calendar.startOfDay(for: date)
        ? date.formatted(style.weekday(.abbreviated)) : date.formatted(style.hour().minute())
    case ..<(7 * Self.day) where span < 7 * Self.day: date.formatted(style.weekday(.abbreviated))
    case ..<Self.month: date.formatted(style.day().month(.abbreviated))
    case ..<(12 * Self.month): date.formatted(style.month(.abbreviated))
    default: date.formatted(style.year())
    }
  }
}
