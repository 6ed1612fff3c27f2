import Foundation
import Testing

@testable import AfterglowCharts
@testable import AfterglowViews

@Suite struct ChartTests {
  private func bars(_ chart: some View, width: Double = 100, height: Double = 100) throws -> [Rect] {
    try drawn(chart.chartXAxis(.hidden).chartYAxis(.hidden), width: width, height: height).map(\.frame)
  }

  @Test func `bars stand on zero and share the width`() throws {
    let chart = Chart {
      BarMark(x: .value("x", "a"), y: .value("y", 10), width: 10)
      BarMark(x: .value("x", "b"), y: .value("y", -5), width: 10)
    }.chartYScale(domain: -10...10)
    let frames = try bars(chart).filter { $0.width == 10 }
    #expect(frames == [Rect(x: 20, y: 0, width: 10, height: 50), Rect(x: 70, y: 50, width: 10, height: 25)])
  }

  @Test func `bars of one place are stacked`() throws {
    let chart = Chart {
      BarMark(x: .value("x", "a"), y: .value("y", 10), width: 10)
      BarMark(x: .value("x", "a"), y: .value("y", 30), width: 10)
    }.chartYScale(domain: 0...50)
    let frames = try bars(chart).filter { $0.width == 10 }
    #expect(frames.map { $0.maxY.rounded() } == [100, 80] && frames.map { $0.height.rounded() } == [20, 60])
  }

  @Test func `lines keep within their values`() {
    let values = [0.0, 0, 10, 10, 3].enumerated().map { Point(x: Double($0) * 10, y: $1) }
    let curve = ChartCurve.points(values, .monotone, columnWidth: 0.5)
    #expect(curve.allSatisfy { $0.y >= 0 && $0.y <= 10 })
    #expect(values.allSatisfy { value in curve.contains { abs($0.x - value.x) < 1e-9 && abs($0.y - value.y) < 1e-9 } })
  }

  @Test func `a hundred thousand values keep their peaks and draw at once`() throws {
    let values = (0..<40_000).map { Point(x: Double($0) / 400, y: $0 == 12_345 ? 99 : sin(Double($0))) }
    let kept = ChartCurve.points(values, .linear, columnWidth: 0.5)
    #expect(kept.count < 1000 && kept.contains { $0.y == 99 })
  }

  @Test func `domains and ticks are round`() {
    let scale = ChartScale([.number(3), .number(47)], includesZero: true, rounding: .count(3))
    guard case .numbers(let range) = scale.domain else {
      Issue.record("no numbers")
      return
    }
    #expect(range == 0...60)
    let ticks = ChartTicks.numbers(range, count: 3, locale: Locale(identifier: "en"))
    #expect(ticks.map(\.1) == ["0", "20", "40", "60"])
  }

  @Test func `labels are rounded half away from zero, and a zero has no sign`() {
    let english = Locale(identifier: "en")
    #expect(ChartTicks.short(0.0000005, locale: english) == "0.000001")
    #expect(ChartTicks.short(-0.0000001, locale: english) == "0")
    #expect(ChartTicks.text(0.125, places: 2...2, locale: english) == "0.13")
    #expect(ChartTicks.text(-0.04, places: 1...1, locale: Locale(identifier: "de")) == "0,0")
  }

