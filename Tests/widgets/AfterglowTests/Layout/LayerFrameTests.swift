import Foundation
import Testing

@testable import AfterglowViews

/// Views in front of each other, moved views, and layouts of a widget's own, as SwiftUI's documentation describes them.
@Suite struct LayerFrameTests {
  private typealias Leaf = LayoutLeaf

  private static let layers: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("an overlay at a corner", in: 60, by: 40, "a 0 0 60 40, b 50 0 10 10") {
      Leaf.a.box(60, 40).overlay(alignment: .topTrailing) { Leaf.b.box(10, 10) }
    }
    probes.add("an overlay of the view's size", in: 100, by: 100, "a 20 30 60 40, b 20 30 60 40") {
      Leaf.a.box(60, 40).overlay { Leaf.b }
    }
    probes.add("an overlay that is larger", in: 40, by: 20, "a 0 0 20 20, b -20 -20 60 60, c 20 0 20 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).overlay { Leaf.b.box(60, 60) }
        Leaf.c.box(20, 20)
      }
    }
    probes.add("a background at a corner", in: 60, by: 40, "a 0 0 60 40, b 0 30 10 10") {
      Leaf.a.box(60, 40).background(alignment: .bottomLeading) { Leaf.b.box(10, 10) }
    }
    probes.add("layers along an alignment", in: 60, by: 40, "a 0 0 60 40, b 40 30 20 10") {
      ZStack(alignment: .bottomTrailing) {
        Leaf.a.box(60, 40)
        Leaf.b.box(20, 10)
      }
    }
    probes.add("layers as large as all of them", in: 100, by: 100, "a 20 40 60 20, b 40 20 20 60, c 20 20 60 60") {
      ZStack {
        Leaf.a.box(60, 20)
        Leaf.b.box(20, 60)
      }.background { Leaf.c }
    }
    probes.add("layers in the whole room", in: 100, by: 50, "a 0 0 100 50, b 40 15 20 20") {
      ZStack {
        Leaf.a
        Leaf.b.box(20, 20)
      }
    }
    return probes.all
  }()

  @Test(arguments: layers) func `layers are aligned to each other`(_ probe: FrameProbe) throws { try probe.check() }

  private static let moves: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("an offset", in: 40, by: 20, "a 5 7 20 20, b 20 0 20 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).offset(x: 5, y: 7)
        Leaf.b.box(20, 20)
      }
    }
    probes.add("a background of what is moved", in: 20, by: 20, "a 5 0 20 20, b 0 0 20 20") {
      Leaf.a.box(20, 20).offset(x: 5).background { Leaf.b }
    }
    probes.add("effects", in: 60, by: 20, "a -20 -20 60 60, b 20 0 20 20, c 40 0 20 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).scaleEffect(3)
        Leaf.b.box(20, 20).rotationEffect(.degrees(90))
        Leaf.c.box(20, 20)
      }
    }
    probes.add("a border", in: 40, by: 20, "a 0 0 20 20, b 20 0 20 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).border(Color.white, width: 4)
        Leaf.b.box(20, 20)
      }
    }
    return probes.all
  }()

  @Test(arguments: moves) func `what moves or decorates a drawing leaves the layout alone`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let rooms: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("the centre of a position", in: 100, by: 100, "a 20 30 20 20") {
      Leaf.a.box(20, 20).position(x: 30, y: 40)
    }
    probes.add("all that a row has for a position", in: 100, by: 20, "a 0 0 20 20, b 60 0 40 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).position(x: 10, y: 10)
        Leaf.b.box(40, 20)
      }
    }
    probes.add("the top leading corner of a reader", in: 100, by: 30, "a 0 0 10 10, b 60 10 40 10") {
      HStack(spacing: 0) {
        GeometryReader { _ in Leaf.a.box(10, 10) }
        Leaf.b.box(40, 10)
      }
    }
    probes.add("a share of a reader's size", in: 100, by: 40, "a 0 0 50 40") {
      GeometryReader { proxy in Leaf.a.frame(width: proxy.size.width / 2, height: proxy.size.height) }
    }
    probes.add("a reader's ideal size", in: 50, by: 50, "a 20 20 10 10") {
      GeometryReader { _ in Leaf.a }.fixedSize()
    }
    probes.add("parts of the widget", in: 130, by: 50, "a 35 0 60 50") {
      Leaf.a.containerRelativeFrame(.horizontal, count: 4, span: 2, spacing: 10)
    }
    probes.add("what a view at an edge leaves", in: 100, by: 100, "a 0 0 100 80, b 0 80 100 20") {
      Leaf.a.safeAreaInset(edge: .bottom, spacing: 0) { Leaf.b.frame(height: 20) }
    }
    probes.add("what a margin leaves", in: 100, by: 50, "a 10 0 90 50") { Leaf.a.safeAreaPadding(.leading, 10) }
    return probes.all
  }()

  @Test(arguments: rooms) func `positions, readers and insets take the whole room`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let choices: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("the first that fits", in: 100, by: 20, "b 20 5 60 10") {
      ViewThatFits {
        Leaf.a.box(120, 10)
        Leaf.b.box(60, 10)
      }
    }
    probes.add("along one axis", in: 100, by: 50, "a 10 -75 80 200") {
      ViewThatFits(in: .horizontal) {
        Leaf.a.box(80, 200)
        Leaf.b.box(20, 20)
      }
    }
    probes.add("the last where none fits", in: 100, by: 10, "b -5 0 110 10") {
      ViewThatFits {
        Leaf.a.box(120, 10)
        Leaf.b.box(110, 10)
      }
    }
    probes.add("the last where none fits, though another one is smaller", in: 100, by: 10, "b -15 0 130 10") {
      ViewThatFits(in: .horizontal) {
        Leaf.a.box(120, 10)
        Leaf.b.box(130, 10)
      }
    }
    probes.add("the last of a row that is too narrow", in: 100, by: 10, "b -15 0 90 10, c 75 0 40 10") {
      HStack(spacing: 0) {
        ViewThatFits(in: .horizontal) {
          Leaf.a.box(80, 10)
          Leaf.b.box(90, 10)
        }
        Leaf.c.box(40, 10)
      }
    }
    probes.add("the first without a proposal", in: 100, by: 10, "a -10 0 120 10") {
      ViewThatFits(in: .horizontal) {
        Leaf.a.box(120, 10)
        Leaf.b.box(60, 10)
      }.fixedSize()
    }
    return probes.all
  }()

  @Test(arguments: choices) func `the first view that fits is shown`(_ probe: FrameProbe) throws { try probe.check() }

  /// Views in their own sizes, each below and after the one before it.
  private struct Diagonal: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
      return CGSize(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).reduce(0, +))
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      var corner = bounds.origin
      for subview in subviews {
        let size = subview.sizeThatFits(.unspecified)
        subview.place(at: corner, proposal: .unspecified)
        corner = CGPoint(x: corner.x + size.width, y: corner.y + size.height)
      }
    }
  }

  /// Views of 40 by 20 points in the middle of the room.
  private struct Middle: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      for subview in subviews {
        subview.place(
          at: CGPoint(x: bounds.midX, y: bounds.midY), anchor: .center,
          proposal: ProposedViewSize(width: 40, height: 20))
      }
    }
  }

  private static let layouts: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("views in their own sizes", in: 50, by: 30, "a 0 0 20 10, b 20 10 30 20") {
      Diagonal {
        Leaf.a.box(20, 10)
        Leaf.b.box(30, 20)
      }
    }
    probes.add("a proposal and an anchor", in: 100, by: 60, "a 30 20 40 20") { Middle { Leaf.a } }
    return probes.all
  }()

  @Test(arguments: layouts) func `a layout of a widget places its views`(_ probe: FrameProbe) throws {
    try probe.check()
  }
}
