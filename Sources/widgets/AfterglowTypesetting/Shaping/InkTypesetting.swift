/// Text for panels without shades: glyphs that FreeType has fitted to whole pixels, on whole pixels, as far apart as they are
/// then.
extension Typesetter {
  // MARK: weight

  /// From this size on, plain text has lines of two pixels at least, because those of one look thin on paper, and emphasised text
  /// of three: a title has thicker lines than its text at every size. Smaller letters that are bolder than semibold have no room
  /// inside.
  private static let plainDoubleFromPx = 17.0
  /// From this size on, secondary text has lines of two pixels. They would look bold at a smaller size, next to larger primary text
  /// with as thick ones.
  private static let secondaryDoubleFromPx = 20.0
  /// From this size on, emphasised text has lines of two pixels at least.
  private static let boldDoubleFromPx = 10.0
  private static let shrunkAlikeBelowPx = 28.0

  /// The weight in which Inter is set in ink. It is chosen by its upright lines: they follow from the weight wanted and the size that
  /// a text has before it is shrunk, so that texts of one role are equally heavy, and a larger or bolder one is never lighter.
  ///
  /// Inks have no fainter tone for secondary text. Its lines are thin instead, whatever weight is wanted: never thicker than those
  /// of primary text of its size or a larger one.
  ///
  /// - Parameters:
  ///   - idealPx: size before the text is shrunk to fit; nil = `sizePx`.
  ///   - isSecondary: whether the text has any level below the primary one.
  package func inkWeight(
    _ asked: Font.Weight, sizePx: Double, idealPx: Double? = nil, isSecondary: Bool = false
  ) -> Font.Weight {
    // Large figures that are shrunk far would have no room inside.
    let rolePx = idealPx.map { $0 < Self.shrunkAlikeBelowPx ? $0 : sizePx } ?? sizePx
    let wanted = isSecondary ? .regular : asked
    let stem = inkStem(wanted, sizePx: rolePx, isSecondary: isSecondary)
    // With lines of one pixel all weights are equally heavy, and the lightest has the clearest bowls.
    let least = Font.Weight.regular.rawValue
    let most = sizePx < Self.plainDoubleFromPx ? Font.Weight.semibold : .black
    let first = stem == 1 ? least : max(least, min(wanted.rawValue, most.rawValue))
    // Letters of the heaviest have none either.
    let heavier = Font.Weight.allCases.filter {
      $0.rawValue >= first && $0.rawValue <= max(first, Font.Weight.heavy.rawValue)
    }
    // Two steps more are another weight to the eye.
    let even = heavier.first { weight in
      !isSecondary && weight.rawValue <= first + 200
        && stems(weight, sizePx: sizePx) == InkStems(vertical: stem, horizontal: stem)
        && hasOpenLetters(weight, sizePx: sizePx, level: stem)
    }
    if let even { return even }
    let lighter = Font.Weight.allCases.filter { $0.rawValue < first }
    return heavier.first { stems($0, sizePx: sizePx).vertical == stem }
      ?? (lighter + heavier).last { stems($0, sizePx: sizePx).vertical <= stem } ?? wanted
  }

  /// Whether the gaps of an "e" with level lines of such a thickness are as high as its lines: it has three lines and two gaps.
  private func hasOpenLetters(_ weight: Font.Weight, sizePx: Double, level: Int) -> Bool {
    let face = library.interFace(weight)
    let letter = glyphs.image(
      GlyphKey(
        face: face, glyph: library.glyph(0x65, in: face) ?? 0, size26Dot6: Int(clamping: (sizePx * 64).rounded()),
        quarter: 0, isInk: true))
    return letter.height >= 5 * level
  }

  /// Thickness of upright lines in pixels.
  private func inkStem(_ wanted: Font.Weight, sizePx: Double, isSecondary: Bool) -> Int {
    let isBold = wanted.rawValue >= Font.Weight.semibold.rawValue
    let doubleFromPx = isSecondary ? Self.secondaryDoubleFromPx : Self.plainDoubleFromPx
    if sizePx < (isBold ? Self.boldDoubleFromPx : doubleFromPx) { return 1 }
    if isBold && sizePx < Self.plainDoubleFromPx { return 2 }
    let weight = Font.Weight(rawValue: max(wanted.rawValue, Font.Weight.regular.rawValue)) ?? wanted
    return max(isBold ? 3 : 2, stems(weight, sizePx: sizePx).vertical)
  }

