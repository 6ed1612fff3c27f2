import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// A time in the form in which an event gives it.
struct CalendarTime {
  /// By the event's wall clock.
  var local: Int64
  var isDate: Bool
  var zone: CalendarZone
  /// Whether neither the system nor the file has its zone.
  var isOfUnknownZone = false
  var isUTC = false

  var second: Int64 { zone.second(ofLocal: local) }
  /// Days since 1970-01-01 by its own wall clock.
  var day: Int64 { flooredQuotient(local, 86_400) }
}

/// How long an event lasts.
enum CalendarLength {
  /// The same seconds each time.
  case exact(Int64)
  /// Days of the wall clock, then seconds.
  case nominal(days: Int64, seconds: Int64)
}

/// One VEVENT: a whole event, or a changed occurrence of one. Its words are read when it is shown.
struct ICalendarEvent {
  var line: Int
  var identifier: String
  /// The number of its version (RFC 5545, 3.8.7.4); nil = the file says none.
  var sequence: Int?
  var start: CalendarTime
  var length: CalendarLength
  var part: CalendarText.Part
  var isCancelled: Bool
  var rules: [RecurrenceRule] = []
  /// Whether a rule is not expanded, so that only the first time is known.
  var hasUnreadRule = false
  /// Rules that exclude times (RFC 2445; some programs still write them).
  var exceptionRules: [RecurrenceRule] = []
  var additions: [(time: CalendarTime, length: CalendarLength?)] = []
  var exceptions: [CalendarTime] = []
  /// The occurrence that it replaces.
  var replaced: CalendarTime?
  /// Whether it also replaces all later ones.
  var replacesFollowing = false

  /// Which one of the file's calendars it belongs to.
  var calendar: Int { part.calendar }
  /// The number by which two versions are compared: the larger one is newer.
  var version: Int { sequence ?? 0 }
  var isSingle: Bool { rules.isEmpty && additions.isEmpty }
}

/// Reads the properties of events and tasks, one part after the other, and reports faults through `fail`.
struct ICalendarEventReader {
  let text: CalendarText
  /// The reader's own, for days.
  let zone: CalendarZone
  /// Instants that are shown; lists of times keep those around them.
  let window: Range<Int64>
  let zoneNamed: (String) -> CalendarZone?
  let fail: (_ line: Int, _ message: @autoclosure () -> String) -> Void
  /// The event or task that is read.
  private(set) var part: CalendarText.Part
  /// The zone of times that name none: the calendar's own, else the reader's.
  private(set) var floatingZone: CalendarZone
  /// Rules of all events; and the lists of times of all events, each with its times near the window.
  private(set) var rules = StepBudget(CalendarDocument.maximumRuleCount)
  private(set) var listed = StepBudget(CalendarDocument.maximumListedCount)
  /// Whether an event, a task or an added time was left out, because it cannot be read.
  private(set) var hasRefused = false
  private let checked = Checked()

  /// The calendars whose own zone was looked up, because one of their times names none.
  private final class Checked { var calendars: Set<Int> = [] }

  init(
    text: CalendarText, zone: CalendarZone, window: Range<Int64>, zoneNamed: @escaping (String) -> CalendarZone?,
    fail: @escaping (_ line: Int, _ message: @autoclosure () -> String) -> Void
  ) {
    self.text = text
    self.zone = zone
    self.window = window
    self.zoneNamed = zoneNamed
    self.fail = fail
    part = CalendarText.Part(kind: .event, calendar: -1, number: 0, lines: 0..<0)
    floatingZone = zone
  }

  private mutating func open(_ part: CalendarText.Part) {
    if part.calendar != self.part.calendar {
      let own = text.calendars.indices.contains(part.calendar) ? text.calendars[part.calendar].zone : nil
      floatingZone = own.flatMap(zoneNamed) ?? zone
    }
    self.part = part
  }