  @Test(arguments: [1, 0.5, 0.25]) func `opacity fades marks whatever gives their style`(_ opacity: Double) throws {
    func bar() -> ChartMarks { BarMark(x: .value("x", "a"), y: .value("y", 10), width: 10).opacity(opacity) }
    let marks = [
      bar(), bar().foregroundStyle(.red), bar().foregroundStyle(by: .value("kind", "one")),
      BarMark(x: .value("x", "a"), y: .value("y", 10), width: 10).foregroundStyle(.red).opacity(opacity),
    ]
    for mark in marks {
      let chart = Chart { mark }.chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden)
      let bars = try drawn(chart, width: 100, height: 100).filter { $0.frame.width == 10 }
      let alphas = bars.map { bar -> UInt32? in
        switch bar.style.storage {
        case .color(let argb), .marked(let argb, _): UInt32((Double(argb >> 24) * bar.style.opacity).rounded())
        default: nil
        }
      }
      #expect(alphas == [UInt32((opacity * 255).rounded())])
    }
  }

  @Test func `what is no number is left out and reported`() throws {
    let chart = Chart(Array(0..<5), id: \.self) { index in
      LineMark(x: .value("x", index), y: .value("y", index == 2 ? Double.nan : Double(index)))
    }
    let result = try laidOut(chart, width: 100, height: 100)
    #expect(result.problems.map(\.severity) == [.warning])
    #expect(try laidOut(Chart {}, width: 100, height: 100).items.isEmpty)
  }

  @Test(arguments: [1, 3, 24, 216, 1440, 19_200] as [Double])
  func `dates have few labels`(hours: Double) {
    var environment = EnvironmentValues()
    environment.timeZone = TimeZone(identifier: "Europe/Berlin")!
    let start = noon.timeIntervalSinceReferenceDate
    let ticks = ChartTicks.dates(start...start + hours * 3600, count: 4, environment: environment)
    #expect((1...5).contains(ticks.count))
    #expect(Set(ticks.map(\.1)).count == ticks.count)
  }

  // MARK: axes and legend

  private func words(_ chart: some View, width: Double = 200, height: Double = 120) throws -> [(
    text: String, frame: Rect
  )] {
    try drawn(chart, width: width, height: height).compactMap { item in
      if case .glyphs(let text) = item.kind { (text.text, item.frame) } else { nil }
    }
  }

  private var line: some View {
    Chart(Array(0...10), id: \.self) { LineMark(x: .value("x", $0), y: .value("y", Double($0) * 10)) }
      .chartXAxis(.hidden)
  }

  @Test func `an axis has the values that it is asked for`() throws {
    func labels(_ marks: AxisMarks) throws -> [String] { try words(line.chartYAxis { marks }).map(\.text) }
    #expect(try labels(AxisMarks(values: [0, 25, 100])) == ["0", "25", "100"])
    #expect(try labels(AxisMarks(values: [2.5, 50])) == ["2.5", "50.0"])
    #expect(try labels(AxisMarks(values: [-50, 50, 500])) == ["50"])
    #expect(try labels(AxisMarks(values: .stride(by: 50))) == ["0", "50", "100"])
    #expect(try labels(AxisMarks(values: .stride(by: 0))).isEmpty)
    #expect(try labels(AxisMarks(values: .automatic(desiredCount: 2))) == ["0", "50", "100"])
    let percent = FloatingPointFormatStyle<Double>.Percent().scale(1)
    #expect(try labels(AxisMarks(format: percent, values: [0, 100])) == ["0%", "100%"])
  }

  /// If not all fit, every second, every third, and so on, is shown.
  @Test(arguments: ["en_US", "en_GB", "de_DE"], [70, 90, 110, 130, 160, 190, 230, 300, 420] as [Double])
  func `labels of hours stand evenly`(locale: String, width: Double) throws {
    let start = Date(timeIntervalSince1970: 1_795_240_800)  // 06:00Z
    let chart = Chart(Array(0...13), id: \.self) { hour in
      LineMark(x: .value("Hour", start.addingTimeInterval(Double(hour) * 3600)), y: .value("Value", hour % 5))
    }
    .chartXAxis { AxisMarks(values: .stride(by: .hour, count: 3)) }
    .chartYAxis(.hidden)
    .environment(\.locale, Locale(identifier: locale))
    let labels = try words(chart, width: width).sorted { $0.frame.minX < $1.frame.minX }
    #expect(!labels.isEmpty)
    let hours = labels.compactMap { label -> Int? in
      let number = Int(label.text.prefix { $0.isNumber }) ?? -1
      return label.text.contains("PM") && number < 12 ? number + 12 : number
    }
    let steps = zip(hours, hours.dropFirst()).map { $1 - $0 }
    #expect(Set(steps).count <= 1 && steps.allSatisfy { $0 % 3 == 0 }, "\(labels.map(\.text))")
    for (label, next) in zip(labels, labels.dropFirst()) { #expect(label.frame.maxX < next.frame.minX) }
  }

  @Test func `labels are left out evenly along either axis, in whatever order they were asked for`() {
    let spans = [(0.0, 10.0), (12, 30), (31, 41), (50, 60), (61, 75)].map { (start: $0.0, end: $0.1) }
    #expect(ChartAxes.even(spans, gap: 1) == [0, 1, 2, 3, 4])
    #expect(ChartAxes.even(spans, gap: 2) == [0, 2, 4])
    #expect(ChartAxes.even(spans.reversed(), gap: 2) == [4, 2, 0])
    #expect(ChartAxes.even(spans, gap: 30) == [0, 3])
    #expect(ChartAxes.even(spans, gap: 90) == [0])
    #expect(ChartAxes.even([], gap: 4) == [])
  }

  @Test func `values that are asked for beside a low plot do not lie over each other`() throws {
    let low = Chart(Array(0...100), id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0)) }
      .chartXAxis(.hidden).chartYAxis { AxisMarks(values: .stride(by: 10)) }
    let labels = try words(low, height: 60).sorted { $0.frame.minY > $1.frame.minY }
    #expect((2...6).contains(labels.count))
    let values = labels.compactMap { Double($0.text) }
    #expect(Set(zip(values, values.dropFirst()).map { $1 - $0 }).count <= 1, "\(values)")
    for (label, above) in zip(labels, labels.dropFirst()) { #expect(label.frame.minY + 4 > above.frame.maxY) }
  }

  @Test(arguments: [40, 60, 120] as [Double])
  func `labels of a vertical axis are whole, each in the middle of its line`(height: Double) throws {
    for isAbove in [false, true] {
      let chart = Chart(Array(0...10), id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0 * 10)) }
        .chartXAxis { AxisMarks(position: isAbove ? .top : .bottom, values: [5]) }
        .chartYAxis { AxisMarks(values: [0, 50, 100]) }
      let items = try drawn(chart, width: 200, height: height)
      let lines = items.map(\.frame).filter { $0.height == 0.5 }.sorted { $0.minY < $1.minY }
      let labels = items.filter { $0.fontSizePt != nil && $0.frame.minX > 150 }.map(\.frame)
        .sorted { $0.minY < $1.minY }
      #expect(lines.count == 3 && labels.count >= 2)
      #expect(labels.allSatisfy { $0.minY >= -0.01 && $0.maxY <= height + 0.01 }, "\(labels)")
      for (label, line) in zip([labels[0], labels[labels.count - 1]], [lines[0], lines[2]]) {
        #expect(abs(label.midY - line.midY) < 0.6, "\(label) \(line)")
      }
    }
  }

  @Test(arguments: [AxisMarkPosition.top, .bottom], [AxisMarkPosition.leading, .trailing])
  func `labels of both axes do not lie over each other in a corner`(
    across: AxisMarkPosition, along: AxisMarkPosition
  ) throws {
    let chart = Chart(Array(0...10), id: \.self) { LineMark(x: .value("x", $0 * 1000), y: .value("y", $0 * 1000)) }
      .chartXAxis { AxisMarks(position: across, values: [0, 10_000]) }
      .chartYAxis { AxisMarks(position: along, values: [0, 10_000]) }
    let labels = try words(chart)
    #expect(labels.count == 4 && labels.allSatisfy { $0.frame.minY >= -0.01 && $0.frame.maxY <= 120.01 })
    for (index, label) in labels.enumerated() {
      for other in labels[(index + 1)...] {
        let (a, b) = (label.frame, other.frame)
        #expect(
          a.maxX <= b.minX || b.maxX <= a.minX || a.maxY <= b.minY + 2 || b.maxY <= a.minY + 2, "\(label) \(other)")
      }
    }
  }

  @Test func `labels stand on the side that they are asked for, and are readable`() throws {
    let trailing = try drawn(line.chartYAxis { AxisMarks(values: [0, 100]) }, width: 200, height: 120)
    let leading = try drawn(
      line.chartYAxis { AxisMarks(position: .leading, values: [0, 100]) }, width: 200, height: 120)
    for (items, isLeading) in [(trailing, false), (leading, true)] {
      let labels = items.filter { $0.fontSizePt != nil }
      let plot = try #require(items.last { $0.fontSizePt == nil }).frame
      #expect(labels.count == 2 && labels.allSatisfy { $0.fontSizePt! >= 11 })
      #expect(labels.allSatisfy { isLeading ? $0.frame.maxX <= plot.minX : $0.frame.minX >= plot.maxX })
    }
  }

  @Test func `names of a vertical axis stand before their bars`() throws {
    let chart = Chart(["root", "data"], id: \.self) { name in
      BarMark(x: .value("Used", 40), y: .value("Disk", name))
    }
    .chartXAxis(.hidden)
    for (view, isLeading) in [
      (AnyView(chart), true), (AnyView(chart.chartYAxis { AxisMarks(position: .trailing) }), false),
    ] {
      let items = try drawn(view, width: 200, height: 60)
      let labels = items.filter { $0.fontSizePt != nil }.map(\.frame)
      let bars = items.filter { $0.fontSizePt == nil }.map(\.frame)
      #expect(labels.count == 2 && bars.count == 2)
      for (label, bar) in zip(labels, bars) {
        #expect(isLeading ? label.maxX <= bar.minX : label.minX >= bar.maxX, "\(label) \(bar)")
      }
    }
  }

  @Test func `dates are labelled at a calendar's units`() throws {
    let start = noon.addingTimeInterval(-43_200)
    let chart = Chart(Array(0...24), id: \.self) { hour in
      LineMark(x: .value("t", start.addingTimeInterval(Double(hour) * 3600)), y: .value("y", hour))
    }
    .chartYAxis(.hidden)
    .environment(\.timeZone, TimeZone(identifier: "UTC")!)
    #expect(
      try words(chart.chartXAxis { AxisMarks(values: .stride(by: .hour, count: 8)) }).map(\.text) == [
        "00", "08", "16", "00",
      ])
    let days = try words(chart.chartXAxis { AxisMarks(format: .dateTime.weekday(.wide), values: [noon]) })
    #expect(days.map(\.text) == ["Saturday"])
  }

  @Test func `series that have styles are named, in lines that fit`() throws {
    func chart(_ names: [String]) -> some View {
      Chart(names, id: \.self) { name in
        BarMark(x: .value("x", "a"), y: .value("y", 1)).foregroundStyle(by: .value("Kind", name))
      }
      .chartXAxis(.hidden).chartYAxis(.hidden)
    }
    let named = try words(chart(["Rain", "Snow"]))
    #expect(named.map(\.text) == ["Rain", "Snow"] && named[0].frame.minY == named[1].frame.minY)
    #expect(named.allSatisfy { $0.frame.minY > 90 && $0.frame.maxY <= 120.01 })
    #expect(try words(chart(["Rain", "Snow"]).chartLegend(.hidden)).isEmpty)
    let above = try words(chart(["Rain", "Snow"]).chartLegend(position: .top))
    #expect(above.allSatisfy { $0.frame.maxY < 30 })
    let centred = try words(chart(["Rain", "Snow"]).chartLegend(position: .bottom, alignment: .center))
    let trailing = try words(chart(["Rain", "Snow"]).chartLegend(position: .bottom, alignment: .trailing, spacing: 9))
    let shifts = zip(trailing, named).map { $0.frame.minX - $1.frame.minX }
    #expect(abs(trailing[1].frame.maxX - 200) < 0.6 && abs(shifts[0] - shifts[1]) < 0.01)
    #expect(zip(centred, named).allSatisfy { abs($0.frame.minX - $1.frame.minX - shifts[0] / 2) < 0.6 })
    let many = try words(chart((1...40).map { "Series \($0)" }), width: 150)
    #expect(many.count > 2 && many.count < 40 && many.allSatisfy { $0.frame.maxX <= 150 })
    // Bars are above it.
    let bars = try drawn(chart(["Rain"]), width: 200, height: 120).filter {
      $0.fontSizePt == nil && $0.frame.width > 20
    }
    #expect(bars.allSatisfy { $0.frame.maxY <= 120 - 11 })
  }
}
