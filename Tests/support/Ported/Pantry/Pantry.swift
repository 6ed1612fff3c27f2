// swift-format-ignore-file
//
//  Pantry.swift
//  PantryWidgets
//
//  What is in the kitchen, what goes off soon, what the month's groceries cost, and a timer for the oven.
//

import ActivityKit
import AppIntents
import Charts
import Foundation
import OSLog
import SwiftUI
import WidgetKit

private let logger = Logger(subsystem: "com.example.pantry", category: "widgets")

// MARK: - Model

struct Item: Identifiable, Codable, Hashable {
    enum Shelf: String, Codable, CaseIterable {
        case fridge, freezer, cupboard

        var label: String { rawValue.localizedCapitalized }
        var symbol: String {
            switch self {
            case .fridge: return "refrigerator"
            case .freezer: return "snowflake"
            case .cupboard: return "cabinet"
            }
        }
        var color: Color {
            switch self {
            case .fridge: return .mint
            case .freezer: return Color(red: 0.4, green: 0.6, blue: 1)
            case .cupboard: return .brown
            }
        }
    }

    var id = UUID()
    var name: String
    var shelf: Shelf
    var amount: Measurement<UnitMass>
    var bestBefore: Date

    func daysLeft(from date: Date, calendar: Calendar = .autoupdatingCurrent) -> Int {
        calendar.dateComponents([.day], from: calendar.startOfDay(for: date), to: bestBefore).day ?? 0
    }
}

struct Expense: Identifiable {
    let category: String
    let amount: Decimal
    var id: String { category }
}

@MainActor
final class PantryStore: ObservableObject {
    static let shared = PantryStore()

    @Published private(set) var items: [Item] = []

    func load() async throws -> [Item] {
        guard let url = FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.pantry")?
            .appendingPathComponent("items.json"),
            let data = try? Data(contentsOf: url)
        else {
            logger.debug("No saved items, showing samples")
            return Self.samples
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        items = try decoder.decode([Item].self, from: data)
        return items
    }

    static var samples: [Item] {
        let day: TimeInterval = 86_400
        return [
            Item(name: "Yoghurt", shelf: .fridge, amount: .init(value: 500, unit: .grams), bestBefore: .now + day),
            Item(name: "Spinach", shelf: .fridge, amount: .init(value: 0.2, unit: .kilograms), bestBefore: .now + 2 * day),
            Item(name: "Peas", shelf: .freezer, amount: .init(value: 1, unit: .kilograms), bestBefore: .now + 90 * day),
            Item(name: "Rice", shelf: .cupboard, amount: .init(value: 2, unit: .kilograms), bestBefore: .now + 300 * day),
        ]
    }
}

// MARK: - Configuration

private typealias PantryShelf = Item.Shelf

struct ShelfOptions: DynamicOptionsProvider {
    func results() async throws -> [String] {
        PantryShelf.allCases.map(\.label)
    }

    func defaultResult() async -> String? { "Fridge" }
}

struct SelectShelfIntent: WidgetConfigurationIntent {
    static var title: LocalizedStringResource { "Shelf" }
    static var description: IntentDescription { "Choose which shelf to show." }

    @Parameter(title: "Shelf", optionsProvider: ShelfOptions())
    var shelf: String?

    @Parameter(title: "Warn ahead", default: 3, controlStyle: .stepper, inclusiveRange: (1, 14))
    var days: Int

    @Parameter(title: "Accent")
    var accent: AccentChoice?

    static var parameterSummary: some ParameterSummary {
        When(\.$shelf, .hasAnyValue) {
            Summary("Show \(\.$shelf) and warn \(\.$days) days ahead") { \.$accent }
        } otherwise: {
            Summary("Show everything")
        }
    }
}

enum AccentChoice: String, AppEnum {
    case leaf, berry

    static let typeDisplayRepresentation = TypeDisplayRepresentation(
        name: LocalizedStringResource("Accent"), numericFormat: "\(placeholder: .int) accents")
    static let caseDisplayRepresentations: [Self: DisplayRepresentation] = [
        .leaf: "Leaf",
        .berry: DisplayRepresentation("Berry"),
    ]

    var color: Color { self == .leaf ? .green : .purple }
}

struct UseUpIntent: AppIntent {
    static let title: LocalizedStringResource = "Use Up"

    @Parameter(title: "Item") var name: String

    init() {}
    init(_ name: String) { self.name = name }

    @MainActor
    func perform() async throws -> some IntentResult & ProvidesDialog {
        let defaults = UserDefaults(suiteName: "group.com.example.pantry")
        var used = defaults?.stringArray(forKey: "used") ?? []
        used.append(name)
        defaults?.set(used, forKey: "used")
        logger.info("Used up \(name, privacy: .public)")
        return .result(dialog: "Enjoy your \(name)!")
    }
}

// MARK: - Provider

struct PantryEntry: TimelineEntry {
    let date: Date
    var items: [Item] = []
    var warnDays = 3
    var accent: Color = .accentColor
    var error: String?

