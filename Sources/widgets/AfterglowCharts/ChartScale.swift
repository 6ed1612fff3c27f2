import AfterglowCore
import AfterglowViews
import Foundation

/// How the numbers of an axis become distances along it. Dates and names always have equal distances.
public enum ScaleType: Hashable, Sendable {
  /// Equal differences are equally long.
  case linear
  /// Equal ratios are equally long: from 1 to 10 it is as far as from 10 to 100. The axis ends at powers of ten unless a
  /// domain is set, and is labelled at them. What is not above 0 lies at its beginning.
  case log
}

/// Maps values of one axis to fractions of its length.
struct ChartScale {
  enum Domain {
    case numbers(ClosedRange<Double>)
    case categories([String])
  }

  var domain: Domain
  var isDates = false
  /// Whether equal ratios are equally long.
  private(set) var isLogarithmic = false
  /// How both ends were rounded; nil = they are given, or those of the values.
  private(set) var rounding: ChartRounding?
  /// The labels to which both ends were rounded; nil where the axis has set their step.
  private(set) var steps: ChartSteps?
  /// Whether the greatest value is at the beginning.
  var isReversed = false
  /// Shares of the axis without values, at its beginning and end.
  var padding = (start: 0.0, end: 0.0)

  /// - Parameters:
  ///   - given: both ends, if set explicitly.
  ///   - rounding: of the ends that are not; nil = they are those of the values.
  ///   - room: margin at either end, in units of the axis: half a bar.
  init(
    _ values: [PlottedValue], given: PlottedDomain = PlottedDomain(), type: ScaleType = .linear, includesZero: Bool,
    rounding: ChartRounding?, room: Double = 0
  ) {
    isReversed = given.isReversed
    var names: [String] = given.names ?? []
    var seen: Set<String> = Set(names)
    for case .category(let name) in values where seen.insert(name).inserted { names.append(name) }
    if !names.isEmpty {
      domain = .categories(names)
      return
    }
    if case .date? = values.first { isDates = true }
    let numbers = values.compactMap(\.position)
    let includesZero = given.includesZero ?? includesZero
    let given = given.range
    if type == .log && !isDates {
      isLogarithmic = true
      domain = .numbers(Self.decades(around: numbers, given: given))
      return
    }
    var (lower, upper) = (numbers.min() ?? 0, numbers.max() ?? 1)
    if includesZero && !isDates { (lower, upper) = (min(lower, 0), max(upper, 0)) }
    if lower == upper { (lower, upper) = (lower - 0.5, upper + 0.5) }
    if let rounding, given == nil {
      let rounded = ChartSteps(around: lower...upper, rounding)
      (lower, upper) = (rounded.lower, rounded.upper)
      self.rounding = rounding
      if case .step = rounding {} else { steps = rounded }
    }
    domain = .numbers(given ?? (lower - room)...(upper + room))
  }

  var isOfNumbers: Bool { if case .numbers = domain { true } else { false } }

  /// Fraction of the axis, not limited to 0...1; nil for a name that the axis does not have.
  func position(_ value: PlottedValue) -> Double? {
    switch (domain, value) {
    case (.categories(let names), .category(let name)):
      names.firstIndex(of: name).map { placed((Double($0) + 0.5) / Double(names.count)) }
    case (.numbers(let range), _): value.position.map { position($0, range) }
    default: nil
    }
  }

  func position(_ number: Double) -> Double {
    if case .numbers(let range) = domain { position(number, range) } else { 0 }
  }

