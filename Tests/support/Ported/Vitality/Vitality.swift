// swift-format-ignore-file
//
//  Vitality.swift
//  VitalityWidget
//
//  Habits and energy: rings, a week's chart, a streak calendar, and buttons that log.
//

import AppIntents
import Charts
import SwiftUI
import WidgetKit

// MARK: - Store

enum Habit: String, CaseIterable, Identifiable, AppEnum {
    case water, move, read

    var id: Self { self }

    static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Habit")
    static let caseDisplayRepresentations: [Habit: DisplayRepresentation] = [
        .water: .init(title: "Water", subtitle: "Glasses a day"),
        .move: .init(title: "Move", subtitle: "Minutes a day"),
        .read: .init(title: "Read", subtitle: "Pages a day"),
    ]

    var title: LocalizedStringKey {
        switch self {
        case .water: "Water"
        case .move: "Move"
        case .read: "Read"
        }
    }

    var goal: Int {
        switch self {
        case .water: 8
        case .move: 30
        case .read: 20
        }
    }

    var step: Int { self == .water ? 1 : 5 }

    var symbol: String {
        switch self {
        case .water: "drop.fill"
        case .move: "figure.walk"
        case .read: "book.fill"
        }
    }

    var gradient: Gradient {
        switch self {
        case .water: Gradient(colors: [.cyan, .blue])
        case .move: Gradient(colors: [.pink, .red])
        case .read: Gradient(stops: [.init(color: .yellow, location: 0), .init(color: .orange, location: 1)])
        }
    }
}

struct DayRecord: Identifiable, Codable, Equatable {
    var id: Date { day }
    let day: Date
    var counts: [String: Int]

    func fraction(_ habit: Habit) -> Double {
        min(1, Double(counts[habit.rawValue, default: 0]) / Double(habit.goal))
    }

    var isComplete: Bool { Habit.allCases.allSatisfy { fraction($0) >= 1 } }
}

final class HabitStore {
    static let shared = HabitStore()
    private let defaults = UserDefaults(suiteName: "group.com.example.vitality") ?? .standard
    private let key = "records"

    func records(endingAt date: Date, days: Int = 35) -> [DayRecord] {
        let calendar = Calendar.current
        let saved = load()
        return (0..<days).reversed().compactMap { offset in
            guard let day = calendar.date(byAdding: .day, value: -offset, to: calendar.startOfDay(for: date)) else {
                return nil
            }
            return saved.first { calendar.isDate($0.day, inSameDayAs: day) } ?? DayRecord(day: day, counts: [:])
        }
    }

    func log(_ habit: Habit, amount: Int, on date: Date = .now) {
        let day = Calendar.current.startOfDay(for: date)
        var all = load()
        if let index = all.firstIndex(where: { $0.day == day }) {
            all[index].counts[habit.rawValue, default: 0] += amount
        } else {
            all.append(DayRecord(day: day, counts: [habit.rawValue: amount]))
        }
        if let data = try? JSONEncoder().encode(all) {
            defaults.set(data, forKey: key)
        }
    }

    private func load() -> [DayRecord] {
        guard let data = defaults.data(forKey: key) else { return [] }
        return (try? JSONDecoder().decode([DayRecord].self, from: data)) ?? []
    }
}

// MARK: - Intents

struct LogHabitIntent: AppIntent {
    static var title: LocalizedStringResource = "Log Habit"
    static var description = IntentDescription("Adds to today's count.", categoryName: "Habits")
    static var openAppWhenRun: Bool = false

    @Parameter(title: "Habit")
    var habit: Habit

    @Parameter(title: "Amount", default: 1)
    var amount: Int

    init() {}

    init(habit: Habit, amount: Int) {
        self.habit = habit
        self.amount = amount
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Int> {
        HabitStore.shared.log(habit, amount: amount)
        WidgetCenter.shared.reloadAllTimelines()
        return .result(value: amount)
    }
}

struct ToggleFocusIntent: SetValueIntent {
    static var title: LocalizedStringResource = "Focus"

    @Parameter(title: "On")
    var value: Bool

    func perform() async throws -> some IntentResult {
        UserDefaults.standard.set(value, forKey: "focus")
        return .result()
    }
}

// MARK: - Provider

struct VitalityEntry: TimelineEntry {
    let date: Date
    let records: [DayRecord]
    let energy: [EnergySample]
    let focus: Bool

    var today: DayRecord { records.last ?? DayRecord(day: date, counts: [:]) }

