// swift-format-ignore-file
//
//  Commute.swift
//  CommuteWidget
//

import AppIntents
import Charts
import SwiftUI
import WidgetKit

// MARK: - Model

enum TransitMode: String, Codable, CaseIterable, Sendable {
    case tram, bus, train, ferry

    var symbolName: String {
        switch self {
        case .tram: "tram.fill"
        case .bus: "bus.fill"
        case .train: "train.side.front.car"
        case .ferry: "ferry.fill"
        }
    }

    var tint: Color {
        switch self {
        case .tram: .red
        case .bus: .blue
        case .train: .green
        case .ferry: .teal
        }
    }
}

struct Departure: Codable, Identifiable, Hashable, Sendable {
    let id: UUID
    let line: String
    let destination: String
    let mode: TransitMode
    let scheduled: Date
    let delay: TimeInterval
    let platform: String?
    let occupancy: Double

    var expected: Date { scheduled.addingTimeInterval(delay) }
    var isDelayed: Bool { delay >= 60 }
}

extension Departure {
    static func samples(from date: Date) -> [Departure] {
        let rows: [(String, String, TransitMode, Double, Double, String?, Double)] = [
            ("4", "Central Station", .tram, 4, 0, "A", 0.35),
            ("12", "Harbour", .bus, 9, 180, nil, 0.6),
            ("S1", "Airport", .train, 14, 0, "2", 0.85),
            ("4", "Central Station", .tram, 19, 60, "A", 0.5),
            ("F2", "Old Town Quay", .ferry, 32, 0, nil, 0.2),
        ]
        return rows.map { row in
            Departure(
                id: UUID(),
                line: row.0,
                destination: row.1,
                mode: row.2,
                scheduled: date.addingTimeInterval(row.3 * 60),
                delay: row.4,
                platform: row.5,
                occupancy: row.6
            )
        }
    }
}

// MARK: - Service

enum TransitError: Error, LocalizedError {
    case badStatus(Int)

    var errorDescription: String? {
        switch self {
        case .badStatus(let code): return "The server answered with status \(code)."
        }
    }
}

actor TransitService {
    static let shared = TransitService()

    private let session: URLSession
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()

    init(session: URLSession = .shared) {
        self.session = session
    }

    func departures(at stop: String, limit: Int = 8) async throws -> [Departure] {
        var components = URLComponents(string: "https://transit.example.com/v1/departures")!
        components.queryItems = [
            URLQueryItem(name: "stop", value: stop),
            URLQueryItem(name: "limit", value: String(limit)),
        ]
        var request = URLRequest(url: components.url!, timeoutInterval: 10)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let (data, response) = try await session.data(for: request)
        if let http = response as? HTTPURLResponse, !(200..<300).contains(http.statusCode) {
            throw TransitError.badStatus(http.statusCode)
        }
        return try decoder.decode([Departure].self, from: data)
    }
}

// MARK: - Intents

struct StopEntity: AppEntity {
    let id: String
    let name: String
    let area: String

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Stop"
    static let defaultQuery = StopQuery()

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)",
            subtitle: "\(area)",
            image: .init(systemName: "mappin.and.ellipse")
        )
    }

    static let all: [StopEntity] = [
        StopEntity(id: "market", name: "Market Square", area: "Centre"),
        StopEntity(id: "station", name: "Central Station", area: "Centre"),
        StopEntity(id: "quay", name: "Old Town Quay", area: "Harbour"),
    ]
}

struct StopQuery: EntityStringQuery {
    func entities(for identifiers: [StopEntity.ID]) async throws -> [StopEntity] {
        StopEntity.all.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [StopEntity] {
        StopEntity.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func suggestedEntities() async throws -> IntentItemCollection<StopEntity> {
        IntentItemCollection(items: StopEntity.all)
    }

    func defaultResult() async -> StopEntity? {
        StopEntity.all.first
    }
}

enum ModeFilter: String, AppEnum {
    case all, rail, road

    static var typeDisplayRepresentation: TypeDisplayRepresentation { "Mode" }
    static var caseDisplayRepresentations: [ModeFilter: DisplayRepresentation] {
        [
            .all: "Everything",
            .rail: DisplayRepresentation(title: "Rail", image: .init(systemName: "tram")),
            .road: "Buses only",
        ]
    }

    func admits(_ mode: TransitMode) -> Bool {
        switch self {
        case .all: true
        case .rail: mode == .tram || mode == .train
        case .road: mode == .bus
        }
    }
}

struct CommuteIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Commute"
    static let description = IntentDescription("Shows the next departures from a stop.")

    @Parameter(title: "Stop")
    var stop: StopEntity?

    @Parameter(title: "Mode", default: .all)
    var filter: ModeFilter

    @Parameter(title: "Minutes to walk", default: 3, inclusiveRange: (0, 30))
    var walkingMinutes: Int

    @Parameter(title: "Show occupancy", default: true)
    var showsOccupancy: Bool

    static var parameterSummary: some ParameterSummary {
        Summary("Departures from \(\.$stop)") {
            \.$filter
            \.$walkingMinutes
            \.$showsOccupancy
        }
    }
}

struct RefreshDeparturesIntent: AppIntent {
    static let title: LocalizedStringResource = "Refresh Departures"
    static let isDiscoverable = false

