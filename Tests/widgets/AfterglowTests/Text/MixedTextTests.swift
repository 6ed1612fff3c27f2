import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Texts whose letters come from several fonts, and emoji in them: all lines that were measured are drawn, within the width.
@Suite struct MixedTextTests {
  private static let texts = [
    "Council decides on the new bridge over a ไทย", "Supercalifragilistic ab 中文字",
    "Council decides on the new bridge over a ไทย 🎉", "🎉 The ferry to ខ្មែរ leaves from the old harbour",
    "Words and སྐད་ཡིག between others", "Letters of مرحبا stand among these words", "日本語 and English and 한국어 in turn",
    "ประชุมทีม with the others\nand မြန်မာ in a line of its own",
  ]

  /// What tracking and rounding add to the width of a line, in pixels.
  private static let slack = 4.0

  private func text(_ drawn: [DrawItem]) throws -> ShapedText {
    for item in drawn { if case .glyphs(let text) = item.kind { return text } }
    throw CompileError("no words")
  }

  @Test(arguments: texts) func `a text draws the lines that its frame was measured for`(_ words: String) throws {
    // The widest short word, "among", stays in one piece and has 76 pt.
    for width in stride(from: 83.0, through: 200, by: 13) {
      for isAligned in [false, true] {
        let view = Text(words).font(.system(size: 22, weight: .semibold)).multilineTextAlignment(.center)
        let shown = isAligned ? AnyView(view.boundByInk()) : AnyView(view)
        let (items, _, size) = try laidOut(shown, width: width, height: 500)
        let drawn = try text(items)
        #expect(!drawn.isTruncated && abs(drawn.height - size.height * 2) < 0.5, "\(words) in \(width) pt")
        #expect(drawn.lines.count >= 2 && drawn.width <= width * 2 + Self.slack)
        for line in drawn.lines { #expect(line.x >= -Self.slack && line.x + line.width <= width * 2 + Self.slack) }
        #expect(drawn.glyphs.allSatisfy { $0.x >= -Self.slack && $0.x < width * 2 })
      }
    }
  }

  /// Each stack offers the size that the one in it has. Small letters stand further apart, and have no room to spare then.
  @Test(arguments: texts) func `a text in stacks has the lines that it has alone`(_ words: String) throws {
    for width in stride(from: 60.0, through: 150, by: 9) {
      let view = Text(words).font(.system(size: 11))
      let alone = try text(laidOut(view, width: width, height: 500).items)
      let drawn = try text(laidOut(VStack { HStack { VStack { view } } }, width: width, height: 500).items)
      #expect(!drawn.isTruncated && drawn.lines.count == alone.lines.count, "\(words) in \(width) pt")
      #expect(abs(drawn.height - alone.height) < 0.01, "\(words) in \(width) pt")
    }
  }

  @Test(arguments: texts.filter { !$0.contains("\n") })
  func `a low room holds as many lines as end in it, and the last says that it is cut`(_ words: String) throws {
    let view = Text(words).font(.system(size: 22))
    let whole = try text(laidOut(view, width: 90, height: 1000).items)
    #expect(whole.lines.count >= 3)
    for height in stride(from: 26.0, to: whole.height / 2 + 8, by: 4) {
      let (items, _, size) = try laidOut(view, width: 90, height: height)
      let cut = try text(items)
      let room = height * 2 + 0.01
      let count = (whole.lineBottoms ?? []).count { $0 <= room }
      // The last line may be lower or higher than it was, because it ends with an ellipsis.
      #expect(abs(cut.lines.count - max(1, count)) <= 1, "\(cut.lines.count) lines in \(height) pt")
      #expect(cut.lines.count == 1 || cut.height <= room)
      #expect(cut.isTruncated == (cut.lines.count < whole.lines.count), "\(words) in \(height) pt")
      #expect(abs(size.height - cut.height / 2) < 0.01)
    }
  }

  @Test(arguments: [Text.TruncationMode.head, .middle, .tail], [TextAlignment.leading, .center, .trailing])
  func `an ellipsis stands for emoji too, and the line ends within its width`(
    mode: Text.TruncationMode, alignment: TextAlignment
  ) throws {
    let words = ["Cake 🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂", "🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂 Cake", "🎂🎂🎂🎂🎂 Cake 🎂🎂🎂🎂🎂", "עוגה 🎂🎂🎂🎂🎂🎂🎂🎂🎂🎂"]
    for (words, lineLimit) in words.flatMap({ [($0, 1), ($0, 2)] }) {
      let view = Text(words).font(.system(size: 22)).truncationMode(mode).multilineTextAlignment(alignment)
        .lineLimit(lineLimit)
      let drawn = try text(laidOut(view, width: 95, height: 200).items)
      #expect(drawn.isTruncated && drawn.width <= 190 + Self.slack && drawn.lines.count == lineLimit, "\(words)")
      for line in drawn.lines {
        #expect(line.x >= -Self.slack && line.x + line.width <= 190 + Self.slack, "\(words): \(line)")
      }
      try TypesetterCache.shared.withTypesetter { typesetter in
        let inter = typesetter.library.interFace(.regular)
        let ellipsis = try #require(typesetter.library.glyph(0x2026, in: inter))
        #expect(drawn.glyphs.contains { $0.face == inter && $0.glyph == ellipsis }, "\(words)")
        for glyph in drawn.glyphs { #expect(glyph.x >= -1 && glyph.x <= 191) }
      }
    }
  }

  /// The words after an ellipsis stand where they would after a mark of its width, without the space between them.
  @Test(arguments: [Text.TruncationMode.head, .middle], [1, 2])
  func `words follow an ellipsis without a gap`(mode: Text.TruncationMode, lineLimit: Int) throws {
    let view = Text("Layout must wrap this sentence inside a narrow frame.").font(.system(size: 17))
    let whole = try text(laidOut(view, width: 800, height: 40).items)
    let dots = try text(laidOut(Text("…").font(.system(size: 17)), width: 80, height: 40).items)
    let mark = try #require(dots.glyphs.first).glyph
    let space = try TypesetterCache.shared.withTypesetter { typesetter in
      try #require(typesetter.library.glyph(0x20, in: typesetter.library.interFace(.regular)))
    }
    for width in stride(from: 60.0, through: 140, by: 3) {
      let cut = view.truncationMode(mode).lineLimit(lineLimit)
      let (items, _, size) = try laidOut(cut, width: width, height: 80)
      let drawn = try text(items)
      let place = try #require(drawn.glyphs.firstIndex { $0.glyph == mark })
      let count = drawn.glyphs.count - place - 1
      let rest = whole.glyphs.suffix(count).drop { $0.glyph == space }
      let (first, last) = (try #require(rest.first), try #require(rest.last))
      let distance = try #require(drawn.glyphs.last).x - drawn.glyphs[place].x
      #expect(abs(distance - dots.width - (last.x - first.x)) < 2, "\(width)")
      #expect(drawn.isTruncated && drawn.lines.count == lineLimit, "\(width)")
      #expect(size.width <= width + Self.slack, "\(size.width) of \(width)")
    }
  }

  @Test(arguments: ["line ", "ไทย ", "Words of སྐད་ཡིག "])
  func `lines are counted over all paragraphs, and the last that is drawn says that more follow`(_ words: String) throws
  {
    let all = Text((1...30).map { "\(words)\($0)" }.joined(separator: "\n")).font(.system(size: 22))
    let (items, _, size) = try laidOut(all, width: 300, height: 120)
    let drawn = try text(items)
    #expect(drawn.isTruncated && (2...4).contains(drawn.lines.count), "\(drawn.lines.count) lines")
    #expect(size.height <= 120 && drawn.height <= 240.01)
    let first = try text(laidOut(Text("\(words)1").font(.system(size: 22)), width: 300, height: 120).items)
    #expect(drawn.glyphs.map(\.glyph).starts(with: first.glyphs.map(\.glyph)))
    let mark = try ellipsis()
    #expect(drawn.glyphs.last?.glyph == mark)
  }

  @Test func `a limit of lines holds for paragraphs, whatever room there is`() throws {
    for (words, isCut) in [("one\ntwo", true), ("one\n", false), ("one\n \n", false), ("one", false)] {
      let drawn = try text(laidOut(Text(words).lineLimit(1), width: 200, height: 200).items)
      #expect(drawn.lines.count == 1 && drawn.isTruncated == isCut, "\(words)")
    }
    let parts = Text("one\ntwo").bold() + Text("\nthree\nfour")
    let texts = try drawn(parts.lineLimit(2), width: 200, height: 200).compactMap { item -> ShapedText? in
      if case .glyphs(let text) = item.kind { text } else { nil }
    }
    #expect(texts.count == 1 && texts.first?.isTruncated == true && texts.first?.lines.count == 2)
    let third = try drawn(parts.lineLimit(3), width: 200, height: 200)
    #expect(third.count == 2)
  }

  private func ellipsis() throws -> UInt32 {
    try TypesetterCache.shared.withTypesetter { typesetter in
      try #require(typesetter.library.glyph(0x2026, in: typesetter.library.interFace(.regular)))
    }
  }

  @Test(arguments: ["ประชุมทีม", "ການປະຊຸມ", "အစည်းအဝေး", "ཚོགས་འདུ།", "עברית", "ไทย and words", "会议 🎉"])
  func `a line that keeps its height is as high as a Latin one, on the same baseline`(_ words: String) throws {
    func line(_ words: String) throws -> (size: Size, baseline: Double) {
      let (items, _, size) = try laidOut(
        VStack(spacing: 0) { Text(words).lineLimit(1) }.keepingLineHeight(), width: 300, height: 60)
      return (size, try items[0].frame.minY + text(items).firstBaseline / 2)
    }
    let (latin, own) = (try line("Family meeting"), try line(words))
    #expect(own.size.height == latin.size.height && abs(own.baseline - latin.baseline) < 0.01)
  }
}
