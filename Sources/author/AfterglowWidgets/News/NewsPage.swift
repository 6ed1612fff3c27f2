extension NewsWidget {
  static let page = WidgetPage(
    summary:
      "headlines of feeds (RSS, Atom, JSON Feed), newest first, with their source and age",
    fact: "the newest headline; of a long one as much as is legible",
    words: "its source",
    factNames: ["headline"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | a [feed](data-files.md#feeds), relative to the folder | `news.xml` |
      | `source` | where a feed comes from by itself, instead of `file` ([sources](sources.md)) | none |
      | `sources` | 1 to 12 of them, merged; in a mapping also with `name`, else the feed's own | none |

      News that several feeds have is shown once. Ages tick. Small and accessory families show the newest headline, which fills its
      half in StandBy; the others show what they have room for, and where a headline is alone on one side of a wide widget, also the
      words below it.
      """#)
}
