import Afterglow
import Foundation

// Words, numbers and their looks, as written for SwiftUI.

struct WordIdioms: View {
  var quote = "Be kind, for everyone you meet is fighting a hard battle."
  var path = "/home/ada/Documents/engine.pdf"
  var host = "panel.local"
  var title = "Water the plants"
  var sha = "f3a9c17b02"
  var chance = 40
  var day = 24
  var isDone = true
  var isToday = true
  var isOpen = false

  var body: some View {
    Text("Today").font(.headline).fontWeight(.semibold)
    Text("24°").font(.system(.title2, design: .rounded, weight: .semibold))
    Text(quote).multilineTextAlignment(.center).lineLimit(4)
    Text(path).lineLimit(1).truncationMode(.middle)
    Text("\(Image(systemName: "umbrella.fill")) \(chance)%")
    Text(verbatim: host)
    Text(title).strikethrough(isDone, color: .secondary)
    Text("No events").italic().foregroundStyle(.secondary)
    Text(title).font(.title3).fontDesign(.serif)
    Text(title).lineLimit(2, reservesSpace: true)
    Text("Brewlog").font(.custom("Inter", size: 22, relativeTo: .title2))
    Text(sha.prefix(7)).monospaced()
    Text("\(day)").fontWeight(isToday ? .bold : .regular)
    Text(isOpen ? String(localized: "Open now") : String(localized: "Closed"))
    Text("Spread").kerning(2).textCase(.uppercase).font(.caption)
    Text("H") + Text("2").font(.caption2).baselineOffset(-4) + Text("O")
    Text("Tight words here").allowsTightening(true).minimumScaleFactor(0.6).lineLimit(1)
    Text("Two\nlines").lineSpacing(4).fontWidth(.condensed)
    Text("Tide", tableName: "Tides", bundle: .main, comment: "A title")
    Text(Image(systemName: "drop")) + Text(" Water")
  }
}

struct MarkIdioms: View {
  var count = 3

  var verse: AttributedString {
    var text = AttributedString("In the beginning")
    text.font = .body.italic()
    text.foregroundColor = .secondary
    return text
  }

  var score: AttributedString {
    var text = AttributedString("12 of 20")
    if let range = text.range(of: "12") { text[range].foregroundColor = .green }
    text.underlineStyle = .single
    return text
  }

  var body: some View {
    Text("^[\(count) task](inflect: true) left")
    Text("**Low tide** at 6:12 – *mind the rocks*")
    Text("~~18~~ `16` [more](https://example.com)")
    Text(verse)
    Text(score)
    if let marked = try? AttributedString(markdown: "A *new* day") { Text(marked) }
    CaptionedIdiom(title: "Wind", value: "12 km/h")
    Text(LocalizedStringResource("Plain words"))
  }
}

/// Words of tables, as code for iOS asks for them.
struct LocalizedIdioms: View {
  static let title: LocalizedStringResource = "Tides"
  var count = 3
  var share = 0.42
  var harbour = "Porto"

  var caption: String { String(localized: "caption", defaultValue: "\(count) boats in \(harbour)", comment: "A title") }
  var summary: AttributedString { AttributedString(localized: "**\(count)** boats") }

  var body: some View {
    Text("\(count) boats", tableName: "Tides", comment: "Boats in a harbour")
    Text("\(share, specifier: "%.1f") of \(count) boats in \(harbour)")
    Text(String(localized: "\(count) boats", table: "Tides", bundle: .main, locale: .current))
    Text(String(localized: "\(share, format: .percent) full"))
    Text(LocalizedStringResource("tide.high", defaultValue: "High tide", table: "Tides", bundle: .main))
    Text(String(localized: Self.title))
    Text(NSLocalizedString("tide.low", comment: "Low tide"))
    Text(LocalizedStringKey(harbour))
    Text(caption)
    Text(summary)
  }
}

struct CaptionedIdiom: View {
  let title: LocalizedStringKey
  let value: String

  var body: some View {
    VStack {
      Text(title).font(.caption)
      Text(value)
    }
  }
}

struct NumberIdioms: View {
  var level = 0.42
  var amount = 1204.5
  var count = 12_400
  var change = -0.021
  var temperature = Measurement(value: 21.4, unit: UnitTemperature.celsius)
  var speed = Measurement(value: 5.2, unit: UnitSpeed.metersPerSecond)

  var body: some View {
    Text(level, format: .percent)
    Text(amount, format: .currency(code: "EUR"))
    Text(count, format: .number.notation(.compactName))
    Text(change, format: .percent.sign(strategy: .always())).foregroundStyle(change < 0 ? .red : .green)
    Text(temperature, format: .measurement(width: .narrow, usage: .weather))
    Text(
      temperature,
      format: .measurement(width: .narrow, numberFormatStyle: .number.precision(.fractionLength(0))))
    Text(speed, format: .measurement(width: .abbreviated, usage: .wind))
    Text("\(speed, format: .measurement(width: .wide, usage: .asProvided))")
    Text(["Ada", "Grace"], format: .list(type: .and))
    Text(Int64(3_400_000), format: .byteCount(style: .file))
  }
}
