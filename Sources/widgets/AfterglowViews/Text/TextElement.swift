import Foundation

extension Font {
  /// Space between characters that Inter wants at a size, in em: open when small, tight when large. The curve is the
  /// one that Inter's author publishes for the text cut (rsms.me/inter/dynmetrics), with big digits a little tighter.
  package static func opticalTracking(sizePt: Double) -> Double {
    let curve = -0.0223 + 0.185 * exp(-0.1745 * sizePt)
    return curve - 0.014 * min(max((sizePt - 28) / 36, 0), 1)
  }

  func shaping(in context: ResolveContext, factor: Double = 1, tabular: Bool = false) -> ShapingFont {
    let sizePt = size * factor
    let custom = file.flatMap { family(of: $0, in: context) }
    // Other fonts have their own distances already.
    let optical = custom == nil ? Font.opticalTracking(sizePt: sizePt) * sizePt : 0
    let tracking = optical + context.environment.trackingPt * factor
    let sizePx = min(sizePt * context.scale, Font.maximumSizePx)
    let isInk = context.environment.panelInks != .shades
    let isInter = custom == nil && (design == .default || design == .rounded)
    let idealPx = min(size * context.scale, Font.maximumSizePx)
    var font = ShapingFont(
      sizePx: sizePx,
      weight: isInk && isInter ? inkWeight(sizePx: sizePx, idealPx: idealPx, in: context) : weight,
      design: design, custom: custom,
      hasTabularFigures: tabular || hasMonospacedDigits || context.environment.usesMonospacedDigits,
      trackingPx: tracking * context.scale, isInk: isInk)
    font.isItalic = isItalic
    font.risePx = context.environment.baselineOffsetPt * factor * context.scale
    return font
  }

  private func inkWeight(sizePx: Double, idealPx: Double, in context: ResolveContext) -> Weight {
    context.typesetter.inkWeight(
      weight, sizePx: sizePx, idealPx: idealPx,
      isSecondary: context.environment.foregroundStyle.level.map { $0 > 0 } ?? false)
  }

  /// nil, and reported, where the file cannot be used.
  private func family(of file: FontFile, in context: ResolveContext) -> String? {
    if file.path.isEmpty {
      // The font may be registered before the next compile.
      context.container.dates.noteExact()
      context.failPart(RegisteredFonts.shared.reason(file.face ?? ""))
      return nil
    }
    do throws(FontFileError) {
      return try context.typesetter.library.family(of: file)
    } catch {
      context.failPart("\(file.path): \(error.message)")
      return nil
    }
  }

  /// From here on the ink of the outermost characters, not their side bearings, is what meets the margin.
  static let opticalAlignmentPt = 28.0
}

extension View {
  /// Lets lines of text begin and end with their ink at any size, so that small ones stand exactly below large ones, and
  /// what is centred has as much room on either side.
  package func boundByInk() -> some View { environment(\.isBoundByInk, true) }

  /// Lets a text of one line be as high as one in its own font alone, so that rows stay where they are whatever script their
  /// words are in. Tall letters reach out of the line.
  package func keepingLineHeight() -> some View { environment(\.keepsLineHeight, true) }
}

/// A part of a text, in a look of its own.
struct TextPart {
  var text: String
  var context: ResolveContext
  /// What stands in place of its text, which is a blank.
  var symbol: Symbol?

  func font(factor: Double) -> ShapingFont {
    guard symbol != nil else { return context.environment.font.shaping(in: context, factor: factor) }
    var font = context.environment.font.shaping(in: context, factor: factor * symbolScale)
    font.trackingPx = 0
    return font
  }

  /// Of a symbol's em to that of the words around it.
  var symbolScale: Double { SymbolElement.emScale * context.environment.imageScale.factor }
}

