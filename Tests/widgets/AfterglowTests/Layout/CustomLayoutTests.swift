import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct CustomLayoutTests {
  private func frames(
    _ view: some View, width: Double = 100, height: Double = 100, change: (inout EnvironmentValues) -> Void = { _ in }
  ) throws -> [Rect] {
    let result = try laidOut(view, width: width, height: height, change: change)
    #expect(result.problems.isEmpty)
    return result.items.map(\.frame)
  }

  private func box(_ width: Double, _ height: Double = 10) -> some View {
    Rectangle().frame(width: width, height: height)
  }

  /// From the leading edge, each view below the one before it.
  private struct Stairs: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
      return CGSize(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).reduce(0, +))
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      var corner = bounds.origin
      for subview in subviews {
        subview.place(at: corner, proposal: .unspecified)
        let size = subview.sizeThatFits(.unspecified)
        corner = CGPoint(x: corner.x + size.width * subview[Step.self], y: corner.y + size.height)
      }
    }
  }

  private struct Step: LayoutValueKey { static let defaultValue: CGFloat = 1 }

  @Test func `a layout places its views within the room it asks for`() throws {
    let view = Stairs {
      box(20)
      box(30, 20).layoutValue(key: Step.self, value: 0.5)
      box(10)
    }
    // 60 by 40, centred in 100.
    #expect(
      try frames(view) == [
        Rect(x: 20, y: 30, width: 20, height: 10), Rect(x: 40, y: 40, width: 30, height: 20),
        Rect(x: 55, y: 60, width: 10, height: 10),
      ])
  }

  @Test func `a layout is mirrored where it runs from right to left`() throws {
    let view = Stairs {
      box(20)
      box(30)
    }
    #expect(try frames(view) { $0.layoutDirection = .rightToLeft }.map(\.minX) == [55, 25])
  }

  private struct Anchored: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      subviews[0].place(at: CGPoint(x: bounds.maxX, y: bounds.maxY), anchor: .bottomTrailing, proposal: .unspecified)
    }
  }

  @Test func `a view is put there by its anchor, and one that is not placed in the centre`() throws {
    let view = Anchored {
      box(20, 10)
      box(10, 10)
    }
    #expect(
      try frames(view) == [Rect(x: 80, y: 90, width: 20, height: 10), Rect(x: 45, y: 45, width: 10, height: 10)])
  }

  /// Widths come from the cache, which is made once.
  private struct Counting: Layout {
    final class Count { var made = 0 }
    let count: Count

    func makeCache(subviews: Subviews) -> [CGFloat] {
      count.made += 1
      return subviews.map { $0.sizeThatFits(.unspecified).width }
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout [CGFloat]) -> CGSize {
      cache.append(1)
      return CGSize(width: cache.prefix(subviews.count).reduce(0, +), height: 10)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout [CGFloat]) {
      #expect(cache.count > subviews.count)
    }
  }

  @Test func `what a layout keeps is made once and handed on`() throws {
    let count = Counting.Count()
    _ = try frames(
      Counting(count: count) {
        box(20)
        box(30)
      })
    #expect(count.made == 1)
  }

  private struct Broken: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      CGSize(width: CGFloat.nan, height: -4)
    }
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {}
  }

  @Test func `a size that is not a number is an error of the widget`() throws {
    let problems = try laidOut(Broken { box(1) }, width: 100, height: 100).problems
    #expect(problems.map(\.severity).contains(.error))
    #expect(problems.map(\.message).contains("a layout's size is not a number"))
  }

  private struct Nowhere: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize { .zero }
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      for subview in subviews { subview.place(at: CGPoint(x: CGFloat.nan, y: .infinity), proposal: .unspecified) }
    }
  }

  @Test func `a position that is not a number is an error of the widget`() throws {
    let result = try laidOut(Nowhere { box(1) }, width: 100, height: 100)
    #expect(result.problems.map(\.message) == ["a layout places a view at a position that is not a number"])
  }

  @Test func `a stack as a value is the stack`() throws {
    @ViewBuilder func content() -> some View {
      box(20, 30)
      Spacer()
      Text("Room 4").font(.caption)
      Divider()
      box(10)
    }
    func same(_ one: some View, _ other: some View, sourceLocation: SourceLocation = #_sourceLocation) throws {
      for direction in LayoutDirection.allCases {
        let ofOne = try frames(one) { $0.layoutDirection = direction }
        #expect(try frames(other) { $0.layoutDirection = direction } == ofOne, sourceLocation: sourceLocation)
        #expect(ofOne.count >= 4, sourceLocation: sourceLocation)
      }
    }
    let row = HStackLayout(alignment: .bottom, spacing: 3)
    let column = VStackLayout(alignment: .trailing, spacing: 3)
    try same(HStack(alignment: .bottom, spacing: 3) { content() }, row { content() })
    try same(HStack(alignment: .bottom, spacing: 3) { content() }, AnyLayout(row) { content() })
    try same(VStack(alignment: .trailing, spacing: 3) { content() }, AnyLayout(column) { content() })
    try same(ZStack(alignment: .topTrailing) { content() }, ZStackLayout(alignment: .topTrailing) { content() })
  }

  /// Hands everything to a stack of this module.
  private struct Wrapped<Base: Layout>: Layout {
    let base: Base
    func makeCache(subviews: Subviews) -> Base.Cache { base.makeCache(subviews: subviews) }
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Base.Cache) -> CGSize {
      base.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
    }
    func placeSubviews(
      in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Base.Cache
    ) { base.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache) }
  }

  @Test func `a layout of one's own may use a stack's`() throws {
    @ViewBuilder func content() -> some View {
      box(20, 30)
      box(10)
      box(15, 5)
    }
    for direction in LayoutDirection.allCases {
      func frames(_ view: some View) throws -> [Rect] { try self.frames(view) { $0.layoutDirection = direction } }
      let row = HStackLayout(alignment: .top, spacing: 4)
      #expect(try frames(Wrapped(base: row) { content() }) == frames(row { content() }))
      #expect(try frames(Wrapped(base: AnyLayout(row)) { content() }) == frames(row { content() }))
      let grid = GridLayout(alignment: .leading, verticalSpacing: 2)
      #expect(try frames(Wrapped(base: grid) { content() }) == frames(grid { content() }))
    }
  }

  @Test func `a layout's text lines up by its baseline in a row`() throws {
    let items = try laidOut(
      HStack(alignment: .firstTextBaseline, spacing: 4) {
        Text("8").font(.largeTitle)
        Stairs { Text("km").font(.caption) }
      }, width: 200, height: 100
    ).items
    let plain = try laidOut(
      HStack(alignment: .firstTextBaseline, spacing: 4) {
        Text("8").font(.largeTitle)
        Text("km").font(.caption)
      }, width: 200, height: 100
    ).items
    #expect(items.map(\.frame) == plain.map(\.frame))
  }
}
