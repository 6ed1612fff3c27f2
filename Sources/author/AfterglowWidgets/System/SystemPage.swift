extension SystemWidget {
  static let page = WidgetPage(
    summary:
      "temperature, memory, disk, load and power of the board itself",
    fact: "the temperature",
    words: "the problem, else the board's name",
    factNames: ["temperature"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `disk` | a path on the file system that is watched | `/` |
      | `temperature` | `celsius`, `fahrenheit` | `celsius` |

      Updated every five minutes. Undervoltage, throttling and a missing network are shown in words.
      """#)
}
