import AfterglowDocuments
import CICal
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
  private var described: [String: CalendarZone] = [:]
  private var occurrences: [CalendarEvent] = []
  private var steps = CalendarDocument.maximumStepCount
  private let deadline = ContinuousClock.now + CalendarDocument.timeLimit
  private var isOverTime = false

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
    // A broken line must not end the author.
    icalerror_set_errors_are_fatal(0)
  }

  var sorted: [CalendarEvent] {
    occurrences.sorted {
      ($0.start, $0.isAllDay ? 0 : 1, $0.end, $0.title, $0.identifier)
        < ($1.start, $1.isAllDay ? 0 : 1, $1.end, $1.title, $1.identifier)
    }
  }

  mutating func read() {
    if let line = text.garbled.first {
      let others = text.garbled.count > 1 ? "; \(text.garbled.count - 1) more lines are such" : ""
      fail(
        line, "expected UTF-8 text, found other bytes, which are shown as \u{FFFD}; save the calendar as UTF-8\(others)"
      )
    }
    for line in text.unfinished { fail(line, "expected END:VEVENT, found none; the event is left out") }
    for part in text.parts where part.kind == .zone { readZone(part) }
    var masters: [String: ICalendarEvent] = [:]
    var order: [String] = []
    var changes: [String: [ICalendarEvent]] = [:]
    for (index, part) in text.parts.filter({ $0.kind == .event }).enumerated() {
      if index >= CalendarDocument.maximumEventCount {
        fail(
          part.number, "expected at most \(CalendarDocument.maximumEventCount) events, found more; the rest is left out"
        )
        break
      }
      if noteTime(part.number) { break }
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
    for identifier in order { expand(masters[identifier]!, newest(changes.removeValue(forKey: identifier) ?? [])) }
    // Invitations to a single occurrence come without their event.
    for identifier in changes.keys.sorted() {
      for event in newest(changes[identifier]!) where !event.isCancelled { add(event, at: event.start, event.length) }
    }
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

  // MARK: parts

  private mutating func readZone(_ part: CalendarText.Part) {
    guard let component = icalparser_parse_string(part.text) else {
      fail(part.number, "expected a VTIMEZONE, found one that does not parse; its times are read as the panel's")
      return
    }
    defer { icalcomponent_free(component) }
    guard let property = icalcomponent_get_first_property(component, ICAL_TZID_PROPERTY),
      let characters = icalproperty_get_tzid(property)
    else {
      fail(part.number, "expected TZID in VTIMEZONE, found none")
      return
    }
    let identifier = String(cString: characters)
    let end = window.upperBound + 2 * 366 * 86_400
    if let zone = CalendarZone(describedBy: component, until: end, steps: &steps) {
      described[identifier] = zone
    } else if CalendarZone(identifier: identifier) == nil {
      fail(
        part.number, "expected STANDARD or DAYLIGHT with offsets in VTIMEZONE, found none; its times are the panel's")
    }
  }

  private static let times: Set<String> = ["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE", "DUE"]

  /// Drops invalid dates, which libical would turn into some date.
  private func withoutBrokenTimes(_ part: CalendarText.Part) -> CalendarText.Part {
    var copy = part
    copy.lines.removeAll { line in
      guard Self.times.contains(line.name), let colon = line.text.lastIndex(of: ":") else { return false }
      let value = line.text[line.text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      let isTime = value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(Self.isTime)
      if !isTime {
        fail(
          line.number,
          "expected a date such as 20261121 or a time such as 20261121T073000 for \(line.name), "
            + "found \"\(value.prefix(40))\"; it is left out")
      }
      return !isTime
    }
    return copy
  }

  /// Whether a value is a date, a time, or a period, of which the start counts.
  private static func isTime(_ value: Substring) -> Bool {
    let start = Array(value.split(separator: "/", omittingEmptySubsequences: false)[0].utf8)
    func areDigits(_ range: Range<Int>) -> Bool { start[range].allSatisfy { (0x30...0x39).contains($0) } }
    switch start.count {
    case 8: return areDigits(0..<8)
    case 15, 16:
      return areDigits(0..<8) && start[8] == 0x54 && areDigits(9..<15) && (start.count == 15 || start[15] == 0x5A)
    default: return false
    }
  }

  private func readEvent(_ raw: CalendarText.Part) -> ICalendarEvent? {
    guard var event = readPart(raw, { $0.read() }) else { return nil }
    event.calendar = raw.calendar
    // Two calendars may hold the same event.
    if hasSeveral { event.identifier = "\(raw.calendar) \(event.identifier)" }
    return event
  }

  private func readPart<Result>(_ raw: CalendarText.Part, _ read: (ICalendarEventReader) -> Result?) -> Result? {
    let part = withoutBrokenTimes(raw)
    guard let component = icalparser_parse_string(part.text) else {
      let name = part.kind == .task ? "VTODO" : "VEVENT"
      fail(part.number, "expected a \(name), found one that does not parse; it is left out")
      return nil
    }
    defer { icalcomponent_free(component) }
    for property in properties(of: component, ICAL_XLICERROR_PROPERTY) {
      guard let characters = icalproperty_get_xlicerror(property) else { continue }
      let message = OneLine.of(String(cString: characters)) ?? "an error"
      let named = ["RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "STATUS", "SEQUENCE"]
        .first { message.contains($0) }
      fail(named.map(part.number(of:)) ?? part.number, "libical: \(message.prefix(160))")
    }
    let described = described
    let reader = ICalendarEventReader(
      component: component, line: part.number, zone: zone,
      // The system's rules are newer than those that a file carries.
      zoneNamed: { CalendarZone(identifier: $0) ?? described[$0] },
      fail: { property, message in fail(part.number(of: property), message) })
    return read(reader)
  }

  private func fail(_ line: Int, _ message: String) {
    problems.add(Problem(file: file, line: line, column: 1, message: message))
  }

  // MARK: expansion

  private mutating func expand(_ event: ICalendarEvent, _ changes: [ICalendarEvent]) {
    if noteTime(event.line) { return }
    let replaced = Set(changes.map { $0.replaced!.second })
    let following = changes.filter { $0.replacesFollowing && !$0.isCancelled }
    if !event.isCancelled {
      var taken = excluded(event)
      // Where the event moved its following ones to is counted from where they were.
      for (time, length) in starts(of: event) where taken.insert(time.second).inserted {
        if replaced.contains(time.second) { continue }
        guard let change = following.last(where: { $0.replaced!.second <= time.second }) else {
          add(event, at: time, length ?? event.length)
          continue
        }
        var moved = change.start
        moved.local += time.local - change.replaced!.local
        add(change, at: moved, change.length)
      }
    }
    for change in changes where !change.isCancelled { add(change, at: change.start, change.length) }
  }

  private mutating func excluded(_ event: ICalendarEvent) -> Set<Int64> {
    var seconds: Set<Int64> = []
    for exception in event.exceptions {
      if exception.isDate == event.start.isDate {
        seconds.insert(exception.second)
      } else if exception.isDate {
        // A day takes away whatever begins in it.
        var time = event.start
        time.local = exception.local + (event.start.local % 86_400 + 86_400) % 86_400
        seconds.insert(time.second)
      }
    }
    for rule in event.exceptionRules { for time in times(of: rule, event) { seconds.insert(time.second) } }
    return seconds
  }

  private mutating func starts(of event: ICalendarEvent) -> [(time: CalendarTime, length: CalendarLength?)] {
    var found: [(time: CalendarTime, length: CalendarLength?)] = [(event.start, nil)]
    for rule in event.rules { found += times(of: rule, event).map { ($0, nil) } }
    return found + event.additions
  }

  /// A rule's times up to the window's end, by the event's wall clock; those long over are left out.
  private mutating func times(of rule: icalrecurrencetype, _ event: ICalendarEvent) -> [CalendarTime] {
    var rule = rule
    let last = until(rule, event)
    rule.until = icaltime_null_time()
    guard let iterator = icalrecur_iterator_new(rule, start(event.start)) else {
      fail(event.line, "expected a rule that can be expanded, found another; only the first time is shown")
      return []
    }
    defer { icalrecur_iterator_free(iterator) }
    let earliest = window.lowerBound - seconds(event.length) - 2 * 86_400
    var times: [CalendarTime] = []
    while true {
      if steps <= 0 {
        fail(
          event.line,
          "expected rules of at most \(CalendarDocument.maximumStepCount) steps, found more; the rest is left out")
        break
      }
      steps -= 1
      if steps % 4096 == 0, noteTime(event.line) { break }
      let next = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(next) != 0 { break }
      var time = event.start
      time.local = next.localSeconds
      let second = time.second
      if second > last || second >= window.upperBound { break }
      if second >= earliest { times.append(time) }
      if times.count > CalendarDocument.maximumOccurrenceCount { break }
    }
    return times
  }

  /// The rule's last instant.
  private func until(_ rule: icalrecurrencetype, _ event: ICalendarEvent) -> Int64 {
    if icaltime_is_null_time(rule.until) != 0 { return Int64.max }
    let local = rule.until.localSeconds
    if rule.until.isUTC { return event.start.isDate ? event.start.zone.second(ofLocal: local) : local }
    // A day is meant as a whole.
    let isWholeDay = rule.until.isDate && !event.start.isDate
    return event.start.zone.second(ofLocal: isWholeDay ? local + 86_399 : local)
  }

  private func start(_ time: CalendarTime) -> icaltimetype {
    var value = icaltime_from_timet_with_zone(time_t(time.local), time.isDate ? 1 : 0, nil)
    value.zone = nil
    return value
  }

  /// Its approximate length in seconds.
  private func seconds(_ length: CalendarLength) -> Int64 {
    switch length {
    case .exact(let seconds): seconds
    case .nominal(let days, let seconds): days * 86_400 + seconds
    }
  }

  private mutating func add(_ event: ICalendarEvent, at time: CalendarTime, _ length: CalendarLength) {
    let start = time.second
    let end: Int64
    switch length {
    case .exact(let seconds): end = start + seconds
    case .nominal(let days, let seconds): end = time.zone.second(ofLocal: time.local + days * 86_400) + seconds
    }
    guard start < window.upperBound, end > window.lowerBound || start >= window.lowerBound else { return }
    if occurrences.count >= CalendarDocument.maximumOccurrenceCount {
      fail(
        event.line,
        "expected at most \(CalendarDocument.maximumOccurrenceCount) occurrences, found more; the rest is left out")
      return
    }
    occurrences.append(
      CalendarEvent(
        start: Date(timeIntervalSince1970: Double(start)), end: Date(timeIntervalSince1970: Double(max(start, end))),
        isAllDay: time.isDate, title: event.title, location: event.location,
        isBirthday: CalendarCustom.isBirthday(event, kind),
        isHoliday: CalendarCustom.isHoliday(event, kind, hasSeveral ? text.calendars[event.calendar].name : name),
        color: color(of: event.calendar), identifier: event.identifier))
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
    for part in text.parts where part.kind == .zone { readZone(part) }
    var found: [(reminder: Reminder, created: Int64)] = []
    for part in text.parts where part.kind == .task {
      if found.count >= ReminderDocument.maximumReminderCount {
        fail(
          part.number,
          "expected at most \(ReminderDocument.maximumReminderCount) tasks, found more; the rest is left out")
        break
      }
      guard let task = readPart(part, { $0.readTask() }) else { continue }
      var reminder = task.reminder
      reminder.list = text.calendars[part.calendar].name
      found.append((reminder, task.created))
    }
    // As they were written down: services list them in no order.
    return found.enumerated().sorted { ($0.element.created, $0.offset) < ($1.element.created, $1.offset) }
      .map(\.element.reminder)
  }

  private mutating func noteTime(_ line: Int) -> Bool {
    if isOverTime { return true }
    if ContinuousClock.now < deadline { return false }
    isOverTime = true
    fail(
      line,
      "expected a calendar that is read within \(CalendarDocument.timeLimit), found a slower one; the rest is left out")
    return true
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

  static func isBirthday(_ event: ICalendarEvent, _ kind: CalendarKind) -> Bool {
    if kind == .birthdays { return true }
    if !event.categories.isDisjoint(with: birthdayCategories) { return true }
    let title = event.title.lowercased()
    return event.start.isDate && birthdayWords.contains { title.contains($0) }
  }

  static func isHoliday(_ event: ICalendarEvent, _ kind: CalendarKind, _ calendar: String?) -> Bool {
    if kind == .holidays { return true }
    if !event.categories.isDisjoint(with: holidayCategories) { return true }
    let name = calendar?.lowercased() ?? ""
    return event.start.isDate && holidayNames.contains { name.contains($0) }
  }
}
