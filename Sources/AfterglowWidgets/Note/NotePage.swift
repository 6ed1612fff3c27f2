extension NoteWidget {
  static let page = WidgetPage(
    summary:
      "your own text",
    fact: "its text without broken words; of a long note as much as is legible",
    factNames: ["text"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `text` | up to 500 characters | `Water the plants` |
      | `title` | a line above; empty: none | none |
      | `symbol` | a symbol's name; empty: none | none |
      """#)
}