/// Static text: shaped once for each room it is offered, shrunk as far as allowed, then cut.
package final class TextElement: Element {
  /// At least one.
  let parts: [TextPart]
  let text: String
  /// Of the whole.
  let context: ResolveContext
  private lazy var ideal = unbroken(factor: 1)
  private lazy var idealTrim = trim(ideal, factor: 1)
  /// Follows from font and type size, and is asked for at each step of a search.
  private lazy var leastFactor = environment.leastScaleFactor
  /// Whether any character is an emoji, which each drawing of a cut text asks for.
  private lazy var hasEmoji =
    !EmojiText(parts.map { $0.text[...] }, font: context.typesetter.library.emoji).glyphs.isEmpty
  /// By the room, which layout offers repeatedly.
  private var fits: [(room: Size, fit: Fit)] = []
  /// The font that was asked for last: shaping and trimming of one fit ask five times.
  private var lastFont: (part: Int, factor: Double, font: ShapingFont)?

  package convenience init(_ text: String, in context: ResolveContext) {
    self.init([TextPart(text: text, context: context)], in: context)
  }

  /// - Parameter parts: at least one; they follow each other, and wrap as one.
  init(_ parts: [TextPart], in context: ResolveContext) {
    self.parts = parts.map { part in
      TextPart(text: TextBounds.bounded(part.text, in: part.context), context: part.context, symbol: part.symbol)
    }
    text = self.parts.map(\.text).joined()
    self.context = context
  }

  private var environment: EnvironmentValues { _read { yield context.environment } }

  private func font(of part: Int = 0, factor: Double) -> ShapingFont {
    if let lastFont, lastFont.part == part, lastFont.factor == factor { return lastFont.font }
    let font = parts[part].font(factor: factor)
    lastFont = (part, factor, font)
    return font
  }

  private func shaped(factor: Double, width: Double?, lineLimit: Int?) -> ShapedText {
    context.typesetter.shape(
      Typesetter.Request(
        text: text, font: font(factor: factor), width: width,
        lineLimit: lineLimit
          ?? LongText.lineLimit(
            of: text, font: font(factor: factor),
            heightPx: context.containerShape.map { $0.rect.height * context.scale }),
        alignment: environment.multilineTextAlignment, language: environment.locale.identifier,
        direction: environment.layoutDirection, spacing: environment.lineSpacing * context.scale,
        truncation: environment.truncationMode.truncation,
        parts: parts.count == 1
          ? []
          : parts.map {
            .init(
              byteCount: $0.text.utf8.count, font: $0.font(factor: factor), symbol: $0.symbol,
              symbolScale: $0.symbolScale)
          }
      ))
  }

  /// More than any panel has, in pixels.
  private static let anyWidth = 100_000.0

  /// The text with a line for each paragraph, and no more lines than it may have.
  private func unbroken(factor: Double) -> ShapedText {
    if let limit = environment.lineLimit, text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= limit {
      return shaped(factor: factor, width: Self.anyWidth, lineLimit: max(1, limit))
    }
    return shaped(factor: factor, width: nil, lineLimit: nil)
  }

  /// A text in a room.
  private struct Fit {
    var text: ShapedText
    /// The share of its own size.
    var factor: Double
    /// What `trim` gives.
    var trim: Bearings

    /// Whether it shows all words in several lines that are not equally high: where they break decides how high they are.
    var isWholeInUnequalLines: Bool { !text.isTruncated && text.lines.count > 1 && text.lineBottoms != nil }

    /// Whether it can be drawn in a frame that was measured for another fit of the text. A cut line may have half a point more
    /// for its last letter; emoji may not, because Pango says too much of their width.
    ///
    /// - Parameter hasEmoji: whether the text has emoji, which an ellipsis may hide.
    func canReplace(_ measured: Fit, hasEmoji: @autoclosure () -> Bool) -> Bool {
      if isWholeInUnequalLines { return false }
      let areEquallyHigh = text.lineBottoms == nil
      if !text.isTruncated { return areEquallyHigh || measured.text.lines.count == 1 }
      return measured.text.isTruncated && areEquallyHigh && measured.text.lineBottoms == nil
        && text.lines.count == measured.text.lines.count && !hasEmoji()
    }
  }

  /// The text at the largest allowed size that fits.
  private func fitted(width: Double, height: Double) -> Fit {
    let room = Size(width: width, height: height)
    // A few: a search by hash takes longer.
    if let known = fits.last(where: { $0.room == room }) { return known.fit }
    // A stack offers its texts the size that they have. Wrapped for it they may break elsewhere.
    if let own = fits.last(where: { $0.fit.isWholeInUnequalLines && isSize(room, of: $0.fit) }) { return own.fit }
    var fit = fittedAnew(width: width, height: height)
    if environment.keepsLineHeight { putOnUsualLine(&fit.text, factor: fit.factor) }
    fits.append((room, fit))
    return fit
  }

  private func fittedAnew(width: Double, height: Double) -> Fit {
    let room = width * context.scale + 0.01
    let roomHeight = height * context.scale + 0.01
    var factor = 1.0
    while true {
      let natural = factor == 1 ? ideal : unbroken(factor: factor)
      let trim = factor == 1 ? idealTrim : trim(natural, factor: factor)
      // One line has no fewer: where height is short it stands out, and lacks no letter.
      let isLow = natural.height <= roomHeight || natural.lines.count == 1
      if natural.width - trim.width <= room && isLow { return Fit(text: natural, factor: factor, trim: trim) }
      let limit = lineLimit(of: natural, factor: factor, in: roomHeight)
      let isLeast = factor <= leastFactor
      // A single line that is too wide is cut in any case.
      if isLeast || limit != 1 || natural.lines.count > 1 || natural.width <= max(1, room) {
        var wrapped = shaped(factor: factor, width: max(1, room), lineLimit: limit)
        if natural.lineBottoms != nil { shorten(&wrapped, factor: factor, width: max(1, room), height: roomHeight) }
        // An ellipsis that is wider than the words says less, and wants more room than they do.
        if wrapped.isTruncated && natural.lines.count == 1 && wrapped.width >= natural.width {
          return Fit(text: natural, factor: factor, trim: trim)
        }
        // Without a limit a text is cut that is too long to be shaped, and one with a word that is too wide, which shrinks.
        if isLeast || !wrapped.isTruncated || limit == nil && LongText.isLong(text) {
          return Fit(text: wrapped, factor: factor, trim: self.trim(wrapped, factor: factor))
        }
      }
      let narrowest =
        environment.lineLimit == 1 && natural.lines.count == 1 ? min(natural.width, natural.width - trim.width) : 0
      factor = nextFactor(after: factor, room: room, width: narrowest)
    }
  }

  /// The next scale to try, in steps of 0.05: those at which a line must be too wide are left out.
  ///
  /// - Parameter width: of the line at `factor`, at least; 0 if it may have several lines. It shrinks with the scale or
  ///   less, because small characters stand further apart (`Font.opticalTracking`); 2 % are left for rounding.
  private func nextFactor(after factor: Double, room: Double, width: Double) -> Double {
    var next = factor
    repeat {
      next = max(leastFactor, next - 0.05)
    } while next > leastFactor && width * next / factor * 0.98 > room
    return next
  }

  /// Gives a text of one line the height and the baseline that Latin letters have.
  private func putOnUsualLine(_ shaped: inout ShapedText, factor: Double) {
    // Inter has every character before U+0500.
    guard shaped.lines.count == 1, text.utf8.contains(where: { $0 >= 0xD4 }) else { return }
    let usual = context.typesetter.shape(
      Typesetter.Request(
        text: "x", font: font(factor: factor), width: nil, lineLimit: nil, alignment: .leading,
        language: environment.locale.identifier))
    shaped.move(down: usual.firstBaseline - shaped.firstBaseline)
    shaped.height = usual.height
  }

  /// The environment's limit, or fewer lines where the height holds fewer; a height may be without bound. Of lines that are
  /// not equally high, as many as it could hold at most.
  private func lineLimit(of natural: ShapedText, factor: Double, in roomHeight: Double) -> Int? {
    guard roomHeight.isFinite else { return environment.lineLimit }
    let spacing = environment.lineSpacing * context.scale
    let step =
      natural.lineBottoms == nil
      ? (natural.height + spacing) / Double(max(1, natural.lines.count))
      : Self.lowestLine * (parts.map { $0.font(factor: factor).sizePx }.min() ?? 0) + spacing
    let count = (roomHeight + spacing) / max(1, step) * Self.equalLines
    return max(1, min(environment.lineLimit ?? .max, Int(clamping: min(1000, count))))
  }

  /// How much lower lines that count as equally high may be: a line of emoji alone is, by 0.0002 of its height.
  private static let equalLines = 1 + 1.0 / 2048

  /// Height of a line that no font falls below, in ems.
  private static let lowestLine = 0.8

  /// Leaves out lines below a height. Only the lines themselves say how high they are: those with letters of another font are
  /// higher than others.
  private func shorten(_ text: inout ShapedText, factor: Double, width: Double, height: Double) {
    while text.height > height && text.lines.count > 1 {
      let count = text.lineBottoms?.prefix { $0 <= height }.count ?? text.lines.count
      let limit = max(1, min(count, text.lines.count - 1))
      let shorter = shaped(factor: factor, width: width, lineLimit: limit)
      if shorter.lines.count >= text.lines.count { return }
      text = shorter
    }
  }

  /// Ink bearings of a line, in pixels.
  private struct Bearings {
    var left = 0.0
    var right = 0.0

    var width: Double { left + right }
  }

  /// What is left out at the edges of single lines that are large or bound by their ink.
  private func trim(_ shaped: ShapedText, factor: Double) -> Bearings {
    guard shaped.lines.count == 1 else { return Bearings() }
    let all = shaped.glyphs.indices
    let leading = bearing(of: all, in: shaped, factor: factor)
    // Figures in cells stand in columns, whose cells end at one edge.
    let isFree = environment.isBoundByInk && !font(factor: factor).hasTabularFigures
    let trailing = isFree ? trailingBearing(in: shaped, factor: factor) : 0
    return context.isMirrored
      ? Bearings(left: trailing, right: leading) : Bearings(left: leading, right: trailing)
  }

  /// Moves each of several lines that begin at the left edge by its own bearing.
  private func startLinesWithInk(_ shaped: inout ShapedText, factor: Double) {
    guard shaped.lines.count > 1, !context.isMirrored, environment.multilineTextAlignment == .leading else { return }
    // A line that runs from right to left may begin elsewhere.
    for line in shaped.lines where abs(line.x) < 2 {
      // Marks above and below a letter are nearer to its baseline than to any other.
      let glyphs = shaped.glyphs.indices.filter { index in
        shaped.lines.allSatisfy {
          abs(shaped.glyphs[index].y - line.baseline) <= abs(shaped.glyphs[index].y - $0.baseline)
        }
      }
      let bearing = bearing(of: glyphs, in: shaped, factor: factor)
      for index in glyphs { shaped.glyphs[index].x -= bearing }
      for index in shaped.pieces.indices where shaped.pieces[index].baseline == line.baseline {
        shaped.pieces[index].x -= bearing
      }
    }
  }

  /// Room before the ink of a line's outermost character, in pixels; 0 where it is to be kept.
  private func bearing(of line: some Collection<Int>, in shaped: ShapedText, factor: Double) -> Double {
    let outermost = context.isMirrored ? line.max { shaped.glyphs[$0].x < shaped.glyphs[$1].x } : line.first
    guard let outermost else { return 0 }
    let surroundings = parts[part(of: outermost, in: shaped)].context.surroundings
    let isBound = surroundings.values.isBoundByInk
    guard isBound || surroundings.values.font.size * factor >= Font.opticalAlignmentPt,
      let ink = ink(of: outermost, in: shaped, factor: factor)
    else { return 0 }
    if context.isMirrored { return max(0, shaped.width - ink.right) }
    // With tracking the pen of the first glyph is not at the edge, and ink may stand out of its cell, as that of a "j".
    return isBound ? ink.left : max(0, ink.left - shaped.glyphs[outermost].x)
  }

  /// The same at the other end.
  private func trailingBearing(in shaped: ShapedText, factor: Double) -> Double {
    let order = { (one: Int, other: Int) in shaped.glyphs[one].x < shaped.glyphs[other].x }
    let all = shaped.glyphs.indices
    guard let last = context.isMirrored ? all.min(by: order) : all.max(by: order),
      let ink = ink(of: last, in: shaped, factor: factor)
    else { return 0 }
    return context.isMirrored ? ink.left : shaped.width - ink.right
  }

  /// Index of a glyph's part.
  private func part(of glyph: Int, in shaped: ShapedText) -> Int {
    shaped.pieces.first { $0.glyphs.contains(glyph) }?.part ?? 0
  }

  /// Where the ink of a glyph begins and ends, in pixels from the left edge of its text; nil for spaces and emoji.
  private func ink(of index: Int, in shaped: ShapedText, factor: Double) -> (left: Double, right: Double)? {
    let glyph = shaped.glyphs[index]
    let sizePx = font(of: part(of: index, in: shaped), factor: factor).sizePx
    guard let ink = context.typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: sizePx) else { return nil }
    return (glyph.x + ink.left, glyph.x + ink.right)
  }

  package var viewSpacing: ViewSpacing {
    let scale = context.scale
    let sizePt = parts.map { $0.context.environment.font.size }.max() ?? 0
    return .text(
      ascent: ideal.firstBaseline / scale, descent: (ideal.height - ideal.lastBaseline) / scale,
      capitals: sizePt * Font.capHeightShare, scale: scale)
  }

  package func size(in proposal: Proposal) -> Size {
    size(of: fitted(width: proposal.width ?? .infinity, height: proposal.height ?? .infinity))
  }

  private func size(of fit: Fit) -> Size {
    Size(
      width: max(0, fit.text.width - fit.trim.width) / context.scale,
      height: (fit.text.height + reserved(beyond: fit.text)) / context.scale)
  }

  /// Returns the fit that a frame was measured for; nil where its size is another's. A line that is cut is as wide as its
  /// room, so that a whole text of the same size comes first.
  private func measured(_ frame: Size) -> Fit? {
    let found =
      fits.lastIndex { !$0.fit.text.isTruncated && isSize(frame, of: $0.fit) }
      ?? fits.lastIndex { isSize(frame, of: $0.fit) }
    return found.map { fits[$0].fit }
  }

  private func isSize(_ frame: Size, of fit: Fit) -> Bool {
    let size = size(of: fit)
    return abs(size.width - frame.width) < 0.001 && abs(size.height - frame.height) < 0.001
  }

  /// Returns the fit that is drawn in a frame: the one that it was measured for. Wrapped again the text may break or be cut
  /// elsewhere, because the frame is as wide as the widest line, not as the room that was offered. A text that was cut may be
  /// half a point wider, so that no word is cut that lacks less.
  private func drawn(in frame: Size) -> Fit {
    let measured = measured(frame)
    if let measured, !measured.text.isTruncated { return measured }
    let wider = fitted(width: frame.width + 0.5, height: frame.height)
    guard let measured else { return wider }
    // What was closed up next to an ellipsis before words is room that another cut could use.
    if wider.text.isTruncated && environment.truncationMode != .tail { return measured }
    return wider.canReplace(measured, hasEmoji: hasEmoji) ? wider : measured
  }

  /// The height of lines that it has not, in pixels.
  private func reserved(beyond text: ShapedText) -> Double {
    let missing = environment.reservedLineCount - text.lines.count
    guard missing > 0, !text.lines.isEmpty else { return 0 }
    let spacing = environment.lineSpacing * context.scale
    return Double(missing) * ((text.height + spacing) / Double(text.lines.count))
  }

  package func baseline(first: Bool, size: Size) -> Double? {
    let text = (measured(size) ?? fitted(width: size.width, height: size.height)).text
    return (first ? text.firstBaseline : text.lastBaseline) / context.scale
  }

  package func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if text.isEmpty { return }
    let fit = drawn(in: rect.size)
    var shaped = fit.text
    let factor = fit.factor
    // A text that was cut may be narrower than its room; it keeps to the leading edge.
    let shift =
      context.isMirrored ? rect.width * context.scale - (shaped.width - fit.trim.right) : -fit.trim.left
    if environment.hidesContent {
      for index in shaped.lines.indices where context.isMirrored { shaped.lines[index].x += shift }
      return drawRedacted(shaped, in: rect, into: &canvas)
    }
    let words = parts.filter { $0.symbol == nil }.map(\.text).joined()
    context.container.accessibility.add(AccessibilityNode(label: words, framePt: rect))
    shaped.move(by: shift)
    startLinesWithInk(&shaped, factor: factor)
    if parts.count == 1 { return parts[0].draw(shaped, in: rect, factor: factor, into: &canvas) }
    for (index, part) in parts.enumerated() {
      let words = part.symbol?.name ?? part.text
      guard let own = shaped.part(index, text: words, font: part.font(factor: factor)) else {
        continue
      }
      let scale = context.scale
      let frame = Rect(
        x: rect.minX + own.left / scale, y: rect.minY + own.top / scale,
        width: own.text.width / scale,
        height: own.text.height / scale)
      part.draw(own.text, in: frame, factor: factor, into: &canvas)
    }
  }

  /// A bar for each line, as long as the line (rule 85).
  private func drawRedacted(_ shaped: ShapedText, in rect: Rect, into canvas: inout DrawCanvas) {
    let scale = context.scale
    let height = shaped.font.sizePx / scale * 0.7
    for line in shaped.lines {
      // The last line of a cut text may be a hair wider than its box.
      let left = min(max(rect.minX, rect.minX + line.x / scale), rect.maxX)
      let right = max(left, min(rect.minX + (line.x + line.width) / scale, rect.maxX))
      let bar = Rect(
        x: left, y: rect.minY + line.baseline / scale - height, width: right - left, height: height)
      canvas.append(hidden: bar, radius: height / 4, identity: context)
    }
  }
}

