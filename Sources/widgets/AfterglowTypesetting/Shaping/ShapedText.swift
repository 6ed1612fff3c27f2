import AfterglowGeometry

/// A font at a pixel size, as text is shaped with it.
package struct ShapingFont: Hashable, Codable {
  package var sizePx: Double
  var weight: Font.Weight
  var design = Font.Design.default
  /// A font file of the user's, asked before the design's: `LoadedFont.family`.
  var custom: String?
  package var hasTabularFigures: Bool
  /// Distance added between characters, in pixels.
  package var trackingPx: Double
  /// nil = no; messages of widgets' processes may lack it.
  private(set) var hasHintedGlyphs: Bool?
  private var slants: Bool?
  private var rise: Double?

  package init(
    sizePx: Double, weight: Font.Weight, design: Font.Design = .default, custom: String? = nil, hasTabularFigures: Bool,
    trackingPx: Double, isInk: Bool = false
  ) {
    self.sizePx = sizePx
    self.weight = weight
    self.design = design
    self.custom = custom
    self.hasTabularFigures = hasTabularFigures
    self.trackingPx = trackingPx
    hasHintedGlyphs = isInk ? true : nil
  }

  /// Whether glyphs are of one bit, hinted, on whole pixels: a panel of inks has no shades for their edges.
  package var isInk: Bool { hasHintedGlyphs == true }

  package var isItalic: Bool {
    get { slants == true }
    set { slants = newValue ? true : nil }
  }

  /// How far letters stand above the line, in pixels.
  package var risePx: Double {
    get { rise ?? 0 }
    set { rise = newValue == 0 ? nil : newValue }
  }

  /// Whether letters of a font that has no bold ones are drawn with thicker lines. In ink, where the weight follows the size
  /// too, their lines would run together below this size.
  var wantsBoldLetters: Bool {
    let least = isInk ? Font.Weight.bold : .semibold
    return weight.rawValue >= least.rawValue && (!isInk || sizePx >= 28)
  }

  /// The nearest 1/64 px: what FreeType can draw.
  package var size26Dot6: Int { Int(clamping: (sizePx * 64).rounded()) }
}

/// How a glyph's outline is changed before it is drawn: turned and mirrored about its pen, slanted, made bold.
package struct GlyphTurn: Hashable, Codable {
  /// Clockwise, in tenths of a degree, -1800 to 1800.
  package var tenths = 0
  /// Left and right exchanged, before it is turned.
  var isMirrored = false
  /// Leant to the right, before all else; nil = no.
  var isSlanted: Bool?
  /// With thicker lines, for a font that has no bold letters; nil = no.
  var isBold: Bool?

  package init(tenths: Int = 0, isMirrored: Bool = false, isSlanted: Bool? = nil, isBold: Bool? = nil) {
    self.tenths = tenths
    self.isMirrored = isMirrored
    self.isSlanted = isSlanted
    self.isBold = isBold
  }

  package mutating func flip() {
    isMirrored.toggle()
    tenths = -tenths
  }

  package mutating func add(_ angle: Angle) {
    let sum = (Double(tenths) / 10 + angle.degrees).remainder(dividingBy: 360)
    tenths = Int(clamping: (sum * 10).rounded())
  }

  var isNone: Bool { isUpright && isBold != true }

  /// Whether stems and heights stay level and upright, so that they can be fitted to pixels.
  var isUpright: Bool { tenths == 0 && !isMirrored && isSlanted != true }
}

/// A glyph and its pen position in pixels, relative to the text's top left corner.
package struct PlacedGlyph: Hashable, Codable {
  package var face: FaceKey
  package var glyph: UInt32
  package var x: Double
  package var y: Double
  /// nil = it is not.
  var moved: GlyphTurn?

  package init(face: FaceKey, glyph: UInt32, x: Double, y: Double, moved: GlyphTurn? = nil) {
    self.face = face
    self.glyph = glyph
    self.x = x
    self.y = y
    self.moved = moved
  }

  package var turn: GlyphTurn {
    get { moved ?? GlyphTurn() }
    set { moved = newValue.isNone ? nil : newValue }
  }

  func shifted(right: Double, down: Double) -> PlacedGlyph {
    var shifted = self
    shifted.x += right
    shifted.y += down
    return shifted
  }
}

/// Lines of glyphs; all measures in pixels.
package struct ShapedText: Codable {
  package struct Line: Hashable, Codable {
    package var x: Double
    package var width: Double
    package var baseline: Double
  }

  package var text: String
  package var font: ShapingFont
  package var width: Double
  package var height: Double
  package var glyphs: [PlacedGlyph]
  package var lines: [Line]
  package var isTruncated: Bool
  /// Lower edges of its lines, where fonts of several heights are mixed in them; nil = all lines are equally high.
  package var lineBottoms: [Double]?
  /// Where its parts lie, if it has several.
  package var pieces: [Piece] = []

  package init(
    text: String, font: ShapingFont, width: Double, height: Double, glyphs: [PlacedGlyph], lines: [Line],
    isTruncated: Bool
  ) {
    self.text = text
    self.font = font
    self.width = width
    self.height = height
    self.glyphs = glyphs
    self.lines = lines
    self.isTruncated = isTruncated
  }

  /// What lies of one part in one line, or in a stretch of it.
  package struct Piece: Hashable, Codable {
    package var part: Int
    package var glyphs: Range<Int>
    package var x: Double
    package var width: Double
    package var baseline: Double
  }

  package mutating func move(by shift: Double) {
    for index in glyphs.indices { glyphs[index].x += shift }
    for index in lines.indices { lines[index].x += shift }
    for index in pieces.indices { pieces[index].x += shift }
  }

  package mutating func move(down shift: Double) {
    for index in glyphs.indices { glyphs[index].y += shift }
    for index in lines.indices { lines[index].baseline += shift }
    for index in pieces.indices { pieces[index].baseline += shift }
  }

  /// Makes the text as wide as its lines.
  mutating func closeUp() {
    guard let left = lines.map(\.x).min() else { return }
    move(by: -left)
    width = max(0, lines.map { $0.x + $0.width }.max() ?? 0)
  }

  package var firstBaseline: Double { lines.first?.baseline ?? 0 }
  package var lastBaseline: Double { lines.last?.baseline ?? 0 }
}
