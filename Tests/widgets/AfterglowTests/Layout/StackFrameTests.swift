import Foundation
import Testing

@testable import AfterglowViews

/// Places in rows and columns, as SwiftUI's documentation and talks describe them.
@Suite struct StackFrameTests {
  private typealias Leaf = LayoutLeaf

  private static let spacings: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("shapes are 8 points apart", in: 200, by: 100, "a 56 40 40 20, b 104 40 40 20") {
      HStack {
        Leaf.a.box(40, 20)
        Leaf.b.box(40, 20)
      }
    }
    probes.add("a column is as large as its views", in: 100, by: 100, "a 40 30 20 30, b 20 60 60 10") {
      VStack(spacing: 0) {
        Leaf.a.box(20, 30)
        Leaf.b.box(60, 10)
      }
    }
    probes.add("distances come first", in: 320, by: 100, "a 0 0 100 100, b 110 0 100 100, c 220 0 100 100") {
      HStack(spacing: 10) {
        Leaf.a
        Leaf.b
        Leaf.c
      }
    }
    probes.add("a view that is empty or absent has no distances", in: 50, by: 20, "a 0 0 20 20, b 30 0 20 20") {
      HStack(spacing: 10) {
        Leaf.a.box(20, 20)
        EmptyView()
        if Leaf.allCases.isEmpty { Leaf.c.box(20, 20) }
        Leaf.b.box(20, 20)
      }
    }
    probes.add(
      "groups and loops are no levels", in: 10, by: 58, "a 0 0 10 10, b 0 16 10 10, c 0 32 10 10, d 0 48 10 10"
    ) {
      VStack(spacing: 6) {
        Group {
          Leaf.a.box(10, 10)
          Leaf.b.box(10, 10)
        }
        ForEach([Leaf.c, Leaf.d], id: \.self) { $0.box(10, 10) }
      }
    }
    probes.add("a hidden view keeps its place", in: 100, by: 10, "a 0 0 30 10, c 70 0 30 10") {
      HStack(spacing: 0) {
        Leaf.a.box(30, 10)
        Leaf.b.box(40, 10).hidden()
        Leaf.c.box(30, 10)
      }
    }
    return probes.all
  }()

  @Test(arguments: spacings) func `views of a stack follow each other at its distances`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let shares: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("a fixed view first", in: 250, by: 30, "a 0 0 100 30, b 100 0 50 30, c 150 0 100 30") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(width: 50)
        Leaf.c
      }
    }
    probes.add("a bounded view before one without bounds", in: 200, by: 10, "a 0 0 170 10, b 170 0 30 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(maxWidth: 30)
      }
    }
    probes.add("a minimum above the equal share", in: 100, by: 10, "a 0 0 80 10, b 80 0 20 10") {
      HStack(spacing: 0) {
        Leaf.a.frame(minWidth: 80)
        Leaf.b
      }
    }
    probes.add("a priority takes all but the minima of others", in: 200, by: 10, "a 0 0 160 10, b 160 0 40 10") {
      HStack(spacing: 0) {
        Leaf.a.layoutPriority(1)
        Leaf.b.frame(minWidth: 40)
      }
    }
    probes.add("others share what a priority leaves", in: 200, by: 10, "a 0 0 60 10, b 60 0 80 10, c 140 0 60 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(minWidth: 20, maxWidth: 80).layoutPriority(1)
        Leaf.c
      }
    }
    probes.add("a priority below 0 keeps the minimum", in: 100, by: 10, "a 0 0 90 10, b 90 0 10 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(minWidth: 10).layoutPriority(-1)
      }
    }
    probes.add("a stack counts once in another", in: 120, by: 10, "a 0 0 30 10, b 30 0 30 10, c 60 0 60 10") {
      HStack(spacing: 0) {
        HStack(spacing: 0) {
          Leaf.a
          Leaf.b
        }
        Leaf.c
      }
    }
    probes.add("10 points without a proposal", in: 20, by: 10, "a 0 0 10 10, b 10 0 10 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b
      }.fixedSize()
    }
    probes.add("a circle takes a square", in: 200, by: 50, "a 0 0 50 50, b 50 0 150 50") {
      HStack(spacing: 0) {
        Circle().fill(Leaf.a.color)
        Leaf.b
      }
    }
    probes.add("a stack that is too long is in the middle", in: 100, by: 20, "a -30 0 80 20, b 50 0 80 20") {
      HStack(spacing: 0) {
        Leaf.a.box(80, 20)
        Leaf.b.box(80, 20)
      }
    }
    return probes.all
  }()

  @Test(arguments: shares) func `views of a stack share its length by priority, the least flexible first`(
    _ probe: FrameProbe
  ) throws {
    try probe.check()
  }

  private static let ideals: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("a row without a proposal", in: 100, by: 10, "a 30 0 10 10, b 40 0 30 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(idealWidth: 30)
      }.fixedSize()
    }
    probes.add("a column without a proposal", in: 10, by: 100, "a 0 30 10 10, b 0 40 10 30") {
      VStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(idealHeight: 30)
      }.fixedSize()
    }
    probes.add("a row within padding and a frame", in: 100, by: 10, "a 30 0 10 10, b 40 0 30 10, c 30 0 40 10") {
      HStack(spacing: 0) {
        Leaf.a
        Leaf.b.frame(idealWidth: 30)
      }.padding(.leading, 5).offset(x: -2.5).frame(minWidth: 20).fixedSize().background(alignment: .trailing) {
        Leaf.c.frame(width: 40).offset(x: -2.5)
      }
    }
    probes.add("a row in a row", in: 100, by: 10, "a 25 0 10 10, b 35 0 30 10, c 65 0 10 10") {
      HStack(spacing: 0) {
        HStack(spacing: 0) {
          Leaf.a
          Leaf.b.frame(idealWidth: 30)
        }
        Leaf.c
      }.fixedSize()
    }
    probes.add("a layout of a widget", in: 100, by: 10, "a 0 0 10 10, b 10 0 30 10") {
      AtCorner {
        HStack(spacing: 0) {
          Leaf.a
          Leaf.b.frame(idealWidth: 30)
        }
      }
    }
    probes.add("the length across is that of the longest", in: 100, by: 60, "a 0 15 100 10, b 40 25 20 20") {
      VStack(spacing: 0) {
        Leaf.a.frame(height: 10)
        Leaf.b.box(20, 20)
      }.fixedSize(horizontal: false, vertical: true)
    }
    probes.add("buttons as wide as the widest", in: 100, by: 20, "a 30 0 40 10, b 30 10 40 10") {
      VStack(spacing: 0) {
        Color.clear.frame(width: 40, height: 10).frame(maxWidth: .infinity).background { Leaf.a }
        Color.clear.frame(width: 20, height: 10).frame(maxWidth: .infinity).background { Leaf.b }
      }.fixedSize(horizontal: true, vertical: false)
    }
    return probes.all
  }()

  /// One view in its ideal size at the top leading corner.
  private struct AtCorner: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      for subview in subviews { subview.place(at: bounds.origin, proposal: .unspecified) }
    }
  }

  @Test(arguments: ideals) func `a stack without a proposal is drawn as it was measured`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let spacers: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("what is left", in: 200, by: 20, "a 0 0 40 20, b 160 0 40 20") {
      HStack(spacing: 0) {
        Leaf.a.box(40, 20)
        Spacer()
        Leaf.b.box(40, 20)
      }
    }
    probes.add("8 points at least", in: 88, by: 20, "a 0 0 40 20, b 48 0 40 20") {
      HStack(spacing: 0) {
        Leaf.a.box(40, 20)
        Spacer()
        Leaf.b.box(40, 20)
      }.fixedSize()
    }
    probes.add("a minimum of its own in a narrow row", in: 60, by: 20, "a -20 0 40 20, b 40 0 40 20") {
      HStack(spacing: 0) {
        Leaf.a.box(40, 20)
        Spacer(minLength: 20)
        Leaf.b.box(40, 20)
      }
    }
    probes.add("a row's spacing on both sides", in: 100, by: 20, "a 0 0 40 20, b 60 0 40 20") {
      HStack(spacing: 10) {
        Leaf.a.box(40, 20)
        Spacer(minLength: 0)
        Leaf.b.box(40, 20)
      }.fixedSize()
    }
    probes.add("a column's spacing on both sides", in: 20, by: 40, "a 0 -6 20 20, b 0 26 20 20") {
      VStack(spacing: 6) {
        Leaf.a.box(20, 20)
        Spacer(minLength: 0)
        Leaf.b.box(20, 20)
      }
    }
    probes.add("no distance of its own", in: 80, by: 20, "a 0 0 40 20, b 40 0 40 20") {
      HStack {
        Leaf.a.box(40, 20)
        Spacer(minLength: 0)
        Leaf.b.box(40, 20)
      }.fixedSize()
    }
    probes.add("equal shares", in: 100, by: 20, "a 40 0 20 20") {
      HStack(spacing: 0) {
        Spacer(minLength: 0)
        Leaf.a.box(20, 20)
        Spacer(minLength: 0)
      }
    }
    probes.add("its minimum next to a view that takes everything", in: 100, by: 10, "a 0 0 95 10") {
      HStack(spacing: 0) {
        Leaf.a
        Spacer(minLength: 5)
      }
    }
    return probes.all
  }()

  @Test(arguments: spacers) func `spacers take what views and distances leave`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  @Test func `a stack without spacing next to spacers keeps it between other views`() throws {
    let row = HStack(alignment: .center, spacingExceptSpacers: 10) {
      Leaf.a.box(20, 20)
      Leaf.b.box(20, 20)
      Spacer(minLength: 5)
      Leaf.c.box(20, 20)
    }
    let frames = try leafFrames(row.fixedSize(), in: Size(width: 75, height: 20))
    #expect(frames[.b]?.minX == 30 && frames[.c]?.minX == 55)
  }

  @Test func `a divider lies across its stack, a point thick at most`() throws {
    let row = HStack(spacing: 0) {
      Leaf.a.box(20, 20)
      Divider()
      Leaf.b.box(20, 20)
    }
    let column = VStack(alignment: .leading, spacing: 0) {
      Leaf.a.box(20, 20)
      Divider()
      Leaf.b.box(20, 20)
    }
    let room = Size(width: 100, height: 60)
    let beside = try leafFrames(row, in: room)
    let below = try leafFrames(column, in: room)
    let (left, right) = (try #require(beside[.a]), try #require(beside[.b]))
    #expect(left.minY == 20 && right.minY == 20)
    #expect(right.minX > left.maxX && right.minX <= left.maxX + 1)
    let (upper, lower) = (try #require(below[.a]), try #require(below[.b]))
    #expect(upper.minX == 0 && lower.minX == 0)
    #expect(lower.minY > upper.maxY && lower.minY <= upper.maxY + 1)
  }
}
