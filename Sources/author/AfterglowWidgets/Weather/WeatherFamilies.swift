import Afterglow
import Foundation

// Layouts of the weather other than the small one. What each adds: medium the next hours, large the coming days, extra large
// both side by side; accessories one thing each (rule 100).

/// Degrees with their sign, in the box of the digits.
struct Degrees: WidgetView {
  let value: Double
  let points: Double
  var weight = Font.Weight.regular

  var body: some View {
    CapText(text: Text(Temperature.text(value, in: locale) + "°"), size: points, weight: weight)
  }
}

/// The present weather: degrees and sky, words and the day's range.
private struct NowHeader: WidgetView {
  let entry: WeatherEntry
  /// Type size of the degrees.
  let points: Double
  var showsSun = false
  /// How many times larger the words are at most than at the default type size.
  var mostGrowth = 1.4

  private var words: Double { max(12, points * 0.26 * typeSize.growth(upTo: mostGrowth)) }

  /// The height in points: that of the figures, or of the lines of words, which are two at least.
  var height: Double {
    let hasHead = !entry.sampleWords.isEmpty || !entry.place.isEmpty || !entry.credit.isEmpty
    let lineCount = hasHead ? 3.0 : 2
    return max(points, words * (lineCount + (lineCount - 1) * 0.6 / HeroGrid.capShare)) * HeroGrid.capShare
  }

  var body: some View {
    HStack(alignment: .center, spacing: 0) {
      steady { weight in
        Degrees(value: entry.temperature, points: points, weight: weight)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("temperature")
      }
      .padding(.trailing, points * 0.3)
      VStack(alignment: .leading, spacing: words * 0.6) {
        if !entry.sampleWords.isEmpty {
          // Invented weather is that of no place.
          SampleWords(words: entry.sampleWords, points: words).frame(maxWidth: .infinity, alignment: .leading)
        } else if !entry.place.isEmpty || !entry.credit.isEmpty {
          HStack(alignment: .firstTextBaseline, spacing: words * 0.5) {
            if !entry.place.isEmpty {
              Text(entry.place).font(.system(size: words, weight: .semibold)).lineLimit(1).shrinkable(from: words)
                .frame(height: words * HeroGrid.capShare).foregroundStyle(.primary).accessibilityIdentifier("place")
            }
            if !entry.credit.isEmpty {
              CapText(text: Text(entry.credit), size: max(11, words * 0.72), weight: .regular)
                .foregroundStyle(.secondary).layoutPriority(1).accessibilityIdentifier("credit")
            }
          }
        }
        CapText(text: Text(entry.words(in: locale)), size: words, weight: .medium, isFitted: true)
          .foregroundStyle(.primary)
          .accessibilityIdentifier("condition")
          // The sky's drawing says the same.
          .frame(maxWidth: .infinity, alignment: .leading)
          .givesWayToAgeMark(min(words, 14), alignment: .leading)
        if showsSun, entry.rain == nil, let sky = entry.polarSky {
          ViewThatFits(in: .horizontal) {
            HStack(spacing: words * 0.9) {
              RangeWords(entry: entry, points: words)
              PolarWords(sky: sky, points: words, weight: .regular).fixedSize()
            }
            VStack(alignment: .leading, spacing: words * 0.6) {
              RangeWords(entry: entry, points: words)
              PolarWords(sky: sky, points: words, weight: .regular)
            }
          }
        } else if showsSun && entry.rain == nil {
          // The sun is shown where there is room next to the day's range.
          ViewThatFits(in: .horizontal) {
            HStack(spacing: words * 0.9) {
              RangeWords(entry: entry, points: words)
              SunWords(entry: entry, points: words)
            }
            RangeWords(entry: entry, points: words)
          }
        } else {
          RangeWords(entry: entry, points: words)
        }
      }
      .layoutPriority(1)
      Spacer(minLength: 0)
      WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: points * 0.72)
        .widgetAccentable()
        .accessibilityIdentifier("symbol")
    }
  }
}

/// Rain that begins or ends within the hour (docs/rules.md, rule 76), else the day's high and low.
private struct RangeWords: WidgetView {
  let entry: WeatherEntry
  let points: Double

