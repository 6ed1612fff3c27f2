import Foundation
import Testing

@testable import Afterglow

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
    let scale = ChartScale([.number(3), .number(47)], given: nil, includesZero: true, isNice: true)
    guard case .numbers(let range) = scale.domain else {
      Issue.record("no numbers")
      return
    }
    #expect(range == 0...60)
    let ticks = ChartTicks.numbers(range, count: 3, locale: Locale(identifier: "en"))
    #expect(ticks.map(\.1) == ["0", "20", "40", "60"])
  }

  @Test func `what is no number is left out and told`() throws {
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
}
