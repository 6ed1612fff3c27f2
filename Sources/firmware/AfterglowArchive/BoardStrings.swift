#if !hasFeature(Embedded)
  /// The strings of a board as text. One that is not set is empty; `BoardRecord` describes what the firmware then does.
  ///
  ///     let strings: BoardStrings = [.name: "Kitchen", .connector: "HDMI-A-1"]
  public struct BoardStrings: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// Only those that are not empty, so that equal boards have equal strings.
    private var texts: [BoardString: String] = [:]

    /// The strings of a board that has only a name.
    public init(name: String) { self[.name] = name }

    public init(dictionaryLiteral elements: (BoardString, String)...) {
      for (string, text) in elements { self[string] = text }
    }

    /// The strings in an archive.
    public init(_ archive: Archive) {
      let board = archive.board
      for string in BoardString.all { self[string] = archive.string(board[string]) }
    }

    public subscript(_ string: BoardString) -> String {
      get { texts[string] ?? "" }
      set { texts[string] = newValue.isEmpty ? nil : newValue }
    }
  }
#endif
