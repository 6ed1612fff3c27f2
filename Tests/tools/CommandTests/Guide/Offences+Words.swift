import Afterglow
import Foundation

@testable import AfterglowGuide

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
    let named = "description: See what is the case.\ndisplayName: Kitchen"
    let says = "own name as a title"
    for view in [
      "{text: Kitchen, font: {size: 15}}", "{label: {title: kitchen, symbol: house}, font: {size: 15}}",
      "{vstack: [{text: KITCHEN, font: {size: 13}}, {text: \"21°\", font: {size: 40}}]}",
    ] { data(.brand, view, says: says, head: named) }
    swift(.brand, "its own name", says: says) { Text("Offence").font(.system(size: 15)) }
    swift(.brand, "its own name with a symbol", says: says) { Label("offence", systemImage: "house") }
    swift(.brand, "its own name as a heading", says: says) {
      VStack {
        Text("OFFENCE").font(.system(size: 13))
        Text("21°").font(.system(size: 40))
      }
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