  private func position(_ number: Double, _ range: ClosedRange<Double>) -> Double {
    let share =
      !isLogarithmic
      ? (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      : number > 0 ? log(number / range.lowerBound) / log(range.upperBound / range.lowerBound) : 0
    return placed(min(max(share, -10), 10))
  }

  private func placed(_ share: Double) -> Double {
    padding.start + (1 - padding.start - padding.end) * (isReversed ? 1 - share : share)
  }

  /// Whole powers of ten around every number above 0.
  private static func decades(around numbers: [Double], given: ClosedRange<Double>?) -> ClosedRange<Double> {
    if let given, given.lowerBound > 0 { return given }
    let above = numbers.filter { $0 >= 1e-300 && $0 <= 1e300 }
    let lower = log10(above.min() ?? 1).rounded(.down)
    let upper = log10(above.max() ?? 10).rounded(.up)
    return pow(10, lower)...pow(10, max(upper, lower + 1))
  }

  /// The fraction of the axis that one bar may take.
  func band(_ values: [PlottedValue]) -> Double {
    switch domain {
    case .categories(let names): return 1 / Double(names.count)
    case .numbers(let range):
      let gap = Self.smallestGap(values)
      return min(1, (gap ?? (range.upperBound - range.lowerBound)) / (range.upperBound - range.lowerBound))
    }
  }

  static func smallestGap(_ values: [PlottedValue]) -> Double? {
    let sorted = Set(values.compactMap(\.position)).sorted()
    return zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min()
  }
}

/// Round values for the labels of an axis.
enum ChartTicks {
  /// 1, 2 or 5 times a power of ten that divides the length into about this many steps.
  static func step(_ length: Double, count: Int) -> Double {
    let raw = max(length, 1e-12) / Double(max(1, count))
    let power = pow(10, floor(log10(raw)))
    let lead = raw / power
    func isAtMost(_ whole: Double) -> Bool { lead <= whole + 1e-9 }
    return (isAtMost(1) ? 1 : isAtMost(2) ? 2 : isAtMost(5) ? 5 : 10) * power
  }

  /// Such a step that is no longer than the axis, so that more than one end of it can have a label.
  private static func innerStep(_ length: Double, count: Int) -> Double {
    let steps = (max(1, count)...max(3, count)).lazy.map { step(length, count: $0) }
    return steps.first { $0 <= length * (1 + 1e-9) } ?? step(length, count: count)
  }

  /// Multiples of a round step with their texts.
  ///
  /// - Parameters:
  ///   - range: the ends of the axis.
  ///   - count: about how many steps there are.
  ///   - locale: the form of the texts.
  ///   - steps: the steps to which the ends were rounded; nil = round ones within the range.
  static func numbers(
    _ range: ClosedRange<Double>, count: Int, locale: Locale, steps: ChartSteps? = nil
  ) -> [(Double, String)] {
    let step = steps?.step ?? innerStep(range.upperBound - range.lowerBound, count: count)
    // One step from end to end may begin at a number that is no multiple of it.
    let lower = steps?.lower ?? 0
    let base = abs(lower / step - (lower / step).rounded()) < 1e-6 ? 0 : lower
    let first = ((range.lowerBound - base) / step - 1e-9).rounded(.up)
    let last = ((range.upperBound - base) / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100, step > 0 else { return [] }
    let digits =
      (0..<6).first { digits in
        [base, step].allSatisfy { number in
          let raised = number * pow(10, Double(digits))
          return abs(raised.rounded() - raised) < 1e-6
        }
      } ?? 6
    return stride(from: first, through: last, by: 1).map {
      (base + $0 * step + 0, text(base + $0 * step, places: digits...digits, locale: locale))
    }
  }

  /// Powers of ten: all, or every second or third, so that there are about this many. A range without two of them has
  /// their double and fivefold, too.
  static func decades(_ range: ClosedRange<Double>, count: Int, locale: Locale) -> [(Double, String)] {
    let first = (log10(range.lowerBound) - 1e-9).rounded(.up)
    let last = (log10(range.upperBound) + 1e-9).rounded(.down)
    let values: [Double]
    if last > first {
      let step = max(1, ((last - first) / Double(max(1, count))).rounded(.up))
      values = stride(from: first, through: last, by: step).map { pow(10, $0) }
    } else {
      let within = range.lowerBound * (1 - 1e-9)...range.upperBound * (1 + 1e-9)
      let powers = stride(from: min(first, last) - 1, through: max(first, last), by: 1).map { pow(10, $0) }
      values = powers.flatMap { [$0, 2 * $0, 5 * $0] }.filter(within.contains)
    }
    return values.map { ($0, short($0, locale: locale)) }
  }

  /// A number with the decimals that it has, six at most.
  static func short(_ value: Double, locale: Locale) -> String {
    text(value, places: 0...6, locale: locale)
  }

  /// A number in a locale's form, without zeros at its end beyond the fewest places.
  static func text(_ number: Double, places: ClosedRange<Int>, locale: Locale) -> String {
    FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(places))
      .format(DecimalRounding.rounded(number, places: places.upperBound))
  }