    func perform() async throws -> some IntentResult {
        UserDefaults.standard.set(Date.now, forKey: "lastManualRefresh")
        WidgetCenter.shared.reloadTimelines(ofKind: "CommuteWidget")
        return .result()
    }
}

// MARK: - Timeline

struct CommuteEntry: TimelineEntry {
    enum Content {
        case departures([Departure])
        case failed(String)
    }

    let date: Date
    let stop: StopEntity
    let content: Content
    let configuration: CommuteIntent

    var relevance: TimelineEntryRelevance? {
        guard case .departures(let list) = content, let next = list.first else { return nil }
        return TimelineEntryRelevance(score: next.isDelayed ? 90 : 50, duration: 15 * 60)
    }

    var departures: [Departure] {
        if case .departures(let list) = content { list } else { [] }
    }
}

struct CommuteProvider: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> CommuteEntry {
        CommuteEntry(
            date: .now,
            stop: StopEntity.all[0],
            content: .departures(Departure.samples(from: .now)),
            configuration: CommuteIntent()
        )
    }

    func snapshot(for configuration: CommuteIntent, in context: Context) async -> CommuteEntry {
        if context.isPreview { return placeholder(in: context) }
        return await entry(for: configuration, at: .now)
    }

    func timeline(for configuration: CommuteIntent, in context: Context) async -> Timeline<CommuteEntry> {
        let now = Date.now
        let first = await entry(for: configuration, at: now)
        guard case .departures(let all) = first.content else {
            return Timeline(entries: [first], policy: .after(now.addingTimeInterval(5 * 60)))
        }
        // One entry whenever a departure leaves.
        var entries = [first]
        for departure in all.prefix(6) {
            let remaining = all.filter { $0.expected > departure.expected }
            guard !remaining.isEmpty else { break }
            entries.append(
                CommuteEntry(
                    date: departure.expected,
                    stop: first.stop,
                    content: .departures(remaining),
                    configuration: configuration
                )
            )
        }
        let refresh = Calendar.current.date(byAdding: .minute, value: 15, to: now)!
        return Timeline(entries: entries, policy: .after(refresh))
    }

    func recommendations() -> [AppIntentRecommendation<CommuteIntent>] {
        StopEntity.all.map { stop in
            let intent = CommuteIntent()
            intent.stop = stop
            return AppIntentRecommendation(intent: intent, description: "\(stop.name)")
        }
    }

    private func entry(for configuration: CommuteIntent, at date: Date) async -> CommuteEntry {
        let stop = configuration.stop ?? StopEntity.all[0]
        do {
            let earliest = date.addingTimeInterval(Double(configuration.walkingMinutes) * 60)
            let departures = try await TransitService.shared.departures(at: stop.id)
                .filter { configuration.filter.admits($0.mode) && $0.expected >= earliest }
                .sorted { $0.expected < $1.expected }
            return CommuteEntry(date: date, stop: stop, content: .departures(departures), configuration: configuration)
        } catch {
            return CommuteEntry(
                date: date, stop: stop, content: .failed(error.localizedDescription), configuration: configuration)
        }
    }
}

// MARK: - Views

struct LineBadge: View {
    @Environment(\.widgetRenderingMode) private var renderingMode
    let departure: Departure

    var body: some View {
        Text(departure.line)
            .font(.system(.caption, design: .rounded, weight: .bold))
            .monospacedDigit()
            .foregroundStyle(renderingMode == .fullColor ? AnyShapeStyle(.white) : AnyShapeStyle(.primary))
            .padding(.horizontal, 6)
            .padding(.vertical, 2)
            .frame(minWidth: 28)
            .background(departure.mode.tint.gradient, in: RoundedRectangle(cornerRadius: 6, style: .continuous))
            .widgetAccentable()
            .accessibilityLabel("Line \(departure.line)")
    }
}

