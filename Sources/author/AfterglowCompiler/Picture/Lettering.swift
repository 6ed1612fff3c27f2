import AfterglowCore
import AfterglowRaster
import AfterglowViews

import struct AfterglowViews.Color

/// Single lines of text in pictures other than a panel's, such as contact sheets, in the fonts of widgets.
public final class Lettering {
  private let typesetter: Typesetter

  /// - Throws: ``CompileError`` if a font is missing.
  public init() throws { typesetter = Typesetter(library: try FontLibrary()) }

  /// The width of a line in pixels, for a font of `sizePx` pixels.
  public func width(_ text: String, sizePx: Double, weight: Font.Weight = .regular) -> Double {
    shape(text, sizePx, weight).width
  }

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - text: one line; it is not wrapped.
  ///   - sizePx: the size of the font in pixels.
  ///   - weight: the weight of the font.
  ///   - color: of the whole line.
  ///   - x: where the line begins, in pixels.
  ///   - baseline: distance from the top of the picture in pixels.
  ///   - painter: the picture that is drawn on.
  public func draw(
    _ text: String, sizePx: Double, weight: Font.Weight = .regular, color: Color, x: Double, baseline: Double,
    on painter: inout Painter
  ) {
    let shaped = shape(text, sizePx, weight)
    draw(shaped, color, x: x, top: baseline - shaped.firstBaseline, on: &painter)
  }

  /// Draws a symbol with its ink in the middle of a square.
  ///
  /// - Parameters:
  ///   - symbol: what to draw.
  ///   - sidePx: the side of the square, in pixels.
  ///   - color: the ink.
  ///   - x: the square's left edge, in pixels.
  ///   - y: its upper edge, in pixels.
  ///   - painter: draws into a frame.
  public func draw(
    _ symbol: Symbol, sidePx: Double, color: Color, x: Double, y: Double, on painter: inout Painter
  ) {
    let font = ShapingFont(sizePx: sidePx, weight: .regular, hasTabularFigures: false, trackingPx: 0)
    guard let shaped = typesetter.symbol(symbol, font: font) else { return }
    draw(shaped, color, x: x, top: y, on: &painter)
  }

  private func draw(_ shaped: ShapedText, _ color: Color, x start: Double, top: Double, on painter: inout Painter) {
    for placed in shaped.glyphs {
      // Pens stand on quarters of a pixel, as in widgets.
      let quarters = Int(pixels: (start + placed.x) * 4)
      let key = GlyphKey(
        face: placed.face, glyph: placed.glyph, size26Dot6: shaped.font.size26Dot6, quarter: quarters & 3,
        turn: placed.turn)
      let image = typesetter.glyphs.image(key)
      if image.isEmpty { continue }
      let y = Int(pixels: top + placed.y) + image.top
      image.code.withUnsafeBytes { code in
        painter.drawGlyph(
          code, width: Int32(image.width), height: Int32(image.height), atX: Int32((quarters >> 2) + image.left),
          y: Int32(y), .solid(color.pixel))
      }
    }
  }

  private func shape(_ text: String, _ sizePx: Double, _ weight: Font.Weight) -> ShapedText {
    let font = ShapingFont(
      sizePx: sizePx, weight: weight, hasTabularFigures: true,
      trackingPx: Font.opticalTracking(sizePt: sizePx) * sizePx)
    return typesetter.shape(
      Typesetter.Request(text: text, font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en"))
  }
}
