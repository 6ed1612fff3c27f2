import Foundation

/// A calendar of an account, and what was read of it.
struct DAVCalendar: Equatable {
  /// An object of the calendar.
  struct Item: Equatable {
    /// Changes with the object.
    var tag: String?
    /// An iCalendar object.
    var text: String

    /// Whether the object has its end.
    var isWhole: Bool {
      let last = text.reversed().drop(while: \.isWhitespace).prefix { !$0.isNewline }
      return String(last.reversed()).trimmingCharacters(in: .whitespaces).uppercased() == "END:VCALENDAR"
    }
  }

  /// Its element in `resourcetype`.
  static let type = "urn:ietf:params:xml:ns:caldav|calendar"
  /// Of objects that widgets show.
  private static let known: Set<String> = ["VEVENT", "VTODO"]

  var url: String
  var name: String
  /// `#RRGGBB`; nil = it has none.
  var color: String?
  /// Kinds of objects that are read of it.
  var components: Set<String>
  /// What it holds changes with it; nil = it does not say.
  var changeTag: String?
  /// As it is listed; changes since then can be asked for.
  var syncToken: String?
  /// The one that belongs to `items`.
  var readToken: String?
  var readAt = Date.distantPast
  /// Whether the service gave a part of what it holds.
  var isCut = false
  /// By address.
  var items: [String: Item] = [:]

  /// - Returns: nil for one that holds nothing that widgets show.
  init?(_ resource: DAVAnswer.Resource, url: String) {
    let last = url.split(separator: "/").last.map(String.init) ?? url
    let name = resource.texts[.displayName] ?? ""
    self.url = url
    self.name = name.isEmpty ? last.removingPercentEncoding ?? last : name
    color = resource.texts[.color].flatMap(Self.color)
    components = (resource.components ?? ["VEVENT"]).intersection(Self.known)
    syncToken = resource.texts[.syncToken].flatMap { $0.isEmpty ? nil : $0 }
    changeTag = syncToken ?? resource.texts[.changeTag]
    if components.isEmpty { return nil }
  }

  /// By its name, or by the last part of its address, whatever their case.
  func isCalled(_ other: String) -> Bool {
    let last = url.split(separator: "/").last.map(String.init) ?? ""
    return [name, last.removingPercentEncoding ?? last].contains {
      $0.compare(other, options: .caseInsensitive) == .orderedSame
    }
  }

  /// `#RRGGBB`, of which some services write the opacity as well.
  private static func color(_ text: String) -> String? {
    let digits = text.drop { $0 == "#" }.prefix(6)
    guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
    return "#" + digits.uppercased()
  }

  // MARK: As one text

  /// All calendars as one iCalendar stream (RFC 5545, section 3.4), the same for the same objects.
  static func stream(_ calendars: [DAVCalendar]) -> [UInt8] {
    var text = calendars.isEmpty ? empty : ""
    for calendar in calendars { text += calendar.text }
    return Array(text.utf8)
  }

  private static let begin = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Afterglow//CalDAV//EN\r\n"
  private static let empty = begin + "END:VCALENDAR\r\n"

  private var text: String {
    let escaped = name.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
    var text = Self.begin + "X-WR-CALNAME:\(escaped)\r\n"
    if let color { text += "X-APPLE-CALENDAR-COLOR:\(color)\r\n" }
    // Its readers show what there is, and say that it is not all.
    if isCut || !items.values.allSatisfy(\.isWhole) { text += "X-AFTERGLOW-INCOMPLETE:TRUE\r\n" }
    var zones: Set<String> = []
    for href in items.keys.sorted() {
      for part in Self.parts(of: items[href]!.text) {
        if part.zone.map({ !zones.insert($0).inserted }) ?? false { continue }
        text += part.text
      }
    }
    return text + "END:VCALENDAR\r\n"
  }

  /// What stands in an iCalendar object: events, tasks and zones, the last ones with their names.
  private static func parts(of object: String) -> [(zone: String?, text: String)] {
    var parts: [(zone: String?, text: String)] = []
    var lines = ""
    var zone: String?
    var depth = 0
    for line in object.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      let upper = line.prefix(20).uppercased()
      if upper.hasPrefix("BEGIN:") { depth += 1 }
      if depth >= 2 {
        lines += line + "\r\n"
        if depth == 2, upper.hasPrefix("TZID"), let colon = line.firstIndex(of: ":") {
          zone = String(line[line.index(after: colon)...])
        }
      }
      guard upper.hasPrefix("END:") else { continue }
      if depth == 2 {
        parts.append((lines.uppercased().hasPrefix("BEGIN:VTIMEZONE") ? zone ?? "" : nil, lines))
        (lines, zone) = ("", nil)
      }
      depth -= 1
    }
    return parts
  }
}