  var body: some View {
    if let rain = entry.rain {
      CapText(text: Text(RainWords.text(rain, locale, timeZone)), size: points, weight: .medium, isFitted: true)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("rain")
    } else if let high = entry.high, let low = entry.low {
      HStack(spacing: points * 0.55) {
        CapText(text: Text("\u{2191} \(Temperature.text(high, in: locale))°"), size: points, weight: .regular)
          .accessibilityIdentifier("high")
        CapText(text: Text("\u{2193} \(Temperature.text(low, in: locale))°"), size: points, weight: .regular)
          .accessibilityIdentifier("low")
      }
      .foregroundStyle(.secondary)
    }
  }
}

/// The sentence about rain or snow within the hour.
enum RainWords {
  static func text(_ rain: RainNews, _ locale: Locale, _ zone: TimeZone) -> String {
    guard let date = rain.changesAt else {
      return (rain.isSnow ? WeatherWord.snowForAnHour : .rainForAnHour).text(in: locale)
    }
    let word: WeatherWord =
      rain.isSnow ? rain.isRaining ? .snowUntil : .snowFrom : rain.isRaining ? .rainUntil : .rainFrom
    return word.text(ShortTime.text(date, locale, zone), in: locale)
  }
}

/// When the sun rises or sets next; nothing where it does neither within a day.
private struct SunWords: WidgetView {
  let entry: WeatherEntry
  /// Type size.
  let points: Double

  var body: some View {
    if let sun = entry.sun {
      HStack(spacing: points * 0.42) {
        Image(symbol: sun.isRise ? .sunrise : .sunset).font(.system(size: points)).frame(
          height: points * HeroGrid.capShare)
        CapText(text: Text(ShortTime.text(sun, locale, timeZone)), size: points, weight: .regular)
          .accessibilityIdentifier(sun.isRise ? "sunrise" : "sunset")
      }
      .foregroundStyle(.secondary)
    }
  }
}

/// The coming days below each other: name, sky, low and high on one scale.
private struct DayList: WidgetView {
  let entry: WeatherEntry
  /// At the default type size.
  let places: Int
  let size: Size

  var body: some View {
    let growth = typeSize.growth(upTo: 1.6)
    let count = growth > 1.4 ? places - 2 : growth > 1.2 ? places - 1 : places
    let days = Array(entry.days.prefix(count))
    let pitch = size.height / Double(max(1, count))
    let points = max(
      11, min(min(max(11, size.height / Double(places) * 0.42), 20) * growth, pitch * 0.6, size.width / 16))
    // The first and the last stand at the edges, so that it is as far from both to what is next to it.
    let row = min(pitch, points * 1.35)
    // The scale has what name, sky and figures leave.
    let length = max(size.width * 0.3, size.width - points * Self.wordsShare)
    let lowest = days.map(\.low).min() ?? 0
    let highest = days.map(\.high).max() ?? 1
    VStack(spacing: (size.height - row * Double(count)) / Double(max(1, count - 1))) {
      ForEach(Array(days.enumerated()), id: \.offset) { index, day in
        HStack(spacing: 0) {
          HStack(spacing: points * 0.6) {
            CapText(text: Text(name(day.date)), size: points, weight: .medium)
              .foregroundStyle(.primary)
              .frame(width: points * 2.9, alignment: .leading)
            WeatherSymbol(
              condition: WeatherCondition(code: day.weatherCode ?? 3) ?? .cloudy,
              isNight: entry.polarNights.contains(day.date), height: points * 1.35
            )
            .widgetAccentable()
          }
          Spacer(minLength: 0)
          HStack(spacing: points * 0.6) {
            Degrees(value: day.low, points: points).foregroundStyle(.secondary)
              .frame(width: points * 2.1, alignment: .trailing)
            range(day, from: lowest, to: highest, points, length: length)
            Degrees(value: day.high, points: points, weight: .medium).foregroundStyle(.primary)
              .frame(width: points * 2.1, alignment: .trailing)
          }
        }
        .frame(width: size.width, height: row)
      }
    }
    .monospacedDigit()
    .frame(width: size.width, height: size.height, alignment: .top)
    .accessibilityIdentifier("days")
  }

  /// A row without its scale, in shares of the type size: name, sky, two figures and the gaps.
  private static let wordsShare = 2.9 + 1.35 * SkyDisc.aspect + 2 * 2.1 + 5 * 0.6

  /// The colour of all ranges: of six inks red, so that none seems to warn.
  private var barStyle: AnyShapeStyle {
    inks == .six && mode == .fullColor ? AnyShapeStyle(Color.red) : AnyShapeStyle(.primary)
  }