  /// Leaves out the part that is read.
  private mutating func refuse<Read>() -> Read? {
    hasRefused = true
    return nil
  }

  mutating func event(_ part: CalendarText.Part) -> ICalendarEvent? {
    open(part)
    guard let startProperty = text.first(.start, in: part) else {
      fail(part.number, "expected DTSTART in the event, found none; it is left out")
      return refuse()
    }
    guard var start = time(startProperty) else { return refuse() }
    var length = length(of: start)
    if let whole = outlookDays(start, length, isUTC: startProperty.stamp?.isUTC ?? false) {
      start = CalendarTime(local: whole.day * 86_400, isDate: true, zone: zone)
      length = .nominal(days: whole.count, seconds: 0)
    }
    var event = ICalendarEvent(
      line: part.number, identifier: text.first(.uid, in: part)?.text ?? "line \(part.number)",
      sequence: text.first(.sequence, in: part).map { Int($0.word) ?? 0 }, start: start, length: length, part: part,
      isCancelled: text.first(.status, in: part)?.isWord("CANCELLED") ?? false)
    for line in text.lines[part.lines] {
      switch line.name {
      case .rule:
        let rules = rule(text.property(line))
        event.rules += rules
        if rules.isEmpty { event.hasUnreadRule = true }
      case .exceptionRule: event.exceptionRules += rule(text.property(line))
      case .additions: event.additions += additions(text.property(line), length)
      case .exceptions: event.exceptions += exceptions(text.property(line), length)
      default: break
      }
    }
    if let property = text.first(.replaced, in: part) {
      event.replaced = time(property)
      // One that cannot be identified would be shown in addition to what it replaces.
      if event.replaced == nil { return refuse() }
      event.replacesFollowing = property.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    }
    return event
  }

  /// A VTODO; `created` is in seconds since 1970, 0 where it is not said.
  ///
  /// - Returns: nil for a change of one occurrence, for a task that is done, and for one without a name, which is reported.
  mutating func task(_ part: CalendarText.Part) -> (reminder: Reminder, created: Int64)? {
    open(part)
    let status = text.first(.status, in: part)
    let isDone = status.map { $0.isWord("COMPLETED") || $0.isWord("CANCELLED") } ?? false
    guard !isDone, text.first(.completed, in: part) == nil, text.first(.replaced, in: part) == nil else { return nil }
    guard let title = text.first(.summary, in: part)?.text else {
      fail(part.number, "expected SUMMARY in the task, found none; it is left out")
      return refuse()
    }
    var reminder = Reminder(title: String(title.prefix(200)))
    reminder.identity = text.first(.uid, in: part).flatMap { TaskIdentity.of(given: $0.word) }
    if let property = text.first(.due, in: part), let due = time(property) {
      let second = Date(timeIntervalSince1970: Double(due.second))
      // A wrong hour is worse than none.
      reminder.due = due.isDate || due.isOfUnknownZone ? .day(due.day) : .instant(second)
    }
    // 1 to 4 are high (RFC 5545, section 3.8.1.9).
    reminder.isFlagged = text.first(.priority, in: part).flatMap { Int($0.word) }.map { (1...4).contains($0) } ?? false
    return (reminder, text.first(.created, in: part)?.stamp?.local ?? 0)
  }

  // MARK: Times

  private func time(_ property: CalendarProperty) -> CalendarTime? {
    guard let stamp = property.stamp else {
      report(property, property.value)
      return nil
    }
    return time(stamp, property)
  }

  private func time(_ stamp: CalendarStamp, _ property: CalendarProperty) -> CalendarTime {
    var manner = TimeManner(property)
    return time(stamp, property, &manner)
  }

  /// What a property says of all of its times.
  private struct TimeManner {
    /// A time where a date was announced: the date counts.
    let isDate: Bool
    /// The zone of times that are not in UTC, once it is known.
    var zone: (zone: CalendarZone, isUnknown: Bool)?

