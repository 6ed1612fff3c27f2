extension RemindersWidget {
  static let page = WidgetPage(
    summary:
      "tasks, overdue ones first",
    fact: "the number of tasks",
    words: "the list's name",
    factNames: ["count"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | a [reminder document](data-files.md) or an iCalendar file with tasks, relative to the folder | `reminders.yaml` |
      | `source` | where such a document or an account's tasks come from by themselves, instead of `file` ([sources](sources.md)) | none |
      | `list` | one list of it; empty: all | all |
      | `tick` | `true`, or a program such as `[./tasks, done, "{id}"]`: a touch [ticks a task off](actions.md#reminders-that-are-ticked-off) | `false` |

      Overdue and due tasks come first. The number of tasks that do not fit is shown.
      """#)
}
