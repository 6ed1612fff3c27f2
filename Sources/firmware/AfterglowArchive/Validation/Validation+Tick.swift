import AfterglowCore
import AfterglowTimeline

extension Validator {
  func checkTickTexts() throws(ArchiveError) {
    try checkDigitSets()
    try checkTickTables()
    try checkPluralTables()
    var phraseEnd: UInt32 = 0
    var itemEnd: UInt32 = 0
    let templates = archive.tickTemplates
    for index in 0..<templates.count {
      let template = templates[index]
      try checkTemplate(template, index, &phraseEnd)
      let isCivil = template.kind == TickKind.civil.rawValue
      for phrase in Int(template.phrases.first)..<Int(template.phrases.first) + Int(template.phrases.count) {
        try checkPhrase(phrase, isCivil: isCivil, &itemEnd)
      }
    }
    if UInt64(phraseEnd) != count(.tickPhrases) { throw fault(.unfinishedData, .tickPhrases, Int(phraseEnd)) }
    if UInt64(itemEnd) != count(.tickItems) { throw fault(.unfinishedData, .tickItems, Int(itemEnd)) }
  }

  private func checkTemplate(
    _ template: TickTemplateRecord, _ index: Int, _ phraseEnd: inout UInt32
  ) throws(ArchiveError) {
    if TickKind(rawValue: template.kind) == nil || TickAlignment(rawValue: template.alignment) == nil {
      throw fault(.unknownValue, .tickTemplates, index)
    }
    if template.reserved0 != 0 || template.reserved1 != 0 || template.reserved2 != 0 {
      throw fault(.nonzeroReserved, .tickTemplates, index)
    }
    if template.phrases.count < 1 || template.phrases.count > UInt32(ArchiveLimits.phrasesPerTemplate)
      || template.widestPx < 0
    {
      throw fault(.valueOutOfRange, .tickTemplates, index)
    }
    if !continues(template.phrases, &phraseEnd) { throw fault(.rangeOutOfOrder, .tickTemplates, index) }
    if !isInside(template.phrases, .tickPhrases) { throw fault(.rangeOutOfSection, .tickTemplates, index) }
    if template.pluralTable != TickTemplateRecord.noPlurals && UInt64(template.pluralTable) >= count(.pluralTables) {
      throw fault(.indexOutOfRange, .tickTemplates, index)
    }
  }

  private func checkPhrase(_ index: Int, isCivil: Bool, _ itemEnd: inout UInt32) throws(ArchiveError) {
    let phrase = archive.tickPhrases[index]
    if phrase.reserved0 != 0 || phrase.reserved1 != 0 || phrase.reserved2 != 0 {
      throw fault(.nonzeroReserved, .tickPhrases, index)
    }
    if phrase.lowerSeconds > phrase.upperSeconds || phrase.directions < 1 || phrase.directions > 3
      || phrase.categories > 63 || phrase.secondCategories > 63
      || phrase.items.count > UInt32(ArchiveLimits.itemsPerPhrase)
    {
      throw fault(.valueOutOfRange, .tickPhrases, index)
    }
    if !isDistanceField(phrase.pluralField) || !isDistanceField(phrase.secondPluralField) {
      throw fault(.wrongField, .tickPhrases, index)
    }
    if !continues(phrase.items, &itemEnd) { throw fault(.rangeOutOfOrder, .tickPhrases, index) }
    if !isInside(phrase.items, .tickItems) { throw fault(.rangeOutOfSection, .tickPhrases, index) }
    var cells = 0
    for item in Int(phrase.items.first)..<Int(phrase.items.first) + Int(phrase.items.count) {
      cells += try checkItem(item, isCivil: isCivil)
    }
    if cells > TickEvaluation.capacity { throw fault(.phraseTooLong, .tickPhrases, index) }
  }

  private func isDistanceField(_ raw: UInt8) -> Bool {
    guard let field = TickField(rawValue: raw) else { return false }
    return !field.isCivil
  }

  /// Checks one literal, number or table.
  ///
  /// - Returns: the most cells that the item may take.
  /// - Throws: `ArchiveError` with the item's index.
  private func checkItem(_ index: Int, isCivil: Bool) throws(ArchiveError) -> Int {
    let item = archive.tickItems[index]
    guard let kind = TickItemKind(rawValue: item.kind) else { throw fault(.unknownValue, .tickItems, index) }
    if item.reserved0 != 0 || item.reserved1 != 0 || item.reserved2 != 0 {
      throw fault(.nonzeroReserved, .tickItems, index)
    }
    switch kind {
    case .literal:
      if item.advancePx < 0 || item.advancePx > ArchiveLimits.positionPx {
        throw fault(.valueOutOfRange, .tickItems, index)
      }
      try checkRun(item.source, .tickItems, index)
      return 1
    case .number:
      try checkField(item, index, isCivil: isCivil)
      return try checkNumber(item, index)
    case .table:
      try checkField(item, index, isCivil: isCivil)
      try checkTable(item, index)
      return 1
    }
  }

