import AfterglowDocuments
import Foundation

/// Where a widget's content comes from: `source:` of a scene (docs/sources.md).
public struct ContentSource: Hashable, Sendable {
  /// Where content comes from.
  public enum Origin: Hashable, Sendable {
    /// Not set.
    case none
    /// A path, relative to the board's folder.
    case file(String)
    case web(WebAddress)
    /// The calendars and tasks of an account (CalDAV, RFC 4791).
    case calendars(CalendarAccount)
    /// A program and its arguments; what it prints is the content.
    case command([String])
    /// What other programs hand over under a name, by `afterglow push`.
    case push(String)
  }

  /// Where its bytes come from.
  public var origin: Origin
  /// Pause between two successful readings, in seconds; nil = the default of its kind.
  public var everySeconds: Int?
  /// Time limit of one reading, in seconds; nil = the default.
  public var timeoutSeconds: Int?
  /// Limit of the content, in KiB; nil = that of its reader.
  public var limitKiB: Int?

  /// A source that is asked without headers and at its service's own pace.
  public init(_ origin: Origin) { self.origin = origin }

  /// Stands for a widget whose scene names no source.
  public static let none = ContentSource(.none)

  /// Whether a scene sets it.
  public var isSet: Bool { origin != .none }

  /// A path alone, or an address that begins with `http://`, `https://` or `webcal://`.
  public init(text: String) {
    let lower = text.lowercased()
    if text.isEmpty {
      self.init(.none)
    } else if WebAddress.schemes.contains(where: { lower.hasPrefix($0 + "://") }) {
      self.init(.web(WebAddress(url: .plain(WebAddress.fetched(text)))))
    } else {
      self.init(.file(text))
    }
  }

  /// Ranges of the numbers.
  public static let everyRange = 10...604_800
  static let timeoutRange = 1...300
  static let limitRange = 1...65_536
}

/// An account whose calendars and tasks are read by CalDAV.
public struct CalendarAccount: Hashable, Sendable {
  /// Of the service, of the account or of one calendar; all lead to the rest.
  public var address: WebAddress
  /// Names of those that are read; empty: all.
  public var names: [String]

  /// - Parameter names: as the account has them, whatever their case; empty: all.
  public init(address: WebAddress, names: [String] = []) {
    self.address = address
    self.names = names
  }

  /// The most calendars of an account that are read.
  public static let maximumCount = 12
}

/// Text that is in the scene, or only in a file of secrets.
public enum SecretText: Hashable, Sendable {
  case plain(String)
  /// The name of a secret.
  case secret(String)
}

/// An address of the web with what is sent to it.
public struct WebAddress: Hashable, Sendable {
  /// Begins with `http://` or `https://`.
  public var url: SecretText
  /// Added to the address, percent-encoded.
  public var query: [String: SecretText] = [:]
  /// Sent with each request; values may name secrets, which are read when it is sent.
  public var headers: [String: SecretText] = [:]
  /// Of Basic authentication.
  public var user: String?
  /// The name of a secret, for Basic authentication.
  public var password: String?
  /// The name of a secret, for Bearer authentication.
  public var bearer: String?

  /// - Parameter url: begins with `https://` or `http://`; may name secrets.
  public init(url: SecretText) { self.url = url }

  /// What an address that is fetched begins with. Calendars are offered as `webcal`, which is https.
  static let schemes = ["http", "https", "webcal", "webcals"]

  /// The address that is asked for one that names a calendar.
  static func fetched(_ url: String) -> String {
    guard let colon = url.firstIndex(of: ":"), ["webcal", "webcals"].contains(url[..<colon].lowercased()) else {
      return url
    }
    return "https" + url[colon...]
  }

