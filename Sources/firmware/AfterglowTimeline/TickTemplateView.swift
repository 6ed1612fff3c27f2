import AfterglowCore

/// A tick text with all records that it refers to, of a validated archive. Valid while the archive's memory is.
public struct TickTemplateView {
  public var template: TickTemplateRecord
  /// The template's own phrases.
  public var phrases: UnsafeBufferPointer<TickPhraseRecord>
  /// The whole sections.
  public var items: UnsafeBufferPointer<TickItemRecord>
  public var digitSets: UnsafeBufferPointer<DigitSetRecord>
  public var tableEntries: UnsafeBufferPointer<TickTableEntryRecord>
  public var pluralTables: UnsafeBufferPointer<PluralTableRecord>
  /// Whether a time of day shows its hour alone: without minutes and seconds, and without what stands before them.
  public var hidesMinutes = false

  @inlinable
  public init(
    template: TickTemplateRecord, phrases: UnsafeBufferPointer<TickPhraseRecord>,
    items: UnsafeBufferPointer<TickItemRecord>, digitSets: UnsafeBufferPointer<DigitSetRecord>,
    tableEntries: UnsafeBufferPointer<TickTableEntryRecord>, pluralTables: UnsafeBufferPointer<PluralTableRecord>
  ) {
    self.template = template
    self.phrases = phrases
    self.items = items
    self.digitSets = digitSets
    self.tableEntries = tableEntries
    self.pluralTables = pluralTables
  }

  /// The visible content. Civil templates use `zone`, the others `reference`.
  public func evaluate(at instant: Instant, zone: ZoneView, reference: Instant) -> TickEvaluation {
    var evaluation = TickEvaluation()
    evaluate(at: instant, zone: zone, reference: reference, into: &evaluation)
    return evaluation
  }

  /// The same, written to existing memory.
  public func evaluate(
    at instant: Instant, zone: ZoneView, reference: Instant, into evaluation: inout TickEvaluation
  ) {
    evaluate(value(at: instant, zone: zone, reference: reference), into: &evaluation)
  }

  /// When the text next looks different; `.distantFuture` if never. Exact, including daylight-saving transitions,
  /// plural categories and wording. Never later than the actual change.
  public func nextChange(after instant: Instant, zone: ZoneView, reference: Instant) -> Instant {
    let now = value(at: instant, zone: zone, reference: reference)
    var candidate = instant
    // A boundary may pass without a visible change (the hour when clocks go from 02:59 back to 02:00), but not many in
    // a row; beyond the limit an early result is harmless: nothing differs then.
    for _ in 0..<16 {
      candidate = nextBoundary(after: candidate, zone: zone, reference: reference)
      if candidate >= .distantFuture { return .distantFuture }
      if looksDifferent(now, value(at: candidate, zone: zone, reference: reference)) { return candidate }
    }
    return candidate
  }
}

extension TickTemplateView {
  var isCivil: Bool { template.kind == TickKind.civil.rawValue }

  func value(at instant: Instant, zone: ZoneView, reference: Instant) -> TickValue {
    isCivil
      ? TickValue(civil: zone.civilTime(at: instant))
      : TickValue(millisecondsPastReference: instant.milliseconds - reference.milliseconds)
  }

  /// The first phrase whose conditions are met; nil = none.
  func phraseIndex(for value: TickValue) -> Int? {
    if isCivil { return phrases.count == 0 ? nil : 0 }
    for index in 0..<phrases.count where applies(phrases[index], to: value) { return index }
    return nil
  }

  private func applies(_ phrase: TickPhraseRecord, to value: TickValue) -> Bool {
    let direction = value.isFuture ? TickPhraseRecord.future : TickPhraseRecord.past
    if phrase.directions & direction == 0 || value.distance < Int64(phrase.lowerSeconds) { return false }
    if phrase.upperSeconds != TickPhraseRecord.unbounded && value.distance >= Int64(phrase.upperSeconds) {
      return false
    }
    return matches(phrase.categories, value.number(phrase.pluralField))
      && matches(phrase.secondCategories, value.number(phrase.secondPluralField))
  }

  private func matches(_ categories: UInt8, _ number: Int64) -> Bool {
    if categories == 0 { return true }
    if template.pluralTable == TickTemplateRecord.noPlurals { return categories & PluralCategory.other.mask != 0 }
    return categories & pluralTables[Int(template.pluralTable)].mask(of: number) != 0
  }

