import Foundation

/// Beside which edge of the plot an axis has its labels: a horizontal one below it, a vertical one at its right unless it is
/// asked for the other.
public enum AxisMarkPosition: Hashable, Sendable { case automatic, leading, trailing, bottom }

/// Which values of an axis have a label.
public struct AxisMarkValues: Sendable {
  enum Storage: Sendable {
    case automatic(Int?)
    case stride(Double)
    case calendar(Calendar.Component, Int)
    case list([PlottedValue])
  }

  let storage: Storage

  /// As many as have room.
  public static var automatic: AxisMarkValues { automatic(desiredCount: nil) }
  /// About as many, at round values.
  public static func automatic(desiredCount: Int?) -> AxisMarkValues {
    AxisMarkValues(storage: .automatic(desiredCount.map { min(max($0, 1), 20) }))
  }
  /// At the multiples of a number above 0.
  public static func stride(by step: Double) -> AxisMarkValues { AxisMarkValues(storage: .stride(step)) }
  /// At every so many hours, days, months or years of the scene's calendar.
  public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues {
    AxisMarkValues(storage: .calendar(component, max(1, count)))
  }
}

/// The labels of an axis, each value's with its line across the plot.
public struct AxisMarks: Sendable {
  var position: AxisMarkPosition
  var values: AxisMarkValues
  /// nil = as the axis itself writes values; it gives nil for what the format is not made for.
  var format: (@Sendable (PlottedValue, EnvironmentValues) -> String?)?

  public init(position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic) {
    self.position = position
    self.values = values
  }

  /// At these values.
  public init(position: AxisMarkPosition = .automatic, values: [some Plottable]) {
    self.init(position: position, values: AxisMarkValues(storage: .list(values.prefix(100).map(\.plotted))))
  }

  /// With values as a format writes them, in the environment's locale and zone.
  public init<F: FormatStyle & Sendable>(
    format: F, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic
  ) where F.FormatOutput == String {
    self.init(position: position, values: values)
    self.format = Self.words(format)
  }

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
        // A format of whole numbers takes those that are.
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
  /// Labels below the plot.
  public func chartXAxis(_ marks: () -> AxisMarks) -> some View {
    let marks = marks()
    return chart {
      $0.xAxis = .visible
      $0.xMarks = marks
    }
  }

  /// Labels beside the plot.
  public func chartYAxis(_ marks: () -> AxisMarks) -> some View {
    let marks = marks()
    return chart {
      $0.yAxis = .visible
      $0.yMarks = marks
    }
  }
}
