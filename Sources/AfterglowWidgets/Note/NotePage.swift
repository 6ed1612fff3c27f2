extension NoteWidget {
  static let page = WidgetPage(
    summary:
      "words of one's own",
    fact: "its words, none of them broken; of a long note as many as can be read",
    factNames: ["text"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `text` | up to 500 characters | `Water the plants` |
      | `title` | a line above; empty: none | none |
      | `symbol` | a symbol's name; empty: none | none |
      """#)
}
