import AfterglowTimeline
import Foundation

/// A ticking text, shaped piece by piece; all measures in whole pixels, so that pieces move without being redrawn.
package struct TickLayout: Codable {
  /// Shaped words with pen positions relative to the start of the item, on the baseline.
  package struct Phrase: Codable {
    package var text: String
    package var glyphs: [PlacedGlyph]
    package var advance: Int

    package init(text: String, glyphs: [PlacedGlyph], advance: Int) {
      self.text = text
      self.glyphs = glyphs
      self.advance = advance
    }
  }

  package enum Item: Codable {
    case phrase(Phrase)
    case number(TickField, minimumDigits: Int, maximumDigits: Int)
    case words(TickField, [Phrase])

    /// Figures in cells stay as they are.
    package func mapPhrases(_ change: (Phrase) -> Phrase) -> Item {
      switch self {
      case .phrase(let phrase): .phrase(change(phrase))
      case .words(let field, let words): .words(field, words.map(change))
      case .number: self
      }
    }
  }

  package struct Wording: Codable {
    package var pattern: TickWording
    package var items: [Item]

    package init(pattern: TickWording, items: [Item]) {
      self.pattern = pattern
      self.items = items
    }
  }

  package var font: ShapingFont
  /// Ten digits in cells, pen positions relative to the cell's left edge.
  package var digits: [Phrase]
  package var cell: Int
  package var wordings: [Wording]
  /// From the top of the text's box.
  package var baseline: Double
  package var height: Double
  /// Ink bearings of the widest digit that large text leaves out at its ends.
  package var leadingTrim: Int
  package var trailingTrim: Int
  package var alignment: TextAlignment
  package var zone: TimeZone
  package var pattern: TickPattern

  package init(
    font: ShapingFont, digits: [Phrase], cell: Int, wordings: [Wording], baseline: Double, height: Double,
    leadingTrim: Int, trailingTrim: Int, alignment: TextAlignment, zone: TimeZone, pattern: TickPattern
  ) {
    self.font = font
    self.digits = digits
    self.cell = cell
    self.wordings = wordings
    self.baseline = baseline
    self.height = height
    self.leadingTrim = leadingTrim
    self.trailingTrim = trailingTrim
    self.alignment = alignment
    self.zone = zone
    self.pattern = pattern
  }

  /// Pixels that the item can take at most.
  package func widest(_ item: Item) -> Int {
    switch item {
    case .phrase(let phrase): phrase.advance
    case .number(_, _, let maximum): maximum * cell
    case .words(_, let words): words.map(\.advance).max() ?? 0
    }
  }

  /// The words of a moment, or, of a distance of time, what it counts.
  package func spoken(at date: Date) -> String { pattern.kind == .civil ? value(at: date).text : pattern.words ?? "" }

  package var widestWidth: Int { wordings.map(widest).max() ?? 0 }

  /// Pixels that the text takes at most in some of its wordings.
  package func widestWidth(in some: [TickWording]) -> Int {
    wordings.filter { some.contains($0.pattern) }.map(widest).max() ?? widestWidth
  }

  private func widest(_ wording: Wording) -> Int { wording.items.reduce(0) { $0 + widest($1) } }

  /// What a clock text says at an instant, as it is read, and each glyph's pen position from the left.
  package func value(at date: Date) -> (text: String, glyphs: [PlacedGlyph]) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let civil = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    func figures(_ field: TickField, _ minimum: Int) -> [Int] {
      let digits = String(Self.number(field, civil))
      let padded = String(repeating: "0", count: max(0, minimum - digits.count)) + digits
      return padded.compactMap(\.wholeNumberValue)
    }
    var x = 0
    var glyphs: [PlacedGlyph] = []
    func append(_ phrase: Phrase, advance: Int) {
      glyphs += phrase.glyphs.map { $0.shifted(right: Double(x), down: 0) }
      x += advance
    }
    for item in wordings.first?.items ?? [] {
      switch item {
      case .phrase(let phrase): append(phrase, advance: phrase.advance)
      case .words(let field, let words):
        let word = words[Self.place(field, civil)]
        append(word, advance: word.advance)
      case .number(let field, let minimum, _):
        for digit in figures(field, minimum) { append(digits[digit], advance: cell) }
      }
    }
    let text = (wordings.first?.pattern.parts ?? []).map { part in
      switch part {
      case .literal(let text): text
      case .words(let field, let words): words[Self.place(field, civil)]
      case .number(let field, let minimum, _): figures(field, minimum).map { digits[$0].text }.joined()
      }
    }
    return (text.joined(), glyphs)
  }

  /// The place of a moment's word in its table.
  static func place(_ field: TickField, _ civil: DateComponents) -> Int { number(field, civil) - field.tableBase }

  private static func number(_ field: TickField, _ civil: DateComponents) -> Int {
    switch field {
    case .hour24: civil.hour!
    case .hour12: (civil.hour! + 11) % 12 + 1
    case .hour12FromZero: civil.hour! % 12
    case .hour24FromOne: (civil.hour! + 23) % 24 + 1
    case .minute: civil.minute!
    case .second: civil.second!
    case .day: civil.day!
    case .year: civil.year!
    case .month: civil.month!
    case .weekday: civil.weekday! - 1
    case .dayPeriod: civil.hour! < 12 ? 0 : 1
    default: 0
    }
  }
}

