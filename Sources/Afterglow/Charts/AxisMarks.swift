import Foundation

/// The edge of the plot at which an axis has its labels. Labels of horizontal axes are always below the plot; those of
/// vertical ones at the right, or at the left if `leading`.
public enum AxisMarkPosition: Hashable, Sendable { case automatic, leading, trailing, bottom }

/// The values of an axis that have a label.
public struct AxisMarkValues: Sendable {
  enum Storage: Sendable {
    case automatic(Int?)
    case stride(Double)
    case calendar(Calendar.Component, Int)
    case list([PlottedValue])
  }

  let storage: Storage

  /// As many round values as fit, at most six.
  public static var automatic: AxisMarkValues { automatic(desiredCount: nil) }
  /// About this many round values, 1 to 20.
  public static func automatic(desiredCount: Int?) -> AxisMarkValues {
    AxisMarkValues(storage: .automatic(desiredCount.map { min(max($0, 1), 20) }))
  }
  /// Multiples of a number. A step that is not above 0, or that gives more than 100 labels, shows none.
  public static func stride(by step: Double) -> AxisMarkValues { AxisMarkValues(storage: .stride(step)) }
  /// Every so many hours, days, months or years of the environment's calendar, at round ones.
  public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues {
    AxisMarkValues(storage: .calendar(component, max(1, count)))
  }
}

/// The labels of an axis. Values of a vertical axis have a line across the plot, too.
///
///     Chart(entry.tides) { tide in
///       LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
///     }
///     .chartXAxis { AxisMarks(values: .stride(by: .hour, count: 6)) }
///     .chartYAxis { AxisMarks(position: .leading, values: [0, 2, 4]) }
///
/// Labels are `caption2`, at least 11 pt. If they would overlap, every second or third one is shown.
public struct AxisMarks: Sendable {
  var position: AxisMarkPosition
  var values: AxisMarkValues
  /// nil = the axis's automatic format; returns nil for values that the format does not accept.
  var format: (@Sendable (PlottedValue, EnvironmentValues) -> String?)?

  /// Labels in the axis's automatic format.
  public init(position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic) {
    self.position = position
    self.values = values
  }

  /// Labels at these values, of which the first 100 count.
  public init(position: AxisMarkPosition = .automatic, values: [some Plottable]) {
    self.init(position: position, values: AxisMarkValues(storage: .list(values.prefix(100).map(\.plotted))))
  }

  /// Labels written by a format, in the environment's locale, time zone and calendar. Values that the format does not
  /// accept are written in the axis's automatic format.
  public init<F: FormatStyle & Sendable>(
    format: F, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic
  ) where F.FormatOutput == String {
    self.init(position: position, values: values)
    self.format = Self.words(format)
  }

  /// Labels at these values, written by a format.
  public init<F: FormatStyle & Sendable>(
    format: F, position: AxisMarkPosition = .automatic, values: [some Plottable]
  ) where F.FormatOutput == String {
    self.init(position: position, values: values)
    self.format = Self.words(format)
  }

  private static func words<F: FormatStyle & Sendable>(
    _ format: F
  ) -> @Sendable (PlottedValue, EnvironmentValues) -> String? where F.FormatOutput == String {
    { value, environment in
      switch value {
      case .number(let number):
        // A format for integers accepts only numbers that are integers.
        let input = number as? F.FormatInput ?? Int(exactly: number) as? F.FormatInput
        return input.map { format.locale(environment.locale).format($0) }
      case .date(let date):
        if var dates = format as? Date.FormatStyle {
          dates.timeZone = environment.timeZone
          dates.calendar = environment.calendar
          return dates.locale(environment.locale).format(date)
        }
        return (date as? F.FormatInput).map { format.locale(environment.locale).format($0) }
      case .category(let name): return (name as? F.FormatInput).map { format.format($0) }
      }
    }
  }
}

extension View {
  /// Sets the labels below the plot.
  public func chartXAxis(_ marks: () -> AxisMarks) -> some View {
    let marks = marks()
    return chart {
      $0.xAxis = .visible
      $0.xMarks = marks
    }
  }

  /// Sets the labels and lines of the vertical axis.
  public func chartYAxis(_ marks: () -> AxisMarks) -> some View {
    let marks = marks()
    return chart {
      $0.yAxis = .visible
      $0.yMarks = marks
    }
  }
}
