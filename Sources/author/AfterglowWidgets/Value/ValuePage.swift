extension ValueWidget {
  static let page = WidgetPage(
    summary:
      "a number or word that another program writes, with its past as a graph and an arrow, see "
      + "[timeline-documents.md](timeline-documents.md)",
    fact: "the value",
    words: "title; unit and arrow below",
    factNames: ["value"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | a [timeline document](timeline-documents.md), relative to the folder | `timeline.json` |
      | `source` | where such a document comes from by itself, instead of `file` ([sources](sources.md)) | none |
      | `history` | a [file with the value's past](data-files.md), or where it comes from by itself, if the document has none | none |
      | `value` | the value's path in JSON of any service, such as `$.rooms[0].temperature` ([sources](sources.md#any-service)) | none |
      | `column`, `dates` | the names of the value's and the dates' column in CSV of any service | none; the first column with dates |
      | `decimals` | places after the decimal mark of such a value, 0 to 6 | as written |
      | `title`, `unit`, `detail`, `symbol` | what goes with such a value: a text, or the path of one in the same JSON | none |

      With a past of at least two values, system families show a graph: medium with the highest and lowest value, large also with the
      times of its beginning and end, extra large and portrait with the average. Without a past the value fills its place. A circular one
      shows where the value lies between the lowest and the highest, with fewer decimal places where it would not fit. An arrow, never a
      colour, shows the trend.
      """#)
}
