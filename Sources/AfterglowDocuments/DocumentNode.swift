/// A place in a document: line and column, both counted from 1, columns in Unicode scalars.
public struct DocumentPosition: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A YAML or JSON value with its place in the file.
public struct DocumentNode: Sendable {
  /// What the document has at this place, not yet interpreted.
  public enum Value: Sendable {
    /// A number, truth value or text. The reader of the key decides what unquoted text is: `1.10` may be a version.
    case scalar(String, isQuoted: Bool)
    case sequence([DocumentNode])
    case mapping([Member])
  }

  /// One key of a mapping, with its value. Keys keep the file's order.
  public struct Member: Sendable {
    public var key: String
    /// Where the key begins.
    public var keyPosition: DocumentPosition
    /// The key's value; a scalar of empty text where the document has none.
    public var value: DocumentNode
  }

  /// What the document has here.
  public var value: Value
  /// Where the value begins.
  public var position: DocumentPosition
  /// Whether other places of the document have this value too, by an anchor or a merge: changing it changes them.
  public var isShared = false

  public init(value: Value, position: DocumentPosition) {
    self.value = value
    self.position = position
  }

  /// The most levels of nested mappings and sequences in a document.
  public static let maximumDepth = 32

  /// What was found, as messages put it: "a list", "the text …".
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

  /// Whether it is YAML's or JSON's null, or a key without a value.
  public var isNull: Bool {
    guard case .scalar(let text, false) = value else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }
}

extension String {
  /// At most 40 characters on one line. Messages quote users' text, which can be anything.
  var shortened: String {
    let line = String(map { $0.isNewline ? " " : $0 })
    return line.count > 40 ? line.prefix(37) + "…" : line
  }
}
