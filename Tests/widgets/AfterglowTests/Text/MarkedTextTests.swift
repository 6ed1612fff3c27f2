import AfterglowCore
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Marks in literals, attributed strings, italics, symbols among words, and room for lines.
@Suite struct MarkedTextTests {
  /// Words with their marks: `b` bold, `i` italic, `s` struck, `c` code, `l` a link.
  private func runs(_ markdown: String) -> String {
    InlineMarkdown(markdown.map { .letter($0) }).runs().map { run in
      var marks = ""
      if run.intent.contains(.stronglyEmphasized) { marks += "b" }
      if run.intent.contains(.emphasized) { marks += "i" }
      if run.intent.contains(.strikethrough) { marks += "s" }
      if run.intent.contains(.code) { marks += "c" }
      if run.link != nil { marks += "l" }
      guard case .words(let words) = run.content else { return "?" }
      return marks.isEmpty ? words : "<\(marks)>\(words)</>"
    }.joined()
  }

  /// As CommonMark's examples have it (sections 6.1 to 6.4, and GitHub's strikethrough).
  @Test(arguments: [
    ("plain", "plain"), ("**Low tide** at 6:12", "<b>Low tide</> at 6:12"),
    ("*mind* the _rocks_", "<i>mind</> the <i>rocks</>"),
    ("***both***", "<bi>both</>"), ("**bold *and italic* words**", "<b>bold </><bi>and italic</><b> words</>"),
    ("*italic **and bold***", "<i>italic </><bi>and bold</>"), ("snake_case_name", "snake_case_name"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("a * b", "a * b"), ("**open", "**open"), ("5*3*2", "5<i>3</>2"), (#"\*not\*"#, "*not*"),
    ("`a * b`", "<c>a * b</>"),
    ("`` a`b ``", "<c> a`b </>"), ("~~gone~~ here", "<s>gone</> here"), ("[words](https://a.b) on", "<l>words</> on"),
    ("[**b**](x)", "<bl>b</>"), ("[not a link]", "[not a link]"), ("* list", "* list"), ("**", "**"), ("", ""),
    ("café **à** l’eau", "café <b>à</> l’eau"), ("**😃**!", "<b>😃</>!"), ("**a** **b**", "<b>a</> <b>b</>"),
  ])
  func `marks are read as in CommonMark`(written: String, expected: String) {
    #expect(runs(written) == expected)
  }

  @Test func `any letters are read without an end, and none is lost but marks`() {
    var numbers = SeededLetters(state: 7)
    for _ in 0..<2000 {
      let text = (0..<numbers.next(24)).map { _ in
        ["a", " ", "*", "_", "`", "[", "]", "(", ")", "~", "\\", "^"][numbers.next(12)]
      }
      .joined()
      let shown = InlineMarkdown(text.map { .letter($0) }).runs().map { run -> String in
        switch run.content {
        case .words(let words): words
        case .inflected(let inner, _):
          inner.map { if case .words(let words) = $0.content { words } else { "" } }.joined()
        case .value: ""
        }
      }.joined()
      #expect(shown.filter { $0 == "a" }.count <= text.filter { $0 == "a" }.count, "\(text)")
      #expect(shown.count <= text.count, "\(text)")
    }
  }

  private struct SeededLetters {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  @Test func `a literal's marks are looks of its parts, and values in it are not read`() throws {
    let stars = "*5*"
    let items = try drawn(Text("**Rated** \(stars) – [more](https://a.b)"), width: 300, height: 40)
    let words = items.compactMap { item -> (String, ShapingFont)? in
      if case .glyphs(let text) = item.kind { (text.text, text.font) } else { nil }
    }
    #expect(words.map(\.0) == ["Rated", " *5* – ", "more"])
    #expect(words[0].1.weight == .bold && words[1].1.weight == .regular)
    #expect(items.last?.style == AnyShapeStyle(storage: .color(Color.blue.argb)))
    // A string that is no literal is shown as it is.
    let plain = "**as it is**"
    guard case .glyphs(let text)? = try drawn(Text(plain), width: 300, height: 40).first?.kind else { return }
    #expect(text.text == "**as it is**")
  }

  @Test(arguments: [
    (1, "1 task left"), (0, "0 tasks left"), (3, "3 tasks left"),
  ])
  func `nouns agree with their number`(count: Int, expected: String) throws {
    let items = try drawn(Text("^[\(count) task](inflect: true) left"), width: 300, height: 40)
    let words = items.map { if case .glyphs(let text) = $0.kind { text.text } else { "" } }.joined()
    #expect(words == expected)
  }

  @Test(arguments: [
    ("task", "tasks"), ("bus", "buses"), ("box", "boxes"), ("party", "parties"), ("day", "days"), ("child", "children"),
    ("Person", "People"), ("leaf", "leaves"), ("match", "matches"), ("tasks", "tasks"), ("class", "classes"),
    ("sheep", "sheep"), ("photo", "photos"), ("fish", "fish"), ("potato", "potatoes"),
  ])
  func `English plurals`(noun: String, plural: String) {
    #expect(Inflection.plural(of: noun) == plural)
  }

  @Test func `an attributed string's attributes are those of its parts`() throws {
    var verse = AttributedString("In the ")
    verse.font = .body.italic()
    verse.foregroundColor = .secondary
    var word = AttributedString("beginning")
    word.inlinePresentationIntent = .stronglyEmphasized
    word.link = URL(string: "https://example.com")
    let items = try drawn(Text(verse + word), width: 300, height: 40)
    guard case .glyphs(let first) = items[0].kind, case .glyphs(let second) = items[1].kind else { return }
    #expect(first.font.isItalic && !second.font.isItalic && second.font.weight == .bold)
    #expect(items[0].style == AnyShapeStyle(storage: .hierarchical(1)))
    #expect(items[1].style == AnyShapeStyle(storage: .color(Color.blue.argb)))
    let read = try AttributedString(markdown: "a **b** [c](https://d.e)")
    #expect(read.runs.map { $0.inlinePresentationIntent == .stronglyEmphasized } == [false, true, false, false])
    #expect(read.runs.last?.link == URL(string: "https://d.e"))
  }

  @Test func `italics are the font's own, and others are slanted as far`() throws {
    let italic = try drawn(Text("Hn").italic(), width: 100, height: 40)
    let serif = try drawn(Text("Hn").font(.body.italic()).fontDesign(.serif), width: 100, height: 40)
    try TypesetterCache.shared.withTypesetter { typesetter in
      guard case .glyphs(let own) = italic[0].kind, case .glyphs(let slanted) = serif[0].kind else {
        Issue.record("no text")
        return
      }
      #expect(own.glyphs.allSatisfy { typesetter.library.isItalic($0.face) && $0.turn.isNone })
      #expect(typesetter.library.source(of: own.glyphs[0].face)?.file.hasSuffix("Inter-Italic.otf") == true)
      #expect(slanted.glyphs.allSatisfy { !typesetter.library.isItalic($0.face) && $0.turn.isSlanted == true })
    }
    // Upright text of the same words has upright faces.
    let upright = try drawn(Text("Hn"), width: 100, height: 40)
    try TypesetterCache.shared.withTypesetter { typesetter in
      guard case .glyphs(let text) = upright[0].kind else { return }
      #expect(text.glyphs.allSatisfy { !typesetter.library.isItalic($0.face) })
    }
  }

  @Test func `a symbol among words stands in their line, which is no higher for it`() throws {
    let plain = try laidOut(Text("40 %"), width: 200, height: 40)
    let marked = try laidOut(Text("\(Image(systemName: "umbrella.fill")) 40 %"), width: 200, height: 40)
    #expect(marked.problems.isEmpty)
    #expect(marked.size.height == plain.size.height)
    // A symbol is a fifth larger than the words' em.
    #expect(abs(marked.size.width - plain.size.width - 17 * 1.2 - 4.6) < 2.5, "\(marked.size) \(plain.size)")
    guard case .glyphs(let symbol) = marked.items[0].kind, case .glyphs(let words) = marked.items[1].kind else {
      Issue.record("\(marked.items)")
      return
    }
    #expect(symbol.text == "umbrella.fill" && words.text == " 40 %")
    #expect(abs(symbol.font.sizePx - words.font.sizePx * 1.2) < 0.01)
    let unknown = try laidOut(Text("\(Image(systemName: "umbrela")) 40 %"), width: 200, height: 40)
    #expect(unknown.problems.first?.message.contains("umbrella") == true)
    let picture = try laidOut(Text("\(Image(data: Data())) 40 %"), width: 200, height: 40)
    #expect(picture.problems.first?.message.contains("only symbols") == true)
  }

  @Test func `symbols stand next to what ticks`() throws {
    let text = Text("\(Image(systemName: "timer")) \(timerInterval: noon...noon.addingTimeInterval(60))")
    let drawn = try laidOut(text, width: 200, height: 40)
    #expect(drawn.problems.isEmpty)
    #expect(drawn.items.contains { if case .tick = $0.kind { true } else { false } })
    #expect(drawn.items.contains { if case .glyphs(let text) = $0.kind { text.text == "timer" } else { false } })
  }

  @Test func `lines are reserved whether a text has them or not`() throws {
    func height(_ view: some View) throws -> Double { try laidOut(view, width: 200, height: 200).size.height }
    let three = try height(Text("One\nTwo\nThree"))
    #expect(abs(try height(Text("One").lineLimit(3, reservesSpace: true)) - three) < 0.01)
    #expect(abs(try height(Text("One").lineLimit(3...)) - three) < 0.01)
    #expect(abs(try height(Text("One").lineLimit(2...3)) - three * 2 / 3) < 0.01)
    #expect(try height(Text("One").lineLimit(...3)) == height(Text("One")))
    #expect(try height(Text("One").lineLimit(3, reservesSpace: false)) == height(Text("One")))
  }

  @Test func `letters that are raised leave their line as it is`() throws {
    let text = Text("21") + Text("°C").font(.caption).baselineOffset(8)
    let drawn = try laidOut(text, width: 200, height: 60)
    let flat = try laidOut(Text("21") + Text("°C").font(.caption), width: 200, height: 60)
    func top(_ items: [DrawItem]) -> Double {
      guard case .glyphs(let text) = items[1].kind else { return 0 }
      return items[1].frame.minY + text.glyphs[0].y / 2
    }
    #expect(drawn.size == flat.size)
    #expect(abs(top(flat.items) - top(drawn.items) - 8) < 0.01)
  }

  @Test func `a timer that is paused shows what was left`() throws {
    let end = noon.addingTimeInterval(300)
    let text = Text(timerInterval: noon...end, pauseTime: noon.addingTimeInterval(60))
    guard case .glyphs(let words)? = try drawn(text, width: 100, height: 40).first?.kind else {
      Issue.record("it ticks")
      return
    }
    #expect(words.text == "4:00")
  }
}