  private func stems(_ weight: Font.Weight, sizePx: Double) -> InkStems {
    glyphs.stems(of: library.interFace(weight), size26Dot6: Int(clamping: (sizePx * 64).rounded()))
  }

  // MARK: places

  /// A text on whole pixels. Its lines may be a little wider or narrower than Pango has broken them: where one is too wide,
  /// they are broken again for less room.
  func shapeInInk(_ request: Request) -> ShapedText {
    var narrowed = request
    for _ in 0..<4 {
      let shaped = onWholePixels(shapeAnew(narrowed), request)
      guard let room = request.width, let asked = narrowed.width else { return shaped }
      let excess = shaped.width - max(1, room)
      if excess <= 0.5 || asked <= 1 { return shaped }
      narrowed.width = max(1, asked - excess)
    }
    return onWholePixels(shapeAnew(narrowed), request)
  }

  /// The same text with each pen on a whole pixel. A glyph is followed by as much room as its hinted picture wants, plus what
  /// kerning and tracking add; lines begin, end or have their middle where they had.
  private func onWholePixels(_ shaped: ShapedText, _ request: Request) -> ShapedText {
    var result = shaped
    var growth = [Double](repeating: 0, count: shaped.glyphs.count)
    var indices: [[Int]] = shaped.lines.map { _ in [] }
    for index in shaped.glyphs.indices {
      if let line = shaped.line(of: index) { indices[line].append(index) }
    }
    for (line, glyphs) in indices.enumerated() {
      fit(&result, line: line, glyphs, of: shaped, request.fonts, growth: &growth)
    }
    result.alignLines(as: shaped, request.alignment, growth: &growth, indices)
    for index in result.pieces.indices {
      let glyphs = result.pieces[index].glyphs
      guard let first = glyphs.first else { continue }
      result.pieces[index].x += growth[first]
      if let last = glyphs.last { result.pieces[index].width += growth[last] - growth[first] }
    }
    result.setBaselines(as: shaped, indices)
    return result
  }

  /// Kerning and tracking in whole pixels; most of less than a pixel would only make distances uneven.
  private static func wholeKerning(_ pixels: Double) -> Double { abs(pixels) < 0.7 ? 0 : pixels.rounded() }

  /// Small text: its letters stand as far apart as they are designed to, or a pixel at the least. FreeType rounds a letter's
  /// advance by itself, which leaves two pixels next to one.
  private static let spacedBelowPx = 20.0

