import AfterglowCore
import AfterglowRaster
import CCairo
import TestSupport
import Testing

@testable import AfterglowTypesetting

/// Glyphs from the cache, run-coded and painted, compared with the same glyphs drawn by Cairo.
@Suite struct CairoTextTests {
  private static let width = 420
  private static let height = 420

  /// The painter's pixels: one glyph, white on black, its pen at (60, 340).
  private func ours(_ image: GlyphImage) -> [UInt32] {
    let size = PixelSize(width: Int32(Self.width), height: Int32(Self.height))
    var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Painter.scratchByteCount(for: size), alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0)
    defer { scratch.deallocate() }
    pixels.withUnsafeMutableBufferPointer { buffer in
      var painter = Painter(
        target: PixelPlane(base: buffer.baseAddress!, stridePx: Self.width, size: size), scratch: scratch)
      painter.setClip(PixelRect(size))
      painter.clear(.black)
      image.code.withUnsafeBytes {
        painter.drawGlyph(
          $0, width: Int32(image.width), height: Int32(image.height), atX: Int32(60 + image.left),
          y: Int32(340 + image.top), .solid(.white))
      }
    }
    return pixels
  }

  /// Cairo's: the same pen, white on black.
  private func cairo(_ file: String, _ glyph: UInt32, size: Double) -> [UInt32] {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(Self.width), Int32(Self.height))!
    let context = cairo_create(surface)!
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    cairo_paint(context)
    cairo_set_source_rgb(context, 1, 1, 1)
    #expect(ag_cairo_glyph(context, file, UInt(glyph), size, 60, 340) == 1)
    cairo_surface_flush(surface)
    let data = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    for row in 0..<Self.height {
      let first = (data + row * stride).assumingMemoryBound(to: UInt32.self)
      pixels += UnsafeBufferPointer(start: first, count: Self.width)
    }
    return pixels
  }

  @Test(arguments: [13.0, 24, 39.1, 96, 220, 330], ["Inter-Light", "Inter-Medium"])
  func `a glyph differs from Cairo's by at most two codes on average`(size: Double, face: String) throws {
    let library = try FontLibrary()
    let file = "\(FontLibrary.interFolder)/\(face).otf"
    let key = library.key(file: file, index: 0)
    for character in "0123456789:°Ag%" {
      let glyph = try #require(library.glyph(character.unicodeScalars.first!.value, in: key))
      let image = GlyphCache(library: library).image(
        GlyphKey(face: key, glyph: glyph, size26Dot6: Int((size * 64).rounded()), quarter: 0))
      let found = CoverComparison(ours(image), cairo(file, glyph, size: size))
      #expect(found.touchedCount > 4, "\(character) was not drawn")
      #expect(found.meanDifference <= 2, "\(character): \(found.meanDifference) codes")
    }
  }
}
