/// A position in a document: line and column, both counted from 1, columns in Unicode scalars.
public struct DocumentPosition: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A YAML or JSON value with its position in the file.
public struct DocumentNode: Sendable {
  /// The value as written, not interpreted yet.
  public enum Value: Sendable {
    /// A number, boolean or text. The reader of the key interprets unquoted text: `1.10` may be a version.
    case scalar(String, isQuoted: Bool)
    case sequence([DocumentNode])
    case mapping([Member])
  }

  /// One key of a mapping, with its value. Keys keep the file's order.
  public struct Member: Sendable {
    public var key: String
    /// The position of the key.
    public var keyPosition: DocumentPosition
    /// The key's value; a scalar of empty text if there is none.
    public var value: DocumentNode

    public init(key: String, keyPosition: DocumentPosition, value: DocumentNode) {
      (self.key, self.keyPosition, self.value) = (key, keyPosition, value)
    }
  }

  /// The value as written.
  public var value: Value
  /// The position of the value.
  public var position: DocumentPosition
  /// Whether the value also appears elsewhere in the document, through an anchor or a merge: changing it changes all of
  /// them.
  public var isShared = false

  public init(value: Value, position: DocumentPosition) {
    self.value = value
    self.position = position
  }

  /// Maximum nesting depth of mappings and sequences in a document.
  public static let maximumDepth = 32
  /// Maximum number of values of a JSON document: a history of the largest size has 360,000.
  public static let maximumCount = 1_000_000

  /// A description for messages: "a list", "the text …".
  public var foundDescription: String {
    switch value {
    case .mapping: "a mapping"
    case .sequence(let items): items.isEmpty ? "an empty list" : "a list"
    case .scalar(let text, let isQuoted):
      if isQuoted {
        "the text \"\(text.shortened)\""
      } else if isNull {
        "nothing"
      } else {
        "\"\(text.shortened)\""
      }
    }
  }

  /// Whether it is null in YAML or JSON, or a key without a value.
  public var isNull: Bool {
    guard case .scalar(let text, false) = value else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// A copy of the value with null in place of each empty text.
  var withoutEmptyTexts: DocumentNode {
    var node = self
    switch value {
    case .scalar("", _): node.value = .scalar("", isQuoted: false)
    case .scalar: break
    case .sequence(let items): node.value = .sequence(items.map(\.withoutEmptyTexts))
    case .mapping(let members):
      node.value = .mapping(
        members.map { member in
          var member = member
          member.value = member.value.withoutEmptyTexts
          return member
        })
    }
    return node
  }
}

extension String {
  /// At most 40 characters on one line. Messages quote users' text, which may contain anything.
  var shortened: String {
    let line = String(map { $0.isNewline ? " " : $0 })
    return line.count > 40 ? line.prefix(37) + "…" : line
  }
}