  private func range(
    _ day: Forecast.Day, from lowest: Double, to highest: Double, _ points: Double, length: Double
  ) -> some View {
    let unit = length / max(1, highest - lowest)
    let thickness = points * (isLuminanceReduced ? 0.14 : 0.28)
    return ZStack(alignment: .leading) {
      Capsule().fill(.tertiary).frame(width: length, height: thickness).opacity(0.5)
      if !isPlaceholder {
        Capsule().fill(barStyle).frame(width: max(thickness, (day.high - day.low) * unit), height: thickness)
          .offset(x: (day.low - lowest) * unit)
      }
    }
    .frame(width: length, height: thickness)
    .widgetAccentable()
  }

  private func name(_ date: Date) -> String {
    date.addingTimeInterval(6 * 3600).formatted(dateStyle.weekday(.abbreviated))
  }
}

/// The present weather above the next hours.
struct MediumWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let (width, height) = entry.displaySize.room(inside: margins)
    let now = NowHeader(entry: entry, points: height * 0.36, mostGrowth: 1.3)
    let details = DetailRow(entry: entry, width: width, size: max(11, height * 0.088))
    let hours = HourRow(
      entry: entry, width: width, size: max(11, height * 0.088), mostHeight: height - now.height - height * 0.08)
    VStack(spacing: 0) {
      now
      Spacer(minLength: 0)
      // Larger type leaves room for fewer lines.
      if now.height + hours.height + details.height + height * 0.09 <= height {
        details
        Spacer(minLength: 0)
      }
      hours
    }
    .filling(entry.displaySize, margins)
  }
}

/// The day above its next hours and the coming days; lengths in shares of the height.
struct ColumnWeather: WidgetView {
  let entry: WeatherEntry
  /// Type sizes of the degrees and of the hours.
  let degrees: Double
  let hours: Double
  /// How many days at the default type size, and their height.
  let places: Int
  let days: Double

  /// The least distance between two parts, in points.
  static let leastGap = 9.0

  var body: some View {
    let (width, height) = entry.displaySize.room(inside: margins)
    let now = NowHeader(entry: entry, points: height * degrees, showsSun: true)
    let details = DetailRow(entry: entry, width: width, size: max(11, height * hours))
    let coming = HourRow(entry: entry, width: width, size: max(11, height * hours))
    let list = min(height * days, (height - now.height - coming.height) * 0.75)
    VStack(spacing: 0) {
      now
      Spacer(minLength: 0)
      // Larger type leaves room for fewer lines; a gap stands on either side of the line.
      if !entry.details.isEmpty, now.height + details.height + coming.height + list + 4 * Self.leastGap <= height {
        details
        Spacer(minLength: 0)
      }
      coming
      Spacer(minLength: 0)
      Divider()
      Spacer(minLength: 0)
      DayList(entry: entry, places: places, size: Size(width: width, height: list))
    }
    .filling(entry.displaySize, margins)
  }
}

/// The day at the leading side, with the course of its next hours; the coming days next to it.
struct ExtraLargeWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let (width, height) = entry.displaySize.room(inside: margins)
    let half = width * 0.48
    HStack(spacing: width * 0.04) {
      let now = NowHeader(entry: entry, points: min(height * 0.27, half * 0.19), showsSun: true)
      let details = DetailRow(entry: entry, width: half, size: max(11, height * 0.046))
      let hours = HourRow(entry: entry, width: half, size: max(11, height * 0.052), courseHeight: 0)
      // The room that the words leave, so that nothing is near to something else.
      let rest = height - now.height - details.height - hours.height - 3 * ColumnWeather.leastGap
      VStack(spacing: 0) {
        now
        Spacer(minLength: 0)
        if !entry.details.isEmpty {
          details
          Spacer(minLength: 0)
        }
        HourRow(
          entry: entry, width: half, size: max(11, height * 0.052),
          courseHeight: min(rest, height * (entry.details.isEmpty ? 0.56 : 0.47)))
      }
      .frame(width: half, height: height)
      DayList(entry: entry, places: 6, size: Size(width: half, height: height))
    }
    .filling(entry.displaySize, margins)
  }
}

