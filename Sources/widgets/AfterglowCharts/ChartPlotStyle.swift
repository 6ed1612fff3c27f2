import AfterglowViews

/// The plot of a chart, without its axes and legend, as a view for `chartPlotStyle`.
public struct ChartPlotContent: View, PrimitiveView {
  let element: ChartPlotElement

  package func elements(in context: ResolveContext) -> [any Element] { [element] }
}

/// Fills the size that it is offered with the marks of a chart.
struct ChartPlotElement: Element {
  let marks: (Rect, inout DrawCanvas) -> Void

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 100) }
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) { marks(rect, &canvas) }
}

extension View {
  /// Changes the plot of a chart, such as its size or what is behind it. A plot with a size of its own makes the chart as
  /// large as that takes: charts below each other whose plots are equally wide share their axis, however wide their
  /// labels are.
  ///
  ///     Chart(entry.tides) { tide in
  ///       LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
  ///     }
  ///     .chartPlotStyle { plot in plot.frame(width: 120) }
  ///
  /// Labels stand along the edges of the view that is returned.
  public func chartPlotStyle<Content: View>(
    @ViewBuilder content: @escaping @Sendable (ChartPlotContent) -> Content
  ) -> some View {
    chart { $0.plotStyle = { AnyView(content($0)) } }
  }
}