struct OccupancyBar: View {
    let value: Double

    var body: some View {
        HStack(spacing: 1.5) {
            ForEach(0..<4) { index in
                Capsule()
                    .fill(Double(index) / 4 < value ? AnyShapeStyle(color) : AnyShapeStyle(.quaternary))
                    .frame(width: 3, height: 8)
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Occupancy")
        .accessibilityValue(Text(value, format: .percent.precision(.fractionLength(0))))
    }

    private var color: Color {
        switch value {
        case ..<0.4: .green
        case ..<0.75: .yellow
        default: .orange
        }
    }
}

struct DepartureRow: View {
    let departure: Departure
    var showsOccupancy = true

    var body: some View {
        HStack(spacing: 8) {
            LineBadge(departure: departure)
            VStack(alignment: .leading, spacing: 0) {
                Text(departure.destination)
                    .font(.subheadline.weight(.medium))
                    .lineLimit(1)
                    .minimumScaleFactor(0.8)
                    .truncationMode(.tail)
                HStack(spacing: 4) {
                    Image(systemName: departure.mode.symbolName)
                        .imageScale(.small)
                    if let platform = departure.platform {
                        Text("Platform \(platform)")
                    }
                    if departure.isDelayed {
                        Text("+\(Int(departure.delay / 60)) min").foregroundStyle(.orange)
                    }
                }
                .font(.caption2)
                .foregroundStyle(.secondary)
            }
            Spacer(minLength: 4)
            if showsOccupancy { OccupancyBar(value: departure.occupancy) }
            Text(departure.expected, style: .timer)
                .font(.subheadline.monospacedDigit())
                .multilineTextAlignment(.trailing)
                .frame(width: 48, alignment: .trailing)
                .contentTransition(.numericText(countsDown: true))
        }
        .accessibilityElement(children: .combine)
    }
}

struct DelayChart: View {
    let departures: [Departure]

    var body: some View {
        Chart(departures) { departure in
            BarMark(
                x: .value("Time", departure.scheduled, unit: .minute),
                y: .value("Delay", departure.delay / 60),
                width: .fixed(6)
            )
            .foregroundStyle(by: .value("Mode", departure.mode.rawValue.capitalized))
            .cornerRadius(3)

            RuleMark(y: .value("Limit", 2))
                .lineStyle(StrokeStyle(lineWidth: 1, dash: [2, 3]))
                .foregroundStyle(.secondary)
                .annotation(position: .top, alignment: .trailing) {
                    Text("2 min").font(.caption2).foregroundStyle(.secondary)
                }
        }
        .chartForegroundStyleScale(["Tram": .red, "Bus": .blue, "Train": .green, "Ferry": .teal])
        .chartLegend(.hidden)
        .chartYScale(domain: 0...5)
        .chartXAxis {
            AxisMarks(values: .stride(by: .minute, count: 10)) { _ in
                AxisGridLine()
                AxisValueLabel(format: .dateTime.hour().minute())
            }
        }
        .chartYAxis {
            AxisMarks(position: .leading, values: [0, 2, 4])
        }
        .chartPlotStyle { plot in
            plot.background(.quaternary.opacity(0.3))
        }
    }
}

struct HeaderView: View {
    let entry: CommuteEntry

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Label(entry.stop.name, systemImage: "mappin.circle.fill")
                .font(.headline)
                .lineLimit(1)
            Spacer()
            Button(intent: RefreshDeparturesIntent()) {
                Image(systemName: "arrow.clockwise")
                    .font(.footnote.bold())
            }
            .buttonStyle(.plain)
            .tint(.secondary)
            .accessibilityLabel("Refresh")
        }
    }
}