    var urgent: [Item] {
        items.filter { $0.daysLeft(from: date) <= warnDays }.sorted(using: KeyPathComparator(\.bestBefore))
    }
    var shares: [(shelf: Item.Shelf, grams: Double)] {
        Dictionary(grouping: items, by: \.shelf)
            .mapValues { $0.map { $0.amount.converted(to: .grams).value }.reduce(0, +) }
            .sorted { $0.value > $1.value }
            .map { (shelf: $0.key, grams: $0.value) }
    }
}

struct PantryProvider: AppIntentTimelineProvider {
    typealias Entry = PantryEntry
    typealias Intent = SelectShelfIntent

    func placeholder(in context: Context) -> PantryEntry {
        PantryEntry(date: .now)
    }

    func snapshot(for configuration: SelectShelfIntent, in context: Context) async -> PantryEntry {
        await entry(configuration, at: .now)
    }

    func timeline(for configuration: SelectShelfIntent, in context: Context) async -> Timeline<PantryEntry> {
        let first = await entry(configuration, at: .now)
        var entries = [first]
        let calendar = Calendar.current
        var day = calendar.startOfDay(for: .now)
        for _ in 0..<3 {
            guard let next = calendar.date(byAdding: DateComponents(day: 1), to: day) else { break }
            day = next
            var copy = first
            copy = PantryEntry(date: day, items: first.items, warnDays: first.warnDays, accent: first.accent)
            entries.append(copy)
        }
        return Timeline(entries: entries, policy: .after(day.addingTimeInterval(86_400)))
    }

    @MainActor
    private func entry(_ configuration: SelectShelfIntent, at date: Date) async -> PantryEntry {
        do {
            let items = try await PantryStore.shared.load()
                .filter { configuration.shelf == nil || $0.shelf.label == configuration.shelf }
            return PantryEntry(
                date: date, items: items, warnDays: configuration.days,
                accent: configuration.accent?.color ?? .accentColor)
        } catch {
            logger.error("Loading failed: \(error.localizedDescription)")
            return PantryEntry(date: date, error: String(localized: "The pantry cannot be read."))
        }
    }
}

// MARK: - Views

struct FlowLayout: Layout {
    var spacing: CGFloat = 4

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        let rows = arrange(subviews, width: proposal.replacingUnspecifiedDimensions().width)
        return CGSize(width: proposal.width ?? rows.width, height: rows.height)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        let rows = arrange(subviews, width: bounds.width)
        for (subview, origin) in zip(subviews, rows.origins) {
            subview.place(
                at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y), anchor: .topLeading,
                proposal: .unspecified)
        }
    }

    private func arrange(_ subviews: Subviews, width: CGFloat) -> (origins: [CGPoint], width: CGFloat, height: CGFloat) {
        var origins: [CGPoint] = []
        var cursor = CGPoint.zero
        var lineHeight: CGFloat = 0
        var widest: CGFloat = 0
        for subview in subviews {
            let size = subview.sizeThatFits(.unspecified)
            if cursor.x + size.width > width, cursor.x > 0 {
                cursor = CGPoint(x: 0, y: cursor.y + lineHeight + spacing)
                lineHeight = 0
            }
            origins.append(cursor)
            cursor.x += size.width + spacing
            lineHeight = max(lineHeight, size.height)
            widest = max(widest, cursor.x - spacing)
        }
        return (origins, widest, cursor.y + lineHeight)
    }
}

struct ItemChip: View {
    @Environment(\.widgetRenderingMode) var mode
    @Environment(\.colorSchemeContrast) var contrast
    @ScaledMetric(relativeTo: .caption) private var inset = 5.0
    let item: Item
    let date: Date

    var body: some View {
        let days = item.daysLeft(from: date)
        HStack(spacing: 3) {
            Image(systemName: item.shelf.symbol).imageScale(.small)
            Text(item.name)
            Text(days < 1 ? "today" : "\(days) d").fontWeight(.semibold).monospacedDigit()
        }
        .font(.caption)
        .padding(.horizontal, inset)
        .padding(.vertical, inset / 2)
        .background(item.shelf.color.opacity(contrast == .increased ? 0.5 : 0.25), in: Capsule(style: .continuous))
        .overlay(Capsule().strokeBorder(days < 1 ? Color.red : .clear, lineWidth: 1))
        .accessibilityElement(children: .combine)
        .accessibilityHint(Text("Best before \(item.bestBefore, format: .dateTime.day().month())"))
    }
}

struct SharesChart: View {
    let shares: [(shelf: Item.Shelf, grams: Double)]

    var body: some View {
        Chart(shares, id: \.shelf) { share in
            SectorMark(angle: .value("Weight", share.grams), innerRadius: .ratio(0.62), angularInset: 1.5)
                .cornerRadius(4)
                .foregroundStyle(by: .value("Shelf", share.shelf.label))
        }
        .chartForegroundStyleScale(domain: shares.map(\.shelf.label), range: shares.map(\.shelf.color))
        .chartLegend(position: .bottom, alignment: .center, spacing: 6)
        .chartBackground { proxy in
            GeometryReader { geometry in
                if let anchor = proxy.plotFrame {
                    let frame = geometry[anchor]
                    VStack(spacing: 0) {
                        Text(Measurement(value: shares.map(\.grams).reduce(0, +) / 1000, unit: UnitMass.kilograms),
                             format: .measurement(width: .abbreviated, numberFormatStyle: .number.precision(.fractionLength(1))))
                            .font(.headline)
                        Text("in stock").font(.caption2).foregroundStyle(.secondary)
                    }
                    .position(x: frame.midX, y: frame.midY)
                }
            }
        }
    }
}