  private func checkField(_ item: TickItemRecord, _ index: Int, isCivil: Bool) throws(ArchiveError) {
    guard let field = TickField(rawValue: item.field), field.isCivil == isCivil else {
      throw fault(.wrongField, .tickItems, index)
    }
  }

  private func checkNumber(_ item: TickItemRecord, _ index: Int) throws(ArchiveError) -> Int {
    if item.minimumDigits < 1 || item.minimumDigits > item.maximumDigits || item.maximumDigits > 10 {
      throw fault(.valueOutOfRange, .tickItems, index)
    }
    if TickPadding(rawValue: item.padding) == nil { throw fault(.unknownValue, .tickItems, index) }
    if UInt64(item.source.first) >= count(.digitSets) { throw fault(.indexOutOfRange, .tickItems, index) }
    return Int(item.maximumDigits)
  }

  private func checkTable(_ item: TickItemRecord, _ index: Int) throws(ArchiveError) {
    if item.source.count < 1 || !isInside(item.source, .tickTables) {
      throw fault(.rangeOutOfSection, .tickItems, index)
    }
    guard let values = TickField(rawValue: item.field)?.boundedValues else {
      throw fault(.wrongField, .tickItems, index)
    }
    if item.tableBase > values.first || UInt64(item.tableBase) + UInt64(item.source.count) <= UInt64(values.last) {
      throw fault(.tableTooShort, .tickItems, index)
    }
  }

  private func checkRun(_ run: RecordRange, _ section: ArchiveSection, _ index: Int) throws(ArchiveError) {
    if !isInside(run, .placements) { throw fault(.rangeOutOfSection, section, index) }
    if run.count > UInt32(ArchiveLimits.placementsPerRun) { throw fault(.tooMuchGeometry, section, index) }
  }

  private func checkDigitSets() throws(ArchiveError) {
    let sets = archive.digitSets
    let glyphCount = count(.glyphs)
    for index in 0..<sets.count {
      if sets[index].cellPx < 0 { throw fault(.valueOutOfRange, .digitSets, index) }
      if sets[index].reserved != 0 { throw fault(.nonzeroReserved, .digitSets, index) }
      for digit in 0..<10 where UInt64(sets[index].glyphs[digit]) >= glyphCount {
        throw fault(.indexOutOfRange, .digitSets, index)
      }
    }
  }

  private func checkTickTables() throws(ArchiveError) {
    let entries = archive.tickTableEntries
    for index in 0..<entries.count {
      let entry = entries[index]
      if entry.advancePx < 0 || entry.advancePx > ArchiveLimits.positionPx {
        throw fault(.valueOutOfRange, .tickTables, index)
      }
      if entry.reserved != 0 { throw fault(.nonzeroReserved, .tickTables, index) }
      try checkRun(entry.placements, .tickTables, index)
    }
  }

  private func checkPluralTables() throws(ArchiveError) {
    let bytes = archive.records(.pluralTables, as: UInt8.self)  // as many bytes as tables: only the base counts
    let size = MemoryLayout<PluralTableRecord>.stride
    guard let base = bytes.baseAddress else { return }
    for index in 0..<bytes.count * size where base[index] > PluralCategory.other.rawValue {
      throw fault(.unknownValue, .pluralTables, index / size)
    }
  }
}

extension TickField {
  /// First and last value of a field whose values a table can cover; nil = they have no end.
  var boundedValues: (first: UInt32, last: UInt32)? {
    switch self {
    case .hour24, .hoursOfDay: (0, 23)
    case .hour12: (1, 12)
    case .minute, .second, .secondsOfMinute, .minutesOfHour: (0, 59)
    case .day: (1, 31)
    case .month: (1, 12)
    case .weekday, .daysOfWeek: (0, 6)
    case .dayPeriod: (0, 1)
    case .yearOfCentury: (0, 99)
    case .hour12FromZero, .monthsOfYear: (0, 11)
    case .hour24FromOne: (1, 24)
    case .daysOfMonth: (0, 30)
    default: nil
    }
  }
}
