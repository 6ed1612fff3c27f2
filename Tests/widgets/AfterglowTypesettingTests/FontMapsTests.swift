import Testing

@testable import AfterglowTypesetting

/// Each weight of a design has a font map of its own, with fewer fonts than that of all (`FontMaps`).
@Suite struct FontMapsTests {
  /// Letters, figures and signs that Inter has, that only one of the fonts after it has, and that several have.
  private static let texts = [
    "Words 12:34 ⅔ ∞ → ②", "中文 カナ 한글", "שלום", "مرحبا ۱۲", "हिन्दी", "▶ ☃ ⌘ ♞ ⚕ 𝄞 ⠿", "ᚠ ⴰ ⅷ ꙮ ∮ ⏚", "❤️ 1️⃣ ⌚",
  ]

  private struct Drawn: Hashable {
    var file: String
    var glyph: UInt32
  }

  private func drawn(_ request: Typesetter.Request, _ typesetter: Typesetter) -> [Drawn: Int] {
    var counts: [Drawn: Int] = [:]
    for glyph in typesetter.shape(request).glyphs {
      counts[Drawn(file: typesetter.library.source(of: glyph.face)?.file ?? "", glyph: glyph.glyph), default: 0] += 1
    }
    return counts
  }

  @Test(arguments: Font.Weight.allCases, [Font.Design.default, .serif, .monospaced])
  func `a weight's own map has every font that the map of all would choose`(
    weight: Font.Weight, design: Font.Design
  ) throws {
    let font = ShapingFont(sizePx: 31.5, weight: weight, design: design, hasTabularFigures: false, trackingPx: 0)
    var other = font
    other.weight = weight == .regular ? .bold : .regular
    try TypesetterCache.shared.withTypesetter { typesetter in
      for text in Self.texts {
        let alone = Typesetter.Request(
          text: text, font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en")
        // A line in another weight is what has the map of all.
        var mixed = alone
        mixed.text = text + "\nx"
        mixed.parts = [
          .init(byteCount: text.utf8.count + 1, font: font), .init(byteCount: 1, font: other),
        ]
        var last = alone
        (last.text, last.font) = ("x", other)
        var expected = drawn(alone, typesetter)
        expected.merge(drawn(last, typesetter), uniquingKeysWith: +)
        #expect(drawn(mixed, typesetter) == expected, "\(text)")
      }
      _ = typesetter.takeMissing()
    }
  }
}
