import AfterglowViews
import Foundation

/// The edge of the plot at which an axis has its labels. Labels of horizontal axes are below the plot, or above it
/// if `top`; those of vertical ones at the right, or at the left if `leading`. Names are at the left, or at the right if
/// `trailing`.
public enum AxisMarkPosition: Hashable, Sendable { case automatic, leading, trailing, top, bottom }

/// How an axis looks. Accepted so that code for Swift Charts compiles.
public enum AxisMarkPreset: Sendable { case automatic, aligned, extended, inset }

/// The values of an axis that have a label.
public struct AxisMarkValues: Sendable {
  enum Storage: Sendable {
    case automatic(Int?)
    case stride(Double)
    case calendar(Calendar.Component, Int)
    case list([PlottedValue])
  }

  let storage: Storage

  /// How the values round the ends of an axis of numbers.
  ///
  /// - Parameter count: how many steps there is room for.
  func rounding(fitting count: Int) -> ChartRounding {
    switch storage {
    case .automatic(let desired?): .count(desired)
    case .automatic(nil): .fitting(count)
    case .stride(let step): .step(step)
    case .calendar, .list: .most
    }
  }

  /// As many round values as fit, at most six.
  public static var automatic: AxisMarkValues { automatic(desiredCount: nil) }
  /// About this many round values, 1 to 20.
  public static func automatic(desiredCount: Int?) -> AxisMarkValues {
    AxisMarkValues(storage: .automatic(desiredCount.map { min(max($0, 1), 20) }))
  }
  /// Multiples of a number. A step that is not above 0, or that gives more than 100 labels, shows none.
  public static func stride(by step: Double) -> AxisMarkValues { AxisMarkValues(storage: .stride(step)) }
  /// Every so many hours, days, months or years of the environment's calendar, at round ones.
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> AxisMarkValues {
    AxisMarkValues(storage: .calendar(component, max(1, count)))
  }
}

/// The labels of an axis. Numbers and dates have a line across the plot, too; names have none.
///
///     Chart(entry.tides) { tide in
///       LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
///     }
///     .chartXAxis { AxisMarks(values: .stride(by: .hour, count: 6)) }
///     .chartYAxis { AxisMarks(position: .leading, values: [0, 2, 4]) }
///
/// Labels are `caption2`, at least 11 pt. If they would overlap, every second or third one is shown.
// Its content is called by the thread that draws the widget.
public struct AxisMarks: AxisContent, @unchecked Sendable {
  var position: AxisMarkPosition
  var values: AxisMarkValues
  /// nil = the axis's automatic format; returns nil for values that the format does not accept.
  var format: (@Sendable (PlottedValue, EnvironmentValues) -> String?)?
  /// Of the lines across the plot; nil = a hairline.
  var stroke: StrokeStyle?
  /// nil = a label, and for numbers and dates a line.
  var content: ((AxisValue) -> [AxisPart])?

  public var axisMarks: [AxisMarks] { [self] }

  /// Labels in the axis's automatic format.
  ///
  /// - Parameters:
  ///   - position: the side that it stands on.
  ///   - values: where marks stand.
  ///   - stroke: of the lines across the plot.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
  ) {
    self.position = position
    self.values = values
    self.stroke = stroke
  }

  /// Lines, ticks and labels of your own at each value.
  ///
  ///     AxisMarks(values: .stride(by: .hour, count: 6)) { _ in
  ///       AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [2, 2]))
  ///       AxisValueLabel(format: .dateTime.hour())
  ///     }
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> AxisMarkGroup
  ) {
    self.init(position: position, values: values)
    self.content = { content($0).parts }
  }

  /// Lines, ticks and labels of your own at these values, of which the first 100 count.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [some Plottable],
    @AxisMarkBuilder content: @escaping (AxisValue) -> AxisMarkGroup
  ) {
    self.init(position: position, values: values)
    self.content = { content($0).parts }
  }

  /// Lines, ticks and labels of your own at each value.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping () -> AxisMarkGroup
  ) {
    self.init(position: position, values: values)
    self.content = { _ in content().parts }
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

  static func words<F: FormatStyle & Sendable>(
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
  public func chartXAxis(@AxisContentBuilder content: () -> AxisMarksGroup) -> some View {
    let marks = content().axisMarks
    return chart {
      $0.x.visibility = .visible
      $0.x.marks = marks
    }
  }

  /// Sets the labels and lines of the vertical axis.
  public func chartYAxis(@AxisContentBuilder content: () -> AxisMarksGroup) -> some View {
    let marks = content().axisMarks
    return chart {
      $0.y.visibility = .visible
      $0.y.marks = marks
    }
  }
}