  func evaluate(_ value: TickValue, into evaluation: inout TickEvaluation) {
    evaluation.removeAll()
    guard let index = phraseIndex(for: value) else { return }
    let range = phrases[index].items
    var pen: Int32 = 0
    for item in Int(range.first)..<Int(range.first) + Int(range.count) where !isHidden(item, of: range) {
      place(items[item], value, at: &pen, into: &evaluation)
    }
    evaluation.widthPx = pen
    if template.alignment == TickAlignment.centre.rawValue { evaluation.shift(x: -(pen >> 1)) }
    if template.alignment == TickAlignment.trailing.rawValue { evaluation.shift(x: -pen) }
  }

  /// A literal is hidden with the minutes or seconds that follow it.
  func isHidden(_ index: Int, of range: RecordRange) -> Bool {
    if !hidesMinutes || !isCivil { return false }
    func isFine(_ item: TickItemRecord) -> Bool {
      item.kind != TickItemKind.literal.rawValue
        && (item.field == TickField.minute.rawValue || item.field == TickField.second.rawValue)
    }
    if items[index].kind != TickItemKind.literal.rawValue { return isFine(items[index]) }
    let next = index + 1
    return next < Int(range.first) + Int(range.count) && isFine(items[next])
  }

  private func place(
    _ item: TickItemRecord, _ value: TickValue, at pen: inout Int32, into evaluation: inout TickEvaluation
  ) {
    pen += Int32(item.gapPx)
    let y = Int32(item.risePx)
    if item.kind == TickItemKind.number.rawValue {
      placeNumber(item, value.number(item.field), at: &pen, into: &evaluation)
      return
    }
    var source = item.source
    var advance = item.advancePx
    if item.kind == TickItemKind.table.rawValue {
      let entry = tableEntries[tableIndex(of: item, value)]
      source = entry.placements
      advance = entry.advancePx
    }
    if source.count > 0 {
      evaluation.append(TickCell(source: source.first, placementCount: source.count, x: pen, y: y))
    }
    pen += advance
  }

  /// Index in the tick tables section. Validation has checked that the table covers every value of its field.
  func tableIndex(of item: TickItemRecord, _ value: TickValue) -> Int {
    let offset = value.number(item.field) - Int64(item.tableBase)
    return Int(item.source.first) + Int(Swift.max(0, Swift.min(offset, Int64(item.source.count) - 1)))
  }

  private func placeNumber(
    _ item: TickItemRecord, _ number: Int64, at pen: inout Int32, into evaluation: inout TickEvaluation
  ) {
    let digits = TickDigits(number, item)
    let cell = Int32(digitSets[Int(item.source.first)].cellPx)
    for index in 0..<digits.count {
      if let digit = digits[index] {
        let glyph = digitSets[Int(item.source.first)].glyphs[digit]
        let offset = Int32(digitSets[Int(item.source.first)].offsetsPx[digit])
        evaluation.append(TickCell(source: glyph, placementCount: 0, x: pen + offset, y: Int32(item.risePx)))
      }
      pen += cell
    }
  }

  /// Compares the visible content, piece by piece, without placing it.
  private func looksDifferent(_ a: TickValue, _ b: TickValue) -> Bool {
    let phrase = phraseIndex(for: a)
    if phrase != phraseIndex(for: b) { return true }
    guard let phrase else { return false }
    let range = phrases[phrase].items
    for index in Int(range.first)..<Int(range.first) + Int(range.count) {
      let item = items[index]
      if item.kind == TickItemKind.literal.rawValue || isHidden(index, of: range) { continue }
      if item.kind == TickItemKind.table.rawValue {
        if tableIndex(of: item, a) != tableIndex(of: item, b) { return true }
      } else if TickDigits.shown(a.number(item.field), item) != TickDigits.shown(b.number(item.field), item) {
        return true
      }
    }
    return false
  }
}

/// A number's digits in cells, from left to right.
struct TickDigits {
  private var places: InlineArray<10, UInt8>
  let count: Int
  private let blankCount: Int

  /// The value as it fits into the item's cells.
  static func shown(_ number: Int64, _ item: TickItemRecord) -> Int64 {
    var limit: Int64 = 1
    for _ in 0..<item.maximumDigits { limit *= 10 }
    return Swift.min(number, limit - 1)
  }

  init(_ number: Int64, _ item: TickItemRecord) {
    places = InlineArray(repeating: 0)
    var rest = UInt64(TickDigits.shown(number, item))
    var written = 0
    repeat {
      places[written] = UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      written += 1
    } while rest != 0 && written < 10
    count = Swift.max(written, Int(item.minimumDigits))
    blankCount = item.padding == TickPadding.blank.rawValue ? count - written : 0
  }

  /// nil = an empty cell.
  subscript(index: Int) -> Int? {
    index < blankCount ? nil : Int(places[count - 1 - index])
  }
}
