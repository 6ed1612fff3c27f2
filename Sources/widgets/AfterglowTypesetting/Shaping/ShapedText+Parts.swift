extension ShapedText {
  /// What one part shows, and where its corner lies; nil where nothing of it is left.
  package func part(_ index: Int, text: String, font: ShapingFont) -> (
    text: ShapedText, left: Double, top: Double
  )? {
    let own = pieces.filter { $0.part == index }
    guard let left = own.map(\.x).min(), let right = own.map({ $0.x + $0.width }).max(),
      let first = own.map(\.baseline).min(), let last = own.map(\.baseline).max()
    else { return nil }
    let top = first - EmojiFont.ascent * font.sizePx
    var lines: [Line] = []
    for piece in own {
      // What follows in the same line is joined to it.
      if let line = lines.last, line.baseline == piece.baseline - top,
        abs(line.x + line.width - piece.x + left) < 0.1
      {
        lines[lines.count - 1].width += piece.width
      } else {
        lines.append(Line(x: piece.x - left, width: piece.width, baseline: piece.baseline - top))
      }
    }
    var moved = own.flatMap { glyphs[$0.glyphs] }
    for index in moved.indices {
      moved[index].x -= left
      moved[index].y -= top
    }
    return (
      ShapedText(
        text: text, font: font, width: right - left,
        height: last - first + EmojiFont.lineHeight * font.sizePx,
        glyphs: moved, lines: lines, isTruncated: isTruncated && pieces.last?.part == index), left,
      top
    )
  }

  /// Left and right exchanged.
  package mutating func mirror() {
    for index in glyphs.indices {
      glyphs[index].x = width - glyphs[index].x
      glyphs[index].turn.flip()
    }
  }
}