struct CommuteWidgetView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.showsWidgetContainerBackground) private var showsBackground
    @Environment(\.widgetContentMargins) private var margins
    let entry: CommuteEntry

    var body: some View {
        Group {
            switch entry.content {
            case .failed(let message):
                ContentUnavailableView("No departures", systemImage: "wifi.slash", description: Text(message))
            case .departures(let list) where list.isEmpty:
                ContentUnavailableView {
                    Label("Nothing leaves", systemImage: "moon.zzz")
                } description: {
                    Text("Service resumes in the morning.")
                }
            case .departures(let list):
                content(list)
            }
        }
        .padding(margins)
        .widgetURL(URL(string: "commute://stop/\(entry.stop.id)"))
        .containerBackground(for: .widget) {
            LinearGradient(
                colors: colorScheme == .dark ? [.black, .indigo.opacity(0.4)] : [.white, .blue.opacity(0.15)],
                startPoint: .top, endPoint: .bottom)
        }
    }

    @ViewBuilder
    private func content(_ list: [Departure]) -> some View {
        let next = list[0]
        switch family {
        case .accessoryInline:
            Label {
                Text("\(next.line) in ") + Text(next.expected, style: .relative)
            } icon: {
                Image(systemName: next.mode.symbolName)
            }
        case .accessoryCircular:
            Gauge(value: next.expected.timeIntervalSince(entry.date) / 60, in: 0...30) {
                Image(systemName: next.mode.symbolName)
            } currentValueLabel: {
                Text(next.line)
            }
            .gaugeStyle(.accessoryCircularCapacity)
        case .accessoryRectangular:
            VStack(alignment: .leading) {
                Text(entry.stop.name).font(.headline).widgetAccentable()
                ForEach(list.prefix(2)) { departure in
                    HStack {
                        Text(departure.line).bold()
                        Text(departure.destination).lineLimit(1)
                        Spacer(minLength: 0)
                        Text(departure.expected, format: .dateTime.hour().minute())
                    }
                    .font(.caption)
                }
            }
            .padding(.horizontal, 8)
            .frame(maxWidth: .infinity, alignment: .leading)
        case .systemSmall:
            VStack(alignment: .leading, spacing: 6) {
                HStack {
                    LineBadge(departure: next)
                    Spacer()
                    if showsBackground {
                        Image(systemName: next.mode.symbolName)
                            .symbolRenderingMode(.hierarchical)
                            .foregroundStyle(next.mode.tint)
                    }
                }
                Spacer(minLength: 0)
                Text(next.expected, style: .timer)
                    .font(.system(size: 34, weight: .semibold, design: .rounded))
                    .monospacedDigit()
                    .minimumScaleFactor(0.5)
                    .invalidatableContent()
                Text(next.destination)
                    .font(.footnote)
                    .foregroundStyle(.secondary)
                    .lineLimit(2)
                    .fixedSize(horizontal: false, vertical: true)
                ProgressView(timerInterval: entry.date...next.expected, countsDown: true)
                    .labelsHidden()
                    .tint(next.mode.tint)
            }
        case .systemMedium:
            VStack(spacing: 6) {
                HeaderView(entry: entry)
                ForEach(list.prefix(3)) { departure in
                    Link(destination: URL(string: "commute://departure/\(departure.id.uuidString)")!) {
                        DepartureRow(departure: departure, showsOccupancy: entry.configuration.showsOccupancy)
                    }
                }
                Spacer(minLength: 0)
            }
        default:
            VStack(alignment: .leading, spacing: 10) {
                HeaderView(entry: entry)
                ForEach(Array(list.prefix(4).enumerated()), id: \.element.id) { index, departure in
                    if index > 0 { Divider() }
                    DepartureRow(departure: departure, showsOccupancy: entry.configuration.showsOccupancy)
                }
                Text("Delays").font(.caption.smallCaps()).foregroundStyle(.secondary)
                DelayChart(departures: list)
                    .frame(maxHeight: .infinity)
            }
        }
    }
}

// MARK: - Widget

struct CommuteWidget: Widget {
    let kind = "CommuteWidget"

    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: kind, intent: CommuteIntent.self, provider: CommuteProvider()) { entry in
            CommuteWidgetView(entry: entry)
        }
        .configurationDisplayName("Commute")
        .description("The next departures from your stop.")
        .supportedFamilies([
            .systemSmall, .systemMedium, .systemLarge,
            .accessoryInline, .accessoryCircular, .accessoryRectangular,
        ])
        .contentMarginsDisabled()
    }
}

@main
struct CommuteWidgetBundle: WidgetBundle {
    var body: some Widget {
        CommuteWidget()
    }
}

#Preview("Small", as: .systemSmall) {
    CommuteWidget()
} timeline: {
    CommuteEntry(
        date: .now, stop: StopEntity.all[0], content: .departures(Departure.samples(from: .now)),
        configuration: CommuteIntent())
    CommuteEntry(date: .now, stop: StopEntity.all[0], content: .failed("Offline"), configuration: CommuteIntent())
}
