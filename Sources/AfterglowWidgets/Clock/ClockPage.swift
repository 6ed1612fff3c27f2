extension ClockWidget {
  static let page = WidgetPage(
    summary:
      "the time, as figures or a dial, and the day",
    fact: "the time, in one line where the place is wide, else hours above minutes; a small dial stays one, "
      + "with longer and stronger hands",
    factNames: ["time", "hour", "hour hand"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `style` | `digital`: hours above minutes; `inline`: one line; `analogue`: a dial | `digital` |
      | `hour` | `automatic`: as the locale writes it; `"24"` | `automatic` |
      | `seconds` | `true`, `false`: a second hand on the dial | `false` |
      | `date` | `true`, `false`: the line below | `true` |
      | `zone` | an IANA name | the scene's |
      """#)
}
