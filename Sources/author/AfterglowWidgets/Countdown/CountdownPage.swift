extension CountdownWidget {
  static let page = WidgetPage(
    summary:
      "days to a date; on the last day a running timer",
    fact: "the number of days",
    words: "the title",
    factNames: ["amount"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `title` | text | `New Year` |
      | `date` | a day such as `"2027-01-01"`, or `"2027-01-01T18:30"`, in the scene's zone | `"2027-01-01"` |
      | `from` | a day from which the ring fills | a hundred days before |
      | `symbol` | a symbol's name; empty: none | `hourglass` |

      Days are those of the calendar. With a time of day, the last twenty-four hours are shown as a running timer.
      """#)
}
