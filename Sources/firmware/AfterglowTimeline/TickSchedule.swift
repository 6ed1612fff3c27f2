import AfterglowCore

// When a tick text may next look different.
extension TickTemplateView {
  /// How long the text looks the same at the least, in seconds, as long as it has its present wording; `Int64.max` for one
  /// that never changes. A date has a day, hours and minutes have 60.
  public func shortestPeriod(at instant: Instant, reference: Instant) -> Int64 {
    if isCivil { return phrases.count == 0 ? Int64.max : civilPeriod(of: phrases[0]) }
    var period = Int64.max
    forEachUnit(of: value(at: instant, zone: .utc, reference: reference)) { unit, _ in
      period = Swift.min(period, unit)
    }
    return period
  }

  private func civilPeriod(of phrase: TickPhraseRecord) -> Int64 {
    var period = Int64.max
    for index in Int(phrase.items.first)..<Int(phrase.items.first) + Int(phrase.items.count) {
      if items[index].kind == TickItemKind.literal.rawValue || isHidden(index, of: phrase.items) { continue }
      guard let field = TickField(rawValue: items[index].field) else { continue }
      period = Swift.min(period, TickUnit.civilPeriod(of: field))
    }
    return period
  }

  /// The next instant at which any part of the text changes.
  func nextBoundary(after instant: Instant, zone: ZoneView, reference: Instant) -> Instant {
    isCivil
      ? nextCivilBoundary(after: instant, zone: zone)
      : nextDistanceBoundary(after: instant, reference: reference)
  }

  private func nextCivilBoundary(after instant: Instant, zone: ZoneView) -> Instant {
    if phrases.count == 0 { return .distantFuture }
    let period = civilPeriod(of: phrases[0])
    var needsOnlyYear = true
    let range = phrases[0].items
    for index in Int(range.first)..<Int(range.first) + Int(range.count) {
      if items[index].kind == TickItemKind.literal.rawValue { continue }
      guard let field = TickField(rawValue: items[index].field) else { continue }
      if field != .year && field != .yearOfCentury && field != .month { needsOnlyYear = false }
    }
    if period == Int64.max { return .distantFuture }
    let seconds = instant.seconds
    let offset = Int64(zone.utcOffset(at: instant))
    let local = seconds + offset
    let next = needsOnlyYear ? startOfNextMonth(after: local) : (flooredQuotient(local, period) + 1) * period
    let natural = Instant(seconds: next - offset)
    if period == 1 { return natural }
    let change = zone.nextOffsetChange(after: instant)
    return change < natural ? change : natural
  }

  private func startOfNextMonth(after local: Int64) -> Int64 {
    let civil = civilTime(of: local)
    let isDecember = civil.month == 12
    return dayNumber(year: isDecember ? civil.year + 1 : civil.year, month: isDecember ? 1 : civil.month + 1, day: 1)
      * 86_400
  }

  private func nextDistanceBoundary(after instant: Instant, reference: Instant) -> Instant {
    let value = value(at: instant, zone: .utc, reference: reference)
    return value.isFuture
      ? nextBoundaryCountingDown(value, reference) : nextBoundaryCountingUp(value, reference)
  }

  private func nextBoundaryCountingUp(_ value: TickValue, _ reference: Instant) -> Instant {
    var next = Int64.max
    forEachUnit(of: value) { unit, base in
      next = Swift.min(next, base + ((value.distance - base) / unit + 1) * unit)
    }
    for index in 0..<phrases.count {
      let lower = Int64(phrases[index].lowerSeconds)
      if lower > value.distance { next = Swift.min(next, lower) }
      let upper = phrases[index].upperSeconds
      if upper != TickPhraseRecord.unbounded && Int64(upper) > value.distance { next = Swift.min(next, Int64(upper)) }
    }
    return next == Int64.max ? .distantFuture : Instant(milliseconds: reference.milliseconds + next * 1000)
  }

  private func nextBoundaryCountingDown(_ value: TickValue, _ reference: Instant) -> Instant {
    // The largest smaller distance at which something differs; 0 is the reference instant itself.
    var next: Int64 = 0
    forEachUnit(of: value) { unit, base in
      next = Swift.max(next, base + (value.distance - base) / unit * unit - 1)
    }
    for index in 0..<phrases.count {
      let lower = Int64(phrases[index].lowerSeconds)
      if lower <= value.distance { next = Swift.max(next, lower - 1) }
      let upper = phrases[index].upperSeconds
      if upper != TickPhraseRecord.unbounded && Int64(upper) <= value.distance {
        next = Swift.max(next, Int64(upper) - 1)
      }
    }
    // Distance d begins at reference − d seconds, and 0 belongs to the past.
    return Instant(milliseconds: reference.milliseconds - next * 1000)
  }

  /// The periods whose multiples, counted from a base, change the content of the current phrase or which one is
  /// current.
  private func forEachUnit(of value: TickValue, _ body: (_ unit: Int64, _ base: Int64) -> Void) {
    if let current = phraseIndex(for: value) {
      let range = phrases[current].items
      for index in Int(range.first)..<Int(range.first) + Int(range.count) {
        if items[index].kind != TickItemKind.literal.rawValue { unit(of: items[index].field, value.distance, body) }
      }
    }
    // Phrases for other distances or directions cannot become current before one of their own bounds is passed.
    let direction = value.isFuture ? TickPhraseRecord.future : TickPhraseRecord.past
    for index in 0..<phrases.count {
      let phrase = phrases[index]
      let upper = phrase.upperSeconds == TickPhraseRecord.unbounded ? Int64.max : Int64(phrase.upperSeconds)
      if phrase.directions & direction == 0 || value.distance < Int64(phrase.lowerSeconds) || value.distance >= upper {
        continue
      }
      if phrases[index].categories != 0 { unit(of: phrases[index].pluralField, value.distance, body) }
      if phrases[index].secondCategories != 0 { unit(of: phrases[index].secondPluralField, value.distance, body) }
    }
  }

  private func unit(of raw: UInt8, _ distance: Int64, _ body: (_ unit: Int64, _ base: Int64) -> Void) {
    guard let field = TickField(rawValue: raw) else { return }
    if field != .daysOfMonth {
      body(TickUnit.seconds(of: field), 0)
      return
    }
    // The remaining days of months restart with each month.
    body(TickUnit.month, 0)
    body(TickUnit.day, distance - distance % TickUnit.month)
  }
}