  /// Figures of equal width in one of Inter's faces: they keep their cells.
  private func tabularFigures(_ face: FaceKey) -> Set<UInt32> {
    if let known = glyphs.tabularFigures[face] { return known }
    let weight = Font.Weight.allCases.first { library.interFace($0) == face } ?? .regular
    let font = ShapingFont(sizePx: 64, weight: weight, hasTabularFigures: true, trackingPx: 0)
    let figures = shapeAnew(
      Request(text: "0123456789", font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en"))
    let found = Set(figures.glyphs.map(\.glyph))
    glyphs.tabularFigures[face] = found
    return found
  }

  /// From one pen to the next by the paper between the two letters; nil where advances decide: at spaces, in other fonts,
  /// and between figures of equal width.
  private func spacedAdvance(
    _ glyph: PlacedGlyph, _ next: PlacedGlyph, advance: Double, size26Dot6: Int, isTabular: Bool
  ) -> Double? {
    let sizePx = Double(size26Dot6) / 64
    guard sizePx < Self.spacedBelowPx, glyph.face == next.face, library.isInter(glyph.face),
      !isTabular || tabularFigures(glyph.face).isDisjoint(with: [glyph.glyph, next.glyph]),
      let own = glyphs.inkColumns(glyph.face, glyph.glyph, size26Dot6: size26Dot6),
      let following = glyphs.inkColumns(next.face, next.glyph, size26Dot6: size26Dot6),
      let ownInk = glyphs.ink(glyph.face, glyph.glyph, sizePx: sizePx),
      let nextInk = glyphs.ink(next.face, next.glyph, sizePx: sizePx)
    else { return nil }
    let designed = advance - ownInk.right + nextInk.left
    // Hinting rounds stems up, so that paper is rounded down.
    let paper = designed < 0.4 ? max(0, designed.rounded()) : max(1, (designed - 0.3).rounded())
    return Double(own.upperBound) + paper - Double(following.lowerBound)
  }

  /// Pens of one line, from its left edge on; the line becomes as wide as they go.
  private func fit(
    _ result: inout ShapedText, line: Int, _ indices: [Int], of shaped: ShapedText, _ fonts: [ShapingFont],
    growth: inout [Double]
  ) {
    let edge = shaped.lines[line]
    let order = indices.sorted { (shaped.glyphs[$0].x, $0) < (shaped.glyphs[$1].x, $1) }
    guard let first = order.first else { return }
    let start = edge.x.rounded()
    var pen = start + (shaped.glyphs[first].x - edge.x).rounded()
    for (position, index) in order.enumerated() {
      let glyph = shaped.glyphs[index]
      growth[index] = pen - glyph.x
      result.glyphs[index].x = pen
      let end = position + 1 < order.count ? shaped.glyphs[order[position + 1]].x : edge.x + edge.width
      let font = shaped.font(of: index, fonts)
      if position + 1 < order.count,
        let spaced = spacedAdvance(
          glyph, shaped.glyphs[order[position + 1]], advance: end - glyph.x, size26Dot6: font.size26Dot6,
          isTabular: font.hasTabularFigures)
      {
        pen += spaced
      } else {
        let own = glyphs.inkAdvance(glyph.face, glyph.glyph, size26Dot6: font.size26Dot6)
        pen += own.hinted + Self.wholeKerning(end - glyph.x - own.unhinted)
      }
    }
    result.lines[line].x = start
    result.lines[line].width = max(0, pen - start)
  }
}

extension ShapedText {
  /// The nearest line above or below: marks are nearer to the baseline of their letter than to any other.
  fileprivate func line(of glyph: Int) -> Int? {
    lines.indices.min { abs(glyphs[glyph].y - lines[$0].baseline) < abs(glyphs[glyph].y - lines[$1].baseline) }
  }

  fileprivate func font(of glyph: Int, _ fonts: [ShapingFont]) -> ShapingFont {
    let part = pieces.first { $0.glyphs.contains(glyph) }?.part ?? 0
    return fonts.indices.contains(part) ? fonts[part] : font
  }

  /// Lines that stood at the right edge or in the middle do so again; the text is as wide as its widest line.
  fileprivate mutating func alignLines(
    as old: ShapedText, _ alignment: TextAlignment, growth: inout [Double], _ indices: [[Int]]
  ) {
    let widest = lines.map(\.width).max() ?? 0
    let oldWidest = old.lines.map(\.width).max() ?? 0
    let standard = alignment == .leading ? 0.0 : alignment == .center ? 0.5 : 1
    let freest = old.lines.indices.max { old.lines[$0].width > old.lines[$1].width }
    var share = standard
    if let freest, oldWidest - old.lines[freest].width > 1 {
      share = min(1, max(0, old.lines[freest].x / (oldWidest - old.lines[freest].width)))
    }
    if lines.count > 1 {
      for line in lines.indices {
        let shift = ((widest - lines[line].width) * share).rounded() - lines[line].x
        lines[line].x += shift
        for index in indices[line] {
          glyphs[index].x += shift
          growth[index] += shift
        }
      }
    }
    width = max(0, lines.map { $0.x + $0.width }.max() ?? 0)
  }

  /// Baselines on whole pixels, all equally far apart where they were.
  fileprivate mutating func setBaselines(as old: ShapedText, _ indices: [[Int]]) {
    guard let first = old.lines.first else { return }
    var baseline = first.baseline.rounded()
    for line in lines.indices {
      if line > 0 { baseline += (old.lines[line].baseline - old.lines[line - 1].baseline).rounded() }
      let shift = baseline - old.lines[line].baseline
      for index in indices[line] { glyphs[index].y += shift }
      for index in pieces.indices where pieces[index].baseline == old.lines[line].baseline {
        pieces[index].baseline = baseline
      }
      lines[line].baseline = baseline
      lineBottoms?[line] += shift
    }
  }
}
