import Testing

@testable import AfterglowViews

/// Places in grids, as SwiftUI's documentation describes them; those of lazy grids as measured by objc.io, "SwiftUI's Grid
/// Views" (2020).
@Suite struct GridFrameTests {
  private typealias Leaf = LayoutLeaf

  /// Rows without distances.
  private static func grid(_ alignment: Alignment = .center, @ViewBuilder _ rows: () -> some View) -> some View {
    Grid(alignment: alignment, horizontalSpacing: 0, verticalSpacing: 0, content: rows)
  }

  @ViewBuilder private static var twoRows: some View {
    GridRow {
      Leaf.a.box(40, 20)
      Leaf.b.box(20, 10)
    }
    GridRow {
      Leaf.c.box(60, 10)
      Leaf.d.box(20, 30)
    }
  }

  private static let rows: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("in the middle", in: 100, by: 20, "a 20 0 20 10, b 60 0 40 10, c 0 10 60 10, d 75 10 10 10") {
      grid {
        GridRow {
          Leaf.a.box(20, 10)
          Leaf.b.box(40, 10)
        }
        GridRow {
          Leaf.c.box(60, 10)
          Leaf.d.box(10, 10)
        }
      }
    }
    probes.add("at the top", in: 80, by: 50, "a 0 0 40 20, b 60 0 20 10, c 0 20 60 10, d 60 20 20 30") {
      grid(.topLeading) { twoRows }
    }
    probes.add("at the bottom", in: 80, by: 50, "a 20 0 40 20, b 60 10 20 10, c 0 40 60 10, d 60 20 20 30") {
      grid(.bottomTrailing) { twoRows }
    }
    probes.add("along one column", in: 80, by: 20, "a 0 0 60 10, b 60 0 20 10, c 40 10 20 10, d 60 10 20 10") {
      grid {
        GridRow {
          Leaf.a.box(60, 10).gridColumnAlignment(.trailing)
          Leaf.b.box(20, 10)
        }
        GridRow {
          Leaf.c.box(20, 10)
          Leaf.d.box(20, 10)
        }
      }
    }
    probes.add("at an anchor", in: 80, by: 40, "a 0 0 20 10, b 60 0 20 30, c 0 30 60 10, d 60 30 20 10") {
      grid {
        GridRow {
          Leaf.a.box(20, 10).gridCellAnchor(.topLeading)
          Leaf.b.box(20, 30)
        }
        GridRow {
          Leaf.c.box(60, 10)
          Leaf.d.box(20, 10)
        }
      }
    }
    probes.add("along one row", in: 40, by: 30, "a 0 20 20 10, b 20 0 20 30") {
      grid {
        GridRow(alignment: .bottom) {
          Leaf.a.box(20, 10)
          Leaf.b.box(20, 30)
        }
      }
    }
    probes.add("8 points apart", in: 48, by: 28, "a 0 0 20 10, b 28 0 20 10, c 0 18 20 10, d 28 18 20 10") {
      Grid {
        GridRow {
          Leaf.a.box(20, 10)
          Leaf.b.box(20, 10)
        }
        GridRow {
          Leaf.c.box(20, 10)
          Leaf.d.box(20, 10)
        }
      }
    }
    return probes.all
  }()

  @Test(arguments: rows) func `a column is as wide as its widest cell, and cells are aligned in it`(
    _ probe: FrameProbe
  ) throws {
    try probe.check()
  }

  private static let shares: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("cells that fill", in: 200, by: 100, "a 0 0 100 50, b 100 0 100 50, c 0 50 100 50, d 100 50 100 50") {
      grid {
        GridRow {
          Leaf.a
          Leaf.b
        }
        GridRow {
          Leaf.c
          Leaf.d
        }
      }
    }
    probes.add("a cell of two columns", in: 110, by: 20, "a 0 0 40 10, b 50 0 60 10, c 0 10 110 10") {
      Grid(horizontalSpacing: 10, verticalSpacing: 0) {
        GridRow {
          Leaf.a.box(40, 10)
          Leaf.b.box(60, 10)
        }
        GridRow { Leaf.c.frame(height: 10).gridCellColumns(2) }
      }
    }
    probes.add("a view that is no row", in: 100, by: 15, "a 0 0 40 10, b 40 0 60 10, c 0 10 100 5") {
      grid {
        GridRow {
          Leaf.a.box(40, 10)
          Leaf.b.box(60, 10)
        }
        Leaf.c.frame(height: 5)
      }
    }
    probes.add("a view that may not widen the grid", in: 300, by: 15, "a 100 0 40 10, b 140 0 60 10, c 100 10 100 5") {
      grid {
        GridRow {
          Leaf.a.box(40, 10)
          Leaf.b.box(60, 10)
        }
        Leaf.c.frame(height: 5).gridCellUnsizedAxes(.horizontal)
      }
    }
    return probes.all
  }()

  @Test(arguments: shares) func `cells and lines share the width of the grid`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  @Test func `a line that fills its room spreads the columns`() throws {
    let view = Self.grid {
      GridRow {
        Leaf.a.box(40, 10)
        Leaf.b.box(60, 10)
      }
      Leaf.c.frame(height: 5)
    }
    let frames = try leafFrames(view, in: Size(width: 300, height: 15))
    #expect(frames[.c] == Rect(x: 0, y: 10, width: 300, height: 5))
    let (first, second) = (try #require(frames[.a]), try #require(frames[.b]))
    #expect(first.width == 40 && second.width == 60)
    #expect(first.minX > 0 && second.maxX < 300 && second.minX > first.maxX)
  }

  @Test func `a cell of two columns that is wider than both widens them`() throws {
    let view = Self.grid {
      GridRow {
        Leaf.a.box(20, 10)
        Leaf.b.box(20, 10)
      }
      GridRow { Leaf.c.box(60, 10).gridCellColumns(2) }
    }
    for room in [Size(width: 60, height: 20), Size(width: 30, height: 20)] {
      let left = (room.width - 60) / 2
      #expect(try leafFrames(view, in: room)[.c] == Rect(x: left, y: 10, width: 60, height: 10))
      #expect(try leafFrames(view.fixedSize(), in: room)[.c] == Rect(x: left, y: 10, width: 60, height: 10))
    }
  }

  private static let looseRows: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("in a column", in: 20, by: 20, "a 0 0 20 10, b 0 10 20 10") {
      VStack(spacing: 0) {
        GridRow {
          Leaf.a.box(20, 10)
          Leaf.b.box(20, 10)
        }
      }
    }
    probes.add("in a row", in: 44, by: 10, "a 0 0 20 10, b 24 0 20 10") {
      HStack(spacing: 4) {
        GridRow {
          Leaf.a.box(20, 10)
          Leaf.b.box(20, 10)
        }
      }
    }
    probes.add("in a cell", in: 40, by: 20, "a 0 0 20 10, b 0 10 20 10, c 20 5 20 10") {
      grid {
        GridRow {
          VStack(spacing: 0) {
            GridRow {
              Leaf.a.box(20, 10)
              Leaf.b.box(20, 10)
            }
          }
          Leaf.c.box(20, 10)
        }
      }
    }
    return probes.all
  }()

  @Test(arguments: looseRows) func `a row outside of a grid is a group`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  @Test func `a modifier of a row applies to each of its cells`() throws {
    let view = Self.grid {
      GridRow {
        Leaf.a.box(20, 10)
        Leaf.b.box(20, 10)
      }.padding(5)
      GridRow {
        Leaf.c.box(20, 10)
        Leaf.d.box(20, 10)
      }
    }
    let frames = try leafFrames(view, in: Size(width: 60, height: 30))
    #expect(frames[.a]?.origin == Point(x: 5, y: 5) && frames[.b]?.origin == Point(x: 35, y: 5))
    #expect(frames[.c]?.origin == Point(x: 5, y: 20) && frames[.d]?.origin == Point(x: 35, y: 20))
  }

  @Test func `a grid as a value has rows`() throws {
    let view = AnyLayout(GridLayout(horizontalSpacing: 0, verticalSpacing: 0)) { Self.twoRows }
    let frames = try leafFrames(view, in: Size(width: 80, height: 50))
    #expect(frames[.b] == Rect(x: 60, y: 5, width: 20, height: 10))
    #expect(frames[.d] == Rect(x: 60, y: 20, width: 20, height: 30))
  }

  // MARK: lazy grids

  private static func columns(_ items: [GridItem], @ViewBuilder _ cells: () -> some View) -> some View {
    LazyVGrid(columns: items, spacing: 4, content: cells)
  }

  @ViewBuilder private static var threeCells: some View {
    Leaf.a.frame(height: 10)
    Leaf.b.frame(height: 10)
    Leaf.c.frame(height: 10)
  }

  private static let lazyGrids: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("fixed columns", in: 90, by: 24, "a 0 0 30 10, b 40 0 50 10, c 0 14 30 10") {
      columns([GridItem(.fixed(30), spacing: 10), GridItem(.fixed(50))]) { threeCells }
    }
    probes.add("a grid as wide as its fixed columns", in: 200, by: 24, "a 55 0 30 10, b 95 0 50 10, d 55 0 90 24") {
      columns([GridItem(.fixed(30), spacing: 10), GridItem(.fixed(50))]) {
        Leaf.a.frame(height: 10)
        Leaf.b.frame(height: 10)
        Color.clear.frame(height: 10)
      }.background { Leaf.d }
    }
    probes.add("a neighbour of a grid of fixed columns", in: 200, by: 24, "a 0 0 30 10, b 40 0 50 10, d 90 0 110 24") {
      HStack(spacing: 0) {
        columns([GridItem(.fixed(30), spacing: 10), GridItem(.fixed(50))]) {
          Leaf.a.frame(height: 10)
          Leaf.b.frame(height: 10)
          Color.clear.frame(height: 10)
        }
        Leaf.d
      }
    }
    probes.add("a grid as high as its fixed rows", in: 26, by: 100, "a 0 32.5 10 20, b 0 57.5 10 10, d 0 32.5 26 35") {
      LazyHGrid(rows: [GridItem(.fixed(20), spacing: 5), GridItem(.fixed(10))], spacing: 6) {
        Leaf.a.frame(width: 10)
        Leaf.b.frame(width: 10)
        Color.clear.frame(width: 10)
      }.background { Leaf.d }
    }
    probes.add("columns no wider than their maximum", in: 200, by: 10, "a 65 0 30 10, b 105 0 30 10") {
      columns(Array(repeating: GridItem(.flexible(maximum: 30), spacing: 10), count: 2)) {
        Leaf.a.frame(height: 10)
        Leaf.b.frame(height: 10)
      }
    }
    probes.add("flexible columns", in: 110, by: 24, "a 0 0 50 10, b 60 0 50 10, c 0 14 50 10") {
      columns([GridItem(.flexible(), spacing: 10), GridItem(.flexible())]) { threeCells }
    }
    probes.add("a flexible column after a fixed one", in: 100, by: 24, "a 0 0 40 10, b 40 0 60 10, c 0 14 40 10") {
      columns([GridItem(.fixed(40), spacing: 0), GridItem(.flexible())]) { threeCells }
    }
    probes.add("a column's minimum", in: 100, by: 24, "a 0 0 60 10, b 60 0 40 10, c 0 14 60 10") {
      columns([GridItem(.flexible(minimum: 60), spacing: 0), GridItem(.flexible())]) { threeCells }
    }
    probes.add("as many columns as fit", in: 125, by: 10, "a 0 0 35 10, b 45 0 35 10, c 90 0 35 10") {
      columns([GridItem(.adaptive(minimum: 30), spacing: 10)]) { threeCells }
    }
    probes.add("as many as fit next to a fixed one", in: 200, by: 10, "a 0 0 70 10, b 78 0 57 10, c 143 0 57 10") {
      columns([GridItem(.fixed(70)), GridItem(.adaptive(minimum: 40))]) { threeCells }
    }
    probes.add("fixed rows", in: 26, by: 35, "a 0 0 10 20, b 0 25 10 10, c 16 0 10 20") {
      LazyHGrid(rows: [GridItem(.fixed(20), spacing: 5), GridItem(.fixed(10))], spacing: 6) {
        Leaf.a.frame(width: 10)
        Leaf.b.frame(width: 10)
        Leaf.c.frame(width: 10)
      }
    }
    probes.add("alignments of columns", in: 200, by: 10, "a 40 0 20 10, b 100 0 20 10") {
      columns([GridItem(.flexible(), spacing: 0), GridItem(.flexible(), alignment: .leading)]) {
        Leaf.a.box(20, 10)
        Leaf.b.box(20, 10)
      }
    }
    return probes.all
  }()

  @Test(arguments: lazyGrids) func `columns of a lazy grid divide its width in order`(_ probe: FrameProbe) throws {
    try probe.check()
  }
}
