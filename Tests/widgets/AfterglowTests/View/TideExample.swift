import Afterglow
import Foundation

struct Tide: Identifiable {
  let date: Date
  let height: Double
  var id: Date { date }
}

struct TideEntry: TimelineEntry {
  let date: Date
  let tides: [Tide]

  var height: Double { tides.first?.height ?? 0 }
  var high: Date { tides.max { $0.height < $1.height }?.date ?? date }

  /// A real provider would query a station; the moon is sufficient for a preview.
  static func sample(at date: Date) -> TideEntry {
    TideEntry(
      date: date,
      tides: (0..<13).map { hour in
        let time = date.addingTimeInterval(Double(hour) * 3600)
        return Tide(date: time, height: 2 + 1.6 * sin(time.timeIntervalSince1970 / 44_712 * 2 * .pi))
      })
  }
}

struct TideProvider: TimelineProvider {
  func placeholder(in context: Context) -> TideEntry { .sample(at: context.date) }

  func snapshot(in context: Context) throws -> TideEntry { .sample(at: context.date) }

  func timeline(in context: Context) throws -> Timeline<TideEntry> {
    let entries = (0..<12).map { TideEntry.sample(at: context.date.addingTimeInterval(Double($0) * 3600)) }
    return Timeline(entries: entries, policy: .atEnd)
  }
}

struct TideView: View {
  @Environment(\.widgetFamily) private var family
  let entry: TideEntry

  var body: some View {
    Group {
      switch family {
      case .accessoryCircular:
        Gauge(value: entry.height, in: 0...4) {
          Image(systemName: "drop.fill")
        } currentValueLabel: {
          Text("\(entry.height, specifier: "%.1f")")
        }
        .gaugeStyle(.accessoryCircular)
      default:
        VStack(alignment: .leading, spacing: 4) {
          Label("Harbour", systemImage: "drop.fill")
            .font(.headline).foregroundStyle(.cyan).widgetAccentable()
          Text("\(entry.height, specifier: "%.1f") m").font(.title).bold()
          Chart(entry.tides) { tide in
            AreaMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
              .foregroundStyle(.cyan.opacity(0.3)).interpolationMethod(.monotone)
            LineMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
              .foregroundStyle(.cyan).interpolationMethod(.monotone)
          }
          .chartXAxis(.hidden).chartYAxis(.hidden)
          Text("High at \(entry.high, style: .time)").font(.caption).foregroundStyle(.secondary)
        }
      }
    }
    .containerBackground(.fill.tertiary, for: .widget)
  }
}

struct TideWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "tides", provider: TideProvider()) { entry in TideView(entry: entry) }
      .configurationDisplayName("Tides")
      .description("See when the water is high.")
      .supportedFamilies([.systemSmall, .accessoryCircular])
  }
}
