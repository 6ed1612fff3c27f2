import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowTypesetting

private struct Shaped {
  var layout: TickLayout
  var typesetter: Typesetter
  var font: ShapingFont

  func full(_ text: String) -> ShapedText {
    typesetter.shape(
      .init(text: text, font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en_GB"))
  }
}

private func withLayout(
  _ format: ClockFormat, size: Double = 96, weight: Font.Weight = .regular, locale: String = "en_GB",
  keepsCells: Bool = true, _ body: (Shaped) throws -> Void
) throws {
  try TypesetterCache.shared.withTypesetter { typesetter in
    var font = ShapingFont(sizePx: size, weight: weight, hasTabularFigures: true, trackingPx: 0)
    let layout = typesetter.tickLayout(
      TickRequest(
        pattern: .clock(format, in: Locale(identifier: locale)), font: font, isLarge: true, keepsCells: keepsCells,
        alignment: .leading, zone: TimeZone(identifier: "UTC")!, language: locale))
    font.hasTabularFigures = keepsCells
    try body(Shaped(layout: layout, typesetter: typesetter, font: font))
  }
}

private func value(_ format: ClockFormat, locale: String, at seconds: Double) throws -> String {
  var text = ""
  try withLayout(format, locale: locale) { text = $0.layout.value(at: Date(timeIntervalSince1970: seconds)).text }
  return text
}

/// Full shaping of a time gives its glyphs, and their positions before cells or pens are rounded to pixels.
@Test(arguments: [Font.Weight.light, .regular, .semibold, .bold], [true, false])
func `templates equal full shaping for every minute of a day`(weight: Font.Weight, keepsCells: Bool) throws {
  try withLayout(.hourMinute24, weight: weight, keepsCells: keepsCells) { shaped in
    for minute in 0..<1440 {
      let (text, glyphs) = shaped.layout.value(at: Date(timeIntervalSince1970: Double(minute * 60)))
      let full = shaped.full(text)
      #expect(text == String(format: "%02d:%02d", minute / 60, minute % 60))
      #expect(glyphs.map(\.glyph) == full.glyphs.map(\.glyph), "\(text): other glyphs than full shaping")
      // Each cell is rounded by at most half a pixel, and so is each pen of proportional figures, which begin with their ink.
      let start = keepsCells ? 0 : glyphs[0].x - full.glyphs[0].x
      let shifts = zip(glyphs, full.glyphs).enumerated().map { abs($1.0.x - $1.1.x - start) / Double($0 + 1) }
      #expect(shifts.max()! <= 0.5, "\(text): pen positions differ from full shaping")
    }
  }
}

/// Large text omits the bearings at its ends: for a time that begins with a 4 as for one that begins with a 0.
@Test(arguments: ["en_US", "en_GB", "de_DE", "ja_JP", "ar_EG", "fa_IR"], [28, 31, 64, 117, 240] as [Double])
func `no figure is cut where bearings are left out`(locale: String, size: Double) throws {
  for weight in [Font.Weight.thin, .regular, .semibold] {
    try withLayout(.hourMinute, size: size, weight: weight, locale: locale) { shaped in
      let layout = shaped.layout
      for digit in layout.digits {
        let glyph = try #require(digit.glyphs.first)
        let ink = try #require(shaped.typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: size))
        #expect(glyph.x + ink.left >= Double(layout.leadingTrim) - 0.01, "\(digit.text) at its left")
        #expect(glyph.x + ink.right <= Double(layout.cell - layout.trailingTrim) + 0.01, "\(digit.text) at its right")
      }
    }
  }
}

/// A time of proportional figures has no room around its ink, and no ink outside of its room.
@Test(arguments: ["en_US", "en_GB", "de_DE", "ja_JP", "ar_EG", "fa_IR", "fi_FI"], [28, 64, 117] as [Double])
func `a large time begins and ends with its ink`(locale: String, size: Double) throws {
  for weight in [Font.Weight.thin, .semibold] {
    try withLayout(.hourMinute, size: size, weight: weight, locale: locale, keepsCells: false) { shaped in
      #expect(!shaped.layout.hasCells && shaped.layout.leadingTrim == 0)
      for minute in stride(from: 0, to: 1440, by: 7) {
        let date = Date(timeIntervalSince1970: Double(minute) * 60)
        let (text, glyphs) = shaped.layout.value(at: date)
        let inks = try glyphs.map { glyph in
          let ink = try #require(shaped.typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: size))
          return (left: glyph.x + ink.left, right: glyph.x + ink.right)
        }
        let width = shaped.layout.wordings[0].items.reduce(0) { $0 + advance(of: $1, at: minute) }
        let (left, right) = (inks.map(\.left).min()!, inks.map(\.right).max()!)
        #expect(left > -0.01 && left < 1 && right > Double(width) - 1 && right < Double(width) + 0.01, "\(text)")
      }
    }
  }
}

/// A zero that is a dot, as in "١٠:٠٩", stood as near to the colon's dots as they stand to each other.
@Test(arguments: [31, 96, 200] as [Double])
func `an Arabic zero keeps its distance from the colon`(size: Double) throws {
  try withLayout(.hourMinute24, size: size, locale: "ar_EG", keepsCells: false) { shaped in
    for minute in [0, 9, 10 * 60, 10 * 60 + 9, 20 * 60 + 5, 11 * 60 + 11] {
      let (text, glyphs) = shaped.layout.value(at: Date(timeIntervalSince1970: Double(minute) * 60))
      let inks = try glyphs.sorted { $0.x < $1.x }.map { glyph in
        let ink = try #require(shaped.typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: size))
        return (left: glyph.x + ink.left, right: glyph.x + ink.right)
      }
      try #require(inks.count == 5)
      if minute / 60 % 10 == 0 { #expect(inks[2].left - inks[1].right > 0.16 * size, "\(text)") }
      if minute % 60 < 10 { #expect(inks[3].left - inks[2].right > 0.16 * size, "\(text)") }
    }
  }
}

private func advance(of item: TickLayout.Item, at minute: Int) -> Int {
  switch item {
  case .phrase(let phrase): phrase.advance
  case .words(.minute, let words): words[minute % 60].advance
  case .words(let field, let words):
    words[field.tableBase == 0 ? minute / 60 % words.count : (minute / 60 + words.count - 1) % words.count].advance
  case .number: 0
  }
}

@Test func `twelve-hour times drop the leading zero and the period`() throws {
  #expect(try value(.hourMinute, locale: "en_US", at: 9 * 3600 + 41 * 60) == "9:41")
  #expect(try value(.hourMinute, locale: "en_US", at: 300) == "12:05")
}

@Test func `dates follow the locale`() throws {
  let saturday = 1_795_262_400.0
  #expect(try value(.weekdayDayMonth, locale: "en_GB", at: saturday) == "Saturday 21 November")
  #expect(try value(.weekdayDayMonth, locale: "de_DE", at: saturday) == "Samstag, 21. November")
  #expect(try value(.weekdayDayMonth, locale: "en_US", at: saturday) == "Saturday, November 21")
  #expect(try value(.weekdayDayMonth, locale: "ja_JP", at: saturday) == "11月21日 土曜日")
  #expect(try value(.dayMonth, locale: "ja_JP", at: saturday) == "11月21日")
  #expect(try value(.month, locale: "ja_JP", at: saturday) == "11月")
  #expect(try value(.weekdayDayMonth, locale: "zh_CN", at: saturday) == "11月21日 星期六")
  #expect(try value(.dayMonth, locale: "zh_CN", at: saturday + 15 * 86_400) == "12月6日")
}

@Test func `digits have cells of one width of whole pixels`() throws {
  try withLayout(.hourMinute24) { shaped in
    let layout = shaped.layout
    #expect(Set(layout.digits.map(\.advance)) == [layout.cell])
    #expect(layout.widestWidth > 4 * layout.cell)
    #expect(layout.leadingTrim > 0 && layout.trailingTrim > 0)
  }
}

@Test(arguments: [true, false]) func `the colon stands at the middle of the digits`(keepsCells: Bool) throws {
  try withLayout(.hourMinute24, size: 200, keepsCells: keepsCells) { shaped in
    guard case .phrase(let colon) = shaped.layout.wordings[0].items[1], let glyph = colon.glyphs.first else {
      Issue.record("no colon")
      return
    }
    let zero = try #require(shaped.layout.value(at: Date(timeIntervalSince1970: 0)).glyphs.first)
    let cache = shaped.typesetter.glyphs
    let colonInk = try #require(cache.ink(glyph.face, glyph.glyph, sizePx: 200))
    let zeroInk = try #require(cache.ink(zero.face, zero.glyph, sizePx: 200))
    let difference = glyph.y + (colonInk.top + colonInk.bottom) / 2 - (zeroInk.top + zeroInk.bottom) / 2
    #expect(abs(difference) <= 0.5)
  }
}

@Test func `an hour is one number in every language`() {
  for identifier in Locale.availableIdentifiers {
    let parts = ClockPattern.items(.hour, in: Locale(identifier: identifier))
    guard parts.count == 1, case .number = parts[0] else {
      Issue.record("\(identifier): \(parts)")
      continue
    }
  }
}

@Test func `a time of day has one hour and one minute in every language`() {
  for identifier in Locale.availableIdentifiers {
    let parts = ClockPattern.items(.hourMinute, in: Locale(identifier: identifier))
    let numbers = parts.count { if case .number = $0 { true } else { false } }
    #expect(numbers == 2, "\(identifier): \(parts)")
  }
}

/// A date's figures are as wide as they are, and what is bound by its ink has no room before or after it.
@Test(arguments: [ClockFormat.day, .weekdayAbbreviated, .weekdayDayMonth], ["en_GB", "de_DE", "ja_JP", "ar_EG"])
func `a date that is bound by its ink begins and ends with it`(format: ClockFormat, locale: String) throws {
  try TypesetterCache.shared.withTypesetter { typesetter in
    let font = ShapingFont(sizePx: 40, weight: .regular, hasTabularFigures: true, trackingPx: -0.6)
    let layout = typesetter.tickLayout(
      TickRequest(
        pattern: .clock(format, in: Locale(identifier: locale)), font: font, isLarge: false, isBound: true,
        alignment: .center, zone: TimeZone(identifier: "UTC")!, language: locale))
    for day in 0..<60 {
      let (text, glyphs) = layout.value(at: Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400))
      let ends = glyphs.compactMap { glyph in
        typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: 40).map { (glyph.x + $0.left, glyph.x + $0.right) }
      }
      let left = try #require(ends.map(\.0).min())
      let right = try #require(ends.map(\.1).max())
      let width = layout.wordings[0].items.reduce(0) { sum, item in
        switch item {
        case .phrase(let phrase): sum + phrase.advance
        case .number(let field, _, _):
          sum + layout.cell * (field == .month && Calendar.utc.component(.month, from: date(day)) > 9 ? 2 : 1)
        case .words(let field, let words): sum + words[index(of: field, on: day)].advance
        }
      }
      // Glyphs stand on whole pixels at both ends.
      #expect(abs(left) <= 0.55 || locale == "ja_JP", "\(text): \(left)")
      #expect(abs(Double(width) - right) <= 1.1, "\(text): \(Double(width) - right)")
    }
  }
}

private func date(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400) }

private func index(of field: TickField, on day: Int) -> Int {
  switch field {
  case .day: Calendar.utc.component(.day, from: date(day)) - 1
  case .month: Calendar.utc.component(.month, from: date(day)) - 1
  default: Calendar.utc.component(.weekday, from: date(day)) - 1
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    return calendar
  }
}
