import AfterglowTimeline
import Foundation

/// How a distance in time is worded.
package struct DistanceStyle: Hashable, Codable {
  package typealias Unit = UnitPatterns.Unit

  package enum Sign: String, Codable {
    case never
    /// Minus before the instant, plus after it.
    case always
  }

  /// The units that may be shown.
  var units: Set<Unit>
  /// How many of them at most; each follows the one before it.
  var maximumCount: Int
  var width: NumberSkeleton.UnitWidth
  /// Of two units together; nil = the same.
  var widthOfTwo: NumberSkeleton.UnitWidth?
  var sign: Sign

  package init(
    units: Set<Unit>, maximumCount: Int, width: NumberSkeleton.UnitWidth,
    widthOfTwo: NumberSkeleton.UnitWidth? = nil, sign: Sign
  ) {
    self.units = units
    self.maximumCount = maximumCount
    self.width = width
    self.widthOfTwo = widthOfTwo
    self.sign = sign
  }

  /// 11 min, 14 sec
  package static let relative = DistanceStyle(
    units: [.day, .hour, .minute, .second], maximumCount: 2, width: .short, sign: .never)
  /// −11 minutes
  package static let offset = DistanceStyle(
    units: [.day, .hour, .minute, .second], maximumCount: 1, width: .wide, sign: .always)

  /// 1h 4m, 14 min: a timer's, at reduced luminance. It stands where figures stood.
  package static let hoursAndMinutes = DistanceStyle(
    units: [.hour, .minute], maximumCount: 2, width: .short, widthOfTwo: .narrow, sign: .never)

  /// This style without what changes in less than a minute.
  package var withoutSeconds: DistanceStyle {
    var style = self
    style.units.remove(.second)
    if style.units.isEmpty { style.units = [.minute] }
    return style
  }

  /// From the largest to the smallest.
  fileprivate var ordered: [Unit] { Unit.allCases.filter(units.contains) }
}

extension TickPattern {
  /// The distance to an instant.
  package static func distance(_ reference: Date, _ style: DistanceStyle, from now: Date, in locale: Locale)
    -> TickPattern
  {
    let phrases = DistancePhrases(style: style, locale: locale.identifier, secondsNow: reference.timeIntervalSince(now))
    var wordings: [TickWording] = []
    switch style.sign {
    case .never: wordings = phrases.wordings(sign: "", directions: 3)
    case .always:
      wordings = phrases.wordings(sign: "\u{2212}", directions: TickPhraseRecord.future)
      wordings += phrases.wordings(sign: "+", directions: TickPhraseRecord.past)
    }
    return TickPattern(
      kind: style.sign == .always ? .offset : .relative, wordings: wordings,
      plurals: PluralRule(locale: locale.identifier), name: style.sign == .always ? "offset" : "relative",
      reference: reference)
  }
}

extension TickPattern {
  /// A timer's interval in hours and minutes; before and after it, it stands.
  package static func minutes(
    _ interval: ClosedRange<Date>, countsDown: Bool, showsHours: Bool, in locale: Locale
  ) -> TickPattern {
    let length = UInt32(
      clamping: min(max(interval.upperBound.timeIntervalSince(interval.lowerBound).rounded(), 0), 1e9))
    var style = DistanceStyle.hoursAndMinutes
    if !showsHours { style.units.remove(.hour) }
    let running = countsDown ? TickPhraseRecord.future : TickPhraseRecord.past
    let resting = countsDown ? TickPhraseRecord.past : TickPhraseRecord.future
    let phrases = DistancePhrases(style: style, locale: locale.identifier, secondsNow: Double(length) / 2)
    let all = phrases.wordings(sign: "", directions: running)
    var wordings = all.filter { $0.lowerSeconds < max(1, length) }.map { wording in
      var wording = wording
      wording.upperSeconds = min(wording.upperSeconds, length)
      return wording
    }
    let whole = TickPart.literal(phrases.text(Int64(length), of: all))
    wordings.append(TickWording(parts: [whole], lowerSeconds: length, directions: running))
    wordings.append(TickWording(parts: [.literal(phrases.text(0, of: all))], directions: resting))
    return TickPattern(
      kind: .timer, wordings: wordings, plurals: PluralRule(locale: locale.identifier), name: "timer",
      reference: countsDown ? interval.upperBound : interval.lowerBound)
  }
}

/// The wordings of a distance in one language, for each range of distances and each plural.
private struct DistancePhrases {
  typealias Unit = UnitPatterns.Unit

  let style: DistanceStyle
  let locale: String
  /// The distance now, which decides for how many figures there is room.
  let secondsNow: Double

  func wordings(sign: String, directions: UInt8) -> [TickWording] {
    let units = style.ordered
    return units.indices.flatMap { index -> [TickWording] in
      let isLast = index == units.count - 1
      let lower = isLast ? 0 : UInt32(TickUnit.seconds(of: units[index].total))
      let upper =
        index == 0 ? TickPhraseRecord.unbounded : UInt32(TickUnit.seconds(of: units[index - 1].total))
      let first = Amount(
        unit: units[index], field: units[index].total, digits: digits(units[index], upper: upper))
      let second = style.maximumCount > 1 && !isLast ? Self.rest(units[index + 1], after: units[index]) : nil
      return worded(
        first, second.map { Amount(unit: units[index + 1], field: $0, digits: 2) }, sign: sign
      ).map { wording in
        var wording = wording
        (wording.lowerSeconds, wording.upperSeconds, wording.directions) = (lower, upper, directions)
        return wording
      }
    }
  }

