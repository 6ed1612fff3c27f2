import CPango

/// Shapes text through Pango and rasterises it through FreeType. Not thread-safe: the compiler holds a lock around it.
package final class Typesetter {
  package struct Request: Hashable {
    var text: String
    var font: ShapingFont
    /// Pixels; nil = one line per paragraph.
    var width: Double?
    var lineLimit: Int?
    var alignment: TextAlignment
    var language: String
    /// Of the layout around it: where leading is, and which way a text without letters runs.
    var direction = LayoutDirection.leftToRight
    /// Between lines, in pixels.
    var spacing = 0.0
    var truncation = Truncation.tail
    /// Parts with fonts of their own, which make up all of the text; none where it has one.
    var parts: [Part] = []

    package struct Part: Hashable {
      /// Of UTF-8.
      var byteCount: Int
      var font: ShapingFont
      /// What is drawn in place of a blank, and the share of its em to the words' around it.
      var symbol: Symbol?
      var symbolScale = 1.0

      package init(byteCount: Int, font: ShapingFont, symbol: Symbol? = nil, symbolScale: Double = 1) {
        self.byteCount = byteCount
        self.font = font
        self.symbol = symbol
        self.symbolScale = symbolScale
      }
    }

    package init(
      text: String, font: ShapingFont, width: Double?, lineLimit: Int?, alignment: TextAlignment, language: String,
      direction: LayoutDirection = .leftToRight, spacing: Double = 0, truncation: Truncation = .tail,
      parts: [Part] = []
    ) {
      self.text = text
      self.font = font
      self.width = width
      self.lineLimit = lineLimit
      self.alignment = alignment
      self.language = language
      self.direction = direction
      self.spacing = spacing
      self.truncation = truncation
      self.parts = parts
    }

    /// By what nearly all requests differ in: each text is looked up in every room that it is offered.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(text)
      hasher.combine(font.sizePx)
      hasher.combine(font.weight)
      hasher.combine(width ?? -1)
      hasher.combine(lineLimit ?? -1)
    }

    var fonts: [ShapingFont] { parts.isEmpty ? [font] : parts.map(\.font) }

    /// The first paragraphs, as lines of one, with an ellipsis at their end in place of words that are left out.
    ///
    /// - Returns: whether words are left out.
    fileprivate func shortened(toParagraphs count: Int) -> (request: Request, isCut: Bool) {
      var shorter = self
      (shorter.text, shorter.parts) = ("", [])
      var left = count
      var isCut = false
      for (index, part) in texts.enumerated() {
        var words = ""
        for scalar in part.unicodeScalars {
          let isEnd = Self.endsParagraph(scalar)
          if left > 0 && isEnd { left -= 1 }
          if left == 0 {
            isCut = isCut || !scalar.properties.isWhitespace
          } else {
            words.unicodeScalars.append(isEnd ? "\u{2028}" : scalar)
          }
        }
        // Those behind the end are left out; parts before it keep their numbers.
        if words.isEmpty && left == 0 && index > 0 { continue }
        shorter.text += words
        if parts.isEmpty { continue }
        shorter.parts.append(parts[index])
        shorter.parts[shorter.parts.count - 1].byteCount = words.utf8.count
      }
      if isCut { shorter.end(with: "…") }
      return (shorter, isCut)
    }

    /// Share of a line's free room that is at its left.
    fileprivate var rightShare: Double {
      let isRight = direction == .rightToLeft || TextDirection(of: text) == .rightToLeft
      return switch alignment {
      case .leading: isRight ? 1 : 0
      case .center: 0.5
      case .trailing: isRight ? 0 : 1
      }
    }

    fileprivate var hasParagraphs: Bool { text.unicodeScalars.contains(where: Self.endsParagraph) }

    private static func endsParagraph(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\u{2029}" }

    private mutating func end(with ending: String) {
      text += ending
      if parts.isEmpty { return }
      parts[parts.count - 1].byteCount += ending.utf8.count
    }

    fileprivate var texts: [Substring] {
      var rest = Substring(text)
      return parts.isEmpty
        ? [rest]
        : parts.map { part in
          let head = rest.utf8.prefix(part.byteCount)
          rest = rest[head.endIndex...]
          return Substring(head)
        }
    }
  }

  package let library: FontLibrary
  package let glyphs: GlyphCache
  private var contexts: [FontMaps.Choice: OpaquePointer] = [:]
  private var cache = RecentCache<Request, ShapedText>(limit: 500)
  private var ticks = RecentCache<TickRequest, TickLayout>(limit: 100)
  /// Caches of other rooms, by their types.
  private var companions: [ObjectIdentifier: any CompanionCache] = [:]
  /// Characters that no font has, since the last `takeMissing`.
  private var missing: [Character] = []

  package init(library: FontLibrary) {
    self.library = library
    glyphs = GlyphCache(library: library)
  }

  deinit { dropContexts() }

  /// Drops what was not needed for long. Call between compiles.
  func age() {
    library.age()
    cache.age()
    ticks.age()
    glyphs.age()
    for companion in companions.values { companion.age() }
  }

  /// Returns the cache of a type that has the same lock as the typesetter and ages with it.
  ///
  /// - Parameter make: makes the cache for the first call.
  package func companion<Cache: CompanionCache>(_ make: () -> Cache) -> Cache {
    if let known = companions[ObjectIdentifier(Cache.self)] as? Cache { return known }
    let made = make()
    companions[ObjectIdentifier(Cache.self)] = made
    return made
  }

  /// Ticking text is made of glyphs alone.
  func noteMissingEmoji(in text: String) { missing += text.filter { library.emoji?.glyph(of: $0) != nil } }

  /// Notes characters of a drawing that is shown again.
  package func note(missing characters: [Character]) { missing += characters }

  package func takeMissing() -> [Character] {
    defer { missing = [] }
    return missing
  }

  package func shape(_ request: Request) -> ShapedText {
    if let known = cache[request] { return known }
    let found = missing.count
    let shaped = LongText.shaped(request) { $0.font.isInk ? shapeInInk($0) : shapeAnew($0) }
    // A text with missing characters is shaped each time, so that each widget that shows it gets the warning.
    if missing.count == found { cache[request] = shaped }
    return shaped
  }

  /// Shapes a ticking text, whose widget is laid out for several looks.
  package func tickLayout(_ request: TickRequest) -> TickLayout {
    if let known = ticks[request] { return known }
    let found = missing.count
    let layout = tickLayoutAnew(request)
    if missing.count == found { ticks[request] = layout }
    return layout
  }

  private static let unit = Double(PANGO_SCALE)

  func shapeAnew(_ request: Request) -> ShapedText {
    let emoji = EmojiText(request.texts, font: library.emoji)
    let needs = ScriptNeeds(emoji.text)
    var layout = makeLayout(request, emoji, needs)
    defer { ag_unref(UnsafeMutableRawPointer(layout)) }
    // In less than half an em, which a stack offers to learn what is least, nothing can be read in any case.
    if let width = request.width, width > request.font.sizePx / 2 {
      let words = WordBreaks(of: layout)
      if !words.undivided.isEmpty {
        ag_unref(UnsafeMutableRawPointer(layout))
        layout = makeLayout(request, emoji, needs, breaks: words)
        // The line of a word that is too wide is the last one, which is cut.
        if let line = WordBreaks.wideLine(in: layout), request.lineLimit != line + 1 {
          var shorter = request
          shorter.lineLimit = line + 1
          return shapeAnew(shorter)
        }
      }
    }
    // Pango limits the lines of each paragraph.
    guard let limit = request.lineLimit, request.width != nil,
      pango_layout_get_line_count(layout) > Int32(clamping: limit), request.hasParagraphs
    else { return read(layout, of: request, emoji, needs) }
    let (shorter, isCut) = request.shortened(toParagraphs: Self.paragraphCount(layout, inLines: limit))
    var shaped = shapeAnew(shorter)
    shaped.text = request.text
    shaped.isTruncated = shaped.isTruncated || isCut
    return shaped
  }

  /// How many paragraphs begin in the first lines of a layout.
  private static func paragraphCount(_ layout: OpaquePointer, inLines count: Int) -> Int {
    (0..<max(1, count)).count { line in
      pango_layout_get_line_readonly(layout, Int32(clamping: line)).map { ag_begins_paragraph($0) != 0 } ?? false
    }
  }

  private func read(
    _ layout: OpaquePointer, of request: Request, _ emoji: EmojiText, _ needs: ScriptNeeds
  ) -> ShapedText {
    let fonts = request.fonts
    var shaped = ShapedText(
      text: request.text, font: request.font, width: 0, height: 0, glyphs: [],
      lines: [], isTruncated: pango_layout_is_ellipsized(layout) != 0)
    var extents = PangoRectangle()
    pango_layout_get_extents(layout, nil, &extents)
    // Pango puts half of the tracking before the first and half after the last character; neither is wanted.
    let lead = needs.isUntracked(0) ? 0 : fonts[0].trackingPx / 2
    let tracking = lead + (needs.isUntracked(emoji.text.utf8.count - 1) ? 0 : fonts[fonts.count - 1].trackingPx / 2)
    shaped.width = max(0, Double(extents.width) / Self.unit - tracking)
    shaped.height = Double(extents.height) / Self.unit
    let shift = -Double(extents.x) / Self.unit - lead
    guard let iterator = pango_layout_get_iter(layout) else { return shaped }
    defer { pango_layout_iter_free(iterator) }
    var heights = LineHeights()
    var misjudged = MisjudgedRuns(shaped.isTruncated ? layout : nil, emoji, request)
    var gaps = EllipsisGaps(shaped.isTruncated && request.truncation != .tail ? layout : nil)
    repeat {
      let baseline = Double(pango_layout_iter_get_baseline(iterator)) / Self.unit
      var line = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &line)
      if shaped.lines.last?.baseline != baseline {
        misjudged.begin(&line, number: shaped.lines.count)
        heights.begin(line)
        let x = Double(line.x) / Self.unit + shift
        shaped.lines.append(
          ShapedText.Line(x: x, width: max(0, Double(line.width) / Self.unit - tracking), baseline: baseline))
      }
      guard let run = pango_layout_iter_get_run_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      misjudged.correct(&logical, of: run)
      heights.add(logical, baseline: pango_layout_iter_get_baseline(iterator))
      let first = shaped.glyphs.count
      let x = Double(logical.x) / Self.unit + shift
      append(run, of: request, startX: x, baseline: baseline, emoji: emoji, to: &shaped)
      gaps.add(run, line: shaped.lines.count - 1, glyphs: first..<shaped.glyphs.count)
      guard !request.parts.isEmpty, let item = run.pointee.item else { continue }
      shaped.pieces.append(
        ShapedText.Piece(
          part: emoji.part(of: Int(item.pointee.offset)), glyphs: first..<shaped.glyphs.count, x: x,
          width: Double(logical.width) / Self.unit, baseline: baseline))
    } while pango_layout_iter_next_run(iterator) != 0
    shaped.lineBottoms = heights.bottoms
    if !misjudged.isEmpty { shaped.closeUp() }
    if !gaps.isEmpty { gaps.close(&shaped, movingBy: request.rightShare) }
    return shaped
  }

  private func append(
    _ run: UnsafeMutablePointer<PangoLayoutRun>, of request: Request, startX: Double, baseline: Double,
    emoji: EmojiText, to shaped: inout ShapedText
  ) {
    guard let item = run.pointee.item, let font = item.pointee.analysis.font, let string = run.pointee.glyphs else {
      return
    }
    var index: Int32 = 0
    guard let file = ag_font_file(font, &index) else { return }
    let face = library.key(file: String(cString: file), index: Int(index))
    let part = request.parts.isEmpty ? 0 : emoji.part(of: Int(item.pointee.offset))
    let own = request.fonts[part]
    let change = change(face, to: own)
    let baseline = baseline - own.risePx
    // An ellipsis stands at the first byte that it hides.
    let isEllipsis = ag_is_ellipsis(item) != 0
    if !isEllipsis, !request.parts.isEmpty, let symbol = request.parts[part].symbol {
      if let placed = placed(symbol, request.parts[part], x: startX, baseline: baseline) {
        shaped.glyphs.append(placed)
      }
      return
    }
    var x = startX
    for position in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[position]
      let unknown = ag_unknown_character(info.glyph)
      let byte = Int(item.pointee.offset + string.pointee.log_clusters[position])
      if !isEllipsis, let picture = emoji.glyphs[byte], let face = library.emoji?.face {
        shaped.glyphs.append(
          PlacedGlyph(face: face, glyph: picture, x: x + Double(info.geometry.x_offset) / Self.unit, y: baseline))
      } else if unknown == 0x2028 {
        // A line separator has nothing to show.
      } else if unknown >= 0 {
        if let scalar = Unicode.Scalar(UInt32(clamping: unknown)) { missing.append(Character(scalar)) }
        if let box = missingBox(own, x: x, room: Double(info.geometry.width) / Self.unit, y: baseline) {
          shaped.glyphs.append(box)
        }
      } else if ag_is_empty_glyph(info.glyph) == 0 {
        shaped.glyphs.append(
          PlacedGlyph(
            face: face, glyph: info.glyph, x: x + Double(info.geometry.x_offset) / Self.unit,
            y: baseline + Double(info.geometry.y_offset) / Self.unit, moved: change))
      }
      x += Double(info.geometry.width) / Self.unit
    }
  }

  /// How glyphs of a face are made like those of the font that is wanted, by their slant and weight; nil where they are.
  private func change(_ face: FaceKey, to font: ShapingFont) -> GlyphTurn? {
    let change = GlyphTurn(
      isSlanted: font.isItalic && !library.isItalic(face) ? true : nil,
      isBold: font.wantsBoldLetters && library.lacksBold(face) ? true : nil)
    return change.isNone ? nil : change
  }

  /// DejaVu's box for characters that it lacks, in the room that Pango leaves for a character that no font has.
  private func missingBox(_ font: ShapingFont, x: Double, room: Double, y: Double) -> PlacedGlyph? {
    let face = library.missingFace
    guard let ink = glyphs.ink(face, 0, sizePx: font.sizePx) else { return nil }
    return PlacedGlyph(face: face, glyph: 0, x: x + (room - ink.left - ink.right) / 2, y: y)
  }

  /// A symbol in the blank that it has among words, centred on their capitals.
  private func placed(_ symbol: Symbol, _ part: Request.Part, x: Double, baseline: Double) -> PlacedGlyph? {
    let face = library.face(of: symbol)
    let side = part.font.sizePx
    guard let glyph = library.glyph(symbol.codepoint, in: face), let ink = glyphs.ink(face, glyph, sizePx: side) else {
      return nil
    }
    let middle = baseline - side / part.symbolScale * Font.capHeightShare / 2
    return PlacedGlyph(
      face: face, glyph: glyph, x: x + (side - ink.left - ink.right) / 2, y: middle - (ink.top + ink.bottom) / 2)
  }

  private func context(_ choice: FontMaps.Choice) -> OpaquePointer {
    if let known = contexts[choice] { return known }
    let made: OpaquePointer = pango_font_map_create_context(library.maps.map(choice))
    pango_context_set_round_glyph_positions(made, 0)
    if contexts.count >= 64 { dropContexts() }
    if !choice.scripts.isEmpty, contexts.keys.count(where: { !$0.scripts.isEmpty }) >= Self.scriptContextCount {
      dropScriptContexts()
    }
    contexts[choice] = made
    return made
  }

  /// Mixtures of scripts, weights and designs whose fonts are kept open.
  private static let scriptContextCount = 12

  private func dropScriptContexts() {
    for (choice, context) in contexts where !choice.scripts.isEmpty {
      ag_unref(UnsafeMutableRawPointer(context))
      contexts[choice] = nil
    }
    library.maps.dropScripts()
  }

  private func dropContexts() {
    for context in contexts.values { ag_unref(UnsafeMutableRawPointer(context)) }
    contexts = [:]
  }

  private func makeLayout(
    _ request: Request, _ emoji: EmojiText, _ needs: ScriptNeeds, breaks words: WordBreaks? = nil
  ) -> OpaquePointer {
    let context = context(FontMaps.Choice(request.fonts, scripts: needs.fonts))
    pango_context_set_language(context, pango_language_from_string(request.language))
    let isRightToLeft = request.direction == .rightToLeft
    pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_WEAK_RTL : PANGO_DIRECTION_WEAK_LTR)
    let layout = pango_layout_new(context)!
    pango_layout_set_text(layout, emoji.text, Int32(emoji.text.utf8.count))
    let description = Self.description(of: request.font, needs)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    let attributes = pango_attr_list_new()!
    let fonts = request.fonts
    for (index, font) in fonts.enumerated() {
      let bytes = (index == 0 ? 0 : emoji.ends[index - 1])..<emoji.ends[index]
      addAttributes(of: font, needs, to: attributes, isOwn: fonts.count > 1, in: bytes)
    }
    if let font = library.emoji { emoji.addShapes(to: attributes, font: font) { fonts[$0].sizePx } }
    for (index, part) in request.parts.enumerated() where part.symbol != nil {
      emoji.addShape(of: part, at: index, to: attributes)
    }
    needs.addLineHeight(to: attributes, sizePx: request.font.sizePx)
    LongText.divide(emoji.text, attributes)
    words?.add(to: attributes)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if let width = request.width {
      pango_layout_set_width(layout, Int32(clamping: min(width, 100_000) * Self.unit) + 2)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_ellipsize(layout, request.truncation.pango)
      pango_layout_set_spacing(layout, Int32(clamping: (request.spacing * Self.unit).rounded()))
      pango_layout_set_height(layout, -Int32(min(request.lineLimit ?? 1000, 1000)))
    }
    // Pango exchanges left and right in lines that run against the layout.
    let isAgainst = isRightToLeft && TextDirection(of: emoji.text) == .leftToRight
    let leading = isRightToLeft && !isAgainst ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
    let trailing = isRightToLeft && !isAgainst ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
    switch request.alignment {
    case .leading: pango_layout_set_alignment(layout, leading)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .trailing: pango_layout_set_alignment(layout, trailing)
    }
    return layout
  }

  /// To be freed by who asks.
  private static func description(of font: ShapingFont, _ needs: ScriptNeeds) -> OpaquePointer {
    let description = pango_font_description_new()!
    pango_font_description_set_family(
      description, FallbackFont.families(font.design, custom: font.custom, needed: needs.fonts))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: UInt32(font.weight.rawValue)))
    if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    pango_font_description_set_absolute_size(
      description, (Double(font.size26Dot6) / 64 * unit).rounded())
    return description
  }

  /// - Parameter isOwn: whether it is another than the layout's.
  private func addAttributes(
    of font: ShapingFont, _ needs: ScriptNeeds, to list: OpaquePointer, isOwn: Bool, in bytes: Range<Int>
  ) {
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, in bytes: Range<Int>) {
      guard let attribute else { return }
      attribute.pointee.start_index = UInt32(bytes.lowerBound)
      attribute.pointee.end_index = UInt32(bytes.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    if isOwn {
      let description = Self.description(of: font, needs)
      add(pango_attr_font_desc_new(description), in: bytes)
      pango_font_description_free(description)
    }
    if font.hasTabularFigures { add(pango_attr_font_features_new("tnum"), in: bytes) }
    guard font.trackingPx != 0 else { return }
    let tracking = Int32(clamping: (font.trackingPx * Self.unit).rounded())
    if needs.untracked.isEmpty { return add(pango_attr_letter_spacing_new(tracking), in: bytes) }
    for stretch in needs.tracked(in: bytes) { add(pango_attr_letter_spacing_new(tracking), in: stretch) }
  }
}

/// A cache of another room that is locked and aged with a typesetter.
package protocol CompanionCache: AnyObject {
  /// Evicts what was not used for long. The typesetter calls it between compiles.
  func age()
}

/// Where a text that does not fit is truncated.
package enum Truncation: Hashable {
  case head, middle, tail
}

extension Truncation {
  fileprivate var pango: PangoEllipsizeMode {
    switch self {
    case .head: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .tail: PANGO_ELLIPSIZE_END
    }
  }
}