extension TextPart {
  /// The glyphs of the part, and the lines along them.
  fileprivate func draw(
    _ shaped: ShapedText, in rect: Rect, factor: Double, into canvas: inout DrawCanvas
  ) {
    let environment = context.environment
    let sizePt = environment.font.size * factor
    canvas.append(
      .glyphs(shaped), frame: rect, style: environment.foregroundStyle, identity: context, fontSizePt: sizePt)
    // Below the baseline, and through the middle of small letters, which are 0.546 em high in Inter.
    if let line = environment.underline {
      draw(line, of: shaped, at: 0.14, sizePt, in: rect, into: &canvas)
    }
    if let line = environment.strikethrough {
      draw(line, of: shaped, at: -0.273, sizePt, in: rect, into: &canvas)
    }
  }

  /// - Parameter height: of the line's middle below the baseline, in ems.
  private func draw(
    _ line: TextLine, of shaped: ShapedText, at height: Double, _ sizePt: Double, in rect: Rect,
    into canvas: inout DrawCanvas
  ) {
    let scale = context.scale
    let thickness = max(1 / scale, sizePt * 0.06)
    for words in shaped.lines where words.width > 0 {
      let bar = Rect(
        x: rect.minX + words.x / scale,
        y: rect.minY + words.baseline / scale + height * sizePt - thickness / 2,
        width: words.width / scale,
        height: thickness)
      canvas.append(
        .shape(.rectangle(bar), stroke: nil), frame: bar,
        style: line.color.map { AnyShapeStyle($0) } ?? context.environment.foregroundStyle,
        identity: context)
    }
  }
}
