import Foundation
import Testing

@testable import AfterglowCharts
@testable import AfterglowViews

/// Logarithmic axes, rectangles, annotations and the style of a plot.
@Suite struct ChartScaleTests {
  private func words(_ chart: some View, width: Double = 200, height: Double = 120) throws -> [(
    text: String, frame: Rect
  )] {
    try drawn(chart, width: width, height: height).compactMap { item in
      if case .glyphs(let text) = item.kind { (text.text, item.frame) } else { nil }
    }
  }

  private func shapes(_ chart: some View, width: Double = 100, height: Double = 100) throws -> [Rect] {
    try drawn(chart.chartXAxis(.hidden).chartYAxis(.hidden), width: width, height: height).compactMap { item in
      if case .shape = item.kind { item.frame } else { nil }
    }
  }

  private func points(_ values: [Double]) -> Chart {
    Chart(Array(values.enumerated()), id: \.offset) { PointMark(x: .value("x", $0.offset), y: .value("y", $0.element)) }
  }

  // MARK: logarithmic axes

  @Test func `equal ratios are equally long`() throws {
    let heights = try shapes(points([1, 10, 100, 1000]).chartYScale(domain: 1...1000, type: .log)).map(\.center.y)
    for (height, expected) in zip(heights, [100, 200.0 / 3, 100.0 / 3, 0]) { #expect(abs(height - expected) < 1e-6) }
    let across = Chart([1.0, 10, 100], id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)) }
      .chartXScale(range: .plotDimension)
    #expect(try shapes(across.chartXScale(type: .log)).map { $0.center.x.rounded() } == [0, 50, 100])
  }

  @Test func `a logarithmic axis ends at powers of ten, and what is not above zero lies at its beginning`() throws {
    func domain(_ values: [Double], _ given: ClosedRange<Double>? = nil) -> ClosedRange<Double>? {
      let scale = ChartScale(
        values.map { .number($0) }, given: PlottedDomain(range: given), type: .log, includesZero: true, rounding: .most)
      if case .numbers(let range) = scale.domain { return range } else { return nil }
    }
    #expect(domain([0.3, 4_000]) == 0.1...10_000)
    #expect(domain([10]) == 10...100)
    #expect(domain([]) == 1...10)
    #expect(domain([0, -5, 20], 0...50) == 10...100)
    #expect(domain([3], 2...50) == 2...50)
    let heights = try shapes(points([0, -3, 10, 100]).chartYScale(range: .plotDimension).chartYScale(type: .log)).map {
      $0.center.y.rounded()
    }
    #expect(heights == [100, 100, 100, 0])
  }

  @Test func `dates and names have no ratios`() throws {
    let dates = Chart([0.0, 50, 100], id: \.self) {
      PointMark(x: .value("t", noon.addingTimeInterval($0)), y: .value("y", 1))
    }
    .chartXScale(range: .plotDimension)
    #expect(try shapes(dates.chartXScale(type: .log)).map { $0.center.x.rounded() } == [0, 50, 100])
  }

  @Test func `a logarithmic axis is labelled at powers of ten`() throws {
    func labels(_ domain: ClosedRange<Double>, _ marks: AxisMarks = AxisMarks()) throws -> [String] {
      let chart = points([domain.lowerBound, domain.upperBound]).chartXAxis(.hidden)
        .chartYAxis { marks }.chartYScale(domain: domain, type: .log)
      return try words(chart, height: 300).map(\.text)
    }
    #expect(try labels(0.01...10_000) == ["0.01", "0.1", "1", "10", "100", "1,000", "10,000"])
    #expect(try labels(20...300) == ["20", "50", "100", "200"])
    #expect(try labels(1...1_000, AxisMarks(values: [1, 2.5, 300])) == ["1", "2.5", "300"])
    let few = try labels(1...1e12)
    #expect((3...7).contains(few.count) && few.first == "1", "\(few)")
  }

  @Test(arguments: [70.0, 90, 118]) func `a narrow axis of numbers has more than the label of its beginning`(
    width: Double
  ) throws {
    let texts = try words(points([3, 1, 2, 4]).chartYAxis(.hidden), width: width).map(\.text)
    #expect(texts.count >= 2 && texts.first == "0", "\(texts)")
  }

  // MARK: ends of values

  private func bar(_ value: Double) -> some View {
    Chart { BarMark(x: .value("x", "a"), y: .value("y", value), width: 10) }.chartXAxis(.hidden)
  }

  /// The share of the plot's height that a bar takes.
  private func share(_ chart: some View) throws -> Double {
    let frames = try drawn(chart.chartPlotStyle { plot in plot.background(.red) }, width: 200, height: 100)
      .map(\.frame)
    let plot = try #require(frames.filter { $0.width > 100 }.max { $0.height < $1.height })
    return try #require(frames.first { $0.width == 10 }).height / plot.height
  }

  @Test func `an axis of values ends at the next label`() throws {
    #expect(abs(try share(bar(7)) - 7.0 / 8) < 1e-9)
    #expect(abs(try share(bar(7).chartYAxis(.hidden)) - 7.0 / 8) < 1e-9)
    #expect(abs(try share(bar(7).chartYAxis { AxisMarks(values: .stride(by: 3)) }) - 7.0 / 9) < 1e-9)
    #expect(abs(try share(bar(7).chartYAxis { AxisMarks(values: .automatic(desiredCount: 2)) }) - 0.7) < 1e-9)
    #expect(abs(try share(bar(7).chartYAxis { AxisMarks(values: .stride(by: 0)) }) - 7.0 / 8) < 1e-9)
    #expect(abs(try share(bar(1.1)) - 1.1 / 1.2) < 1e-9)
    #expect(abs(try share(bar(7).chartYScale(domain: 0...10)) - 0.7) < 1e-9)
  }

  @Test(
    arguments: [0.55, 3, 6, 7, 12, 25, 47, 61, 100, 1_050] as [Double], [30, 45, 60, 90, 120, 200, 300] as [Double])
  func `the last label stands at the end of the axis, however few there are`(top: Double, height: Double) throws {
    let labels = try words(bar(top), height: height).map { label in
      (value: Double(label.text.filter { $0 != "," }) ?? -1, frame: label.frame)
    }
    let last = try #require(labels.max { $0.value < $1.value })
    #expect(abs(last.frame.minY) < 1 && labels.contains { $0.value == 0 }, "\(labels)")
    #expect(last.value >= top && (last.value - top) / last.value <= 0.25, "\(labels)")
    let values = labels.map(\.value).sorted()
    let steps = Set(zip(values, values.dropFirst()).map { (($1 - $0) * 1000).rounded() })
    #expect(steps.count == 1, "\(values)")
  }

  @Test func `steps are 1, 2 or 5 times a power of ten where they leave little of the axis empty`() {
    func steps(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
      let steps = ChartSteps(around: range, .fitting(count))
      return [steps.lower, steps.upper, steps.step]
    }
    #expect(steps(0...3, 3) == [0, 3, 1])
    #expect(steps(0...5200, 3) == [0, 6000, 2000])
    #expect(steps(0...12, 3) == [0, 15, 5])
    #expect(steps(1...4, 3) == [1, 4, 1])
    // One step more than usual, before an unusual one.
    #expect(steps(0...61, 3) == [0, 80, 20])
    // 10 would leave 30 % empty.
    #expect(steps(0...7, 2) == [0, 8, 4])
    #expect(steps(0...7, 1) == [0, 8, 8])
  }

  @Test(arguments: [40, 60, 80, 120, 200] as [Double])
  func `both ends of an automatic axis have a label`(height: Double) throws {
    for values in [[1, 4], [3, 17], [-3, 8], [0.2, 0.9], [101, 109], [-7.9, -1.1]] as [[Double]] {
      let chart = Chart(values, id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0)) }
        .chartYScale(domain: .automatic(includesZero: false)).chartXAxis(.hidden)
        .chartPlotStyle { plot in plot.background(.red) }
      let items = try drawn(chart, width: 200, height: height)
      let plot = try #require(items.map(\.frame).filter { $0.width > 100 }.max { $0.height < $1.height })
      let labels = items.filter { $0.fontSizePt != nil }.map(\.frame.midY)
      for end in [plot.minY, plot.maxY] {
        #expect(labels.contains { abs($0 - end) < 0.6 }, "\(values): \(labels), \(plot)")
      }
    }
  }

  @Test func `a low plot has a label at each whole number from one to four`() throws {
    let chart = Chart([1.0, 3, 2, 4], id: \.self) { LineMark(x: .value("x", "\($0)"), y: .value("y", $0)) }
      .chartYScale(domain: .automatic(includesZero: false)).chartXAxis(.hidden)
    #expect(try words(chart, width: 120, height: 70).map(\.text) == ["1", "2", "3", "4"])
  }

  // MARK: long lines

  @Test(arguments: [.linear, .monotone, .stepStart, .stepCenter, .stepEnd] as [InterpolationMethod])
  func `long lines and areas are drawn with their peaks, whatever joins their values`(
    _ method: InterpolationMethod
  ) throws {
    for count in [390, 40_000] {
      let values = (0..<count).map { $0 == 345 ? 99 : sin(Double($0)) }
      let line = Chart(Array(values.enumerated()), id: \.offset) {
        LineMark(x: .value("x", $0.offset), y: .value("y", $0.element)).interpolationMethod(method)
      }
      let band = Chart(Array(values.enumerated()), id: \.offset) {
        AreaMark(x: .value("x", $0.offset), yStart: .value("y", -$0.element), yEnd: .value("y", $0.element))
          .interpolationMethod(method)
      }
      for chart in [AnyView(line), AnyView(band)] {
        let result = try laidOut(
          chart.chartXAxis(.hidden).chartYAxis(.hidden).chartYScale(domain: -100...100), width: 900, height: 100)
        #expect(result.problems == [])
        let heights = result.items.flatMap { item -> [Double] in
          guard case .shape(.contours(let contours), _) = item.kind else { return [] }
          return contours.flatMap(\.points).map(\.y)
        }
        #expect(heights.count <= 4096 && (heights.min() ?? 100) < 1, "\(heights.count), \(heights.min() ?? 100)")
      }
    }
  }

  // MARK: rectangles

  @Test func `rectangles span what they are given, and the plot along the other axis`() throws {
    let chart = Chart {
      RectangleMark(
        xStart: .value("x", 2), xEnd: .value("x", 6), yStart: .value("y", 10), yEnd: .value("y", 30))
      RectangleMark(xStart: .value("x", 8), xEnd: .value("x", 7)).cornerRadius(2)
      RectangleMark(yStart: .value("y", 0), yEnd: .value("y", 5))
      RectangleMark(xStart: .value("x", 3), xEnd: .value("x", 3))
    }
    .chartXScale(domain: 0...10).chartYScale(domain: 0...50)
    #expect(
      try shapes(chart).map {
        Rect(x: $0.minX.rounded(), y: $0.minY.rounded(), width: $0.width.rounded(), height: $0.height.rounded())
      } == [
        Rect(x: 20, y: 40, width: 40, height: 40), Rect(x: 70, y: 0, width: 10, height: 100),
        Rect(x: 0, y: 90, width: 100, height: 10),
      ])
  }

  // MARK: annotations

  private func annotated(
    _ position: AnnotationPosition, _ alignment: Alignment = .center, x: ClosedRange<Double> = 4...6,
    y: ClosedRange<Double> = 4...6
  ) throws -> (word: Rect, mark: Rect) {
    let chart = Chart {
      RectangleMark(
        xStart: .value("x", x.lowerBound), xEnd: .value("x", x.upperBound), yStart: .value("y", y.lowerBound),
        yEnd: .value("y", y.upperBound)
      )
      .annotation(position: position, alignment: alignment, spacing: 3) {
        Rectangle().fill(.red).frame(width: 20, height: 10)
      }
    }
    .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    let frames = try shapes(chart, width: 400, height: 400)
    return (try #require(frames.last), try #require(frames.first))
  }

  @Test func `an annotation stands beside its mark, or in front of it`() throws {
    let mark = try annotated(.top).mark
    #expect(mark.origin == Point(x: 160, y: 160) && mark.width.rounded() == 80 && mark.height.rounded() == 80)
    func origin(_ position: AnnotationPosition, _ alignment: Alignment = .center) throws -> Point {
      let origin = try annotated(position, alignment).word.origin
      return Point(x: origin.x.rounded(), y: origin.y.rounded())
    }
    #expect(try origin(.automatic) == Point(x: 190, y: 147))
    #expect(try origin(.top, .leading) == Point(x: 160, y: 147))
    #expect(try origin(.bottom, .trailing) == Point(x: 220, y: 243))
    #expect(try origin(.leading) == Point(x: 137, y: 195))
    #expect(try origin(.trailing, .top) == Point(x: 243, y: 160))
    #expect(try origin(.overlay) == Point(x: 190, y: 195))
    #expect(try origin(.overlay, .bottomTrailing) == Point(x: 220, y: 230))
  }

  @Test func `annotations stay within the chart, and none lies over another or belongs to nothing that is shown`()
    throws
  {
    #expect(try annotated(.top, x: 9.9...10).word.maxX == 400)
    #expect(try annotated(.overlay, x: -1...0.1).word.minX == 0)
    #expect(try annotated(.top, y: 4...9.9).word.minY == 0)
    #expect(try annotated(.bottom, y: 0.1...6).word.maxY == 400)
    let crowd = Chart(Array(0..<40), id: \.self) { index in
      PointMark(x: .value("x", index), y: .value("y", 5)).annotation { Text("\(index)") }
    }
    .chartXAxis(.hidden).chartYAxis(.hidden).chartXScale(domain: 0...29)
    let shown = try words(crowd, width: 300).sorted { $0.frame.minX < $1.frame.minX }
    #expect((5..<30).contains(shown.count) && shown.first?.text == "0" && shown.allSatisfy { Int($0.text)! < 30 })
    for (word, next) in zip(shown, shown.dropFirst()) { #expect(word.frame.maxX <= next.frame.minX) }
  }

  @Test func `every kind of mark is annotated at its place`() throws {
    let chart = Chart {
      LineMark(x: .value("x", 0), y: .value("y", 2))
      LineMark(x: .value("x", 5), y: .value("y", 5)).annotation { Text("line") }
      AreaMark(x: .value("x", 8), y: .value("y", 2)).annotation { Text("area") }
      BarMark(x: .value("x", 2), y: .value("y", 1), width: 20).annotation(position: .overlay) { Text("bar") }
      RuleMark(y: .value("y", 9)).annotation(position: .bottom, alignment: .trailing) { Text("rule") }
    }
    .chartXAxis(.hidden).chartYAxis(.hidden).chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    let shown = Dictionary(uniqueKeysWithValues: try words(chart, width: 400, height: 400).map { ($0.text, $0.frame) })
    #expect(shown.count == 4)
    #expect(shown["line"].map { abs($0.center.x - 200) < 1 && abs($0.maxY - 198) < 1 } == true)
    #expect(shown["area"].map { abs($0.center.x - 320) < 1 && abs($0.maxY - 318) < 1 } == true)
    #expect(shown["bar"].map { abs($0.center.x - 80) < 1 && abs($0.center.y - 380) < 1 } == true)
    #expect(shown["rule"].map { abs($0.maxX - 400) < 1 && abs($0.minY - 42) < 1 } == true)
  }

  // MARK: the plot's style

  @Test func `plots that are equally wide share their axis, whatever labels are beside them`() throws {
    func chart(_ top: Double) -> some View {
      Chart { RectangleMark(yStart: .value("y", 0), yEnd: .value("y", top)).foregroundStyle(.red) }
        .chartXAxis(.hidden).chartYAxis { AxisMarks(position: .leading, values: [0, top]) }
        .chartPlotStyle { plot in plot.frame(width: 200) }
    }
    let items = try drawn(
      VStack(alignment: .trailing, spacing: 0) {
        chart(5)
        chart(50_000)
      }, width: 300, height: 200)
    let plots = items.filter { $0.fontSizePt == nil && $0.frame.height > 20 }.map(\.frame)
    #expect(plots.count == 2 && plots[0].width == 200 && plots[1].width == 200 && plots[0].minX == plots[1].minX)
    let labels = items.filter { $0.fontSizePt != nil }
    #expect(labels.count == 4 && labels.allSatisfy { $0.frame.maxX <= plots[0].minX && $0.frame.minX >= 0 })
  }

  @Test func `a plot may have something behind it`() throws {
    let chart = Chart { RectangleMark(yStart: .value("y", 1), yEnd: .value("y", 2)) }
      .chartPlotStyle { plot in plot.background(.red) }
    let frames = try shapes(chart.chartYScale(domain: 0...4), width: 100, height: 80)
    #expect(frames.map(\.height) == [80, 20])
  }
}