/// A ticking text, and all that decides how it is shaped.
package struct TickRequest: Hashable {
  var pattern: TickPattern
  var font: ShapingFont
  var isLarge: Bool
  /// Whether it begins and ends with its ink at any size.
  var isBound = false
  /// Whether its figures stand in cells even where it is large or bound.
  var keepsCells = false
  var alignment: TextAlignment
  var zone: TimeZone
  var language: String

  package init(
    pattern: TickPattern, font: ShapingFont, isLarge: Bool, isBound: Bool = false, keepsCells: Bool = false,
    alignment: TextAlignment, zone: TimeZone, language: String
  ) {
    self.pattern = pattern
    self.font = font
    self.isLarge = isLarge
    self.isBound = isBound
    self.keepsCells = keepsCells
    self.alignment = alignment
    self.zone = zone
    self.language = language
  }
}

extension Typesetter {
  /// Shapes every piece of a ticking text. Literals are shaped between digits, as they will stand, so that what a font
  /// does in context (Inter raises a colon between figures) is kept.
  func tickLayoutAnew(_ request: TickRequest) -> TickLayout {
    if let standing = standingLayout(request) { return standing }
    let (pattern, font, language) = (request.pattern, request.font, request.language)
    var bare = font
    bare.trackingPx = 0
    func shaped(_ text: String) -> ShapedText {
      shape(Request(text: text, font: bare, width: nil, lineLimit: nil, alignment: .leading, language: language))
    }
    let tracking = font.trackingPx
    let names = LocaleFigures.of(language)
    let figures = names.map(shaped)
    let cell = Int(clamping: ((figures.map(\.width).max() ?? 0) + tracking).rounded())
    let digits = figures.enumerated().map { index, figure in
      phrase(
        figure, text: names[index],
        shift: font.isInk ? ((Double(cell) - figure.width) / 2).rounded() : (Double(cell) - figure.width) / 2,
        advance: cell)
    }
    let middle = digitMiddle(figures[0], sizePx: font.sizePx)
    let wordings = pattern.wordings.map { wording in
      let items = items(wording, of: pattern, font: font, middle: middle, language: language)
      return TickLayout.Wording(pattern: wording, items: request.isBound ? boundByInk(items, font: font) : items)
    }
    let trims = request.isLarge || request.isBound ? trims(pattern, digits: digits, font: font, cell: cell) : (0, 0)
    return TickLayout(
      font: font, digits: digits, cell: cell, wordings: wordings, baseline: figures[0].firstBaseline.rounded(),
      height: figures[0].height, leadingTrim: trims.0, trailingTrim: trims.1,
      alignment: request.alignment, zone: request.zone, pattern: pattern)
  }

