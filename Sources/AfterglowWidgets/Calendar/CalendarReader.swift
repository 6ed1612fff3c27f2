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
  private var occurrences: [CalendarEvent] = []
  private var budget = StepBudget(CalendarDocument.maximumStepCount)
  /// Steps for the conversion of one time to an instant, which looks its zone's offset up several times.
  private static let conversionStepCount = 20
  /// The texts of the events that are shown, by line number.
  private var words: [Int: EventWords] = [:]

  init(
    file: String, text: CalendarText, window: Range<Date>, zone: TimeZone, name: String?, kind: CalendarKind
  ) {
    self.file = file
    self.text = text
    self.window =
      Int64(
        window.lowerBound.timeIntervalSince1970.rounded(.down))..<Int64(
        window.upperBound.timeIntervalSince1970.rounded(.up))
    self.zone = .named(zone)
    self.name = name ?? text.name
    self.kind = kind
    completeness = text.completeness
    zones = CalendarZones(text, window: self.window)
  }

  var sorted: [CalendarEvent] {
    occurrences.prefix(CalendarDocument.maximumOccurrenceCount).sorted {
      ($0.start, $0.isAllDay ? 0 : 1, $0.end, $0.title, $0.identifier)
        < ($1.start, $1.isAllDay ? 0 : 1, $1.end, $1.title, $1.identifier)
    }
  }

  mutating func read() {
    reportText()
    var masters: [String: ICalendarEvent] = [:]
    var order: [String] = []
    var changes: [String: [ICalendarEvent]] = [:]
    for part in text.parts where part.kind == .event {
      guard let event = readEvent(part) else { continue }
      if event.replaced != nil {
        changes[event.identifier, default: []].append(event)
      } else if let known = masters[event.identifier] {
        // Of two versions the newer one holds, and the later in the file of two that do not say.
        if event.sequence >= known.sequence { masters[event.identifier] = event }
      } else {
        masters[event.identifier] = event
        order.append(event.identifier)
      }
    }
    // A series that fills the window must not take the place of what happens once.
    let events = order.compactMap { masters[$0] }
    for event in events.filter(\.isSingle) + events.filter({ !$0.isSingle }) where !isFull {
      expand(event, changes.removeValue(forKey: event.identifier) ?? [])
    }
    // Invitations to a single occurrence come without their event.
    for identifier in changes.keys.sorted() {
      for event in newest(changes[identifier]!) where !event.isCancelled && !isFull {
        add(event, at: event.start, event.length)
      }
    }
    if zones.budget.isExhausted { cut("\(CalendarDocument.maximumZoneStepCount) steps of all zones", line: 1) }
  }

  /// Problems of the text as a whole.
  private mutating func reportText() {
    for line in text.unfinished { fail(line, "expected END:VEVENT, found none; the event is left out") }
    if case .broken(let reason) = text.completeness { fail(1, "\(reason); the calendar is incomplete") }
    if let line = text.firstLeftOut { cut("\(CalendarDocument.maximumEventCount) events", line: line) }
  }

  /// The newest of several changes of one occurrence.
  private func newest(_ changes: [ICalendarEvent]) -> [ICalendarEvent] {
    var byTime: [Int64: ICalendarEvent] = [:]
    for change in changes {
      let key = change.replaced!.second
      if let known = byTime[key], known.sequence > change.sequence { continue }
      byTime[key] = change
    }
    return byTime.keys.sorted().map { byTime[$0]! }
  }

  // MARK: Parts

  private mutating func readEvent(_ part: CalendarText.Part) -> ICalendarEvent? {
    guard var event = withReader(of: part, { $0.read() }) else { return nil }
    // Two calendars may hold the same event.
    if hasSeveral { event.identifier = "\(part.calendar) \(event.identifier)" }
    return event
  }

  private func withReader<Result>(
    of part: CalendarText.Part, _ read: (ICalendarEventReader) -> Result?
  ) -> Result? {
    let (problems, file, zones) = (problems, file, zones)
    func fail(_ line: Int, _ message: String) {
      problems.add(Problem(file: file, line: line, column: 1, message: message))
    }
    let own = text.calendars.isEmpty ? nil : text.calendars[part.calendar].zone
    return read(
      ICalendarEventReader(
        text: text, part: part, zone: zone, floatingZone: own.flatMap { zones.zone(named: $0, fail: fail) } ?? zone,
        window: window, zoneNamed: { zones.zone(named: $0, fail: fail) }, fail: fail))
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

  private mutating func expand(_ event: ICalendarEvent, _ changes: [ICalendarEvent]) {
    if event.hasUnreadRule { completeness.join(.cut(limit: "the rules that are expanded")) }
    let changes = newest(changes)
    var replaced = TimeSet(of: event, in: zone)
    for change in changes { replaced.insert(change.replaced!) }
    let following = changes.filter { $0.replacesFollowing && !$0.isCancelled }
    if !event.isCancelled {
      let excluded = excluded(event)
      var taken: Set<Int64> = []
      // Where the event moved its following ones to is counted from where they were.
      for (time, length) in starts(of: event) {
        if !taken.insert(time.second).inserted || excluded.contains(time) || replaced.contains(time) { continue }
        guard let change = following.last(where: { $0.replaced!.second <= time.second }) else {
          add(event, at: time, length ?? event.length)
          continue
        }
        var moved = change.start
        moved.local += time.local - local(of: change.replaced!, in: event)
        add(change, at: moved, change.length)
      }
    }
    for change in changes where !change.isCancelled { add(change, at: change.start, change.length) }
  }

  /// The replaced occurrence by the event's own wall clock; RECURRENCE-ID may be in UTC, or a day.
  private func local(of replaced: CalendarTime, in event: ICalendarEvent) -> Int64 {
    if event.start.isDate { return replaced.day * 86_400 }
    if replaced.isDate { return replaced.local + flooredRemainder(event.start.local, 86_400) }
    return event.start.zone.local(of: replaced.second)
  }

  private mutating func excluded(_ event: ICalendarEvent) -> TimeSet {
    var times = TimeSet(of: event, in: zone)
    for exception in event.exceptions { times.insert(exception) }
    for rule in event.exceptionRules { for time in self.times(of: rule, event) { times.insert(time) } }
    return times
  }

  private mutating func starts(of event: ICalendarEvent) -> [(time: CalendarTime, length: CalendarLength?)] {
    var found: [(time: CalendarTime, length: CalendarLength?)] = [(event.start, nil)]
    for rule in event.rules { found += times(of: rule, event).map { ($0, nil) } }
    return found + event.additions
  }

  /// A rule's times in the window, by the event's wall clock.
  private mutating func times(of rule: RecurrenceRule, _ event: ICalendarEvent) -> [CalendarTime] {
    let last = until(rule, event)
    // Wall clocks differ from UTC by less than a day.
    let lower = window.lowerBound - event.length.seconds - 2 * 86_400
    var upper = window.upperBound + 2 * 86_400
    if rule.until != nil { upper = min(upper, (event.start.isDate ? last * 86_400 : last) + 2 * 86_400) }
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
      return time.isDate ? (time.day <= last ? time : nil) : (time.second <= last ? time : nil)
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

  /// Whether an occurrence had no place: no other is looked for.
  private var isFull: Bool { occurrences.count > CalendarDocument.maximumOccurrenceCount }

  private mutating func add(_ event: ICalendarEvent, at time: CalendarTime, _ length: CalendarLength) {
    // Most events lie elsewhere, which a look at the wall clock shows.
    guard time.local < window.upperBound + 86_400, time.local + length.seconds > window.lowerBound - 2 * 86_400 else {
      return
    }
    let start = time.second
    let end: Int64
    switch length {
    case .exact(let seconds): end = start + seconds
    case .nominal(let days, let seconds): end = time.zone.second(ofLocal: time.local + days * 86_400) + seconds
    }
    guard start < window.upperBound, end > window.lowerBound || start >= window.lowerBound else { return }
    if isFull { return }
    if occurrences.count == CalendarDocument.maximumOccurrenceCount {
      cut("\(CalendarDocument.maximumOccurrenceCount) occurrences", line: event.line)
    }
    let words = words(of: event)
    occurrences.append(
      CalendarEvent(
        start: Date(timeIntervalSince1970: Double(start)), end: Date(timeIntervalSince1970: Double(max(start, end))),
        isAllDay: time.isDate, title: words.title, location: words.location,
        isBirthday: CalendarCustom.isBirthday(words, isWholeDay: event.start.isDate, kind),
        isHoliday: CalendarCustom.isHoliday(
          words, isWholeDay: event.start.isDate, kind, hasSeveral ? text.calendars[event.calendar].name : name),
        color: color(of: event.calendar), identifier: event.identifier, hasUnknownZone: time.isOfUnknownZone))
  }

  /// Returns the texts of an event, which are decoded once.
  private mutating func words(of event: ICalendarEvent) -> EventWords {
    if let known = words[event.line] { return known }
    let found = EventWords(text, event.part) { line in
      fail(line, "expected UTF-8 text, found other bytes, which are shown as \u{FFFD}; save the calendar as UTF-8")
    }
    words[event.line] = found
    return found
  }

  private var hasSeveral: Bool { text.calendars.count > 1 }

  /// A calendar's own colour, or one by its place among several.
  private func color(of calendar: Int) -> SourceColor {
    let all = SourceColor.allCases
    return text.calendars[calendar].color ?? all[hasSeveral ? calendar % all.count : 0]
  }

  // MARK: Tasks

  /// All tasks, with the names of their calendars as lists.
  mutating func tasks() -> [Reminder] {
    if case .broken(let reason) = text.completeness { fail(1, "\(reason); the tasks are incomplete") }
    var found: [(reminder: Reminder, created: Int64)] = []
    for part in text.parts where part.kind == .task {
      guard let task = withReader(of: part, { $0.readTask() }) else { continue }
      if found.count >= ReminderDocument.maximumReminderCount {
        // Those that are done are not shown, and none of them is missed.
        if task.reminder.isDone { continue }
        cut("\(ReminderDocument.maximumReminderCount) tasks", line: part.number)
        break
      }
      if task.reminder.isDone { continue }
      var reminder = task.reminder
      reminder.list = text.calendars[part.calendar].name
      found.append((reminder, task.created))
    }
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

  func contains(_ time: CalendarTime) -> Bool {
    seconds.contains(time.second) || !days.isEmpty && days.contains(time.day)
  }
}

/// The texts of an event.
struct EventWords {
  /// Empty where the event has none.
  var title: String
  var location: String?
  /// In lower case.
  var categories: Set<String>

  fileprivate init(_ text: CalendarText, _ part: CalendarText.Part, garbled: (Int) -> Void) {
    let summary = text.first(.summary, in: part)
    let place = text.first(.location, in: part)
    for property in [summary, place].compactMap(\.self) where !property.isUTF8 { garbled(property.line) }
    title = summary?.text ?? ""
    location = place?.text
    categories = Set(text.all(.categories, in: part).flatMap(\.words))
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
    let title = event.title.lowercased()
    return isWholeDay && birthdayWords.contains { title.contains($0) }
  }

  static func isHoliday(_ event: EventWords, isWholeDay: Bool, _ kind: CalendarKind, _ calendar: String?) -> Bool {
    if kind == .holidays { return true }
    if !event.categories.isDisjoint(with: holidayCategories) { return true }
    let name = calendar?.lowercased() ?? ""
    return isWholeDay && holidayNames.contains { name.contains($0) }
  }
}
