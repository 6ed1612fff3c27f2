import Testing

@testable import AfterglowTypesetting

/// Where a line ends that is narrower than a word.
@Suite struct WordBreakTests {
  private func shaped(_ text: String, width: Double, lineLimit: Int? = nil) throws -> ShapedText {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let font = ShapingFont(sizePx: 34, weight: .regular, hasTabularFigures: false, trackingPx: 0)
      return typesetter.shape(
        Typesetter.Request(
          text: text, font: font, width: width, lineLimit: lineLimit, alignment: .leading, language: "en_GB"))
    }
  }

  private func width(of text: String) throws -> Double { try shaped(text, width: 10_000).width }

  /// The number of glyphs in each line; a hyphen and an ellipsis are one.
  private func counts(_ text: ShapedText) -> [Int] {
    text.lines.map { line in text.glyphs.count { abs($0.y - line.baseline) < 0.5 } }
  }

  @Test(arguments: ["Fan", "Steps", "12:45", "Fünf"]) func `a word of less than six letters is cut, not divided`(
    _ word: String
  ) throws {
    let room = try width(of: word) - 4
    let cut = try shaped(word, width: room)
    #expect(cut.lines.count == 1 && cut.isTruncated && cut.width <= room + 0.01)
    // Where it has room it is whole.
    #expect(try !shaped(word, width: room + 6).isTruncated)
  }

  @Test(arguments: ["Wednesday", "Incomprehensible", "Donaudampfschifffahrt"])
  func `a long word has three letters or more on each side of a hyphen`(_ word: String) throws {
    let whole = try width(of: word)
    for share in stride(from: 0.45, to: 1, by: 0.05) {
      let text = try shaped(word, width: whole * share)
      guard !text.isTruncated else { continue }
      let parts = counts(text)
      #expect(parts.count >= 2 && parts.reduce(0, +) == word.count + parts.count - 1, "\(share): \(parts)")
      #expect(parts.dropLast().allSatisfy { $0 >= 4 } && parts.last ?? 0 >= 3, "\(share): \(parts)")
      #expect(text.width <= whole * share + 1)
    }
    #expect(try !shaped(word, width: whole * 0.8).isTruncated)
  }

  @Test func `a line with a word that is too wide is the last`() throws {
    let room = try width(of: "Trees") - 2
    let text = try shaped("By Trees and sea", width: room)
    #expect(text.isTruncated && text.lines.count == 2 && text.width <= room + 0.01)
    #expect(text.text == "By Trees and sea")
    #expect(try shaped("By Trees and sea", width: room, lineLimit: 1).lines.count == 1)
  }

  @Test func `letters without spaces between their words end lines anywhere`() throws {
    let text = try shaped("天気予報は晴れのち曇り", width: 34 * 3.5)
    #expect(!text.isTruncated && text.lines.count >= 3)
    #expect(text.glyphs.count == 11)
  }
}
