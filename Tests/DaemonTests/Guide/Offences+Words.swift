import Afterglow
import Foundation

@testable import AfterglowPreview

extension Offences {
  mutating func plantWords() {
    let words: [(GuideRule, String)] = [
      (.lastUpdated, "Synced 10:04"), (.lastUpdated, "Refreshed 3 min ago"), (.lastUpdated, "Updated just now"),
      (.addressedReader, "Good morning"), (.addressedReader, "Tap for details"), (.addressedReader, "Don’t forget"),
      (.brand, "Afterglow"), (.brand, "Powered by Acme"), (.brand, "Acme™"),
    ]
    for (rule, text) in words {
      data(rule, "{text: \"\(text)\", font: {size: 15}}")
      swift(rule, text) { Text(text).font(.system(size: 15)) }
    }
    data(
      .lastUpdated, "{text: \"Synced {now() - at} ago\", font: {size: 13}}", values: #"{"at": "2026-01-01"}"#)
    swift(.lastUpdated, "a tick beside such a word") {
      (Text("Synced ") + Text(Date(Lint.instant), style: .relative)).font(.system(size: 13))
    }
    for text in [
      "Current Weather Conditions", "The weather of the week", "Shows the next bus", "A widget for tides", "bus times",
      "Departures at the stop", "See The Next Departures", "Weather for the week", "",
    ] {
      data(
        .description, "{text: A, font: {size: 15}}", head: text.isEmpty ? "displayName: A" : "description: \"\(text)\"")
      swift(.description, "“\(text)”", widget: OffenceWidget(describes: text) { Text("A").font(.system(size: 15)) })
    }
  }
}
