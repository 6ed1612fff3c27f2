import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// Reads the parts of a calendar and expands its events within a window. Used by `CalendarDocument`, once for each
/// file.
struct CalendarReader {
  let file: String
  let text: CalendarText
  let window: Range<Int64>
  let zone: CalendarZone
  let name: String?
  let kind: CalendarKind
  let problems = ProblemCollector()
  private(set) var completeness: ReadingCompleteness
  private let zones: CalendarZones
  /// All that were read: whole ones, and changes of single occurrences.
  private var events: [ICalendarEvent] = []
  private var next: NextOccurrences
  private var budget = StepBudget(CalendarDocument.maximumStepCount)
  /// Steps for the conversion of one time to an instant, which looks its zone's offset up several times.
  private static let conversionStepCount = 20

  /// - Parameter now: when there are more occurrences than are kept, those that are over by then go first.
  init(
    file: String, text: CalendarText, window: Range<Date>, from now: Date, zone: TimeZone, name: String?,
    kind: CalendarKind
  ) {
    self.file = file
    self.text = text
    self.window =
      Int64(
        window.lowerBound.timeIntervalSince1970.rounded(.down))..<Int64(
        window.upperBound.timeIntervalSince1970.rounded(.up))
    self.zone = CalendarZone(zone)
    self.name = name ?? text.name
    self.kind = kind
    completeness = text.completeness
    zones = CalendarZones(text, window: self.window)
    next = NextOccurrences(
      limit: CalendarDocument.maximumOccurrenceCount, from: Int64(now.timeIntervalSince1970.rounded(.down)))
  }

  /// The events, by their names: the whole ones in the order of the file, and those that change single occurrences.
  private struct Index {
    private(set) var whole: [Int] = []
    private var places: [String: Int] = [:]
    private var changes: [String: [Int]] = [:]

    /// - Parameter events: all up to this one.
    mutating func add(_ number: Int, of events: [ICalendarEvent]) {
      let name = events[number].identifier
      if events[number].replaced != nil {
        changes[name, default: []].append(number)
      } else if let place = places[name] {
        // Of two versions the newer one holds, and the later in the file of two that do not say.
        if events[number].version >= events[whole[place]].version { whole[place] = number }
      } else {
        places[name] = whole.count
        whole.append(number)
      }
    }

    /// Whether an event was copied from another one by hand, with its UID: neither has a version, and they begin at
    /// different times. Both are shown, because a double is better than a lost appointment.
    func isCopy(_ event: ICalendarEvent, in events: [ICalendarEvent]) -> Bool {
      guard event.replaced == nil, event.sequence == nil, !event.isCancelled, let place = places[event.identifier]
      else { return false }
      let first = events[whole[place]]
      return first.sequence == nil && !first.isCancelled && first.start.second != event.start.second
    }

    /// The changes of an event, which are not given again.
    mutating func takeChanges(of name: String) -> [Int] {
      changes.isEmpty ? [] : changes.removeValue(forKey: name) ?? []
    }

    /// The changes of events that the file does not have.
    var rest: [[Int]] { changes.keys.sorted().map { changes[$0]! } }
  }

  mutating func read() {
    reportText()
    var index = readEvents()
    // A series may use up all steps, and must not take the place of what happens once.
    for isSingle in [true, false] {
      for number in index.whole where events[number].isSingle == isSingle {
        expand(number, index.takeChanges(of: events[number].identifier))
      }
    }
    // Invitations to a single occurrence come without their event.
    for changes in index.rest {
      for number in newest(changes) where !events[number].isCancelled {
        add(number, at: events[number].start, events[number].length)
      }
    }
    if zones.budget.isExhausted { cut("\(CalendarDocument.maximumZoneStepCount) steps of all zones", line: 1) }
  }

