import AfterglowCore
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Bars and rules of one thickness are equally thick on the panel, wherever they lie.
@Suite struct ThinShapeTests {
  @Test(arguments: [0.4, 1, 1.25, 1.5, 1.6, 2.5, 3.2]) func `a bar is as thick at every place`(thickness: Double) {
    let map = PixelMapping(originX: 0.3, originY: 0.7, scale: 1.2)
    var rows: Set<Int32> = []
    var columns: Set<Int32> = []
    for step in 0..<200 {
      let place = Double(step) * 0.37
      let bar = map.crisp(Rect(x: 3, y: place, width: 80, height: thickness))
      let rule = map.crisp(Rect(x: place, y: 3, width: thickness, height: 80))
      rows.insert(bar.y1 - bar.y0)
      columns.insert(rule.x1 - rule.x0)
      // It stays in its place, and on whole pixels.
      #expect(abs(Double(bar.y0 + bar.y1) / 512 - map.y(place + thickness / 2)) <= 0.51 && bar.y0 % 256 == 0)
      #expect(bar.x0 == map.snapped(Rect(x: 3, y: place, width: 80, height: thickness)).x0)
    }
    #expect(rows.count == 1 && rows == columns && rows.first! >= 256, "\(rows)")
  }

  @Test func `rectangles side by side meet`() {
    let map = PixelMapping(originX: 0, originY: 0, scale: 1)
    for index in 0..<30 {
      let (one, next) = (Double(index) * 5.3, Double(index + 1) * 5.3)
      let left = map.crisp(Rect(x: one, y: 0, width: 5.3, height: 10))
      let right = map.crisp(Rect(x: next, y: 0, width: 5.3, height: 10))
      #expect(left.x1 == right.x0)
    }
  }
}
