import AfterglowDocuments
import Foundation

/// A form of content that is often given in the place of another one, by its beginning.
public enum ContentForm: Sendable {
  case calendar, contacts, webPage, markdownList
  /// A list of feeds, as programs for news export it.
  case outline
  /// The addresses of a web site's pages, as search engines read them.
  case siteMap
  case feed

  /// nil for content of any other form.
  public init?(_ bytes: [UInt8]) {
    let start = String(decoding: bytes.prefix(1000), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let lower = start.prefix(20).lowercased()
    if CalendarComponent.isCalendar(bytes) {
      self = .calendar
    } else if lower.hasPrefix("begin:vcard") {
      self = .contacts
    } else if lower.hasPrefix("<!doctype html") {
      self = .webPage
    } else if let form = Self.root(ofXML: start).flatMap({ Self.roots[$0] }) {
      self = form
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
    case .outline: "a list of feeds (OPML)"
    case .siteMap: "a map of a web site (sitemap)"
    case .feed: "a feed of news"
    }
  }

  /// The forms of XML by the names of their first elements, in lower case.
  private static let roots: [String: ContentForm] = [
    "html": .webPage, "opml": .outline, "urlset": .siteMap, "sitemapindex": .siteMap, "rss": .feed, "rdf": .feed,
    "feed": .feed,
  ]

  /// The name of the first element, in lower case and without its prefix; nil for text that is no XML.
  private static func root(ofXML start: Substring) -> String? {
    var rest = start
    while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
      guard let end = rest.range(of: rest.hasPrefix("<!--") ? "-->" : ">") else { return nil }
      rest = rest[end.upperBound...].drop(while: \.isWhitespace)
    }
    guard rest.first == "<" else { return nil }
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || ":_-.".contains($0) }
    return name.split(separator: ":").last?.lowercased()
  }

  private static func isMarkdownTask(_ line: Substring) -> Bool {
    let task = line.drop { $0 == " " }
    return ["- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "* [x] "].contains { task.hasPrefix($0) }
  }

  /// The address of the feed that a web page names; nil where it names none.
  public static func feed(ofPage bytes: [UInt8]) -> String? {
    address("href", inFirst: "link", of: bytes) { tag in
      tag.contains("alternate") && ["rss+xml", "atom+xml", "feed+json"].contains { tag.contains($0) }
    }
  }

  /// The address of the first feed of a list of feeds (OPML); nil where it names none.
  public static func feed(ofOutline bytes: [UInt8]) -> String? { address("xmlUrl", inFirst: "outline", of: bytes) }

  /// Whether a web page may be that of a calendar of Google.
  public static func isOfGoogleCalendar(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(300_000), as: UTF8.self)
    return text.contains("calendar.google.com/calendar") || text.contains("<title>Google Calendar")
  }

  /// The remedy for the page of a Google calendar in the place of the calendar.
  public static let googleRemedy =
    "copy the \"Secret address in iCal format\" from the calendar's settings in Google Calendar, under \"Integrate calendar\""

  /// The address in the first element of a name that has one.
  private static func address(
    _ attribute: String, inFirst name: String, of bytes: [UInt8], where isWanted: (Substring) -> Bool = { _ in true }
  ) -> String? {
    let text = String(decoding: bytes.prefix(100_000), as: UTF8.self)
    for part in text.components(separatedBy: "<").lazy where part.lowercased().hasPrefix(name) {
      let tag = part.prefix { $0 != ">" }
      guard isWanted(tag), let start = tag.range(of: attribute + "=", options: .caseInsensitive)?.upperBound else {
        continue
      }
      let value = tag[start...]
      let quote = value.first.flatMap { "\"'".contains($0) ? $0 : nil }
      let address = quote.map { mark in value.dropFirst().prefix { $0 != mark } } ?? value.prefix { !$0.isWhitespace }
      if !address.isEmpty, address.count <= 200, !address.contains(where: \.isNewline) {
        return String(address).replacing("&amp;", with: "&")
      }
    }
    return nil
  }
}
