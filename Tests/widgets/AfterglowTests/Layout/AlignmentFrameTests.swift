import Foundation
import Testing

@testable import AfterglowViews

/// The bottom of a view that does not set it.
private enum Marked: AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
}

extension VerticalAlignment {
  fileprivate static let marked = VerticalAlignment(Marked.self)
}

/// Places by alignments and guides, as SwiftUI's documentation describes them.
@Suite struct AlignmentFrameTests {
  private typealias Leaf = LayoutLeaf

  private static let alignments: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("the bottom of a row", in: 44, by: 40, "a 0 0 20 40, b 24 30 20 10") {
      HStack(alignment: .bottom, spacing: 4) {
        Leaf.a.box(20, 40)
        Leaf.b.box(20, 10)
      }
    }
    probes.add("the trailing edge of a column", in: 60, by: 20, "a 0 0 60 10, b 40 10 20 10") {
      VStack(alignment: .trailing, spacing: 0) {
        Leaf.a.box(60, 10)
        Leaf.b.box(20, 10)
      }
    }
    probes.add("the baseline of a view without text is its bottom", in: 40, by: 40, "a 0 0 20 40, b 20 30 20 10") {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Leaf.a.box(20, 40)
        Leaf.b.box(20, 10)
      }
    }
    return probes.all
  }()

  @Test(arguments: alignments) func `views of a stack lie along its alignment`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let guides: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("a guide above the view", in: 40, by: 30, "a 0 0 20 20, b 20 10 20 20") {
      HStack(alignment: .top, spacing: 0) {
        Leaf.a.box(20, 20)
        Leaf.b.box(20, 20).alignmentGuide(.top) { $0[.top] - 10 }
      }
    }
    probes.add("the guide of another alignment", in: 40, by: 20, "a 0 0 20 20, b 20 0 20 20") {
      HStack(alignment: .bottom, spacing: 0) {
        Leaf.a.box(20, 20)
        Leaf.b.box(20, 20).alignmentGuide(.top) { $0[.top] - 10 }
      }
    }
    probes.add("a guide at the other edge makes a column wider", in: 60, by: 20, "a 20 0 40 10, b 0 10 20 10") {
      VStack(alignment: .leading, spacing: 0) {
        Leaf.a.box(40, 10)
        Leaf.b.box(20, 10).alignmentGuide(.leading) { $0.width }
      }
    }
    probes.add("a new alignment reaches into a column", in: 40, by: 40, "a 0 0 20 20, b 0 20 20 20, c 20 25 20 10") {
      HStack(alignment: .marked, spacing: 0) {
        VStack(spacing: 0) {
          Leaf.a.box(20, 20)
          Leaf.b.box(20, 20).alignmentGuide(.marked) { $0[VerticalAlignment.center] }
        }
        Leaf.c.box(20, 10).alignmentGuide(.marked) { $0[VerticalAlignment.center] }
      }
    }
    return probes.all
  }()

  @Test(arguments: guides) func `views lie along the guides that they set`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  @Test func `a shape stands on the baseline of the text next to it`() throws {
    let row = HStack(alignment: .firstTextBaseline, spacing: 0) {
      Text("x").font(.system(size: 20)).background { Leaf.b }
      Leaf.a.box(10, 4)
    }
    let frames = try leafFrames(row, in: Size(width: 100, height: 100))
    let (shape, text) = (try #require(frames[.a]), try #require(frames[.b]))
    #expect(shape.maxY > text.minY && shape.maxY < text.maxY)
  }
}
