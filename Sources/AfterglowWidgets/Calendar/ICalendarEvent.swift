import CICal
import Foundation

/// A time in the form in which an event gives it.
struct CalendarTime {
  /// By the event's wall clock.
  var local: Int64
  var isDate: Bool
  var zone: CalendarZone

  var second: Int64 { zone.second(ofLocal: local) }
}

/// How long an event lasts.
enum CalendarLength {
  /// The same seconds each time.
  case exact(Int64)
  /// Days of the wall clock, then seconds.
  case nominal(days: Int64, seconds: Int64)
}

/// One VEVENT: a whole event, or a changed occurrence of one.
struct ICalendarEvent {
  var line: Int
  var identifier: String
  var sequence: Int
  var start: CalendarTime
  var length: CalendarLength
  var title: String
  var location: String?
  var categories: Set<String>
  var isCancelled: Bool
  var rules: [icalrecurrencetype] = []
  /// Rules that exclude times (RFC 2445; some programs still write them).
  var exceptionRules: [icalrecurrencetype] = []
  var additions: [(time: CalendarTime, length: CalendarLength?)] = []
  var exceptions: [CalendarTime] = []
  /// The occurrence that it replaces.
  var replaced: CalendarTime?
  /// Whether it also replaces all later ones.
  var replacesFollowing = false
  /// Which one of the file's calendars it belongs to.
  var calendar = 0
}

/// Reads the properties of one event and reports faults through `fail`.
struct ICalendarEventReader {
  let component: OpaquePointer
  let line: Int
  /// The reader's own, for times without a zone.
  let zone: CalendarZone
  let zoneNamed: (String) -> CalendarZone?
  let fail: (_ property: String, _ message: String) -> Void

  func read() -> ICalendarEvent? {
    guard let startProperty = first(ICAL_DTSTART_PROPERTY) else {
      fail("BEGIN", "expected DTSTART in the event, found none; it is left out")
      return nil
    }
    guard let start = time(icalproperty_get_dtstart(startProperty), startProperty, "DTSTART") else { return nil }
    var event = ICalendarEvent(
      line: line, identifier: text(ICAL_UID_PROPERTY) ?? "line \(line)",
      sequence: first(ICAL_SEQUENCE_PROPERTY).map { Int(icalproperty_get_sequence($0)) } ?? 0, start: start,
      length: length(of: start), title: text(ICAL_SUMMARY_PROPERTY) ?? "", location: text(ICAL_LOCATION_PROPERTY),
      categories: categories(), isCancelled: isCancelled)
    event.rules = properties(of: component, ICAL_RRULE_PROPERTY).compactMap {
      rule(icalproperty_get_rrule($0), from: start, "RRULE")
    }
    event.exceptionRules = properties(of: component, ICAL_EXRULE_PROPERTY).compactMap {
      rule(icalproperty_get_exrule($0), from: start, "EXRULE")
    }
    event.additions = properties(of: component, ICAL_RDATE_PROPERTY).compactMap(addition)
    event.exceptions = properties(of: component, ICAL_EXDATE_PROPERTY).compactMap {
      time(icalproperty_get_exdate($0), $0, "EXDATE")
    }
    if let property = first(ICAL_RECURRENCEID_PROPERTY) {
      event.replaced = time(icalproperty_get_recurrenceid(property), property, "RECURRENCE-ID")
      // One that cannot be identified would be shown in addition to what it replaces.
      if event.replaced == nil { return nil }
      event.replacesFollowing = icalproperty_get_first_parameter(property, ICAL_RANGE_PARAMETER) != nil
    }
    return event
  }

  /// A VTODO; `created` is in seconds since 1970, 0 where it is not said.
  ///
  /// - Returns: nil for a change of one occurrence, and for a task without a name.
  func readTask() -> (reminder: Reminder, created: Int64)? {
    guard let title = text(ICAL_SUMMARY_PROPERTY), first(ICAL_RECURRENCEID_PROPERTY) == nil else { return nil }
    var reminder = Reminder(title: String(title.prefix(200)))
    if let property = first(ICAL_DUE_PROPERTY), let due = time(icalproperty_get_due(property), property, "DUE") {
      let second = Date(timeIntervalSince1970: Double(due.second))
      reminder.due = due.isDate ? .day(Int64((Double(due.local) / 86_400).rounded(.down))) : .instant(second)
    }
    let status = first(ICAL_STATUS_PROPERTY).map(icalproperty_get_status)
    reminder.isDone =
      first(ICAL_COMPLETED_PROPERTY) != nil || status == ICAL_STATUS_COMPLETED || status == ICAL_STATUS_CANCELLED
    // 1 to 4 are high (RFC 5545, section 3.8.1.9).
    reminder.isFlagged = first(ICAL_PRIORITY_PROPERTY).map { (1...4).contains(icalproperty_get_priority($0)) } ?? false
    let created = first(ICAL_CREATED_PROPERTY).map { icalproperty_get_created($0).localSeconds } ?? 0
    return (reminder, created)
  }

