import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import Foundation

/// A plot as a widget that fills a panel of the picture's size, compiled and painted like any other.
struct PlotPicture {
  let plot: LightPlot

  init(_ record: SimulationRecord, title: String, zone: TimeZone) {
    plot = LightPlot(record, title: title, zone: zone, columns: PlotLook.columns)
  }

  func draw() throws -> PanelPicture {
    try StillFrame(compile(), at: instant, lux: nil, override: .day).picture
  }

  private var instant: Instant { Instant(milliseconds: Int64(plot.time.from * 1000)) }

  func compile() throws -> CompiledBoard {
    var style = PanelStyle()
    style.isSingle = true
    style.pixelsPerPoint = PlotLook.pixelsPerPoint
    let (width, height) = (PlotLook.widthPx, PlotLook.heightPx)
    let scene = PanelScene(
      context: .standBy, style: style, slots: [SceneSlot(identifier: "plot", widget: PlotWidget(plot: plot))],
      timeZone: plot.time.zone, locale: Locale(identifier: "en_GB"),
      geometry: PanelGeometry(
        widthPx: width, heightPx: height, widthMm: Double(width) * 0.1, heightMm: Double(height) * 0.1),
      board: .ofPicture, strings: BoardStrings(name: "plot"))
    do {
      return try CompiledBoard(
        name: "plot", scene: scene, compiled: SceneCompiler().compile(scene, at: Date(instant)), problems: [])
    } catch let error as CompileError {
      throw Failure(.badInput, "the plot cannot be drawn: \(error.message)")
    }
  }
}

/// A widget with one entry.
private struct PlotWidget: Widget {
  let plot: LightPlot

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "plot", provider: Provider(plot: plot)) { LightPlotView(plot: $0.plot) }
      .supportedFamilies([.systemSmall])
      .contentMarginsDisabled()
  }

  private struct Entry: TimelineEntry {
    let date: Date
    let plot: LightPlot
  }

  private struct Provider: TimelineProvider {
    let plot: LightPlot

    func placeholder(in context: Context) -> Entry { Entry(date: context.date, plot: plot) }
    func snapshot(in context: Context) throws -> Entry { placeholder(in: context) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      Timeline(entries: [placeholder(in: context)], policy: .never)
    }
  }
}