    init(_ property: CalendarProperty) { isDate = property.parameter("VALUE")?.uppercased() == "DATE" }
  }

  private func time(
    _ stamp: CalendarStamp, _ property: CalendarProperty, _ manner: inout TimeManner
  ) -> CalendarTime {
    if stamp.isDate || manner.isDate {
      return CalendarTime(local: flooredQuotient(stamp.local, 86_400) * 86_400, isDate: true, zone: zone)
    }
    if stamp.isUTC { return CalendarTime(local: stamp.local, isDate: false, zone: .utc, isUTC: true) }
    let own = manner.zone ?? zone(of: property)
    manner.zone = own
    return CalendarTime(local: stamp.local, isDate: false, zone: own.zone, isOfUnknownZone: own.isUnknown)
  }

  private func zone(of property: CalendarProperty) -> (zone: CalendarZone, isUnknown: Bool) {
    guard let name = property.parameter("TZID"), !name.isEmpty else {
      reportOwnZone()
      return (floatingZone, false)
    }
    if let known = zoneNamed(name) { return (known, false) }
    fail(
      property.line,
      "\(Self.unknown(name, of: property.name.rawValue)); the event is shown without its hour\(Self.remedy(for: name))")
    return (floatingZone, true)
  }

  /// Reports a calendar's own zone that is unknown, with the first of its times that names none.
  private func reportOwnZone() {
    guard text.calendars.indices.contains(part.calendar), let name = text.calendars[part.calendar].zone,
      checked.calendars.insert(part.calendar).inserted, zoneNamed(name) == nil
    else { return }
    fail(
      text.calendars[part.calendar].zoneLine,
      "\(Self.unknown(name, of: "the calendar")); its times without a zone are read in the panel's"
        + Self.remedy(for: name))
  }

  private static func unknown(_ zone: String, of thing: String) -> String {
    "expected a time zone of the system, of Windows or of this file for \(thing), found "
      + "\"\(OneLine.of(String(zone.prefix(40))) ?? "")\""
  }

  /// The zone that a name may mean: several countries use the abbreviation BST.
  private static func remedy(for name: String) -> String {
    ZoneName.meant(by: name).map { "; name a city's zone in the calendar, such as \($0)" } ?? ""
  }

  private func report(_ property: CalendarProperty, _ value: ArraySlice<UInt8>) {
    fail(
      property.line,
      "expected a date such as 20261121 or a time such as 20261121T073000 for \(property.name.rawValue), found \""
        + (OneLine.of(String(decoding: value.prefix(40), as: UTF8.self)) ?? "") + "\"; it is left out")
  }

  private func length(of start: CalendarTime) -> CalendarLength {
    let day: Int64 = 86_400
    if let property = text.first(.dateEnd, in: part), let end = time(property) {
      // Days are counted by the calendar, hours by the clock (RFC 5545, section 3.8.5.3).
      if start.isDate {
        if end.local < start.local {
          fail(property.line, "expected an end after the start, found an earlier one; one day is shown")
        }
        return .nominal(days: max(1, (end.local - start.local) / day), seconds: 0)
      }
      let seconds = end.second - start.second
      if seconds < 0 {
        fail(property.line, "expected an end after the start, found an earlier one; only the start is shown")
      }
      return .exact(max(0, seconds))
    }
    if let property = text.first(.duration, in: part) {
      if let length = CalendarLength(duration: property.word) { return length.of(isDate: start.isDate) }
      fail(property.line, "expected a duration such as PT1H30M, found another; only the start is shown")
    }
    return start.isDate ? .nominal(days: 1, seconds: 0) : .exact(0)
  }

