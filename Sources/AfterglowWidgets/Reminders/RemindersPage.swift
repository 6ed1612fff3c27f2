extension RemindersWidget {
  static let page = WidgetPage(
    summary:
      "what is to be done, what is overdue first",
    fact: "how many",
    words: "the list's name",
    factNames: ["count"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | a [reminder document](data-files.md), relative to the folder | `reminders.yaml` |
      | `list` | one list of it; empty: all | all |

      What is overdue or due comes first; what does not fit is counted.
      """#)
}