  private mutating func readEvents() -> Index {
    var index = Index()
    var reader = partReader()
    for part in text.parts where part.kind == .event {
      guard var event = reader.event(part) else { continue }
      // Two calendars may hold the same event.
      if hasSeveral { event.identifier = "\(part.calendar) \(event.identifier)" }
      if index.isCopy(event, in: events) { event.identifier += " \(event.start.second)" }
      events.append(event)
      index.add(events.count - 1, of: events)
    }
    if reader.hasRefused { completeness.join(.refused) }
    if reader.rules.isExhausted { cut("\(CalendarDocument.maximumRuleCount) rules", line: 1) }
    if reader.listed.isExhausted { cut("\(CalendarDocument.maximumListedCount) listed times", line: 1) }
    return index
  }

  /// Problems of the text as a whole.
  private mutating func reportText() {
    for line in text.unfinished { fail(line, "expected END:VEVENT, found none; the event is left out") }
    if case .broken(let reason) = text.completeness { fail(1, "\(reason); the calendar is incomplete") }
    problems.drop(text.unreportedCount)
    if let line = text.firstLeftOut { cut("\(CalendarDocument.maximumEventCount) events", line: line) }
    reportRepeated()
  }

  private mutating func reportRepeated() {
    if let line = text.firstRepeated { cut(CalendarText.limit(ofRepeated: line), line: Int(line.number)) }
  }

  /// The newest of several changes of each occurrence, in the order of what they replace.
  private func newest(_ changes: [Int]) -> [Int] {
    if changes.isEmpty { return [] }
    var byTime: [Int64: Int] = [:]
    for change in changes {
      let key = events[change].replaced!.second
      if let known = byTime[key], events[known].version > events[change].version { continue }
      byTime[key] = change
    }
    return byTime.keys.sorted().map { byTime[$0]! }
  }

  private func partReader() -> ICalendarEventReader {
    let (problems, file, zones) = (problems, file, zones)
    func fail(_ line: Int, _ message: @autoclosure () -> String) {
      // What is only counted needs no words.
      let words = problems.isFull ? "" : message()
      problems.add(Problem(file: file, line: line, column: 1, message: words))
    }
    return ICalendarEventReader(
      text: text, zone: zone, window: window, zoneNamed: { zones.zone(named: $0) { fail($0, $1) } }, fail: fail)
  }

  private func fail(_ line: Int, _ message: String) {
    problems.add(Problem(file: file, line: line, column: 1, message: message))
  }

  /// Reports a limit that ended the reading of something.
  private mutating func cut(_ limit: String, line: Int) {
    completeness.join(.cut(limit: limit))
    fail(line, "expected at most \(limit), found more; the rest is left out")
  }

  // MARK: Expansion

  private mutating func expand(_ number: Int, _ changes: [Int]) {
    let event = events[number]
    if event.hasUnreadRule { completeness.join(.cut(limit: "the rules that are expanded")) }
    if changes.isEmpty, event.isSingle, event.exceptions.isEmpty, event.exceptionRules.isEmpty {
      if !event.isCancelled { add(number, at: event.start, event.length) }
      return
    }
    let changes = newest(changes)
    if !event.isCancelled { expandSeries(number, event, changes) }
    for change in changes where !events[change].isCancelled {
      add(change, at: events[change].start, events[change].length)
    }
  }

  /// - Parameter changes: of its occurrences, in the order of what they replace.
  private mutating func expandSeries(_ number: Int, _ event: ICalendarEvent, _ changes: [Int]) {
    var replaced = TimeSet(of: event, in: zone)
    for change in changes { replaced.insert(events[change].replaced!) }
    let following = changes.filter { events[$0].replacesFollowing && !events[$0].isCancelled }
    let turns = following.map { events[$0].replaced!.second }
    // What is after the last one that has a place need not be found, unless it is moved.
    let latest = following.isEmpty ? next.latestStart : nil
    let excluded = excluded(event, upTo: latest)
    var taken: Set<Int64> = []
    // Where the event moved its following ones to is counted from where they were.
    for (time, length) in starts(of: event, upTo: latest) {
      let second = time.second
      if !taken.insert(second).inserted || excluded.contains(time, at: second) || replaced.contains(time, at: second) {
        continue
      }
      guard let turn = Self.last(of: turns, notAfter: second) else {
        add(number, at: time, length ?? event.length, second)
        continue
      }
      let change = events[following[turn]]
      var moved = change.start
      moved.local += time.local - local(of: change.replaced!, in: event)
      add(following[turn], at: moved, change.length)
    }
  }