  /// The remedy for a text that looks like an address and has no scheme that is fetched, such as `; did you mean
  /// "https://"?`.
  ///
  /// - Returns: nil for an address that is fetched, and for a text that can be a path.
  static func hint(forMisspelt text: String) -> String? {
    if let match = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):\/\//) {
      let scheme = match.1.lowercased()
      if schemes.contains(scheme) { return nil }
      if scheme == "file" { return "; write the path alone" }
      if scheme == "caldav" || scheme == "caldavs" {
        let address = "https://\(text[match.range.upperBound...].prefix(60))"
        return "; an account is a mapping: {caldav: \(address), user: NAME, password: {secret: NAME}}"
      }
      let near = NearestName.find(scheme, among: schemes)
      return near.map { "; did you mean \"\($0)://\"?" }
        ?? "; http and https alone are fetched, and a program hands over other content (source: {push: NAME})"
    }
    // One slash or the colon is missing.
    if let match = text.prefixMatch(of: /([A-Za-z]+)(:|\/\/)/), schemes.contains(match.1.lowercased()) {
      return "; did you mean \"\(match.1.lowercased())://\"?"
    }
    // A folder may be called "www.data"; a host has two dots.
    let host = text.prefix { $0 != "/" }.lowercased()
    return host.hasPrefix("www.") && host.dropFirst(4).contains(".")
      ? "; did you mean \"https://\(text.prefix(200))\"?" : nil
  }

  /// The host of a plain address, in lower case; nil for a secret or unusable one.
  public var host: String? {
    guard case .plain(let text) = url else { return nil }
    return Self.host(of: text)
  }

  /// The port of an address that is not from 1 to 65535, as written; nil for a valid one or none.
  public static func wrongPort(of url: String) -> String? {
    guard let start = url.range(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let hostEnd = authority.lastIndex(where: { "]@".contains($0) }).map { authority.index(after: $0) }
    guard let colon = authority[(hostEnd ?? authority.startIndex)...].firstIndex(of: ":") else { return nil }
    let port = authority[authority.index(after: colon)...]
    let isDigits = port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return port.isEmpty || isDigits && Int(port).map { (1...65_535).contains($0) } == true ? nil : String(port)
  }

  /// Why an address of Google Calendar or Outlook gives a web page in place of a calendar; nil for another address.
  static func page(of url: String) -> String? {
    guard let start = url.range(of: "://")?.upperBound, let host = host(of: url) else { return nil }
    let path = url[start...].drop { $0 != "/" }
    if host.hasPrefix("outlook."), path.hasSuffix("/calendar.html") {
      return "expected the address of a calendar, found that of a page of Outlook; write calendar.ics in place of "
        + "calendar.html"
    }
    let isGoogle = host == "calendar.google.com" || host == "www.google.com" && path.hasPrefix("/calendar")
    guard isGoogle, !["/ical/", "/dav/", "/feeds/"].contains(where: { path.contains($0) }) else { return nil }
    return "expected the address of a calendar, found that of a page of Google Calendar; \(ContentForm.googleRemedy), "
      + "and keep it as a secret: {url: {secret: NAME}}"
  }

  /// The host of an address that consists of numbers and is no address of version 4, such as `192.168.1.300`; nil for
  /// another one.
  public static func wrongNumbers(of url: String) -> String? {
    guard let host = host(of: url), !host.hasPrefix("[") else { return nil }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard areNumbers, parts.count >= 4 else { return nil }
    return parts.count == 4 && parts.allSatisfy { Int($0).map { $0 <= 255 } == true } ? nil : host
  }

  /// The remedy for a sign that no address has; nil if all of its signs are valid.
  static func wrongSign(of url: String) -> String? {
    guard let sign = url.first(where: { !$0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else { return nil }
    if url.hasPrefix(" ") || url.hasSuffix(" ") { return "; remove the space at its beginning or end" }
    if sign == " " { return "; it has a space: write %20" }
    if host(of: url)?.contains(sign) == true { return "; write its host in the letters of ASCII (xn--…)" }
    let encoded = sign.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    let isVisible = !sign.isWhitespace && sign.asciiValue == nil
    return "; write \(encoded) for the sign \(isVisible ? "\"\(sign)\"" : "that is not visible")"
  }

  /// The host of an address, in lower case, without port and user.
  public static func host(of url: String) -> String? {
    guard let start = url.range(of: "://")?.upperBound else { return nil }
    var authority = url[start...].prefix { !"/?#".contains($0) }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.hasPrefix("[") { return authority.firstIndex(of: "]").map { authority[...$0].lowercased() } }
    let host = authority.prefix { $0 != ":" }.lowercased()
    return host.isEmpty ? nil : host
  }
}

extension ContentSource {
  /// The source with paths that no longer depend on the board's folder.
  ///
  /// A program's name with a slash is relative to `folder`; one without is looked up in `PATH`.
  public func resolved(in folder: URL?) -> ContentSource {
    var source = self
    switch origin {
    case .file(let name): source.origin = .file(FilePath.of(name, in: folder))
    case .command(var words):
      if let program = words.first, program.contains("/") { words[0] = FilePath.of(program, in: folder) }
      source.origin = .command(words)
    default: break
    }
    return source
  }

  /// A name for messages, without anything that may be secret: no query, no user, no header.
  public var publicName: String {
    switch origin {
    case .none: "none"
    case .file(let path): path
    case .web(let address): Self.publicName(address)
    case .calendars(let account): Self.publicName(account.address)
    case .command(let words): words.first ?? ""
    case .push(let name): "push \(name)"
    }
  }

  /// What a viewer of the panel knows it by, without anything that may be secret: its host, or the name of a file, a
  /// program or a secret.
  public var shortName: String {
    switch origin {
    case .none: ""
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .web(let address): Self.shortName(address)
    case .calendars(let account): Self.shortName(account.address)
    case .command(let words): Self.lastComponent(words.first ?? "")
    case .push(let name): name
    }
  }

  private static func shortName(_ address: WebAddress) -> String {
    if case .secret(let name) = address.url { return name }
    let host = address.host ?? ""
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// The names of the secrets that it needs, sorted.
  public var secretNames: [String] {
    switch origin {
    case .web(let address): address.secretNames
    case .calendars(let account): account.address.secretNames
    case .none, .file, .command, .push: []
    }
  }

  private static func publicName(_ address: WebAddress) -> String {
    switch address.url {
    case .secret(let name): "the secret address \"\(name)\""
    case .plain(let url): withoutQuery(url)
    }
  }

  /// An address without its user, query and fragment.
  public static func withoutQuery(_ url: String) -> String {
    let short = url.prefix { $0 != "?" && $0 != "#" }
    guard let start = short.range(of: "://")?.upperBound else { return String(short) }
    let authority = short[start...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return String(short) }
    return String(short[..<start]) + String(short[short.index(after: at)...])
  }

  /// Equal for sources that give the same content, whatever their times and limits; nil for files, and for none.
  public var key: String? {
    switch origin {
    case .none, .file: nil
    case .push(let name): "push-" + name
    case .web(let address): Self.name(address.host ?? "secret") + "-" + Self.hash(address.parts)
    case .calendars(let account):
      "caldav-" + Self.name(account.address.host ?? "secret") + "-" + Self.hash(account.address.parts + account.names)
    case .command(let words): Self.name(Self.lastComponent(words.first ?? "")) + "-" + Self.hash(words)
    }
  }

  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "program"
  }

  /// A part of a file's name.
  private static func name(_ text: String) -> String {
    let safe = text.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" }
    return String(safe.drop { $0 == "." }.prefix(40))
  }

  /// Sixteen hexadecimal digits. Each part ends with a byte that no text contains.
  private static func hash(_ parts: [String]) -> String {
    var hash = StableHash()
    for part in parts {
      hash.add(part)
      hash.add(UInt64(0xFF))
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension WebAddress {
  fileprivate var secretNames: [String] {
    let texts = ([url] + query.values + headers.values).compactMap { text -> String? in
      if case .secret(let name) = text { name } else { nil }
    }
    return Set(texts + [password, bearer].compactMap(\.self)).sorted()
  }

  /// Everything that decides what is answered, as texts.
  fileprivate var parts: [String] {
    func words(_ text: SecretText) -> [String] {
      switch text {
      case .plain(let plain): ["plain", plain]
      case .secret(let name): ["secret", name]
      }
    }
    var parts = words(url)
    for (name, value) in query.sorted(by: { $0.key < $1.key }) { parts += ["query", name] + words(value) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { parts += ["header", name] + words(value) }
    return parts + ["user", user ?? "", "password", password ?? "", "bearer", bearer ?? ""]
  }
}
