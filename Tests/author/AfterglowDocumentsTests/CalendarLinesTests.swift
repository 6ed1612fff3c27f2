import AfterglowDocuments
import Testing

/// The lines of a calendar, as every reader of calendars finds them.
@Suite struct CalendarLinesTests {
  /// Names of the lines that are found, with their unfolded text.
  private func lines(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { all in
      var scan = CalendarLines(all)
      var found: [String] = []
      while let next = scan.next() {
        let range = Int(next.line.bytes.lowerBound)..<Int(next.line.bytes.upperBound)
        found.append(
          "\(next.line.number) \(next.line.name.rawValue) "
            + String(decoding: CalendarLines.unfolded(bytes[range]), as: UTF8.self))
      }
      return found
    }
  }

  @Test func `a known name is found in any case, and a line ends with a line feed alone`() {
    #expect(
      lines("begin:VEVENT\r\nX-OTHER:1\nSummary;LANGUAGE=en:A\u{2028}B\u{85}C\r\nEND:VEVENT") == [
        "1 BEGIN begin:VEVENT", "3 SUMMARY Summary;LANGUAGE=en:A\u{2028}B\u{85}C", "4 END END:VEVENT",
      ])
  }

  @Test func `a line that begins with a blank continues the one before`() {
    #expect(lines("TZID:Europe/\r\n Lisbon\r\n\tB\r\nEND:A") == ["1 TZID TZID:Europe/LisbonB", "4 END END:A"])
  }

  @Test(arguments: [
    ("BEGIN:VEVENT", CalendarComponent.event), ("END: vtodo \r", .task), ("BEGIN:VTIMEZONE", .zone),
    ("BEGIN:VCALENDAR", .calendar), ("BEGIN:VALARM", .other), ("BEGIN", .other), ("BEGIN:XVEVENT", .other),
  ])
  func `a BEGIN and an END name a component`(_ line: String, _ component: CalendarComponent) {
    #expect(Array(line.utf8).withUnsafeBufferPointer(CalendarComponent.init(of:)) == component)
    if component != .other {
      #expect(Array(component.begin.utf8).withUnsafeBufferPointer(CalendarComponent.init(of:)) == component)
      #expect(Array(component.end.utf8).withUnsafeBufferPointer(CalendarComponent.init(of:)) == component)
    }
  }

  @Test func `a calendar is known by its beginning and by its end`() {
    let text = Array("\u{FEFF}\r\nbegin:VCALENDAR\r\nEND:VEVENT\r\nEnd:vcalendar \r\n\r\n".utf8)
    #expect(CalendarComponent.isCalendar(text) && CalendarComponent.endsCalendar(text))
    for other in ["", "BEGIN:VCARD", "{}", "END:VCALENDAR"] {
      #expect(!CalendarComponent.isCalendar(Array(other.utf8)), "\(other)")
    }
    for other in ["", "BEGIN:VCALENDAR\nEND:VEVENT\n", "END:VCALENDA"] {
      #expect(!CalendarComponent.endsCalendar(Array(other.utf8)), "\(other)")
    }
  }
}
