extension DocumentWidget {
  static let page = WidgetPage(
    summary:
      "a widget of your own without Swift: a view and values as data, see "
      + "[data-widgets.md](data-widgets.md)",
    fact: "as its file says; without `simplified` the same at both levels",
    factNames: ["temperature"],
    families: "as its file says",
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `view` | a [view file](data-widgets.md), relative to the folder: the widget's families are those that it draws. It and the pictures that it names are watched | `widget.yaml` |
      | `file` | its values, relative to the folder | none |
      | `source` | where such values come from by themselves, instead of `file` ([sources](sources.md)) | none |
      | `values` | where the values are in JSON of any service: a [path](sources.md#any-service) for each name that the view uses | the content's own names |
      | `format` | `automatic`: JSON or YAML, and CSV in files that end so; `csv`: a table, whose rows are the list `rows` | `automatic` |
      """#)
}