    var streak: Int {
        records.reversed().dropFirst(today.isComplete ? 0 : 1).prefix(while: \.isComplete).count
    }
}

struct EnergySample: Identifiable, Hashable {
    let id = UUID()
    let hour: Date
    let kilocalories: Double

    static func curve(on date: Date) -> [EnergySample] {
        let start = Calendar.current.startOfDay(for: date)
        return stride(from: 0, through: 24, by: 2).map { hour in
            EnergySample(
                hour: start.addingTimeInterval(Double(hour) * 3600),
                kilocalories: 60 + 50 * sin(Double(hour - 6) / 24 * 2 * .pi))
        }
    }
}

struct VitalityProvider: TimelineProvider {
    typealias Entry = VitalityEntry

    func placeholder(in context: Context) -> VitalityEntry {
        VitalityEntry(date: Date(), records: [], energy: EnergySample.curve(on: Date()), focus: false)
    }

    func getSnapshot(in context: Context, completion: @escaping (VitalityEntry) -> Void) {
        completion(makeEntry(at: Date()))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<VitalityEntry>) -> Void) {
        let now = Date()
        let midnight = Calendar.current.nextDate(
            after: now, matching: DateComponents(hour: 0, minute: 0), matchingPolicy: .nextTime)!
        completion(Timeline(entries: [makeEntry(at: now), makeEntry(at: midnight)], policy: .atEnd))
    }

    private func makeEntry(at date: Date) -> VitalityEntry {
        VitalityEntry(
            date: date,
            records: HabitStore.shared.records(endingAt: date),
            energy: EnergySample.curve(on: date),
            focus: UserDefaults.standard.bool(forKey: "focus"))
    }
}

// MARK: - Modifiers and styles

struct CardModifier: ViewModifier {
    @Environment(\.colorScheme) var colorScheme
    var padding: CGFloat = 10

    func body(content: Content) -> some View {
        content
            .padding(padding)
            .background {
                RoundedRectangle(cornerRadius: 14, style: .continuous)
                    .fill(.background.secondary)
                    .shadow(color: .black.opacity(colorScheme == .dark ? 0 : 0.1), radius: 3, y: 1)
            }
            .clipShape(.rect(cornerRadius: 14))
    }
}

extension View {
    func card(padding: CGFloat = 10) -> some View {
        modifier(CardModifier(padding: padding))
    }

    @ViewBuilder
    func `if`<Transformed: View>(_ condition: Bool, transform: (Self) -> Transformed) -> some View {
        if condition { transform(self) } else { self }
    }
}

struct LogButtonStyle: ButtonStyle {
    let gradient: Gradient

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.callout.weight(.semibold))
            .foregroundStyle(.white)
            .padding(.vertical, 6)
            .frame(maxWidth: .infinity)
            .background(Capsule().fill(LinearGradient(gradient: gradient, startPoint: .leading, endPoint: .trailing)))
            .opacity(configuration.isPressed ? 0.7 : 1)
            .scaleEffect(configuration.isPressed ? 0.96 : 1)
    }
}

// MARK: - Views

struct Ring: View {
    let fraction: Double
    let gradient: Gradient
    var lineWidth: CGFloat = 8

    var body: some View {
        ZStack {
            Circle()
                .stroke(Color.primary.opacity(0.12), lineWidth: lineWidth)
            Circle()
                .trim(from: 0, to: max(0.001, fraction))
                .stroke(
                    AngularGradient(gradient: gradient, center: .center, startAngle: .zero, endAngle: .degrees(360)),
                    style: StrokeStyle(lineWidth: lineWidth, lineCap: .round)
                )
                .rotationEffect(.degrees(-90))
        }
        .padding(lineWidth / 2)
    }
}

struct Rings: View {
    let record: DayRecord

    var body: some View {
        GeometryReader { proxy in
            let side = min(proxy.size.width, proxy.size.height)
            ZStack {
                ForEach(Array(zip(Habit.allCases.indices, Habit.allCases)), id: \.1) { index, habit in
                    Ring(fraction: record.fraction(habit), gradient: habit.gradient, lineWidth: side / 10)
                        .padding(CGFloat(index) * side / 8)
                }
            }
            .frame(width: side, height: side)
            .position(x: proxy.size.width / 2, y: proxy.size.height / 2)
        }
        .aspectRatio(1, contentMode: .fit)
        .accessibilityHidden(true)
    }
}

struct StreakCalendar: View {
    let records: [DayRecord]
    private let columns = Array(repeating: GridItem(.flexible(), spacing: 3), count: 7)

