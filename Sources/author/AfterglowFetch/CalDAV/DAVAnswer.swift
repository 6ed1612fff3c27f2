import AfterglowDocuments

/// A multistatus answer (RFC 4918, section 13), as far as calendars need it.
struct DAVAnswer: Equatable {
  /// What is said of one resource.
  struct Resource: Equatable {
    var href = ""
    /// Of the resource as a whole; nil = it has properties.
    var status: Int?
    /// Names of the elements in `resourcetype`.
    var types: Set<String> = []
    /// By name, those with the status 200.
    var texts: [DAVName: String] = [:]
    /// `VEVENT`, `VTODO`; nil = not said.
    var components: Set<String>?
  }

  var resources: [Resource] = []
  /// Of a sync-collection report (RFC 6578).
  var syncToken: String?

  /// - Throws: `FetchFailure.refused` for anything that is no multistatus answer.
  init(_ body: [UInt8]) throws(FetchFailure) {
    let reader = DAVReader()
    do throws(Problem) {
      try XMLScan.scan(body, file: "answer", hasNamespaces: true, into: reader)
    } catch {
      throw .refused("expected an answer of CalDAV; \(error.message), at line \(error.line)")
    }
    self = reader.answer
  }

  fileprivate init() {}
}

/// The properties that are asked for.
enum DAVName: String, CaseIterable {
  case displayName = "DAV:|displayname"
  case entityTag = "DAV:|getetag"
  case syncToken = "DAV:|sync-token"
  case principal = "DAV:|current-user-principal"
  case home = "urn:ietf:params:xml:ns:caldav|calendar-home-set"
  case data = "urn:ietf:params:xml:ns:caldav|calendar-data"
  case color = "http://apple.com/ns/ical/|calendar-color"
  case changeTag = "http://calendarserver.org/ns/|getctag"
}

/// Reads one answer.
private final class DAVReader: XMLSink {
  private(set) var answer = DAVAnswer()
  private var path: [String] = []
  private var resource: DAVAnswer.Resource?
  /// The properties of one `propstat`, whose status comes after them.
  private var found = DAVAnswer.Resource()
  private var isFound = true
  private var text: [UInt8] = []

  private static let types = "DAV:|resourcetype"
  private static let components = "urn:ietf:params:xml:ns:caldav|supported-calendar-component-set"

  func begin(_ name: String, attributes: [String: String]) -> String? {
    if path.isEmpty, name != "DAV:|multistatus" { return "found \"\(name.prefix(60))\" instead of multistatus" }
    switch (path.last, name) {
    case ("DAV:|multistatus", "DAV:|response"): resource = DAVAnswer.Resource()
    case ("DAV:|response", "DAV:|propstat"): (found, isFound) = (DAVAnswer.Resource(), true)
    case (Self.types, _): found.types.insert(name)
    case (_, Self.components): found.components = []
    case (Self.components, "urn:ietf:params:xml:ns:caldav|comp"):
      if let component = attributes["name"] { found.components?.insert(component.uppercased()) }
    default: break
    }
    path.append(name)
    text.removeAll(keepingCapacity: true)
    return nil
  }

  func take(_ text: UnsafeBufferPointer<UInt8>) { self.text += text }

  func end() {
    guard let name = path.popLast() else { return }
    let words = String(decoding: text, as: UTF8.self)
    switch (path.last, name) {
    case ("DAV:|multistatus", "DAV:|response"):
      if let resource { answer.resources.append(resource) }
      resource = nil
    case ("DAV:|multistatus", "DAV:|sync-token"): answer.syncToken = Self.line(words)
    case ("DAV:|response", "DAV:|href"): resource?.href = Self.line(words)
    case ("DAV:|response", "DAV:|status"): resource?.status = Self.status(words)
    case ("DAV:|propstat", "DAV:|status"): isFound = Self.status(words) == 200
    case ("DAV:|response", "DAV:|propstat"): if isFound { merge() }
    // Both are an address within an element.
    case (DAVName.principal.rawValue, "DAV:|href"): found.texts[.principal] = Self.line(words)
    case (DAVName.home.rawValue, "DAV:|href"): if found.texts[.home] == nil { found.texts[.home] = Self.line(words) }
    case ("DAV:|prop", _):
      if let property = DAVName(rawValue: name), property != .principal, property != .home {
        found.texts[property] = property == .data ? words : Self.line(words)
      }
    default: break
    }
    text.removeAll(keepingCapacity: true)
  }

  private func merge() {
    resource?.types.formUnion(found.types)
    resource?.texts.merge(found.texts) { $1 }
    if let components = found.components { resource?.components = components }
  }

  private static func line(_ text: String) -> String {
    // A mark without a letter is one character with the blank before it.
    text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }.joined(separator: " ")
  }

  /// `HTTP/1.1 200 OK`
  private static func status(_ line: String) -> Int? {
    line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }
}
