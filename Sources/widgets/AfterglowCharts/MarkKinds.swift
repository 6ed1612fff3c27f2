import AfterglowViews
import Foundation

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
    marks = [ChartMark(kind: .line, x: x.plotted, y: y.plotted)]
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
      ChartMark(kind: .line, x: x.plotted, y: y.plotted, series: series.plotted.name)
    ]
  }
}

/// A bar from zero, or between two values. Bars at the same position are stacked; if `y` is a name they are horizontal.
///
/// A bar with one value lies along the axis of this value, as high or wide as the plot: several of them are one bar with
/// parts.
public struct BarMark: ChartContent {
  public let marks: [ChartMark]

  /// A bar from zero to the value.
  ///
  /// - Parameters:
  ///   - x: the position of the bar; the value of a horizontal bar.
  ///   - y: the value of the bar; the name of a horizontal bar.
  ///   - width: of a vertical bar; two thirds of the distance between neighbours by default.
  ///   - height: of a horizontal bar.
  ///   - stacking: how bars at the same position are put together.
  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) {
    var mark = ChartMark(kind: .bar, x: x.plotted, y: y.plotted)
    mark.width = width.kind == .automatic ? height : width
    mark.stacking = stacking
    marks = [mark]
  }

  /// A bar between two values. It is not stacked.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>,
    width: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .bar, x: x.plotted, yStart: yStart.plotted, yEnd: yEnd.plotted)
    mark.width = width
    marks = [mark]
  }

  /// A horizontal bar between two values. It is not stacked.
  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>,
    height: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .bar, y: y.plotted)
    (mark.xStart, mark.xEnd, mark.width) = (xStart.plotted, xEnd.plotted, height)
    marks = [mark]
  }

  /// A part of the chart's only bar, which is horizontal and as high as the plot.
  public init(
    x: PlottableValue<some Plottable>, height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) {
    var mark = ChartMark(kind: .bar, x: x.plotted)
    (mark.width, mark.stacking) = (height, stacking)
    marks = [mark]
  }

  /// A part of the chart's only bar, which is vertical and as wide as the plot.
  public init(
    y: PlottableValue<some Plottable>, width: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) {
    var mark = ChartMark(kind: .bar, y: y.plotted)
    (mark.width, mark.stacking) = (width, stacking)
    marks = [mark]
  }

  /// A horizontal bar between two values, as high as the plot.
  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>, height: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .bar)
    (mark.xStart, mark.xEnd, mark.width) = (xStart.plotted, xEnd.plotted, height)
    marks = [mark]
  }

  /// A vertical bar between two values, as wide as the plot.
  public init(
    yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>, width: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .bar, yStart: yStart.plotted, yEnd: yEnd.plotted)
    mark.width = width
    marks = [mark]
  }
}

/// The area between a line and zero, or between two lines. Areas of several series are stacked.
public struct AreaMark: ChartContent {
  public let marks: [ChartMark]

  /// A point of an area from zero.
  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, stacking: MarkStackingMethod = .standard
  ) {
    var mark = ChartMark(kind: .area, x: x.plotted, y: y.plotted)
    mark.stacking = stacking
    marks = [mark]
  }

  /// A point of one of several areas.
  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, series: PlottableValue<some Plottable>,
    stacking: MarkStackingMethod = .standard
  ) {
    var mark = ChartMark(kind: .area, x: x.plotted, y: y.plotted, series: series.plotted.name)
    mark.stacking = stacking
    marks = [mark]
  }

  /// A point of an area between two values. It is not stacked.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [ChartMark(kind: .area, x: x.plotted, yStart: yStart.plotted, yEnd: yEnd.plotted)]
  }

  /// A point of one of several areas between two values. It is not stacked.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>,
    series: PlottableValue<some Plottable>
  ) {
    marks = [
      ChartMark(
        kind: .area, x: x.plotted, yStart: yStart.plotted, yEnd: yEnd.plotted, series: series.plotted.name)
    ]
  }
}

/// A dot at a value, with an area of 20 square points unless `symbolSize` sets another.
public struct PointMark: ChartContent {
  public let marks: [ChartMark]