    var body: some View {
        LazyVGrid(columns: columns, spacing: 3) {
            ForEach(records) { record in
                RoundedRectangle(cornerRadius: 3)
                    .fill(color(for: record))
                    .aspectRatio(1, contentMode: .fit)
                    .overlay {
                        if Calendar.current.isDateInToday(record.day) {
                            RoundedRectangle(cornerRadius: 3).strokeBorder(.primary, lineWidth: 1)
                        }
                    }
            }
        }
    }

    private func color(for record: DayRecord) -> Color {
        let share = Habit.allCases.map(record.fraction).reduce(0, +) / Double(Habit.allCases.count)
        return share == 0 ? .gray.opacity(0.2) : .green.opacity(0.3 + 0.7 * share)
    }
}

struct Sparkline: View {
    let values: [Double]

    var body: some View {
        Canvas { context, size in
            guard let low = values.min(), let high = values.max(), high > low else { return }
            var path = Path()
            for (index, value) in values.enumerated() {
                let point = CGPoint(
                    x: size.width * CGFloat(index) / CGFloat(values.count - 1),
                    y: size.height * (1 - CGFloat((value - low) / (high - low))))
                if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            context.stroke(path, with: .color(.accentColor), style: StrokeStyle(lineWidth: 2, lineJoin: .round))
            var area = path
            area.addLine(to: CGPoint(x: size.width, y: size.height))
            area.addLine(to: CGPoint(x: 0, y: size.height))
            area.closeSubpath()
            context.opacity = 0.25
            context.fill(
                area,
                with: .linearGradient(
                    Gradient(colors: [.accentColor, .clear]),
                    startPoint: .zero, endPoint: CGPoint(x: 0, y: size.height)))
        }
    }
}

struct EnergyChart: View {
    let samples: [EnergySample]
    let now: Date

    private var peak: EnergySample? { samples.max { $0.kilocalories < $1.kilocalories } }

    var body: some View {
        Chart {
            ForEach(samples) { sample in
                AreaMark(
                    x: .value("Hour", sample.hour),
                    yStart: .value("Base", 0),
                    yEnd: .value("Energy", sample.kilocalories)
                )
                .foregroundStyle(.linearGradient(colors: [.orange.opacity(0.5), .clear], startPoint: .top, endPoint: .bottom))
                LineMark(x: .value("Hour", sample.hour), y: .value("Energy", sample.kilocalories))
                    .interpolationMethod(.monotone)
                    .lineStyle(.init(lineWidth: 2.5, lineCap: .round))
                    .foregroundStyle(.orange)
            }
            if let peak {
                PointMark(x: .value("Hour", peak.hour), y: .value("Energy", peak.kilocalories))
                    .symbolSize(40)
                    .symbol(.circle)
                    .foregroundStyle(.orange)
                    .annotation(position: .top, spacing: 2) {
                        Text("\(peak.kilocalories, specifier: "%.0f") kcal")
                            .font(.caption2.bold())
                            .padding(.horizontal, 4)
                            .background(.thinMaterial, in: .capsule)
                    }
            }
            RuleMark(x: .value("Now", now))
                .foregroundStyle(.red.opacity(0.8))
                .lineStyle(.init(lineWidth: 1))
        }
        .chartXAxis {
            AxisMarks(values: .stride(by: .hour, count: 6)) { value in
                AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [3]))
                AxisTick()
                AxisValueLabel {
                    if let date = value.as(Date.self) {
                        Text(date, format: .dateTime.hour(.defaultDigits(amPM: .omitted)))
                    }
                }
            }
        }
        .chartYAxis {
            AxisMarks(position: .trailing, values: .automatic(desiredCount: 3)) {
                AxisGridLine()
                AxisValueLabel()
            }
        }
        .chartXScale(domain: .automatic(includesZero: false))
    }
}

struct HabitRow: View {
    let habit: Habit
    let record: DayRecord

    private var count: Int { record.counts[habit.rawValue] ?? 0 }

