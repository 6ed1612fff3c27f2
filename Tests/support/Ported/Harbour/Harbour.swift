// swift-format-ignore-file
import SwiftUI
import WidgetKit

// A widget in three languages, with what Xcode makes of its resources: strings, plurals, colours, a picture, keys of Info.plist.

struct HarbourEntry: TimelineEntry {
    let date: Date
    let boats: [Int]
    /// Made by the provider, away from a view.
    let summary: String
}

// The provider calls these functions, which have names of functions that Afterglow's own providers have.

private func snapshot() -> HarbourEntry {
    let moored = String(
        format: NSLocalizedString("boats.moored", tableName: "Tides", comment: "A number of boats"),
        locale: Locale.current, 5)
    return HarbourEntry(date: .now, boats: [1, 2, 5, 1_204], summary: moored)
}

private func timeline(of entries: [HarbourEntry]) -> Timeline<HarbourEntry> {
    Timeline(entries: entries, policy: .never)
}

struct HarbourProvider: TimelineProvider {
    func placeholder(in context: Context) -> HarbourEntry { snapshot() }

    func getSnapshot(in context: Context, completion: @escaping (HarbourEntry) -> Void) { completion(snapshot()) }

    func getTimeline(in context: Context, completion: @escaping (Timeline<HarbourEntry>) -> Void) {
        completion(timeline(of: [snapshot()]))
    }
}

struct HarbourView: View {
    let entry: HarbourEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Label { Text("harbour.title") } icon: { Image(.anchor).renderingMode(.template) }
                .foregroundStyle(Color(.brand))
            ForEach(entry.boats, id: \.self) { count in
                Text("\(count) boats")
            }
            Text("\(2) boats in \(1) harbours")
            Text("**High** at \(7.5, specifier: "%.1f") m").foregroundStyle(.deepSea)
            Text(String(localized: "\(entry.boats[1]) buoys", table: "Tides", comment: "A number of buoys"))
            Text(entry.summary).foregroundStyle(.tint)
            Text("tide.high".localized)
            Text(Bundle.main.localizedString(forKey: "tide.low", value: nil, table: "Tides"))
            Text(LocalizedStringResource("wind", defaultValue: "Wind from \("NW")"))
            Text("tide.unknown")
            Text(verbatim: source)
        }
        .font(.caption2)
        .containerBackground(.fill.tertiary, for: .widget)
    }

    private var source: String {
        Bundle.main.object(forInfoDictionaryKey: "HarbourAddress") as? String ?? "no address"
    }
}

extension String {
    fileprivate var localized: String {
        NSLocalizedString(self, tableName: "Tides", bundle: .main, value: "", comment: "")
    }
}

@main
struct HarbourWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "harbour", provider: HarbourProvider()) { HarbourView(entry: $0) }
            .configurationDisplayName("harbour.title")
            .description("harbour.description")
            .supportedFamilies([.systemLarge])
    }
}