  /// Hours, days, dates or months, whichever gives at most this many labels.
  static func dates(
    _ range: ClosedRange<Double>, count: Int, environment: EnvironmentValues
  ) -> [(Double, String)] {
    let step = step(range, count: count)
    return dates(range, step.component, step.value, template: step.template, environment: environment)
  }

  /// At multiples of a calendar unit.
  /// - Parameter template: nil = the format of the shortest automatic step of these units.
  static func dates(
    _ range: ClosedRange<Double>, _ component: Calendar.Component, _ every: Int, template: String? = nil,
    environment: EnvironmentValues
  ) -> [(Double, String)] {
    let calendar = environment.calendar
    let words = words(template ?? steps.first { $0.component == component }?.template ?? "jmm", environment)
    let start = Date(timeIntervalSinceReferenceDate: range.lowerBound)
    let base =
      [.month, .year].contains(component)
      ? firstOfYear(start, calendar)
      : component == .minute
        ? calendar.dateInterval(of: .hour, for: start)?.start ?? start : calendar.startOfDay(for: start)
    var ticks: [(Double, String)] = []
    // From a round date before the start; at most a year of hours.
    for index in 0..<400 {
      guard let date = calendar.date(byAdding: component, value: index * every, to: base) else { break }
      let place = date.timeIntervalSinceReferenceDate
      if place > range.upperBound { break }
      if place >= range.lowerBound { ticks.append((place, words(date))) }
    }
    return ticks
  }

  /// The format of dates in a range with at most this many labels.
  static func dateWords(
    _ range: ClosedRange<Double>, count: Int, environment: EnvironmentValues
  ) -> (Date) -> String { words(step(range, count: count).template, environment) }

  private typealias Step = (hours: Double, component: Calendar.Component, value: Int, template: String)

  private static let steps: [Step] = [
    (1, .hour, 1, "j"), (2, .hour, 2, "j"), (3, .hour, 3, "j"), (6, .hour, 6, "j"), (12, .hour, 12, "j"),
    (24, .day, 1, "EEE"), (48, .day, 2, "EEE"), (168, .day, 7, "dMMM"), (336, .day, 14, "dMMM"),
    (731, .month, 1, "MMM"), (2192, .month, 3, "MMM"), (8766, .year, 1, "y"), (43_830, .year, 5, "y"),
  ]

  private static func step(_ range: ClosedRange<Double>, count: Int) -> Step {
    let hours = (range.upperBound - range.lowerBound) / 3600
    return steps.first { hours / $0.hours <= Double(max(1, count)) + 0.5 } ?? steps[steps.count - 1]
  }

  private static func words(_ template: String, _ environment: EnvironmentValues) -> (Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = environment.locale
    formatter.timeZone = environment.timeZone
    formatter.setLocalizedDateFormatFromTemplate(template)
    return { formatter.string(from: $0) }
  }

  private static func firstOfYear(_ date: Date, _ calendar: Calendar) -> Date {
    calendar.date(from: calendar.dateComponents([.year], from: date)) ?? date
  }
}
