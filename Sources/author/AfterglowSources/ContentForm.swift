import AfterglowDocuments
import Foundation

/// A form of content that is often given in the place of another one, by its beginning.
public enum ContentForm: Sendable {
  case calendar, contacts, webPage, markdownList

  /// nil for content of any other form.
  public init?(_ bytes: [UInt8]) {
    let start = String(decoding: bytes.prefix(1000), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let lower = start.prefix(20).lowercased()
    if CalendarComponent.isCalendar(bytes) {
      self = .calendar
    } else if lower.hasPrefix("begin:vcard") {
      self = .contacts
    } else if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") {
      self = .webPage
    } else if start.split(whereSeparator: \.isNewline).contains(where: Self.isMarkdownTask) {
      self = .markdownList
    } else {
      return nil
    }
  }

  /// The form in words, for messages.
  public var words: String {
    switch self {
    case .calendar: "a calendar"
    case .contacts: "contacts (a vCard)"
    case .webPage: "a web page"
    case .markdownList: "a Markdown list"
    }
  }

  private static func isMarkdownTask(_ line: Substring) -> Bool {
    let task = line.drop { $0 == " " }
    return ["- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "* [x] "].contains { task.hasPrefix($0) }
  }

  /// The address of the feed that a web page names; nil where it names none.
  public static func feed(ofPage bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(100_000), as: UTF8.self)
    for part in text.components(separatedBy: "<").lazy where part.lowercased().hasPrefix("link") {
      let tag = part.prefix { $0 != ">" }
      guard tag.contains("alternate"), ["rss+xml", "atom+xml", "feed+json"].contains(where: { tag.contains($0) }),
        let start = tag.range(of: "href=", options: .caseInsensitive)?.upperBound
      else { continue }
      let value = tag[start...]
      let quote = value.first.flatMap { "\"'".contains($0) ? $0 : nil }
      let address = quote.map { mark in value.dropFirst().prefix { $0 != mark } } ?? value.prefix { !$0.isWhitespace }
      if !address.isEmpty, address.count <= 200, !address.contains(where: \.isNewline) { return String(address) }
    }
    return nil
  }
}
