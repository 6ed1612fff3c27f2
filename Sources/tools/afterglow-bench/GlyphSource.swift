import AfterglowCore
import AfterglowRaster
import CPango

/// DejaVu Sans glyphs, run-coded, without hinting: the scene's text needs no shaping.
final class GlyphSource {
  struct Glyph {
    var code: [UInt8]
    var width: Int32
    var height: Int32
    var left: Int32
    var top: Int32
    var advance: Double
  }

  static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  private var library: FT_Library?
  private var face: FT_Face?

  /// nil if the font is not installed.
  init?() {
    if FT_Init_FreeType(&library) != 0 || FT_New_Face(library, GlyphSource.path, 0, &face) != 0 { return nil }
  }

  func glyph(_ character: Unicode.Scalar, em: Double) -> Glyph {
    FT_Set_Char_Size(face, 0, FT_F26Dot6((em * 64).rounded()), 72, 72)
    let flags = FT_Int32(FT_LOAD_NO_HINTING) | FT_Int32(FT_LOAD_RENDER)
    FT_Load_Char(face, FT_ULong(character.value), flags)
    let slot = face!.pointee.glyph!
    let bitmap = slot.pointee.bitmap
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    var coverage = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width { coverage[y * width + x] = bitmap.buffer[y * Int(bitmap.pitch) + x] }
    }
    return Glyph(
      code: GlyphCode.encode(coverage: coverage, width: width, height: height), width: Int32(width),
      height: Int32(height), left: slot.pointee.bitmap_left, top: -slot.pointee.bitmap_top,
      advance: Double(slot.pointee.advance.x) / 64)
  }
}
