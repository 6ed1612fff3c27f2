import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private var box: some View { Rectangle().fill(Color.white) }

@Test func `spacers take what is left in a stack`() throws {
  let items = try drawn(
    HStack(spacing: 4) {
      box.frame(width: 20, height: 10)
      Spacer()
      box.frame(width: 30, height: 20)
    }, width: 100, height: 50)
  #expect(
    items.map(\.frame) == [
      Rect(x: 0, y: 20, width: 20, height: 10), Rect(x: 70, y: 15, width: 30, height: 20),
    ])
}

@Test func `flexible children share a stack evenly`() throws {
  let items = try drawn(
    VStack(alignment: .leading, spacing: 6) {
      box
      box.frame(width: 10, height: 8)
      box
    }, width: 40, height: 100)
  #expect(
    items.map(\.frame) == [
      Rect(x: 0, y: 0, width: 40, height: 40), Rect(x: 0, y: 46, width: 10, height: 8),
      Rect(x: 0, y: 60, width: 40, height: 40),
    ])
}

@Test func `padding, frames and overlays place their content`() throws {
  let items = try drawn(
    box.padding(5).frame(maxWidth: .infinity, maxHeight: .infinity)
      .overlay(alignment: .bottomTrailing) { box.frame(width: 8, height: 6).offset(x: -1, y: -2) },
    width: 60, height: 40)
  #expect(
    items.map(\.frame) == [
      Rect(x: 5, y: 5, width: 50, height: 30), Rect(x: 51, y: 32, width: 8, height: 6),
    ])
}

@Test func `baselines of different sizes line up`() throws {
  let items = try drawn(
    HStack(alignment: .firstTextBaseline) {
      Text("A").font(.system(size: 40))
      Text("b").font(.system(size: 12))
    }, width: 200, height: 100)
  let baselines = items.compactMap { item -> Double? in
    guard case .glyphs(let text) = item.kind else { return nil }
    return item.frame.minY + text.firstBaseline / 2
  }
  #expect(baselines.count == 2)
  #expect(abs(baselines[0] - baselines[1]) < 0.01)
}

@Test func `text shrinks to its minimum scale before it is cut`() throws {
  func text(_ factor: Double) throws -> (text: ShapedText, size: Double?) {
    let items = try drawn(
      Text("Partly cloudy tonight").font(.system(size: 20)).lineLimit(1).minimumScaleFactor(factor), width: 150,
      height: 40)
    guard case .glyphs(let shaped)? = items.first?.kind else { throw CompileError("no text") }
    return (shaped, items[0].fontSizePt)
  }
  let shrunk = try text(0.5)
  #expect(!shrunk.text.isTruncated && shrunk.size! < 20 && shrunk.text.width <= 300.1)
  #expect(try text(1).text.isTruncated)
}

@Test func `redacted views keep their layout and show no glyph`() throws {
  let view = VStack {
    Text("Some words").font(.headline)
    Image(symbol: .sun)
  }
  let plain = try drawn(view, width: 100, height: 100)
  let redacted = try drawn(view.redacted(reason: .placeholder), width: 100, height: 100)
  #expect(plain.count == redacted.count)
  for item in redacted {
    guard case .shape = item.kind else {
      Issue.record("a glyph is left in a placeholder")
      return
    }
  }
}

@Test func `environment reaches bodies`() throws {
  struct Inner: View {
    @Environment(\.isLuminanceReduced) var isReduced
    var body: some View {
      if isReduced { Circle().stroke(.primary, lineWidth: 1) } else { Circle().fill(.primary) }
    }
  }
  func isStroked(_ reduced: Bool) throws -> Bool {
    let items = try drawn(Inner().environment(\.isLuminanceReduced, reduced), width: 10, height: 10)
    guard case .shape(_, let stroke)? = items.first?.kind else { return false }
    return stroke != nil
  }
  #expect(try isStroked(true))
  #expect(try !isStroked(false))
}
