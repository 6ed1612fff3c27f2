import Foundation
import TestSupport
import Testing

@testable import AfterglowTypesetting

/// Of a long text no more is shaped than can be seen.
@Suite struct LongTextTests {
  /// Words of one length, or of any; one that is longer than a line is broken.
  private func text(_ random: inout SeededNumbers, count: Int) -> String {
    let letters = Array(["abcdefghijklmnopqrstuvwxyzAVTo.,-", "ilt.", "WM", "äöüßéñ"].randomElement(using: &random)!)
    let wordLength = [3, 9, 25, 60, 100_000].randomElement(using: &random)!
    var text = ""
    var left = wordLength
    for _ in 0..<count {
      text.append(left == 0 ? " " : letters.randomElement(using: &random)!)
      left = left == 0 ? wordLength : left - 1
    }
    return text
  }

  @Test func `a part of a text looks in its lines as the whole does`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      var random = SeededNumbers(seed: 13)
      var parts = 0
      for _ in 0..<60 {
        let sizePx = Double.random(in: 10...40, using: &random)
        let font = ShapingFont(
          sizePx: sizePx, weight: .regular, hasTabularFigures: false,
          trackingPx: Double.random(in: -0.5...0.5, using: &random))
        let request = Typesetter.Request(
          text: text(&random, count: 6000), font: font, width: Double.random(in: sizePx...500, using: &random),
          lineLimit: Int.random(in: 1...12, using: &random),
          alignment: Bool.random(using: &random) ? TextAlignment.leading : .center, language: "en_GB")
        var longest = 0
        let part = LongText.shaped(request) {
          longest = max(longest, $0.text.utf8.count)
          return typesetter.shapeAnew($0)
        }
        let whole = typesetter.shapeAnew(request)
        #expect(part.glyphs == whole.glyphs && part.lines == whole.lines)
        #expect(part.width == whole.width && part.height == whole.height && part.isTruncated && part.text == whole.text)
        parts += longest < request.text.utf8.count / 2 ? 1 : 0
      }
      #expect(parts > 40)
    }
  }

  @Test(arguments: ["\n", "文", "ש", "🎂", "\u{202E}"])
  func `a text of several paragraphs or scripts is shaped as a whole`(piece: String) {
    let text = String(repeating: "word ", count: 800) + piece
    var request = Typesetter.Request(
      text: text, font: ShapingFont(sizePx: 20, weight: .regular, hasTabularFigures: false, trackingPx: 0), width: 200,
      lineLimit: 3, alignment: .leading, language: "en_GB")
    func lengths() -> [Int] {
      var found: [Int] = []
      _ = LongText.shaped(request) {
        found.append($0.text.utf8.count)
        return ShapedText(
          text: $0.text, font: $0.font, width: 0, height: 0, glyphs: [], lines: [], isTruncated: true)
      }
      return found
    }
    #expect(lengths() == [text.utf8.count])
    request.text = String(text.dropLast())
    #expect(lengths().count == 1 && lengths()[0] < 1000)
    request.truncation = .middle
    #expect(lengths() == [request.text.utf8.count])
  }
}