    var body: some View {
        HStack {
            Image(systemName: habit.symbol)
                .symbolVariant(.circle)
                .font(.title3)
                .foregroundStyle(LinearGradient(gradient: habit.gradient, startPoint: .top, endPoint: .bottom))
                .frame(width: 26)
            VStack(alignment: .leading, spacing: 2) {
                HStack(alignment: .lastTextBaseline, spacing: 2) {
                    Text(habit.title).font(.caption).textCase(.uppercase).tracking(0.5)
                    Spacer()
                    Text("\(count)").font(.headline) + Text("/\(habit.goal)").font(.caption).foregroundColor(.secondary)
                }
                Gauge(value: record.fraction(habit)) { EmptyView() }
                    .gaugeStyle(.accessoryLinearCapacity)
                    .tint(habit.gradient)
            }
            Button(intent: LogHabitIntent(habit: habit, amount: habit.step)) {
                Image(systemName: record.fraction(habit) >= 1 ? "checkmark" : "plus")
            }
            .buttonStyle(.bordered)
            .buttonBorderShape(.circle)
            .controlSize(.small)
            .tint(.accentColor)
        }
    }
}

struct VitalityView: View {
    @Environment(\.widgetFamily) var family
    @Environment(\.dynamicTypeSize) var typeSize
    @AppStorage("name") private var name = "Robin"
    var entry: VitalityProvider.Entry

    private var summary: AttributedString {
        var text = AttributedString("\(entry.streak) days")
        text.font = .title2.bold()
        text.foregroundColor = .orange
        var rest = AttributedString(" in a row")
        rest.font = .footnote
        rest.foregroundColor = .secondary
        return text + rest
    }

    var body: some View {
        switch family {
        case .systemSmall:
            ZStack {
                Rings(record: entry.today)
                Text("\(entry.streak)")
                    .font(.system(.title, design: .rounded).weight(.heavy))
                    .contentTransition(.numericText(value: Double(entry.streak)))
            }
            .containerBackground(.background, for: .widget)
        case .systemMedium:
            HStack(spacing: 14) {
                Rings(record: entry.today)
                VStack(spacing: 8) {
                    ForEach(Habit.allCases) { HabitRow(habit: $0, record: entry.today) }
                }
            }
            .containerBackground(.fill.tertiary, for: .widget)
        case .systemLarge, .systemExtraLarge:
            VStack(alignment: .leading, spacing: 10) {
                HStack(alignment: .top) {
                    VStack(alignment: .leading) {
                        Text(summary)
                        Text("**\(name)**, keep *going* until \(entry.date.addingTimeInterval(3600), style: .time)")
                            .font(.footnote)
                    }
                    Spacer()
                    Toggle(isOn: entry.focus, intent: ToggleFocusIntent()) {
                        Label("Focus", systemImage: "moon.fill")
                    }
                    .toggleStyle(.button)
                }
                EnergyChart(samples: entry.energy, now: entry.date).card()
                HStack(alignment: .top, spacing: 12) {
                    StreakCalendar(records: entry.records)
                        .frame(width: 120)
                    VStack(spacing: 8) {
                        Sparkline(values: entry.energy.map(\.kilocalories)).frame(height: 30)
                        Button("Drink", intent: LogHabitIntent(habit: .water, amount: 1))
                            .buttonStyle(LogButtonStyle(gradient: Habit.water.gradient))
                    }
                    .if(typeSize > .xLarge) { $0.padding(.top, 4) }
                }
                .layoutPriority(1)
            }
            .containerBackground(for: .widget) { Color(.systemBackground) }
        case .accessoryCircular:
            Gauge(value: Habit.allCases.map(entry.today.fraction).reduce(0, +), in: 0...3) {
                Image(systemName: "heart.fill")
            } currentValueLabel: {
                Text(entry.streak, format: .number)
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("3")
            }
            .gaugeStyle(.accessoryCircular)
            .containerBackground(.clear, for: .widget)
        default:
            ViewThatFits {
                Text("Streak: \(entry.streak) days, well done")
                Text("^[\(entry.streak) day](inflect: true)")
            }
            .containerBackground(.clear, for: .widget)
        }
    }
}

struct VitalityWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "com.example.vitality", provider: VitalityProvider()) { entry in
            VitalityView(entry: entry)
                .environment(\.dynamicTypeSize, .large)
                .fontDesign(.rounded)
                .transformEnvironment(\.lineSpacing) { $0 += 1 }
        }
        .configurationDisplayName(Text("Vitality"))
        .description(Text("Rings, energy and streaks."))
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryCircular, .accessoryInline])
    }
}

@main
struct VitalityBundle: WidgetBundle {
    var body: some Widget {
        VitalityWidget()
    }
}

struct VitalityWidget_Previews: PreviewProvider {
    static var previews: some View {
        VitalityView(entry: VitalityEntry(date: .now, records: [], energy: EnergySample.curve(on: .now), focus: true))
            .previewContext(WidgetPreviewContext(family: .systemLarge))
            .previewDisplayName("Large")
    }
}
