extension SystemWidget {
  static let page = WidgetPage(
    summary:
      "temperature, memory, disk, load and power of the board itself",
    fact: "the temperature",
    words: "what is wrong, else the board's name",
    factNames: ["temperature"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `disk` | a path on the file system that is watched | `/` |
      | `temperature` | `celsius`, `fahrenheit` | `celsius` |

      Read anew every five minutes. Too little power, a board that was slowed down and a missing network are shown in words.
      """#)
}