  /// The last of several times, which are sorted, that is not after another one; found in halves.
  private static func last(of times: [Int64], notAfter second: Int64) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The replaced occurrence by the event's own wall clock; RECURRENCE-ID may be in UTC, or a day.
  private func local(of replaced: CalendarTime, in event: ICalendarEvent) -> Int64 {
    if event.start.isDate { return replaced.day * 86_400 }
    if replaced.isDate { return replaced.local + flooredRemainder(event.start.local, 86_400) }
    return event.start.zone.local(of: replaced.second)
  }

  private mutating func excluded(_ event: ICalendarEvent, upTo latest: Int64?) -> TimeSet {
    var times = TimeSet(of: event, in: zone)
    for exception in event.exceptions { times.insert(exception) }
    for rule in event.exceptionRules {
      for time in self.times(of: rule, event, upTo: latest) { times.insert(time) }
    }
    return times
  }

  private mutating func starts(
    of event: ICalendarEvent, upTo latest: Int64?
  ) -> [(time: CalendarTime, length: CalendarLength?)] {
    var found: [(time: CalendarTime, length: CalendarLength?)] = [(event.start, nil)]
    for rule in event.rules { found += times(of: rule, event, upTo: latest).map { ($0, nil) } }
    return found + event.additions
  }

  /// A rule's times in the window, by the event's wall clock.
  ///
  /// - Parameter latest: no later time is wanted, in seconds since 1970; nil = all are.
  private mutating func times(
    of rule: RecurrenceRule, _ event: ICalendarEvent, upTo latest: Int64?
  ) -> [CalendarTime] {
    let last = until(rule, event)
    // Wall clocks differ from UTC by less than a day.
    let lower = window.lowerBound - event.length.seconds - 2 * 86_400
    var upper = window.upperBound + 2 * 86_400
    if rule.until != nil { upper = min(upper, (event.start.isDate ? last * 86_400 : last) + 2 * 86_400) }
    if let latest { upper = min(upper, latest + 2 * 86_400) }
    guard lower < upper else { return [] }
    var ownBudget = StepBudget(min(budget.remaining, CalendarDocument.maximumRuleStepCount))
    let before = ownBudget.remaining
    let locals = Recurrence(rule, from: event.start.local).times(in: lower..<upper, budget: &ownBudget)
    let spent = before - ownBudget.remaining + Self.conversionStepCount * locals.count
    _ = budget.spend(min(spent, budget.remaining))
    if ownBudget.isExhausted {
      cut("\(before) steps of its rule", line: event.line)
    }
    return locals.compactMap { local in
      var time = event.start
      time.local = local
      if rule.until == nil { return time }
      return (time.isDate ? time.day : time.second) <= last ? time : nil
    }
  }

  /// The rule's last instant, or its last day for whole days.
  private func until(_ rule: RecurrenceRule, _ event: ICalendarEvent) -> Int64 {
    guard let until = rule.until else { return Int64.max }
    let day: Int64 = 86_400
    if event.start.isDate {
      // Most programs write the day's midnight in the calendar's zone, some the day itself with a midnight of UTC.
      let isMidnight = [0, day - 1].contains(flooredRemainder(until.local, day))
      let own = text.calendars[event.calendar].zone.flatMap { zones.zone(named: $0) { _, _ in } } ?? zone
      return flooredQuotient(until.isUTC && !isMidnight ? own.local(of: until.local) : until.local, day)
    }
    if until.isUTC { return until.local }
    // A day is meant as a whole.
    return event.start.zone.second(ofLocal: until.isDate ? until.local + day - 1 : until.local)
  }

