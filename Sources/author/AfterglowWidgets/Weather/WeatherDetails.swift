import Afterglow
import Foundation

/// What the weather may show of an hour in addition to degrees and sky.
enum WeatherDetail: String, ConfigurationChoice {
  case wind
  /// How probable rain or snow is until midnight.
  case precipitation
  case humidity
  case uv
  /// An index of the air's quality.
  case air
}

/// One of them in figures.
enum WeatherFact: Hashable, Sendable {
  /// Gusts only where they matter.
  case wind(speed: Int, gusts: Int?, unit: Forecast.SpeedUnit)
  case precipitation(percent: Int)
  case humidity(percent: Int)
  case uv(index: Int)
  case air(index: Int)

  /// Gusts are shown from a fresh breeze on, where they are half as strong again as the wind.
  private static let leastGusts = 30.0
  private static let gustShare = 1.5

  /// nil where the forecast does not know it, and for an ultraviolet index of 0: it is night, or as good as.
  init?(_ detail: WeatherDetail, _ hour: Forecast.Hour, _ unit: Forecast.SpeedUnit) {
    switch detail {
    case .wind:
      guard let speed = hour.windSpeed else { return nil }
      let gusts = hour.windGusts.flatMap { gusts in
        gusts * unit.kilometresPerHour >= Self.leastGusts && gusts >= speed * Self.gustShare ? gusts : nil
      }
      self = .wind(speed: Int(speed.rounded()), gusts: gusts.map { Int($0.rounded()) }, unit: unit)
    case .precipitation:
      guard let percent = hour.precipitationProbability else { return nil }
      self = .precipitation(percent: percent)
    case .humidity:
      guard let percent = hour.humidity else { return nil }
      self = .humidity(percent: percent)
    case .uv:
      guard let index = hour.uvIndex.map({ Int($0.rounded()) }), index > 0 else { return nil }
      self = .uv(index: index)
    case .air:
      guard let index = hour.airQuality else { return nil }
      self = .air(index: index)
    }
  }

  var symbol: Symbol {
    switch self {
    case .wind: .wind
    case .precipitation: .umbrella
    case .humidity: .humidity
    case .uv: .sun
    case .air: Symbol(named: "aqi.medium") ?? .cloud
    }
  }

  /// Its width in the row, so that all are about as far from each other: a speed is longer than a share, and with its
  /// gusts longer still.
  var columns: Double {
    guard case .wind(_, let gusts, _) = self else { return 1 }
    return gusts == nil ? 1.4 : 1.75
  }

  var name: String {
    switch self {
    case .wind: "wind"
    case .precipitation: "precipitation"
    case .humidity: "humidity"
    case .uv: "uv"
    case .air: "air"
    }
  }

  func text(in locale: Locale) -> String {
    switch self {
    case .wind(let speed, let gusts, let unit):
      let figures = Figures.text(speed, in: locale)
      let range = gusts.map { RangeText.text(figures, Figures.text($0, in: locale), dash: "–", in: locale) } ?? figures
      return "\(range)\u{00A0}\(unit.name(in: locale))"
    case .precipitation(let percent), .humidity(let percent): return Figures.percent("\(percent)", in: locale)
    case .uv(let index): return "UV\u{00A0}\(Figures.text(index, in: locale))"
    case .air(let index): return "AQI\u{00A0}\(Figures.text(index, in: locale))"
    }
  }
}

/// The details of the present hour side by side, as many as have room. Nothing where the forecast
/// has none.
struct DetailRow: WidgetView {
  let entry: WeatherEntry
  let width: Double
  /// Type size at the default.
  let size: Double

  /// As high as its symbols.
  private static func height(_ points: Double) -> Double { points * 1.05 }

  private var points: Double { max(11, size * typeSize.growth(upTo: 1.45)) }
  /// The height in points; 0 without details.
  var height: Double { entry.details.isEmpty ? 0 : Self.height(points) }

  var body: some View {
    if !entry.details.isEmpty {
      let shown = fitting(points)
      let column = width / shown.reduce(0) { $0 + $1.columns }
      HStack(spacing: 0) {
        ForEach(Array(shown.enumerated()), id: \.offset) { _, fact in
          cell(fact, points).frame(width: column * fact.columns, alignment: .leading)
        }
      }
      .frame(width: width, height: Self.height(points))
      .accessibilityIdentifier("details")
    }
  }

  /// As many as have room; columns have fixed widths, so that no figure moves another.
  private func fitting(_ points: Double) -> [WeatherFact] {
    var room = width
    return Array(
      entry.details.prefix { fact in
        room -= points * fact.columns * 4.4
        return room >= 0
      })
  }

  /// Of six inks, blue for what is wet.
  private func symbolStyle(_ fact: WeatherFact) -> AnyShapeStyle {
    let isWet = [.umbrella, .humidity].contains(fact.symbol) && inks == .six && mode == .fullColor
    return isWet ? AnyShapeStyle(Color.blue) : AnyShapeStyle(.secondary)
  }

  /// The share sign in a drop would be specks in ink.
  private func symbol(_ fact: WeatherFact) -> Symbol {
    fact.symbol == .humidity && inks != .shades ? .drop : fact.symbol
  }

  private func cell(_ fact: WeatherFact, _ points: Double) -> some View {
    HStack(spacing: points * 0.45) {
      Image(symbol: symbol(fact)).font(.system(size: max(11, points * 0.96))).foregroundStyle(symbolStyle(fact))
        .widgetAccentable()
      CapText(text: Text(fact.text(in: locale)), size: points, weight: .medium, isFitted: true)
        .foregroundStyle(.primary)
        .accessibilityIdentifier(fact.name)
    }
    .frame(height: Self.height(points))
  }
}
