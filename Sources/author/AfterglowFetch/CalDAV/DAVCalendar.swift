import AfterglowDocuments
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
    var isWhole: Bool { CalendarComponent.endsCalendar(Array(text.utf8.suffix(256))) }
  }

  /// Its element in `resourcetype`.
  static let type = "urn:ietf:params:xml:ns:caldav|calendar"
  /// Of objects that widgets show.
  private static let known: Set<String> = [CalendarComponent.event.rawValue, CalendarComponent.task.rawValue]

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
    components = (resource.components ?? [CalendarComponent.event.rawValue]).intersection(Self.known)
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
    var text = calendars.isEmpty ? begin + end : ""
    for calendar in calendars { text += calendar.text }
    return Array(text.utf8)
  }

  private static let begin =
    "\(CalendarComponent.calendar.begin)\r\nVERSION:2.0\r\n"
    + "\(CalendarName.product.rawValue):-//Afterglow//CalDAV//EN\r\n"
  private static let end = CalendarComponent.calendar.end + "\r\n"

  private var text: String {
    let escaped = name.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
    var text = Self.begin + "\(CalendarName.calendarName.rawValue):\(escaped)\r\n"
    if let color { text += "\(CalendarName.appleColor.rawValue):\(color)\r\n" }
    // Its readers show what there is, and say that it is not all.
    if isCut || !items.values.allSatisfy(\.isWhole) { text += "\(CalendarName.incomplete.rawValue):TRUE\r\n" }
    var zones: Set<String> = []
    for href in items.keys.sorted() {
      for part in Self.parts(of: items[href]!.text) {
        if part.zone.map({ !zones.insert($0).inserted }) ?? false { continue }
        text += part.text
      }
    }
    return text + Self.end
  }

  /// The events, tasks and zones of an iCalendar object; zones have their names.
  private static func parts(of object: String) -> [(zone: String?, text: String)] {
    var object = object
    return object.withUTF8 { bytes in
      var parts: [(zone: String?, text: String)] = []
      var lines = CalendarLines(bytes)
      var (depth, start, component) = (0, 0, CalendarComponent.other)
      var zone = ""
      while let line = lines.next()?.line {
        let range = Int(line.bytes.lowerBound)..<Int(line.bytes.upperBound)
        switch line.name {
        case .begin:
          depth += 1
          if depth == 2 {
            (start, zone) = (range.lowerBound, "")
            component = CalendarComponent(of: UnsafeBufferPointer(rebasing: bytes[range]))
          }
        case .zone where depth == 2: zone = value(of: bytes[range])
        case .end:
          if depth == 2 {
            parts.append((component == .zone ? zone : nil, lined(bytes[start..<range.upperBound])))
          }
          depth -= 1
        default: break
        }
      }
      return parts
    }
  }

  /// What follows the first colon of a line.
  private static func value(of line: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let whole = CalendarLines.unfolded(Array(line)[...])
    return String(decoding: whole.drop { $0 != 0x3A }.dropFirst(), as: UTF8.self)
  }

  /// The same lines, each ended as RFC 5545 asks for: XML has one character for an end.
  private static func lined(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    bytes.split(separator: 0x0A).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }.filter { !$0.isEmpty }.map { $0 + "\r\n" }.joined()
  }
}