  private struct Amount {
    var unit: Unit
    var field: TickField
    var digits: Int
  }

  /// Not narrow where its letters run the other way than the language: Persian's are Latin, and the amounts of a list would
  /// stand in another order than the words around them.
  private func widthOfTwo(_ unit: Unit) -> NumberSkeleton.UnitWidth {
    guard let width = style.widthOfTwo else { return style.width }
    let words = UnitPatterns.words(unit, width, sample: 3, in: locale)
    let isForeign =
      LayoutDirection(Locale(identifier: locale)) == .rightToLeft
      && TextDirection(of: words.before + words.after) == .leftToRight
    return isForeign ? style.width : width
  }

  /// One wording for each plural of the first number, and of the second if there is one; plurals that read alike are one.
  private func worded(_ first: Amount, _ second: Amount?, sign: String) -> [TickWording] {
    let width = second == nil ? style.width : widthOfTwo(first.unit)
    let firsts = forms(first, width)
    guard let second else {
      return firsts.map { form in
        var wording = TickWording(parts: Self.joined([.literal(sign)] + parts(first, form.words)))
        if firsts.count > 1 { (wording.categories, wording.pluralField) = (form.mask, first.field) }
        return wording
      }
    }
    let seconds = forms(second, width)
    return firsts.flatMap { one in
      seconds.map { two in
        let around = UnitPatterns.separators(
          width, precedesNumber: two.words.hasNumber && two.words.before.isEmpty, in: locale)
        let parts: [TickPart] =
          [.literal(sign + around[0])] + parts(first, one.words) + [.literal(around[1])] + parts(second, two.words)
          + [.literal(around[2])]
        var wording = TickWording(parts: Self.joined(parts))
        if firsts.count > 1 { (wording.categories, wording.pluralField) = (one.mask, first.field) }
        if seconds.count > 1 { (wording.secondCategories, wording.secondPluralField) = (two.mask, second.field) }
        return wording
      }
    }
  }

  /// The words of an amount, each with the plural categories that have them.
  private func forms(_ amount: Amount, _ width: NumberSkeleton.UnitWidth) -> [(words: UnitPatterns.Words, mask: UInt8)]
  {
    var forms: [(words: UnitPatterns.Words, mask: UInt8)] = []
    var seen: UInt8 = 0
    for (number, category) in UnitPatterns.categories(in: locale).enumerated() where seen & category.mask == 0 {
      seen |= category.mask
      let words = UnitPatterns.words(amount.unit, width, sample: number, in: locale)
      if let place = forms.firstIndex(where: { $0.words == words }) {
        forms[place].mask |= category.mask
      } else {
        forms.append((words, category.mask))
      }
    }
    return forms
  }

  private func parts(_ amount: Amount, _ words: UnitPatterns.Words) -> [TickPart] {
    let number = TickPart.number(amount.field, minimumDigits: 1, maximumDigits: amount.digits)
    return [.literal(words.before)] + (words.hasNumber ? [number] : []) + [.literal(words.after)]
  }

  /// Words that meet are shaped as one.
  private static func joined(_ parts: [TickPart]) -> [TickPart] {
    parts.reduce(into: []) { joined, part in
      guard case .literal(let words) = part else { return joined.append(part) }
      if words.isEmpty { return }
      if case .literal(let before)? = joined.last {
        joined[joined.count - 1] = .literal(before + words)
      } else {
        joined.append(part)
      }
    }
  }

  /// Room for the largest number of a range; of the last range for twice the distance of now.
  private func digits(_ unit: Unit, upper: UInt32) -> Int {
    let size = Double(TickUnit.seconds(of: unit.total))
    let largest = upper == TickPhraseRecord.unbounded ? 2 * abs(secondsNow) / size + 9 : Double(upper - 1) / size
    return max(2, min(9, String(Int(clamping: min(largest, 1e9))).count))
  }

  /// What wordings say at a distance that does not change.
  func text(_ seconds: Int64, of wordings: [TickWording]) -> String {
    let categories = UnitPatterns.categories(in: locale)
    func number(_ field: TickField) -> Int { Int(field.number(ofDistance: seconds)) }
    func holds(_ mask: UInt8, _ field: TickField) -> Bool {
      let value = number(field)
      return mask == 0 || mask & categories[value < 100 ? value : 100 + value % 100].mask != 0
    }
    let wording = wordings.first {
      $0.lowerSeconds <= seconds && seconds < $0.upperSeconds && holds($0.categories, $0.pluralField)
        && holds($0.secondCategories, $0.secondPluralField)
    }
    return (wording?.parts ?? []).map { part in
      switch part {
      case .literal(let words): words
      case .number(let field, let digits, _):
        LocaleFigures.text(number(field), minimumDigits: digits, in: locale)
      case .words: ""
      }
    }.joined()
  }

  /// What is left of the larger unit; nil where they do not follow each other.
  private static func rest(_ unit: Unit, after larger: Unit) -> TickField? {
    switch (larger, unit) {
    case (.year, .month): .monthsOfYear
    case (.month, .day): .daysOfMonth
    case (.week, .day): .daysOfWeek
    case (.day, .hour): .hoursOfDay
    case (.hour, .minute): .minutesOfHour
    case (.minute, .second): .secondsOfMinute
    default: nil
    }
  }
}

extension UnitPatterns.Unit {
  /// The number of whole units in a distance.
  var total: TickField {
    switch self {
    case .year: .totalYears
    case .month: .totalMonths
    case .week: .totalWeeks
    case .day: .totalDays
    case .hour: .totalHours
    case .minute: .totalMinutes
    case .second: .totalSeconds
    }
  }
}
