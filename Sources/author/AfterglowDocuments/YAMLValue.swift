/// A value to be written into a document.
public indirect enum YAMLValue: Equatable, Sendable {
  /// A number, `true` or `false`, as it is written.
  case plain(String)
  case text(String)
  case list([YAMLValue])
  /// In this order.
  case mapping([Member])

  /// A key with its value.
  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: YAMLValue

    public init(_ key: String, _ value: YAMLValue) {
      self.key = key
      self.value = value
    }
  }

  /// The order of a mapping's keys says nothing.
  public static func == (a: YAMLValue, b: YAMLValue) -> Bool {
    switch (a, b) {
    case (.plain(let a), .plain(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count && a.allSatisfy { member in b.contains { $0.key == member.key && $0.value == member.value } }
    default: false
    }
  }

  /// A value of a document; nil for null.
  init?(_ node: DocumentNode) {
    if node.isNull { return nil }
    switch node.value {
    case .scalar(let text, let isQuoted):
      self = isQuoted || ScalarText.scalarKind(text) == nil ? .text(text) : .plain(text)
    case .sequence(let items): self = .list(items.map { YAMLValue($0) ?? .plain("null") })
    case .mapping(let members):
      self = .mapping(members.compactMap { member in YAMLValue(member.value).map { Member(member.key, $0) } })
    }
  }
}

extension YAMLValue {
  /// What is at a path of keys and of numbers of items; nil = nothing.
  public func at(_ path: some Collection<String>) -> YAMLValue? {
    guard let step = path.first else { return self }
    switch self {
    case .mapping(let members): return members.first { $0.key == step }?.value.at(path.dropFirst())
    case .list(let items):
      guard let number = Int(step), items.indices.contains(number) else { return nil }
      return items[number].at(path.dropFirst())
    case .plain, .text: return nil
    }
  }
}

// MARK: As text

extension YAMLValue {
  /// Longest line of a value in brackets.
  private static let widest = 90

  /// On one line, in brackets if it has parts.
  var inBrackets: String {
    switch self {
    case .plain(let text): text
    case .text(let text): Self.written(text, inBrackets: true)
    case .list(let items): "[" + items.map(\.inBrackets).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\(Self.written($0.key, inBrackets: true)): \($0.value.inBrackets)" }.joined(separator: ", ")
        + "}"
    }
  }

  /// Whether it is better read on one line: scalars, and small mappings and lists of them.
  private var isShort: Bool {
    switch self {
    case .plain, .text: true
    case .list(let items): items.allSatisfy(\.isScalar) && inBrackets.count <= Self.widest
    case .mapping(let members): members.allSatisfy { $0.value.isScalar } && inBrackets.count <= Self.widest
    }
  }

  private var isScalar: Bool {
    switch self {
    case .plain, .text: true
    case .list(let items): items.isEmpty
    case .mapping(let members): members.isEmpty
    }
  }

  /// What follows a key's colon: on the same line, or on lines of its own.
  ///
  /// - Parameter indent: of the key.
  func afterKey(indent: Int) -> String {
    switch self {
    case .text(let text): " " + Self.written(text, inBrackets: false)
    case _ where isShort: " " + inBrackets
    case .list(let items):
      items.map { "\n" + Self.spaces(indent + 2) + $0.asItem(indent: indent + 2) }.joined()
    case .mapping(let members):
      members.map { member in "\n" + Self.spaces(indent + 2) + member.line(indent: indent + 2) }.joined()
    case .plain: " " + inBrackets
    }
  }

  /// An item of a list, with its dash.
  ///
  /// - Parameter indent: of the dash.
  func asItem(indent: Int) -> String {
    switch self {
    case .text(let text): "- " + Self.written(text, inBrackets: false)
    case .mapping(let members) where !isShort:
      "- " + members.map { $0.line(indent: indent + 2) }.joined(separator: "\n" + Self.spaces(indent + 2))
    default: "- " + inBrackets
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// A text without quotes where it would be read as the same text, otherwise in double quotes.
  static func written(_ text: String, inBrackets: Bool) -> String {
    isSafe(text, inBrackets: inBrackets) ? text : quoted(text)
  }

  private static func isSafe(_ text: String, inBrackets: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    // Beginnings that have a meaning, words that other readers take for something else, numbers, and dates.
    let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "~"]
    guard first.properties.isAlphabetic || first == "/" || first == "$" || first == ".", last != " ", last != ":",
      !words.contains(text.lowercased()), !text.hasPrefix("..."), !text.hasPrefix("//"), !text.hasPrefix("<<"),
      ScalarText.scalarKind(text) == nil, ScalarText.isOneLine(text)
    else { return false }
    if text.contains(": ") || text.contains(" #") || text.contains("\u{FEFF}") { return false }
    return !inBrackets || !text.unicodeScalars.contains { ",[]{}:#\"'".unicodeScalars.contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}": result += escape(scalar)
      case _ where scalar.value < 32 || (0x7F..<0xA0).contains(scalar.value): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension YAMLValue.Member {
  /// `key: value`, on as many lines as the value needs.
  func line(indent: Int) -> String { YAMLValue.written(key, inBrackets: false) + ":" + value.afterKey(indent: indent) }
}
