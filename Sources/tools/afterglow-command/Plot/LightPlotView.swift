import Afterglow
import AfterglowCore
import Foundation

import struct Afterglow.Color

/// A plot on its page: light, modes and panel below each other over one axis of time.
struct LightPlotView: View {
  let plot: LightPlot

  var body: some View {
    ZStack {
      Rectangle().fill(PlotLook.page)
      VStack(alignment: .trailing, spacing: 0) {
        title
        PlotHeading(name: "Light", unit: "lx", entries: lightEntries).padding(.top, 16)
        LightChart(plot: plot).padding(.top, 6)
        ModeStrip(plot: plot).padding(.top, 8)
        PlotHeading(name: "Panel", unit: "mean luminance of a frame, cd/m²", entries: panelEntries).padding(.top, 8)
        PanelChart(plot: plot).frame(height: 136).padding(.top, 6)
      }
      .frame(maxWidth: .infinity, alignment: .trailing)
      .padding(EdgeInsets(top: 22, leading: PlotLook.margin, bottom: 14, trailing: PlotLook.margin))
    }
  }

  private var title: some View {
    VStack(alignment: .leading, spacing: 3) {
      Text(verbatim: plot.title).font(.system(size: 20, weight: .semibold)).foregroundStyle(PlotLook.ink)
      Text(verbatim: plot.time.span).font(.system(size: 12)).foregroundStyle(PlotLook.dim)
    }
    .lineLimit(1)
    .frame(width: PlotLook.plotWidth, alignment: .leading)
  }

  private var lightEntries: [PlotHeading.Entry] {
    [
      .init(name: "sensor", color: PlotLook.reading),
      .init(name: "without the panel's own light, smoothed", color: PlotLook.room),
      limits(plot.head.alwaysOn, 1), limits(plot.head.night, 2),
    ]
  }

  private func limits(_ limits: [Double], _ rank: Int) -> PlotHeading.Entry {
    func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(clamping: value))" : "\(value)" }
    return .init(
      name: "\(PlotLook.modeNames[rank]) \(plain(limits[0])) to \(plain(limits[1]))", color: PlotLook.modes[rank],
      dash: PlotLook.enterDash)
  }

  private var panelEntries: [PlotHeading.Entry] {
    plot.panel?.white == nil ? [] : [.init(name: "white, as the backlight has it", color: PlotLook.backlight)]
  }
}

/// The name and unit of a chart, and what its lines are.
struct PlotHeading: View {
  /// A line's name.
  struct Entry {
    var name: String
    var color: Color
    var dash: [Double] = []
  }

  let name: String
  let unit: String
  let entries: [Entry]

  var body: some View {
    HStack(spacing: 0) {
      Text(verbatim: name).font(.system(size: 12, weight: .semibold)).foregroundStyle(PlotLook.ink)
      Text(verbatim: unit).foregroundStyle(PlotLook.dim).padding(.leading, 6)
      Spacer(minLength: 12)
      ForEach(entries, id: \.name) { entry in
        HStack(spacing: 6) {
          Line().stroke(
            entry.color,
            style: StrokeStyle(
              lineWidth: entry.dash.isEmpty ? 2 : 1.2, lineCap: .butt, lineJoin: .round, dash: entry.dash)
          )
          .frame(width: 18, height: 2)
          Text(verbatim: entry.name).foregroundStyle(PlotLook.dim)
        }
        .padding(.leading, 16)
      }
    }
    .font(.system(size: 11))
    .lineLimit(1)
    .frame(width: PlotLook.plotWidth)
  }

  /// From the left to the right through the middle.
  private struct Line: Shape {
    func path(in rect: CGRect) -> Path {
      var path = Path()
      path.move(to: Point(x: rect.minX, y: rect.midY))
      path.addLine(to: Point(x: rect.maxX, y: rect.midY))
      return path
    }
  }
}

/// The sensor's reading and the room's light among the limits of the modes.
struct LightChart: View {
  let plot: LightPlot

  var body: some View {
    Chart {
      PlotSheet(time: plot.time, scale: plot.light)
      for stretch in plot.spans.modes where stretch.key > 0 {
        RectangleMark(xStart: .at(stretch.from), xEnd: .at(stretch.to))
          .foregroundStyle(PlotLook.modes[stretch.key].opacity(0.1))
      }
      for stretch in plot.spans.unknown { unknown(stretch) }
      limits(plot.head.alwaysOn, PlotLook.modes[1])
      limits(plot.head.night, PlotLook.modes[2])
      CourseMarks(course: plot.reading, name: "sensor", color: PlotLook.reading, width: 1.2)
      CourseMarks(course: plot.room, name: "room", color: PlotLook.room, width: 1.6)
    }
    .chartXAxis(.hidden)
    .plotAxes(plot.time, plot.light)
  }

