import Testing

@testable import AfterglowTypesetting

/// Letters of scripts that are tracked, stand without a letter for their mark, or have no bold form.
@Suite struct ScriptLetterTests {
  private func shaped(
    _ text: String, in typesetter: Typesetter, tracking: Double = 0, weight: Font.Weight = .regular
  ) -> ShapedText {
    let font = ShapingFont(sizePx: 34, weight: weight, hasTabularFigures: false, trackingPx: tracking)
    return typesetter.shape(
      Typesetter.Request(text: text, font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en_GB"))
  }

  /// Pango leaves out ligatures where letters are tracked; Khmer's vowels of two parts are made with them.
  @Test(arguments: [
    "ទៅផ្ទះ", "កោះ", "រៀន", "ជឿ", "នៅ កោះ", "ប្រជុំ", "தமிழ்", "සිංහල ශ්‍රී", "മലയാളം ക്ഷ", "ဗမာစာ", "བོད་སྐད།", "ᬩᬮᬶ", "ꦗꦮ",
  ])
  func `tracking takes nothing from a script`(_ text: String) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for tracking in [-0.7, 0.3] {
        let (plain, tracked) = (shaped(text, in: typesetter), shaped(text, in: typesetter, tracking: tracking))
        #expect(tracked.glyphs.map(\.glyph) == plain.glyphs.map(\.glyph))
        #expect(abs(tracked.width - plain.width) < 0.01)
        for glyph in tracked.glyphs { #expect(glyph.glyph != typesetter.library.glyph(0x25CC, in: glyph.face)) }
        // Nor next to Latin letters, which have it.
        let mixed = shaped("ab \(text) cd", in: typesetter, tracking: tracking)
        let own = mixed.glyphs.filter { $0.face == plain.glyphs[0].face }.map(\.glyph)
        #expect(own.starts(with: plain.glyphs.map(\.glyph)))
        // The pens move apart by the tracking. The width also depends on the tracking at both ends of a line.
        let (near, apart) = (shaped("abcdef", in: typesetter), shaped("abcdef", in: typesetter, tracking: tracking))
        let moved = try span(of: apart) - span(of: near)
        #expect(abs(moved - 5 * tracking) < 0.05)
      }
    }
  }

  @Test func `a vowel without a letter stands at a dotted circle`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let glyphs = shaped("x ៅ y", in: typesetter).glyphs
      #expect(glyphs.contains { $0.glyph == typesetter.library.glyph(0x25CC, in: $0.face) })
    }
  }

  /// Distance from the first pen to the last, in pixels.
  private func span(of text: ShapedText) throws -> Double {
    try #require(text.glyphs.last).x - #require(text.glyphs.first).x
  }

  @Test func `a script without bold letters has thicker ones beside bold Latin`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for text in ["가족", "中文"] {
        #expect(shaped(text, in: typesetter).glyphs.allSatisfy { $0.turn.isNone })
        let bold = shaped(text, in: typesetter, weight: .semibold)
        #expect(bold.glyphs.count == 2 && bold.glyphs.allSatisfy { $0.turn.isBold == true })
        for glyph in bold.glyphs {
          let (thin, thick) = (
            try ink(glyph, GlyphTurn(), in: typesetter), try ink(glyph, GlyphTurn(isBold: true), in: typesetter)
          )
          #expect(thick.share > thin.share * 1.15 && thick.share < thin.share * 2, "\(thin) \(thick)")
          #expect(abs(thick.middle - thin.middle) <= 1)
        }
      }
      // What has bold letters is drawn with them.
      for text in ["Family", "שלום", "ไทย", "हिन्दी"] {
        #expect(shaped(text, in: typesetter, weight: .semibold).glyphs.allSatisfy { $0.turn.isNone }, "\(text)")
      }
    }
  }

  /// Covered pixels, and twice the middle of the columns they lie in.
  private func ink(
    _ glyph: PlacedGlyph, _ turn: GlyphTurn, in typesetter: Typesetter
  ) throws -> (share: Double, middle: Int) {
    let image = typesetter.glyphs.image(
      GlyphKey(face: glyph.face, glyph: glyph.glyph, size26Dot6: 34 * 64, quarter: 0, turn: turn))
    try #require(!image.isEmpty)
    let pixels = Canvas8(width: image.width, height: image.height, code: image.code).pixels
    return (pixels.reduce(0) { $0 + Double($1) / 255 }, 2 * image.left + image.width)
  }
}
