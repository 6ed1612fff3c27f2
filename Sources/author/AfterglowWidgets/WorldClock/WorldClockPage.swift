extension WorldClockWidget {
  static let page = WidgetPage(
    summary:
      "the time in other cities, and how far they are ahead or behind, by day or night",
    fact: "the first city's time",
    words: "the city",
    factNames: ["time", "hour", "hour hand"],
    settings: #"""
      | key | range | default |
      |---|---|---|
      | `cities` | 1 to 12 of `zone` (an IANA name) and `name` (else the zone's own city) | New York, London, Tokyo, Sydney |

      Small and accessory families show the first city.
      """#)
}
