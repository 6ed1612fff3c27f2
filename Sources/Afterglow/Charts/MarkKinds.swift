/// Values joined by a line, in the order in which they are given.
///
///     Chart {
///       ForEach(entry.tides) { tide in
///         LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height), series: .value("Harbour", "Lisbon"))
///       }
///       RuleMark(y: .value("Quay", 3.2)).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 2]))
///     }
public struct LineMark: ChartContent {
  public let marks: [ChartMark]

  /// A value of the chart's only line.
  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .line, x: x.value.plotted, y: y.value.plotted)]
  }

  /// A value of one of several lines.
  ///
  /// - Parameters:
  ///   - x: the position along the horizontal axis.
  ///   - y: the height.
  ///   - series: the name of the line.
  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, series: PlottableValue<some Plottable>
  ) {
    marks = [
      ChartMark(kind: .line, x: x.value.plotted, y: y.value.plotted, series: series.value.plotted.name)
    ]
  }
}

/// A bar from zero, or between two values. Bars at the same position are stacked; if `y` is a name they are horizontal.
public struct BarMark: ChartContent {
  public let marks: [ChartMark]

  /// A bar from zero to the value.
  ///
  /// - Parameters:
  ///   - x: the position of the bar; the value of a horizontal bar.
  ///   - y: the value of the bar; the name of a horizontal bar.
  ///   - width: in points; `nil` is two thirds of the distance between neighbours.
  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, width: Double? = nil) {
    marks = [ChartMark(kind: .bar, x: x.value.plotted, y: y.value.plotted, width: width)]
  }

  /// A bar between two values. It is not stacked.
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

/// The area between a line and zero, or between two lines. Areas of several series are stacked.
public struct AreaMark: ChartContent {
  public let marks: [ChartMark]

  /// A point of an area from zero.
  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .area, x: x.value.plotted, y: y.value.plotted)]
  }

  /// A point of an area between two values. It is not stacked.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [ChartMark(kind: .area, x: x.value.plotted, yStart: yStart.value.plotted, yEnd: yEnd.value.plotted)]
  }
}

/// A dot at a value, with an area of 20 square points unless `symbolSize` sets another.
public struct PointMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .point, x: x.value.plotted, y: y.value.plotted)]
  }
}

/// A rectangle between two values of each axis, or across the whole plot along one of them: a band, a span of time.
///
///     Chart {
///       RectangleMark(xStart: .value("From", entry.date), xEnd: .value("To", entry.date.addingTimeInterval(3600)))
///         .foregroundStyle(.fill.tertiary)
///         .annotation(position: .overlay, alignment: .top) { Text("This hour") }
///     }
public struct RectangleMark: ChartContent {
  public let marks: [ChartMark]

  /// A rectangle between two values of each axis.
  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>,
    yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [
      ChartMark(
        kind: .rectangle, x: xStart.value.plotted, xEnd: xEnd.value.plotted, yStart: yStart.value.plotted,
        yEnd: yEnd.value.plotted)
    ]
  }

  /// A band over the whole height of the plot.
  public init(xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .rectangle, x: xStart.value.plotted, xEnd: xEnd.value.plotted)]
  }

  /// A band over the whole width of the plot.
  public init(yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .rectangle, yStart: yStart.value.plotted, yEnd: yEnd.value.plotted)]
  }
}

/// A line of 1 pt across the plot at one value of an axis, or between two values.
public struct RuleMark: ChartContent {
  public let marks: [ChartMark]

  /// A vertical line across the whole plot.
  public init(x: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.x = x.value.plotted }]
  }

  /// A horizontal line across the whole plot.
  public init(y: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.y = y.value.plotted }]
  }

  /// A horizontal line between two values.
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

  /// A vertical line between two values.
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
  func changed(_ change: (inout ChartMark) -> Void) -> ChartMarks {
    ChartMarks(
      marks: marks.map { mark in
        var mark = mark
        change(&mark)
        return mark
      })
  }

  /// Sets the style of the marks; the tint by default.
  public func foregroundStyle(_ style: some ShapeStyle) -> ChartMarks { changed { $0.style = AnyShapeStyle(style) } }

  /// Gives each value a series with a style and a name in the legend: that of `chartForegroundStyleScale`, or one of
  /// seven system colours in turn.
  public func foregroundStyle(by value: PlottableValue<some Plottable>) -> ChartMarks {
    changed {
      $0.series = value.value.plotted.name
      $0.isStyledBySeries = true
    }
  }

  /// Sets the opacity of the marks, 0 to 1.
  public func opacity(_ opacity: Double) -> ChartMarks {
    changed { $0.opacity *= opacity.isNaN ? 1 : min(max(opacity, 0), 1) }
  }

  /// Sets the interpolation of lines and areas between values; linear by default.
  public func interpolationMethod(_ method: InterpolationMethod) -> ChartMarks { changed { $0.interpolation = method } }
  /// Sets the width, ends and dashes of lines and rules; lines are 2 pt wide with round ends by default.
  public func lineStyle(_ style: StrokeStyle) -> ChartMarks { changed { $0.stroke = style } }
  /// Sets the area of points, in square points; 0 if negative or not finite.
  public func symbolSize(_ area: Double) -> ChartMarks { changed { $0.symbolSize = area.isFinite ? max(0, area) : 0 } }
  /// Sets the radius of the corners of bars and rectangles, in points; at most half of the shorter side.
  public func cornerRadius(_ radius: Double) -> ChartMarks {
    changed { $0.cornerRadius = radius.isFinite ? max(0, radius) : 0 }
  }
}