  /// - Parameter second: the instant of `time`, where it is known.
  private mutating func add(
    _ number: Int, at time: CalendarTime, _ length: CalendarLength, _ second: Int64? = nil
  ) {
    // Most events lie elsewhere, which a look at the wall clock shows.
    guard time.local < window.upperBound + 86_400, time.local + length.seconds > window.lowerBound - 2 * 86_400 else {
      return
    }
    let start = second ?? time.second
    let end: Int64
    switch length {
    case .exact(let seconds): end = start + seconds
    case .nominal(let days, let seconds): end = time.zone.second(ofLocal: time.local + days * 86_400) + seconds
    }
    guard start < window.upperBound, end > window.lowerBound || start >= window.lowerBound else { return }
    let occurrence = CalendarOccurrence(
      start: start, end: max(start, end), isAllDay: time.isDate, hasUnknownZone: time.isOfUnknownZone, event: number)
    let events = events
    if next.add(occurrence, identifiers: { events[$0].identifier }) {
      cut("\(CalendarDocument.maximumOccurrenceCount) occurrences", line: events[number].line)
    }
  }

  // MARK: Words

  /// The occurrences that are kept, with their words, in order.
  mutating func occurrences() -> [CalendarEvent] {
    let events = events
    let kept = next.kept { events[$0].identifier }
    // Each event's words are decoded once.
    var known: [Int: CalendarEvent] = [:]
    let found = kept.map { occurrence in
      var shown = known[occurrence.event] ?? self.shown(events[occurrence.event])
      known[occurrence.event] = shown
      shown.start = Date(timeIntervalSince1970: Double(occurrence.start))
      shown.end = Date(timeIntervalSince1970: Double(occurrence.end))
      shown.isAllDay = occurrence.isAllDay
      shown.hasUnknownZone = occurrence.hasUnknownZone
      return shown
    }
    return found.sorted {
      ($0.start, $0.isAllDay ? 0 : 1, $0.end, $0.title, $0.identifier)
        < ($1.start, $1.isAllDay ? 0 : 1, $1.end, $1.title, $1.identifier)
    }
  }

  /// An event as it is shown, but for the time of the occurrence.
  private func shown(_ event: ICalendarEvent) -> CalendarEvent {
    let words = EventWords(text, event.part) { line in
      fail(line, "\(DocumentText.otherBytesMessage); until then they are shown as \u{FFFD}")
    }
    let isWholeDay = event.start.isDate
    return CalendarEvent(
      start: .distantPast, end: .distantPast, title: words.title, location: words.location,
      isBirthday: CalendarCustom.isBirthday(words, isWholeDay: isWholeDay, kind),
      isHoliday: CalendarCustom.isHoliday(
        words, isWholeDay: isWholeDay, kind, hasSeveral ? text.calendars[event.calendar].name : name),
      color: color(of: event.calendar), identifier: event.identifier)
  }

  private var hasSeveral: Bool { text.calendars.count > 1 }

  /// A calendar's own colour, or one by its place among several.
  private func color(of calendar: Int) -> SourceColor {
    let all = SourceColor.allCases
    return text.calendars[calendar].color ?? all[hasSeveral ? calendar % all.count : 0]
  }

  // MARK: Tasks

  /// All tasks that are not done, with the names of their calendars as lists.
  mutating func tasks() -> [Reminder] {
    if case .broken(let reason) = text.completeness { fail(1, "\(reason); the tasks are incomplete") }
    reportRepeated()
    var found: [(reminder: Reminder, created: Int64)] = []
    var reader = partReader()
    for part in text.parts where part.kind == .task {
      guard let task = reader.task(part) else { continue }
      if found.count >= ReminderDocument.maximumReminderCount {
        cut("\(ReminderDocument.maximumReminderCount) tasks", line: part.number)
        break
      }
      var reminder = task.reminder
      reminder.list = text.calendars[part.calendar].name
      found.append((reminder, task.created))
    }
    if reader.hasRefused { completeness.join(.refused) }
    // As they were written down: services list them in no order.
    return found.enumerated().sorted { ($0.element.created, $0.offset) < ($1.element.created, $1.offset) }
      .map(\.element.reminder)
  }
}

