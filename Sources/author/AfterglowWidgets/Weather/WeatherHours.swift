import Afterglow
import Foundation

/// The next hours side by side: hour, sky, and degrees below it, or above all on their course.
struct HourRow: WidgetView {
  let entry: WeatherEntry
  let width: Double
  /// Type size at the default.
  let size: Double
  /// Height of the course of the degrees; nil = they are below the sky.
  var courseHeight: Double?
  /// The available height, in points.
  var mostHeight = Double.infinity

  /// Hours at the default type size; larger ones are fewer.
  private static let places = 6

  /// The height in shares of the type size: the hour, the sky, and the degrees or the gap to their course.
  private var share: Double {
    let sky = HeroGrid.capShare + 0.7 + 1.7
    return courseHeight == nil ? sky + 0.7 + 1.15 * HeroGrid.capShare : sky + 0.7
  }
  private var points: Double { max(11, min(size * typeSize.growth(upTo: 1.45), mostHeight / share)) }
  var height: Double { points * share + (courseHeight ?? 0) }

  var body: some View {
    let count = Self.places - (points > size * 1.3 ? 2 : points > size * 1.1 ? 1 : 0)
    let hours = Array(entry.hours.prefix(count))
    let column = width / Double(max(1, count))
    VStack(alignment: .leading, spacing: points * 0.7) {
      if let courseHeight {
        HourCourse(hours: hours, column: column, height: courseHeight, points: points * 1.15)
      }
      HStack(spacing: 0) {
        ForEach(hours, id: \.date) { hour in
          VStack(spacing: points * 0.7) {
            CapText(text: Text(hour.date.formatted(dateStyle.hour())), size: points, weight: .regular)
              .foregroundStyle(.secondary)
            WeatherSymbol(
              condition: WeatherCondition(code: hour.weatherCode) ?? .cloudy,
              isNight: entry.nightHours.contains(hour.date), height: points * 1.7
            )
            .widgetAccentable()
            if courseHeight == nil {
              Degrees(value: hour.temperature, points: points * 1.15, weight: .medium)
                .foregroundStyle(.primary)
            }
          }
          .frame(width: column)
        }
        // A forecast that ends sooner leaves its last places empty: the others stay where they are.
        Spacer(minLength: 0)
      }
      .frame(width: width)
    }
    .accessibilityIdentifier("hours")
  }
}

/// The temperatures of the next hours as a line with a figure above each point, which lies over the middle of its
/// column.
private struct HourCourse: WidgetView {
  let hours: [Forecast.Hour]
  let column: Double
  let height: Double
  /// Type size of the figures.
  let points: Double

  /// The least range of degrees of the whole height, so that an even night stays level.
  private static let leastSpan = 3.0

  var body: some View {
    let width = column * Double(hours.count)
    let span = max(Self.leastSpan, highest - lowest)
    let low = (lowest + highest - span) / 2
    let figures = points * 1.6
    // The lowest hour stands a good fifth above the foot, so that there is something below the line.
    let plot = Plot(top: figures, bottom: height * 0.78, low: low, high: low + span)
    ZStack(alignment: .topLeading) {
      Chart(Array(hours.enumerated()), id: \.offset) { index, hour in
        if !isLuminanceReduced {
          AreaMark(
            x: .value("", place(index)), yStart: .value("", 0), yEnd: .value("", height - plot.y(hour.temperature))
          )
          .interpolationMethod(.monotone).foregroundStyle(color).opacity(0.16)
        }
        LineMark(x: .value("", place(index)), y: .value("", height - plot.y(hour.temperature)))
          .interpolationMethod(.monotone).foregroundStyle(color)
          .lineStyle(StrokeStyle(lineWidth: isLuminanceReduced ? 1.2 : 2.2, lineCap: .round, lineJoin: .round))
      }
      .chartXAxis(.hidden).chartYAxis(.hidden)
      .chartXScale(domain: 0...Double(hours.count)).chartYScale(domain: 0...height)
      .frame(width: width, height: height)
      .widgetAccentable()
      if !isPlaceholder {
        ForEach(Array(hours.enumerated()), id: \.offset) { index, hour in
          Degrees(value: hour.temperature, points: points, weight: .medium)
            .foregroundStyle(.primary)
            .frame(width: column)
            .offset(x: column * Double(index), y: plot.y(hour.temperature) - points * 1.45)
        }
      }
    }
    .frame(width: width, height: height, alignment: .topLeading)
  }

  private var lowest: Double { hours.map(\.temperature).min() ?? 0 }
  private var highest: Double { hours.map(\.temperature).max() ?? 0 }
  private var color: Color { .marked(.orange, grey: 200) }

  /// An hour's position, in columns from the left; the line follows the direction in which the hours are read.
  private func place(_ index: Int) -> Double {
    value(\.layoutDirection) == .rightToLeft ? Double(hours.count - index) - 0.5 : Double(index) + 0.5
  }

  /// The scale from degrees to points.
  private struct Plot {
    /// The places of the highest and the lowest temperature, in points from the top.
    var top: Double
    var bottom: Double
    var low: Double
    var high: Double

    func y(_ temperature: Double) -> Double { bottom - (temperature - low) / (high - low) * (bottom - top) }
  }
}
