extension ClockWidget {
  static let page = WidgetPage(
    summary:
      "the time, as figures, a dial or one of eleven faces that fill the panel, and the day",
    fact: "the time, in one line where the place is wide, else hours above minutes; a small dial stays one, "
      + "with longer and stronger hands",
    factNames: ["time", "hour", "hour hand"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `style` | `digital`: hours above minutes; `inline`: one line; `analogue`: a dial | `digital` |
      | `hour` | `automatic`: as the locale writes it; `24`: 0 to 23 in every locale | `automatic` |
      | `seconds` | `true`, `false`: a second hand on the dial | `false` |
      | `date` | `true`, `false`: the line below | `true` |
      | `zone` | an IANA name | the scene's |
      | `face` | `thin`, `rounded`, `analogue`, `solar`, `world`, `agenda`, `words`, `seconds`, `slab`, `quarters`, `almanac` | none: the `style`; a face takes precedence |
      | `calendar` | for the faces `agenda` and `almanac`: an iCalendar file, or where it comes from by itself ([sources](sources.md)), or a list of them | `""`: the month |

      A [face](widgets.md#clock-faces) fills its place. In `standBy` a clock with one may stand alone, on the whole panel.
      """#)
}
