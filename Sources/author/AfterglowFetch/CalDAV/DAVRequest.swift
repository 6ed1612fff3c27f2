import AfterglowDocuments
import Foundation

/// One request of a conversation with a calendar service.
struct DAVRequest: Equatable {
  var method: String
  var url: String
  /// How deep below the address: 0 or 1.
  var depth: Int
  var body: String

  /// Headers of the request itself, as `Name: value`.
  var headers: [String] { ["Depth: \(depth)", "Content-Type: application/xml; charset=utf-8"] }

  private static let head = #"<?xml version="1.0" encoding="utf-8"?>"#
  private static let spaces = #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav""#

  /// What the address is, and what leads to the account's calendars (RFC 4791, section 6.2.1; RFC 5397).
  static func whatIs(_ url: String) -> DAVRequest { list(url, depth: 0) }

  /// The calendars of an account, each with its name and colour and what changes with it.
  static func calendars(in home: String) -> DAVRequest { list(home, depth: 1) }

  private static func list(_ url: String, depth: Int) -> DAVRequest {
    DAVRequest(
      method: "PROPFIND", url: url, depth: depth,
      body: head + #"<D:propfind \#(spaces) xmlns:A="http://apple.com/ns/ical/" "#
        + #"xmlns:S="http://calendarserver.org/ns/"><D:prop><D:resourcetype/><D:displayname/>"#
        + "<D:current-user-principal/><C:calendar-home-set/><C:supported-calendar-component-set/>"
        + "<A:calendar-color/><D:sync-token/><S:getctag/></D:prop></D:propfind>")
  }

  /// Events of a time, or all tasks that are not done (RFC 4791, section 7.8).
  static func query(_ calendar: String, _ component: String, _ range: Range<Date>) -> DAVRequest {
    let filter =
      component == CalendarComponent.event.rawValue
      ? #"<C:time-range start="\#(time(range.lowerBound))" end="\#(time(range.upperBound))"/>"#
      : #"<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>"#
    return DAVRequest(
      method: "REPORT", url: calendar, depth: 1,
      body: head + "<C:calendar-query \(spaces)><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter>"
        + #"<C:comp-filter name="\#(CalendarComponent.calendar.rawValue)"><C:comp-filter name="\#(component)">\#(filter)</C:comp-filter>"#
        + "</C:comp-filter></C:filter></C:calendar-query>")
  }

  /// The tasks with a UID; some services find parts of it, whatever their case (RFC 4791, section 9.7.5).
  static func task(_ calendar: String, _ uid: String) -> DAVRequest {
    DAVRequest(
      method: "REPORT", url: calendar, depth: 1,
      body: head + "<C:calendar-query \(spaces)><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter>"
        + #"<C:comp-filter name="\#(CalendarComponent.calendar.rawValue)">"#
        + #"<C:comp-filter name="\#(CalendarComponent.task.rawValue)"><C:prop-filter name="UID">"#
        + #"<C:text-match collation="i;octet">\#(escaped(uid))</C:text-match></C:prop-filter></C:comp-filter>"#
        + "</C:comp-filter></C:filter></C:calendar-query>")
  }

  /// What has changed since a token was given (RFC 6578, section 3.2).
  static func changes(_ calendar: String, since token: String) -> DAVRequest {
    DAVRequest(
      method: "REPORT", url: calendar, depth: 0,
      body: head + "<D:sync-collection \(spaces)><D:sync-token>\(escaped(token))</D:sync-token>"
        + "<D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>")
  }

  /// Some of a calendar's resources as a whole (RFC 4791, section 7.9).
  static func resources(_ calendar: String, _ hrefs: [String]) -> DAVRequest {
    DAVRequest(
      method: "REPORT", url: calendar, depth: 1,
      body: head + "<C:calendar-multiget \(spaces)><D:prop><D:getetag/><C:calendar-data/></D:prop>"
        + hrefs.map { "<D:href>\(escaped($0))</D:href>" }.joined() + "</C:calendar-multiget>")
  }

  /// A text as XML: a sign with a mark after it is one character, so each part of a character counts.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// In UTC: `20261121T080000Z`.
  private static func time(_ date: Date) -> String {
    date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
  }
}
