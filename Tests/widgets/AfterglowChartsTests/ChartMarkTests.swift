import Foundation
import Testing

@testable import AfterglowCharts
@testable import AfterglowViews

@Suite struct ChartMarkTests {
  private func bare(_ chart: some View) -> some View {
    chart.chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden)
  }

  private func frames(_ chart: some View, width: Double = 100, height: Double = 100) throws -> [Rect] {
    try drawn(bare(chart), width: width, height: height).map(\.frame)
  }

  /// The contours of each shape that is drawn.
  private func outlines(_ chart: some View) throws -> [[Point]] {
    try drawn(bare(chart), width: 100, height: 100).compactMap { item in
      guard case .shape(let geometry, stroke: nil) = item.kind else { return nil }
      var path = Path()
      path.geometry = geometry
      return path.contours.flatMap(\.points)
    }
  }

  // MARK: Sectors

  private func area(_ points: [Point]) -> Double {
    zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
  }

  @Test(arguments: [0, 0.4, 0.8]) func `sectors share a ring by their values`(_ hole: Double) throws {
    let shares = [1.0, 2, 5]
    let outlines = try outlines(
      Chart(shares, id: \.self) { SectorMark(angle: .value("Share", $0), innerRadius: .ratio(hole)) })
    let whole = Double.pi * 2500 * (1 - hole * hole)
    #expect(outlines.count == 3)
    for (outline, share) in zip(outlines, shares) {
      #expect(abs(abs(area(outline)) - whole * share / 8) < whole * 0.003)
      for point in outline where hole > 0 {
        let radius = hypot(point.x - 50, point.y - 50)
        #expect(radius > 50 * hole - 0.1 && radius < 50.1)
      }
    }
    // The first begins at the top and runs clockwise, an eighth of a turn.
    #expect(outlines[0].allSatisfy { $0.x >= 49.999 && $0.y <= 50.001 })
    #expect(outlines[0].contains { abs($0.x - 50) < 1e-6 && abs($0.y) < 1e-6 })
  }

  @Test func `a sector keeps away from its border, and its corners are round`() throws {
    func outlines(_ inset: CGFloat, _ radius: CGFloat) throws -> [[Point]] {
      try self.outlines(
        Chart([1.0, 1, 1, 1], id: \.self) {
          SectorMark(angle: .value("", $0), innerRadius: .ratio(0.5), angularInset: inset).cornerRadius(radius)
        })
    }
    for outline in try outlines(2, 0) {
      // Borders are at the axes through the centre.
      #expect(outline.allSatisfy { abs($0.x - 50) > 1.999 && abs($0.y - 50) > 1.999 })
    }
    let (sharp, round) = (abs(area(try outlines(0, 0)[0])), abs(area(try outlines(0, 4)[0])))
    // Four corners of nearly a right angle, of which a curve of that kind cuts off a sixth of a square each.
    #expect(abs(sharp - round - 4 * 16 / 6) < 3)
    #expect(try outlines(0, 100).allSatisfy { abs(area($0)) > 100 })
  }

  @Test func `sectors without a share are left out, and one alone is a ring`() throws {
    #expect(try outlines(Chart([0.0, -3], id: \.self) { SectorMark(angle: .value("", $0)) }).isEmpty)
    let ring = try outlines(Chart([0.0, 3], id: \.self) { SectorMark(angle: .value("", $0), innerRadius: 20) })
    #expect(ring.count == 1)
    #expect(Set(ring[0].map { hypot($0.x - 50, $0.y - 50).rounded() }) == [20, 50])
    // However much of it an inset takes away.
    #expect(try outlines(Chart([1.0, 1], id: \.self) { SectorMark(angle: .value("", $0), angularInset: 80) }).isEmpty)
  }

  // MARK: Bars

  @Test func `bars of one axis are one bar with parts`() throws {
    let chart = Chart([10.0, 30, 60], id: \.self) { BarMark(x: .value("Bytes", $0)) }.chartXScale(domain: 0...100)
    let parts = try frames(chart, height: 20).filter { $0.height == 20 && $0.width < 99 }
    #expect(parts.map { $0.minX.rounded() } == [0, 10, 40] && parts.map { $0.width.rounded() } == [10, 30, 60])
    // Without a domain they are the whole.
    let whole = Chart([10.0, 30], id: \.self) { BarMark(x: .value("Bytes", $0)) }
    #expect(try frames(whole, height: 20).map { $0.width.rounded() } == [25, 75])
    // No axis where there are no values.
    let words = try drawn(whole.chartXAxis(.hidden), width: 100, height: 20).filter {
      if case .glyphs = $0.kind { true } else { false }
    }
    #expect(words.isEmpty)
    let upright = Chart([1.0, 3], id: \.self) { BarMark(y: .value("Bytes", $0)) }.chartYScale(domain: 0...4)
    #expect(
      try frames(upright, width: 20, height: 100).filter { $0.width == 20 && $0.height < 100 }.map(\.height) == [
        25, 75,
      ])
  }

  @Test func `bars of one place are stacked as they say`() throws {
    func spans(_ method: MarkStackingMethod, _ domain: ClosedRange<Double>) throws -> [[Double]] {
      let chart = Chart([10.0, 30], id: \.self) {
        BarMark(x: .value("x", "a"), y: .value("y", $0), width: 10, stacking: method)
      }.chartYScale(domain: domain)
      return try frames(chart).filter { $0.width == 10 }.map { [(100 - $0.maxY).rounded(), (100 - $0.minY).rounded()] }
    }
    #expect(try spans(.standard, 0...100) == [[0, 10], [10, 40]])
    #expect(try spans(.unstacked, 0...100) == [[0, 10], [0, 30]])
    #expect(try spans(.normalized, 0...1) == [[0, 25], [25, 100]])
    #expect(try spans(.center, -50...50) == [[30, 40], [40, 70]])
  }

  @Test func `normalised values end at one`() throws {
    let chart = Chart([10.0, 30], id: \.self) {
      BarMark(x: .value("x", "a"), y: .value("y", $0), width: 10, stacking: .normalized)
    }
    #expect(try frames(chart).filter { $0.width == 10 }.map(\.minY).min() == 0)
  }

  @Test func `groups stand next to each other within the room of a bar`() throws {
    let chart = Chart {
      for name in ["a", "b"] {
        for group in ["x", "y"] {
          BarMark(x: .value("", name), y: .value("", 10)).position(by: .value("", group))
        }
      }
    }.chartYScale(domain: 0...10)
    let bars = try frames(chart).filter { $0.height == 100 && $0.width < 40 }
    #expect(bars.count == 4)
    for (left, right) in zip(bars, bars.dropFirst()) { #expect(left.maxX < right.minX) }
    #expect(bars[1].maxX < 50 && bars[2].minX > 50 && bars[0].minX >= 0)
    // Symmetrical about the middle of their place.
    #expect(abs((bars[0].minX + bars[1].maxX) / 2 - 25) < 1e-6)
  }

  @Test func `dimensions are lengths, shares and insets`() throws {
    func width(_ dimension: MarkDimension) throws -> Double? {
      let chart = Chart { BarMark(x: .value("", "a"), y: .value("", 1), width: dimension) }
        .chartYScale(domain: 0...2)
      return try frames(chart).first { $0.height == 50 }?.width
    }
    #expect(try width(12) == 12)
    #expect(try width(.ratio(0.25)) == 25)
    #expect(try width(.inset(10)) == 80)
    #expect(try width(.automatic).map { ($0 * 3).rounded() } == 200)
  }

  @Test func `a clipped bar has the shape's outline`() throws {
    let chart = Chart {
      BarMark(x: .value("", "a"), yStart: .value("", 2), yEnd: .value("", 8), width: 20).clipShape(Capsule())
    }.chartYScale(domain: 0...10)
    let kinds = try drawn(bare(chart), width: 100, height: 100).map(\.kind)
    let radii = kinds.compactMap { kind -> Double? in
      if case .shape(.roundedRectangle(let rect, let radius), _) = kind, abs(rect.height - 60) < 1e-9 {
        radius
      } else {
        nil
      }
    }
    #expect(radii == [10])
  }

  // MARK: Scales and axes

  @Test func `a domain without zero begins at round numbers near the values`() throws {
    func top(_ domain: AutomaticScaleDomain) throws -> [Double] {
      let chart = Chart([101.0, 109], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)) }
        .chartYScale(domain: domain)
      return try frames(chart).map { ($0.minY + $0.maxY) / 2 }
    }
    let (zero, free, reversed) = (
      try top(.automatic), try top(.automatic(includesZero: false)),
      try top(.automatic(includesZero: false, reversed: true))
    )
    #expect(zero.allSatisfy { $0 < 50 })
    #expect(free[0] - free[1] > 50)
    #expect(zip(free, reversed).allSatisfy { abs($0 + $1 - 100) < 1e-9 })
  }

  @Test func `padding keeps values from the ends of the plot`() throws {
    let chart = Chart([0.0, 10], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)) }
    let middles = try frames(chart.chartXScale(range: .plotDimension(startPadding: 10, endPadding: 20))).map {
      ($0.minX + $0.maxX) / 2
    }
    #expect(middles == [10, 80])
  }

  @Test func `symbols at the ends of automatic axes are in the plot`() throws {
    let points = Chart([0.0, 10], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)).symbolSize(314) }
    for frame in try frames(points) {
      #expect(frame.minX >= -1e-9 && frame.minY >= -1e-9 && frame.maxX <= 100 + 1e-9 && frame.maxY <= 100 + 1e-9)
    }
    let views = Chart([0.0, 10], id: \.self) {
      LineMark(x: .value("", $0), y: .value("", $0)).symbol { Rectangle().frame(width: 12, height: 4) }
    }
    let symbols = try frames(views).filter { $0.width == 12 }
    #expect(symbols.map { $0.minX.rounded() } == [0, 88] && symbols.map { $0.minY.rounded() } == [96, 0])
    // Lines reach the ends, and a range that is set counts.
    let line = Chart([0.0, 10], id: \.self) { LineMark(x: .value("", $0), y: .value("", $0)) }
    #expect(try frames(line.chartXScale(range: nil)) == frames(line.chartXScale(range: .plotDimension)))
    let middles = try frames(points.chartXScale(range: .plotDimension)).map { $0.midX.rounded() }
    #expect(middles == [0, 100])
  }

  @Test func `names are in the order of the domain`() throws {
    let chart = Chart(["a", "b"], id: \.self) { BarMark(x: .value("", $0), y: .value("", 1), width: 4) }
    let bars = try frames(chart.chartXScale(domain: ["c", "b", "a"])).filter { $0.width == 4 }
    #expect(bars.map { ($0.minX + 2).rounded() } == [83, 50])
  }

  @Test func `dates of a unit are at one place, by the scene's calendar`() throws {
    func bars(_ zone: String) throws -> Int {
      let view = DayChart().environment(\.timeZone, TimeZone(identifier: zone)!)
      return Set(try frames(view).filter { $0.width == 4 }.map(\.minX)).count
    }
    #expect(try bars("UTC") == 1)
    #expect(try bars("Asia/Tokyo") == 2)
  }

  private struct DayChart: View {
    // 14:30 and 15:30 in UTC, on two days in Tokyo.
    let times = [1_700_058_600.0, 1_700_062_200].map { Date(timeIntervalSince1970: $0) }
    var body: some View {
      Chart(times, id: \.self) { BarMark(x: .value("", $0, unit: .day), y: .value("", 1), width: 4) }
    }
  }

  @Test func `an axis shows the lines, ticks and words that it is given`() throws {
    let chart = Chart([0.0, 10], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)) }
      .chartYAxis(.hidden)
      .chartXAxis {
        AxisMarks(values: [0, 5, 10]) { value in
          if value.as(Int.self) == 5 { AxisGridLine() }
          AxisTick(length: 6)
          AxisValueLabel { Text(verbatim: "n\(value.index)/\(value.count)") }
        }
      }
    let items = try drawn(chart, width: 200, height: 100)
    let words = items.compactMap { item -> String? in if case .glyphs(let text) = item.kind { text.text } else { nil } }
    #expect(words == ["n0/3", "n1/3", "n2/3"])
    let lines = items.filter { $0.frame.width == 0.5 }.map(\.frame)
    #expect(lines.filter { $0.height == 6 }.count == 3)
    #expect(lines.filter { $0.height > 50 }.map { ($0.minX + 0.25).rounded() } == [100])
  }

  @Test func `lines, ticks and words of an axis are moved, and the plot stays`() throws {
    func frames(x: CGFloat, y: CGFloat) throws -> [Rect] {
      let chart = Chart([0.0, 10], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)) }
        .chartYAxis(.hidden)
        .chartXAxis {
          AxisMarks(values: [5]) { _ in
            AxisGridLine().offset(x: x, y: y)
            AxisTick(length: 6).offset(CGSize(width: x, height: y))
            AxisValueLabel { Text(verbatim: "five") }.offset(x: x).offset(y: y)
          }
        }
      return try drawn(chart, width: 200, height: 100).map(\.frame)
    }
    let (still, moved) = (try frames(x: 0, y: 0), try frames(x: 12, y: -8))
    #expect(still.count == moved.count)
    let distances = zip(still, moved).map { [($1.minX - $0.minX).rounded(), ($1.minY - $0.minY).rounded()] }
    #expect(distances.filter { $0 == [12, -8] }.count == 3, "a line, a tick and a label")
    #expect(distances.filter { $0 == [0, 0] }.count == still.count - 3, "the points stay")
  }

  @Test func `a circle is a symbol like the others`() throws {
    func frames(_ symbol: some ChartSymbolShape) throws -> [Rect] {
      let chart = Chart([0.0, 10], id: \.self) { PointMark(x: .value("", $0), y: .value("", $0)).symbol(symbol) }
      return try drawn(chart, width: 100, height: 60).map(\.frame)
    }
    #expect(try frames(Circle()) == frames(.circle))
  }

  @Test func `numbers and dates of a horizontal axis have lines, names have none`() throws {
    func lines(_ chart: some View) throws -> [Double] {
      try drawn(chart.chartYAxis(.hidden), width: 200, height: 100).map(\.frame)
        .filter { $0.width == 0.5 && $0.height > 50 }.map { ($0.minX + 0.25).rounded() }
    }
    let numbers = Chart([0.0, 10], id: \.self) { LineMark(x: .value("", $0), y: .value("", $0)) }
    #expect(try lines(numbers.chartXAxis { AxisMarks(values: [2, 5]) }) == [40, 100])
    #expect(try lines(numbers.chartXAxis(.hidden)).isEmpty)
    let dates = Chart([0.0, 7200], id: \.self) {
      LineMark(x: .value("", noon.addingTimeInterval($0)), y: .value("", $0))
    }
    #expect(try lines(dates.chartXAxis { AxisMarks(values: [noon.addingTimeInterval(3600)]) }) == [100])
    let names = Chart(["a", "b"], id: \.self) { BarMark(x: .value("", $0), y: .value("", 1)) }
    #expect(try lines(names).isEmpty)
  }

  @Test func `lines at the ends of an axis are in the chart's frame`() throws {
    let chart = Chart([0.0, 10], id: \.self) { LineMark(x: .value("", $0), y: .value("", $0)) }
      .chartXAxis { AxisMarks(values: [0, 10]) { _ in AxisGridLine() } }
      .chartYAxis { AxisMarks(values: [0, 10]) { _ in AxisGridLine() } }
    let lines = try drawn(chart, width: 100, height: 80).map(\.frame).filter { min($0.width, $0.height) == 0.5 }
    #expect(lines.count == 4)
    for line in lines {
      #expect(line.minX >= 0 && line.minY >= 0 && line.maxX <= 100 && line.maxY <= 80, "\(line)")
    }
  }

  @Test func `a centred label is half-way to the next value`() throws {
    let chart = Chart([0.0, 10], id: \.self) { LineMark(x: .value("", $0), y: .value("", $0)) }.chartYAxis(.hidden)
    func middles(_ centered: Bool) throws -> [Double] {
      let marked = chart.chartXAxis { AxisMarks(values: [0, 2, 4]) { _ in AxisValueLabel("a", centered: centered) } }
      return try drawn(marked, width: 200, height: 100).compactMap { item in
        if case .glyphs = item.kind { (item.frame.minX + item.frame.maxX) / 2 } else { nil }
      }
    }
    #expect(zip(try middles(true).dropFirst(), try middles(false).dropFirst()).allSatisfy { abs($0 - $1 - 20) < 0.6 })
  }

  // MARK: Curves and symbols

  @Test(arguments: [InterpolationMethod.catmullRom, .catmullRom(alpha: 1), .cardinal, .cardinal(tension: 0.7)])
  func `a spline runs through all values`(_ method: InterpolationMethod) {
    let values = [3.0, 5, 4, 8, 1].enumerated().map { Point(x: Double($0) * 10, y: $1) }
    let curve = ChartCurve.points(values, method, columnWidth: 0.5)
    #expect(values.allSatisfy { value in curve.contains { hypot($0.x - value.x, $0.y - value.y) < 1e-9 } })
    #expect(curve.count == 33)
    // No corners: the direction turns by little from piece to piece.
    let turns = zip(zip(curve, curve.dropFirst()), curve.dropFirst(2)).map { pair, next in
      abs(
        remainder(
          atan2(next.y - pair.1.y, next.x - pair.1.x) - atan2(pair.1.y - pair.0.y, pair.1.x - pair.0.x), 2 * .pi))
    }
    #expect(turns.max() ?? 9 < 0.8)
  }

  @Test func `equal distances make the splines the same, and full tension makes lines`() {
    let values = [Point(x: 0, y: 0), Point(x: 3, y: 4), Point(x: 6, y: 0), Point(x: 9, y: 4)]
    let uniform = ChartCurve.points(values, .catmullRom(alpha: 0), columnWidth: 0.5)
    let cardinal = ChartCurve.points(values, .cardinal, columnWidth: 0.5)
    #expect(zip(uniform, cardinal).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1e-9 })
    let straight = ChartCurve.points(values, .cardinal(tension: 1), columnWidth: 0.5)
    #expect(straight.filter { $0.x <= 3 }.allSatisfy { abs($0.y - $0.x * 4 / 3) < 1e-9 })
  }

  @Test func `each series has a symbol of its own at its values`() throws {
    let chart = Chart {
      for (name, height) in [("a", 2.0), ("b", 8.0)] {
        for x in [1.0, 5, 9] {
          LineMark(x: .value("", x), y: .value("", height)).symbol(by: .value("", name)).symbolSize(100)
        }
      }
    }.chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    let outlines = try outlines(chart).filter { $0.count > 2 }
    #expect(outlines.count == 6)
    // Circles, then squares.
    #expect(outlines.prefix(3).allSatisfy { $0.count > 8 } && outlines.suffix(3).allSatisfy { $0.count == 4 })
  }

  @Test func `a view stands at each value`() throws {
    let chart = Chart([2.0, 8], id: \.self) { value in
      PointMark(x: .value("", value), y: .value("", value)).symbol { Rectangle().frame(width: 6, height: 2) }
    }.chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    let marks = try frames(chart).filter { $0.width == 6 }
    #expect(marks == [Rect(x: 17, y: 79, width: 6, height: 2), Rect(x: 77, y: 19, width: 6, height: 2)])
  }

  @Test func `marks with a higher index are in front`() throws {
    let chart = Chart {
      PointMark(x: .value("", 1), y: .value("", 1)).symbolSize(10).zIndex(1)
      PointMark(x: .value("", 1), y: .value("", 1)).symbolSize(90)
    }
    let widths = try frames(chart).map(\.width)
    #expect(widths.count == 2 && widths[0] > widths[1])
  }

  private enum Source: String, Plottable {
    case solar
    case grid
  }

  @Test func `an enumeration is plotted by its raw value`() {
    #expect(Source.solar.plotted == .category("solar"))
    #expect(Source(primitivePlottable: "grid") == .grid)
    #expect(AxisValue(plotted: .category("grid"), index: 0, count: 1).as(Source.self) == .grid)
    #expect(AxisValue(plotted: .number(2.5), index: 0, count: 1).as(Int.self) == nil)
    #expect(UInt8(3).plotted == .number(3) && Decimal(2.5).plotted == .number(2.5))
  }
}
