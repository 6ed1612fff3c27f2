import AfterglowCore

// Tick text: text that changes by itself. The author has shaped every piece; the firmware only selects among them.
//
// A template is a list of phrases, a phrase a row of items from left to right, an item a fixed picture of text
// (literal), a number in digit cells, or one of a table of pictures (month names). All records have the same layout in
// archives.

/// What a tick text shows.
public enum TickKind: UInt8, Sendable {
  /// The date and time in the node's zone. Exactly one phrase applies: the first.
  case civil = 0
  /// Counts down to the reference instant, then up (docs/rules.md, Ticking text).
  case timer = 1
  /// The distance to the reference instant, with the same phrases in both directions or different ones.
  case relative = 2
  /// The same with a sign: phrases for the future have a minus, for the past a plus.
  case offset = 3
}

/// Which edge or the centre of the text is at the node's x.
public enum TickAlignment: UInt8, Sendable {
  case leading = 0
  case centre = 1
  case trailing = 2
}

/// A number that an item shows. The first group belongs to civil templates, the second to the other three.
public enum TickField: UInt8, Sendable {
  /// 0...23
  case hour24 = 0
  /// 12, 1...11
  case hour12 = 1
  case minute = 2
  case second = 3
  case day = 4
  /// 1...12; tables start with January.
  case month = 5
  /// 0 = Sunday; tables start with it.
  case weekday = 6
  /// 0 = before noon, 1 = after.
  case dayPeriod = 7
  /// The absolute value.
  case year = 8
  /// 0...99
  case yearOfCentury = 9
  /// 0...11
  case hour12FromZero = 10
  /// 1...24
  case hour24FromOne = 11

  /// Whole units of the whole distance.
  case totalSeconds = 16
  case totalMinutes = 17
  case totalHours = 18
  case totalDays = 19
  case totalWeeks = 20
  /// Of 30.436875 days, the mean month: 2,629,746 s.
  case totalMonths = 21
  /// Of 365.2425 days, the mean year: 31,556,952 s.
  case totalYears = 22
  /// The remainder after larger units: 0...59.
  case secondsOfMinute = 23
  case minutesOfHour = 24
  case hoursOfDay = 25
  case daysOfWeek = 26
  /// Days after whole mean months, and months after whole mean years.
  case daysOfMonth = 27
  case monthsOfYear = 28

  /// Whether it is read from the wall clock; otherwise from the distance to the reference.
  public var isCivil: Bool { rawValue < 16 }
}

/// One tick text. 32 bytes (docs/archive-format.md, TickTemplateRecord, 32 bytes).
public struct TickTemplateRecord: Equatable, Sendable, BitwiseCopyable {
  /// `TickKind`.
  public var kind: UInt8
  /// `TickAlignment`.
  public var alignment: UInt8
  public var reserved0: UInt16
  /// Width of the widest value, in px, for layout dumps; not used by the firmware.
  public var widestPx: Int32
  /// In the phrases section; each template has its own phrases, one after the other.
  public var phrases: RecordRange
  /// Index of a plural table; `TickTemplateRecord.noPlurals` = every number is `PluralCategory.other`.
  public var pluralTable: UInt32
  public var reserved1: UInt32
  public var reserved2: UInt64

  /// The index that means "no plural table".
  public static var noPlurals: UInt32 { UInt32.max }

  public init(
    kind: TickKind, alignment: TickAlignment = .leading, widestPx: Int32 = 0, phrases: RecordRange,
    pluralTable: UInt32 = UInt32.max
  ) {
    self.kind = kind.rawValue
    self.alignment = alignment.rawValue
    reserved0 = 0
    self.widestPx = widestPx
    self.phrases = phrases
    self.pluralTable = pluralTable
    reserved1 = 0
    reserved2 = 0
  }
}

/// The plural categories of Unicode (UTS #35, part 3).
public enum PluralCategory: UInt8, Sendable {
  case zero = 0
  case one = 1
  case two = 2
  case few = 3
  case many = 4
  case other = 5

  /// As a bit in `TickPhraseRecord.categories`.
  @inlinable public var mask: UInt8 { 1 << rawValue }
}