/// Times of an event's wall clock, among them days that mean every time of theirs.
private struct TimeSet {
  private let isOfDays: Bool
  /// The reader's, for times in UTC that name a day.
  private let zone: CalendarZone
  private var seconds: Set<Int64> = []
  private var days: Set<Int64> = []

  init(of event: ICalendarEvent, in zone: CalendarZone) {
    isOfDays = event.start.isDate
    self.zone = zone
  }

  mutating func insert(_ time: CalendarTime) {
    if time.isDate == isOfDays {
      seconds.insert(time.second)
    } else {
      // As for UNTIL: a midnight of UTC means that day, and any other time in UTC the reader's midnight.
      let isReaders = time.isUTC && flooredRemainder(time.local, 86_400) != 0
      days.insert(isReaders ? flooredQuotient(zone.local(of: time.second), 86_400) : time.day)
    }
  }

  /// - Parameter second: the instant of `time`.
  func contains(_ time: CalendarTime, at second: Int64) -> Bool {
    !seconds.isEmpty && seconds.contains(second) || !days.isEmpty && days.contains(time.day)
  }
}

/// The texts of an event.
struct EventWords {
  /// Empty where the event has none.
  var title: String
  var location: String?
  /// In lower case.
  var categories: Set<String>

  /// No more categories of an event are read; none of them is shown.
  private static let maximumCategoryCount = 50

  fileprivate init(_ text: CalendarText, _ part: CalendarText.Part, garbled: (Int) -> Void) {
    let summary = text.first(.summary, in: part)
    let place = text.first(.location, in: part)
    for property in [summary, place].compactMap(\.self) where !property.isUTF8 { garbled(property.line) }
    title = summary?.text ?? ""
    location = place?.text
    categories = []
    var left = Self.maximumCategoryCount
    for line in text.lines[part.lines] where line.name == .categories && left > 0 {
      let words = text.property(line).words
      left -= max(1, words.count)
      categories.formUnion(words)
    }
  }
}

/// The names by which programs and users mark birthdays and holidays: the format has no property for it.
enum CalendarCustom {
  private static let birthdayCategories: Set<String> = [
    "birthday", "birthdays", "geburtstag", "geburtstage", "anniversaire",
  ]
  private static let birthdayWords = [
    "birthday", "geburtstag", "anniversaire", "cumpleaños", "compleanno", "aniversário", "verjaardag", "födelsedag",
    "urodziny", "🎂",
  ]
  private static let holidayCategories: Set<String> = [
    "holiday", "holidays", "public holiday", "feiertag", "feiertage", "jour férié", "festivo",
  ]
  private static let holidayNames = [
    "holiday", "feiertag", "jours fériés", "festivos", "festività", "feriados", "feestdagen", "helgdagar", "święta",
  ]

  static func isBirthday(_ event: EventWords, isWholeDay: Bool, _ kind: CalendarKind) -> Bool {
    if kind == .birthdays { return true }
    if !event.categories.isDisjoint(with: birthdayCategories) { return true }
    return isWholeDay && contains(event.title, birthdayWords)
  }

  static func isHoliday(_ event: EventWords, isWholeDay: Bool, _ kind: CalendarKind, _ calendar: String?) -> Bool {
    if kind == .holidays { return true }
    if !event.categories.isDisjoint(with: holidayCategories) { return true }
    return isWholeDay && calendar.map { contains($0, holidayNames) } ?? false
  }

  /// Whether a text has one of some words, which are in lower case.
  private static func contains(_ text: String, _ words: [String]) -> Bool {
    let text = text.lowercased()
    guard text.isPlainLatin else { return words.contains { text.contains($0) } }
    let bytes = Array(text.utf8)
    return words.contains { contains(bytes, Array($0.utf8)) }
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
      if text[start..<(start + word.count)].elementsEqual(word) { return true }
    }
    return false
  }
}
