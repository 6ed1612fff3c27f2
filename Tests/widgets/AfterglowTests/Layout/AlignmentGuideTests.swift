import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct AlignmentGuideTests {
  private func frames(_ view: some View, width: Double = 100, height: Double = 100) throws -> [Rect] {
    let result = try laidOut(view, width: width, height: height)
    #expect(result.problems.isEmpty)
    return result.items.map(\.frame)
  }

  private func box(_ width: Double, _ height: Double = 10) -> some View {
    Rectangle().frame(width: width, height: height)
  }

  @Test func `a guide moves a view against its siblings, and the stack grows`() throws {
    let view = VStack(alignment: .leading, spacing: 0) {
      box(40)
      box(20).alignmentGuide(.leading) { $0[.leading] - 30 }
    }
    let frames = try frames(view)
    // 50 wide, centred in 100.
    #expect(frames.map(\.minX) == [25, 55])
  }

  @Test func `a guide is set from the view's own size`() throws {
    let view = HStack(alignment: .top, spacing: 0) {
      box(10, 40)
      box(10, 20).alignmentGuide(.top) { $0.height / 2 }
    }
    #expect(try frames(view).map(\.minY) == [35, 25])
  }

  private enum Middle: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context[.bottom] }
  }

  @Test func `an alignment of one's own reaches through stacks and padding`() throws {
    let own = VerticalAlignment(Middle.self)
    let view = HStack(alignment: own, spacing: 0) {
      box(10, 20)
      VStack(spacing: 0) {
        box(10, 30).alignmentGuide(own) { $0.height }
        box(10, 10)
      }
      .padding(.top, 4)
    }
    let frames = try frames(view)
    #expect(frames[0].maxY == frames[1].maxY)
    #expect(frames[2].minY == frames[1].maxY)
  }

  private enum FivePoints: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 5 }
  }

  @Test func `a guide at a distance in points is at that distance in views of any size`() throws {
    let across = HorizontalAlignment(FivePoints.self)
    let down = VerticalAlignment(FivePoints.self)
    let column = VStack(alignment: across, spacing: 0) {
      box(40)
      box(20).alignmentGuide(across) { $0[across] + 10 }
    }
    #expect(try frames(column).map(\.minX) == [35, 25])
    let row = HStack(alignment: down, spacing: 0) {
      box(10, 40)
      box(10, 20)
    }
    #expect(try frames(row).map(\.minY) == [30, 30])
    let layers = ZStack(alignment: Alignment(horizontal: across, vertical: down)) {
      box(40, 40)
      box(20, 20)
    }
    #expect(try frames(layers).map(\.minX) == [30, 30])
    let inFrame = box(20).frame(width: 60, height: 10, alignment: Alignment(horizontal: across, vertical: .top))
    #expect(try frames(inFrame).map(\.minX) == [20])
  }

  @Test func `an overlay is put by its own guide`() throws {
    let view = box(60, 60).overlay(alignment: .topTrailing) {
      box(10).alignmentGuide(.trailing) { $0.width / 2 }.alignmentGuide(.top) { $0.height / 2 }
    }
    let frames = try frames(view)
    #expect(frames[1] == Rect(x: 75, y: 15, width: 10, height: 10))
  }

  @Test func `a baseline can be moved`() throws {
    let plain = try frames(
      HStack(alignment: .firstTextBaseline) {
        Text("a")
        Text("b")
      })
    let moved = try frames(
      HStack(alignment: .firstTextBaseline) {
        Text("a")
        Text("b").alignmentGuide(.firstTextBaseline) { $0[.firstTextBaseline] - 4 }
      })
    #expect(moved[1].minY - moved[0].minY == plain[1].minY - plain[0].minY + 4)
  }

  @Test func `a guide that is no number is an error of the widget`() throws {
    let result = try laidOut(
      VStack(alignment: .leading) { Text("a").alignmentGuide(.leading) { _ in .nan } }, width: 50, height: 50)
    #expect(result.problems.map(\.severity) == [.error])
  }
}