  public init(x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .point, x: x.plotted, y: y.plotted)]
  }

  /// A dot in the middle of the plot's height.
  public init(x: PlottableValue<some Plottable>) { marks = [ChartMark(kind: .point, x: x.plotted)] }

  /// A dot in the middle of the plot's width.
  public init(y: PlottableValue<some Plottable>) { marks = [ChartMark(kind: .point, y: y.plotted)] }
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
        kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted, yStart: yStart.plotted,
        yEnd: yEnd.plotted)
    ]
  }

  /// A rectangle around a value of each axis, such as a day and an hour: a field of a table.
  ///
  /// - Parameters:
  ///   - x: the value of the horizontal axis.
  ///   - y: the value of the vertical axis.
  ///   - width: the whole distance between neighbours by default.
  ///   - height: the whole distance between neighbours by default.
  public init(
    x: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .rectangle, x: x.plotted, y: y.plotted)
    (mark.width, mark.height, mark.centred) = (width, height, [.horizontal, .vertical])
    marks = [mark]
  }

  /// A rectangle around a value of the horizontal axis.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>,
    width: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .rectangle, x: x.plotted, yStart: yStart.plotted, yEnd: yEnd.plotted)
    (mark.width, mark.centred) = (width, .horizontal)
    marks = [mark]
  }

  /// A rectangle around a value of the vertical axis.
  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>,
    height: MarkDimension = .automatic
  ) {
    var mark = ChartMark(kind: .rectangle, x: xStart.plotted, y: y.plotted)
    (mark.xEnd, mark.height, mark.centred) = (xEnd.plotted, height, .vertical)
    marks = [mark]
  }

  /// A band over the whole height of the plot.
  public init(xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted)]
  }

  /// A band over the whole width of the plot.
  public init(yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>) {
    marks = [ChartMark(kind: .rectangle, yStart: yStart.plotted, yEnd: yEnd.plotted)]
  }
}

/// A line of 1 pt across the plot at one value of an axis, or between two values.
public struct RuleMark: ChartContent {
  public let marks: [ChartMark]

  /// A vertical line across the whole plot.
  public init(x: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.x = x.plotted }]
  }

  /// A horizontal line across the whole plot.
  public init(y: PlottableValue<some Plottable>) {
    marks = [RuleMark.rule { $0.y = y.plotted }]
  }

  /// A horizontal line between two values.
  public init(
    xStart: PlottableValue<some Plottable>, xEnd: PlottableValue<some Plottable>, y: PlottableValue<some Plottable>
  ) {
    marks = [
      RuleMark.rule {
        $0.x = xStart.plotted
        $0.xEnd = xEnd.plotted
        $0.y = y.plotted
      }
    ]
  }

  /// A vertical line between two values.
  public init(
    x: PlottableValue<some Plottable>, yStart: PlottableValue<some Plottable>, yEnd: PlottableValue<some Plottable>
  ) {
    marks = [
      RuleMark.rule {
        $0.x = x.plotted
        $0.yStart = yStart.plotted
        $0.yEnd = yEnd.plotted
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
      $0.series = value.plotted.name
      $0.isStyledBySeries = true
      if case .number(let number) = value.plotted { $0.shade = number }
    }
  }

  /// Puts bars of different groups next to each other instead of stacking them.
  ///
  /// - Parameters:
  ///   - value: the group; groups stand in the order in which they first appear.
  ///   - axis: along which groups stand next to each other.
  ///   - span: the width of all groups together.
  public func position(by value: PlottableValue<some Plottable>, axis: Axis? = nil, span: MarkDimension = .automatic)
    -> ChartMarks
  { changed { $0.group = value.plotted } }

  /// Draws bars and rectangles in a shape: a capsule, a rounded rectangle. Other marks have none.
  public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> ChartMarks {
    changed { $0.outline = { shape.path(in: $0) } }
  }

  /// Draws the marks at a distance from their place, in points.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> ChartMarks {
    changed { mark in
      mark.offset.width += x.isFinite ? x : 0
      mark.offset.height += y.isFinite ? y : 0
    }
  }

  /// Draws the marks at a distance from their place, in points.
  public func offset(_ offset: CGSize) -> ChartMarks { self.offset(x: offset.width, y: offset.height) }

  /// Draws the marks in front of others with a lower index; 0 by default.
  public func zIndex(_ value: Double) -> ChartMarks { changed { $0.zIndex = value.isFinite ? value : 0 } }

  /// Sets the opacity of the marks, 0 to 1.
  public func opacity(_ opacity: Double) -> ChartMarks {
    changed { $0.opacity *= opacity.isNaN ? 1 : min(max(opacity, 0), 1) }
  }

  /// Sets the interpolation of lines and areas between values; linear by default.
  public func interpolationMethod(_ method: InterpolationMethod) -> ChartMarks { changed { $0.interpolation = method } }
  /// Sets the width, ends and dashes of lines and rules; lines are 2 pt wide with round ends by default.
  public func lineStyle(_ style: StrokeStyle) -> ChartMarks { changed { $0.stroke = style } }
  /// Sets the area of points, in square points; 0 if negative or not finite.
  public func symbolSize(_ area: CGFloat) -> ChartMarks { changed { $0.symbolSize = area.isFinite ? max(0, area) : 0 } }
  /// Sets the radius of the corners of bars and rectangles, in points; at most half of the shorter side.
  public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> ChartMarks {
    changed { $0.cornerRadius = radius.isFinite ? max(0, radius) : 0 }
  }
}
