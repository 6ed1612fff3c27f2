import AfterglowTimeline
import Foundation

extension TickField {
  /// The field's value at the first entry of its table.
  package var tableBase: Int {
    switch self {
    case .month, .day, .hour12, .hour24FromOne: 1
    default: 0
    }
  }

  /// The number of entries in the table of a field.
  package var tableCount: Int {
    switch self {
    case .month: 12
    case .weekday: 7
    case .day: 31
    default: clockValueCount ?? 2
    }
  }

  /// The number of values of an hour or a minute of the day; nil for seconds, which would not stand still, and all else.
  fileprivate var clockValueCount: Int? {
    switch self {
    case .hour24, .hour24FromOne: 24
    case .hour12, .hour12FromZero: 12
    case .minute: 60
    default: nil
    }
  }
}

extension TickLayout {
  /// Whether some of its figures stand in cells.
  package var hasCells: Bool {
    wordings.contains { wording in wording.items.contains { if case .number = $0 { true } else { false } } }
  }

  /// The place of a clock text's visible pieces at a moment, in pixels from the text's left edge, and the text's whole
  /// width; nil for a text without a table of blanks, all of which is visible.
  package func visibleSpan(at date: Date) -> (left: Int, right: Int, width: Int)? {
    let items = wordings.first?.items ?? []
    guard items.contains(where: \.isBlank) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let civil = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    var (x, left, right) = (0, Int.max, 0)
    for item in items {
      var phrase = Phrase(text: "", glyphs: [], advance: widest(item))
      if case .phrase(let literal) = item { phrase = literal }
      if case .words(let field, let words) = item { phrase = words[Self.place(field, civil)] }
      if !phrase.glyphs.isEmpty { (left, right) = (min(left, x), x + phrase.advance) }
      x += phrase.advance
    }
    return left < right ? (left, right, x) : nil
  }

  /// A number of hours or minutes as a table with one phrase for each value.
  ///
  /// - Parameter phrase: the phrase of a value.
  /// - Returns: nil for a field that is neither an hour nor a minute.
  package static func standing(_ field: TickField, _ phrase: (Int) -> Phrase) -> Item? {
    guard let count = field.clockValueCount else { return nil }
    return .words(field, (field.tableBase..<field.tableBase + count).map(phrase))
  }
}

extension TickLayout.Item {
  /// Whether it is a table that keeps the room of its words and draws none of them.
  fileprivate var isBlank: Bool {
    if case .words(_, let words) = self { words.allSatisfy(\.glyphs.isEmpty) } else { false }
  }
}

extension TickPattern {
  /// Whether it shows the hour or the minute of a day, and no number that changes faster.
  fileprivate var isTimeOfDay: Bool {
    guard kind == .civil, wordings.count == 1 else { return false }
    let fields = wordings[0].parts.compactMap { part in
      if case .number(let field, _, _) = part { field } else { nil }
    }
    return !fields.isEmpty && fields.allSatisfy { $0.clockValueCount != nil }
  }
}

extension Typesetter {
  /// A time of day that is large or bound by its ink: proportional figures, and no room around the ink at its ends. Figures
  /// in cells would part a 1 from its neighbours, indent a time that begins with it, and hang from the middle.
  ///
  /// - Returns: nil for any other text, and for one whose figures keep their cells.
  func standingLayout(_ request: TickRequest) -> TickLayout? {
    guard request.isLarge || request.isBound, !request.keepsCells, request.pattern.isTimeOfDay else { return nil }
    let wording = request.pattern.wordings[0]
    var font = request.font
    font.hasTabularFigures = false
    let names = LocaleFigures.of(request.language)
    var bare = font
    bare.trackingPx = 0
    let zero = shape(
      Request(text: names[0], font: bare, width: nil, lineLimit: nil, alignment: .leading, language: request.language))
    let parts = items(
      wording, of: request.pattern, font: font, middle: digitMiddle(zero, sizePx: font.sizePx),
      language: request.language)
    let figures = StandingFigures(
      font: font, language: request.language,
      spacing: spacing(parts, zeroWidth: zero.width, font: font, language: request.language, names: names),
      dotRoomPx: dotRoom(zero, names[1], request))
    let items = parts.enumerated().map { index, item in
      guard case .number(let field, let minimum, _) = item else { return item }
      let isLast = index + 1 == parts.count
      return TickLayout.standing(field) { value in
        number(value, minimum, figures, followsText: index > 0, precedesText: !isLast)
      } ?? item
    }
    return TickLayout(
      font: font, digits: names.map { TickLayout.Phrase(text: $0, glyphs: [], advance: 0) }, cell: 0,
      wordings: [TickLayout.Wording(pattern: wording, items: ending(items, parts, request))],
      baseline: zero.firstBaseline.rounded(), height: zero.height, leadingTrim: 0, trailingTrim: 0,
      alignment: request.alignment, zone: request.zone, pattern: request.pattern)
  }

