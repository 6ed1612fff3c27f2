import AfterglowDocuments

/// As in a scene: text, or a mapping with one of `url`, `caldav`, `command`, `push` and `file`, and what belongs to it.
extension ContentSource: Codable {
  fileprivate enum Key: String, CodingKey, CaseIterable {
    case file, url, caldav, command, push
    case query, headers, user, password, bearer, calendars
    case every, timeout, limit
  }

  /// The keys of the mapping.
  public static let keys = Key.allCases.map(\.rawValue)

  public init(from decoder: any Decoder) throws { try self.init(from: decoder, besides: []) }

  /// - Parameter keys: of the mapping that are not the source's, and that its caller reads.
  public init(from decoder: any Decoder, besides keys: Set<String>) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text: text)
      switch origin {
      case .web(let address): try Self.check(address.url, decoder.codingPath)
      case .file(let name): try Self.check(file: name, decoder.codingPath)
      default: break
      }
      return
    }
    guard let values = try? decoder.container(keyedBy: Key.self) else {
      throw Self.refusal(
        decoder.codingPath, "expected a path, an address or a mapping with url, caldav, command, push or file")
    }
    try Self.refuseOthers(decoder, besides: keys)
    self.init(try Self.origin(values))
    everySeconds = try Self.number(values, .every, Self.everyRange, unit: "s")
    timeoutSeconds = try Self.number(values, .timeout, Self.timeoutRange, unit: "s")
    limitKiB = try Self.number(values, .limit, Self.limitRange, unit: "KiB")
  }

  /// A key of any name.
  fileprivate struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static func refuseOthers(_ decoder: any Decoder, besides keys: Set<String>) throws {
    let names = Self.keys + keys.sorted()
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !names.contains(key.stringValue) {
      throw refusal(decoder.codingPath + [key], "unknown key; \(advice(on: key.stringValue, among: names))")
    }
  }

  private static func advice(on key: String, among names: [String]) -> String {
    if key == "secret" { return "write {url: {secret: NAME}}" }
    let similar = NearestName.find(key, among: names) ?? names.first { $0.count > 3 && key.hasPrefix($0) }
    return similar.map { "did you mean \"\($0)\"?" } ?? "expected one of \(names.joined(separator: ", "))"
  }

  /// A list of texts.
  ///
  /// - Parameters:
  ///   - example: an item, as in a scene.
  ///   - advice: why it is a list; empty: nothing.
  private static func list(
    _ values: KeyedDecodingContainer<Key>, _ key: Key, such example: String, _ advice: String = ""
  ) throws -> [String] {
    if (try? values.decode(String.self, forKey: key)) != nil {
      throw refusal(values.codingPath + [key], "expected a list such as [\(example)], found text\(advice)")
    }
    return try values.decode([String].self, forKey: key)
  }

  private static func origin(_ values: KeyedDecodingContainer<Key>) throws -> Origin {
    let named = [Key.file, .url, .caldav, .command, .push].filter { values.contains($0) }
    guard named.count == 1, let kind = named.first else {
      let found = named.isEmpty ? "none" : named.map(\.rawValue).joined(separator: " and ")
      throw refusal(values.codingPath, "expected exactly one of url, caldav, command, push and file, found \(found)")
    }
    guard kind == .caldav || !values.contains(.calendars) else {
      throw refusal(
        values.codingPath + [Key.calendars], "expected \"calendars\" with caldav, found it with \(kind.rawValue)")
    }
    switch kind {
    case .url: return .web(try address(values, .url))
    case .caldav: return .calendars(try account(values))
    case .command:
      let words = try list(
        values, .command, such: "curl, \"https://example.org/data.json\"", "; programs are started without a shell")
      guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
        throw refusal(values.codingPath + [Key.command], "expected a program and its arguments, found no program")
      }
      return .command(words)
    case .push: return .push(try name(try values.decode(String.self, forKey: .push), values.codingPath + [Key.push]))
    default:
      let name = try values.decode(String.self, forKey: .file)
      try check(file: name, values.codingPath + [Key.file])
      return .file(name)
    }
  }

  private static func account(_ values: KeyedDecodingContainer<Key>) throws -> CalendarAccount {
    guard !values.contains(.query) else {
      throw refusal(values.codingPath + [Key.query], "expected no query with caldav")
    }
    let hasNames = try values.contains(.calendars) && !values.decodeNil(forKey: .calendars)
    let names = hasNames ? try list(values, .calendars, such: "Family") : []
    guard names.count <= CalendarAccount.maximumCount, !names.contains("") else {
      throw refusal(
        values.codingPath + [Key.calendars], "expected at most \(CalendarAccount.maximumCount) names of calendars")
    }
    return CalendarAccount(address: try address(values, .caldav), names: names)
  }

  fileprivate static func address(_ values: KeyedDecodingContainer<Key>, _ key: Key) throws -> WebAddress {
    var address = WebAddress(url: try values.decode(SecretText.self, forKey: key))
    if case .plain(let text) = address.url { address.url = .plain(WebAddress.fetched(text)) }
    try check(address.url, values.codingPath + [key])
    address.query = try values.decodeIfPresent([String: SecretText].self, forKey: .query) ?? [:]
    address.headers = try values.decodeIfPresent([String: SecretText].self, forKey: .headers) ?? [:]
    for (name, value) in address.headers {
      let key = AnyKey(stringValue: name).map { [$0 as any CodingKey] } ?? []
      try check(header: name, value, values.codingPath + [Key.headers] + key)
    }
    address.user = try values.decodeIfPresent(String.self, forKey: .user)
    address.password = try secret(values, .password)
    address.bearer = try secret(values, .bearer)
    guard (address.user == nil) == (address.password == nil) else {
      throw refusal(values.codingPath, "expected user and password together, found one of them")
    }
    guard address.user == nil || address.bearer == nil else {
      throw refusal(values.codingPath, "expected either user and password or bearer, found both")
    }
    return address
  }

  private static func check(_ url: SecretText, _ path: [any CodingKey]) throws {
    if case .plain(let text) = url, let fault = fault(ofAddress: text) { throw refusal(path, fault) }
  }

  /// The fault of a text that is to be an address of the web, with its remedy; nil for one that can be fetched.
  public static func fault(ofAddress text: String) -> String? {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let sign = WebAddress.wrongSign(of: text)
    guard scheme == "http" || scheme == "https", WebAddress.host(of: text) != nil, sign == nil else {
      return "expected an address such as https://example.org/data.json, found \"\(text.prefix(60))\""
        + (WebAddress.hint(forMisspelt: text) ?? sign ?? "")
    }
    let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    if authority.contains("@") {
      return "expected an address without a user, found one; use user and password: {secret: NAME}"
    }
    if let port = WebAddress.wrongPort(of: text) { return "expected a port from 1 to 65535, found \(port.prefix(20))" }
    if let fault = WebAddress.page(of: text) { return fault }
    return WebAddress.wrongNumbers(of: text).map {
      "expected a host, or an address of four numbers from 0 to 255, found \($0.prefix(60))"
    }
  }

  /// Refuses a name that is an address with a mistake.
  private static func check(file name: String, _ path: [any CodingKey]) throws {
    if let fault = fault(ofFile: name) { throw refusal(path, fault) }
  }

  /// The fault of a text that is an address with a mistake, and what was meant; nil for a path and for an address.
  public static func fault(ofFile name: String) -> String? {
    if let fault = WebAddress.page(of: name) { return fault }
    return WebAddress.hint(forMisspelt: name).map {
      "expected a path or an address such as https://example.org/data.json, found \"\(name.prefix(60))\"\($0)"
    }
  }

  private static func check(header name: String, _ value: SecretText, _ path: [any CodingKey]) throws {
    let isName = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }
    guard isName else { throw refusal(path, "expected the name of a header, found \"\(name.prefix(40))\"") }
    if case .plain(let text) = value {
      guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw refusal(path, "expected one line, found a control character")
      }
      if ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased()) {
        throw refusal(path, "expected {secret: NAME}, found text; a scene keeps no secret")
      }
    }
  }

  private static func secret(_ values: KeyedDecodingContainer<Key>, _ key: Key) throws -> String? {
    guard let text = try values.decodeIfPresent(SecretText.self, forKey: key) else { return nil }
    guard case .secret(let name) = text else {
      throw refusal(values.codingPath + [key], "expected {secret: NAME}, found text; a scene keeps no secret")
    }
    return name
  }

  private static func number(
    _ values: KeyedDecodingContainer<Key>, _ key: Key, _ range: ClosedRange<Int>, unit: String
  ) throws -> Int? {
    if let text = try? values.decode(String.self, forKey: key) {
      let remedy = unit == "s" ? seconds(of: text).map { "; write \($0)" } ?? "" : ""
      throw refusal(
        values.codingPath + [key],
        "expected a whole number of \(unit), from \(range.lowerBound) to \(range.upperBound), found \"\(text.prefix(40))\""
          + remedy)
    }
    guard let number = try values.decodeIfPresent(Int.self, forKey: key) else { return nil }
    guard range.contains(number) else {
      throw refusal(
        values.codingPath + [key], "expected \(range.lowerBound) to \(range.upperBound) \(unit), found \(number)")
    }
    return number
  }

  /// The seconds of a duration with its unit, such as `15m` or `1 h`; nil for other text.
  private static func seconds(of text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].filter { $0 != " " }.lowercased()
    let units = ["": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
    guard digits.count <= 6, let number = Int(digits), let length = units[unit] else { return nil }
    return number * length
  }

  /// A name that can be a file's.
  static func name(_ text: String, _ path: [any CodingKey]) throws -> String {
    guard isName(text) else {
      throw refusal(path, "expected a name of letters, digits, dots and dashes, found \"\(text.prefix(40))\"")
    }
    return text
  }

  /// Whether a text can name a secret, or what is handed over: at most 64 letters, digits, dots, dashes and low lines.
  public static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count) && !text.hasPrefix(".")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
  }

  private static func refusal(_ path: [any CodingKey], _ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: message))
  }

  public func encode(to encoder: any Encoder) throws {
    if everySeconds == nil, timeoutSeconds == nil, limitKiB == nil, let text = plainText {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    try encodeMapping(to: encoder)
  }

  /// Encodes the mapping, also where one text would say everything, for those that add keys of their own to it.
  public func encodeMapping(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch origin {
    case .none: break
    case .file(let path): try values.encode(path, forKey: .file)
    case .command(let words): try values.encode(words, forKey: .command)
    case .push(let name): try values.encode(name, forKey: .push)
    case .web(let address): try Self.encode(address, .url, to: &values)
    case .calendars(let account):
      try Self.encode(account.address, .caldav, to: &values)
      if !account.names.isEmpty { try values.encode(account.names, forKey: .calendars) }
    }
    try values.encodeIfPresent(everySeconds, forKey: .every)
    try values.encodeIfPresent(timeoutSeconds, forKey: .timeout)
    try values.encodeIfPresent(limitKiB, forKey: .limit)
  }

  private static func encode(
    _ address: WebAddress, _ key: Key, to values: inout KeyedEncodingContainer<Key>
  ) throws {
    try values.encode(address.url, forKey: key)
    if !address.query.isEmpty { try values.encode(address.query, forKey: .query) }
    if !address.headers.isEmpty { try values.encode(address.headers, forKey: .headers) }
    try values.encodeIfPresent(address.user, forKey: .user)
    try values.encodeIfPresent(address.password.map(SecretText.secret), forKey: .password)
    try values.encodeIfPresent(address.bearer.map(SecretText.secret), forKey: .bearer)
  }

  /// The source as one text, where that says everything.
  private var plainText: String? {
    switch origin {
    case .none: return ""
    case .file(let path): return path
    case .web(let address):
      guard case .plain(let url) = address.url, address == WebAddress(url: address.url) else { return nil }
      return url
    default: return nil
    }
  }
}

