import Foundation
import Testing

@testable import AfterglowCharts
@testable import AfterglowViews

@Suite struct ChartStretchTests {
  private static let red = Color(red: 1, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 1)
  private static let colors = [red, red, blue, blue, red]

  private func line(_ colors: [Color], _ method: InterpolationMethod, strand: Int? = 0) -> ChartMarks {
    ChartMarks(
      marks: colors.enumerated().flatMap { index, color -> [ChartMark] in
        let mark = LineMark(x: .value("x", index), y: .value("y", index % 2))
          .foregroundStyle(color).interpolationMethod(method)
        return strand.map { mark.strand($0).marks } ?? mark.marks
      })
  }

  /// The pieces that are drawn in a plot 100 points wide: the colour of each, and its ends.
  private func pieces(_ content: ChartMarks) throws -> [String] {
    let chart = Chart { content }.chartXAxis(.hidden).chartYAxis(.hidden)
      .chartXScale(domain: 0...4).chartYScale(domain: 0...1)
    return try drawn(chart, width: 100, height: 50).compactMap { item in
      guard case .shape(.contours(let contours), stroke: _) = item.kind, case .color(let argb) = item.style.storage
      else { return nil }
      let places = contours.flatMap(\.points).map(\.x)
      return "\(argb & 0xFF_FFFF == 0xFF ? "blue" : "red") \(places.min() ?? -1)-\(places.max() ?? -1)"
    }
  }

  @Test func `a style has its line half-way to the neighbours`() throws {
    let expected = ["red 0.0-37.5", "blue 37.5-87.5", "red 87.5-100.0"]
    for method in [InterpolationMethod.linear, .monotone] {
      #expect(try pieces(line(Self.colors, method)) == expected, "\(method)")
    }
  }

  @Test func `a step has the style of its value`() throws {
    #expect(
      try pieces(line(Self.colors, .stepEnd)) == ["red 0.0-50.0", "blue 50.0-100.0", "red 100.0-100.0"])
    #expect(try pieces(line(Self.colors, .stepStart)) == ["red 0.0-25.0", "blue 25.0-75.0", "red 75.0-100.0"])
  }

  @Test func `pieces meet where one ends and the next begins`() throws {
    let chart = Chart { line(Self.colors, .monotone) }.chartXAxis(.hidden).chartYAxis(.hidden)
    let curves = try drawn(chart, width: 100, height: 50).compactMap { item -> [Point]? in
      if case .shape(.contours(let contours), stroke: _) = item.kind { contours.flatMap(\.points) } else { nil }
    }
    #expect(curves.count == 3)
    for (left, right) in zip(curves, curves.dropFirst()) { #expect(left.last == right.first) }
  }

  @Test func `an area is cut where its line is`() throws {
    let marks = Self.colors.enumerated().flatMap { index, color in
      AreaMark(x: .value("x", index), y: .value("y", 1)).foregroundStyle(color).strand(0).marks
    }
    #expect(try pieces(ChartMarks(marks: marks)) == ["red 0.0-37.5", "blue 37.5-87.5", "red 87.5-100.0"])
  }

  @Test func `lines of different strands are not joined, and without one the first style has all`() throws {
    let both = ChartMarks(
      marks: line([Self.red, Self.red, Self.red], .linear, strand: 0).marks
        + line([Self.blue, Self.blue], .linear, strand: 1).marks)
    #expect(try pieces(both) == ["red 0.0-50.0", "blue 0.0-25.0"])
    #expect(try pieces(line(Self.colors, .linear, strand: nil)) == ["red 0.0-100.0"])
  }

  @Test func `styles that change with each value are drawn in a bounded number of pieces`() throws {
    let marks = (0..<1000).flatMap { index in
      LineMark(x: .value("x", Double(index) / 250), y: .value("y", 0))
        .foregroundStyle(index.isMultiple(of: 2) ? Self.red : Self.blue).strand(0).marks
    }
    let count = try pieces(ChartMarks(marks: marks)).count
    #expect(count > 100 && count <= ChartStretches.maximumCount + 1)
  }
}
