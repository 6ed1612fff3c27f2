extension Typesetter {
  /// The symbol with its ink centred in a square of one em, or as wide as its ink.
  package func symbol(_ symbol: Symbol, font: ShapingFont, isBound: Bool = false) -> ShapedText? {
    let face = library.face(of: symbol)
    guard let glyph = library.glyph(symbol.codepoint, in: face),
      let ink = glyphs.ink(face, glyph, sizePx: font.sizePx)
    else { return nil }
    let side = font.sizePx
    let width = isBound ? ink.right - ink.left : side
    return ShapedText(
      text: symbol.name, font: font, width: width, height: side,
      glyphs: [
        PlacedGlyph(
          face: face, glyph: glyph, x: (width - ink.left - ink.right) / 2, y: (side - ink.top - ink.bottom) / 2)
      ],
      lines: [ShapedText.Line(x: 0, width: width, baseline: side)], isTruncated: false)
  }
}
