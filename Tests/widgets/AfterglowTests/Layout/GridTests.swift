import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private func box(_ width: Double, _ height: Double) -> some View { Color.white.frame(width: width, height: height) }

@Suite struct GridTests {
  @Test func `columns are as wide as their widest cell`() throws {
    let items = try drawn(
      Grid(alignment: .topLeading, horizontalSpacing: 5, verticalSpacing: 3) {
        GridRow {
          box(10, 4)
          box(20, 8)
        }
        GridRow {
          box(30, 6)
          box(5, 2)
        }
      }, width: 55, height: 17)
    #expect(
      items.map(\.frame) == [
        Rect(x: 0, y: 0, width: 10, height: 4), Rect(x: 35, y: 0, width: 20, height: 8),
        Rect(x: 0, y: 11, width: 30, height: 6), Rect(x: 35, y: 11, width: 5, height: 2),
      ])
  }

  @Test func `cells span columns, and what is no row takes a line`() throws {
    let result = try laidOut(
      Grid(horizontalSpacing: 2, verticalSpacing: 2) {
        GridRow {
          box(10, 10)
          box(10, 10)
          box(10, 10)
        }
        Divider()
        GridRow {
          Color.white.frame(height: 4).gridCellColumns(2)
          box(4, 4)
        }
      }, width: 34, height: 100)
    let frames = result.items.map(\.frame)
    #expect(frames[3].width == 34)
    #expect(frames[4] == Rect(x: 0, y: frames[4].minY, width: 22, height: 4))
    #expect(frames[5].midX == 29)
  }

  @Test func `flexible columns share what fixed ones leave`() throws {
    let items = try drawn(
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          box(20, 10)
          Color.red
          Color.blue
        }
      }, width: 100, height: 10)
    #expect(items.map(\.frame.width) == [20, 40, 40])
  }

  @Test func `column and cell alignments hold`() throws {
    let items = try drawn(
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          box(10, 10).gridColumnAlignment(.trailing)
          box(30, 30)
        }
        GridRow {
          box(40, 10)
          box(10, 10).gridCellAnchor(.topLeading)
        }
      }, width: 70, height: 40)
    #expect(items[0].frame == Rect(x: 30, y: 10, width: 10, height: 10))
    #expect(items[3].frame == Rect(x: 40, y: 30, width: 10, height: 10))
  }

  @Test func `lazy grids place fixed, flexible and adaptive columns`() throws {
    func lefts(_ items: [GridItem], count: Int = 4) throws -> [Double] {
      try drawn(
        LazyVGrid(columns: items, alignment: .leading, spacing: 2) {
          ForEach(Array(0..<count)) { _ in Color.white.frame(height: 10) }
        }, width: 100, height: 100
      ).map(\.frame.minX)
    }
    #expect(try lefts([GridItem(.fixed(20), spacing: 10), GridItem(spacing: 0)]) == [0, 30, 0, 30])
    #expect(try lefts([GridItem(.adaptive(minimum: 30), spacing: 5)]) == [0, 35, 70, 0])
    let rows = try drawn(
      LazyHGrid(rows: [GridItem(.fixed(10), spacing: 4), GridItem(.fixed(10))], spacing: 3) {
        ForEach(Array(0..<3)) { _ in Color.white.frame(width: 8) }
      }, width: 19, height: 24
    ).map(\.frame)
    #expect(
      rows == [
        Rect(x: 0, y: 0, width: 8, height: 10), Rect(x: 0, y: 14, width: 8, height: 10),
        Rect(x: 11, y: 0, width: 8, height: 10),
      ])
  }
}
