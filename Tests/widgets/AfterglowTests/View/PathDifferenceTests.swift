import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// What is left of shapes behind others.
@Suite struct PathDifferenceTests {
  private static func square(_ x: Double, _ y: Double, _ side: Double) -> Path {
    Path(Rect(x: x, y: y, width: side, height: side))
  }

  /// Twice the area would be a sum of both windings: each contour counts once, holes against it.
  private static func area(_ path: Path) -> Double {
    abs(
      path.contours.reduce(0) { sum, contour in
        let points = contour.points
        return sum
          + points.indices.reduce(0) { part, index in
            let (a, b) = (points[index], points[(index + 1) % points.count])
            return part + (a.x * b.y - b.x * a.y) / 2
          }
      })
  }

  private static func length(_ path: Path) -> Double {
    path.contours.reduce(0) { sum, contour in
      sum + Polyline.length(contour.points + (contour.isClosed ? contour.points.prefix(1) : []))
    }
  }

  @Test func `areas are without what covers them`() {
    let one = Self.square(0, 0, 1)
    let fronts: [(Path, Double)] = [
      (Self.square(2, 0, 1), 1), (Self.square(0.5, 0.5, 1), 0.75), (Self.square(-0.5, 0.3, 2), 0.3),
      // A hole, and nothing left.
      (Self.square(0.25, 0.25, 0.5), 0.75), (Self.square(-1, -1, 3), 0),
    ]
    for (front, area) in fronts { #expect(abs(Self.area(one.area(behind: [front])) - area) < 1e-9) }
    // Parted by a bar.
    let bar = Path(Rect(x: -1, y: 0.4, width: 3, height: 0.2))
    let parts = one.area(behind: [bar])
    #expect(parts.contours.count == 2 && abs(Self.area(parts) - 0.8) < 1e-9)
    #expect(abs(Self.area(one.area(behind: [bar, Self.square(0.5, -1, 3)])) - 0.4) < 1e-9)
  }

  @Test func `round shapes keep their areas`() {
    let disc = Path(ellipseIn: Rect(x: 0, y: 0, width: 200, height: 200))
    let half = disc.area(behind: [Path(Rect(x: 100, y: -100, width: 300, height: 400))])
    #expect(abs(Self.area(half) / 10_000 - .pi / 2) < 0.01)
    // The stroke around a shape is two rings, which turn against each other.
    let front = Path(ellipseIn: Rect(x: 50, y: 50, width: 100, height: 100))
    let around = front.strokedPath(StrokeStyle(lineWidth: 20, lineCap: .round, lineJoin: .round))
    #expect(abs(Self.area(disc.area(behind: [front, around])) / 10_000 - .pi * (1 - 0.36)) < 0.02)
  }

  @Test func `lines end where something stands before them`() {
    let front = Self.square(0.5, -1, 3)
    #expect(abs(Self.length(Self.square(0, 0, 1).lines(behind: [front])) - 2) < 1e-9)
    #expect(Self.square(0, 0, 1).lines(behind: [front]).contours.map(\.isClosed) == [false])
    #expect(Self.square(0, 0, 1).lines(behind: [Self.square(2, 2, 1)]).contours.map(\.isClosed) == [true])
    #expect(Self.square(1, 0, 1).lines(behind: [front]).contours.isEmpty)
    var line = Path()
    line.addLines([Point(x: 0, y: 0), Point(x: 4, y: 0)])
    let rest = line.lines(behind: [front])
    #expect(rest.contours.count == 2 && abs(Self.length(rest) - 1) < 1e-9)
  }
}
