import CPango

/// Long texts, in pieces for Pango: it shapes all that is left of a piece again for each line, so that a text of 8,000 letters
/// would take 17,000 million instructions.
enum LongText {
  /// Bytes of a text that is one piece.
  private static let byteCount = 512
  /// Characters of a piece, which then ends at the next space, or after as many again.
  private static let pieceCount = 96

  /// Adds attributes that change nothing but where pieces begin. Letters keep their forms and marks: each is shaped with what
  /// surrounds it.
  static func divide(_ text: String, _ list: OpaquePointer) {
    guard text.utf8.count > byteCount else { return }
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
}
