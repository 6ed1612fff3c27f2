import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Shapes and colours on panels without shades.
@Suite struct InkShapeTests {
  private let map = PixelMapping(originX: 0.3, originY: 0.7, scale: 1.2, isInk: true)

  private func isWhole(_ values: Int32...) -> Bool { values.allSatisfy { $0 % 256 == 0 } }

  @Test func `a circle's edges are whole pixels on all four sides`() throws {
    for radius in [3.0, 4.7, 11.2, 40] {
      let full = Path.Geometry.arc(
        center: Point(x: 20.1, y: 31.9), radius: radius, start: .zero, sweep: .degrees(360))
      guard case .roundedRectangle(let disc, let corner) = Outline.geometry(full, stroke: nil, by: map)[0] else {
        Issue.record("no disc")
        continue
      }
      #expect(isWhole(disc.x0, disc.y0, disc.x1, disc.y1))
      #expect(disc.x1 - disc.x0 == disc.y1 - disc.y0 && corner * 2 == disc.x1 - disc.x0)
      let ring = Outline.geometry(full, stroke: StrokeStyle(lineWidth: 3.1), by: map)[0]
      guard case .arc(let center, let middle, let width, _, _, _) = ring else {
        Issue.record("no ring")
        continue
      }
      let outer = middle + width / 2
      #expect(isWhole(center.x - outer, center.x + outer, center.y - outer, center.y + outer, width))
    }
  }

  @Test func `a frame's inner and outer edges are whole pixels`() throws {
    let box = Path.Geometry.rectangle(Rect(x: 3.3, y: 4.1, width: 30.7, height: 12.2))
    guard case .polygon(let points) = Outline.geometry(box, stroke: StrokeStyle(lineWidth: 1.4), by: map)[0] else {
      Issue.record("no frame")
      return
    }
    for point in points where point.x != Outline.contourEnd.x { #expect(isWhole(point.x, point.y)) }
  }

  @Test func `an outline of any form has its box on whole pixels, and a small one its form`() throws {
    for middle in [20.0, 20.2, 20.37, 20.81] {
      let rim = (0..<90).map { step in
        let angle = Double(step) / 45 * .pi
        return Point(x: middle + 4.77 * cos(angle), y: middle + 4.77 * sin(angle))
      }
      let hole = [Point(x: middle, y: middle), Point(x: middle + 1, y: middle), Point(x: middle, y: middle + 1)]
      let path = Path.Geometry.contours([
        Path.Contour(points: rim, isClosed: true), Path.Contour(points: hole, isClosed: true),
      ])
      guard case .polygon(let points) = Outline.geometry(path, stroke: nil, by: map)[0] else {
        Issue.record("no outline")
        return
      }
      let real = points.filter { $0 != Outline.contourEnd }
      for values in [real.map(\.x), real.map(\.y)] {
        let (low, high) = (try #require(values.min()), try #require(values.max()))
        #expect(low % 256 == 0 && high % 256 == 0)
        #expect(abs(Double(high - low) / 256 - 2 * 4.77 * map.scale) <= 1)
      }
      #expect(points.count == real.count + 1)
    }
    let dot = Path.Geometry.contours([
      Path.Contour(points: [Point(x: 3.1, y: 3), Point(x: 3.7, y: 3), Point(x: 3.4, y: 3.6)], isClosed: true)
    ])
    guard case .polygon(let points) = Outline.geometry(dot, stroke: nil, by: map)[0] else {
      Issue.record("no dot")
      return
    }
    #expect(points == [Point(x: 3.1, y: 3), Point(x: 3.7, y: 3), Point(x: 3.4, y: 3.6)].map(map.point))
  }

  @Test func `a level line covers whole pixels, and others are wide enough to have no gaps`() throws {
    func line(_ to: Point, _ width: Double) -> (points: [SubpixelPoint], width: Int32)? {
      let contour = Path.Contour(points: [Point(x: 2.2, y: 5.3), to], isClosed: false)
      let drawn = Outline.geometry(.contours([contour]), stroke: StrokeStyle(lineWidth: width), by: map)
      guard case .line(let points, let width) = drawn[0] else { return nil }
      return (points, width)
    }
    for width in [0.4, 1, 2, 2.9] {
      let level = try #require(line(Point(x: 30, y: 5.3), width))
      #expect(level.points[0].y == level.points[1].y)
      #expect(isWhole(level.points[0].y - level.width / 2, level.width))
      let steep = try #require(line(Point(x: 30, y: 19), width))
      #expect(steep.width >= 384)
    }
  }

  @Test func `a track is an outline, and a thin one a line`() {
    let wide = NodeGeometry.roundedRectangle(SubpixelRect(x0: 0, y0: 0, x1: 25_600, y1: 2560), radius: 1280).hollow
    #expect(wide.map(\.isPaper) == [false, true])
    let thin = NodeGeometry.roundedRectangle(SubpixelRect(x0: 0, y0: 0, x1: 25_600, y1: 768), radius: 384).hollow
    #expect(thin.count == 1)
    guard case .rectangle(let line) = thin[0].geometry else {
      Issue.record("no line")
      return
    }
    #expect(line.y1 - line.y0 == 256 && isWhole(line.y0))
  }

  @Test(arguments: [
    (Color.red, PaperInk.red), (.orange, .red), (.yellow, .yellow), (.green, .green), (.mint, .blue), (.cyan, .blue),
    (.blue, .blue), (.indigo, .blue), (.purple, .blue), (.pink, .red), (.white, .black), (.gray, .black),
  ])
  func `a colour becomes the ink of its hue`(color: Color, ink: PaperInk) {
    let palette = Palette(renderingMode: .fullColor, surface: .reflective(.six))
    #expect(palette.color(color.argb, isBackground: false).argb == ink.color.argb)
    #expect(palette.color(color.argb, isBackground: true).argb == PaperInk.white.color.argb)
    let mono = Palette(renderingMode: .fullColor, surface: .reflective(.blackAndWhite))
    #expect(mono.color(color.argb, isBackground: false).argb == PaperInk.black.color.argb)
  }

  @Test func `the accented group has the ink of the tint, red without one`() {
    var palette = Palette(renderingMode: .accented, surface: .reflective(.six))
    #expect(palette.color(of: 0, isAccented: true).argb == PaperInk.red.color.argb)
    palette.accents = Palette.Accents(primary: 0xFFFF_FFFF, accented: Color.teal.argb)
    for level in 0...2 {
      #expect(palette.color(of: level, isAccented: true).argb == PaperInk.blue.color.argb)
      #expect(palette.color(of: level).argb == PaperInk.black.color.argb)
    }
  }

  @Test func `a gradient has the colours of its stops and no mixtures`() {
    let steps = LinearLight.steps([1, 2, 3])
    let found: [UInt32] = (0..<64).map { steps[$0] }
    let expected: [UInt32] =
      [UInt32](repeating: 1, count: 16) + [UInt32](repeating: 2, count: 32) + [UInt32](repeating: 3, count: 16)
    #expect(found == expected)
  }
}
