/// A font at a pixel size, as text is shaped with it.
struct ShapingFont: Hashable, Codable {
  var sizePx: Double
  var weight: Font.Weight
  var design = Font.Design.default
  var hasTabularFigures: Bool
  /// Distance added between characters, in pixels.
  var trackingPx: Double

  /// The nearest 1/64 px: what FreeType can draw.
  var size26Dot6: Int { Int((sizePx * 64).rounded()) }
}

/// A glyph and its pen position in pixels, relative to the text's top left corner.
struct PlacedGlyph: Hashable, Codable {
  var face: FaceKey
  var glyph: UInt32
  var x: Double
  var y: Double
}

/// Lines of glyphs; all measures in pixels.
struct ShapedText: Codable {
  struct Line: Hashable, Codable {
    var x: Double
    var width: Double
    var baseline: Double
  }

  var text: String
  var font: ShapingFont
  var width: Double
  var height: Double
  var glyphs: [PlacedGlyph]
  var lines: [Line]
  var isTruncated: Bool

  var firstBaseline: Double { lines.first?.baseline ?? 0 }
  var lastBaseline: Double { lines.last?.baseline ?? 0 }
}
