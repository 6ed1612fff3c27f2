extension CalendarWidget {
  static let page = WidgetPage(
    summary:
      "the day, what comes next, the month; from an iCalendar file, with the public holidays of the scene's "
      + "place",
    fact: "the day of the month",
    words: "weekday",
    factNames: ["day"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `file` | an iCalendar file (RFC 5545), relative to the folder; empty: no events | `calendar.ics` |
      | `source` | where a calendar comes from by itself, instead of `file` ([sources](sources.md)) | none |
      | `sources` | 1 to 12 of them, shown as one calendar; in a mapping also with `color` (`red`, `blue`, `green`, `orange`, `purple`, `teal`, `pink`, `yellow`, `indigo`, `brown`, `mint`, `cyan`), else each has the next of these colours | none |
      | `layout` | `automatic`: what suits the family; `date`: the day alone; `agenda`: what comes next; `month`: a grid | `automatic` |
      | `holidays` | `automatic`: the public ones of the scene's `place`; `none`; or an iCalendar file that holds nothing else, or where one comes from by itself | `automatic` |

      Recurring, moved, excepted and all-day events are read in their own zones and shown in the scene's. Past events are
      removed; at the end of a day the next one is shown. An event of several days is listed under each of them. The number of events
      that do not fit is shown; a calendar that could not be read as a whole says so. Birthdays come first in their day; they and
      holidays have a glyph: see [data-files.md](data-files.md). Accessories: a corner has the time of the next event and its title
      along the dial, a circle the time, a rectangle two events, a line the date and the number of today's events.
      """#)
}
