/// Points joined by a line.
public struct LineMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .line, x: x.value.plotted, y: y.value.plotted)]
  }

  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, series: PlottableValue<some Plottable>
  ) {
    marks = [
      ChartMark(kind: .line, x: x.value.plotted, y: y.value.plotted, series: series.value.plotted.name)
    ]
  }
}

/// Bars from zero, or between two values. Bars at one place stand on each other.
public struct BarMark: ChartContent {
  public let marks: [ChartMark]

  /// - Parameter width: in points; two thirds of the room where none is given.
  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, width: Double? = nil) {
    marks = [ChartMark(kind: .bar, x: x.value.plotted, y: y.value.plotted, width: width)]
  }

  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>,
    width: Double? = nil
  ) {
    marks = [
      ChartMark(
        kind: .bar, x: x.value.plotted, yStart: yStart.value.plotted, yEnd: yEnd.value.plotted, width: width)
    ]
  }
}

/// The area between a line and zero, or between two lines. Areas of several series stand on each other.
public struct AreaMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .area, x: x.value.plotted, y: y.value.plotted)]
  }

  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [ChartMark(kind: .area, x: x.value.plotted, yStart: yStart.value.plotted, yEnd: yEnd.value.plotted)]
  }
}

/// A dot.
public struct PointMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .point, x: x.value.plotted, y: y.value.plotted)]
  }
}

/// A line across the chart at one value of an axis, or part of the way.
public struct RuleMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.x = x.value.plotted }]
  }

  public init(y: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.y = y.value.plotted }]
  }

  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>
  ) {
    marks = [
      RuleMark.rule {
        $0.x = xStart.value.plotted
        $0.xEnd = xEnd.value.plotted
        $0.y = y.value.plotted
      }
    ]
  }

  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [
      RuleMark.rule {
        $0.x = x.value.plotted
        $0.yStart = yStart.value.plotted
        $0.yEnd = yEnd.value.plotted
      }
    ]
  }

  private static func rule(_ change: (inout ChartMark) -> Void) -> ChartMark {
    var mark = ChartMark(kind: .rule)
    mark.stroke = StrokeStyle(lineWidth: 1)
    change(&mark)
    return mark
  }
}

extension PlottedValue {
  var name: String {
    switch self {
    case .number(let value): "\(value)"
    case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
    case .category(let name): name
    }
  }
}

extension ChartContent {
  private func changed(_ change: (inout ChartMark) -> Void) -> ChartMarks {
    ChartMarks(
      marks: marks.map { mark in
        var mark = mark
        change(&mark)
        return mark
      })
  }

  public func foregroundStyle(_ style: some ShapeStyle) -> ChartMarks { changed { $0.style = AnyShapeStyle(style) } }

  /// A style for each value, by `chartForegroundStyleScale` or one after another; marks of one value are one series.
  public func foregroundStyle(by value: PlottableValue<some Plottable>) -> ChartMarks {
    changed {
      $0.series = value.value.plotted.name
      $0.isStyledBySeries = true
    }
  }

  public func opacity(_ opacity: Double) -> ChartMarks {
    changed { $0.style = ($0.style ?? AnyShapeStyle(TintShapeStyle())).opacity(opacity) }
  }

  public func interpolationMethod(_ method: InterpolationMethod) -> ChartMarks { changed { $0.interpolation = method } }
  public func lineStyle(_ style: StrokeStyle) -> ChartMarks { changed { $0.stroke = style } }
  /// Area of a point, in square points.
  public func symbolSize(_ area: Double) -> ChartMarks { changed { $0.symbolSize = area.isFinite ? max(0, area) : 0 } }
  public func cornerRadius(_ radius: Double) -> ChartMarks {
    changed { $0.cornerRadius = radius.isFinite ? max(0, radius) : 0 }
  }
}
