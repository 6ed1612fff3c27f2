import AfterglowGeometry
import CPango
import Foundation

/// Colour emoji: small pictures that stand in a line like letters. HarfBuzz joins what belongs together (flags, families,
/// skin tones) to one glyph and gives its PNG.
package final class EmojiFont {
  /// Inter's own, so that a line with emoji is as high as one without, in ems.
  package static let ascent = 0.96875
  package static let lineHeight = 1.21

  package let face: FaceKey
  private let font: OpaquePointer
  private let unitsPerEm: Double
  private var known: [Character: UInt32?] = [:]
  private var pictures: [UInt32: Data?] = [:]

  /// nil where the file cannot be read, or has no glyphs.
  init?(file: String, face: FaceKey) {
    let blob = hb_blob_create_from_file(file)
    let source = hb_face_create(blob, 0)
    hb_blob_destroy(blob)
    defer { hb_face_destroy(source) }
    guard hb_face_get_glyph_count(source) > 0, hb_ot_color_has_png(source) != 0, let font = hb_font_create(source)
    else { return nil }
    self.font = font
    self.face = face
    unitsPerEm = Double(hb_face_get_upem(source))
  }

  deinit { hb_font_destroy(font) }

  /// nil for what is no emoji, stands as a letter (☀ without a variation selector), or is unknown to the font.
  package func glyph(of character: Character) -> UInt32? {
    guard Self.isEmoji(character) else { return nil }
    if let glyph = known[character] { return glyph }
    let glyph = shape(character)
    if known.count >= 5_000 { known.removeAll() }
    known[character] = .some(glyph)
    return glyph
  }

  private static func isEmoji(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    let rest = scalars.dropFirst()
    if rest.first == "\u{FE0E}" { return false }
    return first.properties.isEmojiPresentation || rest.first == "\u{FE0F}"
      || rest.first?.properties.isEmojiModifier == true
  }

  private func shape(_ character: Character) -> UInt32? {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    let text = String(character)
    hb_buffer_add_utf8(buffer, text, Int32(text.utf8.count), 0, Int32(text.utf8.count))
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count) else { return nil }
    // A selector that the font draws as nothing may stand behind.
    let drawn = (0..<Int(count)).map { glyphs[$0].codepoint }.filter { $0 == 0 || png($0) != nil }
    return drawn.count == 1 && drawn[0] != 0 ? drawn[0] : nil
  }

  /// The picture's file; nil where the glyph has none.
  package func png(_ glyph: UInt32) -> Data? {
    if let known = pictures[glyph] { return known }
    var data: Data?
    if let blob = hb_ot_color_glyph_reference_png(font, glyph) {
      var count: UInt32 = 0
      if let bytes = hb_blob_get_data(blob, &count), count > 0 { data = Data(bytes: bytes, count: Int(count)) }
      hb_blob_destroy(blob)
    }
    if pictures.count >= 200 { pictures.removeAll() }
    pictures[glyph] = .some(data)
    return data
  }

  /// From pen to pen, in ems.
  func advance(_ glyph: UInt32) -> Double { Double(hb_font_get_glyph_h_advance(font, glyph)) / unitsPerEm }

  /// Where the picture lies, from the pen on the baseline, y downwards, in ems.
  package func box(_ glyph: UInt32) -> Rect? {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width > 0, extents.height < 0 else {
      return nil
    }
    return Rect(
      x: Double(extents.x_bearing) / unitsPerEm, y: -Double(extents.y_bearing) / unitsPerEm,
      width: Double(extents.width) / unitsPerEm, height: -Double(extents.height) / unitsPerEm)
  }
}

/// A text as Pango gets it: a blank for each emoji, whose glyph stands in a table by the blank's byte.
package struct EmojiText {
  package static let blank = "\u{FFFC}"
  private(set) var text: String
  package private(set) var glyphs: [Int: UInt32] = [:]
  /// Bytes up to the end of each part.
  private(set) var ends: [Int] = []

  /// - Parameter parts: follow each other as one text.
  package init(_ parts: [Substring], font: EmojiFont?) {
    text = ""
    for part in parts {
      append(part, font)
      ends.append(text.utf8.count)
    }
  }

  private mutating func append(_ part: Substring, _ font: EmojiFont?) {
    // No emoji is without a byte of a character from U+2000 on.
    guard let font, part.utf8.contains(where: { $0 >= 0xE2 }) else {
      text += part
      return
    }
    for character in part {
      if let glyph = font.glyph(of: character) {
        glyphs[text.utf8.count] = glyph
        text += Self.blank
      } else {
        text.append(character)
      }
    }
  }

  /// The part that a byte belongs to.
  func part(of byte: Int) -> Int { ends.firstIndex { byte < $0 } ?? max(0, ends.count - 1) }

  /// Gives the blank of a symbol the room of its square; the line is no higher for it.
  func addShape(of part: Typesetter.Request.Part, at index: Int, to list: OpaquePointer) {
    let start = index == 0 ? 0 : ends[index - 1]
    let em = part.font.sizePx * Double(PANGO_SCALE)
    func units(_ ems: Double) -> Int32 { Int32(clamping: (ems * em / part.symbolScale).rounded()) }
    var room = PangoRectangle(
      x: 0, y: units(-EmojiFont.ascent), width: Int32(clamping: em.rounded()), height: units(EmojiFont.lineHeight))
    guard let attribute = pango_attr_shape_new(&room, &room) else { return }
    attribute.pointee.start_index = UInt32(start)
    attribute.pointee.end_index = UInt32(start + Self.blank.utf8.count)
    pango_attr_list_insert(list, attribute)
  }

  /// Gives the blanks the room of their emoji.
  /// - Parameter sizePx: of a part.
  func addShapes(to list: OpaquePointer, font: EmojiFont, sizePx: (Int) -> Double) {
    for (byte, glyph) in glyphs {
      let em = sizePx(part(of: byte)) * Double(PANGO_SCALE)
      func units(_ ems: Double) -> Int32 { Int32(clamping: (ems * em).rounded()) }
      var room = PangoRectangle(
        x: 0, y: units(-EmojiFont.ascent), width: units(font.advance(glyph)), height: units(EmojiFont.lineHeight))
      guard let attribute = pango_attr_shape_new(&room, &room) else { continue }
      attribute.pointee.start_index = UInt32(byte)
      attribute.pointee.end_index = UInt32(byte + Self.blank.utf8.count)
      pango_attr_list_insert(list, attribute)
    }
  }
}