  /// The distances between figures, and between figures and the first text between two numbers.
  private func spacing(
    _ parts: [TickLayout.Item], zeroWidth: Double, font: ShapingFont, language: String, names: [String]
  ) -> FigureSpacing? {
    let texts = parts.dropFirst().dropLast().compactMap { item in
      if case .phrase(let phrase) = item { phrase.text } else { nil }
    }
    // Most texts of several characters begin and end with a space.
    let joint = texts.first.map { $0.count == 1 ? $0 : " " } ?? ":"
    let line = shape(
      Request(
        text: FigureSpacing.line(names, joint), font: font, width: nil, lineLimit: nil, alignment: .leading,
        language: language))
    return FigureSpacing(line, zeroWidth: zeroWidth)
  }

  /// Room between a colon and a zero that is a dot, as in Arabic, in pixels; 0 for a zero that is a figure. The three dots would
  /// be read as one sign.
  private func dotRoom(_ zero: ShapedText, _ one: String, _ request: TickRequest) -> Double {
    let font = request.font
    let figure = shape(
      Request(text: one, font: font, width: nil, lineLimit: nil, alignment: .leading, language: request.language))
    guard let dot = zero.glyphs.first, let line = figure.glyphs.first,
      let low = glyphs.ink(dot.face, dot.glyph, sizePx: font.sizePx),
      let high = glyphs.ink(line.face, line.glyph, sizePx: font.sizePx),
      abs(low.bottom - low.top) < 0.5 * abs(high.bottom - high.top)
    else { return 0 }
    return (font.sizePx * 0.1).rounded()
  }

  private func number(
    _ value: Int, _ minimum: Int, _ figures: StandingFigures, followsText: Bool, precedesText: Bool
  ) -> TickLayout.Phrase {
    let text = LocaleFigures.text(value, minimumDigits: minimum, in: figures.language)
    guard let spacing = figures.spacing else {
      return word(text, isFigure: true, font: figures.font, language: figures.language)
    }
    let written = String(value).compactMap(\.wholeNumberValue)
    let digits = [Int](repeating: 0, count: max(0, minimum - written.count)) + written
    let start = figures.font.trackingPx / 2
    let before = digits[0] == 0 ? figures.dotRoomPx : 0
    var pens = [start + (followsText ? spacing.kerningAfterText(digits[0]) + before : 0)]
    for (one, next) in zip(digits, digits.dropFirst()) { pens.append(pens[pens.count - 1] + spacing.pair(one, next)) }
    // On whole pixels, so that all numbers share ten pictures.
    let glyphs = zip(digits, pens).map { spacing.figure($0, x: $1.rounded()) }
    let after = precedesText && digits[digits.count - 1] == 0 ? figures.dotRoomPx : 0
    let end = pens[pens.count - 1] + spacing.widthBeforeText(digits[digits.count - 1]) + start + after
    return TickLayout.Phrase(text: text, glyphs: glyphs, advance: Int(clamping: end.rounded()))
  }

  /// Leaves out the bearings of numbers at the ends of a line, and of words there where it is bound by its ink.
  private func ending(
    _ items: [TickLayout.Item], _ parts: [TickLayout.Item], _ request: TickRequest
  ) -> [TickLayout.Item] {
    if items.count == 1 { return [items[0].mapPhrases { boundByInk($0, request) }] }
    func isNumber(_ item: TickLayout.Item?) -> Bool { if case .number? = item { true } else { false } }
    return boundByInk(
      items, font: request.font,
      ends: (request.isBound || isNumber(parts.first), request.isBound || isNumber(parts.last)),
      // Accessories, which are not bound, have no margins.
      isWhole: !request.isBound)
  }

  private func boundByInk(_ figures: TickLayout.Phrase, _ request: TickRequest) -> TickLayout.Phrase {
    let edges = figures.glyphs.compactMap { ink(of: $0, request.font) }
    guard let left = edges.map(\.left).min(), let right = edges.map(\.right).max() else { return figures }
    return figures.bound(from: left, to: right, request.alignment)
  }
}

/// The figures of one standing time.
private struct StandingFigures {
  var font: ShapingFont
  var language: String
  /// nil where a font draws a figure differently among others: each number is shaped by itself.
  var spacing: FigureSpacing?
  /// Room between a colon and a zero that is a dot, in pixels.
  var dotRoomPx: Double
}

extension TickLayout.Phrase {
  /// The phrase moved by whole pixels so that it has no room around its ink.
  ///
  /// - Parameters:
  ///   - left: where its ink begins, in pixels from the pen.
  ///   - right: where its ink ends.
  package func bound(from left: Double, to right: Double, _ alignment: TextAlignment) -> TickLayout.Phrase {
    // The renderer halves the width of what it centres: an even one is halved exactly.
    let even = 2 * max(0, ((right - left) / 2).rounded(.up))
    let shift = alignment == .center ? ((even - left - right) / 2).rounded() : -left.rounded()
    var bound = self
    for index in bound.glyphs.indices { bound.glyphs[index].x += shift }
    bound.advance = Int(clamping: alignment == .center ? even : max(0, (right + shift).rounded()))
    return bound
  }
}