  private func unknown(_ stretch: Stretch<Bool>) -> ChartMarks {
    RectangleMark(xStart: .at(stretch.from), xEnd: .at(stretch.to))
      .foregroundStyle(PlotLook.unknown.opacity(0.5))
      .annotation(position: .overlay, alignment: .top) {
        FittingName(name: "no reading", color: PlotLook.ink, background: PlotLook.unknown).padding(.top, 8)
      }
  }

  /// Where a mode begins and where it ends.
  @ChartContentBuilder private func limits(_ limits: [Double], _ color: Color) -> ChartMarks {
    for (limit, dash) in [(limits[0], PlotLook.enterDash), (limits[1], PlotLook.leaveDash)] {
      RuleMark(y: .value("Light", limit))
        .lineStyle(StrokeStyle(lineWidth: 1.2, dash: dash)).foregroundStyle(color)
    }
  }
}

/// The modes as a strip with their names, and below it the reasons that are not the light.
struct ModeStrip: View {
  let plot: LightPlot

  private static let height = 50.0
  private static let top = 24.0
  private static let words = [
    "schedule": "schedule", "presence": "presence", "override": "asked for", "heldLight": "held",
    "nothing": "no light known",
  ]

  var body: some View {
    HStack(alignment: .top, spacing: 8) {
      Text("Mode").font(.system(size: 12, weight: .semibold)).foregroundStyle(PlotLook.ink)
        .frame(height: Self.height - Self.top)
      Chart {
        for stretch in plot.spans.modes { mode(stretch) }
        for stretch in plot.spans.reasons {
          if let word = Self.words[stretch.key] { reason(stretch, word) }
        }
      }
      .chartXAxis(.hidden).chartYAxis(.hidden)
      .chartXScale(domain: plot.time.domain).chartYScale(domain: 0...Self.height)
      .frame(width: PlotLook.plotWidth, height: Self.height)
    }
  }

  private func mode(_ stretch: Stretch<Int>) -> ChartMarks {
    let width = (stretch.to - stretch.from) / plot.time.pixel
    let inset = inset(stretch)
    return RectangleMark(
      xStart: .at(stretch.from + inset), xEnd: .at(stretch.to - inset), yStart: .value("", Self.top),
      yEnd: .value("", Self.height)
    )
    .foregroundStyle(PlotLook.modes[stretch.key]).cornerRadius(width > 14 ? 3 : 0)
    .annotation(position: .overlay) {
      FittingName(name: PlotLook.modeNames[stretch.key], weight: .semibold, color: PlotLook.page)
    }
  }

  /// A pixel, where that leaves enough: what follows each other is seen as two.
  private func inset<Key>(_ stretch: Stretch<Key>) -> Double {
    stretch.to - stretch.from > 6 * plot.time.pixel ? plot.time.pixel : 0
  }

  private func reason(_ stretch: Stretch<String>, _ word: String) -> ChartMarks {
    let inset = inset(stretch)
    return RectangleMark(
      xStart: .at(stretch.from + inset), xEnd: .at(max(stretch.to - inset, stretch.from + plot.time.pixel)),
      yStart: .value("", Self.top - 4), yEnd: .value("", Self.top - 2.3)
    )
    .foregroundStyle(PlotLook.dim)
    .annotation(position: .bottom, spacing: 1) {
      Text(verbatim: word).font(.system(size: 11)).foregroundStyle(PlotLook.dim).padding(.horizontal, 4)
    }
  }
}

/// The panel's own light, and the axis of time.
struct PanelChart: View {
  let plot: LightPlot

  var body: some View {
    if let panel = plot.panel {
      Chart {
        PlotSheet(time: plot.time, scale: panel.scale)
        area(panel)
        CourseMarks(course: panel.mean, name: "mean", color: PlotLook.luminance, width: 1.7)
        if let white = panel.white {
          CourseMarks(course: white, name: "white", color: PlotLook.backlight, width: 1.3)
        }
      }
      .plotAxes(plot.time, panel.scale)
    } else {
      let scale = Decades([], least: 0.1...10)
      Chart {
        PlotSheet(time: plot.time, scale: scale)
        RectangleMark(yStart: .value("", scale.lowest), yEnd: .value("", scale.highest)).foregroundStyle(Color.clear)
          .annotation(position: .overlay) {
            FittingName(name: "this panel emits nothing", color: PlotLook.dim, background: PlotLook.sheet)
          }
      }
      .chartYAxis(.hidden)
      .plotAxes(plot.time, scale)
    }
  }

  /// Below the mean, which has no gaps.
  @ChartContentBuilder private func area(_ panel: LightPlot.PanelLight) -> ChartMarks {
    let fade = LinearGradient(
      colors: [PlotLook.luminance.opacity(0.4), PlotLook.luminance.opacity(0.04)], startPoint: .top, endPoint: .bottom)
    for dot in panel.mean.pieces.joined() {
      AreaMark(
        x: .at(dot.at), yStart: .value("Luminance", panel.scale.domain.lowerBound),
        yEnd: .value("Luminance", dot.value)
      )
      .foregroundStyle(fade)
    }
  }
}
