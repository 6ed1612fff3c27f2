import CPango

/// Noto's Arabic asks for more than two ems a line, for marks that no widget stacks: a small one would hold half its words.
enum ArabicSpan {
  private static let lineHeightEms = 1.5

  static func lineHeight(_ sizePx: Double) -> UnsafeMutablePointer<PangoAttribute>? {
    pango_attr_line_height_new_absolute(Int32((lineHeightEms * sizePx * Double(PANGO_SCALE)).rounded()))
  }

  /// From the first Arabic letter of a text to its last, in bytes; nil without any.
  static func bytes(of text: String) -> Range<Int>? {
    // No Arabic letter begins with a smaller byte.
    guard text.utf8.contains(where: { $0 >= 0xD8 }) else { return nil }
    var offset = 0
    var span: Range<Int>?
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      if isArabic(scalar) { span = (span?.lowerBound ?? offset)..<end }
      offset = end
    }
    return span
  }

  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: true
    default: false
    }
  }
}