/// The present degrees on an arc from the day's low to its high.
struct CircularWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let line = side * 0.085
    // The mark is wider than the arc, and lies inside the circle.
    let radius = side / 2 - line * 0.75
    ZStack {
      Arc(start: .degrees(135), sweep: .degrees(270))
        .stroke(.tertiary, style: StrokeStyle(lineWidth: line, lineCap: .round))
        .padding(line * 0.75)
      if let share, !isPlaceholder {
        Circle().fill(.primary).frame(width: line * 1.5, height: line * 1.5)
          .offset(
            x: radius * cos((135 + 270 * share) * .pi / 180),
            y: radius * sin((135 + 270 * share) * .pi / 180)
          )
          .widgetAccentable()
      }
      Degrees(value: entry.temperature, points: side * 0.34, weight: .semibold)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("temperature")
      ZStack {
        // Below that a figure of 11 pt would touch the arc.
        if side >= 60, let low = entry.low, let high = entry.high {
          HStack(spacing: side * 0.1) {
            CapText(text: Text(Temperature.text(low, in: locale)), size: max(11, side * 0.15), weight: .medium)
            CapText(text: Text(Temperature.text(high, in: locale)), size: max(11, side * 0.15), weight: .medium)
          }
          .foregroundStyle(.secondary)
        }
      }
      .givesWayToAgeMark(side * 0.15, hasWords: false)
      .offset(y: side * 0.37)
    }
    .frame(width: side, height: side)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
    .widgetLabel {
      if entry.sampleWords.isEmpty {
        Text(entry.words(in: locale))
      } else {
        Text(entry.sampleWords).accessibilityIdentifier("sampleMark")
      }
    }
  }

  private var share: Double? {
    guard let low = entry.low, let high = entry.high, high > low else { return nil }
    return min(1, max(0, (entry.temperature - low) / (high - low)))
  }
}

/// The sky above the degrees, with a gauge of the day's range as the label.
struct CornerWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    VStack(spacing: side * 0.1) {
      WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: side * 0.36)
        .widgetAccentable()
        .givesWayToAgeMark(side * 0.3, hasWords: false)
      Degrees(value: entry.temperature, points: max(11, side * 0.34), weight: .semibold).foregroundStyle(.primary)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
    .widgetLabel {
      if !entry.sampleWords.isEmpty {
        Text(entry.sampleWords).accessibilityIdentifier("sampleMark")
      } else if let low = entry.low, let high = entry.high, high > low {
        Gauge(value: min(high, max(low, entry.temperature)), in: low...high) {
          Text(entry.words(in: locale))
        } currentValueLabel: {
          Text(Temperature.text(entry.temperature, in: locale))
        } minimumValueLabel: {
          Text(Temperature.text(low, in: locale))
        } maximumValueLabel: {
          Text(Temperature.text(high, in: locale))
        }
        .widgetAccentable()
      } else {
        Text(entry.words(in: locale))
      }
    }
  }
}

/// Sky and degrees, the words, and the range or rain.
struct RectangularWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let height = entry.displaySize.height
    let words = max(11, height * 0.19)
    VStack(alignment: .leading, spacing: words * 0.72) {
      HStack(spacing: height * 0.1) {
        WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: height * 0.27)
          .widgetAccentable()
        Degrees(value: entry.temperature, points: height * 0.36, weight: .semibold).foregroundStyle(.primary)
          .accessibilityIdentifier("temperature")
      }
      condition(words)
        // The sky's drawing says the same.
        .frame(maxWidth: .infinity, alignment: .leading)
        .givesWayToAgeMark(alignment: .leading)
      RangeWords(entry: entry, points: words)
    }
    .frame(width: entry.displaySize.width, height: height, alignment: .leading)
  }

  @ViewBuilder private func condition(_ points: Double) -> some View {
    if entry.sampleWords.isEmpty {
      CapText(text: Text(entry.words(in: locale)), size: points, weight: .medium, isFitted: true)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("condition")
    } else {
      SampleWords(words: entry.sampleWords, points: points)
    }
  }
}

/// Sky, degrees and words in one line.
struct InlineWeather: WidgetView {
  let entry: WeatherEntry

  var body: some View {
    let points = max(11, entry.displaySize.height * 0.6)
    HStack(spacing: points * 0.45) {
      WeatherSymbol(condition: entry.condition, isNight: entry.isNight, height: points * 0.8)
        .givesWayToAgeMark(points * 0.8, hasWords: false)
      CapText(
        text: Text("\(Temperature.text(entry.temperature, in: locale))° \(words)"), size: points, weight: .medium,
        isFitted: true
      )
      .accessibilityIdentifier(name)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var name: String { isSample ? "sampleMark" : entry.rain == nil ? "condition" : "rain" }

  private var words: String {
    if isSample { return entry.sampleWords }
    return entry.rain.map { RainWords.text($0, locale, timeZone) } ?? entry.words(in: locale)
  }

  private var isSample: Bool { !entry.sampleWords.isEmpty }
}
