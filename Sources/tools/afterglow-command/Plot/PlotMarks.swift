import Afterglow
import AfterglowCore
import Foundation

import struct Afterglow.Color

extension PlottableValue where Value == Date {
  /// Seconds since 1970.
  static func at(_ second: Double) -> PlottableValue { .value("Time", Date(timeIntervalSince1970: second)) }
}

extension TimeAxis {
  var domain: ClosedRange<Date> { Date(timeIntervalSince1970: from)...Date(timeIntervalSince1970: to) }
  /// Seconds of a pixel.
  var pixel: Double { (to - from) / Double(PlotLook.columns) }
}

extension View {
  /// Time from edge to edge, decades from bottom to top, in a plot as wide as every other one.
  func plotAxes(_ time: TimeAxis, _ scale: Decades) -> some View {
    // The sheet has the lines.
    chartXAxis { AxisMarks(values: time.ticks) { _ in AxisValueLabel(format: time.format) } }
      .chartYAxis { AxisMarks(position: .leading, values: scale.ticks) }
      .chartXScale(domain: time.domain)
      .chartYScale(domain: scale.domain, type: .log)
      .chartPlotStyle { plot in plot.frame(width: PlotLook.plotWidth) }
  }
}

/// The ground of a plot with its grid: lines of one pixel, brighter at powers of ten.
struct PlotSheet: ChartContent {
  let time: TimeAxis
  let scale: Decades

  @ChartContentBuilder private var content: ChartMarks {
    RectangleMark(yStart: .value("", scale.domain.lowerBound), yEnd: .value("", scale.domain.upperBound))
      .foregroundStyle(PlotLook.sheet)
    for value in scale.fineTicks { line(value, PlotLook.fineGrid) }
    for value in scale.ticks { line(value, PlotLook.grid) }
    for tick in time.ticks {
      let second = tick.timeIntervalSince1970
      RectangleMark(xStart: .at(second), xEnd: .at(second + time.pixel / 2)).foregroundStyle(PlotLook.grid)
    }
  }

  var marks: [ChartMark] { content.marks }

  private func line(_ value: Double, _ color: Color) -> ChartMarks {
    RectangleMark(yStart: .value("", value), yEnd: .value("", value * 1.0001)).foregroundStyle(color)
  }
}

/// A course as lines with gaps.
struct CourseMarks: ChartContent {
  let course: Course
  let name: String
  let color: Color
  let width: Double

  @ChartContentBuilder private var content: ChartMarks {
    for (index, piece) in course.pieces.enumerated() where piece.count > 1 {
      for dot in piece {
        LineMark(x: .at(dot.at), y: .value("", dot.value), series: .value("", "\(name) \(index)"))
      }
    }
  }

  var marks: [ChartMark] {
    content.foregroundStyle(color)
      .lineStyle(StrokeStyle(lineWidth: width, lineCap: .round, lineJoin: .round)).marks
  }
}

/// A name where it fits.
struct FittingName: View {
  let name: String
  var weight = Font.Weight.regular
  let color: Color
  var background = Color.clear

  var body: some View {
    ViewThatFits(in: .horizontal) {
      Text(verbatim: name).font(.system(size: 11, weight: weight)).foregroundStyle(color).lineLimit(1)
        .padding(EdgeInsets(top: 0, leading: 5, bottom: 0, trailing: 5))
        .background(background, in: RoundedRectangle(cornerRadius: 3))
      Color.clear.frame(width: 0, height: 0)
    }
  }
}
