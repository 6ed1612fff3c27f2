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

extension Typesetter {
  /// The hour or the minute of a text that shows nothing else: proportional figures, which begin and end with their ink.
  /// Figures in cells would hang from the middle of a stack: a 1 leaves most of its cell empty.
  func standingNumber(_ wording: TickWording, _ request: TickRequest) -> [TickLayout.Item]? {
    guard request.pattern.kind == .civil, request.pattern.wordings.count == 1, wording.parts.count == 1,
      case .number(let field, let minimum, _) = wording.parts[0]
    else { return nil }
    let item = TickLayout.standing(field) { value in
      let text = LocaleFigures.text(value, minimumDigits: minimum, in: request.language)
      let figures = word(text, isFigure: true, font: request.font, language: request.language)
      return boundByInk(figures, request)
    }
    return item.map { [$0] }
  }

  private func boundByInk(_ figures: TickLayout.Phrase, _ request: TickRequest) -> TickLayout.Phrase {
    let edges = figures.glyphs.compactMap { ink(of: $0, request.font) }
    guard let left = edges.map(\.left).min(), let right = edges.map(\.right).max() else { return figures }
    return figures.bound(from: left, to: right, request.alignment)
  }
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
