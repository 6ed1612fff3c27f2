import Foundation

/// Round values with equal steps that enclose a course.
struct ValueAxis {
  /// At least two, lowest first; the outermost bound the graph.
  let values: [Double]
  /// Decimal places that the steps need.
  let places: Int

  /// About so many steps.
  private static let stepCount = 3.0

  init(_ course: ValueCourse) {
    let span = course.isLevel ? max(1, abs(course.lowest) * 0.1) : course.highest - course.lowest
    let wanted = span / Self.stepCount
    let power = pow(10, wanted.magnitude.log10Floor)
    let step = ([1, 2, 5].map { $0 * power }.first { $0 >= wanted * 0.999 }) ?? 10 * power
    places = max(0, -Int(step.log10Floor))
    let first = (course.lowest / step + 1e-6).rounded(.down)
    let last = max((course.highest / step - 1e-6).rounded(.up), first + 1)
    values = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Where a value lies between the outermost ones.
  func share(of value: Double) -> Double {
    min(1, max(0, (value - values[0]) / (values[values.count - 1] - values[0])))
  }

  func text(_ value: Double, locale: Locale) -> String {
    let text = String(format: "%.\(min(places, 6))f", value == 0 ? 0 : value)
    return ValueText.shown(ValueContent(value: text, isNumber: true), locale: locale)
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
