import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// 20 points wide, 10 points high.
private var box: some View { Rectangle().frame(width: 20, height: 10) }

/// Sizes that follow from the rules of SwiftUI's documentation, in a room of 200 by 100 points.
@Suite struct LayoutProbeTests {
  struct Probe: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var size: Size
    let view: @Sendable () -> AnyView
  }

  struct Probes {
    private(set) var all: [Probe] = []

    /// - Parameters:
    ///   - width: the expected width, in points.
    ///   - height: the expected height, in points.
    mutating func add(
      _ width: Double, by height: Double, _ name: String, @ViewBuilder _ view: @escaping @Sendable () -> some View
    ) {
      all.append(
        Probe(testDescription: name, size: Size(width: width, height: height)) { AnyView(view()) })
    }
  }

  private func check(_ probe: Probe) throws {
    let (_, problems, size) = try laidOut(probe.view(), width: 200, height: 100)
    #expect(problems.isEmpty)
    #expect(abs(size.width - probe.size.width) < 1e-6 && abs(size.height - probe.size.height) < 1e-6, "\(size)")
  }

  private static let stacks: [Probe] = {
    var probes = Probes()
    probes.add(20, by: 28, "a column keeps 8 points between shapes") { VStack { Pair() } }
    probes.add(48, by: 10, "so does a row") { HStack { Pair() } }
    probes.add(20, by: 23, "its own spacing") { VStack(spacing: 3) { Pair() } }
    probes.add(20, by: 16, "a negative one overlaps") { VStack(spacing: -4) { Pair() } }
    probes.add(0, by: 0, "an empty stack has no size") { VStack { EmptyView() } }
    probes.add(20, by: 28, "an empty view has no distances") {
      VStack {
        box
        EmptyView()
        box
      }
    }
    probes.add(20, by: 64, "a group and a loop add no level") {
      VStack {
        Group { Pair() }
        ForEach(0..<2) { _ in box }
      }
    }
    probes.add(48, by: 28, "a row in a column") {
      VStack {
        HStack { Pair() }
        box
      }
    }
    probes.add(268, by: 10, "fixed views are not compressed") {
      HStack {
        box.frame(width: 180)
        box.frame(width: 80)
      }
    }
    probes.add(200, by: 14, "a colour takes the width that a column has") {
      VStack(spacing: 0) {
        Color.red.frame(height: 4)
        box
      }
    }
    probes.add(20, by: 14, "and the ideal 10 points, or the widest, where none is proposed") {
      VStack(spacing: 0) {
        Color.red.frame(height: 4)
        box
      }.fixedSize()
    }
    probes.add(200, by: 10.5, "a divider across a column is a pixel high") {
      VStack(spacing: 0) {
        box
        Divider()
      }
    }
    return probes.all
  }()

  @Test(arguments: stacks) func `stacks are as large as their views and the distances between them`(
    _ probe: Probe
  ) throws {
    try check(probe)
  }

  private static let guides: [Probe] = {
    var probes = Probes()
    probes.add(200, by: 10, "a spacer takes what is left") {
      HStack {
        box
        Spacer()
        box
      }
    }
    probes.add(20, by: 100, "along its stack only") {
      VStack {
        Spacer()
        box
      }
    }
    probes.add(70, by: 10, "its minimum where nothing is proposed") {
      HStack {
        box
        Spacer(minLength: 30)
        box
      }.fixedSize()
    }
    probes.add(48, by: 30, "a row is as high as its highest view") {
      HStack(alignment: .top) {
        box
        box.frame(height: 30)
      }
    }
    probes.add(30, by: 28, "a guide that is moved makes a column wider") {
      VStack(alignment: .leading) {
        box
        box.alignmentGuide(.leading) { _ in -10 }
      }
    }
    probes.add(48, by: 15, "and a row higher") {
      HStack(alignment: .top) {
        box
        box.alignmentGuide(.top) { _ in 5 }
      }
    }
    return probes.all
  }()

  @Test(arguments: guides) func `spacers and guides decide the size of a stack`(_ probe: Probe) throws {
    try check(probe)
  }

  private static let frames: [Probe] = {
    var probes = Probes()
    probes.add(200, by: 100, "a colour takes what is proposed") { Color.red }
    probes.add(10, by: 10, "its ideal size") { Color.red.fixedSize() }
    probes.add(10, by: 100, "ideal along one axis") { Color.red.fixedSize(horizontal: true, vertical: false) }
    probes.add(30, by: 12, "the frame's ideal size") { Color.red.frame(idealWidth: 30, idealHeight: 12).fixedSize() }
    probes.add(50, by: 30, "a fixed frame") { box.frame(width: 50, height: 30) }
    probes.add(50, by: 10, "a frame that fixes one length") { box.frame(width: 50) }
    probes.add(10, by: 10, "a frame that is smaller than its view") { box.frame(width: 10) }
    probes.add(300, by: 100, "a frame that is larger than its room") { Color.red.frame(width: 300) }
    probes.add(200, by: 10, "as wide as it may be") { box.frame(maxWidth: .infinity) }
    probes.add(200, by: 100, "as large as it may be") { box.frame(maxWidth: .infinity, maxHeight: .infinity) }
    probes.add(60, by: 10, "a least width") { box.frame(minWidth: 60) }
    probes.add(80, by: 40, "a greatest size") { Color.red.frame(maxWidth: 80, maxHeight: 40) }
    probes.add(30, by: 20, "padding on each side") { box.padding(5) }
    probes.add(52, by: 42, "the system's padding") { box.padding() }
    probes.add(28, by: 10, "padding at two edges") { box.padding(.horizontal, 4) }
    probes.add(26, by: 14, "padding by edges") { box.padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)) }
    probes.add(200, by: 100, "padding inside of what is proposed") { Color.red.padding(10) }
    probes.add(100, by: 100, "a square that fits") { Color.red.aspectRatio(1, contentMode: .fit) }
    probes.add(200, by: 200, "a square that fills") { Color.red.aspectRatio(1, contentMode: .fill) }
    probes.add(200, by: 50, "four to one") { Rectangle().aspectRatio(4, contentMode: .fit) }
    return probes.all
  }()

  @Test(arguments: frames) func `frames, padding and ratios have the sizes that they document`(_ probe: Probe) throws {
    try check(probe)
  }

  private static let layers: [Probe] = {
    var probes = Probes()
    probes.add(40, by: 10, "layers are as large as the largest of each") {
      ZStack {
        box
        Color.red.frame(width: 40, height: 4)
      }
    }
    probes.add(20, by: 10, "an overlay adds nothing") { box.overlay { Color.red.frame(width: 60, height: 60) } }
    probes.add(20, by: 10, "nor does a background") { box.background { Color.red.frame(width: 60, height: 60) } }
    probes.add(20, by: 10, "an offset moves what is drawn") { box.offset(x: 30, y: 30) }
    probes.add(20, by: 10, "a scale too") { box.scaleEffect(2) }
    probes.add(20, by: 10, "a rotation too") { box.rotationEffect(.degrees(90)) }
    probes.add(20, by: 10, "a hidden view keeps its room") { box.hidden() }
    probes.add(200, by: 100, "a position takes what is proposed") { box.position(x: 3, y: 3) }
    probes.add(200, by: 100, "so does a reader of geometry") { GeometryReader { _ in box } }
    probes.add(20, by: 10, "the first view that fits") {
      ViewThatFits {
        box.frame(width: 300)
        box
        box.frame(width: 30)
      }
    }
    probes.add(250, by: 10, "the last one where none fits") {
      ViewThatFits {
        box.frame(width: 300)
        box.frame(width: 250)
      }
    }
    probes.add(300, by: 10, "only the axis that counts") {
      ViewThatFits(in: .vertical) {
        box.frame(height: 300)
        box.frame(width: 300)
      }
    }
    return probes.all
  }()

  @Test(arguments: layers) func `layers and effects leave the size to their view`(_ probe: Probe) throws {
    try check(probe)
  }

  private static let grids: [Probe] = {
    var probes = Probes()
    probes.add(48, by: 28, "8 points between cells") {
      Grid {
        GridRow { Pair() }
        GridRow { Pair() }
      }
    }
    probes.add(42, by: 23, "spacings of its own") {
      Grid(horizontalSpacing: 2, verticalSpacing: 3) {
        GridRow { Pair() }
        GridRow { Pair() }
      }
    }
    probes.add(88, by: 48, "the widest of a column, the highest of a row") {
      Grid {
        GridRow {
          box.frame(width: 60)
          box
        }
        GridRow {
          box
          box.frame(height: 30)
        }
      }
    }
    probes.add(48, by: 28, "a row that lacks cells") {
      Grid {
        GridRow { Pair() }
        GridRow { box }
      }
    }
    probes.add(42, by: 10, "a layout as a value") { AnyLayout(HStackLayout(spacing: 2)) { Pair() } }
    return probes.all
  }()

  @Test(arguments: grids) func `columns and rows of a grid are as large as their cells`(_ probe: Probe) throws {
    try check(probe)
  }
}

/// Two boxes.
private struct Pair: View {
  var body: some View {
    box
    box
  }
}
