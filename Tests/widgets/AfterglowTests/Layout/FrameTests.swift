import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private var box: Color { Color.white }

/// Sizes as in SwiftUI.
@Suite struct FrameTests {
  private func size(_ view: some View, width: Double = 100, height: Double = 80) throws -> Size {
    try laidOut(view, width: width, height: height).size
  }

  @Test func `a frame takes the offer within its limits`() throws {
    #expect(try size(box.frame(minWidth: 20, maxWidth: 50, maxHeight: 30)) == Size(width: 50, height: 30))
    #expect(try size(box.frame(minWidth: 120)) == Size(width: 120, height: 80))
    let small = box.frame(width: 10, height: 10)
    #expect(try size(small.frame(minWidth: 30)) == Size(width: 30, height: 10))
    #expect(try size(small.frame(maxWidth: .infinity)) == Size(width: 100, height: 10))
    #expect(try size(small.frame(minWidth: 0, maxWidth: 200)) == Size(width: 100, height: 10))
  }

  @Test func `ideal lengths count where none is offered`() throws {
    #expect(try size(box.fixedSize()) == Size(width: 10, height: 10))
    #expect(try size(box.frame(idealWidth: 33, idealHeight: 44).fixedSize()) == Size(width: 33, height: 44))
    #expect(
      try size(box.frame(minWidth: 50, idealWidth: 33).fixedSize(horizontal: true, vertical: false))
        == Size(width: 50, height: 80))
  }

  /// Rule 8, and rule 7's margin where no length is given.
  @Test func `groupings keep 11 points and all else 16`() throws {
    let small = box.frame(width: 10, height: 10)
    #expect(try size(small.padding(.grouping)) == Size(width: 32, height: 32))
    #expect(try size(small.padding()) == Size(width: 42, height: 42))
  }

  @Test func `aspect ratios fit and fill`() throws {
    #expect(try size(box.aspectRatio(2, contentMode: .fit)) == Size(width: 100, height: 50))
    #expect(try size(box.aspectRatio(2, contentMode: .fill)) == Size(width: 160, height: 80))
    #expect(try size(box.frame(idealWidth: 30, idealHeight: 60).scaledToFit()) == Size(width: 40, height: 80))
  }

  @Test func `a flexible shape gives way to text that wants room`() throws {
    let items = try drawn(
      HStack(spacing: 0) {
        box
        Text("Partly cloudy").lineLimit(1)
      }, width: 240, height: 20)
    guard case .glyphs(let text)? = items.last?.kind else {
      Issue.record("no text")
      return
    }
    #expect(!text.isTruncated)
    // The text is measured first and needs less than half: the flexible shape gets the rest.
    #expect(items[0].frame.width > 125)
    #expect(abs(items[0].frame.width + items[1].frame.width - 240) < 0.01)
  }

  @Test func `positions, hidden views and z-order`() throws {
    let items = try drawn(
      ZStack {
        box.frame(width: 10, height: 10).zIndex(1)
        Color.red.frame(width: 4, height: 6).position(x: 20, y: 30)
        Text("secret").hidden()
      }, width: 100, height: 80)
    #expect(
      items.map(\.frame) == [
        Rect(x: 18, y: 27, width: 4, height: 6), Rect(x: 45, y: 35, width: 10, height: 10),
      ])
  }

  @Test func `layers line baselines up`() throws {
    let items = try drawn(
      ZStack(alignment: .leadingFirstTextBaseline) {
        Text("A").font(.system(size: 40))
        Text("b").font(.system(size: 12))
      }, width: 200, height: 100)
    let baselines = items.compactMap { item -> Double? in
      guard case .glyphs(let text) = item.kind else { return nil }
      return item.frame.minY + text.firstBaseline / 2
    }
    #expect(abs(baselines[0] - baselines[1]) < 0.01)
  }

  @Test func `the first view that fits is shown`() throws {
    func width(_ room: Double) throws -> Double {
      try drawn(
        ViewThatFits(in: .horizontal) {
          box.frame(width: 60)
          box.frame(width: 30)
          box.frame(width: 10)
        }, width: room, height: 10)[0].frame.width
    }
    #expect(try [100, 60, 59, 30, 9].map(width) == [60, 60, 30, 30, 10])
  }

  @Test func `a geometry reader reports its size`() throws {
    let items = try drawn(
      GeometryReader { proxy in box.frame(width: proxy.size.width / 4, height: proxy.size.height / 2) }.padding(10),
      width: 100, height: 60)
    #expect(items.map(\.frame) == [Rect(x: 10, y: 10, width: 20, height: 20)])
  }

  @Test func `container shapes are concentric`() throws {
    func radius(_ inset: Double, in radius: Double) throws -> Double? {
      let items = try laidOut(
        ContainerRelativeShape().padding(inset), width: 100, height: 100, containerRadius: radius
      ).items
      guard case .shape(.roundedRectangle(_, let inner), _)? = items.first?.kind else { return nil }
      return inner
    }
    #expect(try radius(6, in: 20) == 14)
    #expect(try radius(0, in: 20) == 20)
    #expect(try radius(30, in: 20) == nil)
    let nested = try drawn(
      ContainerRelativeShape().padding(4).containerShape(RoundedRectangle(cornerRadius: 9)), width: 50, height: 50)
    guard case .shape(.roundedRectangle(_, let inner), _)? = nested.first?.kind else {
      Issue.record("not rounded")
      return
    }
    #expect(inner == 5)
  }
}
