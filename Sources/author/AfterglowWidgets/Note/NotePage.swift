extension NoteWidget {
  static let page = WidgetPage(
    summary:
      "your own text",
    fact: "its text without broken words; of a long note as much as is legible",
    factNames: ["text"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `text` | up to 500 characters; with `file` or `source` the path of a text in JSON, such as `$.message`, else all of the content is shown | `Water the plants` |
      | `file` | a file of plain text or JSON, relative to the folder | none |
      | `source` | where such a text comes from by itself ([sources](sources.md)) | none |
      | `title` | a line above; empty: none | none |
      | `symbol` | a symbol's name; empty: none | none |
      """#)
}
