import CPango

/// Long texts, in pieces for Pango: it shapes all that is left of a piece again for each line, so that a text of 8,000 letters
/// would take 17,000 million instructions.
package enum LongText {
  /// Bytes of a text that is one piece.
  private static let byteCount = 512
  /// Characters of a piece, which then ends at the next space, or after as many again.
  private static let pieceCount = 96

  /// Adds attributes that change nothing but where pieces begin. Letters keep their forms and marks: each is shaped with what
  /// surrounds it.
  static func divide(_ text: String, _ list: OpaquePointer) {
    guard isLong(text) else { return }
    var start = 0
    var offset = 0
    var count = 0
    var isMarked = false
    for character in text {
      offset += character.utf8.count
      count += 1
      guard count >= pieceCount && character.isWhitespace || count >= 2 * pieceCount else { continue }
      if isMarked, let attribute = pango_attr_rise_new(0) {
        attribute.pointee.start_index = UInt32(start)
        attribute.pointee.end_index = UInt32(offset)
        pango_attr_list_insert(list, attribute)
      }
      (start, count) = (offset, 0)
      isMarked.toggle()
    }
  }

  /// Whether a text is divided into pieces.
  package static func isLong(_ text: String) -> Bool { text.utf8.count > byteCount }

  // MARK: What can be seen

  /// Heights of its widget that a text is measured for where nothing else bounds it.
  private static let heightCount = 4.0
  /// More lines, for a widget that is very low.
  private static let leastLineCount = 8

  /// Lines of a long text where nothing else bounds it: more than its widget has room for. nil = all.
  ///
  /// - Parameter heightPx: height of the widget; nil where it is not known.
  package static func lineLimit(of text: String, font: ShapingFont, heightPx: Double?) -> Int? {
    guard isLong(text), let heightPx else { return nil }
    return leastLineCount + Int(clamping: min(1000, heightCount * heightPx / max(1, font.sizePx)))
  }

  /// Characters that are shaped first, and those behind which the pieces of a part may be others than those of the whole.
  private static let partCount = 600
  private static let lastCount = 256

  /// Shapes a text. Of a long one only so much is shaped as its lines can show: what is behind the ellipsis changes nothing
  /// before it.
  static func shaped(_ request: Typesetter.Request, by shape: (Typesetter.Request) -> ShapedText) -> ShapedText {
    guard let width = request.width, let limit = request.lineLimit, isSimple(request) else { return shape(request) }
    let byteCount = request.text.utf8.count
    // Letters are about half as wide as they are high; of narrow ones more is shaped.
    var count = partCount + Int(clamping: min(1e6, Double(limit) * width / max(1, request.font.sizePx * 0.4)))
    while count < byteCount / 2 {
      var part = request
      part.text = String(request.text.prefix(count))
      var shaped = shape(part)
      if shaped.isTruncated, shaped.glyphs.count * 5 / 4 + lastCount < count {
        shaped.text = request.text
        return shaped
      }
      count *= 3
    }
    return shape(request)
  }

  /// Whether a text is one paragraph that runs from left to right in one font, and is cut at its end.
  private static func isSimple(_ request: Typesetter.Request) -> Bool {
    request.text.utf8.count > 2 * partCount && request.parts.isEmpty && request.truncation == .tail
      && request.direction == .leftToRight
      // Every character before U+0500 begins with a smaller byte: no letter needs another font or runs the other way.
      && request.text.utf8.allSatisfy { $0 < 0xD4 && $0 != 0x0A && $0 != 0x0D }
  }
}
