/// The properties of calendars that Afterglow reads. Others, such as pictures and notes, may be of any length.
public enum CalendarName: String, CaseIterable, Sendable {
  /// The start of a component: `CalendarComponent`.
  case begin = "BEGIN"
  case end = "END"
  case start = "DTSTART"
  /// The end of an event. `DURATION` gives it as a length instead.
  case dateEnd = "DTEND"
  case duration = "DURATION"
  case rule = "RRULE"
  /// Dates that an event has in addition to those of its rule.
  case additions = "RDATE"
  /// Dates of the rule on which there is no event.
  case exceptions = "EXDATE"
  /// A rule of exceptions (RFC 2445).
  case exceptionRule = "EXRULE"
  /// The date of a series that this event replaces.
  case replaced = "RECURRENCE-ID"
  case uid = "UID"
  /// The revision of an event. The highest one is shown.
  case sequence = "SEQUENCE"
  case summary = "SUMMARY"
  case location = "LOCATION"
  case status = "STATUS"
  case categories = "CATEGORIES"
  /// The name of a zone component.
  case zone = "TZID"
  /// The offset from UTC before a zone changes its time.
  case offsetFrom = "TZOFFSETFROM"
  /// The offset from UTC after that change.
  case offsetTo = "TZOFFSETTO"
  case due = "DUE"
  case completed = "COMPLETED"
  case priority = "PRIORITY"
  case created = "CREATED"
  case product = "PRODID"
  /// The title of a calendar, as most servers write it. `NAME` is the standard property (RFC 7986).
  case calendarName = "X-WR-CALNAME"
  case name = "NAME"
  case color = "COLOR"
  /// The colour of a calendar, as Apple writes it. `COLOR` is the standard property.
  case appleColor = "X-APPLE-CALENDAR-COLOR"
  /// The zone of times without one, as most servers write it.
  case calendarZone = "X-WR-TIMEZONE"
  /// The zone of times without one, from a draft of RFC 7986.
  case calendarZoneDraft = "TIMEZONE-ID"
  /// A calendar of which an account gave only a part, as Afterglow itself marks it.
  case incomplete = "X-AFTERGLOW-INCOMPLETE"
  /// Whether an event lasts whole days, as Outlook writes it.
  case allDay = "X-MICROSOFT-CDO-ALLDAYEVENT"
  /// Whether an event lasts whole days, as Outlook.com writes it.
  case allDayOnline = "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"
}