/// One wording. The first phrase of a template whose conditions all hold is shown; if there is none, nothing is shown.
/// 32 bytes. A civil template's conditions are ignored.
public struct TickPhraseRecord: Equatable, Sendable, BitwiseCopyable {
  /// In the items section; each phrase has its own items, one after the other.
  public var items: RecordRange
  /// The distance in whole seconds must be at least this ...
  public var lowerSeconds: UInt32
  /// ... and below this; `UInt32.max` = no upper end.
  public var upperSeconds: UInt32
  /// Bit 0: at and after the reference instant. Bit 1: before it.
  public var directions: UInt8
  /// Bits of `PluralCategory` that `pluralField`'s number may have; 0 = any.
  public var categories: UInt8
  /// `TickField`.
  public var pluralField: UInt8
  /// The same for a second number ("2 hr, 1 min").
  public var secondCategories: UInt8
  public var secondPluralField: UInt8
  public var reserved0: UInt8
  public var reserved1: UInt16
  public var reserved2: UInt64

  /// At and after the reference instant, as a bit of `directions`.
  public static var past: UInt8 { 1 }
  /// Before the reference instant, as a bit of `directions`.
  public static var future: UInt8 { 2 }
  /// No upper end, for `upperSeconds`.
  public static var unbounded: UInt32 { UInt32.max }

  public init(
    items: RecordRange, lowerSeconds: UInt32 = 0, upperSeconds: UInt32 = UInt32.max, directions: UInt8 = 3,
    categories: UInt8 = 0, pluralField: TickField = .totalSeconds, secondCategories: UInt8 = 0,
    secondPluralField: TickField = .totalSeconds
  ) {
    self.items = items
    self.lowerSeconds = lowerSeconds
    self.upperSeconds = upperSeconds
    self.directions = directions
    self.categories = categories
    self.pluralField = pluralField.rawValue
    self.secondCategories = secondCategories
    self.secondPluralField = secondPluralField.rawValue
    reserved0 = 0
    reserved1 = 0
    reserved2 = 0
  }
}

/// What a piece of a phrase draws.
public enum TickItemKind: UInt8, Sendable {
  /// Placements that never change.
  case literal = 0
  /// Digits in cells.
  case number = 1
  /// One of a table's entries: the field's value − `tableBase` is the index.
  case table = 2
}

/// How a number fills the places up to `minimumDigits` that its value does not use.
public enum TickPadding: UInt8, Sendable {
  case zero = 0
  /// An empty cell.
  case blank = 1
}

/// A piece of a phrase. 32 bytes. Numbers wider than `minimumDigits` take more cells and shift the following items by
/// whole cells; a value of more than `maximumDigits` digits is shown as that many nines.
public struct TickItemRecord: Equatable, Sendable, BitwiseCopyable {
  /// `TickItemKind`.
  public var kind: UInt8
  /// `TickField`; literals: 0.
  public var field: UInt8
  /// Numbers: 1...10. Others: 0.
  public var minimumDigits: UInt8
  /// Numbers: `minimumDigits`...10. Others: 0.
  public var maximumDigits: UInt8
  /// `TickPadding`.
  public var padding: UInt8
  public var reserved0: UInt8
  /// Added before the item, px; may be negative.
  public var gapPx: Int16
  /// Literals: width in px; the next item starts there. Others: 0.
  public var advancePx: Int32
  /// Added to the baseline, px; increases downwards.
  public var risePx: Int16
  public var reserved1: UInt16
  /// Literal: placements. Table: entries in the tick tables section. Number: `first` is the digit set, `count` 0.
  public var source: RecordRange
  /// Table: the field's value at the first entry (1 for months, 0 for weekdays).
  public var tableBase: UInt32
  public var reserved2: UInt32

  private init(kind: TickItemKind, source: RecordRange, gapPx: Int16, risePx: Int16) {
    self.kind = kind.rawValue
    field = 0
    minimumDigits = 0
    maximumDigits = 0
    padding = 0
    reserved0 = 0
    self.gapPx = gapPx
    advancePx = 0
    self.risePx = risePx
    reserved1 = 0
    self.source = source
    tableBase = 0
    reserved2 = 0
  }