  private func first(_ kind: icalproperty_kind) -> OpaquePointer? { icalcomponent_get_first_property(component, kind) }

  private func text(_ kind: icalproperty_kind) -> String? {
    guard let property = first(kind), let value = icalproperty_get_value(property),
      let characters = icalvalue_get_text(value)
    else { return nil }
    return OneLine.of(String(cString: characters))
  }

  private func categories() -> Set<String> {
    var found: Set<String> = []
    for property in properties(of: component, ICAL_CATEGORIES_PROPERTY) {
      guard let characters = icalproperty_get_categories(property) else { continue }
      for word in String(cString: characters).split(separator: ",") {
        found.insert(word.trimmingCharacters(in: .whitespaces).lowercased())
      }
    }
    return found
  }

  private var isCancelled: Bool {
    first(ICAL_STATUS_PROPERTY).map { icalproperty_get_status($0) == ICAL_STATUS_CANCELLED } ?? false
  }

  // MARK: times

  private static let years: ClosedRange<Int32> = 1...9999

  private func time(_ value: icaltimetype, _ property: OpaquePointer, _ name: String) -> CalendarTime? {
    guard icaltime_is_null_time(value) == 0, Self.years.contains(value.year), (1...12).contains(value.month),
      (1...31).contains(value.day)
    else {
      fail(name, "expected a date or date and time for \(name), found another; it is left out")
      return nil
    }
    if value.isDate { return CalendarTime(local: value.localSeconds, isDate: true, zone: zone) }
    if value.isUTC { return CalendarTime(local: value.localSeconds, isDate: false, zone: .utc) }
    return CalendarTime(local: value.localSeconds, isDate: false, zone: zone(of: property, name))
  }

  private func zone(of property: OpaquePointer, _ name: String) -> CalendarZone {
    guard let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
      let characters = icalparameter_get_tzid(parameter)
    else { return zone }
    let identifier = String(cString: characters)
    if let known = zoneNamed(identifier) { return known }
    fail(
      name,
      "expected a time zone of the system or of this file for \(name), found \"\(String(identifier.prefix(40)))\"; "
        + "its time is read as the panel's")
    return zone
  }

  private func length(of start: CalendarTime) -> CalendarLength {
    let day: Int64 = 86_400
    if let property = first(ICAL_DTEND_PROPERTY), let end = time(icalproperty_get_dtend(property), property, "DTEND") {
      // Days are counted by the calendar, hours by the clock (RFC 5545, 3.8.5.3).
      if start.isDate {
        let days = (end.local - start.local) / day
        if end.local < start.local {
          fail("DTEND", "expected an end after the start, found an earlier one; one day is shown")
        }
        return .nominal(days: max(1, days), seconds: 0)
      }
      let seconds = end.second - start.second
      if seconds < 0 { fail("DTEND", "expected an end after the start, found an earlier one; only the start is shown") }
      return .exact(max(0, seconds))
    }
    if let property = first(ICAL_DURATION_PROPERTY) {
      return duration(icalproperty_get_duration(property), isDate: start.isDate)
    }
    return start.isDate ? .nominal(days: 1, seconds: 0) : .exact(0)
  }

  private func duration(_ value: icaldurationtype, isDate: Bool) -> CalendarLength {
    let days = min(Int64(value.weeks) * 7 + Int64(value.days), 36_600)
    let seconds = min(Int64(value.hours) * 3600 + Int64(value.minutes) * 60 + Int64(value.seconds), 36_600 * 86_400)
    if value.is_neg != 0 {
      fail("DURATION", "expected a duration of 0 or more, found a negative one; only the start is shown")
      return isDate ? .nominal(days: 1, seconds: 0) : .exact(0)
    }
    return .nominal(days: isDate ? max(1, days) : days, seconds: isDate ? 0 : seconds)
  }

  // MARK: recurrence

  private func rule(_ value: icalrecurrencetype, from start: CalendarTime, _ name: String) -> icalrecurrencetype? {
    do throws(CalendarRuleError) {
      return try CalendarRule.judged(value, startLocal: start.local)
    } catch {
      fail(name, "expected \(error.expected) for \(name), found another; only the first time is shown")
      return nil
    }
  }

  private func addition(_ property: OpaquePointer) -> (time: CalendarTime, length: CalendarLength?)? {
    let value = icalproperty_get_rdate(property)
    if icaltime_is_null_time(value.time) == 0 {
      return time(value.time, property, "RDATE").map { ($0, nil) }
    }
    guard let start = time(value.period.start, property, "RDATE") else { return nil }
    if icaltime_is_null_time(value.period.end) == 0 {
      return time(value.period.end, property, "RDATE").map { (start, .exact(max(0, $0.second - start.second))) }
    }
    return (start, duration(value.period.duration, isDate: start.isDate))
  }
}