  /// The parts of a wording from left to right, with its numbers in cells.
  func items(
    _ wording: TickWording, of pattern: TickPattern, font: ShapingFont, middle: Double, language: String
  ) -> [TickLayout.Item] {
    let isRightToLeft = pattern.direction == .rightToLeft
    let parts = isRightToLeft ? wording.parts.seenFromLeft : wording.parts
    return parts.enumerated().map { index, part in
      switch part {
      case .number(let field, let minimum, let maximum):
        return .number(field, minimumDigits: minimum, maximumDigits: maximum)
      case .words(let field, let words):
        return .words(field, words.map { word($0, isFigure: part.isNumber, font: font, language: language) })
      case .literal(let text):
        return .phrase(
          literal(
            text, followsDigit: index > 0 && parts[index - 1].isNumber,
            precedesDigit: index + 1 < parts.count && parts[index + 1].isNumber, font: font, middle: middle,
            language: language, direction: isRightToLeft ? .rightToLeft : .leftToRight))
      }
    }
  }

  /// Glyphs moved so that the pen starts at `shift` on the baseline.
  private func phrase(_ shaped: ShapedText, text: String, shift: Double, advance: Int) -> TickLayout.Phrase {
    let baseline = shaped.firstBaseline
    noteMissingEmoji(in: text)
    return TickLayout.Phrase(
      text: text,
      glyphs: shaped.glyphs.map { $0.shifted(right: shift, down: -baseline) },
      advance: advance)
  }

  /// - Parameter isFigure: a number as wide as it is. Its figures stand on whole pixels, so that all days share ten pictures.
  func word(_ text: String, isFigure: Bool, font: ShapingFont, language: String) -> TickLayout.Phrase {
    var own = font
    if isFigure { own.hasTabularFigures = false }
    let shaped = shape(
      Request(text: text, font: own, width: nil, lineLimit: nil, alignment: .leading, language: language))
    var word = phrase(
      shaped, text: text, shift: font.trackingPx / 2, advance: Int(clamping: (shaped.width + font.trackingPx).rounded())
    )
    if isFigure { word.glyphs = word.glyphs.map(onWholePixels) }
    return word
  }

  private func onWholePixels(_ glyph: PlacedGlyph) -> PlacedGlyph {
    var whole = glyph
    whole.x = glyph.x.rounded()
    return whole
  }

  /// Leaves out the bearings of words at the ends of a line; those of figures in cells are `trims`.
  ///
  /// - Parameters:
  ///   - ends: whether to leave them out at the left, and at the right.
  ///   - isWhole: whether no part of a pixel of ink lies outside; else the nearest pixels decide.
  func boundByInk(
    _ items: [TickLayout.Item], font: ShapingFont, ends: (left: Bool, right: Bool) = (true, true), isWhole: Bool = false
  ) -> [TickLayout.Item] {
    guard !items.isEmpty else { return [] }
    var bound = items
    if ends.left { bound[0] = bound[0].mapPhrases { begun($0, font, isWhole) } }
    if ends.right { bound[bound.count - 1] = bound[bound.count - 1].mapPhrases { ended($0, font, isWhole) } }
    return bound
  }

  private func begun(_ phrase: TickLayout.Phrase, _ font: ShapingFont, _ isWhole: Bool) -> TickLayout.Phrase {
    guard let left = ink(of: phrase.glyphs.min { $0.x < $1.x }, font)?.left else { return phrase }
    let bearing = left.rounded(isWhole ? .down : .toNearestOrAwayFromZero)
    var begun = phrase
    for index in begun.glyphs.indices { begun.glyphs[index].x -= bearing }
    begun.advance = max(0, phrase.advance - Int(clamping: bearing))
    return begun
  }

  private func ended(_ phrase: TickLayout.Phrase, _ font: ShapingFont, _ isWhole: Bool) -> TickLayout.Phrase {
    guard let right = ink(of: phrase.glyphs.max { $0.x < $1.x }, font)?.right else { return phrase }
    var ended = phrase
    ended.advance = max(0, Int(clamping: right.rounded(isWhole ? .up : .toNearestOrAwayFromZero)))
    return ended
  }

  /// Where a glyph's ink lies in its phrase; nil where it has none.
  func ink(of glyph: PlacedGlyph?, _ font: ShapingFont) -> (left: Double, right: Double)? {
    guard let glyph, let ink = glyphs.ink(glyph.face, glyph.glyph, sizePx: font.sizePx), ink.right > ink.left else {
      return nil
    }
    return (glyph.x + ink.left, glyph.x + ink.right)
  }