  /// The days of an event that Outlook calls whole days and writes from midnight to midnight; nil for others.
  private func outlookDays(
    _ start: CalendarTime, _ length: CalendarLength, isUTC: Bool
  ) -> (day: Int64, count: Int64)? {
    guard !start.isDate,
      [.allDay, .allDayOnline].contains(where: { text.first($0, in: part)?.isWord("TRUE") ?? false })
    else { return nil }
    // UTC is no wall clock.
    let zone = isUTC ? floatingZone : start.zone
    let first = isUTC ? zone.local(of: start.second) : start.local
    let end: Int64
    switch length {
    case .exact(let seconds): end = zone.local(of: start.second + seconds)
    case .nominal(let days, let seconds): end = first + days * 86_400 + seconds
    }
    if flooredRemainder(first, 86_400) == 0, flooredRemainder(end, 86_400) == 0 {
      return (flooredQuotient(first, 86_400), max(1, (end - first) / 86_400))
    }
    // Outlook.com writes days from midnight to midnight of UTC.
    guard isUTC, flooredRemainder(start.local, 86_400) == 0, length.seconds % 86_400 == 0 else { return nil }
    return (start.day, max(1, length.seconds / 86_400))
  }

  // MARK: Recurrence

  private mutating func rule(_ property: CalendarProperty) -> [RecurrenceRule] {
    guard rules.spend() else { return [] }
    do throws(CalendarRuleError) {
      return [try RecurrenceRule(property.word)]
    } catch {
      fail(
        property.line,
        "expected \(error.expected) for \(property.name.rawValue), found another; only the first time is shown")
      return []
    }
  }

  /// Whether a listed time may be one of those that are shown.
  private func isNear(_ stamp: CalendarStamp, _ length: Int64 = 0) -> Bool {
    stamp.local < window.upperBound + 2 * 86_400 && stamp.local + length > window.lowerBound - 2 * 86_400
  }

  private mutating func additions(
    _ property: CalendarProperty, _ length: CalendarLength
  ) -> [(time: CalendarTime, length: CalendarLength?)] {
    guard listed.spend() else { return [] }
    var manner = TimeManner(property)
    var found: [(time: CalendarTime, length: CalendarLength?)] = []
    for item in property.stamps {
      guard let stamp = item.stamp else {
        report(property, property.value)
        hasRefused = true
        continue
      }
      guard isNear(stamp, max(length.seconds, 36_600 * (item.length == nil ? 0 : 86_400))) else { continue }
      guard listed.spend() else { break }
      let time = time(stamp, property, &manner)
      guard let text = item.length else {
        found.append((time, nil))
        continue
      }
      if let end = CalendarProperty.stamp(Array(text.utf8)[...]) {
        found.append((time, .exact(max(0, self.time(end, property, &manner).second - time.second))))
      } else {
        found.append((time, CalendarLength(duration: text)?.of(isDate: time.isDate)))
      }
    }
    return found
  }

  /// One value that is no time takes no other of the list with it.
  private mutating func exceptions(_ property: CalendarProperty, _ length: CalendarLength) -> [CalendarTime] {
    guard listed.spend() else { return [] }
    var broken: ArraySlice<UInt8>?
    var found: [CalendarTime] = []
    var manner = TimeManner(property)
    for item in property.value.split(separator: 0x2C, omittingEmptySubsequences: true) {
      guard let stamp = CalendarProperty.stamp(item) else {
        broken = broken ?? item
        continue
      }
      // An occurrence that began long before the window may reach into it.
      guard isNear(stamp, length.seconds) else { continue }
      guard listed.spend() else { break }
      found.append(time(stamp, property, &manner))
    }
    if let broken { report(property, broken) }
    return found
  }
}

extension CalendarLength {
  /// Its approximate length in seconds.
  var seconds: Int64 {
    switch self {
    case .exact(let seconds): seconds
    case .nominal(let days, let seconds): days * 86_400 + seconds
    }
  }

  /// A day's event lasts whole days, one at least.
  fileprivate func of(isDate: Bool) -> CalendarLength {
    guard isDate, case .nominal(let days, let seconds) = self else { return self }
    return .nominal(days: max(1, days + seconds / 86_400), seconds: 0)
  }
}
