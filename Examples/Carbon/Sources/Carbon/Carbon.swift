// How much carbon dioxide the electricity of Great Britain costs, half hour by half hour: a widget that fetches JSON.
import AppIntents
import Charts
import SwiftUI
import WidgetKit

struct CarbonSettings: WidgetConfigurationIntent {
  @Parameter(title: "Address", default: URL(string: "https://api.carbonintensity.org.uk/intensity/date")!) var address:
    URL
}

/// What the service answers (api.carbonintensity.org.uk, "Intensity"); unknown keys are ignored.
struct CarbonDay: Decodable {
  struct Period: Decodable, Identifiable {
    struct Intensity: Decodable {
      /// Grams for each kilowatt hour.
      let forecast: Int
      /// Missing as long as the period lasts.
      let actual: Int?
      /// "very low" to "very high".
      let index: String
    }

    let from: Date
    let to: Date
    let intensity: Intensity
    var id: Date { from }
    var grams: Int { intensity.actual ?? intensity.forecast }
  }

  let data: [Period]
}

/// Runs in the widget's own process, which may take 20 s. What it throws is said by `afterglow status` and `check`, and the
/// tile keeps its last content.
struct CarbonService {
  struct Refusal: LocalizedError {
    let status: Int
    var errorDescription: String? { "the service answered with status \(status)" }
  }

  func day(_ address: URL) async throws -> CarbonDay {
    let (body, answer) = try await URLSession.shared.data(for: URLRequest(url: address, timeoutInterval: 10))
    if let status = (answer as? HTTPURLResponse)?.statusCode, status != 200 { throw Refusal(status: status) }
    let decoder = JSONDecoder()
    // "2026-05-01T12:30Z", without seconds.
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try Date(text.replacing("Z", with: ":00Z"), strategy: .iso8601)
    }
    return try decoder.decode(CarbonDay.self, from: body)
  }
}

struct CarbonEntry: TimelineEntry {
  let date: Date
  let periods: [CarbonDay.Period]
  var now: CarbonDay.Period? { periods.last { $0.from <= date } ?? periods.first }

  static func sample(at date: Date) -> CarbonEntry {
    let start = Calendar.current.startOfDay(for: date)
    return CarbonEntry(
      date: date,
      periods: (0..<48).map { half in
        let from = start.addingTimeInterval(Double(half) * 1800)
        let grams = 150 - Int(80 * sin(Double(half) / 48 * 2 * .pi))
        return CarbonDay.Period(
          from: from, to: from.addingTimeInterval(1800),
          intensity: .init(forecast: grams, actual: nil, index: "moderate"))
      })
  }
}

struct CarbonProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> CarbonEntry { .sample(at: context.date) }

  func snapshot(for settings: CarbonSettings, in context: Context) async throws -> CarbonEntry {
    if context.isPreview { return .sample(at: context.date) }
    return CarbonEntry(date: context.date, periods: try await CarbonService().day(settings.address).data)
  }

  /// An entry for each half hour that is left; after four of them the service is asked again.
  func timeline(for settings: CarbonSettings, in context: Context) async throws -> Timeline<CarbonEntry> {
    let first = try await snapshot(for: settings, in: context)
    let later = first.periods.map(\.from).filter { $0 > context.date }
    return Timeline(
      entries: [first] + later.map { CarbonEntry(date: $0, periods: first.periods) },
      policy: .after(context.date.addingTimeInterval(7200)))
  }
}

struct CarbonView: View {
  @Environment(\.widgetFamily) private var family
  let entry: CarbonEntry

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text("Electricity").font(.headline).foregroundStyle(.green).widgetAccentable()
      if let now = entry.now {
        (Text(now.grams, format: .number).font(.system(size: 40, weight: .medium)) + Text(" g/kWh").font(.footnote))
          .lineLimit(1).minimumScaleFactor(0.7)
        Text(now.intensity.index.localizedCapitalized).font(.footnote).foregroundStyle(.secondary)
      }
      if family != .systemSmall { chart } else { Spacer(minLength: 0) }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
    .containerBackground(.fill.tertiary, for: .widget)
  }

  private var chart: some View {
    Chart(entry.periods) { period in
      BarMark(x: .value("Time", period.from), y: .value("Grams", period.grams))
        .foregroundStyle(period.id == entry.now?.id ? AnyShapeStyle(.green) : AnyShapeStyle(.tertiary))
    }
    .chartXAxis { AxisMarks(values: .stride(by: .hour, count: 6)) { AxisValueLabel(format: .dateTime.hour()) } }
    .chartYAxis(.hidden)
  }
}

@main
struct CarbonWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "carbon", intent: CarbonSettings.self, provider: CarbonProvider()) { entry in
      CarbonView(entry: entry)
    }
    .configurationDisplayName("Carbon")
    .description("See how clean the electricity is.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}