  /// The words between two items, taken out of a text with a digit on each side that will have one. Items stand as they are
  /// seen from the left; a text from right to left begins with what it is followed by.
  private func literal(
    _ text: String, followsDigit: Bool, precedesDigit: Bool, font: ShapingFont, middle: Double, language: String,
    direction: LayoutDirection
  ) -> TickLayout.Phrase {
    var bare = font
    bare.trackingPx = 0
    func shaped(_ text: String) -> ShapedText {
      shape(
        Request(
          text: text, font: bare, width: nil, lineLimit: nil, alignment: .leading, language: language,
          direction: direction))
    }
    let zero = LocaleFigures.of(language)[0]
    let left = followsDigit ? zero : ""
    let right = precedesDigit ? zero : ""
    let isJoint = text == ":" || text == "." || text == "/" || text == ","
    let whole = shaped(direction == .rightToLeft && !isJoint ? right + text + left : left + text + right)
    let leftWidth = left.isEmpty ? 0 : shaped(left).width
    let rightWidth = right.isEmpty ? 0 : shaped(right).width
    var inner = whole
    // A font may join what stands side by side, or draw nothing.
    if !left.isEmpty && !inner.glyphs.isEmpty { inner.glyphs.removeFirst() }
    if !right.isEmpty && !inner.glyphs.isEmpty { inner.glyphs.removeLast() }
    let characters = Double(max(1, inner.glyphs.count))
    let tracking = font.trackingPx * characters
    let advance = max(0, Int(clamping: (whole.width - leftWidth - rightWidth + tracking).rounded()))
    for index in inner.glyphs.indices {
      inner.glyphs[index].x += font.trackingPx * (Double(index) + 0.5) - leftWidth
      if text == ":" && followsDigit && precedesDigit {
        centre(&inner.glyphs[index], at: middle, font: font, baseline: whole.firstBaseline)
      }
    }
    return phrase(inner, text: text, shift: 0, advance: advance)
  }

  /// The middle of a digit's ink above the baseline (negative), in pixels.
  func digitMiddle(_ zero: ShapedText, sizePx: Double) -> Double {
    guard let glyph = zero.glyphs.first, let ink = glyphs.ink(glyph.face, glyph.glyph, sizePx: sizePx) else { return 0 }
    return (ink.top + ink.bottom) / 2
  }

  /// Puts a colon's ink at the middle of the digits' height, whatever the font's own features did.
  private func centre(_ glyph: inout PlacedGlyph, at middle: Double, font: ShapingFont, baseline: Double) {
    guard let ink = glyphs.ink(glyph.face, glyph.glyph, sizePx: font.sizePx) else { return }
    glyph.y = baseline + (middle - (ink.top + ink.bottom) / 2).rounded()
  }

  /// Large text begins and ends with ink: bearings are left out where a number is at the edge, as much of them as the figure
  /// has that has the least, so that none is cut at the edge of its place.
  private func trims(_ pattern: TickPattern, digits: [TickLayout.Phrase], font: ShapingFont, cell: Int) -> (Int, Int) {
    let edges = digits.compactMap { digit -> (Int, Int)? in
      guard let glyph = digit.glyphs.first, let ink = glyphs.ink(glyph.face, glyph.glyph, sizePx: font.sizePx) else {
        return nil
      }
      return (
        Int(clamping: (glyph.x + ink.left).rounded(.down)),
        Int(clamping: (Double(cell) - glyph.x - ink.right).rounded(.down))
      )
    }
    let left = max(0, edges.map(\.0).min() ?? 0)
    let right = max(0, edges.map(\.1).min() ?? 0)
    let isRightToLeft = pattern.direction == .rightToLeft
    let parts = pattern.wordings.map { isRightToLeft ? $0.parts.seenFromLeft : $0.parts }
    return (
      parts.allSatisfy { $0.first?.isInCells == true } ? left : 0,
      parts.allSatisfy { $0.last?.isInCells == true } ? right : 0
    )
  }
}