struct PantryEntryView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.widgetContentMargins) private var margins
    @Environment(\.isLuminanceReduced) private var isDimmed
    @Environment(\.calendar) private var calendar
    var entry: PantryEntry

    var body: some View {
        if let error = entry.error {
            Label(error, systemImage: "exclamationmark.triangle.fill")
                .symbolRenderingMode(.multicolor)
                .labelStyle(.titleAndIcon)
        } else {
            switch family {
            case .systemSmall: small
            case .systemMedium: medium
            case .systemLarge: large
            case .accessoryCorner:
                Image(systemName: "carrot")
                    .font(.title.weight(.semibold))
                    .widgetLabel {
                        Gauge(value: Double(entry.urgent.count), in: 0...10) { Text("Soon") }
                    }
            case .accessoryInline:
                Text("\(Image(systemName: "carrot")) \(entry.urgent.count) to use up")
            default:
                VStack(alignment: .leading) {
                    Text("Use up").font(.headline).widgetAccentable()
                    Text(entry.urgent.map(\.name), format: .list(type: .and, width: .narrow)).lineLimit(2)
                }
                .padding(.horizontal, 8)
                .padding(.vertical, 4)
                .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
            }
        }
    }

    private var small: some View {
        VStack(alignment: .leading) {
            Image(systemName: "carrot.fill")
                .font(.title2)
                .foregroundStyle(entry.accent)
                .symbolEffect(.bounce, value: entry.urgent.count)
            Spacer()
            Text(entry.urgent.count, format: .number)
                .font(.system(size: 48, weight: .bold, design: .rounded))
                .contentTransition(.numericText())
                .privacySensitive()
            Text("to use up").font(.caption).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var medium: some View {
        Grid(alignment: .leading, horizontalSpacing: 8, verticalSpacing: 4) {
            ForEach(entry.urgent.prefix(4)) { item in
                GridRow {
                    Button(intent: UseUpIntent(item.name)) {
                        Label("Use", systemImage: "fork.knife").labelStyle(.iconOnly)
                    }
                    .buttonStyle(.borderless)
                    Text(item.name).bold()
                    Text(item.amount, format: .measurement(width: .narrow)).gridColumnAlignment(.trailing)
                    Text(item.bestBefore, format: .relative(presentation: .named))
                        .foregroundStyle(isDimmed ? .secondary : .primary)
                }
                .font(.subheadline)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }

    private var large: some View {
        VStack(alignment: .leading, spacing: max(8, margins.top / 2)) {
            LabeledContent {
                Text(entry.date.formatted(.dateTime.weekday(.wide)))
            } label: {
                Text("Pantry").font(.title3).fontWeight(.bold)
            }
            SharesChart(shares: entry.shares)
            Divider().overlay(entry.accent)
            FlowLayout {
                ForEach(entry.urgent, id: \.self) { ItemChip(item: $0, date: entry.date) }
            }
        }
    }
}

// MARK: - Widgets

struct PantryWidget: Widget {
    static let kind = "PantryWidget"

    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: Self.kind, intent: SelectShelfIntent.self, provider: PantryProvider()) { entry in
            PantryEntryView(entry: entry)
                .containerBackground(for: .widget) {
                    ContainerRelativeShape().fill(entry.accent.gradient.opacity(0.2))
                }
        }
        .configurationDisplayName("Pantry")
        .description("What to use up next.")
        .supportedFamilies(families)
        .promptsForUserConfiguration()
        .disfavoredLocations([.carPlay], for: [.systemSmall])
    }

    private var families: [WidgetFamily] {
        #if os(watchOS)
        [.accessoryCorner, .accessoryInline]
        #else
        [.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryInline]
        #endif
    }
}

struct OvenAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var end: Date }
    var dish: String
}

struct OvenActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: OvenAttributes.self) { context in
            HStack {
                Text(context.attributes.dish)
                Spacer()
                Text(timerInterval: Date.now...context.state.end, countsDown: true).monospacedDigit()
            }
            .padding()
            .activityBackgroundTint(.orange.opacity(0.3))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Image(systemName: "oven") }
                DynamicIslandExpandedRegion(.trailing) { Text(context.state.end, style: .timer) }
            } compactLeading: {
                Image(systemName: "oven.fill")
            } compactTrailing: {
                Text(context.state.end, style: .timer).frame(maxWidth: 40)
            } minimal: {
                Image(systemName: "timer")
            }
            .keylineTint(.orange)
        }
    }
}

@main
struct PantryBundle: WidgetBundle {
    var body: some Widget {
        PantryWidget()
        OvenActivity()
    }
}

#Preview(as: .systemMedium) {
    PantryWidget()
} timelineProvider: {
    PantryProvider()
}
