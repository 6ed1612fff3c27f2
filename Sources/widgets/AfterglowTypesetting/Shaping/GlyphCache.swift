import AfterglowCore
import CPango
import Foundation

/// A glyph of a face at a size and a subpixel position.
package struct GlyphKey: Hashable {
  package var face: FaceKey
  var glyph: UInt32
  /// Pixels an em in 1/64.
  var size26Dot6: Int
  /// Right shift in quarters of a pixel, 0...3.
  var quarter: Int
  /// Down shift in quarters of a pixel, 0...3; text that is read stands on whole pixels.
  var downQuarter = 0
  var turn = GlyphTurn()
  /// One bit, hinted: `ShapingFont.isInk`.
  var isInk = false

  package init(
    face: FaceKey, glyph: UInt32, size26Dot6: Int, quarter: Int, downQuarter: Int = 0, turn: GlyphTurn = GlyphTurn(),
    isInk: Bool = false
  ) {
    self.face = face
    self.glyph = glyph
    self.size26Dot6 = size26Dot6
    self.quarter = quarter
    self.downQuarter = downQuarter
    self.turn = turn
    self.isInk = isInk
  }

  /// In two words, by what nearly all keys differ in: each glyph that is drawn is looked up. The angle is part of them,
  /// because one letter can stand at 3,600 angles.
  package func hash(into hasher: inout Hasher) {
    let shift = UInt64(truncatingIfNeeded: quarter << 2 | downQuarter)
    let angle = UInt64(truncatingIfNeeded: turn.tenths) << 48
    hasher.combine(face)
    hasher.combine(UInt64(glyph) << 32 ^ UInt64(truncatingIfNeeded: size26Dot6) << 4 ^ shift ^ angle)
  }
}

/// Coverage of one glyph, run-coded; the box is relative to the pen on the baseline, y downwards.
package struct GlyphImage {
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int
  package var code: [UInt8]

  package var isEmpty: Bool { width == 0 || height == 0 }
}

/// Rasterises each glyph once: FreeType, greyscale, unhinted, so that every size and place looks like its outline; for
/// panels of inks in black and white, hinted (`InkGlyphs`).
package final class GlyphCache {
  let library: FontLibrary
  private var images = RecentCache<GlyphKey, GlyphImage>(limit: 2_000)
  private var inks = RecentCache<InkKey, DesignInk?>(limit: 2_000)
  var advances = RecentCache<GlyphKey, InkAdvance>(limit: 2_000)
  var columns = RecentCache<GlyphKey, Range<Int>?>(limit: 2_000)
  var stems = RecentCache<GlyphKey, InkStems>(limit: 600)
  /// Of Inter's faces, which are nine.
  var tabularFigures: [FaceKey: Set<UInt32>] = [:]
  /// Level widths of slanted lines in ems, of Inter's faces.
  var slants: [FaceKey: Double] = [:]

  init(library: FontLibrary) { self.library = library }

  package func image(_ key: GlyphKey) -> GlyphImage {
    if let known = images[key] { return known }
    let image = render(key)
    images[key] = image
    return image
  }

  /// Call between compiles.
  func age() {
    images.age()
    inks.age()
    advances.age()
    columns.age()
    stems.age()
  }

  private func render(_ key: GlyphKey) -> GlyphImage {
    if key.isInk { return inkImage(key) }
    if let drawn = library.drawn(key.face) {
      return drawn.image(of: key.glyph, right: key.quarter, down: key.downQuarter)
    }
    let empty = GlyphImage(left: 0, top: 0, width: 0, height: 0, code: [])
    guard let face = library.face(key.face), FT_Set_Char_Size(face, 0, key.size26Dot6, 72, 72) == 0,
      render(key, in: face) == 0, let slot = face.pointee.glyph
    else { return empty }
    let bitmap = slot.pointee.bitmap
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    guard width > 0, height > 0, let buffer = bitmap.buffer else { return empty }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for row in 0..<height {
      coverage.append(contentsOf: UnsafeBufferPointer(start: buffer + row * Int(bitmap.pitch), count: width))
    }
    return GlyphImage(
      left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top), width: width, height: height,
      code: GlyphCode.encode(coverage: coverage, width: width, height: height))
  }

  private func render(_ key: GlyphKey, in face: FT_Face) -> Int32 {
    var matrix = key.turn.matrix
    let (right, up) = (Int32(key.quarter * 16), Int32(-key.downQuarter * 16))
    let bold = key.turn.isBold == true ? Int32(clamping: key.size26Dot6 / GlyphTurn.boldShare) : 0
    if key.turn.isUpright { return ag_render_glyph(face, key.glyph, bold, nil, right, up) }
    return ag_render_glyph(face, key.glyph, bold, &matrix, right, up)
  }

  private struct InkKey: Hashable {
    var face: FaceKey
    var glyph: UInt32
  }

  /// Ink of a glyph in pixels, unrounded.
  package func ink(_ face: FaceKey, _ glyph: UInt32, sizePx: Double) -> GlyphInk? {
    let key = InkKey(face: face, glyph: glyph)
    if let known = inks[key] { return known?.scaled(toPx: sizePx) }
    // FreeType reads the whole outline for it, in a variable font with the deltas of its weight.
    let design = measured(key)
    inks[key] = .some(design)
    return design?.scaled(toPx: sizePx)
  }

  /// In units of the font.
  private struct DesignInk {
    var ink: GlyphInk
    var unitsPerEm: Double

    func scaled(toPx size: Double) -> GlyphInk { ink.scaled(by: size / unitsPerEm) }
  }

  private func measured(_ key: InkKey) -> DesignInk? {
    // Fonts of pictures have neither outlines nor units.
    if let emoji = library.emoji, key.face == emoji.face {
      return emoji.box(key.glyph).map { box in
        DesignInk(
          ink: GlyphInk(left: box.minX, right: box.maxX, top: box.minY, bottom: box.maxY), unitsPerEm: 1)
      }
    }
    guard let handle = library.face(key.face),
      FT_Load_Glyph(handle, key.glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = handle.pointee.glyph,
      handle.pointee.units_per_EM > 0
    else { return nil }
    let metrics = slot.pointee.metrics
    let (left, top) = (Double(metrics.horiBearingX), -Double(metrics.horiBearingY))
    let ink = GlyphInk(left: left, right: left + Double(metrics.width), top: top, bottom: top + Double(metrics.height))
    return DesignInk(ink: ink, unitsPerEm: Double(handle.pointee.units_per_EM))
  }
}

extension GlyphTurn {
  /// Ems that bold lines are thicker by, as a divisor: FreeType's own choice for fonts without bold letters.
  static let boldShare = 24

  /// For FreeType, whose y goes upwards.
  var matrix: FT_Matrix {
    let angle = Double(tenths) / 10 * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let side = isMirrored ? -1.0 : 1
    // As far as Inter's italics lean.
    let lean = isSlanted == true ? tan(9.4 * .pi / 180) : 0
    func fixed(_ value: Double) -> Int { Int(clamping: (value * 65_536).rounded()) }
    return FT_Matrix(
      xx: fixed(c * side), xy: fixed(s + c * side * lean), yx: fixed(-s * side), yy: fixed(c - s * side * lean))
  }
}

/// The box of a glyph's outline relative to the pen on the baseline, y downwards.
package struct GlyphInk {
  package var left: Double
  package var right: Double
  package var top: Double
  package var bottom: Double

  fileprivate func scaled(by factor: Double) -> GlyphInk {
    GlyphInk(left: left * factor, right: right * factor, top: top * factor, bottom: bottom * factor)
  }
}
