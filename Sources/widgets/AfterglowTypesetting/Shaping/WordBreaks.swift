import CPango

/// The words of a layout that end a line where no reader would divide them. Pango divides a word that is wider than its line
/// behind any letter, with a hyphen.
struct WordBreaks {
  /// Letters of the shortest word that may be divided.
  private static let leastWordCount = 6
  /// Letters of the shortest part before or after a hyphen.
  private static let leastPartCount = 3

  /// Stretches of the text in which no line may end, in bytes.
  private(set) var undivided: [Range<Int>] = []

  init(of layout: OpaquePointer) {
    let count = pango_layout_get_line_count(layout)
    guard count > 1, let text = pango_layout_get_text(layout) else { return }
    var length: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &length) else { return }
    let word = WordSearch(attributes: attributes, end: Int(length) - 1)
    var known: (first: Int, place: Int)?
    for number in 1..<count {
      guard let line = pango_layout_get_line_readonly(layout, number), ag_begins_paragraph(line) == 0 else { continue }
      let place = g_utf8_pointer_to_offset(text, text + Int(line.pointee.start_index))
      guard let letters = word.divided(at: place) else { continue }
      let before = known?.first == letters.lowerBound ? known?.place : nil
      known = (letters.lowerBound, place)
      let isShort = letters.count < Self.leastWordCount
      let parts = [place - (before ?? letters.lowerBound), letters.upperBound - place]
      guard isShort || parts.contains(where: { $0 < Self.leastPartCount }) else { continue }
      let count = Self.leastPartCount
      let stretches = isShort || before != nil ? [letters] : [letters.prefix(count), letters.suffix(count)]
      undivided += stretches.map { Self.byte($0.lowerBound, of: text)..<Self.byte($0.upperBound, of: text) }
    }
  }

  private static func byte(_ character: Int, of text: UnsafePointer<CChar>) -> Int {
    UnsafePointer(g_utf8_offset_to_pointer(text, character)) - text
  }

  /// Adds attributes that keep the stretches together.
  func add(to list: OpaquePointer) {
    for stretch in undivided {
      guard let attribute = pango_attr_allow_breaks_new(0) else { continue }
      attribute.pointee.start_index = UInt32(stretch.lowerBound)
      attribute.pointee.end_index = UInt32(stretch.upperBound)
      pango_attr_list_insert(list, attribute)
    }
  }

  /// The number of the first line that is wider than its layout, which words that stay together can be.
  static func wideLine(in layout: OpaquePointer) -> Int? {
    // Tracking reaches out of a line by less than a pixel.
    let room = pango_layout_get_width(layout) + ag_pango_scale()
    return (0..<pango_layout_get_line_count(layout)).first { number in
      var extents = PangoRectangle()
      pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, number), nil, &extents)
      return extents.width > room
    }.map { Int($0) }
  }
}

/// Finds words by the attributes that Pango gives to the characters of a layout.
private struct WordSearch {
  let attributes: UnsafePointer<PangoLogAttr>
  /// The number of characters.
  let end: Int

  private func mayBreak(_ place: Int) -> Bool { ag_may_break(attributes, Int32(clamping: place)) != 0 }
  private func isWhite(_ place: Int) -> Bool { ag_is_white(attributes, Int32(clamping: place)) != 0 }

  /// The characters of the word that is divided before a character; nil between words.
  func divided(at place: Int) -> Range<Int>? {
    guard place > 0, place < end, !mayBreak(place) else { return nil }
    var first = place
    while first > 0, !mayBreak(first), !isWhite(first - 1) { first -= 1 }
    var last = place
    repeat { last += 1 } while last < end && !mayBreak(last) && !isWhite(last)
    return first..<last
  }
}
