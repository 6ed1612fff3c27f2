import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Lines below and through texts, and how text is laid out in lines and truncated.
@Suite struct TextLineTests {
  private let words = "Water the plants on the balcony"

  private func items(_ view: some View, width: Double = 80, height: Double = 200) throws -> [DrawItem] {
    try laidOut(view, width: width, height: height).items
  }

  private func text(_ item: DrawItem?) throws -> ShapedText {
    guard case .glyphs(let text)? = item?.kind else { throw CompileError("no words") }
    return text
  }

  @Test func `a line goes below or through each line of a text, as long as its words`() throws {
    let plain = try items(Text(words))
    let lines = try text(plain.first).lines
    #expect(lines.count >= 2)
    for (view, isBelow) in [(AnyView(Text(words).underline()), true), (AnyView(Text(words).strikethrough()), false)] {
      let drawn = try items(view)
      #expect(drawn.count == 1 + lines.count && drawn[0].frame == plain[0].frame)
      for (bar, line) in zip(drawn.dropFirst(), lines) {
        #expect(abs(bar.frame.width - line.width / 2) < 0.01)
        let baseline = drawn[0].frame.minY + line.baseline / 2
        #expect(isBelow ? bar.frame.minY > baseline : bar.frame.maxY < baseline - 2)
      }
    }
  }

  @Test func `a part of a text has its own line, and a placeholder none`() throws {
    let joined = try items(Text("Pay ") + Text("rent").strikethrough(color: .red), width: 200)
    #expect(joined.count == 3)
    #expect(joined[2].style.storage == .color(Color.red.argb))
    let hidden = try items(Text("Pay").underline().redacted(reason: .placeholder))
    #expect(hidden.count == 1)
  }

  @Test func `lines lie further apart, and fewer fit`() throws {
    let plain = try text(items(Text(words)).first)
    let apart = try text(items(Text(words).lineSpacing(6)).first)
    #expect(apart.lines.count == plain.lines.count)
    let steps = zip(plain.lines, plain.lines.dropFirst()).map { $1.baseline - $0.baseline }
    let wide = zip(apart.lines, apart.lines.dropFirst()).map { $1.baseline - $0.baseline }
    #expect(zip(steps, wide).allSatisfy { abs($1 - $0 - 12) < 0.1 })
    let room = apart.height / 2 - 3
    #expect(try text(items(Text(words).lineSpacing(6), height: room).first).height <= room * 2)
  }

  /// Large text is aligned by its ink, so that its width is smaller than with the letters' bearings: if the height is
  /// limited too, that is no reason to truncate it.
  @Test(arguments: ["2.4 m", "16:9", "Today"]) func `a large text that has width is whole`(_ words: String) throws {
    let large = Text(words).font(.largeTitle)
    let whole = try text(items(large, width: 400).first)
    let low = VStack(alignment: .leading) {
      Text("Tide").font(.headline)
      large.frame(height: 30)
    }
    .fixedSize(horizontal: true, vertical: false)
    let alone = VStack(alignment: .leading) { large }.fixedSize(horizontal: true, vertical: false).frame(height: 24)
    for view in [AnyView(low), AnyView(alone)] {
      let drawn = try items(view, width: 140, height: 60).compactMap { item -> ShapedText? in
        if case .glyphs(let text) = item.kind, text.text == words { text } else { nil }
      }
      #expect(drawn.map(\.isTruncated) == [false] && drawn.first?.glyphs.count == whole.glyphs.count)
    }
  }

  /// Parts with their own attributes wrap like the same text without them, except for the width of a weight.
  @Test func `looks of their own wrap as one text`() throws {
    let mixed = Text("Water the plants ").foregroundStyle(.secondary) + Text("on the balcony").underline()
    let plain = try items(Text(words))
    let drawn = try items(mixed)
    let texts = drawn.compactMap { item -> (text: ShapedText, frame: Rect)? in
      if case .glyphs(let text) = item.kind { (text, item.frame) } else { nil }
    }
    #expect(texts.map(\.text.text) == ["Water the plants ", "on the balcony"])
    func pens(_ text: ShapedText, _ frame: Rect) -> [Point] {
      text.glyphs.map { Point(x: frame.minX * 2 + $0.x, y: frame.minY * 2 + $0.y) }
    }
    let whole = pens(try text(plain.first), plain[0].frame)
    let parts = texts.flatMap { pens($0.text, $0.frame) }
    #expect(parts.count == whole.count)
    #expect(zip(parts, whole).allSatisfy { abs($0.x - $1.x) < 1 && abs($0.y - $1.y) < 0.1 })
    // A line under its own words in each line of text, and the frame of the view is the same.
    #expect(drawn.count == 2 + texts[1].text.lines.count && texts[1].text.lines.count >= 2)
    let bold = Text("Water the plants ").font(.system(size: 24, weight: .bold)) + Text("on the balcony")
    let (large, _, size) = try laidOut(bold, width: 120, height: 400)
    #expect(large.count == 2 && size.width <= 120 && size.height > 24 * 2)
    let cut = try items(bold.lineLimit(1)).compactMap { if case .glyphs(let text) = $0.kind { text } else { nil } }
    #expect(cut.last?.isTruncated == true && cut.count == 1)
  }

  @Test func `a text is cut where it is asked to be`() throws {
    func glyphs(_ mode: Text.TruncationMode) throws -> [UInt32] {
      try text(items(Text(words).truncationMode(mode).lineLimit(1)).first).glyphs.map(\.glyph)
    }
    let whole = try text(items(Text(words), width: 400).first).glyphs.map(\.glyph)
    let (head, middle, tail) = (try glyphs(.head), try glyphs(.middle), try glyphs(.tail))
    #expect(tail.first == whole.first && tail.last != whole.last)
    #expect(head.first != whole.first && head.last == whole.last)
    #expect(middle.first == whole.first && middle.last == whole.last && middle.count < whole.count)
  }

  @Test func `a text without a bound is measured for a few heights of its widget`() throws {
    let long = Text(String(repeating: "a", count: 8192))
    let whole = try laidOut(long.fixedSize(horizontal: false, vertical: true), width: 100, height: 50)
    #expect((200...600).contains(whole.size.height), "\(whole.size)")
    let stack = try laidOut(
      VStack(spacing: 0) {
        long.minimumScaleFactor(0.5)
        Text("short")
      }, width: 150, height: 120)
    let texts = stack.items.compactMap { item -> ShapedText? in
      if case .glyphs(let text) = item.kind { text } else { nil }
    }
    #expect(texts.map(\.isTruncated) == [true, false] && texts[0].text.count == 8192)
    #expect(stack.items.allSatisfy { $0.frame.maxY <= 120.01 })
  }
}