  /// An item that always draws the same placements.
  public static func literal(
    placements: RecordRange, advancePx: Int32, gapPx: Int16 = 0, risePx: Int16 = 0
  ) -> TickItemRecord {
    var item = TickItemRecord(kind: .literal, source: placements, gapPx: gapPx, risePx: risePx)
    item.advancePx = advancePx
    return item
  }

  /// An item that draws a field's value in digits.
  public static func number(
    _ field: TickField, digitSet: UInt32, minimumDigits: UInt8, maximumDigits: UInt8, padding: TickPadding = .zero,
    gapPx: Int16 = 0, risePx: Int16 = 0
  ) -> TickItemRecord {
    var item = TickItemRecord(
      kind: .number, source: RecordRange(first: digitSet, count: 0), gapPx: gapPx, risePx: risePx)
    item.field = field.rawValue
    item.minimumDigits = minimumDigits
    item.maximumDigits = maximumDigits
    item.padding = padding.rawValue
    return item
  }

  /// An item that draws the entry of a table at the field's value.
  public static func table(
    _ field: TickField, entries: RecordRange, base: UInt32, gapPx: Int16 = 0, risePx: Int16 = 0
  ) -> TickItemRecord {
    var item = TickItemRecord(kind: .table, source: entries, gapPx: gapPx, risePx: risePx)
    item.field = field.rawValue
    item.tableBase = base
    return item
  }
}

/// One entry of a table, such as a month's name. 16 bytes.
public struct TickTableEntryRecord: Equatable, Sendable, BitwiseCopyable {
  public var placements: RecordRange
  public var advancePx: Int32
  public var reserved: UInt32

  public init(placements: RecordRange, advancePx: Int32) {
    self.placements = placements
    self.advancePx = advancePx
    reserved = 0
  }
}

/// Ten digits in cells of the widest, without kerning. 64 bytes.
public struct DigitSetRecord: Equatable, Sendable, BitwiseCopyable {
  /// Indices in the glyphs section, 0 to 9.
  public var glyphs: InlineArray<10, UInt32>
  /// Pen position of each digit in its cell, px from the cell's left edge.
  public var offsetsPx: InlineArray<10, Int16>
  /// Width of a cell, px.
  public var cellPx: Int16
  public var reserved: UInt16

  public init(glyphs: InlineArray<10, UInt32>, offsetsPx: InlineArray<10, Int16>, cellPx: Int16) {
    self.glyphs = glyphs
    self.offsetsPx = offsetsPx
    self.cellPx = cellPx
    reserved = 0
  }

  public static func == (a: DigitSetRecord, b: DigitSetRecord) -> Bool {
    if a.cellPx != b.cellPx { return false }
    for digit in 0..<10 where a.glyphs[digit] != b.glyphs[digit] || a.offsetsPx[digit] != b.offsetsPx[digit] {
      return false
    }
    return true
  }
}

/// Plural category of every integer in one language. 200 bytes. CLDR's rules for integers use n itself for small
/// numbers and n mod 100 for all others (UTS #35, part 3).
public struct PluralTableRecord: Sendable, BitwiseCopyable {
  /// For n < 100, `PluralCategory`.
  public var small: InlineArray<100, UInt8>
  /// For n ≥ 100, by n mod 100.
  public var large: InlineArray<100, UInt8>

  /// Calls `category` for 0...99 and for 100...199, whose last two digits represent all larger numbers.
  public init(_ category: (Int) -> PluralCategory) {
    small = InlineArray(repeating: 0)
    large = InlineArray(repeating: 0)
    for n in 0..<100 {
      small[n] = category(n).rawValue
      large[n] = category(n + 100).rawValue
    }
  }

  /// One for 1, other for all others: English, German and many more.
  public static var english: PluralTableRecord { PluralTableRecord { $0 == 1 ? .one : .other } }

  func mask(of value: Int64) -> UInt8 {
    let raw = value < 100 ? small[Int(value)] : large[Int(value % 100)]
    return 1 << (raw & 7)
  }
}
