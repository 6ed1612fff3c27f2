/// A place in a document, counted from 1 (columns in Unicode scalars).
public struct DocumentPosition: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A YAML or JSON value that remembers where it stood.
public struct DocumentNode: Sendable {
  public enum Value: Sendable {
    /// A number, truth value or text. Unquoted text is judged by who asks for it: `1.10` may be a version.
    case scalar(String, isQuoted: Bool)
    case sequence([DocumentNode])
    case mapping([Member])
  }

  public struct Member: Sendable {
    public var key: String
    public var keyPosition: DocumentPosition
    public var value: DocumentNode
  }

  public var value: Value
  public var position: DocumentPosition
  /// Whether other places of the document have this value too, by an anchor or a merge: who changes it changes them.
  public var isShared = false

  public init(value: Value, position: DocumentPosition) {
    self.value = value
    self.position = position
  }

  /// Levels of mappings and sequences that any document may have.
  public static let maximumDepth = 32

  /// How messages name what was found.
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

  /// YAML's and JSON's null, and a key without a value.
  public var isNull: Bool {
    guard case .scalar(let text, false) = value else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }
}

extension String {
  /// At most 40 characters on one line: messages quote what people wrote, and that can be anything.
  var shortened: String {
    let line = String(map { $0.isNewline ? " " : $0 })
    return line.count > 40 ? line.prefix(37) + "…" : line
  }
}
