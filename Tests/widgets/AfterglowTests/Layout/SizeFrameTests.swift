import Foundation
import Testing

@testable import AfterglowViews

/// Frames, padding and ratios, as SwiftUI's documentation and talks describe them.
@Suite struct SizeFrameTests {
  private typealias Leaf = LayoutLeaf

  private static let frames: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("an alignment", in: 100, by: 50, "a 80 40 20 10") {
      Leaf.a.box(20, 10).frame(width: 100, height: 50, alignment: .bottomTrailing)
    }
    probes.add("a larger view in the middle", in: 40, by: 20, "a -20 0 80 20") {
      Leaf.a.box(80, 20).frame(width: 40, height: 20)
    }
    probes.add("one length", in: 100, by: 60, "a 35 0 30 60") { Leaf.a.frame(width: 30) }
    probes.add("the whole width", in: 100, by: 40, "a 0 10 20 20") {
      Leaf.a.box(20, 20).frame(maxWidth: .infinity, alignment: .leading)
    }
    probes.add("a minimum alone takes no more", in: 100, by: 20, "a 60 0 20 20") {
      Leaf.a.box(20, 20).frame(minWidth: 60, alignment: .trailing)
    }
    probes.add("a minimum beats a narrow room", in: 40, by: 20, "a 30 0 20 20") {
      Leaf.a.box(20, 20).frame(minWidth: 60, alignment: .trailing)
    }
    probes.add("at most the maximum", in: 200, by: 10, "a 50 0 100 10") { Leaf.a.frame(minWidth: 50, maxWidth: 100) }
    probes.add("at least the minimum", in: 30, by: 10, "a -10 0 50 10") { Leaf.a.frame(minWidth: 50, maxWidth: 100) }
    probes.add("a maximum alone takes up to it", in: 200, by: 10, "a 105 0 20 10, b 125 0 10 10") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 10).frame(maxWidth: 60, alignment: .trailing)
        Leaf.b.box(10, 10)
      }
    }
    probes.add("equal shares for maxima without end", in: 200, by: 10, "a 45 0 10 10, b 125 0 50 10") {
      HStack(spacing: 0) {
        Leaf.a.box(10, 10).frame(maxWidth: .infinity)
        Leaf.b.box(50, 10).frame(maxWidth: .infinity)
      }
    }
    return probes.all
  }()

  @Test(arguments: frames) func `a frame takes the proposal within its limits`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let ideals: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("10 points of a colour", in: 50, by: 50, "a 20 20 10 10") { Leaf.a.fixedSize() }
    probes.add("along one axis", in: 100, by: 60, "a 45 0 10 60") {
      Leaf.a.fixedSize(horizontal: true, vertical: false)
    }
    probes.add("those of a frame", in: 200, by: 100, "a 65 35 70 30") {
      Leaf.a.frame(idealWidth: 70, idealHeight: 30).fixedSize()
    }
    probes.add("the view's own in a maximum without end", in: 50, by: 10, "a 0 0 20 10, b 20 0 30 10") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 10).frame(maxWidth: .infinity)
        Leaf.b.box(30, 10)
      }.fixedSize()
    }
    return probes.all
  }()

  @Test(arguments: ideals) func `ideal lengths hold where none is proposed`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static let paddings: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("each edge", in: 100, by: 50, "a 2 1 94 46") {
      Leaf.a.padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    }
    probes.add("16 points", in: 100, by: 100, "a 16 16 68 68") { Leaf.a.padding() }
    probes.add("less than none", in: 100, by: 50, "a -10 -10 120 70") { Leaf.a.padding(-10) }
    probes.add("inside of a frame", in: 100, by: 50, "a 10 10 80 30") {
      Leaf.a.padding(10).frame(width: 100, height: 50)
    }
    probes.add("a part of a row's view", in: 70, by: 20, "a 15 0 20 20, b 50 0 20 20") {
      HStack(spacing: 0) {
        Leaf.a.box(20, 20).padding(.horizontal, 15)
        Leaf.b.box(20, 20)
      }
    }
    probes.add("between two backgrounds", in: 40, by: 40, "a 10 10 20 20, b 10 10 20 20, c 0 0 40 40") {
      Leaf.a.box(20, 20).background { Leaf.b }.padding(10).background { Leaf.c }
    }
    probes.add("of a wide frame, within a background", in: 100, by: 40, "a 40 10 20 20, b 0 0 100 40") {
      Leaf.a.box(20, 20).frame(maxWidth: .infinity).padding(10).background { Leaf.b }
    }
    probes.add("a background within a wide frame", in: 100, by: 20, "a 40 0 20 20, b 40 0 20 20") {
      Leaf.a.box(20, 20).background { Leaf.b }.frame(maxWidth: .infinity)
    }
    return probes.all
  }()

  @Test(arguments: paddings) func `modifiers apply in their order`(_ probe: FrameProbe) throws { try probe.check() }

  private static let ratios: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("to fit", in: 100, by: 100, "a 0 25 100 50") { Leaf.a.aspectRatio(2, contentMode: .fit) }
    probes.add("to fill", in: 100, by: 100, "a -50 0 200 100") { Leaf.a.aspectRatio(2, contentMode: .fill) }
    probes.add("before what takes the rest", in: 200, by: 50, "a 0 0 50 50, b 50 0 150 50") {
      HStack(spacing: 0) {
        Leaf.a.aspectRatio(1, contentMode: .fit)
        Leaf.b
      }
    }
    probes.add("beyond a clip", in: 80, by: 60, "a -30 0 120 60, b 60 0 20 60") {
      HStack(spacing: 0) {
        Leaf.a.aspectRatio(2, contentMode: .fill).frame(width: 60, height: 60).clipped()
        Leaf.b.box(20, 60)
      }
    }
    return probes.all
  }()

  @Test(arguments: ratios) func `a ratio chooses one length for the other`(_ probe: FrameProbe) throws {
    try probe.check()
  }

  private static var image: Image { Image(ImageDrawing(size: CGSize(width: 40, height: 20)) { _ in }) }

  private static let images: [FrameProbe] = {
    var probes = FrameProbes()
    probes.add("its own", in: 100, by: 100, "b 30 40 40 20") { image.background { Leaf.b } }
    probes.add("that of its room", in: 100, by: 100, "b 0 0 100 100") { image.resizable().background { Leaf.b } }
    probes.add("as large as fits", in: 100, by: 100, "b 0 25 100 50") {
      image.resizable().scaledToFit().background { Leaf.b }
    }
    probes.add("as small as covers its room", in: 100, by: 100, "b -50 0 200 100") {
      image.resizable().scaledToFill().background { Leaf.b }
    }
    probes.add("one that covers a frame and leaves its neighbours", in: 80, by: 60, "a -30 0 120 60, b 60 0 20 60") {
      HStack(spacing: 0) {
        image.resizable().scaledToFill().background { Leaf.a }.frame(width: 60, height: 60)
        Leaf.b.box(20, 60)
      }
    }
    probes.add("none beyond its clip", in: 80, by: 60, "b 60 0 20 60") {
      HStack(spacing: 0) {
        image.resizable().scaledToFill().frame(width: 60, height: 60).clipped()
        Leaf.b.box(20, 60)
      }
    }
    return probes.all
  }()

  @Test(arguments: images) func `an image keeps its size unless it is resizable`(_ probe: FrameProbe) throws {
    try probe.check()
  }
}