/// As in a scene: a mapping with `url`, and what is sent to it.
extension WebAddress: Decodable {
  /// The keys of the mapping.
  public static let keys = [ContentSource.Key.url, .query, .headers, .user, .password, .bearer].map(\.rawValue)

  public init(from decoder: any Decoder) throws {
    self = try ContentSource.address(decoder.container(keyedBy: ContentSource.Key.self), .url)
  }
}

/// Text, a number as text, or `{secret: NAME}`.
extension SecretText: Codable {
  private enum Key: String, CodingKey { case secret }

  public init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      self = .plain(text)
    } else if let number = try? single.decode(Int.self) {
      self = .plain(String(number))
    } else if let number = try? single.decode(Double.self) {
      self = .plain(String(number))
    } else {
      guard let values = try? decoder.container(keyedBy: Key.self) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected text or {secret: NAME}"))
      }
      if let other = try decoder.container(keyedBy: ContentSource.AnyKey.self).allKeys.first(where: {
        $0.stringValue != Key.secret.rawValue
      }) {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "expected {secret: NAME}, found \"\(other.stringValue)\"")
        )
      }
      let name = try values.decode(String.self, forKey: .secret)
      self = .secret(try ContentSource.name(name, values.codingPath + [Key.secret]))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .plain(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .secret(let name):
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(name, forKey: .secret)
    }
  }
}
